"""A sentence in the first person becomes one about the user, where that is certain."""

import pytest

from bot.memory.third_person import third_person


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("I am vegan", "The user is vegan"),
        ("I'm vegan", "The user is vegan"),
        ("I\u2019ve two dogs", "The user has two dogs"),
        ("I like my sister's cakes", "The user likes their sister's cakes"),
        ("My sister is Anna", "The user's sister is Anna"),
        ("i always drink tea", "The user always drinks tea"),
        ("I went to Rome in 2019", "The user went to Rome in 2019"),
        ("I don't eat meat", "The user doesn't eat meat"),
        ("I was a nurse", "The user was a nurse"),
        ("I study maths", "The user studies maths"),
        ("I watch birds", "The user watches birds"),
        ("I can swim", "The user can swim"),
    ],
)
def test_a_sentence_in_the_first_person_becomes_one_about_the_user(written: str, stored: str) -> None:
    assert third_person(written) == stored


@pytest.mark.parametrize(
    "written",
    [
        "My boss calls me Bo",
        "I think I am tall",
        "I teach maths and have two kids",
        "I'd like short answers",
        "We like tea",
        "Ich mag Tee",
        "I reply late",
        "I dont eat meat",
        "I breed dogs",
        "My and Anna's house is blue",
        "Anna likes tea",
        "I",
        "",
    ],
)
def test_what_is_uncertain_stays_as_it_is(written: str) -> None:
    assert third_person(written) is None
