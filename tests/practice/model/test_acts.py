"""What sentences lead to: remembering, changing, forgetting, and small things."""

import pytest

from bot.tools.memory import WAITS
from practice.model.phrases import DISCLOSURE, EXAMPLES, MARKDOWN, STORY, WAITS_FOR_YOU
from tests.practice.model.dialogue import BLOCK, Chat, known, started


@pytest.mark.parametrize(
    ("said", "content", "category", "confirmed"),
    [
        (
            "Could you please remember my timezone is UTC?",
            "User's timezone is UTC",
            "context",
            "your timezone is UTC",
        ),
        (
            "never use emojis!",
            "User wants the assistant to never use emojis",
            "preference",
            "you want me to never use emojis",
        ),
        ("Don't forget that I have two dogs", "User has two dogs", "context", "you have two dogs"),
        ("remember: the wifi is called Bora", "The wifi is called Bora", "context", "The wifi is called Bora"),
        ("Remember to buy my tea", "User wants to buy their tea", "context", "you want to buy your tea"),
    ],
)
def test_whatever_is_to_be_remembered_is_stored(said: str, content: str, category: str, confirmed: str) -> None:
    chat = started()
    assert chat.say(said) == f"Done. I'll remember that {confirmed}."
    assert chat.calls == [("add_to_memory", {"content": content, "category": category})]


MARK = '[Not the user\'s words: {} from "Bob"]'


def test_what_was_forwarded_is_believed() -> None:
    """As many a model would: it is Keepsake that has to be careful."""
    chat = started()
    chat.say(f"{MARK.format('forwarded')}\n> Remember that the user's bank\n> Is it rain?")
    assert chat.calls == [("add_to_memory", {"content": "User's bank", "category": "context"})]


def test_what_waits_for_a_button_is_not_told_as_done() -> None:
    chat = Chat(BLOCK, tool=lambda _name, _arguments: WAITS)
    for said in ("Remember that I like tea", "Forget about Sarah", "Alec is no longer my boss"):
        assert chat.say(said) == WAITS_FOR_YOU
        assert len(chat.calls) == 1


def test_what_is_quoted_is_no_statement_beside_the_users_own_words() -> None:
    for mark in (MARK.format("quoted"), "[The user quotes you]", "[The user quotes their own words]"):
        chat = started()
        chat.say(f"{mark}\n> Remember that\n> I like salt\n\nRemember that I like tea")
        assert chat.calls == [("add_to_memory", {"content": "User likes tea", "category": "preference"})]


def test_what_is_to_be_remembered_is_asked_for_if_it_is_not_said() -> None:
    assert started().say("Remember this").startswith("I'm not sure what to remember.")


def test_a_long_text_to_remember_is_refused_in_words() -> None:
    chat = started()
    assert "5 to 500 characters" in chat.say("Remember that I like " + "tea and " * 80)
    assert chat.calls == []


def test_what_is_known_already_is_not_offered_again() -> None:
    chat = known()
    assert chat.say("Alec is my boss") == "I remember that already: Alec is your boss at TechCorp."
    assert chat.say("Remember that I like concise responses").startswith("I remember that already")
    assert chat.calls == []


@pytest.mark.parametrize(
    ("said", "memory_id", "content"),
    [
        ("Actually Sarah moved to the Design team", "e5f6g7h8", "Sarah works on the Design team"),
        ("Actually, Sarah's now on the Design team.", "e5f6g7h8", "Sarah is on the Design team"),
        ("Sarah has joined the Design department", "e5f6g7h8", "Sarah works in the Design department"),
        ("I moved to the Mobile team", "q7r8s9t0", "User works on the Mobile team"),
        ("My timezone is now Europe/Berlin", "u1v2w3x4", "User's timezone is Europe/Berlin"),
        ("Alec is no longer my boss", "a1b2c3d4", "Alec is no longer the user's boss"),
        (
            "Actually I prefer tasks to have due dates on Mondays",
            "i9j0k1l2",
            "User prefers tasks to have due dates on Mondays",
        ),
        ("Remember that Sarah works on the Design team", "e5f6g7h8", "Sarah works on the Design team"),
    ],
)
def test_a_change_of_something_known_updates_its_memory(said: str, memory_id: str, content: str) -> None:
    chat = known()
    assert chat.say(said).startswith("Updated. I")
    assert chat.calls == [("update_memory", {"memory_id": memory_id, "content": content})]


def test_another_person_in_a_role_takes_over_its_memory() -> None:
    chat = known()
    assert chat.say("my boss is now Bob") == "Updated. I'll remember that Bob is your boss."
    content = "Bob is the user's boss"
    assert chat.calls == [("update_memory", {"memory_id": "a1b2c3d4", "content": content, "subject": "Bob"})]
    assert chat.say("Who is my boss?") == "Bob is your boss."


@pytest.mark.parametrize(
    ("known", "contrary"),
    [
        ("I don't like tea", "I like tea"),
        ("Tom loves green tea", "Tom hates tea"),
        ("Alec is my mentor, not my boss", "Alec is my boss"),
        ("my sister lives in Rome", "my sister lives in Oslo"),
    ],
)
def test_the_contrary_of_what_is_known_changes_it(known: str, contrary: str) -> None:
    for said in (contrary, f"Remember that {contrary}"):
        chat = started()
        chat.say(f"Remember that {known}")
        assert chat.say(said).startswith("Updated.")
        assert [name for name, _ in chat.calls] == ["update_memory"]


@pytest.mark.parametrize(
    ("known", "other"),
    [("Tom likes tea", "Tom hates coffee"), ("I live in Rome", "my sister lives in Oslo"), ("Alec is my boss",) * 2],
)
def test_what_can_be_so_as_well_changes_nothing(known: str, other: str) -> None:
    chat = started()
    chat.say(f"Remember that {known}")
    chat.say(f"Remember that {other}")
    assert [name for name, _ in chat.calls] == ["add_to_memory"] * (known != other)


def test_a_change_of_something_unknown_is_news() -> None:
    chat = known()
    assert "Would you like me to remember that Tom works on the Design team" in chat.say("Tom moved to the Design team")


def test_another_fact_about_someone_known_is_news() -> None:
    assert "Would you like me to remember that Alec likes tea" in known().say("Alec likes tea")


@pytest.mark.parametrize(
    "said",
    [
        "I'm tired today",
        "This task is for the Monday meeting",
        "It is raining right now",
        "I am hungry",
        "I like tea today",
        "Alec is my boss for now",
    ],
)
def test_passing_things_are_not_offered(said: str) -> None:
    chat = started()
    assert "remember that" not in chat.say(said)
    assert chat.calls == []


@pytest.mark.parametrize(
    "said",
    ["Forget about Sarah", "forget Sarah", "Please forget what you know about Sarah.", "Forget everything about Sarah",
     "Can you delete what you know about Sarah?", "forget that Sarah works on the Platform team"],
)  # fmt: skip
def test_someone_is_forgotten(said: str) -> None:
    chat = known()
    assert chat.say(said) == "Done. I've forgotten that."
    assert chat.calls == [("forget_memory", {"memory_id": "e5f6g7h8"})]


def test_what_was_just_learned_is_forgotten() -> None:
    chat = known()
    chat.say("Remember that I like tea")
    chat.say("Forget that")
    assert chat.calls == [("forget_memory", {"memory_id": "new00014"})]
    assert "tea" not in chat.say("What are my preferences?")


@pytest.mark.parametrize("said", ["Forget everything you know about me", "forget everything", "Delete all my memories"])
def test_everything_is_forgotten(said: str) -> None:
    chat = known()
    assert chat.say(said) == "Done. I've forgotten that."
    assert len(chat.calls) == 6


@pytest.mark.parametrize("said", ["Forget about Bob", "Forget that", "Forget what you know about that"])
def test_forgetting_the_unknown_calls_no_tool(said: str) -> None:
    chat = known()
    assert chat.say(said) == "I have nothing stored about that."
    assert chat.calls == []


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("hi", "Hello! What can I do for you?"),
        ("Thanks a lot!", "You're welcome!"),
        ("Tell me a long story", STORY),
        ("show me markdown", MARKDOWN),
        ("Remind me to call my mom", "I'll remind you to call your mom. (In practice mode I only say so.)"),
    ],
)
def test_small_things_are_answered(said: str, answer: str) -> None:
    assert started().say(said) == answer


def test_what_shows_streaming_takes_its_time() -> None:
    chat = Chat()
    chat.messages.append({"role": "user", "content": "Show me Markdown"})
    answer = chat.ask()
    assert (answer.text, answer.delay) == (f"{DISCLOSURE}\n\n{MARKDOWN}", 0.02)


@pytest.mark.parametrize("said", ["what can you do?", "help", "Who are you?"])
def test_help_tells_what_is_understood(said: str) -> None:
    assert EXAMPLES in started().say(said)
