"""Partial Markdown: open markers are closed, partial ones at the end are held back."""

import re
from collections.abc import Iterable

from bot.telegram.formatting.markdown import Document, Event, parse

_BLOCKS = ("Paragraph", "Item", "HtmlBlock", "Heading", "CodeBlock", "TableCell")
_HALF_FENCE = re.compile(r"(?:^|(?<=\n))[ \t>]*(?:`{1,2}|~{1,2}|(?:`{3,}|~{3,})[^\n]*)\Z")
_WAITING = tuple(
    re.compile(pattern)
    for pattern in (
        r"\\?<(?:[A-Za-z/!][^<>\n]*)?\Z",  # an address or a tag
        r"(?:\\[(\[]|(?<!\$)\$\$)(?:(?!\\[)\]]|\$)[^\n]){0,300}\Z",  # a formula
        r"(?<![\w$])\$(?=[^\s$\d])[^$\n]*(?:\\[A-Za-z]|\^|_\{)[^$\n]{0,300}\Z",
        r"!?\[\^?\d*\Z",
        r"(?:[*_~`|\\]|!?\[)+\Z",
        r"(?<![|\w])\|\|(?=[^\s|])[^|\n]*\Z",  # a spoiler
        r"(?:^|(?<=\n))[ \t]*(?:[-*+_=#~`|:>\[\]()!\\<$ \t]+|\d{1,9}[.)]|[-*+][ \t]+\[[ xX]?\]?)[ \t]*\Z",
    )
)
"""Patterns of partial markers at the end."""
_TABLE_HEAD = re.compile(r"(?:(?:^|(?<=\n))[ \t>]*\|[^\n]*\n?){1,2}\Z")
_TEXT_IN_BRACKETS = r"!?\[((?:[^\[\]\n]|\[[^\[\]\n]*\])*)"
_ADDRESS = r"\][ ]?\([^\s()]*(?:\([^\s()]*\)?[^\s()]*)?(?: \"[^\"\n]*\"?)?"
_LINK = re.compile(rf"(?<!\\){_TEXT_IN_BRACKETS}(?:{_ADDRESS}|(?<!\[\d)(?<!\[\d\d)(?<!\[)\])?\Z")
"""A link with an incomplete address, shown as its text only."""
_LONGEST_HALF = 600
_TOKEN = re.compile(r"`+|\*+|_+|~~")
_NAME = re.compile(r"__[a-z0-9_]*\Z")
_CLOSED = "\0"


def finished(markdown: str) -> Document:
    """Parse partial Markdown as it is probably meant."""
    document = parse(markdown)
    for step in (_without_half_markers, _closed):
        text = step(markdown, document)
        if text != markdown:
            markdown, document = text, parse(text)
    return document


def _without_half_markers(markdown: str, document: Document) -> str:
    block, _ = _last_block(document)
    if block == "CodeBlock":
        return _HALF_FENCE.sub("", markdown)
    begin = max(0, len(markdown) - _LONGEST_HALF)
    tail = markdown[begin:]
    for pattern in _WAITING:
        tail = pattern.sub("", tail)
    link = _LINK.search(tail)
    if link and tail.count("`", 0, link.start()) % 2 == 0:  # not in code
        tail = tail[: link.start()] + link[1]
    return markdown[:begin] + (tail if block == "TableCell" else _TABLE_HEAD.sub("", tail))


def _closed(markdown: str, document: Document) -> str:
    """Close the open markers of the last block."""
    block, events = _last_block(document)
    if block == "CodeBlock" or markdown.endswith("\n\n"):
        return markdown
    closers = _closers(_open_text(document.source, events))
    if not closers:
        return markdown
    is_code = closers.startswith("`")  # where the corrections' backslashes would be visible
    return (markdown if is_code else document.source).rstrip() + closers


def _last_block(document: Document) -> tuple[str, tuple[Event, ...]]:
    """Return the kind and the events of the last block with text."""
    for index in reversed(range(len(document.events))):
        event = document.events[index]
        if event.kind == "Start" and event.tag in _BLOCKS and event.start < event.end:
            return event.tag, document.events[index + 1 :]
    return "", document.events


def _open_text(source: str, events: Iterable[Event]) -> str:
    """Return the text outside closed elements, with a placeholder for each closed one."""
    pieces: list[str] = []
    begun: list[int] = []
    for event in events:
        match event:
            case Event("Start"):
                begun.append(len(pieces))
            case Event("End") if begun:
                pieces[begun.pop() :] = [_CLOSED]
            case Event("Text", data=str(text)):
                is_escaped = source.endswith("\\", 0, event.start)
                pieces.append(_CLOSED + text[1:] if is_escaped else text)
            case Event("SoftBreak" | "HardBreak"):
                pieces.append("\n")
            case Event("Code"):
                pieces.append(_CLOSED)
    return "".join(pieces)


def _closers(text: str) -> str:
    """Return the closing markers for the open ones of a block's text."""
    opened: list[str] = []
    for token in _TOKEN.finditer(text):
        start, end = token.span()
        marker, before, after = token.group(), text[max(0, start - 1) : start], text[end : end + 1]
        if marker[0] == "`":
            return marker + "".join(reversed(opened))
        if marker in opened:
            del opened[opened.index(marker) :]
        elif after.strip() and not (before.isalnum() and after.isalnum() and marker != "**"):
            opened += [marker] if not _NAME.match(text, start) else []
    return "".join(reversed(opened))
