"""Which pictures fit into a prompt, and what of a turn is shortened first."""

from uuid import UUID

import pytest

from bot.chat.budget import shortened, size, tokens
from bot.chat.picture_budget import PictureRoom, fitting, shown_from
from bot.values.attachments import Picture
from bot.values.messages import AssistantMessage, Message, UserMessage

SMALL = Picture("a", "image/jpeg", 300, 250, 1_000)
"""A picture of 100 tokens."""


def shown(*numbers: int) -> list[tuple[UUID, list[Message]]]:
    """Return turns, each with a number of pictures."""
    return [
        (UUID(int=at), [UserMessage("Look", pictures=(SMALL,) * number), AssistantMessage("I see")])
        for at, number in enumerate(numbers, 1)
    ]


@pytest.mark.parametrize(
    ("room", "first"),
    [
        (PictureRoom(1_000), 1),
        (PictureRoom(300), 3),
        (PictureRoom(1_000, number=4), 2),
        (PictureRoom(1_000, size=2_000), 3),
        (PictureRoom(0), 4),
    ],
)
def test_the_newest_pictures_that_fit_stay(room: PictureRoom, first: int) -> None:
    assert shown_from(shown(2, 2, 1, 1), UUID(int=4), room) == UUID(int=first)


def test_a_summary_is_asked_for_with_the_pictures_that_fit_together() -> None:
    assert fitting(shown(2, 2, 1, 1), PictureRoom(300)) == 1
    assert fitting(shown(2, 2, 1, 1), PictureRoom(500)) == 3


def test_a_turn_is_shortened_by_its_pictures_first() -> None:
    ((_, messages),) = shown(3)
    (turn,) = shown(3)
    assert tokens(messages) > 300
    _, left = shortened(turn, 50, size(0, "", []))
    assert left[0] == UserMessage("Look\n[The 3 pictures are no longer shown]")
    assert left[1] == messages[1]
