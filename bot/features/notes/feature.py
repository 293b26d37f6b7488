"""Notes: all that they bring."""

from functools import partial
from types import ModuleType

from bot.feature import Feature, InChat, Parts
from bot.features.notes.store.tables import AgentNote, AgentNoteVersion, AgentNoteWords
from bot.features.notes.telegram import command
from bot.features.notes.telegram.requests import FORMS
from bot.features.notes.tools import notebook_tools
from bot.kit.language import mark
from bot.kit.zones import OwnersZone
from bot.telegram.help import MEMORY, Use


def _in_chat(parts: Parts) -> InChat:
    return InChat(lookups={"notes": partial(command.answer, parts.timezone)}, actions=command.actions(parts.timezone))


def _routes() -> list[ModuleType]:
    from bot.features.notes import http  # noqa: PLC0415 - only once the API is asked

    return [http]


NOTES = Feature(
    name="notes",
    uses=[Use("notes", mark("See the notes and lists I keep for you"), MEMORY, FORMS)],
    shared=lambda settings: [notebook_tools(OwnersZone(settings.timezone))],
    in_chat=_in_chat,
    routes=_routes,
    tables=[AgentNote, AgentNoteVersion, AgentNoteWords],
)
