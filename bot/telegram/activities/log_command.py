"""`/activity`: lists what was done, when and in which turn, with buttons that undo it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from math import ceil
from typing import Annotated, ClassVar, Final, Literal
from uuid import UUID

from pydantic import Field

from bot.chat.deeds import Deeds
from bot.database import activity_log
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, DeedRefused, MemoryRefused, NoSuchActivity, NoSuchProposal, NoSuchReceipt
from bot.memory import proposals
from bot.memory.operations import Memories
from bot.memory.receipts import UNDONE, line, undo_receipt
from bot.telegram.activities.deeds import PERHAPS
from bot.telegram.buttons import ButtonData, Press, Reaction, message, refused, shortened
from bot.telegram.formatting import bold, compose
from bot.telegram.memory.offers import offer_line
from bot.telegram.texts import Button, Text
from bot.values.activities import ActivityState
from bot.values.activity_log import LogEntry
from bot.values.memories import Embedding
from bot.values.owner import Owner
from bot.values.proposals import ProposalState

PAGE: Final = 8
"""Most entries on a page."""
_ROW: Final = 4
_LINE_UNITS: Final = 200
_WORDS_UNITS: Final = 60
_USAGE: Final = "Usage: /activity, or /activity <page>. What I did last comes first."
_NOTHING: Final = "I have done nothing yet besides answering."
_HINT: Final = "\n\nTap ↩️ to undo one."
_SIGNS: Final = {
    ActivityState.WAITING: "🔐 Waits for you: ",
    ActivityState.ALLOWED: "⏳ Under way: ",
    ActivityState.RUNNING: "⏳ Under way: ",
    ActivityState.DONE: "",
    ActivityState.FAILED: "⚠️ Failed: ",
    ActivityState.UNKNOWN: PERHAPS,
    ActivityState.DECLINED: "✖️ Not done: ",
    ActivityState.EXPIRED: "✖️ Not done: ",
    ActivityState.UNDONE: UNDONE,
}


@dataclass(frozen=True, slots=True)
class LogPage(ButtonData):
    """Opens a page."""

    NAME: ClassVar = "activity"

    page: Annotated[int, Field(ge=1, lt=10**6)]


@dataclass(frozen=True, slots=True)
class LogUndo(ButtonData):
    """Undoes an entry of a page: the change of a memory by its turn and number, a proposal, or an activity."""

    NAME: ClassVar = "undone"

    page: Annotated[int, Field(ge=1, lt=10**6)]
    what: Literal["memory", "offer", "deed"]
    of: UUID
    number: Annotated[int, Field(ge=0, lt=10_000)] = 0


class ActivityCommand:
    """Handles `/activity` and its buttons, in the caller's transaction."""

    def __init__(self, memories: Memories, deeds: Deeds, timezone: tzinfo | None) -> None:
        self._memories = memories
        self._deeds = deeds
        self._timezone = timezone

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """List a page."""
        asked = LogPage.read(words or "1")
        return [await self._page(tx, owner, asked.page)] if asked else compose(_USAGE)

    async def turn_page(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Open a button's page."""
        pressed = LogPage.read(press.data)
        return Reaction(shows=await self._page(tx, owner, pressed.page)) if pressed else None

    async def undo(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Undo an entry; the page shows it so."""
        if not (pressed := LogUndo.read(press.data)):
            return None
        try:
            toast = await self._undone(tx, owner, pressed)
        except MemoryRefused as why:
            return refused("Not undone", why)
        except (NoSuchActivity, NoSuchProposal, NoSuchReceipt, DeedRefused) as why:
            return Reaction(toast=str(why))
        except AlreadyUndone as why:
            toast = str(why)
        return Reaction(toast=toast, shows=await self._page(tx, owner, pressed.page))

    async def _undone(self, tx: Transaction, owner: Owner, pressed: LogUndo) -> str:
        """Undo an entry, and return a toast."""
        match pressed.what:
            case "memory":
                await undo_receipt(tx, self._memories, owner, pressed.of, pressed.number)
            case "offer":
                await proposals.undo(tx, self._memories, owner, pressed.of)
            case "deed":
                return (await self._deeds.undo(tx, owner, pressed.of))[1]
        return "Undone."

    async def _page(self, tx: Transaction, owner: Owner, number: int) -> Text:
        entries, of = await activity_log.newest(tx, owner, skip=(number - 1) * PAGE, most=PAGE)
        if not entries:
            return message(_NOTHING if number == 1 else "There is nothing earlier.")
        first, pages = (number - 1) * PAGE + 1, ceil(of / PAGE)
        position = f" {first:,}\N{EN DASH}{first + len(entries) - 1:,} of {of:,}" if pages > 1 else ""
        lines = [f"\n{at}. {self._line(entry)}" for at, entry in enumerate(entries, first)]
        undo = [button for at, entry in enumerate(entries, first) for button in _undo_button(entry, number, at)]
        newer = [LogPage(number - 1).button("◀️ Newer")] if number > 1 else []
        earlier = [LogPage(number + 1).button("Earlier ▶️")] if number < pages else []
        rows = [*(undo[at : at + _ROW] for at in range(0, len(undo), _ROW)), [*newer, *earlier]]
        hint = _HINT if undo else ""
        return message("🗒 ", bold("What I did:"), position, "\n", *lines, hint, buttons=rows)

    def _line(self, entry: LogEntry) -> str:
        """Render an entry: what, when, and the words that led to it."""
        at = f"{entry.at.astimezone(self._timezone):%d %b %Y, %H:%M}"
        words = f" · “{shortened(entry.first_words, _WORDS_UNITS)}”" if entry.first_words else ""
        return f"{shortened(_what(entry), _LINE_UNITS)}\n{at}{words}"


def _what(entry: LogEntry) -> str:
    if entry.activity:
        return f"{_SIGNS[entry.activity.state]}{entry.activity.words}"
    if entry.proposal:
        return offer_line(entry.proposal)
    return line(entry.receipt) if entry.receipt else ""


def _undo_button(entry: LogEntry, page: int, at: int) -> list[Button]:
    """Return the button that undoes an entry, if that can be undone."""
    if entry.activity and entry.activity.can_be_undone:
        return [LogUndo(page, "deed", entry.activity.id).button(f"↩️ {at}")]
    if entry.proposal and entry.proposal.state is ProposalState.ACCEPTED:
        return [LogUndo(page, "offer", entry.proposal.id).button(f"↩️ {at}")]
    if entry.receipt and entry.receipt.can_be_undone and entry.turn_id:
        return [LogUndo(page, "memory", entry.turn_id, entry.number).button(f"↩️ {at}")]
    return []
