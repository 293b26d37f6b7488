"""Small models fill in every argument: with null, with nothing, and lists as texts."""

import json
from collections.abc import Sequence

import pytest
from pydantic import ValidationError

from bot.features.files import ReadDocument
from bot.features.history.tools import SearchConversations
from bot.features.notes.tools import ChangeNote, FindNotes, ReadNote
from bot.features.notes.values import Ticking
from bot.features.reminders.tools import ChangeReminder, ListReminders, SetReminder
from bot.features.web.tools import FetchPage
from bot.memory import mcp as assistants
from bot.memory.tools.arguments import AddToMemory, SearchMemory, UpdateMemory
from bot.turns.tools.finding import UseTool
from bot.turns.tools.tool import ToolArguments, mistakes

FACT: dict[str, object] = {"content": "The user likes tea", "category": "preference"}
CALLS: Sequence[tuple[type[ToolArguments], dict[str, object]]] = (
    (FindNotes, {}),
    (ReadNote, {"name": "Groceries"}),
    (ChangeNote, {"name": "Groceries", "add": "- [ ] milk"}),
    (SetReminder, {"text": "Call mom", "when": "tomorrow at 9", "at": "2026-12-01T09:00"}),
    (ListReminders, {}),
    (ChangeReminder, {"id": "abcdefgh", "cancel": True}),
    (ReadDocument, {"id": "abcdefgh"}),
    (FetchPage, {"url": "https://example.com"}),
    (SearchConversations, {"query": "tea"}),
    (SearchMemory, {"query": "tea"}),
    (AddToMemory, FACT),
    (UpdateMemory, {"memory_id": "abcdefgh", "content": "The user likes tea"}),
    (UseTool, {"name": "find_notes"}),
    (assistants.ListMemories, {}),
    (assistants.AddMemory, FACT),
)


@pytest.mark.parametrize("nothing", [None, ""])
@pytest.mark.parametrize(("arguments", "given"), CALLS)
def test_what_is_filled_in_with_nothing_counts_as_left_out(
    arguments: type[ToolArguments], given: dict[str, object], nothing: object
) -> None:
    filled = {**dict.fromkeys(arguments.model_fields, nothing), **given}
    assert arguments.model_validate_json(json.dumps(filled)) == arguments.model_validate_json(json.dumps(given))


@pytest.mark.parametrize("tick", [["milk", ""], '["milk"]', "milk"])
def test_items_are_read_in_any_form(tick: object) -> None:
    assert ChangeNote.model_validate({"name": "Groceries", "tick": tick}).wanted == Ticking(
        name="Groceries", items=("milk",)
    )


@pytest.mark.parametrize("tick", ["[]", [""]])
def test_no_items_are_no_change_beside_one(tick: object) -> None:
    assert ChangeNote.model_validate({"name": "Groceries", "add": "tea", "tick": tick}).add == "tea"


@pytest.mark.parametrize(
    ("arguments", "given", "says"),
    [
        (SearchMemory, {"query": "tea", "category": "all"}, "one of: context, person, preference, project."),
        (ReadNote, {"name": "Groceries", "part": "the second"}, "The part must be a whole number."),
        (FetchPage, {"url": "https://example.com", "links": "maybe"}, "The links must be true or false."),
        (ChangeReminder, {"id": "abcdefgh", "nag_minutes": "none"}, "The nag minutes must be a whole number."),
    ],
)
def test_a_mistake_names_its_argument(arguments: type[ToolArguments], given: dict[str, object], says: str) -> None:
    with pytest.raises(ValidationError) as refused:
        arguments.model_validate(given)
    assert mistakes(refused.value).endswith(says)
