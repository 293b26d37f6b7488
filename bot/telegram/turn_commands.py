"""Commands and buttons that decide how a turn goes on or take it back, and edits of messages that were read."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, Final, Literal, TypeAlias
from uuid import UUID

from bot.kit.language import mark, plural, sentences, t
from bot.store.engine import Database, Transaction
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData, shortened
from bot.telegram.chats import Job
from bot.telegram.formatting import compose, expandable
from bot.telegram.outcomes import AgainButton, ContinueButton, RetryButton, StopButton
from bot.telegram.texts import Deletion, Keyboard, Part, Text
from bot.turns.events import Retry, Stopped
from bot.turns.revisions import Edited, Revisions, TakenBack
from bot.turns.services import TurnServices
from bot.turns.store import conversations, reasoning
from bot.turns.values.incoming import IncomingMessage

_BUSY: Final = mark("I'm still working on it.")
_RETRIED: Final[Mapping[Retry, str]] = {Retry.BUSY: _BUSY, Retry.NOTHING: mark("There is nothing to retry.")}
_CONTINUED: Final[Mapping[Retry, str]] = {
    Retry.BUSY: _BUSY,
    Retry.NOTHING: mark("It's too late to continue this answer. Ask me again."),
}
_PRESSED: Final[Mapping[Retry, str]] = {Retry.BUSY: _BUSY, Retry.NOTHING: NOTHING_TO_PRESS}
_NOT_BUSY: Final = (Retry.BEGUN, Retry.NOTHING)
_NO_REASONING: Final = mark("There is no reasoning to show for the last answer.")
_CUT: Final = "… "
TO_GO_AHEAD: Final = mark("To go ahead, send: {command}")

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
class NewButton(ButtonData):
    """Starts a new conversation, as `/new` does."""

    NAME: ClassVar = "new"

    of: Literal["instructions"] = "instructions"


Plan: TypeAlias = Sequence[Text] | Callable[[Transaction], Awaitable[Sequence[str]]]
"""An answer without a change, or a function that changes the conversation and returns the answer."""


async def carry_out(services: TurnServices, plan: Callable[[Transaction, Job], Awaitable[Plan]], job: Job) -> None:
    """Do what a command plans; a change stops the running turn first."""
    async with services.database.transaction() as tx:
        planned = await plan(tx, job)
        if not callable(planned):
            await job.acknowledge(tx, planned)
            return
    async with job.chat.worker.stopping(job.update_id, renews=True) as (tx, stopped):
        await job.acknowledge(tx)  # first: /erase erases its record too
        said = stopped_words(stopped), *await planned(tx)
        await job.chat.channel.say_last(tx, job.chat.owner, compose(sentences(*said)))


async def stop(job: Job) -> None:
    """Stop the running turn, and drop the messages that wait."""
    async with job.chat.worker.stopping(job.update_id) as (tx, stopped):
        await job.acknowledge(tx, [Text(stopped_words(stopped) or t("There is nothing to stop."))])


async def retry(job: Job) -> None:
    """Answer the chat's last message again."""
    async with job.chat.worker.retrying() as (tx, came):
        await job.acknowledge(tx, [Text(t(_RETRIED[came]))] if came in _RETRIED else [])


async def stop_turn(job: Job) -> str:
    """Stop the turn whose answer is being written; waiting messages are answered next."""
    pressed = StopButton.parsed(job.words)
    async with job.chat.worker.stopping(only=pressed.turn_id) as (tx, stopped):
        await job.acknowledge(tx)
    return t("Stopped.") if stopped.turn else t(NOTHING_TO_PRESS)


async def retry_turn(job: Job) -> str:
    """Answer again what failed; the button is removed if it is no more the last thing that was asked."""
    pressed = RetryButton.parsed(job.words)
    return await _begun(job, Keyboard(pressed.data, message_id=job.message_id), _PRESSED, only=pressed.turn_id)


async def answer_again(job: Job) -> str:
    """Answer again what its user disliked; the message that offers it goes."""
    pressed = AgainButton.parsed(job.words)
    offer_gone = Deletion(job.message_id)
    return await _begun(job, offer_gone, _PRESSED, only=pressed.turn_id, when=_NOT_BUSY)


async def continue_answer(job: Job) -> str:
    """Let the model continue a turn's answer; the button is removed if it can't be continued."""
    pressed = ContinueButton.parsed(job.words)
    gone = Keyboard(pressed.data, message_id=job.message_id)
    return await _begun(job, gone, _CONTINUED, continues=pressed.turn_id)


async def _begun(
    job: Job,
    gone: Part,
    toasts: Mapping[Retry, str],
    *,
    only: UUID | None = None,
    continues: UUID | None = None,
    when: Collection[Retry] = (Retry.NOTHING,),
) -> str:
    """Have a turn begin again or go on; the button's message becomes what is `gone` `when` it came to that."""
    async with job.chat.worker.retrying(only=only, continues=continues) as (tx, came):
        await job.acknowledge(tx, [gone] if came in when else [])
    return t(toasts[came]) if came in toasts else ""


def stopped_words(stopped: Stopped) -> str:
    """Describe what was stopped; empty if nothing was."""
    waiting = plural(
        "I won't answer {count} message that was waiting.",
        "I won't answer {count} messages that were waiting.",
        stopped.dropped,
    )
    return sentences(t("Stopped.") if stopped.turn else "", waiting if stopped.dropped else "")


async def think(database: Database, job: Job) -> None:
    """Show the reasoning before the last answer as a quote that unfolds."""
    async with database.transaction() as tx:
        found = await conversations.open_in(tx, job.chat.owner, job.chat.channel.place)
        thought = await reasoning.of_last_answer(tx, found.id) if found else ""
        await job.acknowledge(tx, _reasoning(thought) or [Text(t(_NO_REASONING))])


def _reasoning(thought: str) -> list[Text]:
    cut = _CUT if len(thought) == reasoning.MOST else ""
    return compose(expandable(f"{cut}{thought.strip()}")) if thought.strip() else []


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
