"""Compaction: a summary replaces a prompt's oldest turns, so that it stays within its budget."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import inf
from typing import Final, TypeAlias
from uuid import UUID

import structlog

from bot.chat import budget
from bot.chat.allowance import Allowance
from bot.chat.budget import PictureRoom, Size, TurnMessages, fitting_pictures, pictures_in
from bot.chat.prompt import earlier_block, model_request, summary_request
from bot.database import conversations as stored_conversations
from bot.database import summaries, usages
from bot.database import turns as stored_turns
from bot.database.engine import Database, Transaction
from bot.database.summaries import Deleted
from bot.database.usages import Request
from bot.errors import ContextTooLong, DatabaseUnavailable, EmptyAnswer, ModelError
from bot.model.openai_model import OpenAIModel
from bot.model.seam import NO_CALLBACKS, Answer, Callbacks, PictureSize
from bot.tokens import text_tokens, tools_tokens
from bot.values.conversations import FROM_THE_BEGINNING, Conversation, Earlier
from bot.values.messages import MadeOfEach, Message, UserMessage
from bot.values.owner import Owner
from bot.values.place import Place
from bot.values.preferences import Effort
from bot.values.prompt_text import own
from bot.values.turns import Usage, UsagePurpose

_CONFIGURED: Final = ""
_REFUSED: Final = 0.95
"""Assumed limit of a server as a share of the prompt it refused as too long."""
_LEAST_ROOM: Final = 100
"""Fewest tokens of turns in a request for a summary."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A conversation's prompt; the server `counted` its tokens including the `covered` first messages."""

    conversation: Conversation
    messages: Sequence[Message]
    counted: int = 0
    covered: int = 0
    made: MadeOfEach = field(default_factory=MadeOfEach, compare=False, repr=False)
    """What was made of each message, for the next prompt."""


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


@dataclass(frozen=True, slots=True)
class Context:
    """A model's name and its usual context in tokens."""

    name: str
    context_tokens: int


OtherModel: TypeAlias = Callable[[Owner], Context | None]
"""Returns the model that an owner has chosen; None for the configured one."""

_Ready: TypeAlias = tuple[_Plan, Earlier]
"""A summary that is not in its conversation's prompt yet."""


class Compaction:
    """Keeps prompts within `context_tokens`. The model summarises the oldest turns in the background.

    No answer waits for a summary. If a prompt is too long before there is one, its oldest turns are left out, and the
    next summary includes them. Without `summarise`, there are no summaries. Prompts of an owner who is answered by an
    `other` model are kept within that one's context.
    """

    def __init__(
        self,
        database: Database,
        model: OpenAIModel,
        allowance: Allowance,
        *,
        context_tokens: int,
        summarise: bool,
        other: OtherModel = lambda _: None,
    ) -> None:
        self._database = database
        self._model = model
        self._allowance = allowance
        self._summarise = summarise
        self._ready: dict[Place, _Ready] = {}
        self.context_tokens = context_tokens
        self._other = other
        self._named: dict[str, int] = {}  # contexts that servers named, by the names of models
        self._taken: dict[str, int] = {}  # the largest prompts that models took, in tokens as counted

    def context(self, owner: Owner) -> Context:
        """Return the context of the model that answers an owner, as it is usual."""
        return self._other(owner) or Context(_CONFIGURED, self.context_tokens)

    def limit(self, owner: Owner) -> int:
        """Return the context of the model that answers an owner, in tokens."""
        return self.known(self.context(owner))

    def known(self, context: Context) -> int:
        """Return a context in tokens: the usual one, or what its server has named, if that is less."""
        return min(context.context_tokens, self._named.get(context.name, context.context_tokens))

    def took(self, context: Context, tokens: int) -> None:
        """Note a prompt that a model took."""
        self._taken[context.name] = max(tokens, self._taken.get(context.name, 0))

    def size(self, prompt: Prompt) -> Size:
        """Estimate a prompt's size, scaled by the tokens the server counted for it."""
        fixed, earlier = _beginning(prompt.conversation)
        each = prompt.made.of("tokens", budget.message_tokens, prompt.messages)
        covered, later = sum(each[: prompt.covered]), sum(each[prompt.covered :])
        return budget.size_as_counted(fixed, earlier, covered, later, prompt.counted)

    async def ask(
        self,
        model: OpenAIModel,
        prompt: Prompt,
        purpose: UsagePurpose,
        *,
        turn_id: UUID | None = None,
        may_call: bool = True,
        effort: Effort | None = None,
        pictures: PictureSize = PictureSize.WHOLE,
        callbacks: Callbacks = NO_CALLBACKS,
    ) -> tuple[Answer, Request]:
        """Ask a model; return its answer and its cost, for the caller to store together. Raises ModelError.

        The cost of an answer that is interrupted or fails is stored at once, if the database is available.
        """
        conversation, broken = prompt.conversation, list[Answer]()

        def cost(answer: Answer) -> Request:
            usage = self._counted(answer, prompt)
            return Request(owner=conversation.owner, turn_id=turn_id, purpose=purpose, model=model.name, usage=usage)

        try:
            request = model_request(conversation, prompt.messages, may_call=may_call)
            request = replace(request, effort=effort, pictures=pictures, made=prompt.made)
            answer = await model.answer(request, replace(callbacks, on_broken=broken.append))
        finally:
            for it in broken:
                callbacks.on_broken(it)
                try:
                    await self._store_cost(conversation, cost(it))
                except DatabaseUnavailable:  # must not replace the error that interrupted the answer
                    log.warning("cost of an interrupted answer not stored", conversation=str(conversation.id))
        return answer, cost(answer)

    async def _store_cost(self, conversation: Conversation, cost: Request) -> None:
        """Store an answer's cost, unless its conversation was erased meanwhile."""
        async with self._database.transaction() as tx:
            if await stored_conversations.find(tx, conversation.id):
                await usages.add(tx, [cost])

    def _counted(self, answer: Answer, prompt: Prompt) -> Usage:
        """Return an answer's cost, estimated if the server didn't count."""
        usage = answer.usage
        if usage.input_tokens or usage.output_tokens:
            return usage
        output = budget.tokens([answer.message]) + text_tokens(answer.reasoning)
        return replace(usage, input_tokens=self.size(prompt).total, output_tokens=output, is_estimated=True)

    def is_due(self, prompt: Prompt, size: Size) -> bool:
        """Tell whether a prompt of a size has turns to summarise, or a summary to insert."""
        if not self._summarise:
            return False
        if _lacks(prompt.conversation):
            return True
        if self._ready_for(prompt.conversation):
            return self.is_full(prompt, size)
        return size.is_begun(self.limit(prompt.conversation.owner))

    def is_full(self, prompt: Prompt, size: Size) -> bool:
        """Tell whether turns are to be removed from a prompt of a size."""
        return size.is_full(self.limit(prompt.conversation.owner))

    def fits(self, prompt: Prompt, limit: int) -> bool:
        """Tell whether a prompt fits into a context of so many tokens with room for an answer."""
        return self.size(prompt).total <= budget.most_tokens(limit)

    def refused(self, prompt: Prompt, refusal: ContextTooLong, context: Context, limit: int) -> tuple[Prompt, int]:
        """Return a prompt that was refused as too long with its counted size, and the limit for the rest of its turn.

        The limit is what the server named, or a guess. Only a context that it named is kept, and only if the model has
        never taken more. Raises ModelError for a prompt of a size that the model has taken before, if the server names
        no number: then it means something else.
        """
        size, taken = self.size(prompt).total, self._taken.get(context.name, 0)
        if refusal.limit is refusal.excess is None and size <= taken:
            del self._taken[context.name]
            raise ModelError from refusal
        guess = max(size - refusal.excess, size // 2) if refusal.excess else max(round(_REFUSED * size), taken)
        limit = min(limit, refusal.limit or guess)
        if refusal.limit and not refusal.per_minute and taken <= refusal.limit < self.known(context):
            self._named[context.name] = refusal.limit
        counted = replace(
            prompt, counted=refusal.prompt_tokens or max(size, refusal.limit or 0), covered=len(prompt.messages)
        )
        if self.fits(counted, limit):  # the server's numbers can't be complete
            limit = round(_REFUSED * self.size(counted).total)
        log.warning("the server takes less than CONTEXT_TOKENS", tokens=limit, kept=self.known(context))
        return counted, limit

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
        scale = self.size(prompt).scale
        async with self._database.transaction() as tx:
            if ready := self._ready_for(prompt.conversation):
                await self._put_in(tx, ready)
            conversation = await stored_conversations.lock(tx, prompt.conversation.id)
            if conversation is None:
                return False
            turns = budget.by_turn(await stored_turns.messages(tx, conversation))
            size = _size(conversation, turns, scale)
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
        earlier, limit = conversation.earlier, self.limit(conversation.owner)
        told = earlier and replace(earlier, turns_before=earlier.left_out_from or earlier.turns_before)
        everything = replace(conversation, earlier=told, pictures_from=None)  # a summary tells what pictures show
        untold = [_in_words(conversation, it) for it in budget.by_turn(await stored_turns.messages(tx, everything))]
        turns_before = earlier.turns_before if earlier else FROM_THE_BEGINNING
        held = [_as_shown(conversation, turn) for turn in untold if turn[0] >= turns_before]
        size = _size(conversation, held, scale)
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
        deleted = await summaries.deleted(tx, conversation, {turn[0] for turn in older}, texts)
        most = budget.SUMMARY * max(0, limit - size.fixed)
        return _Plan(conversation, older, before, turns_before, deleted, size, most)

    async def _put_in(self, tx: Transaction, ready: _Ready) -> None:
        plan, earlier = ready
        conversation = plan.conversation
        self.forget(conversation.place)
        if await stored_conversations.compact(tx, conversation, earlier, plan.deleted.known):
            log.info("prompt compacted", conversation=str(conversation.id), summarised=True)

    async def _summary(self, plan: _Plan) -> Earlier:
        """Return the summary of the turns before those that a prompt keeps. Raises ModelError."""
        size, most = plan.size, round(plan.most / plan.size.scale)
        room = (
            budget.most_tokens(self.limit(plan.conversation.owner)) - size.fixed - plan.most - size.of([plan.request])
        )
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
        asked = [*(message for _, of_turn in turns for message in of_turn), plan.request]
        prompt = Prompt(conversation, asked)
        answer, cost = await self.ask(self._model, prompt, UsagePurpose.SUMMARY, may_call=False)
        await self._store_cost(conversation, cost)
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


def _size(conversation: Conversation, turns: Sequence[TurnMessages], scale: float) -> Size:
    fixed, earlier = _beginning(conversation)
    return budget.size(fixed, earlier, [message for _, messages in turns for message in messages], scale)


def _beginning(conversation: Conversation) -> tuple[int, str]:
    """Return the estimated tokens before the summary, and the summary as sent."""
    fixed = text_tokens(conversation.system_prompt) + tools_tokens(conversation.tools)
    return fixed, earlier_block(conversation.earlier)
