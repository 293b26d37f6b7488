"""Files sent by users with the caption /memory import."""

import re
from typing import Final

from telegram import Document

from bot.errors import FileRefused
from bot.language import mark, t
from bot.memory.exchange.found import MOST_BYTES
from bot.values.text import folded

NO_TEXT: Final = mark("I can't read this. Can you tell me in words?")
_NO_MEMORIES: Final = mark("I can read memories only from text files: JSON, Markdown, CSV, or a plain list.")
_TEXTS: Final = (".csv", ".json", ".jsonl", ".markdown", ".md", ".ndjson", ".text", ".txt")
_JSON: Final = ("application/json", "application/jsonl", "application/x-jsonlines", "application/x-ndjson")
_CAPTION: Final = re.compile(r"/memory(?:@\w+)?\s+import", re.IGNORECASE)


def is_import(caption: str | None) -> bool:
    """Tell whether the caption of a file asks to import it as memories."""
    return _CAPTION.fullmatch((caption or "").strip()) is not None


def objection(document: Document) -> str:
    """Return the reason why a document is not read as memories, or an empty text."""
    media_type, name = (document.mime_type or "").casefold(), (document.file_name or "").casefold()
    if not media_type.startswith("text/") and media_type not in _JSON and not name.endswith(_TEXTS):
        return t(_NO_MEMORIES)
    if (document.file_size or 0) > MOST_BYTES:
        return t("This file is larger than {size} MB. Send it in parts.", size=MOST_BYTES // 1_000_000)
    return ""


def small(content: bytes) -> bytes:
    """Return a file with memories. Raises FileRefused if it is larger than Telegram said."""
    if len(content) > MOST_BYTES:
        raise FileRefused(mark("it is larger than I accept (ATTACHMENT_MB)"))
    return content


def answers_document(command: str) -> bool:
    """Tell whether a command, without its slash, answers the offer of an import."""
    return folded(command).split() in (["memory", "import", "yes"], ["memory", "import", "no"])
