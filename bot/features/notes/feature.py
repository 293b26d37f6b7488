"""Notes: all that they bring."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from bot.feature import Feature, InChat, Overview, Parts
from bot.features.notes import operations
from bot.features.notes.reading import size
from bot.features.notes.store import notes as stored
from bot.features.notes.store.notes import INDEXED
from bot.features.notes.store.tables import AgentNote, AgentNoteVersion, AgentNoteWords
from bot.features.notes.telegram import command
from bot.features.notes.telegram.requests import FORMS
from bot.features.notes.telegram.showing import open_buttons
from bot.features.notes.telegram.ticking import list_rows, refreshed
from bot.features.notes.tools import notebook_tools
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.zones import OwnersZone
from bot.memory.exchange.writing import file_name
from bot.store.engine import Transaction
from bot.telegram.acts import AnswerList
from bot.telegram.help import MEMORY, Use
from bot.turns.store.exports import Section


def _in_chat(parts: Parts) -> InChat:
    return InChat(lookups={"notes": partial(command.answer, parts.timezone)}, actions=command.actions(parts.timezone))


async def _overview(tx: Transaction, owner: Owner, _: object) -> Overview:
    notes, _of = await stored.page(tx, owner, skip=0, most=100)
    items = [
        {"title": note.name, "facts": size(note), "text": note.content, "command": f"/notes show {note.name}"}
        for note in notes
    ]
    return Overview(t("Notes"), t("No notes yet."), items)


async def _pages(tx: Transaction, owner: Owner) -> Mapping[str, bytes]:
    """Return a file for each of an owner's notes, by its path."""
    notes, _ = await stored.page(tx, owner, skip=0, most=1_000_000)
    return {f"Notes/{file_name(note.name)}.md": f"{note.content}\n".encode() for note in notes}


def _section() -> Section[Any]:
    from bot.features.notes.export import NOTES  # noqa: PLC0415 - it takes a megabyte, and is seldom needed

    return NOTES


NOTES = Feature(
    name="notes",
    uses=[Use("notes", mark("See the notes and lists I keep for you"), MEMORY, FORMS)],
    shared=lambda settings: [notebook_tools(OwnersZone(settings.timezone))],
    in_chat=_in_chat,
    below=AnswerList(rows=list_rows, refreshed=refreshed, opens=open_buttons),
    listed=operations.listed,
    news=operations.news,
    indexed=[INDEXED],
    overview=_overview,
    section=_section,
    pages=_pages,
    finds=command.find_beside,
    routes=["bot.features.notes.http"],
    tables=[AgentNote, AgentNoteVersion, AgentNoteWords],
)
