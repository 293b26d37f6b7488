"""What is known: from the memory block, from what was learned, changed and deleted since."""

import json

import pytest

from tests.practice.model.dialogue import BLOCK, Chat, known, started


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("Who is Alec?", "Alec is your boss at TechCorp."),
        ("who's alec", "Alec is your boss at TechCorp."),
        ("Who is my boss?", "Alec is your boss at TechCorp."),
        ("Can you tell me who Alec is?", "Alec is your boss at TechCorp."),
        ("Is Alec my boss?", "Alec is your boss at TechCorp."),
        ("What do you know about Sarah?", "Sarah works on the Platform team."),
        ("Tell me about TechCorp", "Alec is your boss at TechCorp."),
        ("Where does Sarah work?", "Sarah works on the Platform team."),
        ("Where do I work?", "You work on the Platform team."),
        ("What's my timezone?", "Your timezone is Europe/London."),
        ("What are my preferences?", "You prefer tasks to have due dates on Fridays. You like concise responses."),
        ("Who is Bob?", "I don't know anything about Bob yet. Tell me, and I can remember it."),
        ("What is my shoe size?", "I don't know anything about your shoe size yet. Tell me, and I can remember it."),
        ("When do I retire?", "I don't know that yet. Tell me, and I can remember it."),
    ],
)
def test_questions_are_answered_from_memory(asked: str, answer: str) -> None:
    assert known().say(asked) == answer


@pytest.mark.parametrize(
    ("memory", "answer"),
    [
        ("I like tea", "You like tea."),
        ("I'm fond of my tea.", "You are fond of your tea."),
        ("You like tea", "You like tea."),
        ("Your sister is Zoe", "Your sister is Zoe."),
        ("I want you to be brief", "You want me to be brief."),
        ("User likes Vitamin I", "You like Vitamin I."),
    ],
)
def test_the_first_and_second_person_of_a_memory_is_the_user(memory: str, answer: str) -> None:
    chat = Chat(f"{BLOCK.partition('### Context')[0]}### Preference\n- [id:a1b2c3d4] {memory}\n")
    assert chat.say("What do you know about me?") == answer


def test_what_a_memory_says_in_the_first_person_answers_a_question_about_the_user() -> None:
    assert Chat("- [id:a1b2c3d4] I like tea\n").say("What do I like?") == "You like tea."


def test_all_that_is_known_is_listed() -> None:
    answer = known().say("What do you know about me?")
    assert answer.startswith("Here's what I remember:\n\n- You work on the Platform team.\n")
    assert answer.count("\n- ") == 6


def test_nothing_known_is_said_so() -> None:
    assert "don't know anything about you yet" in started().say("What do you know about me?")


def test_what_was_learned_in_this_conversation_is_known_and_can_change() -> None:
    chat = started()
    chat.say("Remember that Tom lives in Rome")
    assert chat.say("Where does Tom live?") == "Tom lives in Rome."
    assert chat.say("Tom moved to Paris") == "Updated. I'll remember that Tom lives in Paris."
    assert chat.say("Where does Tom live?") == "Tom lives in Paris."


def test_what_failed_to_be_stored_is_not_known() -> None:
    chat = Chat(BLOCK, tool=lambda _name, _arguments: "Error: the database is down")
    chat.say("Remember that I like tea")
    assert "tea" not in chat.say("What are my preferences?")


def test_a_memory_whose_wording_was_deleted_is_not_known() -> None:
    chat = started()
    chat.say("Remember that Alec is my boss")
    sent = json.dumps(chat.messages, ensure_ascii=False)
    chat.messages = json.loads(sent.replace("Alec is the user's boss", "deleted by the user"))
    assert chat.say("Who is Alec?").startswith("I don't know anything about Alec")


def restored(content: str) -> dict[str, object]:
    """Give a message that brings the note of a restored memory."""
    note = f'[Note: The user restored a memory they had deleted:\n- [id:a1b2c3d4] (person, Alec (R&D)) "{content}"]'
    return {"role": "user", "content": f"{note}\n\n[Sat 21 Nov 2026, 22:19]\nTell me about Alec (R&D)"}


def test_a_memory_that_was_restored_is_known() -> None:
    chat = known()
    chat.say("Forget about Alec")
    chat.messages.append(restored('Alec is the user\'s "boss"'))
    assert chat.ask().text == 'Alec is your "boss".'


def test_a_memory_that_was_restored_and_deleted_again_is_not_known() -> None:
    chat = started()
    chat.messages.append(restored("deleted by the user"))
    assert chat.ask().text.startswith("I don't know anything about Alec")
