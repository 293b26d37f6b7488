"""Each sentence that the scripts of a page say stands in a catalogue."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.doors.http
import practice.telegram
from bot.doors.http.page_files import sentences
from tests.kit.language.extraction import extracted

PAGES = {
    name: Path(str(it.__file__)).parent / "page"
    for name, it in (("bot", bot.doors.http), ("practice", practice.telegram))
}
SENTENCE = re.compile(r'\b(?:t|mark|plural)\(\s*"(?:[^"\\]|\\.)+"(?:,\s*"(?:[^"\\]|\\.)+")?')
COMMENT = re.compile(r"(?m)(?:^|\s)//.*$|/\*[\s\S]*?\*/")
SHOWN = re.compile(
    r">\s*([^<>${}`]*[A-Za-z]{2,}[^<>${}`]*)<(?=/)|\b(?:aria-label|title|placeholder|alt|label)=\"([^\"]+)\""
)
"""Words between tags, and in attributes that are read."""
TEXT = re.compile(r'"((?:[^"\\]|\\.)*)"')
WORDS = re.compile(r"^[A-Z][a-z']+(?: [\w'“”]+)*[.?!:…]?$|^[a-z']+(?: [a-z']+)+[.?!]$")
"""A string that reads as words: it begins with a capital letter, or ends as a sentence."""
NAMES = {
    *("Keepsake", "K", "JSON", "Markdown", "JSON Lines", "GIF", "/memory open", "/export"),
    *("Enter", "Escape", "Esc", "Tab", "Home", "End", "Ctrl Enter", "Ctrl + Enter", "Control+Enter"),  # keys
    *("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"),
    *("Authorization", "Bearer", "ETag", "If-Match", "Content-Type", "Files", "AbortError", "Blob"),  # protocols
    *("Remember that Alec is my boss", "What can you do?", "Tell me a long story"),  # in the practice model's language
    *("BroadcastChannel", "IntersectionObserver", "Bot"),
}
"""What is the same in every language, or for no reader."""


def test_each_sentence_of_a_page_is_extracted(package: str) -> None:
    said = {it.id if isinstance(it.id, str) else it.id[0] for it in extracted(package) if it.id}
    found = sentences(it.read_text() for it in scripts(package))
    assert found - said == set()
    assert len(found) > 50


def test_no_words_are_shown_that_stand_in_no_catalogue(package: str) -> None:
    files = [*scripts(package), PAGES[package] / "index.html"]
    assert [(it.name, words) for it in files for words in shown(it.read_text())] == []


@pytest.fixture(params=PAGES)
def package(request: pytest.FixtureRequest) -> str:
    """A package with a page."""
    return str(request.param)


def scripts(package: str) -> list[Path]:
    return [it for it in sorted(PAGES[package].glob("*.js")) if it.name != "docs.js"]


def shown(source: str) -> Iterator[str]:
    """Yield what a script or a page shows, but for what is marked as a sentence."""
    rest = SENTENCE.sub("", COMMENT.sub("", source))
    found = [one or other for one, other in SHOWN.findall(rest)]
    found += [it for it in TEXT.findall(rest) if WORDS.match(it)]
    yield from (it.strip() for it in found if it.strip() not in NAMES)


def test_both_pages_say_their_sentences_with_a_copy_of_one_file() -> None:
    of_bot, of_practice = (folder / "texts.js" for folder in PAGES.values())
    assert of_bot.read_text() == of_practice.read_text()
