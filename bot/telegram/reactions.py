"""Users' reactions to answers."""

from dataclasses import dataclass
from typing import ClassVar, Final
from uuid import UUID

from telegram import MessageReactionUpdated, ReactionTypeEmoji

from bot.language import mark, t
from bot.telegram.buttons import ButtonData
from bot.telegram.texts import Text

_ASKS: Final = mark("Shall I answer that again?")
_THUMB_DOWN: Final = "👎"


@dataclass(frozen=True, slots=True)
class AgainButton(ButtonData):
    """A turn whose answer its user dislikes."""

    NAME: ClassVar = "again"

    turn_id: UUID


def dislikes(reaction: MessageReactionUpdated) -> bool:
    """Tell whether a user has put a thumb down below a message (Bot API, MessageReactionUpdated)."""
    old, new = (
        {it.emoji for it in several if isinstance(it, ReactionTypeEmoji)}
        for several in (reaction.old_reaction, reaction.new_reaction)
    )
    return _THUMB_DOWN in new - old


def retry_offer(turn_id: UUID, message_id: int) -> Text:
    """Return the offer to answer again, below the answer's message."""
    button = AgainButton(turn_id)
    return Text(t(_ASKS), quoted_id=message_id, buttons=[[button.button(t("🔁 Retry"))]], about=button.data)
