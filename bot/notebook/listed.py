"""The checklist that a turn is about."""

import json
from collections.abc import Iterable
from typing import Any

from bot.database import notebook as stored
from bot.database.engine import Transaction
from bot.notebook.checklist import items
from bot.values.calls import ToolCall
from bot.values.notes import NAMES_IN_CALLS, NOTE_TOOLS, Note, name_key
from bot.values.owner import Owner


async def listed(tx: Transaction, owner: Owner, calls: Iterable[ToolCall]) -> Note | None:
    """Return the note that calls of the notebook's tools name, if it is the only one and has a checklist."""
    names = {name_key(name): name for call in calls if call.name in NOTE_TOOLS for name in _names(call)}
    found = [await stored.live_named(tx, owner, name) for name in names.values()]
    notes = [note for note in found if note]
    return notes[0] if len(notes) == 1 and items(notes[0].content) else None


def _names(call: ToolCall) -> list[str]:
    """Return the names of notes in a call's arguments."""
    try:
        given: Any = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return []
    named = [given.get(argument) for argument in NAMES_IN_CALLS] if isinstance(given, dict) else []
    return [it for it in named if isinstance(it, str)]
