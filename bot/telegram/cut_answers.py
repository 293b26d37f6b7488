"""Below an answer that reached the model's length limit: a sentence that says so, and a button to continue it."""

import re
from typing import Final
from uuid import UUID

from bot.database.outbox import Button, Text
from bot.telegram.buttons import button_data

CONTINUE: Final = "continue"
"""The name of the button in its data."""

_CUT: Final = "✂️ The answer reached the model's length limit and stops here."
_DATA: Final = re.compile(r"[0-9a-f]{32}", re.ASCII)


def cut_notice(turn_id: UUID) -> Text:
    """Return what is said below a turn's cut answer."""
    return Text(_CUT, buttons=[[Button("▶️ Continue", button_data(CONTINUE, turn_id.hex))]])


def cut_notice_without_button(message_id: int) -> Text:
    """Return what the notice in a message becomes once its button has no use."""
    return Text(_CUT, replaces=message_id)


def parse(data: str) -> UUID | None:
    """Read the data of a Continue button: the turn whose answer was cut."""
    return UUID(data) if _DATA.fullmatch(data) else None
