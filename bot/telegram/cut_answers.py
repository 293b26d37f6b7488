"""Below an answer that reached the model's length limit: a sentence that says so, and a button to continue it."""

import re
from typing import Final
from uuid import UUID

from bot.telegram.buttons import button_data
from bot.telegram.texts import Button, Text

CONTINUE: Final = "continue"
"""The name of the button in its data."""

_CUT: Final = "✂️ The answer reached the model's length limit and stops here."
_DATA: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)


def cut_notice(turn_id: UUID, *, can_continue: bool) -> Text:
    """Return what is said below a turn's cut answer, with a button if that can be continued."""
    if not can_continue:
        return Text(_CUT)
    data = button_data(CONTINUE, turn_id.hex)
    return Text(_CUT, buttons=[[Button("▶️ Continue", data)]], about=data)


def without_continue(turn_id: UUID, message_id: int) -> Text:
    """Return what takes the button off the notice of a turn, in a message, once it has no use."""
    return Text.without_buttons(button_data(CONTINUE, turn_id.hex), message_id)


def parse(data: str) -> UUID | None:
    """Read the data of a Continue button: the turn whose answer was cut."""
    return UUID(data) if _DATA.fullmatch(data) else None
