"""The reminders and tasks of the token's owner."""

import asyncio
from dataclasses import replace
from datetime import datetime
from typing import Annotated, Any, Final, Self

from fastapi import APIRouter, Path, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, BeforeValidator, Field, StringConstraints

from bot.doors.http.access import Caller, Reading
from bot.doors.http.asking import (
    PAGE,
    Editing,
    IdempotencyKey,
    IfMatch,
    ItsId,
    Limit,
    Made,
    Next,
    Services,
    Skip,
    check,
    etag,
    following,
)
from bot.doors.http.models import shown
from bot.doors.http.problems import Refused, documented
from bot.features.reminders import store as stored
from bot.features.reminders.given import schedule_given
from bot.features.reminders.operations import LEAST_NAG, MOST_NAG, Reminders, Wanted
from bot.features.reminders.values import TEXT_MAX, Reminder, ReminderState, Schedule
from bot.features.reminders.words import REMINDERS, deed_of, repeats, zone_of
from bot.kit.errors import ReminderRefused, TaskRefused, TimePassed
from bot.kit.text import trimmed
from bot.store.engine import Transaction
from bot.turns.values.acts import Done

_NAGS: Final = f"Ring again every {LEAST_NAG} to {MOST_NAG:,} minutes until it is done"

_EXAMPLE: Final[dict[str, Any]] = {
    "id": "r3m1nd3r",
    "text": "Call mom",
    "rings_at": "2030-12-01T09:00:00Z",
    "rule": "",
    "repeats": "",
    "zone": "Europe/London",
    "is_task": False,
    "nag_minutes": None,
    "state": "active",
    "version": 1,
}
_RECEIPT: Final = "⏰ Sun, 1 Dec 2030, 09:00 (Europe/London): Call mom"

_WHEN: Final = "Its first time, in ISO 8601 or in English, as `/remind` reads it; the page's in its language too"
_RULE: Final = "How it repeats (RRULE of RFC 5545), if the words for its time don't say so"
_ZONE: Final = "The time zone of `when`, such as Asia/Tokyo; without one its owner's, wherever they are"

Text = Annotated[str, StringConstraints(min_length=1, max_length=TEXT_MAX), BeforeValidator(trimmed)]
When = Annotated[str, Field(min_length=1, max_length=200, description=_WHEN), BeforeValidator(trimmed)]
Rule = Annotated[str, Field(max_length=200, description=_RULE), BeforeValidator(trimmed)]
Zone = Annotated[str, Field(max_length=200, description=_ZONE), BeforeValidator(trimmed)]

router = APIRouter(prefix="/api/reminders", tags=["reminders"])


class CreateReminderRequest(BaseModel):
    """A reminder to set, or a task: what Keepsake does itself at a time, which takes tokens each time.

    Programs set no tasks, since these are instructions to Keepsake.
    """

    model_config = shown(
        {"text": "Call mom", "when": "2030-12-01T09:00"},
        {"text": "Stand-up", "when": "every weekday at 8"},
        {"text": "Pay the rent", "when": "2030-12-01T09:00", "rule": "FREQ=MONTHLY", "zone": "Europe/London"},
    )

    text: Text
    when: When
    rule: Rule = ""
    zone: Zone = ""
    nag_minutes: int | None = Field(None, description=_NAGS)
    is_task: bool = False


class UpdateReminderRequest(BaseModel):
    """What is to be changed of a reminder. What is left out stays; with `when`, the rule and the zone are new, too."""

    model_config = shown({"when": "tomorrow at 9"}, {"text": "Call Anna"})

    text: Text | None = None
    when: When | None = None
    rule: Rule = ""
    zone: Zone = ""
    nag_minutes: int | None = Field(None, description=f"{_NAGS}; 0 ends that")


class ReminderResponse(BaseModel):
    """A reminder or a task as it is now."""

    model_config = shown(_EXAMPLE)

    id: str
    text: str
    rings_at: datetime | None
    rule: str = Field(description="How it repeats (RRULE of RFC 5545); empty if it doesn't")
    repeats: str = Field(description="The rule in words, as the chat says it; empty without one")
    zone: str
    is_task: bool
    nag_minutes: int | None
    state: ReminderState
    version: int

    @classmethod
    def of(cls, reminder: Reminder, own_zone: str) -> Self:
        """Return a reminder as it is answered to somebody who lives in a zone."""
        schedule, of_schedule = reminder.schedule, {"rule", "repeats", "zone"}
        own = {name: getattr(reminder, name) for name in ReminderResponse.model_fields.keys() - of_schedule}
        words = repeats(schedule, zone_of(schedule, own_zone)) if schedule.rule else ""
        return cls(**own, rule=schedule.rule, repeats=words, zone=schedule.zone)


class ChangedReminderResponse(ReminderResponse):
    """A reminder after a change, and the receipt: the line that Telegram shows for it."""

    model_config = shown({**_EXAMPLE, "receipt": _RECEIPT})

    receipt: str


class ReminderListResponse(BaseModel):
    """A page of reminders and tasks, the next one first, and how many there are in all."""

    reminders: list[ReminderResponse]
    total: int
    next: Next


@router.get("/", responses=documented())
async def list_reminders(
    caller: Reading, services: Services, skip: Skip = 0, limit: Limit = PAGE
) -> ReminderListResponse:
    """List reminders and tasks that are still to come, a page at a time."""
    zone = Reminders(services.timezone).zone
    async with services.transaction() as tx:
        found = await stored.active(tx, caller.owner, skip=skip, most=limit + 1)
        total = await stored.count(tx, caller.owner)
    shown = [ReminderResponse.of(it, zone) for it in found[:limit]]
    return ReminderListResponse(reminders=shown, total=total, next=following(skip, limit, len(found)))


@router.post("/", status_code=201, response_model=ChangedReminderResponse, responses=documented(409))
async def create_reminder(
    edit: Editing, wanted: CreateReminderRequest, idempotency_key: IdempotencyKey = None
) -> JSONResponse:
    """Set a reminder, or a task, which only the page may. What is set already, or has passed, is refused (409)."""
    reminders = Reminders(edit.services.timezone)
    _check_task(edit.caller, is_task=wanted.is_task)

    async def create(tx: Transaction) -> Made:
        schedule = await _schedule(reminders, wanted.when, wanted.rule, wanted.zone)
        asked = Wanted(text=wanted.text, schedule=schedule, nag_minutes=wanted.nag_minutes, is_task=wanted.is_task)
        reminder = await reminders.add(tx, edit.owner, replace(asked, untrusted=not edit.caller.is_page))
        return _made(reminders, reminder, f"/api/reminders/{reminder.id}")

    return await edit.once(create, idempotency_key)


@router.get("/{its_id}", responses=documented(404))
async def get_reminder(its_id: ItsId, caller: Reading, services: Services, response: Response) -> ReminderResponse:
    """Return a reminder or a task, still to come or not."""
    reminders = Reminders(services.timezone)
    async with services.transaction() as tx:
        reminder = ReminderResponse.of(await reminders.get(tx, caller.owner, its_id), reminders.zone)
    response.headers["ETag"] = etag(reminder)
    return reminder


@router.put("/{its_id}", response_model=ChangedReminderResponse, responses=documented(404, 409, 412))
async def update_reminder(
    its_id: ItsId, edit: Editing, wanted: UpdateReminderRequest, if_match: IfMatch = None
) -> JSONResponse:
    """Change the text, the times or the nagging of a reminder that is still to come; only the page changes tasks."""
    reminders = Reminders(edit.services.timezone)
    if wanted.when is None and (wanted.rule or wanted.zone):
        raise Refused(422, "Give the time (when) with a rule or a zone.")

    async def change(tx: Transaction) -> Made:
        before = await _known(tx, edit.caller, reminders, its_id, if_match)
        _check_task(edit.caller, is_task=before.is_task)
        schedule = await _schedule(reminders, wanted.when, wanted.rule, wanted.zone) if wanted.when else None
        foreign = not edit.caller.is_page
        asked = Wanted(text=wanted.text, schedule=schedule, nag_minutes=wanted.nag_minutes, untrusted=foreign)
        return _made(reminders, await reminders.change(tx, edit.owner, its_id, asked))

    return await edit.once(change)


@router.delete("/{its_id}", response_model=ChangedReminderResponse, responses=documented(404, 409, 412))
async def cancel_reminder(its_id: ItsId, edit: Editing, if_match: IfMatch = None) -> JSONResponse:
    """Cancel a reminder or a task that is still to come; that can be undone."""
    reminders = Reminders(edit.services.timezone)

    async def cancel(tx: Transaction) -> Made:
        await _known(tx, edit.caller, reminders, its_id, if_match)
        return _made(reminders, await reminders.cancel(tx, edit.owner, its_id))

    return await edit.once(cancel)


@router.post(
    "/{its_id}/versions/{number}/undo", response_model=ChangedReminderResponse, responses=documented(404, 409, 412)
)
async def undo_reminder_version(
    its_id: ItsId, number: Annotated[int, Path(ge=1, lt=2**31)], edit: Editing, if_match: IfMatch = None
) -> JSONResponse:
    """Undo the change that made the newest version: what was set is cancelled, what was cancelled comes again.

    Only the page undoes changes of tasks.
    """
    reminders = Reminders(edit.services.timezone)

    async def undo(tx: Transaction) -> Made:
        before = await _known(tx, edit.caller, reminders, its_id, if_match)
        _check_task(edit.caller, is_task=before.is_task)
        return _made(reminders, await reminders.undo(tx, edit.owner, its_id, number))

    return await edit.once(undo)


async def _known(tx: Transaction, caller: Caller, reminders: Reminders, its_id: str, if_match: str | None) -> Reminder:
    """Return a reminder as it is. Raises NoSuchReminder, or Refused (412) unless its caller knows it so."""
    reminder = await reminders.get(tx, caller.owner, its_id)
    check(if_match, etag(ReminderResponse.of(reminder, reminders.zone)))
    return reminder


def _check_task(caller: Caller, *, is_task: bool) -> None:
    """Raise TaskRefused if a program would give Keepsake instructions that it carries out later."""
    if is_task and not caller.is_page:
        raise TaskRefused


async def _schedule(reminders: Reminders, when: str, rule: str, zone: str) -> Schedule:
    """Return the schedule that was asked for. Raises Refused (422) for what can't be read, and TimePassed."""
    try:
        return await asyncio.to_thread(schedule_given, reminders, when, rule, zone)
    except TimePassed:
        raise
    except ReminderRefused as refused:
        raise Refused(422, str(refused)) from refused


def _made(reminders: Reminders, reminder: Reminder, location: str = "") -> Made:
    tagged = ReminderResponse.of(reminder, reminders.zone)
    done = Done(REMINDERS, "change_reminder", deed_of(reminder, reminders.zone))
    answer = ChangedReminderResponse(**tagged.model_dump(), receipt=done.deed.words)
    return Made(answer=answer, tagged=tagged, location=location, changes=[done])
