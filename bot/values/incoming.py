"""What arrives from a user, and whose words it is."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Self

import pydantic.dataclasses
from pydantic import ConfigDict

from bot.values.attachments import SentFile


class Speaker(StrEnum):
    """Whose words are quoted."""

    USER = "user"
    KEEPSAKE = "keepsake"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Quote:
    """What a user's message quotes above their own words, and from whom: somebody's name, or Keepsake's message."""

    text: str
    speaker: Speaker
    name: str = ""
    message_id: int | None = None


@dataclass(frozen=True, slots=True)
class Attribution:
    """What of a user's message is not their own: all of it if `forwarded_from` somebody (perhaps ""), its quote."""

    forwarded_from: str | None = None
    quote: Quote | None = None

    @property
    def holds_untrusted(self) -> bool:
        """Whether any of it was said by somebody else than the user and Keepsake."""
        quotes_others = self.quote is not None and self.quote.speaker is Speaker.OTHER
        return self.forwarded_from is not None or quotes_others


OWN_WORDS: Final = Attribution()
"""All of a message is what its user says."""


class UpdateKind(StrEnum):
    """What is done about an update; a message waits while a turn command does."""

    MESSAGE = "message"
    EDIT = "edit"
    TURN_COMMAND = "turn command"
    OTHER = "other"


@pydantic.dataclasses.dataclass(frozen=True, slots=True, config=ConfigDict(revalidate_instances="always"))
class IncomingMessage:
    """What a user said and sent, when (Telegram's date), and what of it is untrusted. Raises ValueError if odd.

    Messages of one `album` (Bot API, Message.media_group_id) are one message.
    """

    text: str
    sent_at: datetime
    attribution: Attribution = OWN_WORDS
    files: tuple[SentFile, ...] = ()
    album: str = ""

    def with_more(self, other: Self) -> Self:
        """Return a message of an album with another one of it."""
        text = "\n".join(filter(None, (self.text, other.text)))
        return replace(self, text=text, files=(*self.files, *other.files))
