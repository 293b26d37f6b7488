"""Calls come out whole in whichever form and pieces a server sends them, and what can't be one is left as it is."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.calls import Calls, Piece, mended, offered_name, pieces_in

OFFERED = ("add_to_memory", "search_memory", "list_memories")
TEA, CAKE = '{"content": "tea {\\"x\\"}"}', '{"content": "cake"}'
NESTED = '{"a": {"b": [1, {"c": "}"}]}, "d": "\\\\"}'


def piece(name: str = "", arguments: object = "", **rest: object) -> dict[str, Any]:
    """Return a piece as a server sends it."""
    return {**rest, "function": {"name": name, "arguments": arguments}}


def read(*pieces: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the calls that came in these pieces."""
    calls = Calls(OFFERED)
    for it in pieces:
        for each in pieces_in({"tool_calls": [it]}):
            calls.add(each)
    return [(call.name, call.arguments) for call in calls.read(is_cut=False)]


FORMS = {
    "an empty object first": [piece("add_to_memory", "{}", index=0, id="a"), piece("", TEA, index=0)],
    "by id, while the index counts pieces": [
        piece("add_to_memory", TEA[:9], index=0, id="a"),
        piece("", TEA[9:15], index=1, id="a"),
        piece("add_to_memory", TEA[15:], index=2, id="a"),
    ],
    "the name in each piece, and nothing else": [piece("add_to_memory", TEA[:9]), piece("add_to_memory", TEA[9:])],
    "fields of a call without a function": [{"index": 0, "call_id": "a", "name": "add_to_memory", "arguments": TEA}],
    "sent again at the end": [piece("add_to_memory", TEA, index=0, id="a"), piece("", TEA, index=0, id="a")],
}
TWO = {
    "two objects in one call": [piece("add_to_memory", TEA + CAKE, index=0, id="a")],
    "in turns, by id, with one index": [
        piece("add_to_memory", "", index=0, id="a"),
        piece("add_to_memory", "", index=0, id="b"),
        piece("", TEA[:9], index=0, id="a"),
        piece("", CAKE[:9], index=0, id="b"),
        piece("", TEA[9:], index=0, id="a"),
        piece("", CAKE[9:], index=0, id="b"),
    ],
    "in turns, by index, with one id": [
        piece("add_to_memory", "", index=0, id="call_0"),
        piece("add_to_memory", "", index=1, id="call_0"),
        piece("", TEA[:9], index=0, id="call_0"),
        piece("", CAKE, index=1, id="call_0"),
        piece("", TEA[9:], index=0, id="call_0"),
    ],
    "one after the other, with neither": [
        piece("add_to_memory", TEA[:9]),
        piece("", TEA[9:]),
        piece("add_to_memory", CAKE),
    ],
    "the name as every id": [
        piece("add_to_memory", TEA, index=0, id="add_to_memory"),
        piece("add_to_memory", CAKE, index=1, id="add_to_memory"),
    ],
}


@pytest.mark.parametrize("pieces", FORMS.values(), ids=FORMS)
def test_pieces_in_any_form_are_one_call(pieces: list[dict[str, Any]]) -> None:
    assert read(*pieces) == [("add_to_memory", TEA)]


@pytest.mark.parametrize("pieces", TWO.values(), ids=TWO)
def test_different_arguments_are_two_calls(pieces: list[dict[str, Any]]) -> None:
    assert read(*pieces) == [("add_to_memory", TEA), ("add_to_memory", CAKE)]


@pytest.mark.parametrize(
    ("written", "objects"),
    [
        *((it, [it]) for it in (TEA, NESTED, '{ "n":1.50 }', "{}")),
        *((it, ["{}"]) for it in ("", " ", "null", "None", "{}{}")),
        *((it, [TEA]) for it in (f"{{}}{TEA}", f"{{{TEA}}}", f"}}{TEA}", f"{TEA}{{", f" {TEA}\n")),
        (TEA + TEA, [TEA]),
        (json.dumps(json.dumps(TEA)), [TEA]),
        (f"```json\n{TEA}\n```", [TEA]),
        (f"<|constrain|>json<|message|>{TEA}<|call|>", [TEA]),
        ('{"a": "one\ntwo"}', ['{"a": "one\\ntwo"}']),
        ('{"a": 1,}', ['{"a": 1}']),
        ('{"a": "x" "b": 2}', ['{"a": "x", "b": 2}']),
        ("{'a': 'it\\'s', 'b': True, 'c': None}", ['{"a": "it\'s", "b": true, "c": null}']),
        ('{"a": "so "big" it is"}', ['{"a": "so \\"big\\" it is"}']),
        ('{"a": "x", "b": {"c": 1}', ['{"a": "x", "b": {"c": 1}}']),
    ],
)
def test_arguments_are_mended_where_that_is_clear(written: str, objects: list[str]) -> None:
    assert mended(written) == objects


BROKEN = ('{"content": "te', '{"content": ', '{"a": NaN}', '{"a": "\\ud800"}', "[1]", '"text"', "12", "{hello}")
COSTLY = ("{" * 90_000, '{"' * 20_000 + '"}' * 20_000, '{"a": ' + "[" * 40_000 + "}")


@pytest.mark.parametrize("written", [*BROKEN, *COSTLY], ids=[*BROKEN, "braces", "texts", "brackets"])
def test_other_arguments_stay_as_they_are(written: str) -> None:
    assert mended(written) == [written]


CHANNEL = "<|channel|>commentary to=functions.add_to_memory <|constrain|>json"


@pytest.mark.parametrize("written", ["mcp__keepsake__add_to_memory", "add_to_memory:0", "addToMemory", CHANNEL])
def test_a_tool_is_known_by_its_name_in_any_dress(written: str) -> None:
    assert offered_name(written, OFFERED) == "add_to_memory"


@pytest.mark.parametrize("written", ["memory", "my_add_to_memory", "add_to_memory and search_memory"])
def test_another_name_stays_as_it_is(written: str) -> None:
    assert offered_name(written, OFFERED) == written


@settings(max_examples=50)
@given(st.lists(st.integers(0, 60), max_size=4), st.sampled_from([TEA, NESTED, "{}" + TEA, TEA + CAKE]))
def test_arguments_are_the_same_wherever_they_were_split(cuts: list[int], written: str) -> None:
    ends = [0, *sorted(min(cut, len(written)) for cut in cuts), len(written)]
    parts = [written[start:end] for start, end in pairwise(ends)]
    first = piece("add_to_memory", parts[0], index=0, id="a")
    assert read(first, *(piece("", it, index=0) for it in parts[1:])) == read(
        piece("add_to_memory", written, index=0, id="a")
    )


def test_a_call_repeated_without_end_is_one() -> None:
    calls = Calls(OFFERED)
    for number in range(4):
        assert not calls.is_full
        calls.add(Piece(index=number, name="add_to_memory", arguments=CAKE[:9]))
        calls.add(Piece(index=number, arguments=CAKE[9:]))
    assert calls.is_full
    assert [it.arguments for it in calls.read(is_cut=True)] == [CAKE]


def test_calls_and_their_arguments_have_bounds() -> None:
    many = Calls(OFFERED)
    for number in range(65):
        many.add(Piece(index=number, name="add_to_memory", arguments=json.dumps({"content": number})))
    assert many.is_full
    assert len(many.read(is_cut=True)) == 64
    long = Calls(OFFERED)
    long.add(Piece(index=0, name="add_to_memory", arguments=CAKE))
    long.add(Piece(index=1, name="add_to_memory", arguments='{"content": "'))
    while not long.is_full:
        long.add(Piece(index=1, arguments="x" * 9_000))
    assert [it.arguments for it in long.read(is_cut=True)] == [CAKE]
    assert sum(len(it.arguments) for it in long.as_sent()) <= 100_000 + len(CAKE)


@pytest.mark.parametrize(
    "delta",
    [
        {"tool_calls": {"0": piece("add_to_memory", TEA)}},
        {"tool_calls": [{"function": "add_to_memory", "parameters": json.loads(TEA)}]},
        {"tool_calls": None, "function_call": {"name": "add_to_memory", "arguments": TEA}},
    ],
)
def test_a_call_is_found_wherever_a_delta_has_it(delta: dict[str, Any]) -> None:
    (found,) = pieces_in(delta)
    assert (found.name, json.loads(found.arguments)) == ("add_to_memory", json.loads(TEA))
