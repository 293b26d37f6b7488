"""`/memory export` and `/memory import`: memories as files, straight out of the database and into it."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from typing import Final

from bot.database.engine import Transaction
from bot.database.memories import live
from bot.errors import UnreadableFile
from bot.memory.exchange import json_values, markdown
from bot.memory.exchange.found import MOST_BYTES
from bot.memory.exchange.reading import read, read_text
from bot.telegram.buttons import Reaction
from bot.telegram.documents import Document
from bot.telegram.formatting import code, compose, utf16_length
from bot.telegram.handlers import Lookup
from bot.telegram.host_commands import MEMORIES_FILE, writing
from bot.telegram.memory.offers import ImportOffers, counted
from bot.telegram.texts import MOST_BYTES as MOST_SENT
from bot.telegram.texts import File, Text
from bot.values import Embedding, Owner, folded, one_line

HOW_TO_IMPORT: Final = """\
Send me a file with memories, or a list of them behind /memory import. I read what /memory export gave, JSON, \
Markdown, a plain list, and what ChatGPT or Claude answer when you ask them to list everything they remember of you. \
You see what I found before anything is stored."""
_OTHER_CAPTION: Final = (
    "I can't read files for an answer so far. If this one holds memories, send it with the caption /memory import."
)
_TEXTS: Final = (".csv", ".json", ".jsonl", ".markdown", ".md", ".ndjson", ".text", ".txt")
_JSON: Final = ("application/json", "application/jsonl", "application/x-jsonlines", "application/x-ndjson")
_CAPTION: Final = re.compile(r"(?:/memory(?:@\w+)?\s+import)?\s*", re.IGNORECASE)
_NAME_CHARACTERS: Final = 100
_CUT_UNITS: Final = 2_000
"""A list of so many UTF-16 units may be the first part of a longer one.

Telegram's apps cut a message at 4,096 of them or before, where it breaks best; Telegram Desktop from 2,048 on, with the
command.
"""
_MAY_BE_CUT: Final = (
    "\n\nTelegram's app cuts long messages: if your list is longer than what arrived here, send it as a file."
)


class MemoryFiles:
    """Carries out what `/memory` does with files, and leaves the rest of it to another command."""

    def __init__(self, others: Lookup, offers: ImportOffers, timezone: tzinfo | None) -> None:
        self._others = others
        self._offers = offers
        self._timezone = timezone

    async def answer(
        self, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None
    ) -> Sequence[Text]:
        """Do what is asked, in the caller's transaction, and return what to say."""
        verb, *rest = words.split(None, 1)[:2] or [""]
        match verb.casefold():
            case "export":
                return await self._exported(tx, owner)
            case "import":
                return await self._import(tx, owner, "".join(rest).strip())
            case _:
                return await self._others.answer(tx, owner, words, embedding)

    def objection(self, document: Document) -> str | None:
        """Return why a document is not to be downloaded; empty if it is none of ours, None if it is fine."""
        is_text = document.media_type.startswith("text/") or document.media_type in _JSON
        if not is_text and not document.name.casefold().endswith(_TEXTS):
            return ""
        if not _CAPTION.fullmatch(document.caption):
            return _OTHER_CAPTION
        if document.size > MOST_BYTES:
            return f"This file is larger than the {MOST_BYTES // 1_000_000} MB that I read at once: send it in parts."
        return None

    def is_answer(self, command: str) -> bool:
        """Tell whether this says yes or no to what a file offers."""
        return folded(command).split() in (["memory", "import", "yes"], ["memory", "import", "no"])

    async def received(self, tx: Transaction, owner: Owner, document: Document, content: bytes) -> Sequence[Text]:
        """Offer to import what is in a document."""
        name = one_line(document.name)[:_NAME_CHARACTERS] or "your file"
        try:
            return await self._offers.offer(tx, owner, read(content), name)
        except UnreadableFile as error:
            return compose(f"I can't read {name} as memories. {error}")

    async def _import(self, tx: Transaction, owner: Owner, words: str) -> Sequence[Text]:
        match folded(words).split():
            case []:
                return [Text(HOW_TO_IMPORT)]
            case ["yes"]:
                return _said(await self._offers.confirm(tx, owner))
            case ["no"]:
                return _said(await self._offers.decline(tx, owner))
            case ["undo", *named] if len(named) < 2:  # noqa: PLR2004 - an id, or none
                return _said(await self._offers.undo(tx, owner, words.split()[1] if named else None))
            case _:
                return await self._pasted(tx, owner, words)

    async def _pasted(self, tx: Transaction, owner: Owner, words: str) -> Sequence[Text]:
        """Offer to import what stands in a message."""
        hint = _MAY_BE_CUT if utf16_length(words) >= _CUT_UNITS else ""
        try:
            return await self._offers.offer(tx, owner, read_text(words), "your message", hint)
        except UnreadableFile as error:
            return compose(f"I can't read this as memories. {error}", hint)

    async def _exported(self, tx: Transaction, owner: Owner) -> Sequence[Text]:
        memories = await live(tx, owner)
        if not memories:
            return compose("I don't remember anything yet.")
        programs, people = (write(memories).encode() for write in (json_values.written, markdown.written))
        if max(len(programs), len(people)) > MOST_SENT:
            command = code(writing(MEMORIES_FILE, owner.user_id))
            return compose("This is more than Telegram takes as a file. Whoever hosts me can write it:\n", command)
        name = f"{MEMORIES_FILE}-{datetime.now(UTC).astimezone(self._timezone):%Y-%m-%d}"
        return [
            Text(f"{counted(len(memories)).capitalize()}, for programs.", file=File(f"{name}.jsonl", programs)),
            Text(
                "The same, for you to read. Send either back to import it: what you changed in it is added as new.",
                file=File(f"{name}.md", people),
            ),
        ]


def _said(reaction: Reaction) -> Sequence[Text]:
    """Say what came of a command as the press of a button shows it, and take the buttons off what showed it before."""
    shows = reaction.shows
    if shows is None:
        return [Text(reaction.toast)]
    return [Text.without_buttons(shows.about), shows] if shows.about else [shows]
