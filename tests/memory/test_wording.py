"""Memories in the first person, or of several facts, are found; names and single facts are not mistaken for them."""

import pytest

from bot.memory.wording import has_several_facts, is_first_person


@pytest.mark.parametrize(
    "text",
    [
        "I live in Oslo",
        "I'm allergic to nuts",
        "My sister is a doctor",
        "We moved in May",
        "Ich wohne in Oslo",
        "Meine Schwester ist Ärztin",
        "J\u2019habite à Oslo",
        "Ma sœur est médecin",
        "Yo vivo en Oslo",
        "Eu moro em Oslo",
        "Я живу в Осло",
        "我住在奥斯陆",
        "私はオスロに住んでいます",
    ],
)
def test_the_first_person_is_found(text: str) -> None:
    assert is_first_person(text)


@pytest.mark.parametrize(
    "text",
    [
        "The user lives in Oslo",
        "My Chemical Romance is the user's favourite band",
        "We Work Remotely is where the user looks for jobs",
        "Ma Rainey is the user's favourite singer",
        "Mia is the user's sister",
        "Io is the user's dog",
        "Mon Ami is the user's favourite restaurant",
        "Ichiro is the user's boss",
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
        "The user likes tea.\nThe user likes jazz.",
        "- lives in Oslo\n- has a dog",
        "1. lives in Oslo\n2. has a dog",
        "Der Nutzer wohnt in Oslo. Der Nutzer hat einen Hund.",
        "用户住在奥斯陆。用户有一只狗。",
    ],
)
def test_several_facts_are_found(text: str) -> None:
    assert has_several_facts(text)


@pytest.mark.parametrize(
    "text",
    [
        "The user lives in Oslo, has a dog and works at a bank",
        "The user leads the Apollo project. It ends in May.",
        "The user's password hint is: first pet; second street",
        "The user reads Dr. Who. The doctor is their hero.",
        "The user wants: short answers. No lists. No lists at all.",
    ],
)
def test_one_fact_in_two_sentences_is_one(text: str) -> None:
    assert not has_several_facts(text)
