"""What reads documents and pictures costs nothing before the first of them comes."""

import subprocess
import sys

LIBRARIES = (
    *("pypdf", "docx", "openpyxl", "pptx", "bs4", "lxml", "Crypto", "cryptography", "defusedxml", "trafilatura", "PIL"),
)


def test_the_bot_imports_none_of_the_libraries() -> None:
    program = (
        f"import sys, bot.cli.entry, bot.app, bot.cli.process; print([it for it in {LIBRARIES} if it in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
