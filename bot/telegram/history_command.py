"""`/history`: the conversations there were, by the numbers that /resume and /forget know them by."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from math import ceil
from typing import Annotated, ClassVar, Final

from pydantic import Field

from bot.database import history
from bot.database.engine import Transaction
from bot.database.history import PastConversation
from bot.telegram.buttons import ButtonData, Press, Reaction, counted, message
from bot.telegram.formatting import bold, compose
from bot.telegram.texts import Text
from bot.values import Owner

PAGE: Final = 15
"""How many conversations are shown at once."""
_ROW: Final = 5
_USAGE: Final = "Usage: /history, or /history <page>. The newest conversations come first."


@dataclass(frozen=True, slots=True)
class PageButton(ButtonData):
    """Turns to a page."""

    NAME: ClassVar = "history"

    page: Annotated[int, Field(ge=1, lt=10**9)]


@dataclass(frozen=True, slots=True)
class ResumeButton(ButtonData):
    """Does what `/resume <number>` does."""

    NAME: ClassVar = "resume"

    number: int


async def answer(timezone: tzinfo | None, tx: Transaction, owner: Owner, words: str, *_: object) -> Sequence[Text]:
    """List the conversations of a page, the newest first, in the caller's transaction."""
    pressed = PageButton.read(words or "1")
    return [await page(timezone, tx, owner, pressed.page)] if pressed else compose(_USAGE)


async def press(timezone: tzinfo | None, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Turn to the page that a button names."""
    pressed = PageButton.read(press.data)
    return Reaction(shows=await page(timezone, tx, owner, pressed.page)) if pressed else None


async def page(timezone: tzinfo | None, tx: Transaction, owner: Owner, number: int = 1) -> Text:
    """Return a page as a message, with a button for each conversation that has ended."""
    shown, of = await history.newest(tx, owner, skip=(number - 1) * PAGE, most=PAGE)
    pages = ceil(of / PAGE)
    ended = [ResumeButton(it.number).button(str(it.number)) for it in shown if it.ended_at]
    newer = [PageButton(number - 1).button("◀️ Newer")] if number > 1 else []
    earlier = [PageButton(number + 1).button("Earlier ▶️")] if number < pages else []
    buttons = [*(ended[first : first + _ROW] for first in range(0, len(ended), _ROW)), [*newer, *earlier]]
    if not shown:
        nothing = "There are no conversations yet." if number == 1 else "There are no earlier conversations."
        return message(nothing, buttons=buttons)
    position = f", page {number:,} of {pages:,}" if pages > 1 else ""
    lines = [f"\n• {title(past, timezone)}" for past in shown]
    hint = "\n\nTap a number to continue that conversation. /forget <number> erases one." if ended else ""
    return message("🗂 ", bold(f"Our conversations{position}:"), "\n", *lines, hint, buttons=buttons)


def title(past: PastConversation, timezone: tzinfo | None) -> str:
    """Name a conversation on one line: number, date, turns, and the first words."""
    turns = counted(past.turns, "turn", "turns")
    now = ", the one we are in" if past.ended_at is None else ""
    return f"{past.number}, {past.started_at.astimezone(timezone):%d %b %Y}, {turns}{now}: “{past.first_words}”"
