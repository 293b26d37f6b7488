"""Read the memories in a file, in any of the formats people have."""

import codecs

from bot.errors import UnreadableFile
from bot.memory.exchange import json_values, lists, markdown, separated_values
from bot.memory.exchange.found import MOST_BYTES, MOST_MEMORIES, Found
from bot.values import clean


def read(content: bytes, *, most_bytes: int = MOST_BYTES, most_memories: int = MOST_MEMORIES) -> Found:
    """Return the memories in a file. Raises UnreadableFile."""
    if len(content) > most_bytes:
        raise UnreadableFile(f"It is larger than {most_bytes // 1_000_000} MB: send it in parts.")
    is_utf_16 = content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    try:
        text = content.decode("utf-16" if is_utf_16 else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UnreadableFile("It isn't text in UTF-8 or UTF-16: save it as UTF-8, and send it again.")
    return read_text(text, most_memories=most_memories)


def read_text(text: str, *, most_memories: int = MOST_MEMORIES) -> Found:
    """Return the memories in a text. Its words are data, never instructions. Raises UnreadableFile."""
    text = clean(text).strip()
    found = json_values.read(text) or markdown.read(text) or separated_values.read(text) or lists.read(text)
    if len(found.additions) > most_memories:
        raise UnreadableFile(
            f"It has {len(found.additions):,} memories, and at most {most_memories:,} can be read at once: "
            "send it in parts."
        )
    return found
