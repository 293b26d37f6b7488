"""The user's words, said about them and to them."""

import pytest

from practice.model.grammar import plain, second_person, third_person


@pytest.mark.parametrize(
    ("first", "third", "second"),
    [
        ("my boss is nice", "User's boss is nice", "your boss is nice"),
        ("I have a dog", "User has a dog", "you have a dog"),
        ("I am late", "User is late", "you are late"),
        ("I don't like tea", "User doesn't like tea", "you don't like tea"),
        ("I always carry my keys", "User always carries their keys", "you always carry your keys"),
        ("I watch birds", "User watches birds", "you watch birds"),
        ("I can swim", "User can swim", "you can swim"),
        ("I moved to Rome", "User moved to Rome", "you moved to Rome"),
        ("Alec knows me and my wife", "Alec knows the user and the user's wife", "Alec knows you and your wife"),
        ("you should be kind", "The assistant should be kind", "I should be kind"),
        (
            "I want you to say your name",
            "User wants the assistant to say the assistant's name",
            "you want me to say my name",
        ),
    ],
)
def test_what_the_user_says_is_kept_in_the_third_person_and_said_back_in_the_second(
    first: str, third: str, second: str
) -> None:
    assert third_person(first) == third
    assert second_person(third) == second


@pytest.mark.parametrize(
    ("said", "matter"),
    [
        ("Oh, by the way: i'm  late!!", "I am late"),
        ("Could you please help", "help"),
        ("“who\u2019s Alec?”", "who is Alec"),
        ("Alec\u2019s my boss, by the way.", "Alec is my boss"),
        ("Alec's boss", "Alec's boss"),
    ],
)
def test_a_sentence_is_reduced_to_its_matter(said: str, matter: str) -> None:
    assert plain(said) == matter
