"""Pictures cost nothing before the first one comes."""

import subprocess
import sys


def test_pillow_is_imported_for_the_first_picture_only() -> None:
    program = "import sys, bot.entry, bot.app, bot.process; print('PIL' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
