"""Read memories out of a file, whatever shape they have there."""

import codecs
from typing import Final

from bot.errors import UnreadableFile
from bot.memory.exchange import json_values, lists, markdown, separated_values
from bot.memory.exchange.found import MOST_BYTES, MOST_MEMORIES, Found
from bot.values import clean

_MARKS: Final = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def read(content: bytes, *, most_bytes: int = MOST_BYTES, most_memories: int = MOST_MEMORIES) -> Found:
    """Return what is in a file, of the bytes it has. Raises UnreadableFile, and nothing else."""
    if len(content) > most_bytes:
        raise UnreadableFile(f"It is larger than {most_bytes // 1_000_000} MB: send it in parts.")
    return read_text(_text(content), most_memories=most_memories)


def read_text(text: str, *, most_memories: int = MOST_MEMORIES) -> Found:
    """Return what is in a text: JSON, JSON Lines, our Markdown, values in rows, or a list as others write it.

    What it says is data, whatever it says. Raises UnreadableFile, and nothing else.
    """
    text = clean(text).strip()
    found = json_values.read(text) or markdown.read(text) or separated_values.read(text) or lists.read(text)
    if len(found.proposals) > most_memories:
        raise UnreadableFile(
            f"It holds {len(found.proposals):,} memories, and {most_memories:,} can be read at once: send it in parts."
        )
    return found


def _text(content: bytes) -> str:
    """Decode a file as what its byte order mark says, or else as UTF-8. Raises UnreadableFile."""
    mark, encoding = next((it for it in _MARKS if content.startswith(it[0])), (b"", "utf-8"))
    try:
        text = content.removeprefix(mark).decode(encoding)
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UnreadableFile("It is no text in UTF-8 or UTF-16: save it as UTF-8, and send it again.")
    return text
