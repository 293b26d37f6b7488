"""The commands for reminders, which need no model, the messages of rings, and all their buttons."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from enum import StrEnum
from typing import Annotated, ClassVar, Final, TypeAlias

from pydantic import Field

from bot.features.reminders import store as stored
from bot.features.reminders.operations import Reminders, Wanted
from bot.features.reminders.times.understanding import reminder_in
from bot.features.reminders.values import QuietHours, Reminder, ReminderState, Ring
from bot.features.reminders.words import REMINDERS, deed_of, described, receipt, rung, sign_of, summary, time_of
from bot.kit.errors import NoSuchReminder, ReminderRefused
from bot.kit.language import hours, mark, plural, sentences, space, t
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.acts import undo_buttons
from bot.telegram.buttons import (
    NOTHING_TO_PRESS,
    ButtonData,
    NoSuchButton,
    Press,
    Reaction,
    message,
    shortened,
    ticked,
)
from bot.telegram.formatting import code, compose, filled
from bot.telegram.help import form
from bot.telegram.listing import PAGE, Entry, Listing, Page, PageNumber, nothing_found
from bot.telegram.texts import Dated, Keyboard, Text, columns_of
from bot.turns.store import acts
from bot.turns.store.outbox import Outbox
from bot.turns.values.acts import Done, Door

ReminderId: TypeAlias = Annotated[str, Field(pattern="^[A-Za-z0-9]{8}$")]
_NOTHING: Final = mark(
    "There are no reminders or tasks. Send /remind tomorrow 9 call mom, or just tell me what to remind you of and when."
)
_QUIET: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*(?:-|\u2013|to|until)\s*(\d{1,2})(?::(\d{2}))?")
_QUIET_USAGE: Final = mark("I don't understand these hours. Write them like this: {one} or {other}.")
_NOT_QUIET: Final = mark("There are no quiet hours. To set them: {example}")
_IS_QUIET: Final = mark(
    "Quiet from {begin} to {end} ({zone}). Reminders still ring. Tasks, and what I would send by myself, wait."
)
_SOME_HOURS: Final = ("22:00-07:00", "23:00-08:00")
_OFF: Final = "off"
_OVER: Final = {
    ReminderState.DONE: mark("This is already done."),
    ReminderState.CANCELLED: mark("This is already cancelled."),
}
_HOURS: Final = 24
_MINUTES: Final = 60
_REMINDERS: Final = (
    "/remind tomorrow 9 call mom",
    "/remind in 20 minutes tea",
    "/remind every weekday at 8 stand-up",
    "/remind 1 December 18:30 dinner",
)
_TASKS: Final = (
    "/task every weekday at 8 tell me the news about Mars",
    "/task tomorrow 18:00 suggest three dinners from what I like",
)


class Act(StrEnum):
    """What a button does with a reminder that rang."""

    DONE = "done"
    MINUTES = "10"
    HOUR = "60"
    TOMORROW = "tomorrow"

    @property
    def minutes(self) -> int | None:
        """The minutes after which it rings again; None for tomorrow."""
        return int(self) if self.isdecimal() else None


@dataclass(frozen=True, slots=True)
class RingButton(ButtonData):
    """Below a ring for a time, in seconds since 1970."""

    NAME: ClassVar = "ring"

    act: Act
    reminder_id: ReminderId
    at: Annotated[int, Field(ge=0, lt=10**11)]

    @property
    def due_at(self) -> datetime:
        """The time that it rang for."""
        return datetime.fromtimestamp(self.at, UTC)

    @property
    def about(self) -> str:
        """What the rings for this time are about (`Text.about`)."""
        return f"remind:{self.reminder_id}:{self.at}"


async def post_rings(
    reminders: Reminders, outbox: Outbox, tx: Transaction, owner: Owner, rings: Sequence[Ring]
) -> None:
    """Put rings into the outbox of the topics where they were agreed on, in the caller's transaction."""
    for ring in rings:
        await outbox.add(tx, ring.place(owner), columns_of([ring_message(ring, reminders.zone)]))


def ring_message(ring: Ring, zone: str) -> Dated:
    """Return the message of a ring."""
    labels = {Act.DONE: t("✓ Done"), Act.MINUTES: t("10 min"), Act.HOUR: t("1 h"), Act.TOMORROW: t("Tomorrow")}
    buttons = [RingButton(act, ring.reminder.id, int(ring.due_at.timestamp())) for act in labels]
    rows = [[button.button(labels[button.act]) for button in buttons]]
    text = replace(message(rung(ring, zone), buttons=rows), about=buttons[0].about)
    return Dated(text, ring.expected_at, ring.missed)


async def press_ring(reminders: Reminders, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Record what a reminder rang for as done, or let it ring again, in the caller's transaction."""
    pressed = RingButton.parsed(press.data)
    act, gone = pressed.act, [Keyboard(pressed.about)]
    try:
        if act is Act.DONE:
            reminder = await reminders.done(tx, owner, pressed.reminder_id, pressed.due_at)
        else:
            reminder = await reminders.snooze(tx, owner, pressed.reminder_id, act.minutes)
    except NoSuchReminder:
        return Reaction(toast=t(NOTHING_TO_PRESS))
    except ReminderRefused as refused:
        return Reaction(toast=str(refused), says=gone)
    words = t("✓ Done.")
    if act is not Act.DONE and reminder.again_at:
        words = t("💤 I'll remind you again: {time}.", time=time_of(reminder.again_at, reminders.zone))
    if press.shown is None:
        return Reaction(toast=words, says=gone)
    return Reaction(toast=words, shows=Text(f"{press.shown.text}\n{words}", about=pressed.about), says=gone)


class Does(StrEnum):
    """What a button does with a reminder of a list."""

    SHOW = "show"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class ReminderButton(ButtonData):
    """In a list or below one reminder; `page` and `words` are the list's."""

    NAME: ClassVar = "reminder"

    does: Does
    reminder_id: ReminderId
    page: PageNumber = 1
    words: str = ""

    @property
    def back(self) -> "RemindersPage":
        """The list's page."""
        return RemindersPage(self.page, self.words)


@dataclass(frozen=True, slots=True)
class RemindersPage(ButtonData):
    """A page of the list, or of what is found in it."""

    NAME: ClassVar = "reminders"

    page: PageNumber = 1
    words: str = ""


@dataclass(frozen=True, slots=True)
class QuietButton(ButtonData):
    """Sets the quiet hours as `/quiet <hours>` does."""

    NAME: ClassVar = "quiet"

    hours: Annotated[str, Field(max_length=11)]


@dataclass(frozen=True, slots=True)
class UndoReminder(ButtonData):
    """Undoes the change that made a version, below receipts of former releases."""

    NAME: ClassVar = "unremind"

    reminder_id: ReminderId
    version: Annotated[int, Field(ge=1, lt=10**9)]


class ReminderCommand:
    """Answers the commands and buttons, in the caller's transaction."""

    def __init__(self, reminders: Reminders) -> None:
        self._reminders = reminders

    async def remind(self, tx: Transaction, owner: Owner, words: str, place: Place) -> Sequence[Text]:
        """Set a reminder."""
        return await self._set(tx, owner, words, place, is_task=False)

    async def task(self, tx: Transaction, owner: Owner, words: str, place: Place) -> Sequence[Text]:
        """Set a task."""
        return await self._set(tx, owner, words, place, is_task=True)

    async def _set(self, tx: Transaction, owner: Owner, words: str, place: Place, *, is_task: bool) -> Sequence[Text]:
        examples = _TASKS if is_task else _REMINDERS
        if not words.strip():
            return form(t("Say when and what. For example:"), *examples)
        try:
            found = await reminder_in(words, self._reminders.wall_now)
        except ReminderRefused as unclear:
            return form(str(unclear), *examples)
        if found is None:
            return form(t("I don't understand the time. Begin with it, for example:"), *examples)
        said, text = found
        if not text.strip():
            lacks = t("What should I do? For example:") if is_task else t("What should I remind you of? For example:")
            return form(lacks, *examples)
        try:
            schedule = self._reminders.at_said(said)
            wanted = Wanted(text=text, schedule=schedule, is_task=is_task, topic_id=place.topic_id)
            reminder = await self._reminders.add(tx, owner, wanted)
        except ReminderRefused as refused:
            return compose(sentences(t("Nothing was set."), str(refused)))
        return [await self._receipt(tx, owner, reminder)]

    async def list_reminders(
        self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None
    ) -> Sequence[Text]:
        """List what will ring."""
        return [await self._page(tx, owner, RemindersPage(words=one_line(words)))]

    async def quiet(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show or set the hours in which nothing but reminders comes unasked."""
        words = words.strip().casefold()
        if words and not await self._set_quiet(tx, owner, words):
            return compose(filled(t(_QUIET_USAGE), one=code("/quiet 22-7"), other=code("/quiet 22:30-7:15")))
        return [await self.quiet_page(tx, owner)]

    async def _set_quiet(self, tx: Transaction, owner: Owner, words: str) -> bool:
        """Set quiet hours, or none; return whether the words for them can be read."""
        quiet = _quiet_hours(words)
        if quiet or words == _OFF:
            await self._reminders.set_quiet(tx, owner, quiet)
        return quiet is not None or words == _OFF

    async def quiet_page(self, tx: Transaction, owner: Owner) -> Text:
        """Return the quiet hours, with buttons for some."""
        now = await stored.quiet_hours(tx, owner)
        present = f"{now.begin:%H:%M}-{now.end:%H:%M}" if now else _OFF
        labels = {it: it.replace("-", "\N{EN DASH}") for it in _SOME_HOURS} | {_OFF: t("Off")}
        buttons = [QuietButton(it).button(ticked(label, is_set=it == present)) for it, label in labels.items()]
        if now is None:
            return message(filled(t(_NOT_QUIET), example=code("/quiet 22-7")), buttons=[buttons])
        begin, end = hours(now.begin), hours(now.end)
        off = filled(t("To end this: {command}"), command=code("/quiet off"))
        quiet = t(_IS_QUIET, begin=begin, end=end, zone=self._reminders.zone)
        return message(quiet, space(), off, buttons=[buttons])

    async def quiet_present(self, tx: Transaction, owner: Owner) -> str:
        """Return the quiet hours in a word or two."""
        now = await stored.quiet_hours(tx, owner)
        return f"{hours(now.begin)}\N{EN DASH}{hours(now.end)}" if now else t("off")

    async def press_quiet(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Set a button's quiet hours."""
        if not await self._set_quiet(tx, owner, QuietButton.parsed(press.data).hours):
            raise NoSuchButton
        return Reaction(shows=await self.quiet_page(tx, owner))

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Open or cancel a reminder of a list."""
        pressed = ReminderButton.parsed(press.data)
        try:
            reminder = await self._reminders.get(tx, owner, pressed.reminder_id)
            if pressed.does is Does.CANCEL:
                reminder = await self._reminders.cancel(tx, owner, pressed.reminder_id)
                return Reaction(toast=t("Cancelled."), shows=await self._receipt(tx, owner, reminder, pressed.back))
        except NoSuchReminder:
            return Reaction(toast=t(NOTHING_TO_PRESS))
        except ReminderRefused as refused:
            return Reaction(toast=str(refused), shows=await self._page(tx, owner, pressed.back))
        if reminder.state is not ReminderState.ACTIVE:
            return Reaction(toast=t(_OVER[reminder.state]), shows=await self._page(tx, owner, pressed.back))
        return Reaction(shows=self._one(reminder, pressed.back))

    async def turn_page(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Show a page."""
        return Reaction(shows=await self._page(tx, owner, RemindersPage.parsed(press.data)))

    async def undo(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Undo what a receipt tells."""
        pressed = UndoReminder.parsed(press.data)
        try:
            reminder = await self._reminders.undo(tx, owner, pressed.reminder_id, pressed.version)
        except NoSuchReminder:
            return Reaction(toast=t(NOTHING_TO_PRESS))
        except ReminderRefused as refused:
            return Reaction(toast=str(refused))
        return Reaction(toast=t("Undone."), shows=message(receipt(reminder, self._reminders.zone)))

    async def _page(self, tx: Transaction, owner: Owner, at: RemindersPage) -> Text:
        """Return a page of the reminders that will ring, the next one first; with words, of those that hold them."""

        async def load(skip: int) -> tuple[Sequence[Reminder], int]:
            found = await stored.active(tx, owner, words=at.words, skip=skip, most=PAGE)
            return found, await stored.count(tx, owner, words=at.words)

        is_known = ReminderButton(Does.CANCEL, "x" * 8, 10**5, at.words).fits  # of a page's number with most digits
        words = at.words if is_known else ""
        shown = await Page[Reminder].load(at.page, load, lambda number: RemindersPage(number, words))
        if not shown.items:
            return message(nothing_found(at.words) if at.words else t(_NOTHING))

        def entry(it: Reminder) -> Entry:
            says = shortened(summary(it, self._reminders.zone), 200)
            return Entry(says=[says], opens=ReminderButton(Does.SHOW, it.id, shown.number, words))

        return Listing(
            sign="⏰",
            heading=t("Your reminders and tasks:"),
            page=shown if is_known else replace(shown, turns=()),
            entry=entry,
            hints=[t("Times are in {zone}.", zone=self._reminders.zone)],
        ).text

    def _one(self, reminder: Reminder, back: RemindersPage) -> Text:
        """Return one reminder with its next times, and a button that cancels it."""
        lines = [f"{sign_of(reminder)} {described(reminder, self._reminders.zone)}"]
        if reminder.again_at:
            at = time_of(reminder.again_at, self._reminders.zone)
            lines.append(
                t("I'll try it again: {time}.", time=at) if reminder.is_task else t("Rings again: {time}.", time=at)
            )
        if every := reminder.nag_minutes:
            lines.append(
                plural(
                    "Rings again every minute until you mark it as done.",
                    "Rings again every {count} minutes until you mark it as done.",
                    every,
                )
            )
        cancel = ReminderButton(Does.CANCEL, reminder.id, back.page, back.words).button(t("🗑 Cancel"))
        return message("\n".join(lines), buttons=[[cancel, back.button(t("◀️ Back"))]])

    async def _receipt(
        self, tx: Transaction, owner: Owner, reminder: Reminder, back: RemindersPage | None = None
    ) -> Text:
        """Record a change, and return its receipt, with its undo, and the way back to a page."""
        done = Done(REMINDERS, "change_reminder", deed_of(reminder, self._reminders.zone))
        act = await acts.record(tx, owner, done, Door.COMMAND)
        leaving = [back.button(t("◀️ Back"))] if back else []
        return message(one_line(act.words), buttons=[undo_buttons(act), leaving])


def _quiet_hours(words: str) -> QuietHours | None:
    found = _QUIET.fullmatch(words)
    if found is None:
        return None
    begin, begin_minute, end, end_minute = (int(it or 0) for it in found.groups())
    if max(begin, end) > _HOURS or max(begin_minute, end_minute) >= _MINUTES:
        return None
    quiet = QuietHours(time(begin % _HOURS, begin_minute), time(end % _HOURS, end_minute))
    return quiet if quiet.begin != quiet.end else None
