"""`make soak`: many runs of the crash test, each of another seed, as many at once as there are processor cores."""

import argparse
import os
import sys

from tests.crash.soak import soak


def main() -> None:
    """Take as many seeds as asked for, or those that are named."""
    parser = argparse.ArgumentParser(prog="python -m tests.crash", description=__doc__)
    parser.add_argument("seeds", nargs="?", type=int, default=20, help="how many seeds, from 1 on; without: 20")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--step", type=int, default=1, help="from one to the next: 2 for those of one API")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many at once; without: a core each")
    asked = parser.parse_args()
    sys.exit(not soak(list(range(asked.first, asked.first + asked.seeds * asked.step, asked.step)), asked.jobs))


if __name__ == "__main__":
    main()
