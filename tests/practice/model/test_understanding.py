"""How sentences are understood: answers to an offer, and what nobody could understand."""

import time

import pytest

from bot.chat.prompt import INSTRUCTIONS, MODE_NEWS
from bot.values import CaptureMode
from practice.model.phrases import DISCLOSURE, FALLBACK
from tests.practice.model.dialogue import Chat, known, started


@pytest.mark.parametrize(
    "yes", ["Yes", "yes please!", "Sure", "ok", "Please do", "👍", "Go ahead", "y", "Remember that!", "Yes, do that"]
)
def test_a_yes_has_many_forms(yes: str) -> None:
    chat = started()
    chat.say("Alec is my boss")
    assert chat.say(yes) == "Done. I'll remember that Alec is your boss."


@pytest.mark.parametrize("no", ["No", "nope", "No thanks", "never mind", "don't", "No, leave it", "Forget it"])
def test_a_no_has_many_forms(no: str) -> None:
    chat = started()
    chat.say("Alec is my boss")
    assert chat.say(no) == "No problem, I won't store that."
    assert chat.calls == []


def test_a_yes_can_bring_more_news() -> None:
    chat = started()
    chat.say("Alec is my boss")
    answer = chat.say("Yes, and Bob is my brother")
    assert [arguments["subject"] for _, arguments in chat.calls] == ["Alec"]
    assert answer == (
        "Done. I'll remember that Alec is your boss.\n\n"
        "Would you like me to remember that Bob is your brother for future conversations?"
    )
    chat.say("yes")
    assert [arguments["subject"] for _, arguments in chat.calls] == ["Bob"]


def test_an_order_is_no_answer_though_it_begins_like_one() -> None:
    chat = started()
    chat.say("Alec is my boss")
    assert chat.say("Don't forget that I like tea") == "Done. I'll remember that you like tea."


def test_only_the_first_answer_counts() -> None:
    chat = started()
    chat.say("Alec is my boss")
    assert chat.say("No", "Yes") == "No problem, I won't store that."
    assert chat.calls == []


def test_an_unanswered_offer_lapses() -> None:
    chat = started()
    chat.say("Alec is my boss")
    chat.say("Who is Bob?")
    assert "I haven't asked anything" in chat.say("yes")
    assert chat.calls == []


@pytest.mark.parametrize(
    "said",
    ["", " ", "\0", "🙂", "日本語のテキスト", "مرحبا", "Ich heiße Jörg", "]]]", "[x]", "%s {0}", '"', "?", "((((((((",
     "2026-11-21", "What is the capital of France?", "```python\nprint(1)\n```", "Remember that I like tea. " * 5000],
)  # fmt: skip
def test_what_is_not_understood_is_admitted(said: str) -> None:
    chat = started()
    assert chat.say(said) == FALLBACK
    assert chat.calls == []


@pytest.mark.parametrize(
    "text", ["!" * 99_999 + "x", "[12:30" * 20_000, "A " * 50_000, "remember that " * 8_000, "Ab " * 499, "x ! " * 370]
)
def test_no_text_takes_long(text: str) -> None:
    chat = started()
    start = time.process_time()
    chat.say(text)
    chat.messages[-1]["content"] = "Would you like me to remember that?"
    chat.say("yes")
    assert time.process_time() - start < 2


def test_messages_in_parts_and_without_a_time_are_read() -> None:
    chat = known()
    chat.messages.append({"role": "user", "content": [{"type": "text", "text": "Who is Alec?"}]})
    assert chat.ask().text == "Alec is your boss at TechCorp."


def test_a_conversation_that_ends_with_an_answer_gets_the_fallback() -> None:
    assert started().ask().text == FALLBACK


def test_where_it_is_told_to_store_at_once_it_does_not_ask() -> None:
    chat = Chat(INSTRUCTIONS[CaptureMode.AUTO])
    assert chat.say("I live in Rome") == f"{DISCLOSURE}\n\nDone. I'll remember that you live in Rome."
    assert [name for name, _ in chat.calls] == ["add_to_memory"]
    asking = Chat(INSTRUCTIONS[CaptureMode.ASK])
    assert "Would you like me to remember" in asking.say("I live in Rome")
    assert asking.calls == []


def test_what_is_told_last_of_storing_holds() -> None:
    chat = Chat(INSTRUCTIONS[CaptureMode.ASK])
    chat.say("Hello")
    for mode, said, asks in ((CaptureMode.AUTO, "I live in Rome", False), (CaptureMode.ASK, "I like tea", True)):
        chat.messages += [
            {"role": "user", "content": f"{MODE_NEWS[mode]}\n[Sat 21 Nov 2026, 22:19]\nHello"},
            {"role": "assistant", "content": "Hello!"},
        ]
        assert ("Would you like" in chat.say(said)) is asks
