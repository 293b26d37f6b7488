"""Lines of a message that a chat shows: found by what they are about, and changed. Pure.

A line is found by its sign and by the texts in it, which are the user's own: the sentence around them may be in another
language by now, or of another release.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from telegram import MessageEntity

from bot.telegram.formatting.markdown import clean
from bot.telegram.formatting.rich_text import STRIKETHROUGH
from bot.telegram.texts import MAX_UNITS, Text, utf16_length


def line_about(text: str, signs: Collection[str], about: Iterable[Collection[str]]) -> int | None:
    """Return the index of the line that begins with a sign and has one of each texts in it, in the last block of lines.

    Of several, the shortest one is it, as the others say more.
    """
    lines = text.split("\n")
    first = next((at + 1 for at in reversed(range(len(lines))) if not lines[at].strip()), 0)
    wanted = [[clean(it) for it in several] for several in about]
    found = [
        at
        for at in reversed(range(first, len(lines)))
        if lines[at].startswith(tuple(signs)) and all(any(it in lines[at] for it in several) for several in wanted)
    ]
    return min(found, key=lambda at: len(lines[at]), default=None)


def with_line(shown: Text, at: int | None, line: str, *, is_struck: bool = False) -> Text:
    """Return a message with another line in the place of one, perhaps struck through; None adds it below.

    The message stays as it is if it would be too long.
    """
    lines = shown.text.split("\n")
    line = clean(line)
    before = lines if at is None else lines[:at]
    old, after = ("", []) if at is None else (lines[at], lines[at + 1 :])
    whole = "\n".join([*before, line, *after])
    if utf16_length(whole) > MAX_UNITS:
        return shown
    start = sum(utf16_length(it) + 1 for it in before)
    end, shift = start + utf16_length(old), utf16_length(line) - utf16_length(old)
    entities = [it for it in shown.entities if it.offset + it.length <= start]
    if is_struck:
        entities.append(MessageEntity(STRIKETHROUGH.type, start, utf16_length(line)))
    below = [it for it in shown.entities if at is not None and it.offset >= end]
    entities += [MessageEntity(it.type, it.offset + shift, it.length, it.url, language=it.language) for it in below]
    return replace(shown, text=whole, entities=tuple(entities))
