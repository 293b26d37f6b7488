"""Any answer of a Bot API server is read, however deep and odd it is."""

import json
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st
from telegram.error import NetworkError

from bot.telegram.request import MAX_DEPTH, Request, flattened

Value: TypeAlias = "bool | int | float | str | list[Value] | dict[str, Value] | None"

TEXTS = st.text(st.characters(exclude_categories=()) | st.sampled_from('"\\[]{}\0\ud83d'), max_size=8)
SCALARS: st.SearchStrategy[Value] = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS
)


def _grown(inner: st.SearchStrategy[Value]) -> st.SearchStrategy[Value]:
    return st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3)


VALUES: st.SearchStrategy[Value] = st.recursive(SCALARS, _grown, max_leaves=12)


def depth(value: Value) -> int:
    """Return the nesting depth of lists and objects."""
    if isinstance(value, list | dict):
        return 1 + max(map(depth, value.values() if isinstance(value, dict) else value), default=0)
    return 0


def restored(value: Value, flat: Value, room: int) -> Value:
    """Return the original of a flattened value; only strings are parsed again."""
    if isinstance(value, list | dict) and not room:
        assert isinstance(flat, str)
        given: Value = json.loads(flat)
        return given
    if isinstance(value, list):
        assert isinstance(flat, list)
        return [restored(it, its, room - 1) for it, its in zip(value, flat, strict=True)]
    if isinstance(value, dict):
        assert isinstance(flat, dict)
        assert [*value] == [*flat]
        return {name: restored(it, flat[name], room - 1) for name, it in value.items()}
    return flat


@given(VALUES, st.sampled_from([None, 1]), st.integers(min_value=1, max_value=4))
def test_what_nests_too_deep_becomes_strings_that_hold_it(value: Value, indent: int | None, room: int) -> None:
    flat = json.loads(flattened(json.dumps(value, ensure_ascii=indent is None, indent=indent), room))
    assert depth(flat) <= room
    assert restored(value, flat, room) == value


@pytest.mark.parametrize(("opening", "closing", "times"), [("[", "]", 100_000), ('[{"[{":', "}]", 60)])
def test_no_depth_is_too_deep(opening: str, closing: str, times: int) -> None:
    text = opening * times + "null" + closing * times
    answer = Request.parse_json_payload(f'{{"result": [{text}, {text}]}}'.encode())
    first, second = answer["result"]
    assert first == second
    assert depth(answer) <= MAX_DEPTH
    levels = times * len(closing)
    while isinstance(first, list | dict):
        levels -= 1
        first = next(iter(first.values() if isinstance(first, dict) else first))
    if levels:
        assert first in text
        assert len(first.partition("null")[2]) == levels


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("9" * 20, int("9" * 20)),
        ("9" * 5_000, "9" * 5_000),
        ("1e999", "1e999"),
        ("NaN", "NaN"),
        ('"\\u0000 \\ud83d"', "\0 \ud83d"),
    ],
)
def test_what_no_number_or_json_can_hold_is_read_as_it_is_written(text: str, value: object) -> None:
    read = Request.parse_json_payload(f'{{"result": {text}}}'.encode())["result"]
    assert read == value
    assert json.loads(json.dumps(read, allow_nan=False)) == value


@pytest.mark.parametrize("payload", [b"\xff\xfe", b"<html>", b"[" * 100_000, b'{"a": 1}', b"[[1]]"])
def test_what_a_broken_server_answers_is_an_error_of_the_network(payload: bytes) -> None:
    with pytest.raises(NetworkError):
        Request.parse_json_payload(payload)
