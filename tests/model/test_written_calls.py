"""Calls that models write into their answers."""

import json

import pytest

from bot.model.text import AnswerText
from bot.model.written_calls import calls_in, text_and_calls
from tests.growth import no_square

OFFERED = {
    "add_to_memory": ("content", "category", "subject", "user_asked"),
    "update_memory": ("memory_id", "content"),
    "react": ("emoji",),
}
ARGUMENTS = {"content": "The user likes tea", "category": "preference"}
CALL = json.dumps({"name": "add_to_memory", "arguments": ARGUMENTS})

XML = """<function=add_to_memory>
<parameter=content>
The user likes tea
</parameter>
<parameter=category>preference</parameter>
</function>"""


def answer_so_far(text: str) -> str:
    """Return what is shown of a text that came at once."""
    answer = AnswerText(OFFERED)
    answer.add(text)
    return answer.shown()


@pytest.mark.parametrize(
    "text",
    [
        CALL,
        f"```json\n{CALL}\n```",
        f"[{CALL}]",
        json.dumps({"name": "add_to_memory", "parameters": ARGUMENTS}),
        json.dumps({"name": "add_to_memory", "arguments": json.dumps(ARGUMENTS)}),
        json.dumps({"type": "function", "function": {"name": "add_to_memory", "arguments": ARGUMENTS}}),
        json.dumps({"tool": "add_to_memory", "arguments": ARGUMENTS}, indent=2),
    ],
)
def test_a_call_written_as_text_is_understood_and_never_shown(text: str) -> None:
    (call,) = calls_in(text, OFFERED)
    assert (call.name, json.loads(call.arguments)) == ("add_to_memory", ARGUMENTS)
    assert not any(answer_so_far(text[:end]) for end in range(len(text) + 1))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"I'll store it.\n<tool_call>\n{CALL}\n</tool_call>", "I'll store it."),
        (f"<tool_call>{CALL}</tool_call>\nDone!", "Done!"),
        (f"Noted.\n<tool_call>{CALL}", "Noted."),
        (f"Noted.\n[{CALL}]\n", "Noted."),
        (f"```\nx = 1\n```\n{CALL}", "```\nx = 1\n```"),
    ],
)
def test_a_call_in_tags_among_words_is_one_and_the_words_stay(text: str, words: str) -> None:
    said, (call,) = text_and_calls(text, OFFERED)
    assert (said, call.name, json.loads(call.arguments)) == (words, "add_to_memory", ARGUMENTS)
    assert not any("{" in answer_so_far(text[:end]) for end in range(len(text) + 1))


@pytest.mark.parametrize(
    "text",
    [
        f"Like this:\n```\n<tool_call>{CALL}</tool_call>\n```\nThat is all.",
        f"Write `<tool_call>{CALL}</tool_call>` to call it.",
        "The tag <tool_call> begins a call.",
        f"A call looks like this:\n```json\n{CALL}\n```",
        f"{CALL}\nThis is how a call looks.",
        'A name:\n{"name": "unknown_tool", "arguments": {}}',
        '<tool_call>{"name": "unknown_tool", "arguments": {}}</tool_call> and words',
    ],
)
def test_a_call_in_code_or_of_another_tool_is_words(text: str) -> None:
    assert text_and_calls(text, OFFERED) == (text, [])


@pytest.mark.parametrize(
    "text",
    [
        'add_to_memory("The user likes tea", preference)',
        "add_to_memory('The user likes tea', category='preference')",
        "add_to_memory(The user likes tea, preference, null)",
        'add_to_memory {"content": "The user likes tea", "category": "preference"}',
        '```python\nadd_to_memory(content="The user likes tea", category="preference",)\n```',
        '```tool_code\nprint(default_api.add_to_memory(content="The user likes tea", category="preference"))\n```',
        json.dumps({"name": "add_to_memory"} | ARGUMENTS),
        json.dumps({"add_to_memory": ARGUMENTS}),
        f"[TOOL_CALLS][{CALL}]",
        f"[TOOL_CALLS]add_to_memory[ARGS]{json.dumps(ARGUMENTS)}",
        f"<function=add_to_memory>{json.dumps(ARGUMENTS)}</function>",
        XML,
        f"<tool_call>\n{XML}\n</tool_call>",
    ],
)
def test_a_call_written_as_code_or_bare_json_is_understood_and_never_shown(text: str) -> None:
    (call,) = calls_in(text, OFFERED)
    assert (call.name, json.loads(call.arguments)) == ("add_to_memory", ARGUMENTS)
    assert not any(answer_so_far(text[:end]) for end in range(len(text) + 1))
    if not text.startswith(("`", "{")):
        said, (call,) = text_and_calls(f"Noted.\n\n{text}", OFFERED)
        assert (said, json.loads(call.arguments)) == ("Noted.", ARGUMENTS)


def test_arguments_in_code_keep_their_types_and_their_quotation_marks() -> None:
    text = """add_to_memory("The user's boat, \\"Wavedancer\\" (blue)", person, "", user_asked: false)"""
    (call,) = calls_in(text, OFFERED)
    assert json.loads(call.arguments) == {
        "content": 'The user\'s boat, "Wavedancer" (blue)',
        "category": "person",
        "subject": "",
        "user_asked": False,
    }
    first, second = calls_in('react("👍")\nupdate_memory("a1b2c3d4", content="New")', OFFERED)
    assert json.loads(first.arguments) == {"emoji": "👍"}
    assert json.loads(second.arguments) == {"memory_id": "a1b2c3d4", "content": "New"}


@pytest.mark.parametrize(
    "text",
    [
        "react (a library) renders pages.",
        "add_to_memory(",
        'add_to_memory("one", "two", "three", true, "too many")',
        "add_to_memory(content, category)",
        'Normally I would call:\n\nreact("👍")',
        f"add_to_memory({'-' * 6_000}1",
    ],
)
def test_code_that_is_no_call_is_words_and_shown(text: str) -> None:
    assert text_and_calls(text, OFFERED) == (text, [])
    assert answer_so_far(f"{text}{' and more words' * 20}\n") or "(" in text


@pytest.mark.parametrize("text", ["react", "```\nreact\n```", "react()"])
def test_a_name_alone_is_a_call_without_arguments(text: str) -> None:
    (call,) = calls_in(text, OFFERED)
    assert (call.name, call.arguments) == ("react", "{}")


@pytest.mark.parametrize("text", [f"react{' ' * 100_000}x", f"react({'a ' * 50_000}", f"react({'(' * 100_000}"])
def test_reading_a_long_text_takes_no_longer_than_it_is(text: str) -> None:
    with no_square():
        assert text_and_calls(text, OFFERED) == (text, [])


def test_a_thought_about_a_call_is_none() -> None:
    text = 'I could call it now.\nreact("👍")'
    assert text_and_calls(text, OFFERED, may_end=False) == (text, [])
    assert text_and_calls(text, OFFERED)[1]
