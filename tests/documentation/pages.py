"""The project's Markdown pages, and what a reader finds in them."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import dedent
from typing import Final

from tests.forks import REPOSITORY

_NAMES: Final = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "practice/README.md")
_FENCED: Final = re.compile(r"^( *)```(\w*)\n(.*?)^ *```", re.MULTILINE | re.DOTALL)
_SPAN: Final = re.compile(r"`([^`]+)`")

PAGES: Final[Mapping[str, str]] = {
    str(path.relative_to(REPOSITORY)): path.read_text()
    for path in [*(REPOSITORY / name for name in _NAMES), *sorted((REPOSITORY / "docs").rglob("*.md"))]
}
"""Each page's text by its path in the repository."""
INSTRUCTIONS: Final = {name: text for name, text in PAGES.items() if name != "CHANGELOG.md"}
"""The pages that say how something is done now."""


def blocks(text: str, language: str) -> list[str]:
    """Return a page's code blocks of one language."""
    return [dedent(code) for _, named, code in _FENCED.findall(text) if named == language]


def prose(text: str) -> str:
    """Return a page without its code blocks."""
    return _FENCED.sub("", text)


def spans(text: str) -> list[str]:
    """Return what a page quotes as code within sentences."""
    return [" ".join(span.split()) for span in _SPAN.findall(prose(text))]


def commands(text: str) -> Iterator[str]:
    """Yield a page's shell commands: the lines of its shell blocks, and what is quoted within sentences."""
    for block in blocks(text, "sh"):
        yield from (line for line in block.replace("\\\n", " ").splitlines() if line)
    yield from (it for it in spans(text) if re.match(r"(make|install|pip|pipx|uvx|python|keepsake|\.venv/\S+) ", it))


def links(text: str) -> list[str]:
    """Return the targets of a page's links and images."""
    outside_code = _SPAN.sub("", prose(text))
    found = re.findall(r"\]\(([^)\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"", outside_code)
    return [markdown or html for markdown, html in found]


def anchors(text: str) -> set[str]:
    """Return the anchors of a page's headings, as GitHub makes them."""
    found: dict[str, int] = {}
    for heading in re.findall(r"^#+ +(.+?) *$", prose(text), re.MULTILINE):
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading).lower()
        kept = "".join(it for it in words if it in " -_" or unicodedata.category(it)[0] in "LN")
        anchor = kept.replace(" ", "-")
        found[anchor] = found.get(anchor, -1) + 1
        if found[anchor]:
            found[f"{anchor}-{found[anchor]}"] = 0
    return set(found)


def target(page: str, link: str) -> tuple[Path, str]:
    """Return the file that a relative link on a page leads to, and the anchor in it."""
    path, _, anchor = link.partition("#")
    return (REPOSITORY / page).parent / path if path else REPOSITORY / page, anchor
