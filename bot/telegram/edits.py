"""Edits of messages that were read already."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, Final
from uuid import UUID

from bot.chat.events import Retry
from bot.chat.revisions import Edited, Revisions
from bot.database.engine import Database, Transaction
from bot.language import mark, t
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData
from bot.telegram.chats import Job
from bot.telegram.texts import Text
from bot.values.incoming import IncomingMessage

_EARLIER: Final = mark("You edited an earlier message. My answer is still for the old text.")
_ANEW: Final = mark("🔁 Answer again from here")
_TOASTS: Final = {Retry.BUSY: mark("I'm still working on it."), Retry.NOTHING: NOTHING_TO_PRESS}


@dataclass(frozen=True, slots=True)
class AnewButton(ButtonData):
    """An earlier message that was edited."""

    NAME: ClassVar = "anew"

    message_id: int


async def edit_is_known(job: Job, edited: IncomingMessage) -> bool:
    """Answer the last question anew after its edit, or offer that for an earlier one.

    False, without an acknowledgement, if nothing is known of the message.
    """
    outcome = Edited.UNKNOWN

    async def concerns(tx: Transaction, revisions: Revisions) -> UUID | None:
        return await revisions.turn_of_edit(tx, job.message_id, edited)

    async def revise(tx: Transaction, revisions: Revisions, _busy: bool) -> bool:  # noqa: FBT001 - the worker's
        nonlocal outcome
        outcome = await revisions.edit(tx, job.message_id, edited, [job.update_id], datetime.now(UTC))
        if outcome is not Edited.UNKNOWN:
            is_first = job.chat.explained_edits.setdefault(job.message_id, job.update_id) == job.update_id
            offers = outcome is Edited.EARLIER and is_first
            await job.acknowledge(tx, [_offer(job.message_id)] if offers else [])
        return outcome is Edited.ANSWERED_ANEW

    await job.chat.worker.revise(concerns, revise)
    return outcome is not Edited.UNKNOWN


async def answer_anew(database: Database, job: Job) -> str:
    """Answer an earlier message anew after its edit; the button goes."""
    pressed = AnewButton.read(job.words)
    if pressed is None:
        async with database.transaction() as tx:
            await job.acknowledge(tx)
        return t(NOTHING_TO_PRESS)
    message_id, came = pressed.message_id, Retry.NOTHING

    async def concerns(tx: Transaction, revisions: Revisions) -> UUID | None:
        return await revisions.turn_since(tx, message_id)

    async def revise(tx: Transaction, revisions: Revisions, busy: bool) -> bool:  # noqa: FBT001 - the worker's
        nonlocal came
        came = await revisions.answer_anew(tx, message_id, [job.update_id], datetime.now(UTC), busy=busy)
        stays = came is Retry.BUSY
        await job.acknowledge(tx, [] if stays else [Text("", deletes=True, replaces=job.message_id)])
        return came is Retry.BEGUN

    await job.chat.worker.revise(concerns, revise)
    return t(_TOASTS[came]) if came in _TOASTS else ""


def _offer(message_id: int) -> Text:
    return Text(t(_EARLIER), quoted_id=message_id, buttons=[[AnewButton(message_id).button(t(_ANEW))]])
