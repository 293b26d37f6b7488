"""`make bench-peers`: Keepsake beside other assistants and the floor, on the same practice servers in one run."""

import argparse
import asyncio
import json
import logging
import os
import platform
import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from functools import partial

from tests.bench.machine import processor
from tests.bench.peers import measures
from tests.bench.peers.environments import FOLDER, NotInstalled, installed, pinned, versions
from tests.bench.peers.floor import Floor
from tests.bench.peers.hermes import Hermes
from tests.bench.peers.keepsake import Keepsake, KeepsakeWithEmbeddings
from tests.bench.peers.measures import Effort, Samples
from tests.bench.peers.mem0 import Mem0
from tests.bench.peers.nanobot import Nanobot
from tests.bench.peers.peer import Peer
from tests.bench.peers.report import Column, notes, table
from tests.bench.peers.stand import NotPolling, PeerStand, stand

PEERS: Mapping[str, Peer] = {
    "floor": Floor(),
    "keepsake": Keepsake(),
    "embeddings": KeepsakeWithEmbeddings(),
    "nanobot": Nanobot(),
    "hermes": Hermes(),
    "mem0": Mem0(),
}
WHOLE = Effort(rounds=2, turns=20, starts=2)
SMOKE = Effort(rounds=1, turns=5, starts=0)
"""A quick check of the comparison itself."""
WRITTEN = FOLDER / "peers.json"
"""Everything that was measured, after each round."""


async def compare(pythons: Mapping[Peer, str], effort: Effort, keep: Callable[[Mapping[Peer, Samples]], None]) -> None:
    """Measure bots together, turn by turn, and keep what was measured after each round."""
    samples = {peer: Samples() for peer in pythons}
    for number in range(effort.rounds):
        print(f"round {number + 1} of {effort.rounds} ...", file=sys.stderr)
        async with AsyncExitStack() as stack:
            bots = [await stack.enter_async_context(stand(peer, python)) for peer, python in pythons.items()]
            await _round(bots, samples, effort)
        keep(samples)


async def _round(bots: Sequence[PeerStand], samples: Mapping[Peer, Samples], effort: Effort) -> None:
    """Take a round: what is timed one bot at a time, what is only counted of all at once."""
    for bot in bots:
        await _tried(samples[bot.peer], bot.start)
    for turn in range(effort.turns):
        for bot in bots:
            await _tried(samples[bot.peer], partial(measures.take_turn, bot, samples[bot.peer], turn, effort))
    for measure in (measures.end_conversation, measures.lose_words, measures.kill):
        await asyncio.gather(
            *(_tried(samples[bot.peer], partial(measure, bot, samples[bot.peer], effort)) for bot in bots)
        )
    for bot in bots:
        await _tried(samples[bot.peer], partial(measures.restart, bot, samples[bot.peer], effort))


async def _tried(samples: Samples, measure: Callable[[], Awaitable[None]]) -> None:
    """Take a measurement of a bot, unless one failed before."""
    if samples.failed:
        return
    try:
        await measure()
    except (NotPolling, TimeoutError) as error:
        samples.failed = str(error)


def main() -> None:
    """Install the named bots or all, compare them, print the table, and write everything as JSON."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.peers", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"any of {', '.join(PEERS)}; without: all")
    parser.add_argument("--smoke", action="store_true", help="measure next to nothing: does the comparison work?")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(PEERS):
        parser.error(f"there is no bot called {', '.join(sorted(unknown))}")
    logging.getLogger("uvicorn.error").disabled = True  # each bot is ended in the middle of a long poll
    pythons, missing = _installed([PEERS[name] for name in asked.names or PEERS])
    packages = {peer: versions(peer, python) for peer, python in pythons.items()}
    on = _machine()
    columns: list[Column] = []

    def keep(samples: Mapping[Peer, Samples]) -> None:
        columns[:] = [_column(peer, samples[peer], packages[peer]) for peer in pythons]
        whole = {"machine": on, "not_installed": missing, "peers": [it.json() for it in columns]}
        FOLDER.mkdir(parents=True, exist_ok=True)
        WRITTEN.write_text(json.dumps(whole, indent=1))

    asyncio.run(compare(pythons, SMOKE if asked.smoke else WHOLE, keep))
    print(", ".join(f"{name}: {value}" for name, value in on.items()), table(columns), notes(columns), sep="\n\n")
    for name, why in missing.items():
        print(f"- {name}: left out, as it can't be installed ({why}).")
    print(f"\nwritten to {WRITTEN}")


def _installed(peers: Sequence[Peer]) -> tuple[dict[Peer, str], dict[str, str]]:
    """Return the Pythons of the bots, and the reasons for those that can't be installed."""
    pythons, missing = {}, {}
    for peer in peers:
        try:
            pythons[peer] = installed(peer)
        except NotInstalled as error:
            missing[peer.name] = str(error)
    return pythons, missing


def _column(peer: Peer, samples: Samples, packages: Mapping[str, str]) -> Column:
    version = pinned(peer)
    return Column(
        name=peer.name,
        version=version.partition(" ")[2],
        configured=peer.configured,
        samples=samples.of,
        left_out={**peer.left_out, **({"the rest": f"it failed: {samples.failed}"} if samples.failed else {})},
        packages=packages,
    )


def _machine() -> dict[str, object]:
    return {
        "processor": processor(),
        "cores": os.cpu_count(),
        "load at the start": round(os.getloadavg()[0], 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "measured": time.strftime("%Y-%m-%d %H:%M"),
    }


if __name__ == "__main__":
    main()
