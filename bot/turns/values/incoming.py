"""Incoming messages, and the provenance of their text."""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Self
from uuid import UUID

import pydantic.dataclasses
from pydantic import ConfigDict

from bot.kit.prompt_text import OthersText
from bot.model.values import ToolCall
from bot.turns.values.attachments import SentFile


class Speaker(StrEnum):
    """The author of a quote."""

    USER = "user"
    KEEPSAKE = "keepsake"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Quote:
    """What a user's message quotes or replies to, with its author's name.

    A reply without a quote is to the `whole` message. A message of the same chat has an id, and a turn if it is known.
    """

    text: str
    speaker: Speaker
    name: str = ""
    message_id: int | None = None
    whole: bool = False
    turn_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class Attribution:
    """What of a message its user didn't write: all its text if `forwarded_from` somebody ("" if unknown), its quote.

    So is what it holds besides, such as a contact or the address behind a link.
    """

    forwarded_from: str | None = None
    quote: Quote | None = None
    held: tuple[OthersText, ...] = ()

    def with_more(self, other: Self) -> Self:
        """Return the attribution of an album's messages: one that is forwarded makes all of it another's."""
        forwarded = other.forwarded_from if self.forwarded_from is None else self.forwarded_from
        return replace(self, forwarded_from=forwarded, quote=self.quote or other.quote, held=(*self.held, *other.held))


REPLIED_TO: Final = " in the message replied to"
"""What follows the name of something that a message holds by replying to another one."""
OWN_WORDS: Final = Attribution()
"""Attribution of a message that is all its user's own."""


class UpdateKind(StrEnum):
    """How an update is handled; messages wait while a turn command does, or an edit of what was read."""

    MESSAGE = "message"
    EDIT = "edit"
    TURN_COMMAND = "turn command"
    OTHER = "other"


@pydantic.dataclasses.dataclass(frozen=True, slots=True, config=ConfigDict(revalidate_instances="always"))
class IncomingMessage:
    """A user's message with its files, Telegram's date and its attribution. Raises ValueError if it is invalid.

    Messages of one `album` (Bot API, Message.media_group_id) are one message, with several `message_ids`, each with
    its caption. One `from_keepsake` has no message in the chat: it begins a turn of its own, with the `call` that the
    user has allowed, or for the `task` (its id) that is due.
    """

    text: str
    sent_at: datetime
    attribution: Attribution = OWN_WORDS
    files: tuple[SentFile, ...] = ()
    album: str = ""
    message_ids: tuple[int, ...] = ()
    captions: tuple[str, ...] = ()
    from_keepsake: bool = False
    call: ToolCall | None = None
    task: str | None = None

    @property
    def words(self) -> str:
        """What it says, also in what it holds: text that is looked up, and not the user's own words alone."""
        return "\n".join(filter(None, [self.text, *(it.text for it in self.attribution.held)]))

    @property
    def parts(self) -> tuple[str, ...]:
        """The text of each of its messages."""
        return self.captions or (self.text,)

    def with_more(self, other: Self) -> Self:
        """Return a message of an album with another one of it."""
        text = "\n".join(filter(None, (self.text, other.text)))
        message_ids = (*self.message_ids, *other.message_ids)
        captions = (*self.parts, *other.parts)
        return replace(
            self,
            text=text,
            attribution=self.attribution.with_more(other.attribution),
            files=(*self.files, *other.files),
            message_ids=message_ids,
            captions=captions,
        )
