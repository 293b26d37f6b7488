"""`.env.example` and the table of settings in docs/operations.md, made from the settings: `make texts` runs this."""

import re
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill
from typing import Final

from bot.kit.setting_words import words
from bot.kit.settings import Settings
from tests.forks import REPOSITORY

WORDS: Final = tuple(words(Settings))
_ABOUT: Final = """\
# Copy this file to .env and fill in what you need. Everything is optional: without any settings, Keepsake runs in
# practice mode.
"""
_TABLE: Final = re.compile(r"(?<=\| setting \| default \| what it does \|\n\|---\|---\|---\|\n)(\|.*\n)+")


def pages() -> Iterator[tuple[Path, str]]:
    """Yield both files with the text that they are to have."""
    example, table = _ABOUT, ""
    for it in WORDS:
        comment = fill(it.explained, 120, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
        example += f"\n{comment}\n{it.name}={it.value}\n"
        default = it.default or (f"`{it.value}`" if it.value else "none")
        table += f"| `{it.name}` | {default} | {f'{it.purpose} {it.allowed}'.strip()} |\n"
    yield REPOSITORY / ".env.example", example
    operations = REPOSITORY / "docs/operations.md"
    yield operations, _TABLE.sub(table, operations.read_text())


if __name__ == "__main__":
    for file, text in pages():
        file.write_text(text)
