from hypothesis import given
from hypothesis import strategies as st

from bot.database.telling import FEW, Parts

WORDS = st.text(st.sampled_from('ab" '), min_size=1, max_size=20)
MANY = st.lists(WORDS, min_size=FEW + 1, max_size=3 * FEW, unique=True)
TEXTS = st.text(st.sampled_from('ab" '), max_size=60)


@given(MANY, TEXTS)
def test_many_are_found_where_one_after_the_other_would_be(parts: list[str], text: str) -> None:
    assert Parts(parts).found_in(text) == {part for part in parts if part in text}


@given(MANY, TEXTS)
def test_of_many_nothing_is_left_of_what_was_replaced(parts: list[str], text: str) -> None:
    replaced = Parts(parts).replaced(text, "x")
    assert not any(part in replaced for part in parts)
    assert bool(Parts(parts).found_in(text)) == (replaced != text)
    kept = replaced.split("x")
    assert text.startswith(kept[0])
    assert text.endswith(kept[-1])


def test_text_beside_a_replacement_stays() -> None:
    numbers = [f'"the user said {number}!"' for number in range(FEW + 1)]
    text = f'- {numbers[0]} and {numbers[5]}, {numbers[5]}: not "the user said 99!"'
    assert Parts(numbers).replaced(text, "?") == '- ? and ?, ?: not "the user said 99!"'
    assert Parts(numbers[:3]).replaced(text, "?") == f'- ? and {numbers[5]}, {numbers[5]}: not "the user said 99!"'
