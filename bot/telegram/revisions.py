"""Revisions of turns: edits of messages that were read already, and /undo, with their buttons."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, Final
from uuid import UUID

from bot.kit.language import mark, plural, t
from bot.store.engine import Transaction
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData, shortened
from bot.telegram.chats import Job
from bot.telegram.texts import Deletion, Text
from bot.turns.events import Retry
from bot.turns.revisions import Edited, Revisions, TakenBack
from bot.turns.values.incoming import IncomingMessage

_EARLIER: Final = mark("You edited an earlier message. My answer is still for the old text.")
_ANEW: Final = mark("🔁 Answer again from here")
_EDIT_TOASTS: Final = {Retry.BUSY: mark("I'm still working on it."), Retry.NOTHING: NOTHING_TO_PRESS}
_NOTHING: Final = mark("There is nothing to undo.")
_LONGEST_WORDS: Final = 60
"""UTF-16 units shown of what was taken back."""
_UNDO_TOASTS: Final = {
    Retry.BUSY: mark("I'm still working on something else."),
    Retry.NOTHING: mark("It's too late: our conversation has continued."),
}


@dataclass(frozen=True, slots=True)
class AnewButton(ButtonData):
    """An earlier message that was edited."""

    NAME: ClassVar = "anew"

    message_id: int


async def edit_is_known(job: Job, edited: IncomingMessage) -> bool:
    """Answer the last question anew after its edit, or offer that for an earlier one.

    False, without an acknowledgement, if nothing is known of the message.
    """
    revising = job.chat.worker.revising(lambda tx, chat: chat.turn_of_edit(tx, job.message_id, edited))
    async with revising as (tx, revisions, _):
        outcome = await revisions.edit(tx, job.message_id, edited, [job.update_id], datetime.now(UTC))
        if outcome is not Edited.UNKNOWN:
            explained = job.chat.explained_edits
            offers = outcome is Edited.EARLIER and explained.setdefault(job.message_id, job.update_id) == job.update_id
            await job.acknowledge(tx, [_offer(job.message_id)] if offers else [])
    return outcome is not Edited.UNKNOWN


async def answer_anew(job: Job) -> str:
    """Answer an earlier message anew after its edit; the button goes."""
    message_id = AnewButton.parsed(job.words).message_id
    revising = job.chat.worker.revising(lambda tx, chat: chat.turn_since(tx, message_id))
    async with revising as (tx, revisions, is_busy):
        came = await revisions.answer_anew(tx, message_id, [job.update_id], datetime.now(UTC), busy=is_busy)
        stays = came is Retry.BUSY
        await job.acknowledge(tx, [] if stays else [Deletion(job.message_id)])
    return t(_EDIT_TOASTS[came]) if came in _EDIT_TOASTS else ""


def _offer(message_id: int) -> Text:
    return Text(t(_EARLIER), quoted_id=message_id, buttons=[[AnewButton(message_id).button(t(_ANEW))]])


@dataclass(frozen=True, slots=True)
class BringBackButton(ButtonData):
    """A turn that was taken back."""

    NAME: ClassVar = "back"

    turn_id: UUID


async def undo(job: Job) -> None:
    """Take the last turn back."""

    async def last(tx: Transaction, revisions: Revisions) -> UUID | None:
        turn = await revisions.last(tx)
        return turn.id if turn else None

    async with job.chat.worker.revising(last) as (tx, revisions, _):
        taken_back = await revisions.take_back(tx)
        await job.acknowledge(tx, [_told(taken_back) if taken_back else Text(t(_NOTHING))])


async def bring_back(job: Job) -> str:
    """Bring a turn back; the message with the button goes."""
    pressed = BringBackButton.parsed(job.words)
    async with job.chat.worker.revising() as (tx, revisions, is_busy):
        came = await revisions.bring_back(tx, pressed.turn_id, busy=is_busy)
        gone = Deletion(job.message_id)
        await job.acknowledge(tx, [gone] if came is Retry.BEGUN else [])
    return t(_UNDO_TOASTS[came]) if came in _UNDO_TOASTS else t("Brought back.")


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
