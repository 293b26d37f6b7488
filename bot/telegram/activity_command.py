"""`/activity`: lists what was done, when and in which turn, with buttons that undo it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated, ClassVar, Final, Literal, TypeAlias
from uuid import UUID

from pydantic import Field

from bot.chat.deeds import Deeds
from bot.database import activities
from bot.database.engine import Transaction
from bot.database.search.conversation_search import day_begins
from bot.errors import AlreadyUndone, DeedRefused, MemoryRefused, NoSuchActivity, NoSuchProposal, NoSuchReceipt
from bot.language import date, date_time, mark, t
from bot.memory import proposals
from bot.memory.operations import Memories
from bot.memory.receipts import line, undo_receipt
from bot.telegram.buttons import ButtonData, Press, Reaction, message, refused, rows_of, shortened
from bot.telegram.deeds import deed_line
from bot.telegram.formatting import RichText, bold, struck
from bot.telegram.help import form
from bot.telegram.memory.changes import offer_line
from bot.telegram.texts import Button, Text
from bot.values.activities import ActivityState, LogEntry
from bot.values.changes import ProposalState
from bot.values.memories import Embedding
from bot.values.owner import Owner

PAGE: Final = 8
"""Most entries on a page."""
_ROW: Final = 4
_LINE_UNITS: Final = 200
_WORDS_UNITS: Final = 60
_FORM: Final = mark("I don't understand this date. To see what I did up to a day:")
_NOTHING: Final = mark("So far I have only answered.")
_HINT: Final = mark("Tap ↩️ to undo one.")
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_LAST: Final = datetime(9999, 1, 1, tzinfo=UTC)
_Moment: TypeAlias = Annotated[int, Field(ge=0, lt=10**16)]
"""A moment in microseconds since 1970, as buttons hold it."""


@dataclass(frozen=True, slots=True)
class LogPage(ButtonData):
    """Opens the page that begins at a moment."""

    NAME: ClassVar = "activity"

    moment: _Moment


@dataclass(frozen=True, slots=True)
class LogUndo(ButtonData):
    """Undoes an entry of a page: a turn's change of a memory by its number, an accepted offer, or a deed."""

    NAME: ClassVar = "undone"

    moment: _Moment
    what: Literal["m", "o", "d"]
    of: UUID
    number: Annotated[int, Field(ge=0, lt=10_000)] = 0


class ActivityCommand:
    """Handles `/activity` and its buttons, in the caller's transaction."""

    def __init__(self, memories: Memories, deeds: Deeds, timezone: tzinfo | None) -> None:
        self._memories = memories
        self._deeds = deeds
        self._timezone = timezone

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """List the first page, or the first one up to a day."""
        try:
            up_to = day_begins(words, self._timezone) + timedelta(days=1) - _MICROSECOND if words else _LAST
        except ValueError:
            return form(t(_FORM), "/activity 2026-01-31")
        return [await self._page(tx, owner, up_to)]

    async def turn_page(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Open a button's page."""
        pressed = LogPage.parsed(press.data)
        return Reaction(shows=await self._page(tx, owner, _at(pressed.moment)))

    async def undo(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Undo an entry; the page shows it so."""
        pressed = LogUndo.parsed(press.data)
        try:
            toast = await self._undone(tx, owner, pressed)
        except MemoryRefused as why:
            return refused(t("Not undone."), why)
        except (NoSuchActivity, NoSuchProposal, NoSuchReceipt, DeedRefused) as why:
            return Reaction(toast=str(why))
        except AlreadyUndone as why:
            toast = str(why)
        return Reaction(toast=toast, shows=await self._page(tx, owner, _at(pressed.moment)))

    async def _undone(self, tx: Transaction, owner: Owner, pressed: LogUndo) -> str:
        """Undo an entry, and return a toast."""
        match pressed.what:
            case "m":
                await undo_receipt(tx, self._memories, owner, pressed.of, pressed.number)
            case "o":
                await proposals.undo(tx, self._memories, owner, pressed.of)
            case "d":
                return (await self._deeds.undo(tx, owner, pressed.of))[1]
        return t("Undone.")

    async def _page(self, tx: Transaction, owner: Owner, up_to: datetime) -> Text:
        entries, next_at = await activities.log_page(tx, owner, up_to=up_to, most=PAGE)
        if not entries:
            return message(t(_NOTHING) if up_to == _LAST else t("There is nothing earlier."))
        first_at = entries[0].at
        newer_at = await activities.log_page_before(tx, owner, first_at, most=PAGE)
        lines = [piece for at, entry in enumerate(entries, 1) for piece in (f"\n{at}. ", *self._line(entry))]
        undo = [button for at, entry in enumerate(entries, 1) for button in _undo_button(entry, _moment(first_at), at)]
        newer = [LogPage(_moment(newer_at)).button(t("◀️ Newer"))] if newer_at else []
        earlier = [LogPage(_moment(next_at)).button(t("Earlier ▶️"))] if next_at else []
        rows = [*rows_of(undo, _ROW), [*newer, *earlier]]
        title = t("What I did up to {date}:", date=date(first_at.astimezone(self._timezone)))
        title = title if newer_at else t("What I did:")
        return message("🗒 ", bold(title), "\n", *lines, f"\n\n{t(_HINT)}" if undo else "", buttons=rows)

    def _line(self, entry: LogEntry) -> tuple[str | RichText, str]:
        """Render an entry: what, struck through if it was undone, then when, and the words that led to it."""
        at, what = date_time(entry.at.astimezone(self._timezone)), shortened(_what(entry), _LINE_UNITS)
        words = f" · “{shortened(entry.first_words, _WORDS_UNITS)}”" if entry.first_words else ""
        return struck(what) if _is_undone(entry) else what, f"\n{at}{words}"


def _what(entry: LogEntry) -> str:
    if entry.activity:
        return deed_line(entry.activity)
    if entry.proposal:
        return offer_line(entry.proposal)
    return line(entry.receipt) if entry.receipt else ""


def _is_undone(entry: LogEntry) -> bool:
    if entry.activity:
        return entry.activity.state is ActivityState.UNDONE
    if entry.proposal:
        return entry.proposal.state is ProposalState.UNDONE
    change = entry.receipt.change if entry.receipt else None
    return change is not None and change.undone


def _undo_button(entry: LogEntry, moment: int, at: int) -> list[Button]:
    """Return the button that undoes an entry of the page from a moment on, if that can be undone."""
    if entry.activity and entry.activity.can_be_undone:
        return [LogUndo(moment, "d", entry.activity.id).button(f"↩️ {at}")]
    if entry.proposal and entry.proposal.state is ProposalState.ACCEPTED:
        return [LogUndo(moment, "o", entry.proposal.id).button(f"↩️ {at}")]
    if entry.receipt and entry.receipt.can_be_undone and entry.turn_id:
        return [LogUndo(moment, "m", entry.turn_id, entry.number).button(f"↩️ {at}")]
    return []


def _moment(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def _at(moment: int) -> datetime:
    return _EPOCH + moment * _MICROSECOND
