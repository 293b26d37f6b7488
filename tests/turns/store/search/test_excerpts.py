"""An excerpt shows the words around the hits, on one line."""

import re

from hypothesis import given
from hypothesis import strategies as st

from bot.store.search.excerpts import AFTER_HIT, BEFORE_HIT, excerpt


def marked(text: str) -> str:
    """Mark the text in square brackets as a hit."""
    return text.replace("[", BEFORE_HIT).replace("]", AFTER_HIT)


def shown(text: str, most: int) -> str:
    """Return an excerpt with its hits in square brackets."""
    made = excerpt(marked(text), most)
    result = made.text
    for first, last in reversed(made.hits):
        result = f"{result[:first]}[{result[first:last]}]{result[last:]}"
    return result


def test_a_short_text_is_shown_as_it_is_on_one_line() -> None:
    assert shown("My [boat]\n\n is  red", 100) == "My [boat] is red"


def test_without_hits_the_beginning_is_shown() -> None:
    assert shown("one two three four five", 10) == "one two…"


def test_a_long_text_is_cut_between_words_around_the_hit() -> None:
    assert shown(f"{'before ' * 50}the [boat] is red {'behind ' * 50}", 40) == "…before the [boat] is red behind…"


def test_the_part_with_the_most_different_hits_is_shown() -> None:
    text = f"[red] [red] [red] {'x ' * 100}[red] [boat] {'y ' * 100}[boat]"
    assert "[red] [boat]" in shown(text, 30)


def test_markdown_is_not_shown() -> None:
    assert shown("## Heading\n> **The [boat]** is `red`", 100) == "Heading The [boat] is red"
    assert shown("2 * 3 * 4, a_b, #tag, C#", 100) == "2 * 3 * 4, a_b, #tag, C#"


_WORDS = st.lists(
    st.sampled_from(["a", "boat", "[boat]", "[red]", "\n", "long" * 12, "[" + "x" * 45 + "]"]), max_size=60
)


@given(_WORDS, st.integers(10, 120))
def test_an_excerpt_is_short_on_one_line_and_shows_a_hit_if_there_is_one(words: list[str], most: int) -> None:
    made = excerpt(marked(" ".join(words)), most)
    whole = " ".join(re.sub(r"[\[\]]", "", " ".join(words)).split())
    assert len(made.text) <= most + 2
    assert "\n" not in made.text
    assert made.text.strip("…") in whole
    assert bool(made.hits) == any(word.startswith("[") for word in words)
    assert all(0 <= first < last <= len(made.text) for first, last in made.hits)
    assert all(re.search(re.escape(made.text[first:last]), "".join(words)) for first, last in made.hits)
