"""Extraction: conversations that are over are reviewed in the background, and missed facts are proposed as memories."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias, TypeVar

import structlog

from bot.kit.capture_modes import CaptureMode
from bot.kit.errors import ActRefused, EmptyAnswer, ModelError
from bot.kit.owner import Owner
from bot.kit.prompt_text import own
from bot.memory.acts import offer
from bot.memory.conversing import is_reviewed
from bot.memory.operations import Memories, is_known
from bot.memory.refusals import MemoryRefused
from bot.memory.store import reviews
from bot.memory.store.likeness import was_offered
from bot.memory.store.reviews import DueReview
from bot.memory.tools.arguments import wanted_of_call
from bot.memory.values import Addition, MemoryUpdate
from bot.model.openai_model import OpenAIModel
from bot.model.values import Message, UserMessage
from bot.store.engine import Transaction
from bot.store.ids import uuid7
from bot.turns.asking import ask
from bot.turns.budget import Prompt
from bot.turns.channel import Channel, Channels
from bot.turns.prompt import REVIEW_REQUEST
from bot.turns.services import TurnServices
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store import usages
from bot.turns.store.owners import lock
from bot.turns.store.provenance import holds_untrusted
from bot.turns.store.usages import Request
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.acts import Act, Consent, Risk, consent
from bot.turns.values.conversations import Conversation
from bot.turns.values.turns import UsagePurpose

T = TypeVar("T")
_Findings: TypeAlias = tuple[list[Addition | MemoryUpdate], Request]
"""The memories proposed by a review, and its cost."""
QuietUntil: TypeAlias = Callable[[Transaction, Owner], Awaitable[datetime | None]]
"""Returns the end of an owner's quiet hours by their clock, if they are now."""

MOST_TRIES: Final = 6
"""Most attempts at one conversation. Attempts interrupted by a turn do not count."""
MOST_PROPOSED: Final = 5
"""Most facts proposed per review."""
_AGAIN: Final = timedelta(seconds=2)
_LONGER_EACH_TIME: Final = 10
_AGAIN_AFTER_TURN: Final = timedelta(minutes=1)
"""Pause after a turn interrupts a review, so that an active chat does not cost a review per message."""
_LOOK_AGAIN_SECONDS: Final = 60.0
_LONGEST_WAIT_SECONDS: Final = 30.0

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Extraction:
    """Reviews conversations, one at a time, while no turn runs. Without a model, none is reviewed.

    A review that is interrupted by a turn or by the end of the process is asked again later. Its findings are stored
    once, in one transaction with the message about them. In its owner's quiet hours there is none.
    """

    services: TurnServices
    model: OpenAIModel | None
    tools: ToolSet
    memories: Memories
    quiet_until: QuietUntil
    bot_id: int
    user_ids: Collection[int]

    async def run(self, channels: Channels) -> None:
        """Review the conversations that are due until cancelled; the next start does the rest."""
        if self.model is None:
            await self._stored(lambda tx: reviews.drop(tx, self.bot_id))
            return
        while True:
            try:
                self.services.ended.clear()
                due = await self._stored(self._next_due)
                rest = (due.due_at - datetime.now(UTC)).total_seconds() if due else _LOOK_AGAIN_SECONDS
                if due and rest <= 0:
                    await self._review(self.model, due, channels)
                else:
                    with suppress(TimeoutError):
                        async with asyncio.timeout(min(rest, _LOOK_AGAIN_SECONDS)):
                            await self.services.ended.wait()
            except Exception:  # a bug here must not stop the bot
                log.exception("a conversation can't be reviewed")
                await asyncio.sleep(_LONGEST_WAIT_SECONDS)

    async def _next_due(self, tx: Transaction) -> DueReview | None:
        idle_limit = self.services.conversation_lifecycle.idle_limit
        await reviews.let_left_be_due(tx, self.bot_id, self.user_ids, idle_limit)
        return await reviews.next_due(tx, self.bot_id, self.user_ids)

    async def _stored(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        return await self.services.database.retry(work, single=False, reason="reviews")

    async def _review(self, model: OpenAIModel, due: DueReview, channels: Channels) -> None:
        """Ask the model about a conversation once no turn runs, and store the findings."""
        way = self.services.right_of_way
        await way.free()
        begun = await self._stored(lambda tx: self._begin(tx, due))
        if begun is None:
            return
        conversation, messages = begun
        try:
            findings = await way.yielding(lambda: self._found(model, conversation, messages))
        except EmptyAnswer:  # a model that says nothing has found nothing
            await self._stored(lambda tx: reviews.end(tx, due.conversation_id))
        except ModelError as error:
            await self._put_off(due, error)
        else:
            if findings is None:
                later = datetime.now(UTC) + _AGAIN_AFTER_TURN
                await self._stored(lambda tx: reviews.give_back(tx, due.conversation_id, later))
                return
            channel = channels(conversation.owner, conversation.place)
            await self._stored(lambda tx: self._store(tx, conversation, findings, channel))
            channel.wake()

    async def _begin(self, tx: Transaction, due: DueReview) -> tuple[Conversation, Sequence[Message]] | None:
        """Count an attempt, and return the conversation with its messages; None if it is not to be reviewed."""
        conversation = await stored_conversations.find(tx, due.conversation_id)
        if conversation is None:
            return None
        mode = await self.memories.mode(tx, conversation.owner)
        if not self._is_wanted(conversation, mode) or due.tries >= MOST_TRIES:
            log.info("conversation not reviewed", conversation=str(conversation.id), tries=due.tries)
            await reviews.end(tx, conversation.id)
            return None
        if until := await self._quiet_until(tx, conversation.owner):
            await reviews.put_off(tx, conversation.id, until)
            return None
        if not await reviews.begin(tx, conversation.id):
            return None
        said = await stored_turns.messages(tx, conversation)
        return conversation, [message for _, message in said]

    async def _found(self, model: OpenAIModel, conversation: Conversation, messages: Sequence[Message]) -> _Findings:
        """Ask for facts missed in a conversation. Raises ModelError or DatabaseUnavailable.

        The request begins with the bytes of the conversation's last one, which the server may have cached.
        """
        await self.services.allowance.check(conversation.owner)
        prompt = Prompt(conversation, [*messages, UserMessage(own(REVIEW_REQUEST))])
        answer, cost = await ask(self.services.database, model, prompt, UsagePurpose.REVIEW)
        wanted = [it for it in map(wanted_of_call, answer.message.calls) if isinstance(it, Addition | MemoryUpdate)]
        return wanted, cost

    async def _put_off(self, due: DueReview, error: ModelError) -> None:
        """Schedule the next attempt, with a growing pause."""
        again = _AGAIN * _LONGER_EACH_TIME**due.tries
        log.warning(
            "a conversation can't be reviewed",
            conversation=str(due.conversation_id),
            error=type(error).__name__,
            again_in=again.total_seconds(),
        )
        until = datetime.now(UTC) + again
        await self._stored(lambda tx: reviews.put_off(tx, due.conversation_id, until))

    async def _store(self, tx: Transaction, asked: Conversation, findings: _Findings, channel: Channel) -> None:
        """Store the findings once, with the message about them.

        If the conversation changed meanwhile, or if its owner began a private chat, only the cost is stored, and the
        conversation is reviewed again.
        """
        await lock(tx, asked.owner)
        conversation = await stored_conversations.find(tx, asked.id)
        if conversation is None:
            return
        found, cost = findings
        await usages.add(tx, [cost])
        if await stored_conversations.is_private(tx, asked.owner, asked.place):
            await reviews.give_back(tx, asked.id, datetime.now(UTC))
            return
        if until := await self._quiet_until(tx, asked.owner):
            await reviews.give_back(tx, asked.id, until)
            return
        if conversation.revision != asked.revision or not await reviews.end(tx, asked.id):
            return
        mode = await self.memories.mode(tx, asked.owner)
        if not self._is_wanted(conversation, mode):
            return
        offered = await self._offered(tx, conversation, found)
        # Untrusted text in the conversation, descriptions of tools included, may have led to them: its owner decides.
        is_tainted = bool(self.tools.servers(conversation.tools)) or await holds_untrusted(tx, conversation.id)
        if consent(Risk.WRITES, mode, is_tainted=is_tainted, is_own_idea=True) is Consent.AT_ONCE:
            for place, act in enumerate(offered):
                with suppress(ActRefused):  # if it can't be stored now, its button stays
                    offered[place] = await self.services.acts.accept(tx, asked.owner, act.id)
        await channel.post(tx, offers=offered)
        log.info("conversation reviewed", conversation=str(asked.id), found=len(offered))

    def _is_wanted(self, conversation: Conversation, mode: CaptureMode) -> bool:
        """Tell whether a conversation is still to be reviewed: its owner may have changed that meanwhile."""
        return self.services.preferences.of(conversation.owner).wants_review and is_reviewed(conversation, mode)

    async def _quiet_until(self, tx: Transaction, owner: Owner) -> datetime | None:
        """Return the end of an owner's quiet hours by their clock, if they are now."""
        with self.services.languages.spoken(owner):
            return await self.quiet_until(tx, owner)

    async def _offered(
        self, tx: Transaction, conversation: Conversation, found: Sequence[Addition | MemoryUpdate]
    ) -> list[Act]:
        """Offer the findings that are new, current, not offered before, and accepted by the rules for memories."""
        owner = conversation.owner
        known_at = await stored_turns.last_end(tx, conversation.id)
        offered: list[Act] = []
        offer_id = uuid7()
        for wanted in found:
            if len(offered) == MOST_PROPOSED:
                break
            if isinstance(wanted, Addition) and await is_known(tx, owner, wanted):
                continue
            if await was_offered(tx, owner, wanted.content, conversation.id):
                continue
            try:
                if known_at and isinstance(wanted, MemoryUpdate):
                    memory = await self.memories.get(tx, owner, wanted.memory_id)
                    if memory.updated_at > known_at:  # newer than the version in the conversation
                        continue
                offered.append(
                    await offer(tx, self.memories, owner, wanted, conversation_id=conversation.id, offer_id=offer_id)
                )
            except MemoryRefused as refused:
                log.info("finding left out", error=type(refused).__name__)
        return offered
