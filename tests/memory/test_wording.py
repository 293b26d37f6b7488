"""Memories in the first person, or of several facts, are found; names and single facts are not mistaken for them.

Where it is certain, a sentence in the first person becomes one about the user.
"""

import pytest

from bot.memory.wording import has_several_facts, is_first_person, third_person


@pytest.mark.parametrize(
    "text",
    [
        "I'm allergic to nuts",
        "Ich wohne in Oslo",
        "J\u2019habite à Oslo",
        "我住在奥斯陆",
    ],
)
def test_the_first_person_is_found(text: str) -> None:
    assert is_first_person(text)


@pytest.mark.parametrize(
    "text",
    [
        "The user lives in Oslo",
        "My Chemical Romance is the user's favourite band",
        "IKEA is where the user works",
        "The user often says: I am tired",
    ],
)
def test_names_and_quotations_are_no_first_person(text: str) -> None:
    assert not is_first_person(text)


@pytest.mark.parametrize(
    "text",
    [
        "The user lives in Oslo. The user has a dog.",
        "The user's sister is a doctor; the user's brother is a baker",
        "- lives in Oslo\n- has a dog",
        "用户住在奥斯陆。用户有一只狗。",
    ],
)
def test_several_facts_are_found(text: str) -> None:
    assert has_several_facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "The user lives in Oslo, has a dog and works at a bank",
        "The user's password hint is: first pet; second street",
        "The user reads Dr. Who. The doctor is their hero.",
        "The user wants: short answers. No lists. No lists at all.",
    ],
)
def test_one_fact_in_two_sentences_is_one(text: str) -> None:
    assert not has_several_facts(text)


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("I\u2019ve two dogs", "The user has two dogs"),
        ("I like my sister's cakes", "The user likes their sister's cakes"),
        ("My sister is Anna", "The user's sister is Anna"),
        ("i always drink tea", "The user always drinks tea"),
        ("I study maths", "The user studies maths"),
        ("I watch birds", "The user watches birds"),
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
        "My and Anna's house is blue",
        "Anna likes tea",
        "",
    ],
)
def test_what_is_uncertain_stays_as_it_is(written: str) -> None:
    assert third_person(written) is None
