"""What a prompt lets go of, so that it stays within its budget: its oldest turns, which a summary then stands for."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from time import monotonic
from typing import Final
from uuid import UUID
from weakref import WeakValueDictionary

import structlog

from bot import budget
from bot.allowance import Allowance
from bot.budget import Size, TurnMessages
from bot.database.conversations import Conversations
from bot.database.engine import Database
from bot.database.turns import Turns
from bot.database.usages import Request, Usages
from bot.errors import ContextTooLong, EmptyAnswer, ModelError
from bot.messages import Conversation, Earlier, Message, ToolSpec, Usage, UsagePurpose, UserMessage
from bot.model.seam import Answer, Model, ModelRequest
from bot.prompt import SUMMARY_REQUEST, earlier_block

_ATTEMPTS: Final = 3
"""So often a summary is made anew because the conversation has changed meanwhile."""
_AGAIN_SECONDS: Final = 600.0
"""So long after a summary could not be made, none is tried unless a prompt is full again."""
_REFUSED: Final = 0.95
"""Of a prompt that the server refused as too long, so much is taken for its limit."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Prompt:
    """A conversation's prompt: the turns it holds, with how many tokens their beginning took when last counted."""

    conversation: Conversation
    messages: Sequence[Message]
    counted: int = 0
    covered: int = 0


@dataclass(frozen=True, slots=True)
class _Plan:
    """Which turns a prompt is to keep, and those that a summary is to stand for, behind the one there is."""

    turns_before: UUID
    older: Sequence[TurnMessages]
    summary: str


class Compaction:
    """Keeps prompts within `context_tokens`: what is let go of is summarised by the model, or else left out.

    Everything that was said stays stored. Where it does not `summarise`, the oldest turns are left out.
    """

    def __init__(
        self,
        database: Database,
        conversations: Conversations,
        turns: Turns,
        usages: Usages,
        model: Model,
        allowance: Allowance,
        *,
        context_tokens: int,
        summarise: bool,
    ) -> None:
        self._database = database
        self._conversations = conversations
        self._turns = turns
        self._usages = usages
        self._model = model
        self._allowance = allowance
        self._summarise = summarise
        self._try_again_at = 0.0
        self._locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()
        self.context_tokens = context_tokens

    def size(self, prompt: Prompt) -> Size:
        """Measure a prompt: what the server counted of it tells what the estimate for all of it is worth."""
        fixed, earlier = _beginning(prompt.conversation)
        scale = budget.scale(fixed, earlier, prompt.messages[: prompt.covered], prompt.counted)
        return budget.size(fixed, earlier, prompt.messages, scale)

    def counted(self, answer: Answer, prompt: Prompt) -> Usage:
        """Return what an answer to a prompt cost, estimated if the server didn't count."""
        usage = answer.usage
        if usage.input_tokens or usage.output_tokens:
            return usage
        output = budget.tokens([answer.message])
        return replace(usage, input_tokens=self.size(prompt).total, output_tokens=output, is_estimated=True)

    def is_due(self, prompt: Prompt) -> bool:
        """Tell whether a prompt is full, or tells less of what it has let go of than it could.

        What could not be summarised is not tried again at once.
        """
        lacks = self._lacks_summary(prompt.conversation) and monotonic() >= self._try_again_at
        return lacks or self.size(prompt).is_full(self.context_tokens)

    def fits(self, prompt: Prompt) -> bool:
        """Tell whether a prompt can be sent as it is."""
        return self.size(prompt).total <= self.most_tokens

    @property
    def most_tokens(self) -> int:
        """How many tokens a prompt may take; the rest is the answer's."""
        return round((1 - budget.ANSWER) * self.context_tokens)

    def is_mostly_fixed(self, prompt: Prompt) -> bool:
        """Tell whether what can't be let go of takes more of a prompt than its turns."""
        size = self.size(prompt)
        return size.fixed > size.turns

    def refused(self, prompt: Prompt) -> None:
        """Note that the server refused a prompt as too long: its limit is less than that."""
        self.context_tokens = min(self.context_tokens, round(_REFUSED * self.size(prompt).total))
        log.warning("the server takes less than CONTEXT_TOKENS", tokens=self.context_tokens)

    async def compact(self, prompt: Prompt) -> None:
        """Let a conversation's prompt go of its oldest turns, if it is full. Raises DatabaseUnavailable.

        Nobody waits for it: further turns may begin meanwhile.
        """
        scale = self.size(prompt).scale
        async with self._one_at_a_time(prompt.conversation.id):
            for _ in range(_ATTEMPTS):
                conversation, turns, size = await self._now(prompt.conversation.id, scale)
                if conversation is None or not turns:
                    return
                full = size.is_full(self.context_tokens)
                kept = max(1, budget.newest(turns, self._room(size), size)) if full else len(turns)
                if await self._let_go(conversation, turns, kept, size):
                    return

    async def make_room(self, prompt: Prompt, turn_id: UUID) -> bool:
        """Let a prompt that is too long go of turns before one that runs; False if there are none any more."""
        scale = self.size(prompt).scale
        async with self._one_at_a_time(prompt.conversation.id):
            for _ in range(_ATTEMPTS):
                conversation, turns, size = await self._now(prompt.conversation.id, scale)
                if size.total <= self.most_tokens:  # somebody else has let go of some
                    return True
                before = [turn for turn in turns if turn[0] < turn_id]
                if conversation is None or not before:
                    return False
                current = sum(size.of(messages) for which, messages in turns if which >= turn_id)
                kept = min(budget.newest(before, self._room(size) - current, size), len(before) - 1)
                if await self._let_go(conversation, turns, len(turns) - len(before) + kept, size):
                    return True
        return False

    def _one_at_a_time(self, conversation_id: UUID) -> asyncio.Lock:
        return self._locks.setdefault(conversation_id, asyncio.Lock())

    async def _now(
        self, conversation_id: UUID, scale: float
    ) -> tuple[Conversation | None, Sequence[TurnMessages], Size]:
        """Return a conversation as it is stored, unless it was erased, with its prompt's turns and their size."""
        async with self._database.transaction() as tx:
            conversation = await self._conversations.find(tx, conversation_id)
            said = await self._turns.messages(tx, conversation) if conversation else []
        fixed, earlier = _beginning(conversation) if conversation else (0, "")
        size = budget.size(fixed, earlier, [message for _, message in said], scale)
        return conversation, budget.by_turn(said), size

    def _room(self, size: Size) -> float:
        """Return how many tokens the turns that are kept may take."""
        return (budget.KEPT - budget.SUMMARY) * (self.context_tokens - size.fixed)

    def _lacks_summary(self, conversation: Conversation) -> bool:
        return self._summarise and bool(conversation.earlier and conversation.earlier.left_out)

    async def _let_go(self, conversation: Conversation, turns: Sequence[TurnMessages], kept: int, size: Size) -> bool:
        """Let a prompt keep its last turns; False if it has changed meanwhile."""
        plan = await self._plan(conversation, turns, kept)
        if plan is None:
            return True
        summary = await self._summary(conversation, plan, size) if plan.older else ""
        before = conversation.earlier.summary if conversation.earlier else ""
        earlier = Earlier(
            turns_before=plan.turns_before,
            summary=before if summary is None else summary,
            left_out=summary is None,
        )
        async with self._database.transaction() as tx:
            done = await self._conversations.let_go(tx, conversation, earlier)
        if done:
            log.info(
                "the prompt has let go of turns",
                conversation=str(conversation.id),
                turns=len(turns) - kept,
                kept=kept,
                summarised=bool(summary),
            )
        return done

    async def _plan(self, conversation: Conversation, turns: Sequence[TurnMessages], kept: int) -> _Plan | None:
        """Plan to keep the last turns; None if nothing is before them that no summary tells of.

        A summary that is lacking is made from the beginning, where there may be nothing any more.
        """
        older, first_kept = turns[:-kept], turns[-kept][0]
        summary = conversation.earlier.summary if conversation.earlier else ""
        lacks_summary = self._lacks_summary(conversation)
        if lacks_summary:
            async with self._database.transaction() as tx:
                whole = budget.by_turn(await self._turns.messages(tx, replace(conversation, earlier=None)))
            older, summary = [turn for turn in whole if turn[0] < first_kept], ""
        return _Plan(first_kept, older, summary) if older or lacks_summary else None

    async def _summary(self, conversation: Conversation, plan: _Plan, size: Size) -> str | None:
        """Return a summary of what there was before the turns that are kept; None if there can't be one."""
        if not self._summarise:
            return None
        most = budget.SUMMARY * max(0, self.context_tokens - size.fixed)
        room = self.most_tokens - size.fixed - most - size.of([UserMessage(SUMMARY_REQUEST)])
        summary, rest = plan.summary, list(plan.older)
        try:
            while rest:
                part = max(1, budget.newest(rest[::-1], room, size))  # the oldest that fit into one request
                asked = [budget.shortened(turn, room, size) for turn in rest[:part]]
                told = await self._summarised(conversation, summary, asked, size)
                summary = budget.clipped(told, round(most / size.scale))
                rest = rest[part:]
        except ModelError as error:
            log.warning("earlier turns are left out, as they can't be summarised", error=type(error).__name__)
            self._try_again_at = monotonic() + _AGAIN_SECONDS
            return None
        return summary or None

    async def _summarised(
        self, conversation: Conversation, summary: str, turns: Sequence[TurnMessages], size: Size
    ) -> str:
        """Ask for a summary of turns and of the summary before them; the request begins as the conversation's did."""
        await self._allowance.check()
        messages = [message for _, of_turn in turns for message in of_turn]
        earlier = Earlier(turns_before=turns[0][0], summary=summary)
        asked = [*messages, UserMessage(SUMMARY_REQUEST)]
        request = ModelRequest.of(replace(conversation, earlier=earlier), asked, may_call=False)
        try:
            answer = await self._model.answer(request, lambda _: None)
        except ContextTooLong:
            half = len(turns) // 2
            if half:
                summary = await self._summarised(conversation, summary, turns[:half], size)
                return await self._summarised(conversation, summary, turns[half:], size)
            shorter = budget.shortened(turns[0], size.of(turns[0][1]) / 2, size)
            if shorter == turns[0]:
                raise
            return await self._summarised(conversation, summary, [shorter], size)
        cost = Request(
            owner=conversation.owner,
            turn_id=None,
            purpose=UsagePurpose.SUMMARY,
            model=self._model.name,
            usage=self.counted(answer, Prompt(conversation, asked)),
        )
        async with self._database.transaction() as tx:
            await self._usages.add(tx, [cost])
        if not answer.message.content.strip():
            raise EmptyAnswer
        return answer.message.content


def _beginning(conversation: Conversation) -> tuple[int, str]:
    """Return about how many tokens stand before the summary, and the summary as it is sent."""
    return _fixed_tokens(conversation.system_prompt, conversation.tools), earlier_block(conversation.earlier)


@lru_cache(maxsize=64)
def _fixed_tokens(system_prompt: str, tools: tuple[ToolSpec, ...]) -> int:
    return budget.text_tokens(system_prompt) + budget.tools_tokens(tools)
