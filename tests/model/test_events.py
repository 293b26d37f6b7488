"""The events are the same wherever the stream is split into packets."""

from itertools import chain

import pytest

from bot.model.stream import Event, EventReader

STREAM = (
    "\ufeff: hi\r\n\r\nevent: error\r\ndata: grün\r\ndata:two\r\n\r\nid: 1\r\r\rerror: {}\n\ndata: [DONE]\n\ndata: end"
)
EVENTS = [Event("grün\ntwo", "error"), Event("{}", "error"), Event("[DONE]"), Event("end")]


def events(*packets: bytes) -> list[Event]:
    """Return the events of a stream that came in these packets."""
    reader = EventReader()
    return [*(event for packet in packets for event in reader.feed(packet)), *reader.end()]


def test_a_stream_torn_in_two_has_the_same_events() -> None:
    raw = STREAM.encode()
    for at in range(len(raw)):
        assert events(raw[:at], raw[at:]) == EVENTS, at


def test_what_is_no_stream_is_one_event() -> None:
    assert events(b'{\n  "error": "no"\n}') == [Event('{\n  "error": "no"\n}')]


def test_an_event_is_returned_as_soon_as_it_is_complete() -> None:
    reader = EventReader()
    assert list(reader.feed(b"data: one\n")) == []
    assert list(reader.feed(b"\ndata: tw")) == [Event("one")]


def test_objects_without_an_empty_line_between_them_are_events_of_their_own() -> None:
    assert events(b'data: {"a": 1}\ndata: {"b": 2}\ndata: [DONE]\n') == [
        Event('{"a": 1}'),
        Event('{"b": 2}'),
        Event("[DONE]"),
    ]
    assert events(b'{"a": 1}\n{"b":\n2}\n') == [Event('{"a": 1}'), Event('{"b":\n2}')]


def test_an_event_without_end_is_refused_before_it_fills_the_memory() -> None:
    reader = EventReader()
    pieces = [b"data: " + b"x" * 100_000] * 100
    with pytest.raises(ValueError, match=r"^$"):
        list(chain.from_iterable(map(reader.feed, pieces)))
