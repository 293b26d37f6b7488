"""The command line is imported without looking for garbage."""

import subprocess
import sys


def test_garbage_is_collected_again_after_the_import_but_not_in_what_was_imported() -> None:
    program = "import gc, bot.cli.entry; print(gc.isenabled(), gc.get_freeze_count() > 10_000)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).split() == ["True", "True"]
