"""Pictures that fit into a prompt. They leave it before words do. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile
from typing import Final
from uuid import UUID

from bot.values.attachments import Picture
from bot.values.messages import Message, UserMessage

MOST_PICTURES: Final = 20
"""Most pictures of a prompt with earlier turns: some servers take no more."""
MOST_BYTES: Final = 11_000_000
"""Most bytes of these pictures; as data URLs they are 15 MB of a request, of which servers take 20."""
SHARE: Final = 0.35
"""Largest share of these pictures of the tokens for turns."""
TURN_SHARE: Final = 0.55
"""Largest share of one turn's pictures of the whole context: ten as Telegram's apps send them fit into 32,000."""
_PIXELS_A_TOKEN: Final = 750
"""Pixels of a picture per token: https://docs.anthropic.com/en/docs/build-with-claude/vision; OpenAI's are fewer."""


@dataclass(frozen=True, slots=True)
class PictureRoom:
    """What a prompt may hold of pictures."""

    tokens: float
    number: float = MOST_PICTURES
    size: float = MOST_BYTES

    def holds(self, pictures: Sequence[Picture]) -> bool:
        """Tell whether these pictures fit."""
        return (
            len(pictures) <= self.number
            and sum(picture.size for picture in pictures) <= self.size
            and sum(map(picture_tokens, pictures)) <= self.tokens
        )

    def part(self, share: float) -> "PictureRoom":
        """Return a share of it."""
        return PictureRoom(share * self.tokens, share * self.number, share * self.size)

    @property
    def half(self) -> "PictureRoom":
        """Half of it, so that pictures leave the prompt in batches."""
        return self.part(0.5)


def picture_tokens(picture: Picture) -> int:
    """Estimate the tokens of a picture."""
    return -(-picture.width * picture.height // _PIXELS_A_TOKEN)


def pictures_in(messages: Iterable[Message]) -> list[Picture]:
    """Return the pictures of messages, in order."""
    return [picture for message in messages if isinstance(message, UserMessage) for picture in message.pictures]


def shown_from(turns: Sequence[tuple[UUID, Sequence[Message]]], current: UUID, room: PictureRoom) -> UUID:
    """Return the first turn whose pictures stay: those of the current turn, and of the newest before it that fit."""
    first, kept = current, list[Picture]()
    for turn_id, messages in reversed(turns):
        kept += pictures_in(messages)
        if turn_id < current and not room.holds(kept):
            break
        first = min(first, turn_id)
    return first


def fitting(turns: Sequence[tuple[UUID, Sequence[Message]]], room: PictureRoom) -> int:
    """Return how many of the first turns have pictures that fit together."""
    together = accumulate((pictures_in(messages) for _, messages in turns), lambda some, more: [*some, *more])
    return sum(1 for _ in takewhile(room.holds, together))
