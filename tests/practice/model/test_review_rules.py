"""What the practice model finds in a conversation that is over."""

import pytest

from bot.chat.prompt import REVIEW_REQUEST
from tests.practice.model.dialogue import BLOCK, INSTRUCTIONS, Chat


def found(*turns: str, system: str = INSTRUCTIONS, tools: tuple[str, ...] = ("add_to_memory",)) -> list[str]:
    """Return what is to be remembered of a conversation."""
    chat = Chat(system, tools=tools)
    for words in turns:
        chat.say(words)
    chat.messages.append({"role": "user", "content": REVIEW_REQUEST})
    answer = chat.ask()
    assert answer.text == ("" if answer.calls else "Nothing")
    chat.calls = []
    chat.run(answer.calls)
    return [str(arguments["content"]) for _, arguments in chat.calls]


@pytest.mark.parametrize(
    ("turns", "missed"),
    [
        (("I live in Rome", "My sister is Zoe"), ["User lives in Rome", "Zoe is the user's sister"]),
        (("I live in Rome. I am tired today", "Where do I live?"), ["User lives in Rome"]),
        (("I live in Rome", "Yes"), []),
        (("I live in Rome", "No"), []),
        (("Remember that I live in Rome",), []),
        (("I live in Rome", "I live in Rome"), ["User lives in Rome"]),
        (("Hello", "Tell me a story"), []),
        ((), []),
        (tuple(f"My friend {it} likes tea" for it in ("Al", "Bo", "Cy", "Di", "Ed", "Flo")), [*"ABCDE"]),
    ],
    ids=["several", "no mood", "stored", "declined", "asked for", "twice", "no facts", "nothing", "many"],
)
def test_what_was_told_and_not_stored_is_found(turns: tuple[str, ...], missed: list[str]) -> None:
    several = found(*turns)
    assert [it[: len(wanted)] for it, wanted in zip(several, missed, strict=True)] == missed or len(several) == 5


def test_what_the_memories_hold_is_not_found() -> None:
    assert found("Sarah works on the Platform team", "I live in Rome", system=BLOCK) == ["User lives in Rome"]


def test_without_a_tool_nothing_is_found() -> None:
    assert found("I live in Rome", tools=("search_memory",)) == []
