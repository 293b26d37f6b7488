"""Compaction: a summary replaces a prompt's oldest turns, so that it stays within its budget."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final, TypeAlias
from uuid import UUID

import structlog

from bot.kit.backoff import Backoff
from bot.kit.errors import ContextTooLong, DatabaseUnavailable, EmptyAnswer, ModelError
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.model.openai_model import OpenAIModel
from bot.model.values import Message, UserMessage
from bot.store.engine import Database, Transaction
from bot.turns import budget
from bot.turns.allowance import Allowance
from bot.turns.asking import ask, store_cost
from bot.turns.budget import PictureRoom, Prompt, Size, TurnMessages, fitting_pictures, pictures_in
from bot.turns.channel import Channel
from bot.turns.chosen_models import ChosenModels
from bot.turns.memory import Deleted, Memory
from bot.turns.prompt import summary_request
from bot.turns.prompt_pictures import PromptPictures
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.values.conversations import FROM_THE_BEGINNING, Conversation, Earlier
from bot.turns.values.turns import UsagePurpose

_LEAST_ROOM: Final = 100
"""Fewest tokens of turns in a request for a summary."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Plan:
    """The next summary, of at most `most` tokens, of some turns and of the summary before them."""

    conversation: Conversation
    older: Sequence[TurnMessages]
    before: Earlier
    turns_before: UUID
    deleted: Deleted
    size: Size
    most: float

    @property
    def request(self) -> UserMessage:
        """The request for it."""
        return UserMessage(own(summary_request(budget.first_texts(self.deleted.contents, self.most))))


_Ready: TypeAlias = tuple[_Plan, Earlier]
"""A summary that is not in its conversation's prompt yet."""


class Compaction:
    """Keeps prompts within the context of the model that answers. A `model` summarises the oldest turns meanwhile.

    No answer waits for a summary. If a prompt is too long before there is one, its oldest turns are left out, and the
    next summary includes them. Without `summarise`, there are no summaries.
    """

    def __init__(
        self,
        database: Database,
        model: OpenAIModel,
        answering: ChosenModels,
        allowance: Allowance,
        memory: Memory,
        *,
        summarise: bool,
    ) -> None:
        self._database = database
        self._model = model
        self._answering = answering
        self._allowance = allowance
        self._memory = memory
        self._summarise = summarise
        self._ready: dict[Place, _Ready] = {}

    def is_due(self, prompt: Prompt) -> bool:
        """Tell whether a prompt has turns to summarise, or a summary to insert."""
        if not self._summarise:
            return False
        if _lacks(prompt.conversation):
            return True
        if self._ready_for(prompt.conversation):
            return self.is_full(prompt)
        return prompt.size.is_begun(self._answering.limit(prompt.conversation.owner))

    def is_full(self, prompt: Prompt) -> bool:
        """Tell whether turns are to be removed from a prompt."""
        return prompt.size.is_full(self._answering.limit(prompt.conversation.owner))

    async def compact(self, owner: Owner, place: Place, scale: float, *, is_lacking_only: bool = False) -> None:
        """Summarise the turns that a chat's prompt lacks or will soon lose, and insert the summary when due.

        That is when the prompt lacks turns or is full. With `is_lacking_only`, a prompt that lacks none is left alone.
        Turns may run meanwhile. A deletion restarts the summary. Raises ModelError or DatabaseUnavailable.
        """
        while self._summarise:
            async with self._database.transaction() as tx:
                conversation = await stored_conversations.open_in(tx, owner, place)
                if conversation is None or (is_lacking_only and not _lacks(conversation)):
                    return
                plan = await self._plan(tx, conversation, scale)
            if plan is None:
                return
            self._ready[place] = (replace(plan, older=()), await self._summary(plan))

    async def compact_at_once(self, prompt: Prompt, turn_id: UUID, limit: int) -> bool:
        """Remove turns before the running one from a prompt that is too long for a context; False if there are none.

        First, only their pictures are removed. Their summary is inserted if it is ready.
        """
        scale = prompt.size.scale
        async with self._database.transaction() as tx:
            if ready := self._ready_for(prompt.conversation):
                await self._put_in(tx, ready)
            conversation = await stored_conversations.lock(tx, prompt.conversation.id)
            if conversation is None:
                return False
            turns = budget.by_turn(await stored_turns.messages(tx, conversation))
            size = budget.size(conversation, _messages(turns), scale)
            if size.total <= budget.most_tokens(limit):
                return True
            before = [turn for turn in turns if turn[0] < turn_id]
            if not before:
                return False
            if any(pictures_in(messages) for _, messages in before):
                await stored_conversations.let_pictures_go(tx, conversation.id, turn_id)
                return True
            current = sum(size.of(messages) for which, messages in turns if which >= turn_id)
            room = (budget.KEPT - budget.SUMMARY) * (limit - size.fixed) - current
            kept = min(budget.newest(before, room, size), len(before) - 1)
            await stored_conversations.leave_out(tx, conversation.id, turns[len(before) - kept][0])
        log.info("prompt compacted", conversation=str(conversation.id), summarised=False)
        return True

    def forget(self, place: Place) -> None:
        """Drop the summary of a chat's conversation that has ended."""
        self._ready.pop(place, None)

    def _ready_for(self, conversation: Conversation) -> _Ready | None:
        """Return a conversation's summary that is ready, unless its source has changed."""
        ready = self._ready.get(conversation.place)
        made_of = ready and ready[0].conversation
        is_same = made_of and (made_of.id, made_of.revision) == (conversation.id, conversation.revision)
        return ready if is_same else None

    async def _plan(self, tx: Transaction, conversation: Conversation, scale: float) -> _Plan | None:
        """Insert the summary that is ready, if it is due, and plan the next one; None if none is needed."""
        earlier, limit = conversation.earlier, self._answering.limit(conversation.owner)
        told = earlier and replace(earlier, turns_before=earlier.left_out_from or earlier.turns_before)
        everything = replace(conversation, earlier=told, pictures_from=None)  # a summary tells what pictures show
        untold = [_in_words(conversation, it) for it in budget.by_turn(await stored_turns.messages(tx, everything))]
        turns_before = earlier.turns_before if earlier else FROM_THE_BEGINNING
        held = [_as_shown(conversation, turn) for turn in untold if turn[0] >= turns_before]
        size = budget.size(conversation, _messages(held), scale)
        lacks, is_full = _lacks(conversation), size.is_full(limit)
        if ready := self._ready_for(conversation):
            if not (lacks or is_full):
                return None
            await self._put_in(tx, ready)
            return await self._plan(tx, await stored_conversations.get(tx, conversation.id), scale)
        if not (lacks or size.is_begun(limit)):
            return None
        if held and (is_full or not lacks):
            kept = max(1, budget.newest(held, size.kept(limit), size))
            turns_before = held[-kept][0]
        older = [turn for turn in untold if turn[0] < turns_before]
        if not older and not lacks:
            return None
        can_be_built_on = earlier and earlier.left_out_from != FROM_THE_BEGINNING
        before = earlier if earlier and can_be_built_on else Earlier(turns_before=FROM_THE_BEGINNING)
        texts = [before.summary, *(message.content for _, messages in older for message in messages)]
        deleted = await self._memory.deleted(tx, conversation, {turn[0] for turn in older}, texts)
        most = budget.SUMMARY * max(0, limit - size.fixed)
        return _Plan(conversation, older, before, turns_before, deleted, size, most)

    async def _put_in(self, tx: Transaction, ready: _Ready) -> None:
        plan, earlier = ready
        conversation = plan.conversation
        self.forget(conversation.place)
        check = partial(self._memory.checked, known_deleted=plan.deleted.known)
        if await stored_conversations.compact(tx, conversation, earlier, check):
            log.info("prompt compacted", conversation=str(conversation.id), summarised=True)

    async def _summary(self, plan: _Plan) -> Earlier:
        """Return the summary of the turns before those that a prompt keeps. Raises ModelError."""
        size, most = plan.size, round(plan.most / plan.size.scale)
        limit = self._answering.limit(plan.conversation.owner)
        room = budget.most_tokens(limit) - size.fixed - plan.most - size.of([plan.request])
        summary, rest = plan.before.summary, list(plan.older)
        while rest:
            # The oldest that fit into one request:
            part = max(1, min(budget.newest(rest[::-1], room, size), fitting_pictures(rest, PictureRoom(inf))))
            asked = [budget.shortened(turn, room, size) for turn in rest[:part]]
            try:
                summary = budget.clipped(await self._summarised(plan, summary, asked), most)
            except ContextTooLong:  # the reviewing model may have a smaller context
                room = min(room, sum(size.of(messages) for _, messages in asked)) / 2
                if room < _LEAST_ROOM:
                    raise
            else:
                rest = rest[part:]
        made_without = tuple(plan.deleted.told.union(plan.before.made_without))
        return Earlier(turns_before=plan.turns_before, summary=summary, made_without=made_without)

    async def _summarised(self, plan: _Plan, summary: str, turns: Sequence[TurnMessages]) -> str:
        """Ask for a summary of turns and of the summary before them; the request has the conversation's prefix."""
        await self._allowance.check(plan.conversation.owner)
        conversation = replace(plan.conversation, earlier=Earlier(turns_before=turns[0][0], summary=summary))
        prompt = Prompt(conversation, [*_messages(turns), plan.request])
        answer, cost = await ask(self._database, self._model, prompt, UsagePurpose.SUMMARY, may_call=False)
        await store_cost(self._database, conversation, cost)
        if not answer.message.content.strip():
            raise EmptyAnswer
        return answer.message.content


def _lacks(conversation: Conversation) -> bool:
    """Tell whether a conversation's prompt lacks turns that no summary covers."""
    return conversation.earlier is not None and conversation.earlier.left_out


def _in_words(conversation: Conversation, turn: TurnMessages) -> TurnMessages:
    """Return a turn with its words in place of the described pictures that have left the prompt."""
    turn_id, messages = turn
    return turn_id, [
        stored_turns.as_shown(conversation, turn_id, it)[1] if isinstance(it, UserMessage) and it.seen else it
        for it in messages
    ]


def _as_shown(conversation: Conversation, turn: TurnMessages) -> TurnMessages:
    turn_id, messages = turn
    return turn_id, [stored_turns.as_shown(conversation, turn_id, message)[1] for message in messages]


def _messages(turns: Sequence[TurnMessages]) -> list[Message]:
    return [message for _, messages in turns for message in messages]


class BackgroundCompaction:
    """Compacts the prompt of one chat in the background, with a growing pause after each failure.

    Before that, pictures that leave the prompt are described.
    """

    def __init__(self, compaction: Compaction, pictures: PromptPictures, owner: Owner, channel: Channel) -> None:
        self._compaction = compaction
        self._pictures = pictures
        self._owner = owner
        self._channel = channel
        self._scale = 1.0
        self._newest: Prompt | None = None  # whose size is to be counted
        self._to_describe: Prompt | None = None  # the newest whose pictures leave it
        self._is_due = False
        self._is_new = False  # whether the prompt may need a summary since the last check
        self._task: asyncio.Task[None] | None = None
        self._at_once = asyncio.Event()

    def compact(self, prompt: Prompt) -> None:
        """Compact the chat's prompt after stored messages are delivered, if that is due.

        A failure is retried at once only if the prompt is full.
        """
        self._newest = prompt
        if self._task and not self._task.done():  # a pause may have to end
            self._look_at_newest()
        self._begin()

    def look(self) -> None:
        """Compact the chat's prompt if it lacks a summary, as after a deletion; a failure keeps its pause."""
        self._is_new = True
        self._begin()

    def give_up(self) -> None:
        """Cancel the summary of a conversation that has ended; only once, since its cost is stored on cancellation."""
        if self._task and not self._task.cancelling():
            self._task.cancel()
        self._compaction.forget(self._channel.place)

    async def close(self) -> None:
        """Cancel and wait for the task."""
        self.give_up()
        if self._task:
            await asyncio.gather(self._task, return_exceptions=True)

    def _begin(self) -> None:
        if self._task is None or self._task.done() or self._task.cancelling():
            self._task = asyncio.create_task(self._compact())

    def _look_at_newest(self) -> None:
        """Note what is due for the newest prompt, unless that was done."""
        prompt, self._newest = self._newest, None
        if prompt is None:
            return
        self._scale = prompt.size.scale
        if self._pictures.is_due(prompt):
            self._to_describe, self._is_new = prompt, True
        if self._compaction.is_due(prompt):
            self._is_due = self._is_new = True
            if self._compaction.is_full(prompt):
                self._at_once.set()

    async def _compact(self) -> None:
        """Compact the prompt until nothing is due."""
        await self._channel.settle()  # so that counting delays no answer
        self._look_at_newest()
        backoff = Backoff(5.0, 600.0, factor=5.0)
        while self._is_new:
            self._is_new = False
            while not await self._is_done():
                with suppress(TimeoutError):
                    async with asyncio.timeout(backoff.next()):
                        await self._at_once.wait()

    async def _is_done(self) -> bool:
        """Do what is due; False if it failed."""
        self._at_once.clear()
        await self._channel.settle()
        is_due, self._is_due = self._is_due, False
        place = self._channel.place
        try:
            if prompt := self._to_describe:
                await self._pictures.describe(self._owner, place, prompt)
                self._to_describe = None
            await self._compaction.compact(self._owner, place, self._scale, is_lacking_only=not is_due)
        except (ModelError, DatabaseUnavailable) as error:
            self._is_due |= is_due
            log.warning("no summary can be made for now", chat=place.chat_id, error=type(error).__name__)
            return False
        except Exception:  # a bug here must not stop the chat
            log.exception("the prompt can't be compacted", chat=place.chat_id)
        return True
