"""Parser of memory files in common formats."""

import codecs
import csv
import json
import re
from collections.abc import Iterator
from functools import partial
from itertools import zip_longest
from typing import Final

from bot.errors import UnreadableFile
from bot.language import mark, number, plural, sentences, t
from bot.memory.exchange import lists
from bot.memory.exchange.categories import of_heading
from bot.memory.exchange.found import (
    CONTENT_NAMES,
    MOST_BYTES,
    MOST_MEMORIES,
    Found,
    Taken,
    found,
    left_out,
    taken,
    taken_from,
)
from bot.memory.exchange.writing import TITLE
from bot.values.memories import MemoryCategory
from bot.values.text import clean, folded, one_line

_DAMAGED: Final = re.compile(r'\{|\[\s*["{]')
"""Beginning of a text that must be JSON."""
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])|&#(\d{1,6});")
_HEADING: Final = re.compile(r"#{1,6}\s+(.*)")
_MEMORY: Final = re.compile(r"\s*(?:[-*+]\s+)?(?:\*\*(?P<subject>(?:\\.|[^\\*])+)\*\*: )?(?P<content>.*)")


_TOO_LARGE: Final = mark("It is larger than {megabytes} MB. Send it in parts.")
_NO_TEXT: Final = mark("It isn't text in UTF-8 or UTF-16. Save it as UTF-8, and send it again.")
_DAMAGED_JSON: Final = mark("It looks like JSON, but it is incomplete or damaged.")


def read(content: bytes, *, most_bytes: int = MOST_BYTES, most_memories: int = MOST_MEMORIES) -> Found:
    """Return the memories in a file. Raises UnreadableFile."""
    if len(content) > most_bytes:
        raise UnreadableFile(lambda: t(_TOO_LARGE, megabytes=most_bytes // 1_000_000))
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = content.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UnreadableFile(_NO_TEXT)
    return read_text(text, most_memories=most_memories)


def read_text(text: str, *, most_memories: int = MOST_MEMORIES) -> Found:
    """Return the memories in a text. Raises UnreadableFile."""
    text = clean(text).strip()
    found = _read_json(text) or _read_markdown(text) or _read_separated(text) or lists.read(text)
    if len(found.additions) > most_memories:
        raise UnreadableFile(partial(_too_many, len(found.additions), most_memories))
    return found


def _too_many(memories: int, most: int) -> str:
    found = plural("It has {count} memory.", "It has {count} memories.", memories)
    return sentences(found, t("I can read {most} at once. Send it in parts.", most=number(most)))


def _read_json(text: str) -> Found | None:
    """Return the memories in JSON or JSON Lines, or None for another format. Raises UnreadableFile for broken JSON."""
    if not text.startswith(("{", "[")):
        return None
    try:
        return found("JSON", _in_value(json.loads(text)))
    except (ValueError, RecursionError):
        lines = [line for line in text.split("\n") if line.strip()]
    if re.fullmatch(r"\{.*\}\s*", lines[0]):
        return found("JSON Lines", (it for line in lines for it in _in_line(line)))
    if _DAMAGED.match(text):
        raise UnreadableFile(_DAMAGED_JSON)
    return None


def _in_line(line: str) -> Iterator[Taken]:
    try:
        yield from tuple(_in_value(json.loads(line)))
    except (ValueError, RecursionError):
        yield left_out(line, t("not valid JSON"))


def _in_value(value: object, category: MemoryCategory | None = None) -> Iterator[Taken]:
    """Yield the memories in a JSON value; `category` comes from the keys above it."""
    if isinstance(value, str):
        yield from taken(value, category)
    elif isinstance(value, list):
        for each in value:
            yield from _in_value(each, category)
    elif isinstance(value, dict):
        yield from _in_object(value, category)
    else:
        yield left_out(json.dumps(value), t("not text"))


def _in_object(value: dict[str, object], category: MemoryCategory | None) -> Iterator[Taken]:
    """Yield the memory of an object, or the memories under its keys."""
    if value.get("deleted_at"):  # in our own export
        return
    versions = value.get("versions", value.get("wordings"))
    if isinstance(versions, list) and versions and isinstance(versions[-1], dict):
        value = value | versions[-1]
    if (memory := taken_from(value, category)) is not None:
        yield from memory
    elif isinstance(value.get("memories"), list):
        yield from _in_value(value["memories"], category)
    else:
        for name, inner in value.items():
            labelled = f"{one_line(name)}: {inner}" if isinstance(inner, str) else inner
            yield from _in_value(labelled, of_heading(name) or category)


def _read_markdown(text: str) -> Found | None:
    """Return the memories in our own Markdown, edited or not, or None for another format."""
    first, *lines = text.splitlines() or [""]
    return found("Keepsake's Markdown", _in_markdown(lines)) if first.strip() == TITLE else None


def _in_markdown(lines: list[str]) -> Iterator[Taken]:
    category = None
    for line in lines:
        if heading := _HEADING.fullmatch(line):
            category = of_heading(heading[1])
        elif line.strip() and (memory := _MEMORY.fullmatch(line)):
            yield from taken(_unescaped(memory["content"]), category, _unescaped(memory["subject"] or ""))


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda escape: escape[1] or chr(int(escape[2])), text)


def _read_separated(text: str) -> Found | None:
    """Return the memories in comma-separated values (RFC 4180), or None without a column of a known name."""
    comma = max(",;\t", key=text.partition("\n")[0].count)
    try:
        header, *rows = (row for row in csv.reader(text.splitlines(keepends=True), delimiter=comma, strict=True) if row)
    except (csv.Error, ValueError):
        return None
    names = [folded(name) for name in header]
    if len(names) == 1:  # it may be a list under a word
        are_rows = all(len(row) == 1 and not lists.begins_bullet(row[0]) for row in rows)
    else:
        are_rows = all(len(row) <= len(names) for row in rows) and any(len(row) > 1 for row in rows)
    if set(names).isdisjoint(CONTENT_NAMES) or len(set(names)) < len(names) or not are_rows:
        return None
    several = (dict(zip_longest(names, row, fillvalue="")) for row in rows)
    return found("comma-separated values", (it for fields in several for it in taken_from(fields) or ()))
