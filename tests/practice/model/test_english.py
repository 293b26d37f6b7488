"""The user's words, reduced to their matter, and said about them and to them."""

import pytest

from practice.model.english import is_question, plain, second_person, third_person


@pytest.mark.parametrize(
    ("first", "third", "second"),
    [
        ("my boss is nice", "User's boss is nice", "your boss is nice"),
        ("I am from Rome", "User is from Rome", "you are from Rome"),
        ("I don't like tea", "User doesn't like tea", "you don't like tea"),
        ("I have my keys", "User has the user's keys", "you have your keys"),
        ("I watch birds", "User watches birds", "you watch birds"),
        ("I study law", "User studies law", "you study law"),
        ("I can swim", "User can swim", "you can swim"),
        ("Alec knows me and my wife", "Alec knows the user and the user's wife", "Alec knows you and your wife"),
        ("I want you to be kind", "User wants the assistant to be kind", "you want me to be kind"),
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
        ("Actually, by the way:  i'm  late!!", "I am late"),
        ("Could you please help", "help"),
        ("“who\u2019s Alec?”", "who is Alec"),
        ("I like tea now, by the way.", "I like tea"),
        ("From now on, be brief", "From now on, be brief"),
    ],
)
def test_a_sentence_is_reduced_to_its_matter(said: str, matter: str) -> None:
    assert plain(said) == matter


def test_a_question_ends_with_its_mark_or_begins_with_its_word() -> None:
    asked = ("Alec?", "who is Alec", "Tell me about Alec", "Alec is my boss", "Whoever it is")
    assert [is_question(it) for it in asked] == [True, True, True, False, False]
