"""`/memory export` and `/memory import`: memories as files, straight out of the database and into it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import Final

from bot.database.engine import Transaction
from bot.database.memories import Memories
from bot.database.memory_imports import MemoryImports, Offer
from bot.database.outbox import MOST_BYTES as MOST_SENT
from bot.database.outbox import Button, File, Text
from bot.errors import NoSuchImport, StoreFull, UnreadableFile
from bot.exchange import json_values, markdown
from bot.exchange.found import MOST_BYTES, Found
from bot.exchange.reading import read, read_text
from bot.messages import Owner, folded, one_line
from bot.telegram.buttons import NOTHING_TO_PRESS, Press, Reaction, button_data
from bot.telegram.documents import Document
from bot.telegram.formatting import Part, RichText, bold, code, compose, utf16_length
from bot.telegram.handlers import Lookup
from bot.telegram.sender import texts

IMPORT: Final = "import"
"""What the data of its buttons begins with."""
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
_SHOWN: Final = 15
_LEFT_OUT_SHOWN: Final = 5
_SHOWN_CHARACTERS: Final = 160
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
    """Carries out what `/memory` does with files, and leaves the rest of it to another command.

    Whatever it offers has buttons that do what the commands do which it names.
    """

    def __init__(self, others: Lookup, memories: Memories, imports: MemoryImports, timezone: tzinfo | None) -> None:
        self._others = others
        self._memories = memories
        self._imports = imports
        self._timezone = timezone

    async def answer(self, tx: Transaction, owner: Owner, words: str) -> Sequence[Part | Text]:
        """Do what is asked, in the caller's transaction, and return what to say."""
        verb, *rest = words.split(None, 1)[:2] or [""]
        match verb.casefold():
            case "export":
                return await self._exported(tx, owner)
            case "import":
                return await self._import(tx, owner, "".join(rest).strip())
            case _:
                return await self._others.answer(tx, owner, words)

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

    async def received(
        self, tx: Transaction, owner: Owner, document: Document, content: bytes
    ) -> Sequence[Part | Text]:
        """Offer to import what is in a document."""
        name = one_line(document.name)[:_NAME_CHARACTERS] or "your file"
        try:
            return await self._offered(tx, owner, read(content), name)
        except UnreadableFile as error:
            return compose(f"I can't read {name} as memories. {error}")

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Import what a button offers, let go of it, or take it back; its message shows what came of that."""
        verb, _, import_id = press.data.partition(":")
        match verb:
            case "yes":
                said = await self.confirm(tx, owner, import_id)
            case "no":
                said = await self._let_go(tx, owner, import_id)
            case "undo":
                said = await self.undo(tx, owner, import_id)
            case _:
                return Reaction(toast=NOTHING_TO_PRESS)
        return Reaction(shows=said[0])

    async def confirm(self, tx: Transaction, owner: Owner, import_id: str) -> list[Text]:
        """Import what was offered under an id."""
        try:
            done = await self._imports.confirm(tx, owner, import_id)
        except (NoSuchImport, StoreFull) as error:
            return texts(compose(f"Nothing was imported. {error}"))
        if done.id is None:
            return texts(compose("Nothing was imported: I know all of it by now."))
        undo = code(f"/memory import undo {done.id}")
        said = compose(f"Imported {_counted(done.added)}.\n\nTo take that back: ", undo)
        return _with_buttons(said, ("↩️ Undo", f"undo:{done.id}"))

    async def undo(self, tx: Transaction, owner: Owner, import_id: str) -> list[Text]:
        """Take an import back."""
        try:
            done = await self._imports.undo(tx, owner, import_id)
        except NoSuchImport as error:
            return texts(compose(str(error)))
        if not done.forgotten and not done.kept:
            return texts(compose("Nothing of it is remembered at the moment."))
        kept = f" {_counted(done.kept).capitalize()} changed since, and I keep that." if done.kept else ""
        return texts(compose(f"Took the import back: {_counted(done.forgotten)} forgotten.{kept}"))

    async def _let_go(self, tx: Transaction, owner: Owner, import_id: str | None = None) -> list[Text]:
        """Let go of what is offered, if it is offered under that id, or under any."""
        let_go = await self._imports.withdraw(tx, owner, import_id)
        return texts(compose("Nothing of it is imported." if let_go else "There is nothing to import."))

    async def _import(self, tx: Transaction, owner: Owner, words: str) -> Sequence[Part | Text]:
        match folded(words).split():
            case []:
                return [Part(HOW_TO_IMPORT)]
            case ["yes"]:
                offered = await self._imports.offered(tx, owner)
                return await self.confirm(tx, owner, offered) if offered else [Part("There is nothing to import.")]
            case ["no"]:
                return await self._let_go(tx, owner)
            case ["undo", *named] if len(named) < 2:  # noqa: PLR2004 - an id, or none
                import_id = words.split()[1] if named else await self._imports.newest(tx, owner)
                return await self.undo(tx, owner, import_id or "")
            case _:
                return await self._pasted(tx, owner, words)

    async def _pasted(self, tx: Transaction, owner: Owner, words: str) -> Sequence[Part | Text]:
        """Offer to import what stands in a message."""
        hint = _MAY_BE_CUT if utf16_length(words) >= _CUT_UNITS else ""
        try:
            return await self._offered(tx, owner, read_text(words), "your message", hint)
        except UnreadableFile as error:
            return compose(f"I can't read this as memories. {error}", hint)

    async def _offered(
        self, tx: Transaction, owner: Owner, found: Found, name: str, hint: str = ""
    ) -> Sequence[Part | Text]:
        remarks = [*_left_out(found), hint]
        if not found.proposals:
            return compose(f"I found no memories in {name}.", *remarks)
        try:
            offer = await self._imports.offer(tx, owner, found.proposals, name)
        except StoreFull as full:
            return compose(f"Nothing can be imported. {full}")
        counted = f"I found {_counted(len(found.proposals))} in {name}"
        if offer.id is None:
            return compose(f"{counted}, and know all of it already.", *remarks)
        known = offer.preview.known
        said = compose(
            f"{counted}: {len(offer.preview.new):,} new, {known:,} known already or there twice.",
            *_first(offer),
            *remarks,
            *(["\n\nWhat I offered to import before is let go."] if offer.replaces else []),
            "\n\nImport what is new? ",
            code("/memory import yes"),
            " or ",
            code("/memory import no"),
        )
        return _with_buttons(said, ("Import", f"yes:{offer.id}"), ("No", f"no:{offer.id}"))

    async def _exported(self, tx: Transaction, owner: Owner) -> Sequence[Part | Text]:
        memories = await self._memories.live(tx, owner)
        if not memories:
            return compose("I don't remember anything yet.")
        programs, people = (write(memories).encode() for write in (json_values.written, markdown.written))
        if max(len(programs), len(people)) > MOST_SENT:
            command = code(f"python -m bot memory export --user {owner.user_id} <file>")
            return compose("This is more than Telegram takes as a file. Whoever hosts me can write it:\n", command)
        name = f"keepsake-memories-{datetime.now(UTC).astimezone(self._timezone):%Y-%m-%d}"
        return [
            Text(f"{_counted(len(memories)).capitalize()}, for programs.", file=File(f"{name}.jsonl", programs)),
            Text(
                "The same, for you to read. Send either back to import it: what you changed in it is added as new.",
                file=File(f"{name}.md", people),
            ),
        ]


def _with_buttons(parts: Sequence[Part], *buttons: tuple[str, str]) -> list[Text]:
    """Put a row of buttons under the last of some messages, each with what it says and what its press tells."""
    *before, last = texts(parts)
    return [*before, replace(last, buttons=[[Button(text, button_data(IMPORT, data)) for text, data in buttons]])]


def _first(offer: Offer) -> list[str | RichText]:
    """Show the first of what is new."""
    lines = [f"\n• {_short(it.content)} ({it.category.value})" for it in offer.preview.new[:_SHOWN]]
    more = len(offer.preview.new) - len(lines)
    return ["\n\n", bold("New:"), *lines, f"\n… and {more:,} more" if more > 0 else ""]


def _left_out(found: Found) -> list[str | RichText]:
    if not found.left_out:
        return []
    lines = [f"\n• “{it.text}”: {it.why}" for it in found.left_out[:_LEFT_OUT_SHOWN]]
    more = len(found.left_out) - len(lines)
    return ["\n\n", bold("Not taken:"), *lines, f"\n… and {more:,} more" if more > 0 else ""]


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _SHOWN_CHARACTERS else f"{line[: _SHOWN_CHARACTERS - 1].rstrip()}…"


def _counted(memories: int) -> str:
    return "one memory" if memories == 1 else f"{memories:,} memories"
