"""Runs a turn: asks the model and runs its tool calls until it answers with text."""

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from uuid import UUID

import structlog

from bot.kit.errors import (
    ChosenModelGone,
    ContextTooLong,
    EmptyAnswer,
    MessageTooLong,
    ModelError,
    RequestTooLarge,
    TaskOverBudget,
    UnknownModel,
)
from bot.kit.language import mark, number, plural, t
from bot.kit.usage import Usage
from bot.model.openai_model import OpenAIModel
from bot.model.seam import NO_CALLBACKS, Answer, Callbacks, PictureSize, Shown
from bot.model.values import AssistantMessage, ToolCall, UserMessage
from bot.store.engine import Database, Transaction
from bot.turns import budget
from bot.turns.allowance import Allowance
from bot.turns.asking import ask
from bot.turns.budget import Prompt, pictures_in
from bot.turns.calls import Calls, Situation
from bot.turns.channel import Channel
from bot.turns.chosen_models import Attempts, ChosenModel, ChosenModels, Context, StandIn
from bot.turns.compaction import Compaction
from bot.turns.next_step import AskModel, Prepare, last_answer, next_step
from bot.turns.preparation import Preparation
from bot.turns.prompt_pictures import PromptPictures
from bot.turns.speaking import Speaking
from bot.turns.store import acts, reasoning, usages
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store.usages import Request
from bot.turns.turn_under_way import TurnUnderWay, joined
from bot.turns.values.acts import ActState
from bot.turns.values.conversations import Conversation
from bot.turns.values.turns import Turn, reaction_in

_OUT_OF_STEPS = mark("I couldn't finish this in one go. Tell me how to continue.")
_DONE = mark("Done.")
"""The answer of a model that says nothing; the receipts below it show what it did."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Runner:
    """Runs turns to their end from wherever they stopped."""

    database: Database
    models: ChosenModels
    calls: Calls
    compaction: Compaction
    pictures: PromptPictures
    allowance: Allowance
    preparation: Preparation
    speaking: Speaking
    task_tokens: int

    async def load(self, tx: Transaction, turn_id: UUID) -> TurnUnderWay:
        """Return a stored turn, ready to run."""
        turn = await stored_turns.get(tx, turn_id)
        return await self.load_in(tx, turn, await stored_conversations.get(tx, turn.conversation_id))

    async def load_in(self, tx: Transaction, turn: Turn, conversation: Conversation) -> TurnUnderWay:
        """Return a turn of a conversation that was just read, ready to run."""
        prompt, turn_ids = await self.prompt(tx, conversation)
        said = list(zip(turn_ids, prompt.messages, strict=True))
        messages = [message for of_turn, message in said if of_turn == turn.id]
        history = [message for of_turn, message in said if of_turn < turn.id]
        return TurnUnderWay(
            turn=turn,
            conversation=conversation,
            history=history,
            messages=messages,
            turns_before=len(set(turn_ids) - {turn.id}),
            counted=prompt.counted,
            covered=prompt.covered,
        )

    async def prompt(self, tx: Transaction, conversation: Conversation) -> tuple[Prompt, list[UUID]]:
        """Return a conversation's prompt, and the turn id of each of its messages."""
        said = await stored_turns.messages(tx, conversation)
        messages = [message for _, message in said]
        covered = last_answer(messages)
        model = self.models.of(conversation.owner).model.name
        counted = await usages.counted(tx, conversation.id, said[covered][0], model) if said else 0
        return Prompt(conversation, messages, counted, covered), [turn_id for turn_id, _ in said]

    async def take(self, work: TurnUnderWay, channel: Channel, callbacks: Callbacks = NO_CALLBACKS) -> None:
        """Run a turn until the model has answered with text.

        The `channel` hands out the turn's files. Each step is stored, so an interrupted turn can be loaded and
        resumed. The final one is left to `store_step` in the transaction that ends the turn, unless it is spoken, which
        takes long. Raises ModelError or DatabaseUnavailable.
        """
        if work.begins:
            await self.allowance.check(work.conversation.owner)
        while True:
            match next_step(work.messages):
                case Prepare():
                    has_more = any(isinstance(it, UserMessage) and not it.pending for it in work.messages)
                    await self.preparation.prepare(work.conversation, work.turn, channel, has_more=has_more)
                    await self._read_again(work)
                case AskModel(may_call):
                    if self._model_of(work).model.takes_pictures:
                        await self.preparation.find_again(work.conversation.owner, work.prompt.messages, channel)
                    await self._decide_on_voice(work)
                    await self._make_room(work)
                    await self._ask(work, callbacks, may_call=may_call)
                    if work.speaks or next_step(work.messages):
                        async with self.database.transaction() as tx:
                            await self.store_step(tx, work)
                case ToolCall() as call:
                    at = Situation(work.conversation, work.turn.id, work.history, work.messages, channel)
                    work.messages.append(await self.calls.run(at, call))
                    await self._catch_up(work)
                case None:
                    await self._decide_on_voice(work)
                    if work.speaks:
                        work.spoken = await self.speaking.spoken(work.words)
                    return

    async def store_step(self, tx: Transaction, work: TurnUnderWay) -> None:
        """Store a turn's newest step with its cost, if that is not stored yet."""
        if work.new_step:
            answer, costs = work.new_step
            await stored_turns.append(tx, work.turn.id, [answer.message])
            if answer.reasoning:
                await reasoning.add(tx, work.turn.id, answer.reasoning)
            await usages.add(tx, costs)
            work.new_step = None

    def _model_of(self, work: TurnUnderWay) -> ChosenModel:
        """Return the model that answers a turn: the one that was chosen as it began, until its end."""
        work.chosen = work.chosen or self.models.of(work.conversation.owner)
        return work.chosen

    async def _decide_on_voice(self, work: TurnUnderWay) -> None:
        if work.speaks is None:
            has_files = any(isinstance(it, UserMessage) and it.files for it in work.messages)
            owner = work.conversation.owner
            work.speaks = await self.speaking.is_wanted(owner, work.turn.id, has_files=has_files)

    def _of_step(self, work: TurnUnderWay, callbacks: Callbacks) -> Callbacks:
        """Return a turn's callbacks for its next step, whose text comes after what is said already."""
        said = work.words
        return replace(
            callbacks,
            on_text=lambda shown: callbacks.on_text(partial(self._shown, work, said, shown)),
            on_reasoning=(lambda: None) if work.speaks else callbacks.on_reasoning,
            on_broken=work.break_off,
        )

    def _shown(self, work: TurnUnderWay, said: str, shown: Shown) -> str:
        """Return the text so far, unless it may be spoken: its voice message comes first. A reaction shows already."""
        text = joined([said, shown()])
        shows_already = work.reaction and reaction_in(text) == work.reaction
        may_be_spoken = work.speaks and len(text) <= self.speaking.most_characters
        return "" if shows_already or may_be_spoken else text

    async def _make_room(self, work: TurnUnderWay) -> None:
        """Let the oldest pictures and turns leave a prompt that is full. Raises MessageTooLong or ContextTooLong."""
        if self.pictures.is_full(work.prompt, work.messages):
            await self.pictures.let_go(work.prompt, work.turn.id)
            await self._read_again(work)
        limit = self.models.limit(work.conversation.owner)
        if not work.prompt.fits(limit) and not await self._compact(work, limit):
            raise _too_much(work, limit)

    async def _ask(self, work: TurnUnderWay, callbacks: Callbacks, *, may_call: bool) -> None:
        """Ask for a turn's next step, which is not stored yet. Raises ModelError."""
        may_call = may_call and await self._affords_more(work)
        try:
            answer, *costs = await self._answer(work, self._of_step(work, callbacks), may_call=may_call)
        except EmptyAnswer:
            if may_call and not work.reaction:
                raise
            answer, costs = Answer(AssistantMessage(""), Usage()), []  # its cost is stored already
        work.without_tools, work.without_pictures = answer.without_tools, answer.without_pictures
        message = answer.message
        if not may_call:
            message = replace(message, calls=(), reasoning=None)
        if not (message.content or message.calls):
            message = replace(message, content=work.reaction or t(_DONE if await self._did(work) else _OUT_OF_STEPS))
        if answer.usage.input_tokens and not work.stand_in:  # which counts otherwise, and may have had less
            work.counted, work.covered = answer.usage.input_tokens, len(work.history) + len(work.messages)
        work.messages.append(message)
        work.new_step = replace(answer, message=message), costs

    async def _did(self, work: TurnUnderWay) -> bool:
        async with self.database.transaction(single=True) as tx:
            its = await acts.of_turn(tx, work.conversation.owner, work.turn.id)
        return any(it.state is ActState.DONE for it in its)

    async def _answer(self, work: TurnUnderWay, callbacks: Callbacks, *, may_call: bool) -> tuple[Answer, Request]:
        """Ask the model, and where it fails, the fallbacks and itself again, without what was deleted meanwhile."""
        chosen = self._model_of(work)
        attempts = Attempts(list(chosen.contexts), self.models.rests)
        while True:
            asked = attempts.model
            try:
                answered = await self._ask_model(work, asked, callbacks, may_call=may_call)
            except ModelError as failure:
                pause = attempts.failed(failure)
                error, then = type(failure).__name__, attempts.model.name
                log.warning("the model failed", model=asked.name, error=error, after=pause, then=then)
            else:
                why = self.models.rests.why(chosen.model)
                work.stand_in = StandIn(asked.name, chosen.model.name, why) if asked is not chosen.model else None
                attempts.answered()
                return answered
            if pause:
                callbacks.on_waiting()
                await asyncio.sleep(pause)
            await self._catch_up(work)

    async def _ask_model(
        self,
        work: TurnUnderWay,
        asked: OpenAIModel,
        callbacks: Callbacks,
        *,
        may_call: bool,
    ) -> tuple[Answer, Request]:
        """Ask a model, and again with less while its server says that it is too much. Raises ModelError."""
        chosen = self._model_of(work)
        context = chosen.contexts[asked]
        while True:
            work.unfinished = ""
            prompt = work.prompt if asked is chosen.model else self._shortened(work, context)
            try:
                answer, cost = await ask(
                    self.database,
                    asked,
                    prompt,
                    work.turn.purpose,
                    turn_id=work.turn.id,
                    may_call=may_call,
                    effort=chosen.effort if asked is chosen.model else None,
                    pictures=work.pictures,
                    callbacks=callbacks,
                )
            except UnknownModel as unknown:
                if asked is chosen.model is not self.models.choices.configured:
                    raise ChosenModelGone from unknown
                raise
            except RequestTooLarge:
                if not (pictures_in(prompt.messages) and work.pictures):
                    raise
                work.pictures = PictureSize(work.pictures - 1)
                log.warning("the request is too large for the server", pictures=work.pictures.name.lower())
            except ContextTooLong as refusal:
                await self._make_fit(work, asked, prompt, refusal)
            else:
                self.models.contexts.took(context, answer.usage.input_tokens)
                return answer, cost

    async def _make_fit(self, work: TurnUnderWay, asked: OpenAIModel, prompt: Prompt, refusal: ContextTooLong) -> None:
        """Shorten the turn's next prompt for a model that refused this one. Raises ContextTooLong if it can't be."""
        chosen = self._model_of(work)
        context, is_chosen = chosen.contexts[asked], asked is chosen.model
        size, has_history = prompt.size, len(prompt.messages) > len(work.messages)
        if not has_history and (not is_chosen or (refusal.limit is None and size.fixed > size.turns)):
            raise refusal
        counted, limit = self.models.contexts.refused(prompt, refusal, context, self._limit_of(work, context))
        work.limits[context.name] = limit if is_chosen else min(limit, size.total)
        if is_chosen:
            work.counted, work.covered = counted.counted, counted.covered
            before = work.prompt.size.total
            fits = await self._compact(work, limit)
            is_shorter = work.prompt.size.total < before
            if not fits and (not is_shorter or (refusal.limit and not refusal.per_minute)):
                raise _above_a_minute() if refusal.per_minute else _too_much(work, limit)

    def _limit_of(self, work: TurnUnderWay, context: Context) -> int:
        known = self.models.contexts.known(context)
        return min(known, work.limits.get(context.name, known))

    def _shortened(self, work: TurnUnderWay, context: Context) -> Prompt:
        """Return a turn's prompt without the oldest turns that have no room in a context; nothing stored changes."""
        prompt, limit = work.prompt, self._limit_of(work, context)
        if context.name not in work.limits and prompt.fits(limit):
            return prompt
        size, share = prompt.size, budget.KEPT if context.name in work.limits else budget.FULL
        others = size.total - size.of(work.history)
        kept = budget.without_oldest(work.history, size.fixed + share * (limit - size.fixed) - others, size)
        shorter = Prompt(prompt.conversation, [*kept, *work.messages])
        counted = round(size.scale * shorter.size.total)
        return replace(shorter, counted=counted, covered=len(shorter.messages))

    async def _affords_more(self, work: TurnUnderWay) -> bool:
        """Tell whether a turn has tokens for more than its next request. Raises TaskOverBudget if not even for that."""
        if work.turn.task is None:
            return True
        async with self.database.transaction(single=True) as tx:
            left = self.task_tokens - await usages.of_turn(tx, work.turn.id)
        needed = work.prompt.size.total
        if needed > left:
            raise TaskOverBudget
        return 2 * needed <= left

    async def _compact(self, work: TurnUnderWay, limit: int) -> bool:
        """Compact the prompt until it fits into a context; False if no earlier turns are left before it does."""
        while await self.compaction.compact_at_once(work.prompt, work.turn.id, limit):
            await self._read_again(work)
            if work.prompt.fits(limit):
                return True
        return False

    async def _catch_up(self, work: TurnUnderWay) -> None:
        """Reload the turn if its conversation has changed, so that deletions apply at once."""
        async with self.database.transaction() as tx:
            if await stored_conversations.revision(tx, work.conversation.id) == work.conversation.revision:
                return
        await self._read_again(work)

    async def _read_again(self, work: TurnUnderWay) -> None:
        async with self.database.transaction() as tx:
            now = await self.load(tx, work.turn.id)
        scale = work.prompt.size.scale
        work.conversation, work.history, work.messages = now.conversation, now.history, now.messages
        work.turns_before, work.counted, work.covered = now.turns_before, now.counted, now.covered
        if not now.counted:  # the count included compacted turns; its scale still applies
            work.counted = round(scale * work.prompt.size.total)
            work.covered = len(work.history) + len(work.messages)


def _too_much(work: TurnUnderWay, limit: int) -> MessageTooLong | ContextTooLong:
    """Return the error for a turn without earlier ones that has no room in a context."""
    size = work.prompt.size
    room = budget.most_tokens(limit) - size.fixed
    if room <= 0:
        return ContextTooLong(
            lambda: t(
                "My instructions and memories take about {fixed} tokens. This model takes {limit}, including its "
                "answer.",
                fixed=number(size.fixed),
                limit=number(limit),
            ),
            mark("Give the model a longer context at its server, or set OPENAI_MODEL to another one and restart me."),
        )
    return MessageTooLong(
        lambda: plural(
            "This is too long for me: about {tokens} tokens, and I can take {room}.",
            "Your last {count} messages are too long together: about {tokens} tokens, and I can take {room}.",
            sum(isinstance(message, UserMessage) for message in work.messages),
            tokens=number(size.turns),
            room=number(room),
        ),
        mark("Shorten it, or send it in parts."),
    )


def _above_a_minute() -> ContextTooLong:
    """Return the error for a request that is larger than what its server takes in a whole minute."""
    return ContextTooLong(
        mark("This is more than the model's server takes in a minute from you."),
        mark("Raise the limit of your plan there, or set OPENAI_MODEL to another model and restart me."),
    )
