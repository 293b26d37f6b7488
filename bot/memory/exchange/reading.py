"""Parser of memory files in common formats, and what tells them from other files."""

import codecs
import csv
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import zip_longest
from typing import Final

from bot.kit.language import LANGUAGES, briefly, mark, speaking_to, t
from bot.kit.text import clean, folded, one_line
from bot.memory.exchange import lists
from bot.memory.exchange.found import (
    CONTENT_NAMES,
    MOST_BYTES,
    MOST_MEMORIES,
    Found,
    Taken,
    found,
    left_out,
    of_heading,
    taken,
    taken_from,
)
from bot.memory.exchange.writing import CATEGORIES, EXPORT_TITLE, TITLE
from bot.memory.refusals import UnreadableFile
from bot.memory.values import MemoryCategory

_DAMAGED: Final = re.compile(r'\{|\[\s*["{]')
"""Beginning of a text that must be JSON."""
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])|&#(\d{1,6});")
_HEADING: Final = re.compile(r"#{1,6}\s+(.*)")
_EXPORT: Final = re.compile(r"# (.+)\n\n.+\n\n## ")
"""The beginning of an export's Markdown."""
_EXPORTED: Final = re.compile(
    r"- (?:📌 )?(?:\*\*(?P<subject>(?:(?!\*\*: ).){1,200})\*\*: )?(?P<content>.+) \(`[A-Za-z0-9]{8}`, [^()`]+\)"
)
"""A memory in an export's Markdown."""
_MIRRORED: Final = re.compile(r"- (?:📌 )?(?P<content>.+) \^[A-Za-z0-9]{8}")
"""A memory in a file of the folder that memories are copied to."""
_OWN_JSON: Final = re.compile(r'"id":\s*"[A-Za-z0-9]{8}",\s*"category":')
_ROLES: Final = frozenset({"user", "assistant", "system", "developer", "tool"})
_MEMORY: Final = re.compile(r"\s*(?:[-*+]\s+)?(?:\*\*(?P<subject>(?:\\.|[^\\*])+)\*\*: )?(?P<content>.*)")
_FIELDS: Final = re.compile(
    rb'"(?:content|memory|memories|fact|facts)"\s*:|^"?(?:content|memory|fact)"?[,;\t]', re.MULTILINE
)
_TALK: Final = re.compile(rb'"role"\s*:')
"""A field of a chat's messages, whose "content" is no memory."""
_OF_USER: Final = re.compile(r"\b(?:the user|user(?=['’]s)|i|i['’]m|my)\b", re.IGNORECASE)  # noqa: RUF001 - either apostrophe
_ANY_HEADING: Final = re.compile(r"^[ \t]*#{1,6}[ \t]+(\S.*)$", re.MULTILINE)
_ENOUGH_OF_USER: Final = 0.3
"""Least share of texts that speak of the user."""
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


def memories_in(content: bytes) -> Found | None:
    """Return the memories of a file that looks as if it holds nothing else, or None."""
    try:
        found = read(content)
    except UnreadableFile:
        return None
    return found if found.additions and _is_memories(content, found) else None


def read_text(text: str, *, most_memories: int = MOST_MEMORIES) -> Found:
    """Return the memories in a text. Raises UnreadableFile."""
    text = clean(text).strip()
    return (
        _read_json(text, most_memories)
        or _read_markdown(text, most_memories)
        or _read_export(text, most_memories)
        or _read_mirrored(text, most_memories)
        or _read_separated(text, most_memories)
        or lists.read(text, most_memories)
    )


def _is_memories(content: bytes, found: Found) -> bool:
    if found.is_own:
        return True
    if found.shape != "a list":
        return _FIELDS.search(content) is not None and _TALK.search(content) is None
    headings = _ANY_HEADING.findall(content.decode("utf-8", "replace"))
    if headings and all(map(of_heading, headings)):
        return True
    of_user = sum(_OF_USER.search(addition.content) is not None for addition in found.additions)
    return of_user >= _ENOUGH_OF_USER * len(found.additions)


def _read_json(text: str, most: int) -> Found | None:
    """Return the memories in JSON or JSON Lines, or None for another format. Raises UnreadableFile for broken JSON."""
    if not text.startswith(("{", "[")):
        return None
    try:
        return found("JSON", _in_value(json.loads(text)), most, is_own=_OWN_JSON.search(text) is not None)
    except (ValueError, RecursionError):
        lines = [line for line in text.split("\n") if line.strip()]
    if re.fullmatch(r"\{.*\}\s*", lines[0]):
        several = (it for line in lines for it in _in_line(line))
        return found("JSON Lines", several, most, is_own=_OWN_JSON.search(text) is not None)
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
    if _is_message(value) or any(map(_is_message, _messages(value))):
        yield left_out(json.dumps(value, ensure_ascii=False), t("part of a chat, not a memory"))
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


def _is_message(value: object) -> bool:
    return isinstance(value, dict) and value.get("role") in _ROLES and "category" not in value


def _messages(value: dict[str, object]) -> Iterator[object]:
    """Yield what may be the messages of a request to a model, in both APIs."""
    for several in (value.get("messages"), value.get("input")):
        if isinstance(several, list):
            yield from several


def _read_markdown(text: str, most: int) -> Found | None:
    """Return the memories in our own Markdown, edited or not, or None for another format."""
    first, *lines = text.splitlines() or [""]
    return found("Keepsake's Markdown", _in_markdown(lines), most, is_own=True) if first.strip() == TITLE else None


def _in_markdown(lines: list[str]) -> Iterator[Taken]:
    category = None
    for line in lines:
        if heading := _HEADING.fullmatch(line):
            category = of_heading(heading[1])
        elif line.strip() and (memory := _MEMORY.fullmatch(line)):
            yield from taken(_unescaped(memory["content"]), category, _unescaped(memory["subject"] or ""))


def _read_export(text: str, most: int) -> Found | None:
    """Return the live memories in the Markdown of an export, in any language, or None for another format."""
    title = _EXPORT.match(text)
    if title is None or title[1].strip() not in _in_each_language():
        return None
    return found("Keepsake's export", _in_export(text.splitlines()), most, is_own=True)


def _in_export(lines: list[str]) -> Iterator[Taken]:
    """Yield the memories below the first heading, without earlier versions, deleted ones, and all else."""
    headings = 0
    category = None
    for line in lines:
        headings += line.startswith("## ")
        if headings > 1:
            return
        if line.startswith("### "):
            category = _in_each_language().get(line.removeprefix("### ").strip())
        elif category and (memory := _EXPORTED.fullmatch(line.rstrip())):
            yield from taken(memory["content"], category, memory["subject"])


@cache
def _in_each_language() -> Mapping[str, MemoryCategory | None]:
    """Return the categories by the headings of exports, and None by their titles."""
    names: dict[str, MemoryCategory | None] = {}
    for code in LANGUAGES:
        with briefly(code), speaking_to(code):
            names[t(EXPORT_TITLE)] = None
            names |= {t(name): category for category, name in CATEGORIES.items()}
    return names


def _read_mirrored(text: str, most: int) -> Found | None:
    """Return the memories in a file of the folder that memories are copied to, or None for another format."""
    first, *lines = [line for line in text.splitlines() if line.strip()] or [""]
    memories = [_MIRRORED.fullmatch(line.rstrip()) for line in lines]
    if not (first.startswith("# ") and memories and all(memories)):
        return None
    title = _unescaped(first.removeprefix("# ").strip())
    category = next((it for it in MemoryCategory if it.value == folded(title)), None)
    subject = None if category else title
    several = (it for memory in memories if memory for it in taken(_unescaped(memory["content"]), category, subject))
    return found("Keepsake's Markdown", several, most, is_own=True)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda escape: escape[1] or chr(int(escape[2])), text)


def _read_separated(text: str, most: int) -> Found | None:
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
    return found("comma-separated values", (it for fields in several for it in taken_from(fields) or ()), most)
