"""`/activity`: lists what was done, when and in which turn, with buttons that undo it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Annotated, ClassVar, Final, Literal, TypeAlias
from uuid import UUID

from pydantic import Field

from bot.feature import Feature, InChat, Parts
from bot.kit.errors import ActRefused, AlreadyUndone, NoSuchAct
from bot.kit.language import date, date_time, mark, t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.kit.zones import day_begins
from bot.store.engine import Transaction
from bot.telegram.acts import ActTexts, former_receipt
from bot.telegram.buttons import Action, ButtonData, Press, Reaction, message, shortened
from bot.telegram.formatting import RichText, struck
from bot.telegram.help import Use, form
from bot.telegram.listing import PAGE, Entry, Listing, Page
from bot.telegram.texts import Text
from bot.turns.acts import Acts
from bot.turns.store import acts as stored
from bot.turns.values.acts import ActState, LogEntry

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
    """Undoes an entry of the page that begins at a moment."""

    NAME: ClassVar = "logged"

    moment: _Moment
    act_id: UUID


@dataclass(frozen=True, slots=True)
class _FormerUndo(ButtonData):
    """The same on a page of a former release: a turn's change of a memory by its number, or an act."""

    NAME: ClassVar = "undone"

    moment: _Moment
    what: Literal["m", "o", "d"]
    of: UUID
    number: Annotated[int, Field(ge=0, lt=10_000)] = 0


class ActivityCommand:
    """Handles `/activity` and its buttons, in the caller's transaction."""

    def __init__(self, acts: Acts, texts: ActTexts, timezone: tzinfo | None) -> None:
        self._acts = acts
        self._texts = texts
        self._timezone = timezone

    @property
    def actions(self) -> Mapping[str, Action]:
        """What its buttons do, by their names."""
        return {LogPage.NAME: self.turn_page, LogUndo.NAME: self.undo, _FormerUndo.NAME: self._undo_as_formerly}

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
        return await self._undo(tx, owner, LogUndo.parsed(press.data))

    async def _undo_as_formerly(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        pressed = _FormerUndo.parsed(press.data)
        act_id = pressed.of
        if pressed.what == "m":
            try:
                act_id = await former_receipt(tx, owner, pressed.of, pressed.number)
            except NoSuchAct as gone:
                return Reaction(toast=str(gone))
        return await self._undo(tx, owner, LogUndo(pressed.moment, act_id))

    async def _undo(self, tx: Transaction, owner: Owner, pressed: LogUndo) -> Reaction:
        try:
            _, toast = await self._acts.undo(tx, owner, pressed.act_id)
        except (NoSuchAct, ActRefused) as why:
            return Reaction(toast=str(why))
        except AlreadyUndone as why:
            toast = str(why)
        return Reaction(toast=toast, shows=await self._page(tx, owner, _at(pressed.moment)))

    async def _page(self, tx: Transaction, owner: Owner, up_to: datetime) -> Text:
        entries, next_at = await stored.log_page(tx, owner, up_to=up_to, most=PAGE)
        if not entries:
            return message(t(_NOTHING) if up_to == _LAST else t("There is nothing earlier."))
        first_at = entries[0].act.created_at
        newer_at = await stored.log_page_before(tx, owner, first_at, most=PAGE)
        newer = [LogPage(_moment(newer_at)).button(t("◀️ Newer"))] if newer_at else []
        earlier = [LogPage(_moment(next_at)).button(t("Earlier ▶️"))] if next_at else []
        title = t("What I did up to {date}:", date=date(first_at.astimezone(self._timezone)))
        title = title if newer_at else t("What I did:")
        places = {it.act.id: at for at, it in enumerate(entries, 1)}

        def entry(it: LogEntry) -> Entry:
            undo = LogUndo(_moment(first_at), it.act.id) if it.act.can_be_undone else None
            return Entry(says=self._line(it), opens=undo, number=places[it.act.id], does="↩️")

        page = Page(items=entries, turns=[*newer, *earlier])
        return Listing(sign="🗒", heading=title, page=page, entry=entry, tap=t(_HINT)).text

    def _line(self, entry: LogEntry) -> tuple[str | RichText, str]:
        """Render an entry: what, struck through if it was undone, then when, and the words that led to it."""
        act = entry.act
        at, what = date_time(act.created_at.astimezone(self._timezone)), shortened(self._texts.line(act), _LINE_UNITS)
        words = f" · “{shortened(entry.first_words, _WORDS_UNITS)}”" if entry.first_words else ""
        words = f" {t('(through {program})', program=act.through)}" if act.through else words
        return struck(what) if act.state is ActState.UNDONE else what, f"\n{at}{words}"


def _moment(at: datetime) -> int:
    return (at - _EPOCH) // _MICROSECOND


def _at(moment: int) -> datetime:
    return _EPOCH + moment * _MICROSECOND


def _in_chat(parts: Parts) -> InChat:
    texts = parts.chats.rendering.acts
    command = ActivityCommand(parts.services.acts, texts, parts.timezone)
    return InChat(
        lookups={"activity": command.answer}, actions={**texts.actions(parts.services.acts), **command.actions}
    )


ACTIVITY = Feature(name="activity", uses=[Use("activity", mark("See what I did, and undo it"))], in_chat=_in_chat)
