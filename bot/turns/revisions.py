"""Revisions: an edited message is answered anew, and a turn is taken back or brought back."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import Enum, auto
from typing import Final
from uuid import UUID

from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.channel import Channel, Outcome
from bot.turns.events import Retry
from bot.turns.services import TurnServices
from bot.turns.store import acts, messages, superseding
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store.outbox import AnswerId
from bot.turns.store.superseding import StoredMessage
from bot.turns.turns import Said
from bot.turns.values.acts import Act
from bot.turns.values.conversations import Conversation, ConversationMode
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.turns import Turn, TurnState

_NO_ANSWER: Final = mark("This was stopped before there was an answer.")


class Edited(Enum):
    """What became of an edit."""

    UNKNOWN = auto()
    UNCHANGED = auto()
    EARLIER = auto()
    ANSWERED_ANEW = auto()


@dataclass(frozen=True, slots=True)
class Located:
    """A stored message, its conversation if that is open, and whether it was read in the last turn of the prompt."""

    message: StoredMessage
    conversation: Conversation | None
    is_last: bool


@dataclass(frozen=True, slots=True)
class TakenBack:
    """A turn that was taken back, and the number of changes that were undone.

    It had begun with its user's `words`, here on one line, or with what they had allowed to be `carried_out`, or with
    the `task` in this line.
    """

    turn_id: UUID
    words: str
    carried_out: str
    task: str
    changes: int
    deeds: int = 0


class Revisions:
    """Revises the turns of one user's private chat. Every method works in the caller's transaction."""

    def __init__(self, services: TurnServices, owner: Owner, channel: Channel) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel

    async def locate(self, tx: Transaction, message_id: int) -> Located | None:
        """Return where a message is; None if nothing is known of it."""
        message = await superseding.find(tx, self._owner, self._channel.place.chat_id, message_id)
        if message is None:
            return None
        conversation = await stored_conversations.open_in(tx, self._owner, self._channel.place)
        if conversation is None or conversation.id != message.turn.conversation_id:
            return Located(message, None, is_last=False)
        last = await stored_turns.last_in(tx, conversation.id)
        is_last = last is not None and last.id == message.turn.id
        return Located(message, conversation, is_last=is_last and self._is_in_prompt(conversation, message.turn.id))

    async def turn_of_edit(self, tx: Transaction, message_id: int, edited: IncomingMessage) -> UUID | None:
        """Return the turn that an edit concerns, if it changes what is asked there last."""
        found = await self.locate(tx, message_id)
        return found.message.turn.id if found and found.is_last and not found.message.says(edited, message_id) else None

    async def turn_since(self, tx: Transaction, message_id: int) -> UUID | None:
        """Return the last turn of the open conversation if a message is in its prompt."""
        found = await self.locate(tx, message_id)
        if found is None or found.conversation is None:
            return None
        last = await stored_turns.last_in(tx, found.conversation.id)
        return last.id if last and self._is_in_prompt(found.conversation, found.message.turn.id) else None

    async def edit(
        self, tx: Transaction, message_id: int, edited: IncomingMessage, update_ids: Sequence[int], at: datetime
    ) -> Edited:
        """Answer the last question anew after an edit; keep the edit of an earlier one for `answer_anew`."""
        found = await self.locate(tx, message_id)
        if found is None:
            return Edited.UNKNOWN
        if found.message.says(edited, message_id):
            return Edited.UNCHANGED
        edited = found.message.with_edit(edited, message_id)
        if not found.is_last or found.conversation is None:
            await superseding.note_edited(tx, found.message, edited)
            return Edited.EARLIER
        await self._replace(tx, found.conversation, found.message, edited, update_ids, at)
        return Edited.ANSWERED_ANEW

    async def answer_anew(
        self, tx: Transaction, message_id: int, update_ids: Sequence[int], at: datetime, *, busy: bool
    ) -> Retry:
        """Answer an edited message anew, and supersede the turns since; one of a former conversation is asked again.

        That waits while the chat is `busy` with another turn.
        """
        found = await self.locate(tx, message_id)
        if found is None or found.message.edited is None:
            return Retry.NOTHING
        if busy:
            return Retry.BUSY
        edited, conversation = found.message.edited, found.conversation
        if conversation and self._is_in_prompt(conversation, found.message.turn.id):
            await self._replace(tx, conversation, found.message, edited, update_ids, at)
            return Retry.BEGUN
        again = replace(edited, sent_at=at)
        await self._services.turn_lifecycle.begin(
            tx, self._owner, self._channel.place, [Said(again, update_ids=update_ids)]
        )
        return Retry.BEGUN

    async def last(self, tx: Transaction) -> Turn | None:
        """Return the last turn of the chat's open conversation, if its prompt holds it."""
        conversation = await stored_conversations.open_in(tx, self._owner, self._channel.place)
        last = await stored_turns.last_in(tx, conversation.id) if conversation else None
        return last if conversation and last and self._is_in_prompt(conversation, last.id) else None

    async def take_back(self, tx: Transaction) -> TakenBack | None:
        """Take the last turn back: its answer, what it stored, and its place in the conversation; None without one."""
        last = await self.last(tx)
        if last is None:
            return None
        words = await superseding.words_of(tx, last.id)
        carried_out = "\n".join(it.words for it in await acts.run_in(tx, self._owner, last.id))
        if last.state is TurnState.RUNNING:
            await stored_turns.end(tx, last.id, TurnState.STOPPED)
            last = replace(last, state=TurnState.STOPPED)
        undone = await self._undo(tx, last.id)
        task = await self._task(tx, last)
        await superseding.supersede(tx, last.id, {"state": last.state, "acts": [it.id.hex for it in undone]})
        await self._channel.take_back(tx, last.id)
        changes = sum(it.family == self._services.memory.family for it in undone)
        return TakenBack(last.id, words, carried_out, task, changes, len(undone) - changes)

    async def bring_back(self, tx: Transaction, turn_id: UUID, *, busy: bool) -> Retry:
        """Bring back a turn that was taken back, unless its conversation has gone on."""
        found = await superseding.taken_back(tx, self._owner, turn_id)
        conversation = await stored_conversations.open_in(tx, self._owner, self._channel.place)
        if found is None or conversation is None:
            return Retry.NOTHING
        turn, last = await stored_turns.get(tx, turn_id), await stored_turns.last_in(tx, conversation.id)
        if turn.conversation_id != conversation.id or (last and last.id > turn_id):
            return Retry.NOTHING
        if busy:
            return Retry.BUSY
        await self._services.acts.redo(tx, self._owner, map(UUID, found["acts"]))
        await superseding.bring_back(tx, turn_id, TurnState(found["state"]))
        work = await self._services.runner.load(tx, turn_id)
        outcome = Outcome(
            turn_id=turn_id,
            words=work.words,
            instead="" if work.reaction else t(_NO_ANSWER),
            task=await self._task(tx, turn),
            acts=await acts.of_turn(tx, self._owner, turn_id),
            is_private=conversation.mode is ConversationMode.PRIVATE,
        )
        await self._channel.answer(tx, AnswerId(turn_id, work.turn.attempt), outcome)
        if work.reaction:
            await self._channel.react(tx, turn_id, work.reaction, await messages.last_message(tx, turn_id))
        return Retry.BEGUN

    async def _replace(
        self,
        tx: Transaction,
        conversation: Conversation,
        message: StoredMessage,
        edited: IncomingMessage,
        update_ids: Sequence[int],
        at: datetime,
    ) -> None:
        """Begin a turn in place of a message's turn and those after it."""
        old = message.turn
        superseded = await superseding.later(tx, old)
        for turn_id in superseded:
            await self._undo(tx, turn_id)
        last = await stored_turns.get(tx, superseded[0])
        turn = await stored_turns.begin(tx, conversation.id, after=last, update_ids=update_ids)
        for turn_id in superseded:
            await superseding.supersede(tx, turn_id)
        for position in await superseding.said_in(tx, old.id):
            if position == message.position:
                said = [Said(edited, update_ids=update_ids)]
                await self._services.turn_lifecycle.say(tx, turn, said, at, note=message.note)
            else:
                await superseding.copy_message(tx, old.id, position, turn.id)
        await superseding.relink(tx, old.id, turn.id)
        for turn_id in superseded:
            if turn_id != old.id:
                await self._channel.take_back(tx, turn_id)
        newest = await superseding.newest_message(tx, turn.id)
        await self._channel.hand_over(tx, old.id, AnswerId(turn.id, turn.attempt), below=newest)

    async def _task(self, tx: Transaction, turn: Turn) -> str:
        return await self._services.tasks.line(tx, self._owner, turn.task) if turn.task else ""

    async def _undo(self, tx: Transaction, turn_id: UUID) -> Sequence[Act]:
        """Undo what a turn did, and return it. What an earlier turn asked about shows so there."""
        undone = await self._services.acts.undo_turn(tx, self._owner, turn_id)
        for act in undone:
            if act.turn_id != turn_id:
                await self._channel.show_act(tx, act)
        return undone

    @staticmethod
    def _is_in_prompt(conversation: Conversation, turn_id: UUID) -> bool:
        return conversation.earlier is None or turn_id >= conversation.earlier.turns_before
