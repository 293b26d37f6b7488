"""`/memory` with any text, and any data of a button, is read as exactly what was named, or as nothing."""

import string
from contextlib import suppress

from hypothesis import given
from hypothesis import strategies as st

from bot.database.memory_pages import Selection, Side, Which
from bot.telegram.buttons import parse as parse_button
from bot.telegram.memory.requests import MEMORY, Act, OfOne, Place, Plain, Say, parse, read_button
from bot.values.changes import Addition, MemoryUpdate
from bot.values.text import clean, one_line
from tests.properties.memory_texts import ANY_TEXT

ACTS = [act for act in Act if act is not Act.WHERE]
ANY_REQUEST = (Place, OfOne, Addition, MemoryUpdate, Plain, Say)
IDS = st.text(string.ascii_letters + string.digits, min_size=8, max_size=8)
VERBS = st.sampled_from(["", "list", "deleted", "add", "add person", "edit a1b2", "stats", "clear", "mode", *ACTS])


@given(VERBS, ANY_TEXT)
def test_any_text_is_read_as_a_request(verb: str, text: str) -> None:
    request = parse(f"{verb} {text}")
    assert isinstance(request, ANY_REQUEST)
    assert parse(f"\t{verb} {text}\n") == request


@given(
    st.builds(Selection, ANY_TEXT.map(lambda text: one_line(clean(text))[:16]), st.sampled_from(Which)),
    st.sampled_from(Side),
    st.sampled_from(Act),
    IDS,
    IDS,
)
def test_button_data_is_parsed_as_written(
    selection: Selection, side: Side, act: Act, memory_id: str, first_id: str
) -> None:
    with suppress(ValueError):  # where the words are too long for a button
        for pressed in (Place(side, memory_id, selection), OfOne(act, memory_id, first_id, selection)):
            named = parse_button(pressed.data)
            assert named
            assert (named[0], read_button(named[1])) == (MEMORY, pressed)


@given(ANY_TEXT)
def test_other_button_data_is_rejected(data: str) -> None:
    assert read_button(data) is None
