"""What is known: from the memory block, from what was learned, changed and deleted since."""

import json

import pytest

from practice.model.facts import stated
from tests.practice.model.dialogue import BLOCK, Chat, known, started


@pytest.mark.parametrize(
    ("said", "content", "kind"),
    [
        ("Alec is my boss", "Alec is the user's boss", ("person", "Alec")),
        ("my sister Nina lives in Lyon", "User's sister Nina lives in Lyon", ("person", "Nina")),
        ("I live in Rome", "User lives in Rome", ("context", "")),
        ("my office is in Hall 4", "User's office is in Hall 4", ("context", "")),
        ("I like tea", "User likes tea", ("preference", "")),
    ],
)
def test_what_is_worth_knowing_is_found_in_a_statement(said: str, content: str, kind: tuple[str, str]) -> None:
    fact = stated(said)
    assert fact
    assert (fact.content, fact.kind) == (content, kind)


@pytest.mark.parametrize("said", ["It is raining", "This is my favourite", "I am tired", "We walked to Rome"])
def test_other_statements_are_not_worth_knowing(said: str) -> None:
    assert stated(said) is None


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Who is Alec?", "Alec is your boss at TechCorp."),
        ("Who is my boss?", "Alec is your boss at TechCorp."),
        ("What do you know about Sarah?", "Sarah works on the Platform team."),
        ("Tell me about TechCorp", "Alec is your boss at TechCorp."),
        ("Where do I work?", "You work on the Platform team."),
        ("What do I like", "You like concise responses."),
        ("Who is Bob?", "I don't know that yet. Tell me, and I can remember it."),
        ("What is my shoe size?", "I don't know that yet. Tell me, and I can remember it."),
    ],
)
def test_questions_are_answered_from_memory(asked: str, answer: str) -> None:
    assert known().say(asked) == answer


def test_all_known_facts_are_listed() -> None:
    assert known().say("What do you know about me?").count(".") == 6
    assert started().say("What do you know about me?") == "I don't know that yet. Tell me, and I can remember it."


def test_a_memory_in_the_first_person_is_about_the_user() -> None:
    assert Chat("- [id:a1b2c3d4] I like tea\n").say("What do I like?") == "You like tea."


def test_what_was_learned_and_forgotten_in_the_conversation_counts() -> None:
    chat = known()
    chat.say("Remember that Tom likes tea")
    chat.say("Actually, Sarah works on the Design team")
    chat.say("Forget about Alec")
    asked = [chat.say(f"Who is {name}?") for name in ("Tom", "Sarah", "Alec")]
    assert asked == [
        "Tom likes tea.",
        "Sarah works on the Design team.",
        "I don't know that yet. Tell me, and I can remember it.",
    ]


def test_what_changed_outside_the_conversation_is_read_in_a_note() -> None:
    chat = known()
    note = 'The user changed memories:\n- [id:e5f6g7h8] (person, Sarah) "Sarah works on the \u201csecret\u201d team"'
    said = f"{note}\n[Sat 21 Nov 2026, 22:19]\nWho is Sarah?"
    chat.messages.append({"role": "user", "content": said})
    answer = "Sarah works on the “secret” team."
    assert chat.ask().text == answer
    chat.messages.append({"role": "assistant", "content": answer})
    assert chat.say("Who is Sarah?") == answer


def test_a_deleted_memory_is_not_known() -> None:
    chat = started()
    chat.say("Remember that Alec is my boss")
    sent = json.dumps(chat.messages)
    chat.messages = json.loads(sent.replace("Alec is the user's boss", "deleted by the user"))
    assert chat.say("Who is Alec?").startswith("I don't know that yet.")
    assert Chat(BLOCK.replace("Alec is the user's boss at TechCorp", "deleted by the user")).say("Who is Alec?") == (
        "I don't know that yet. Tell me, and I can remember it."
    )
