from uuid import UUID

import pytest

from bot.database.search.passages import QUESTION_PLACES, Utterance, asks, statements_first


@pytest.mark.parametrize(
    "words",
    [
        "What was Anna's dentist called?",
        "Hello! What was Anna's dentist called?",
        "“Is it so?”",
        "彼は誰ですか\uff1f",
    ],
)
def test_what_mostly_asks_is_a_question(words: str) -> None:
    assert asks(words)


@pytest.mark.parametrize(
    "words",
    ["", "Anna's dentist is Dr. Weiss.", "Anna's dentist is Dr. Weiss. Do you know him?", "Who knows? I know."],
)
def test_what_mostly_tells_is_none(words: str) -> None:
    assert not asks(words)


def test_a_question_comes_after_a_number_of_statements() -> None:
    question, *statements = [(UUID(int=number), 1) for number in range(QUESTION_PLACES + 2)]
    found = statements_first([question, *statements], [Utterance(question, by_user=True, asks=True)])
    assert found == [*statements[:QUESTION_PLACES], question, *statements[QUESTION_PLACES:]]
