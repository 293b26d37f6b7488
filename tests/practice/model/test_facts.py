"""What is known: from the memory block, from what was learned, changed and deleted since."""

import json

import pytest

from practice.model.facts import stated
from tests.practice.model.dialogue import Chat, known, started

UNKNOWN = "I don't know that yet. Tell me, and I can remember it."


@pytest.mark.parametrize(
    ("said", "content", "kind"),
    [
        ("Alec is my boss", "Alec is the user's boss", ("person", "Alec")),
        ("my sister Nina lives in Lyon", "User's sister Nina lives in Lyon", ("person", "Nina")),
        ("I live in Rome", "User lives in Rome", ("context", "")),
        ("I like tea", "User likes tea", ("preference", "")),
    ],
)
def test_what_is_worth_knowing_is_found_in_a_statement(said: str, content: str, kind: tuple[str, str]) -> None:
    fact = stated(said)
    assert fact
    assert (fact.content, fact.kind) == (content, kind)
    assert stated("It is raining") is None


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Who is Alec?", "Alec is your boss at TechCorp."),
        ("Where do I work?", "You work on the Platform team."),
        ("Who is Bob?", UNKNOWN),
    ],
)
def test_questions_are_answered_from_memory(asked: str, answer: str) -> None:
    assert known().say(asked) == answer


def test_what_was_learned_and_forgotten_in_the_conversation_counts() -> None:
    chat = known()
    assert chat.say("What do you know about me?").count(".") == 6
    chat.say("Remember that Tom likes tea")
    chat.say("Actually, Sarah works on the Design team")
    chat.say("Forget about Alec")
    asked = [chat.say(f"Who is {name}?") for name in ("Tom", "Sarah", "Alec")]
    assert asked == ["Tom likes tea.", "Sarah works on the Design team.", UNKNOWN]


def test_a_deleted_memory_is_not_known() -> None:
    chat = started()
    chat.say("Remember that Alec is my boss")
    sent = json.dumps(chat.messages)
    chat.messages = json.loads(sent.replace("Alec is the user's boss", "deleted by the user"))
    assert chat.say("Who is Alec?") == UNKNOWN
    assert Chat("- [id:a1b2c3d4] deleted by the user\n").say("What do I like?").endswith(UNKNOWN)
