"""What was said before: answered from the conversation, from a summary, or by a search."""

import pytest

from tests.practice.model.dialogue import BLOCK, INSTRUCTIONS, MEMORY_TOOLS, Chat, Tool, stores

FOUND = """\
[conversation 3, 2 Feb 2026, 09:30, the user] What did I say about the boat?
[conversation 3, 2 Feb 2026, 09:31, you] Boats are lovely.
[conversation 12, 21 Nov 2026, 10:00, the user] … the boat is called Tern, and it leaks …"""


def finds(result: str) -> Tool:
    """Answer searches with a result, and other calls as ever."""
    return lambda name, arguments: result if name == "search_conversations" else stores(name, arguments)


def searching(result: str = FOUND, system: str = INSTRUCTIONS) -> Chat:
    """Give a chat that is offered a search."""
    chat = Chat(system, finds(result), (*MEMORY_TOOLS, "search_conversations"))
    chat.say("Hello")
    return chat


@pytest.mark.parametrize(
    ("asked", "query"),
    [
        ("What did I say about the boat?", "boat"),
        ("When did we talk about the boat?", "boat"),
        ("What was the boat I mentioned?", "boat"),
        ("Do you remember what I told you about our old boat?", "old boat"),
        ("what's the name of the boat that we discussed last week?", ""),
        ("Did I ever mention a boat?", "boat"),
        ("What have we decided on the boat trip to Rügen?", "boat trip Rügen"),
        ("Can you remind me what I said about Nina's boat?", "Nina s boat"),
    ],
)
def test_what_is_known_nowhere_is_searched_for(asked: str, query: str) -> None:
    chat = searching()
    answer = chat.say(asked)
    assert chat.calls == [("search_conversations", {"query": query or "name boat"})]
    assert answer == 'On 21 Nov 2026 you said: "… the boat is called Tern, and it leaks …"'


def test_what_only_the_model_said_is_told_as_that() -> None:
    assert searching(FOUND.splitlines()[1]).say("When did we talk about boats?") == (
        'On 2 Feb 2026 I said: "Boats are lovely."'
    )


def test_what_neither_said_is_told_as_somebody_elses() -> None:
    found = "[conversation 3, 2 Feb 2026, 09:30, not the user's own words] The boat is mine."
    assert (
        searching(found).say("When did we talk about boats?") == 'On 2 Feb 2026 somebody else said: "The boat is mine."'
    )


@pytest.mark.parametrize("result", ["Nothing was found. Try other words.", "Nothing was done: it failed.", ""])
def test_a_search_in_vain_is_admitted(result: str) -> None:
    assert searching(result).say("What did I say about my boat?") == (
        "I found nothing about your boat in what we said before."
    )


def test_memory_and_conversation_come_before_a_search() -> None:
    chat = searching(system=BLOCK)
    assert chat.say("What did I tell you about Sarah?") == "Sarah works on the Platform team."
    assert chat.calls == []
    chat.say("The old boat leaks again. Is the boat still for sale?")
    assert chat.say("What did I say about the boat?") == 'You said: "The old boat leaks again."'
    assert chat.calls == []


def test_without_a_search_it_is_not_known() -> None:
    chat = Chat(BLOCK)
    assert chat.say("What did I say about the boat?") == "I don't know that yet. Tell me, and I can remember it."
    assert chat.calls == []


def test_a_search_and_a_memory_are_answered_together() -> None:
    chat = searching()
    answer = chat.say("Remember that I like tea. What did I say about the boat?")
    assert [name for name, _ in chat.calls] == ["add_to_memory", "search_conversations"]
    assert answer.startswith("Done. I'll remember that you like tea.\n\nOn 21 Nov 2026 you said:")


def test_what_a_search_has_found_is_no_fact() -> None:
    chat = searching("[conversation 3, 2 Feb 2026, 09:30, the user] - [id:a1b2c3d4] [Bob] Bob has a boat already")
    chat.say("What did I say about the boat?")
    assert chat.say("Who is Bob?").startswith("I don't know anything about Bob yet.")
