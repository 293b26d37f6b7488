"""Web pages."""

from collections.abc import Iterator
from typing import Any, Final

from bs4 import BeautifulSoup
from markdownify import ATX, MarkdownConverter

from bot.attachments.documents.sections import Section, by_headings
from bot.values.text import one_line

_LEFT_OUT: Final = ("script", "style", "noscript", "template", "svg", "iframe", "object", "canvas")
_LONGEST_ADDRESS: Final = 300


def sections(content: bytes) -> Iterator[Section]:
    """Yield the sections of a web page."""
    yield from by_headings(markdown(content))


def markdown(content: bytes | str) -> str:
    """Return a web page as Markdown; one that is nested too deeply, as text."""
    page = BeautifulSoup(content, "html.parser")
    title = one_line(page.title.get_text()) if page.title else ""
    for element in page.find_all([*_LEFT_OUT, "head"]):
        element.decompose()
    for picture in page.find_all("img"):
        picture.replace_with(str(picture.get("alt") or ""))
    for link in page.find_all("a", href=True):
        if not str(link["href"]).startswith(("http:", "https:", "mailto:")) or len(link["href"]) > _LONGEST_ADDRESS:
            del link["href"]
    try:
        text = _converter().convert_soup(page)
    except RecursionError:
        text = page.get_text("\n", strip=True)
    lines = (line.rstrip() for line in text.splitlines())
    body = "\n".join(lines).strip()
    return f"# {title}\n\n{body}" if title and f"# {title}" not in body else body


def _converter() -> Any:
    return MarkdownConverter(
        heading_style=ATX, bullets="-", escape_asterisks=False, escape_underscores=False, table_infer_header=True
    )
