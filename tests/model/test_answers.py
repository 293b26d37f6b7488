"""Answers come out whole, and within bounds, in whichever form and pieces a server sends them."""

import json
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.seam import Answer
from bot.model.stream import EventReader, ReceivedAnswer

OFFERED = {"add_to_memory": ("content",), "search_memory": ("query",)}
CALL = '{"name": "add_to_memory", "arguments": {"content": "tea"}}'
FINAL = "<|start|>assistant<|channel|>final<|message|>"
ANALYSIS = "<|channel|>analysis<|message|>Hmm. What now?<|end|>"
CALLED = f"{ANALYSIS}<|start|>assistant<|channel|>commentary to=functions.add_to_memory <|constrain|>json<|message|>"
HELLO = "Hello there"


def event(data: object) -> bytes:
    """Return the bytes of an event."""
    return f"data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode()


def choice(**fields: object) -> dict[str, Any]:
    """Return a chunk of one choice."""
    return {"choices": [{"index": 0, **fields}]}


def content(text: object) -> dict[str, Any]:
    """Return a chunk that brings content."""
    return choice(delta={"content": text})


DONE = choice(delta={}, finish_reason="stop")


def receive(*chunks: object) -> ReceivedAnswer:
    """Return what was received of these chunks, up to where it was full."""
    received, reader = ReceivedAnswer("scripted", OFFERED), EventReader()
    for chunk in chunks:
        for each in reader.feed(event(chunk)):
            received.add(each)
        if received.is_full:
            break
    return received


def answer(*chunks: object) -> Answer:
    """Return the answer of a whole stream."""
    return receive(*chunks, DONE, "[DONE]").answer(())


FORMS: dict[str, list[object]] = {
    "parts of any type": [content([{"type": "output_text", "text": "Hello "}, {"type": "other", "text": "there"}])],
    "a part as an object": [content({"type": "text", "text": {"value": HELLO}})],
    "the text of a choice": [choice(text="Hello "), choice(text="there")],
    "a message beside an empty delta": [choice(delta={}, message={"content": HELLO})],
    "a message that repeats the deltas": [content("Hello "), content("there"), choice(message={"content": HELLO})],
    "a second choice with another answer": [
        {"choices": [{"index": 0, "delta": {"content": HELLO}}, {"index": 1, "delta": {"content": "Bye"}}]}
    ],
    "only reasoning": [choice(delta={"reasoning_content": HELLO})],
    "tokens at its end": [content(HELLO), content("<|im_"), content("end|>\n<|endoftext|>")],
    "tokens around it": [content("<|im_start|>assistant\nHello there</s>")],
    "half an emoji": [content("Hello there\ud83d")],
    "half of its bytes": [content("Hello there \ufffd")],
    "channels": [content(f"{ANALYSIS}{FINAL}Hello there<|return|>")],
    "channels with a preamble": [content("<|channel|>commentary<|message|>Hello there<|end|>")],
    "channels without their markup": [content("analysisThe user greets.assistantfinalHello there")],
    "pings": [*(": ping", "ping", "", "null", "[]", "keep-alive"), content(HELLO)],
}


@pytest.mark.parametrize("chunks", FORMS.values(), ids=FORMS)
def test_an_answer_is_read_in_any_form(chunks: list[object]) -> None:
    received = receive(*chunks)
    shown = received.shown()
    assert received.is_shown == bool(shown)
    assert HELLO.startswith(shown.strip())
    assert answer(*chunks).message.content == HELLO


@pytest.mark.parametrize("text", ["The token <|im_end|> ends it.", "```\n<|channel|>final<|message|>\n```"])
def test_what_only_looks_like_a_token_is_text(text: str) -> None:
    assert answer(content(text)).message.content == text


WHOLE = (
    f"{ANALYSIS}{FINAL}{HELLO}<|return|>",
    f'{CALLED}{{"content": "tea"}}<|call|>',
    f"<think>Hmm.</think>\n{HELLO}</s>",
    f"<|im_start|>assistant\n{HELLO}\n<think>\nHmm.\n</think>\n```\n[1]\n```\n{CALL}",
    f"Hmm.</think>{HELLO}",
)


@settings(max_examples=50)
@given(st.lists(st.integers(0, 150), max_size=5), st.sampled_from(WHOLE))
def test_a_text_is_the_same_wherever_it_was_split(cuts: list[int], text: str) -> None:
    ends = [0, *sorted(min(cut, len(text)) for cut in cuts), len(text)]
    parts = [content(text[start:end]) for start, end in pairwise(ends)]
    said, at_once = answer(*parts), answer(content(text))
    assert (said.message.content, said.reasoning) == (at_once.message.content, at_once.reasoning)
    assert [it.arguments for it in said.message.calls] == [it.arguments for it in at_once.message.calls]


def test_the_channels_of_a_text_are_reasoning_calls_and_the_answer() -> None:
    said = answer(content(f"{ANALYSIS}{FINAL}{HELLO}<|return|>"))
    assert (said.message.content, said.reasoning) == (HELLO, "Hmm. What now?")
    called = answer(content(CALLED), content('{"content": '), content('"tea",}<|call|>'))
    assert [(it.name, it.arguments) for it in called.message.calls] == [("add_to_memory", '{"content": "tea"}')]
    assert (called.message.content, called.reasoning) == ("", "Hmm. What now?")
    assert answer(content(ANALYSIS)).message.content == "Hmm. What now?"


def test_a_call_in_a_second_choice_or_in_reasoning_is_one() -> None:
    called = {"index": 1, "message": {"tool_calls": [{"function": {"name": "add_to_memory", "arguments": "{}"}}]}}
    said = answer({"choices": [{"index": 0, "message": {"content": HELLO}}, called]})
    assert (said.message.content, [it.name for it in said.message.calls]) == (HELLO, ["add_to_memory"])
    said = answer(choice(delta={"reasoning": f"I store it.\n<tool_call>{CALL[:-1]},}}</tool_call>"}))
    assert (said.message.content, [it.name for it in said.message.calls]) == ("I store it.", ["add_to_memory"])


def in_pieces(text: str) -> Iterable[dict[str, Any]]:
    """Yield the chunks of a text in pieces of 50 characters."""
    return (content(text[at : at + 50]) for at in range(0, len(text), 50))


def numbered(characters: int) -> str:
    """Return a text that doesn't repeat itself."""
    return ",".join(map(str, range(characters // 4 + 10)))[:characters]


def test_an_answer_ends_where_its_text_has_its_bound() -> None:
    text = numbered(300_000)
    said = receive(*in_pieces(text)).answer(())
    assert (said.message.content, said.message.is_cut) == (text[:200_000], True)
    assert not answer(*in_pieces(text[:200_000])).message.is_cut


@pytest.mark.parametrize("characters", [1, 5_000])
def test_an_answer_that_repeats_itself_is_cut_to_one_copy(characters: int) -> None:
    begun, unit = numbered(1_000), numbered(characters + 5_000)[-characters:]
    copies = -(-200 // characters)
    said = receive(*in_pieces(begun + unit * (8 * copies))).answer(())
    assert (said.message.content, said.message.is_cut) == (begun + unit * copies, True)
    fewer = begun + (unit * 600)[: 3 * max(characters, 200)]
    assert answer(*in_pieces(fewer)).message.content == fewer
