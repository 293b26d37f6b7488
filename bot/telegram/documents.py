"""Files sent by users that may hold memories."""

import re
from typing import Final

from telegram import Document

from bot.memory.exchange.found import MOST_BYTES
from bot.values.text import folded

NO_TEXT: Final = "I can only read text so far. Tell me in words?"
_OTHER_CAPTION: Final = (
    "I can't read files for an answer so far. If this one holds memories, send it with the caption /memory import."
)
_TEXTS: Final = (".csv", ".json", ".jsonl", ".markdown", ".md", ".ndjson", ".text", ".txt")
_JSON: Final = ("application/json", "application/jsonl", "application/x-jsonlines", "application/x-ndjson")
_CAPTION: Final = re.compile(r"(?:/memory(?:@\w+)?\s+import)?\s*", re.IGNORECASE)


def objection(document: Document, caption: str | None) -> str:
    """Return the reason why a document is not read as memories, or an empty text."""
    media_type, name = (document.mime_type or "").casefold(), (document.file_name or "").casefold()
    if not media_type.startswith("text/") and media_type not in _JSON and not name.endswith(_TEXTS):
        return NO_TEXT
    if not _CAPTION.fullmatch((caption or "").strip()):
        return _OTHER_CAPTION
    if (document.file_size or 0) > MOST_BYTES:
        return f"This file is larger than the {MOST_BYTES // 1_000_000} MB that I read at once: send it in parts."
    return ""


def answers_document(command: str) -> bool:
    """Tell whether a command, without its slash, answers the offer of an import."""
    return folded(command).split() in (["memory", "import", "yes"], ["memory", "import", "no"])
