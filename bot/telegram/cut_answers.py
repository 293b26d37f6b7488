"""Below an answer that reached the model's length limit: a sentence that says so, and a button to continue it."""

from dataclasses import dataclass
from typing import ClassVar, Final
from uuid import UUID

from bot.telegram.buttons import ButtonData
from bot.telegram.texts import Button, Text

CONTINUE: Final = "continue"
"""The name of the button in its data."""

_CUT: Final = "✂️ The answer reached the model's length limit and stops here."


@dataclass(frozen=True, slots=True)
class ContinueButton(ButtonData):
    """Names the turn whose answer was cut."""

    NAME: ClassVar = CONTINUE

    turn_id: UUID


def cut_notice(turn_id: UUID, *, can_continue: bool) -> Text:
    """Return what is said below a turn's cut answer, with a button if that can be continued."""
    if not can_continue:
        return Text(_CUT)
    data = ContinueButton(turn_id).data
    return Text(_CUT, buttons=[[Button("▶️ Continue", data)]], about=data)


def without_continue(turn_id: UUID, message_id: int) -> Text:
    """Return what takes the button off the notice of a turn, in a message, once it has no use."""
    return Text.without_buttons(ContinueButton(turn_id).data, message_id)
