import pytest

from bot.telegram.formatting import format_reply, preview


@pytest.mark.parametrize(
    ("parroted", "shown"),
    [
        ("- [id:AbCd1234] The user likes tea", "The user likes tea"),
        ("- [id:AbCd1234] [Bob] Bob likes tea", "Bob likes tea"),
        ('- [id:AbCd1234] (person, Bob) "Bob (the cook) likes "green" tea"', 'Bob (the cook) likes "green" tea'),
        ('[id:AbCd1234] (context) "Tea at five"', "Tea at five"),
        ('Stored as [id:AbCd1234]: "Bob likes tea"', "Bob likes tea"),
        ('Updated [id:AbCd1234]: "Bob likes tea" → "Bob likes coffee"', '"Bob likes tea" → "Bob likes coffee"'),
        ("- [id:AbCd1234] One\n\n- [id:AbCd1235] [Bob] Two\n", "• One\n• Two"),
    ],
)
def test_an_answer_that_repeats_a_line_of_memories_shows_their_text(parroted: str, shown: str) -> None:
    assert [part.text for part in format_reply(parroted)] == [shown]
    assert preview(parroted) is None
    assert preview(parroted[:16]) is None


@pytest.mark.parametrize(
    "words", ["You have this:\n- [id:AbCd1234] Tea", "[id:AbCd1234]", "- [id] x", "- [id:AbCd1234] a\nAnd more"]
)
def test_an_answer_with_words_of_its_own_is_shown_as_it_is(words: str) -> None:
    (part,) = format_reply(words)
    assert "[id" in part.text
