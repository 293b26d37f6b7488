"""The practice model's rules for notes."""

import json

import pytest

from practice.model import notebook
from practice.model.answer import ToolCall
from practice.model.conversation import Step


@pytest.mark.parametrize(
    ("sentence", "tool", "arguments"),
    [
        (
            "Add milk, eggs and tea to my shopping list",
            "append_to_note",
            {"name": "Shopping list", "text": "- [ ] milk\n- [ ] eggs\n- [ ] tea"},
        ),
        ("put a boat in my notes", "append_to_note", {"name": "Notes", "text": "a boat"}),
        (
            "Tick off milk and tea on the shopping list",
            "tick_in_note",
            {"name": "Shopping list", "items": ["milk", "tea"], "done": True},
        ),
        ("show me my notes", "find_notes", {}),
    ],
)
def test_a_sentence_about_notes_leads_to_a_call(sentence: str, tool: str, arguments: dict[str, object]) -> None:
    call = notebook.call_for(sentence)
    assert call
    assert (call.name, json.loads(call.arguments)) == (tool, arguments)


@pytest.mark.parametrize("sentence", ["Add Alec to my team", "What is on my mind", "Alec is on the list of speakers"])
def test_other_sentences_lead_to_none(sentence: str) -> None:
    assert notebook.call_for(sentence) is None


@pytest.mark.parametrize(
    ("tool", "result", "said"),
    [
        ("append_to_note", 'Done. "List" is new.', "Done. That's in your note “List”."),
        ("tick_in_note", "Nothing was done. No.", "That didn't work, so nothing was changed. No."),
        ("find_notes", '[note "List", odd] milk\n[note "B"] tea', "Your notes:\n“List”: milk\n“B”: tea"),
        ("find_notes", "There are no notes.", "I found no note."),
    ],
)
def test_a_result_is_put_into_words(tool: str, result: str, said: str) -> None:
    assert notebook.outcome(Step(ToolCall.of(tool, name="List"), result)) == said
