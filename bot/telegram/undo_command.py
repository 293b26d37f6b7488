"""/undo, which takes the last turn back, and the button that brings it back."""

from dataclasses import dataclass
from typing import ClassVar, Final
from uuid import UUID

from bot.chat.events import Retry
from bot.chat.revisions import Revisions, TakenBack
from bot.database.engine import Database, Transaction
from bot.language import mark, plural, t
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData, shortened
from bot.telegram.chats import Job
from bot.telegram.texts import Text

_NOTHING: Final = mark("There is nothing to undo.")
_LONGEST_WORDS: Final = 60
"""UTF-16 units shown of what was taken back."""
_TOASTS: Final = {
    Retry.BUSY: mark("I'm still working on something else."),
    Retry.NOTHING: mark("It's too late: our conversation has continued."),
}


@dataclass(frozen=True, slots=True)
class BringBackButton(ButtonData):
    """A turn that was taken back."""

    NAME: ClassVar = "back"

    turn_id: UUID


async def undo(job: Job) -> str:
    """Take the last turn back."""

    async def concerns(tx: Transaction, revisions: Revisions) -> UUID | None:
        last = await revisions.last(tx)
        return last.id if last else None

    async def revise(tx: Transaction, revisions: Revisions, _busy: bool) -> bool:  # noqa: FBT001 - the worker's
        taken_back = await revisions.take_back(tx)
        await job.acknowledge(tx, [_told(taken_back) if taken_back else Text(t(_NOTHING))])
        return taken_back is not None

    await job.chat.worker.revise(concerns, revise)
    return ""


async def bring_back(database: Database, job: Job) -> str:
    """Bring a turn back; the message with the button goes."""
    pressed = BringBackButton.read(job.words)
    if pressed is None:
        async with database.transaction() as tx:
            await job.acknowledge(tx)
        return t(NOTHING_TO_PRESS)
    turn_id, came = pressed.turn_id, Retry.NOTHING

    async def concerns(_tx: Transaction, _revisions: Revisions) -> UUID | None:
        return None

    async def revise(tx: Transaction, revisions: Revisions, busy: bool) -> bool:  # noqa: FBT001 - the worker's
        nonlocal came
        came = await revisions.bring_back(tx, turn_id, busy=busy)
        gone = Text("", deletes=True, replaces=job.message_id)
        await job.acknowledge(tx, [gone] if came is Retry.BEGUN else [])
        return came is Retry.BEGUN

    await job.chat.worker.revise(concerns, revise)
    return t(_TOASTS[came]) if came in _TOASTS else t("Brought back.")


def _told(taken_back: TakenBack) -> Text:
    changes, deeds = taken_back.changes, taken_back.deeds
    lines = [_what(taken_back)]
    if changes:
        lines.append(plural("{count} change to my memory undone.", "{count} changes to my memory undone.", changes))
    if deeds:
        lines.append(plural("{count} action undone.", "{count} actions undone.", deeds))
    elif taken_back.carried_out:
        lines.append(t("What was done can't be undone."))
    button = BringBackButton(taken_back.turn_id).button(t("↩️ Bring it back"))
    return Text("\n".join(lines), buttons=[[button]])


def _what(taken_back: TakenBack) -> str:
    """Render what the turn began with: its user's words, their press, or a task."""
    if taken_back.words:
        return t("Taken back: “{words}”", words=shortened(taken_back.words, _LONGEST_WORDS))
    if taken_back.carried_out:
        return t(
            "Taken back, with what your button led to: {deed}", deed=shortened(taken_back.carried_out, _LONGEST_WORDS)
        )
    if taken_back.task:
        return t("Taken back, with the answer to a task: {task}", task=shortened(taken_back.task, _LONGEST_WORDS))
    return t("Taken back.")
