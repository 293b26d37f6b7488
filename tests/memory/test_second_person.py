"""What a user reads about themself is in the second person."""

import pytest

from bot.memory.second_person import second_person

CHANGED = [
    ("Alec is the user's mentor, not the user's boss", "Alec is your mentor, not your boss"),
    ("The user was in Rome. The user lives in Oslo.", "You were in Rome. You live in Oslo."),
    ("The user studies law and has a dog, but isn't happy", "You study law and have a dog, but aren't happy"),
    ("The user watches films", "You watch films"),
    ("The user always uses metric units", "You always use metric units"),
    ("The user no longer works at TechCorp", "You no longer work at TechCorp"),
    ("The user lives in Berlin with their wife", "You live in Berlin with your wife"),
    ("The user likes the Beatles and their songs", "You like the Beatles and their songs"),
    ("The user works for a company and knows their rules", "You work for a company and know their rules"),
    ("The user taught himself Greek", "You taught yourself Greek"),
    (
        "The user\u2019s sister isn\u2019t here, and the user isn\u2019t either",
        "Your sister isn\u2019t here, and you aren\u2019t either",
    ),
    ("User wants the assistant to remind the user every day", "You want the assistant to remind you every day"),
    ("The user and Anna are married", "You and Anna are married"),
    ("The user has a sister who is a nurse and likes tea", "You have a sister who is a nurse and likes tea"),
]
KEPT = [
    "The user interface is blue",
    "The user's allergic to nuts",
    "The user, who lives in Rome, likes tea",
    "The restaurant the user likes is Noma",
    "A power user's guide is on the desk",
    "The user wrote a power user's guide",
    "The user's",
    "Der User mag Tee",
    "User mag Tee",
    "用户喜欢茶",
]


@pytest.mark.parametrize(("stored", "read"), CHANGED)
def test_the_user_is_addressed_and_verbs_agree(stored: str, read: str) -> None:
    assert second_person(stored) == second_person(read) == read


@pytest.mark.parametrize("stored", KEPT)
def test_what_is_not_certain_or_in_another_language_stays(stored: str) -> None:
    assert second_person(stored) == stored
