"""Files sent by users with the caption /memory import."""

import re
from typing import Final

from telegram import Document

from bot.memory.exchange.found import MOST_BYTES
from bot.values.text import folded

NO_TEXT: Final = "I can only read text so far. Tell me in words?"
_NO_MEMORIES: Final = "I read memories from text files only: JSON, Markdown, CSV, or a plain list."
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
        return _NO_MEMORIES
    if (document.file_size or 0) > MOST_BYTES:
        return f"This file is larger than the {MOST_BYTES // 1_000_000} MB that I read at once: send it in parts."
    return ""


def answers_document(command: str) -> bool:
    """Tell whether a command, without its slash, answers the offer of an import."""
    return folded(command).split() in (["memory", "import", "yes"], ["memory", "import", "no"])
