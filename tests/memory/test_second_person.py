"""What a user reads about themself is in the second person, and no word is lost."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.memory.second_person import second_person

CHANGED = [
    ("The user's boss is Alec", "Your boss is Alec"),
    ("Alec is the user's mentor, not the user's boss", "Alec is your mentor, not your boss"),
    ("The user was in Rome. The user lives in Oslo.", "You were in Rome. You live in Oslo."),
    ("The user doesn't like tea", "You don't like tea"),
    ("The user studies law and has a dog, but isn't happy", "You study law and have a dog, but aren't happy"),
    ("The user watches films", "You watch films"),
    ("The user went to Rome", "You went to Rome"),
    ("The user always uses metric units", "You always use metric units"),
    ("The user no longer works at TechCorp", "You no longer work at TechCorp"),
    ("The user likes their coffee black", "You like your coffee black"),
    ("The user lives in Berlin with their wife", "You live in Berlin with your wife"),
    ("The user likes the Beatles and their songs", "You like the Beatles and their songs"),
    ("The user works for a company and knows their rules", "You work for a company and know their rules"),
    ("The user taught himself Greek", "You taught yourself Greek"),
    ("User's timezone is Europe/London", "Your timezone is Europe/London"),
    (
        "The user\u2019s sister isn\u2019t here, and the user isn\u2019t either",
        "Your sister isn\u2019t here, and you aren\u2019t either",
    ),
    ("User wants the assistant to remind the user every day", "You want the assistant to remind you every day"),
    ("Anna thinks that the user is tall", "Anna thinks that you are tall"),
    ("The user and Anna are married", "You and Anna are married"),
    ("The user has a sister who is a nurse and likes tea", "You have a sister who is a nurse and likes tea"),
    ("The user loves her", "You love her"),
]
KEPT = [
    "Sarah works on the Design team",
    "The user interface is blue",
    "The user's allergic to nuts",
    "The user, who lives in Rome, likes tea",
    "The restaurant the user likes is Noma",
    "A power user's guide is on the desk",
    "The user wrote a power user's guide",
    "The user-friendly app is Notes",
    "The user's",
    "Der User mag Tee",
    "User mag Tee",
    "用户喜欢茶",
    "I like tea",
]


@pytest.mark.parametrize(("stored", "read"), CHANGED)
def test_the_user_is_addressed_and_verbs_agree(stored: str, read: str) -> None:
    assert second_person(stored) == read


@pytest.mark.parametrize("stored", KEPT)
def test_what_is_not_certain_or_in_another_language_stays(stored: str) -> None:
    assert second_person(stored) == stored


WORDS = sorted(
    {word for text in (*(it for it, _ in CHANGED), *KEPT) for word in re.findall(r"[\w'\u2019-]+", text)}
    | {"The user", "the user", "User", "the user's", "The user\u2019s", "User's", "the", "THE USER"}
)
MARKS = [" ", " ", " ", " ", ", ", ". ", "! ", "; ", "\n", " - ", ""]
TEXTS = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(MARKS)), max_size=14).map(
    lambda parts: "".join(word + mark for word, mark in parts)
)
ROOTS = (
    *("user", "you", "your", "yourself", "their", "his", "they", "them"),
    *("themselves", "themself", "himself", "herself"),
)
FORMS = {"is": "are", "was": "were", "has": "have", "does": "do", "isn't": "aren't", "wasn't": "weren't"} | {
    "hasn't": "haven't",
    "doesn't": "don't",
}


def words(text: str) -> list[str]:
    """Return a text's words, the user's article apart."""
    return re.findall(r"[\w'-]+", re.sub(r"\bthe user", "user", text.lower().replace("\u2019", "'")))


@given(TEXTS | st.text() | st.text(alphabet="theusr 'sTUlik.,"))
def test_no_word_is_lost_and_nothing_changes_twice(text: str) -> None:
    read = second_person(text)
    assert second_person(read) == read
    assert re.sub(r"\w|['\u2019]", "", re.sub(r"\bthe user", "user", text, flags=re.IGNORECASE)) == re.sub(
        r"\w|['\u2019]", "", read if read != text else re.sub(r"\bthe user", "user", read, flags=re.IGNORECASE)
    )
    for before, after in zip(words(text), words(read), strict=True):
        is_person = before.removesuffix("'s") in ROOTS and after in {*ROOTS, before}
        is_form = FORMS.get(before, "") == after or (before.endswith("s") and before[:2] == after[:2])
        assert before == after or is_person or is_form
