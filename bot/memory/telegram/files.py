"""`/memory export` and `/memory import`. An import is offered first, then confirmed, and can be undone."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from typing import ClassVar, Final, Literal, TypeAlias

from telegram import Document

from bot.kit.errors import FileRefused, FileUnavailable
from bot.kit.language import mark, plural, sentences, t
from bot.kit.owner import Owner
from bot.kit.text import clean, folded, one_line
from bot.kit.vectors import Embedding
from bot.memory import imports
from bot.memory.acts import with_subject
from bot.memory.exchange.found import MOST_BYTES as MOST_READ_BYTES
from bot.memory.exchange.found import Found
from bot.memory.exchange.reading import read, read_text
from bot.memory.exchange.writing import CATEGORIES, json_lines, markdown
from bot.memory.imports import OfferedImport
from bot.memory.operations import Memories
from bot.memory.refusals import NoSuchImport, StoreFull, UnreadableFile
from bot.memory.store import imports as stored
from bot.memory.store.memories import live
from bot.store.engine import Database, Transaction
from bot.telegram.buttons import ButtonData, Lookup, Press, Reaction, and_more, shortened
from bot.telegram.chats import Job
from bot.telegram.errors import MEMORIES_FILE, writing
from bot.telegram.formatting import RichText, bold, code, compose, filled, utf16_length
from bot.telegram.texts import MOST_BYTES, Button, File, Keyboard, Part, Text

HOW_TO_IMPORT: Final = mark(
    "Send me a file of memories with the caption /memory import, or send /memory import followed by a list. I can read "
    "files of /memory export, JSON, Markdown, plain lists, and the answer of ChatGPT or Claude when you ask them to "
    "list everything they remember about you. I show you what I found before I store anything."
)
_NAME_CHARACTERS: Final = 100
_CUT_UNITS: Final = 2_000
"""UTF-16 units from which on a list may be the first part of a longer one.

Telegram's apps cut a message at 4,096 of them or before, where it breaks best; Telegram Desktop from 2,048 on, with the
command.
"""
_MAY_BE_CUT: Final = mark("Telegram's app cuts long messages. If part of your list is missing, send it as a file.")
_SHOWN: Final = 15
_LEFT_OUT_SHOWN: Final = 5
_SHOWN_UNITS: Final = 160
_Verb: TypeAlias = Literal["yes", "no", "undo"]
_NO_FILE: Final = mark("Telegram doesn't give me this file. Can you send it again?")
_NO_MEMORIES: Final = mark("I can read memories only from text files: JSON, Markdown, CSV, or a plain list.")
_TEXTS: Final = (".csv", ".json", ".jsonl", ".markdown", ".md", ".ndjson", ".text", ".txt")
_JSON: Final = ("application/json", "application/jsonl", "application/x-jsonlines", "application/x-ndjson")


@dataclass(frozen=True, slots=True)
class ImportButton(ButtonData):
    """Confirms, withdraws or undoes an import."""

    NAME: ClassVar = "import"

    verb: _Verb
    import_id: str


class MemoryFiles:
    """Handles the `/memory` commands on files, and passes the rest to another command.

    The buttons of an offer do the same as the commands named in it. A result replaces the message if something changed
    or an import can be undone; else it is a toast.
    """

    def __init__(self, others: Lookup, memories: Memories, timezone: tzinfo | None) -> None:
        self._others = others
        self._memories = memories
        self._timezone = timezone

    async def answer(
        self, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None
    ) -> Sequence[Part]:
        """Handle a command in the caller's transaction, and return the answer."""
        verb, *rest = words.split(None, 1)[:2] or [""]
        match verb.casefold():
            case "export":
                return await self._exported(tx, owner)
            case "import":
                return await self._import(tx, owner, "".join(rest).strip())
            case _:
                return await self._others(tx, owner, words, embedding)

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Handle a press: confirm, withdraw or undo an import."""
        pressed = ImportButton.parsed(press.data)
        return await self._decide(tx, owner, pressed.verb, pressed.import_id)

    async def _import(self, tx: Transaction, owner: Owner, words: str) -> Sequence[Part]:
        match folded(words).split():
            case []:
                return [Text(t(HOW_TO_IMPORT))]
            case ["yes" | "no" as verb]:
                reaction = await self._decide(tx, owner, verb)
            case ["undo"]:
                reaction = await self._decide(tx, owner, "undo")
            case ["undo", _]:
                reaction = await self._decide(tx, owner, "undo", words.split()[1])
            case _:
                return await self._pasted(tx, owner, words)
        if reaction.shows is None:
            return [Text(reaction.toast)]
        return [Keyboard(reaction.shows.about or ""), reaction.shows]

    async def _pasted(self, tx: Transaction, owner: Owner, words: str) -> Sequence[Part]:
        """Offer to import the memories of a message."""
        hint = f"\n\n{t(_MAY_BE_CUT)}" if utf16_length(words) >= _CUT_UNITS else ""
        try:
            return await _offer(tx, self._memories, owner, read_text(words), t("your message"), hint)
        except UnreadableFile as error:
            return compose(sentences(t("I can't read memories in this message."), str(error)), hint)

    async def _decide(self, tx: Transaction, owner: Owner, verb: _Verb, import_id: str = "") -> Reaction:
        """Confirm, withdraw or undo an import by id, by default the last one."""
        if not import_id:
            last = await (stored.newest if verb == "undo" else stored.offered)(tx, owner)
            if last is None and verb != "undo":
                return Reaction(toast=t("There is nothing to import."))
            import_id = last.id if last else ""
        try:
            match verb:
                case "yes":
                    return await self._confirmed(tx, owner, import_id)
                case "no":
                    await imports.withdraw(tx, owner, import_id)
                    return _shows(import_id, t("Nothing was imported."))
                case "undo":
                    return await _undone(tx, owner, import_id)
        except StoreFull as full:
            return Reaction(toast=sentences(t("Nothing was imported."), str(full)))
        except NoSuchImport as gone:
            there = await stored.find(tx, owner, import_id)
            is_put = there is not None and there.put_at is not None and there.undone_at is None
            return Reaction(toast=str(gone), shows=imported(import_id, there.added) if there and is_put else None)

    async def _confirmed(self, tx: Transaction, owner: Owner, import_id: str) -> Reaction:
        done = await imports.confirm(tx, self._memories, owner, import_id)
        if done.id is None:
            return _shows(import_id, t("Nothing was imported: I already know all of it."))
        return Reaction(shows=imported(import_id, len(done.new)))

    async def _exported(self, tx: Transaction, owner: Owner) -> Sequence[Part]:
        memories = await live(tx, owner)
        if not memories:
            return compose(t("I don't remember anything yet."))
        programs, people = (write(memories).encode() for write in (json_lines, markdown))
        if max(len(programs), len(people)) > MOST_BYTES:
            command = code(writing(MEMORIES_FILE, owner.user_id))
            return compose(
                t("This is too much for a file in Telegram. Whoever hosts me can save it with this command:"),
                "\n",
                command,
            )
        name = f"{MEMORIES_FILE}-{datetime.now(UTC).astimezone(self._timezone):%Y-%m-%d}"
        return [
            File(
                f"{name}.jsonl",
                programs,
                plural("{count} memory, for programs.", "{count} memories, for programs.", len(memories)),
            ),
            File(
                f"{name}.md",
                people,
                t("The same, for you to read. Send either file back to import it. Changed lines become new memories."),
            ),
        ]


async def read_file(memories: Memories, database: Database, document: Document, job: Job) -> None:
    """Read a file as memories, or say why not."""
    why_not, content = _objection(document), None
    try:
        content = None if why_not else _small(await job.chat.channel.download(document.file_id))
    except (FileRefused, FileUnavailable):
        why_not = t(_NO_FILE)
    async with database.transaction() as tx:
        answer: Sequence[Part] = [Text(why_not)]
        if content is not None:
            answer = await _received(tx, memories, job.chat.owner, clean(document.file_name or ""), content)
        await job.acknowledge(tx, answer)


async def _received(tx: Transaction, memories: Memories, owner: Owner, name: str, content: bytes) -> Sequence[Part]:
    """Offer to import the memories of a document."""
    name = one_line(name)[:_NAME_CHARACTERS] or t("your file")
    try:
        return await _offer(tx, memories, owner, read(content), name)
    except UnreadableFile as error:
        return compose(sentences(t("I can't read memories in {name}.", name=name), str(error)))


async def _offer(
    tx: Transaction, memories: Memories, owner: Owner, found: Found, name: str, hint: str = ""
) -> Sequence[Part]:
    found = await imports.without_former(tx, owner, found)
    remarks = _remarks(found, hint)
    if not found.additions:
        return compose(t("I found no memories in {name}.", name=name), *remarks)
    try:
        offer = await imports.offer(tx, memories, owner, found.additions, name)
    except StoreFull as full:
        return compose(sentences(t("Nothing can be imported."), str(full)))
    if offer.id is None:
        return compose(sentences(_of_all(found, name), t("I already know all of it.")), *remarks)
    offered = OfferedImport(offer=offer, found=found, name=name)
    return [*without_former(offered), *import_offer(offered, hint)]


def import_offer(offered: OfferedImport, hint: str = "") -> list[Text]:
    """Render the offer of an import, with buttons. Pure."""
    offer, found = offered.offer, offered.found
    known = plural("I already know {count}.", "I already know {count}.", offer.known) if offer.known else ""
    lines = (shortened(with_subject(it.content, it.subject), _SHOWN_UNITS) for it in offer.new)
    new = [f"{line} ({t(CATEGORIES[it.category])})" for line, it in zip(lines, offer.new, strict=True)]
    yes, no = code("/memory import yes"), code("/memory import no")
    said = compose(
        sentences(_of_all(found, offered.name), plural("{count} is new.", "{count} are new.", len(new)), known),
        *_listed(t("New:"), new, _SHOWN),
        *_remarks(found, hint),
        f"\n\n{t('This replaces the earlier import.')}" if offer.replaces else "",
        "\n\n",
        filled(t("Import what is new? {yes} or {no}"), yes=yes, no=no),
    )
    return _about(offer.id or "", said, (t("Import"), "yes"), (t("No"), "no"))


def without_former(offered: OfferedImport) -> list[Keyboard]:
    """Take the buttons from the messages about the import that an offer replaces."""
    return [without_buttons_about(offered.offer.replaces)] if offered.offer.replaces else []


def _of_all(found: Found, name: str) -> str:
    return plural(
        "I found {count} memory in {name}.", "I found {count} memories in {name}.", len(found.additions), name=name
    )


def _remarks(found: Found, hint: str) -> list[str | RichText]:
    left_out = [f"“{it.text}”: {it.why}" for it in found.left_out]
    return [*_listed(t("Left out:"), left_out, _LEFT_OUT_SHOWN), hint]


async def _undone(tx: Transaction, owner: Owner, import_id: str) -> Reaction:
    done = await imports.undo(tx, owner, import_id)
    if not done.forgotten and not done.kept:
        return Reaction(toast=t("All of it is already deleted."))
    return _shows(import_id, taken_back(done.forgotten, done.kept))


def taken_back(removed: int, kept: int) -> str:
    """Report the undo of an import, by the numbers of its memories."""
    done = plural("Import undone: {count} memory removed.", "Import undone: {count} memories removed.", removed)
    changed = plural(
        "I keep {count} memory that has changed since then.",
        "I keep {count} memories that have changed since then.",
        kept,
    )
    return sentences(done, changed if kept else "")


def imported(import_id: str, added: int) -> Text:
    """Report an import, with an undo button."""
    done = plural("Imported {count} memory.", "Imported {count} memories.", added)
    undo = filled(t("To undo this: {command}"), command=code(f"/memory import undo {import_id}"))
    return _about(import_id, compose(done, "\n\n", undo), (t("↩️ Undo"), "undo"))[-1]


def without_buttons_about(import_id: str) -> Keyboard:
    """Take the buttons from the messages about an import."""
    return Keyboard(f"{ImportButton.NAME}:{import_id}")


def _shows(import_id: str, text: str) -> Reaction:
    return Reaction(shows=_about(import_id, compose(text))[-1])


def _about(import_id: str, parts: Sequence[Text], *buttons: tuple[str, _Verb]) -> list[Text]:
    """Return messages, the last one about an import with buttons (label and verb)."""
    *before, last = parts
    row = [Button(label, ImportButton(verb, import_id).data) for label, verb in buttons]
    return [*before, replace(last, buttons=[row] if row else (), about=f"{ImportButton.NAME}:{import_id}")]


def _listed(heading: str, lines: Sequence[str], most: int) -> list[str | RichText]:
    """Return a heading and the first lines; empty without lines."""
    rest = len(lines) - most
    return ["\n\n", bold(heading), *(f"\n• {it}" for it in lines[:most]), and_more(rest)] if lines else []


def _objection(document: Document) -> str:
    """Return the reason why a document is not read as memories, or an empty text."""
    media_type, name = (document.mime_type or "").casefold(), (document.file_name or "").casefold()
    if not media_type.startswith("text/") and media_type not in _JSON and not name.endswith(_TEXTS):
        return t(_NO_MEMORIES)
    if (document.file_size or 0) > MOST_READ_BYTES:
        return t("This file is larger than {size} MB. Send it in parts.", size=MOST_READ_BYTES // 1_000_000)
    return ""


def _small(content: bytes) -> bytes:
    """Return a file with memories. Raises FileRefused if it is larger than Telegram said."""
    if len(content) > MOST_READ_BYTES:
        raise FileRefused(mark("it is larger than I accept (ATTACHMENT_MB)"))
    return content
