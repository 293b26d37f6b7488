"""Runs a turn: asks the model and runs its tool calls until it answers with text."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from uuid import UUID

import structlog

from bot.chat.allowance import Allowance
from bot.chat.call_activities import Situation
from bot.chat.calls import Calls
from bot.chat.channel import Channel
from bot.chat.chosen_models import ChosenModel, ChosenModels
from bot.chat.compaction import Compaction, Prompt
from bot.chat.next_step import AskModel, Prepare, last_answer, next_step
from bot.chat.preparation import Preparation
from bot.chat.prompt_pictures import PromptPictures
from bot.chat.speaking import Speaking, Spoken
from bot.database import conversations as stored_conversations
from bot.database import reasoning, usages
from bot.database import turns as stored_turns
from bot.database.engine import Database, Transaction
from bot.database.usages import Request
from bot.errors import (
    ChosenModelGone,
    ContextTooLong,
    EmptyAnswer,
    MessageTooLong,
    ModelError,
    TaskOverBudget,
    UnknownModel,
)
from bot.language import mark, number, plural, t
from bot.model.seam import Answer
from bot.values.calls import ToolCall
from bot.values.changes import Receipt
from bot.values.conversations import Conversation
from bot.values.made import MadeOfEach
from bot.values.messages import AssistantMessage, Message, ToolResult, UserMessage, last_reaction
from bot.values.reactions import reaction_in
from bot.values.turns import Turn, Usage

_OUT_OF_STEPS = mark("I couldn't finish this in one go. Tell me how to continue.")
_DONE = mark("Done.")
"""The answer of a model that says nothing; the receipts below it show what it did."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class NewStep:
    """The newest message of the model, its reasoning and its costs."""

    message: AssistantMessage
    reasoning: str
    costs: Sequence[Request]


@dataclass(slots=True)
class TurnUnderWay:
    """A running turn with the messages before it and in it.

    It is `open` to further messages of its user until any part of its answer is shown or stored.
    """

    turn: Turn
    conversation: Conversation
    history: list[Message]
    messages: list[Message]
    open: bool = field(default=True)
    turns_before: int = 0
    """Number of turns in the history."""
    counted: int = 0
    """Tokens of the last request as counted by the server."""
    covered: int = 0
    """Number of messages in that request, history included."""
    without_tools: bool = False
    """Whether the last request left out the conversation's tools because the server refuses them."""
    without_pictures: bool = False
    """Whether it left out pictures for that reason."""

    speaks: bool | None = None
    """Whether the answer is to be spoken; None while that was not asked."""
    spoken: Spoken | None = None
    """Its voice message."""
    chosen: ChosenModel | None = None
    """The model that answers; None before it is asked."""
    new_step: NewStep | None = None
    """The newest step, while that is not stored."""
    made: MadeOfEach = field(default_factory=MadeOfEach, repr=False)
    """What was made of each message, for the next turn's prompts, too."""
    unfinished: str = ""
    """The reasoning of a step that was broken off, until the next one begins."""

    def break_off(self, step: Answer) -> None:
        """Note what was received of a step that was broken off."""
        self.unfinished = step.reasoning

    @property
    def prompt(self) -> Prompt:
        """The next prompt for the model."""
        return Prompt(self.conversation, [*self.history, *self.messages], self.counted, self.covered, self.made)

    @property
    def begins(self) -> bool:
        """Whether the model is to be asked for the first time in this attempt (assumed true on a retry)."""
        is_new = self.turn.attempt > 1 or all(isinstance(message, UserMessage) for message in self.messages)
        return is_new and isinstance(next_step(self.messages), AskModel | Prepare)

    @property
    def words(self) -> str:
        """All of the model's text in this turn, unless it only repeats its reaction."""
        texts = [message.content for message in self.messages if isinstance(message, AssistantMessage)]
        return joined(it for it in texts if not (self.reaction and reaction_in(it) == self.reaction))

    @property
    def reaction(self) -> str:
        """The emoji below the user's message; empty without one."""
        return last_reaction(self.messages)

    def unstored(self, words: str) -> str:
        """Return the part of the shown text that is not stored yet."""
        return words.removeprefix(self.words).strip()

    @property
    def is_cut(self) -> bool:
        """Whether the answer was cut at the model's length limit."""
        last = self.messages[-1]
        return isinstance(last, AssistantMessage) and last.is_cut

    @property
    def receipts(self) -> list[Receipt]:
        """Receipts for what the turn stored, changed or forgot."""
        results = (message for message in self.messages if isinstance(message, ToolResult))
        return [Receipt(result.change) for result in results if result.change]


def joined(texts: Iterable[str]) -> str:
    """Join the texts of several steps."""
    return "\n\n".join(text for text in texts if text)


class Runner:
    """Runs turns to their end from wherever they stopped."""

    def __init__(
        self,
        database: Database,
        models: ChosenModels,
        calls: Calls,
        compaction: Compaction,
        pictures: PromptPictures,
        allowance: Allowance,
        preparation: Preparation,
        speaking: Speaking,
        *,
        task_tokens: int,
    ) -> None:
        self._database = database
        self._models = models
        self._calls = calls
        self._compaction = compaction
        self._pictures = pictures
        self._allowance = allowance
        self._preparation = preparation
        self._speaking = speaking
        self._task_tokens = task_tokens

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
            open=turn.task is None and all(isinstance(message, UserMessage) for message in messages),
            turns_before=len(set(turn_ids) - {turn.id}),
            counted=prompt.counted,
            covered=prompt.covered,
        )

    async def prompt(self, tx: Transaction, conversation: Conversation) -> tuple[Prompt, list[UUID]]:
        """Return a conversation's prompt, and the turn id of each of its messages."""
        said = await stored_turns.messages(tx, conversation)
        messages = [message for _, message in said]
        covered = last_answer(messages)
        counted = await usages.counted(tx, conversation.id, said[covered][0]) if said else 0
        return Prompt(conversation, messages, counted, covered), [turn_id for turn_id, _ in said]

    async def take(
        self,
        work: TurnUnderWay,
        on_text: Callable[[str], None],
        channel: Channel | None = None,
        on_reasoning: Callable[[], None] = lambda: None,
        *,
        leaves_last: bool = False,
    ) -> None:
        """Run a turn until the model has answered with text; `on_text` receives all of its text so far.

        `on_reasoning` is called while the model thinks before it says something. The `channel` hands out the turn's
        files. Each step is stored, so an interrupted turn can be loaded and resumed. With `leaves_last`, the
        final one is left to `store_step` in the transaction that ends the turn, unless it is spoken, which takes long.
        Raises ModelError or DatabaseUnavailable.
        """
        if work.begins:
            await self._allowance.check(work.conversation.owner)
        while True:
            match next_step(work.messages):
                case Prepare():
                    has_more = any(isinstance(it, UserMessage) and not it.pending for it in work.messages)
                    await self._preparation.prepare(work.conversation, work.turn, channel, has_more=has_more)
                    await self._read_again(work)
                case AskModel(may_call):
                    if self._model_of(work).model.takes_pictures:
                        await self._preparation.find_again(work.conversation.owner, work.prompt.messages, channel)
                    await self._decide_on_voice(work)
                    thinks = on_reasoning if not work.speaks else lambda: None
                    await self._ask(work, partial(self._show, work, on_text), thinks, may_call=may_call)
                    if not leaves_last or work.speaks or next_step(work.messages):
                        async with self._database.transaction() as tx:
                            await self.store_step(tx, work)
                case ToolCall() as call:
                    await self._run(work, call, channel)
                    await self._catch_up(work)
                case None:
                    await self._decide_on_voice(work)
                    if work.speaks:
                        work.spoken = await self._speaking.spoken(work.words)
                    return

    async def store_step(self, tx: Transaction, work: TurnUnderWay) -> None:
        """Store a turn's newest step with its cost, if that is not stored yet."""
        if step := work.new_step:
            await stored_turns.append(tx, work.turn.id, [step.message])
            if step.reasoning:
                await reasoning.add(tx, work.turn.id, step.reasoning)
            await usages.add(tx, step.costs)
            work.new_step = None

    def _model_of(self, work: TurnUnderWay) -> ChosenModel:
        """Return the model that answers a turn: the one that was chosen as it began, until its end."""
        work.chosen = work.chosen or self._models.of(work.conversation.owner)
        return work.chosen

    async def _decide_on_voice(self, work: TurnUnderWay) -> None:
        if work.speaks is None:
            has_files = any(isinstance(it, UserMessage) and it.files for it in work.messages)
            owner = work.conversation.owner
            work.speaks = await self._speaking.is_wanted(owner, work.turn.id, has_files=has_files)

    def _show(self, work: TurnUnderWay, on_text: Callable[[str], None], text: str) -> None:
        """Show the text so far, unless it may be spoken: its voice message comes first. A reaction shows already."""
        if work.reaction and reaction_in(text) == work.reaction:
            return
        if not work.speaks or len(text) > self._speaking.most_characters:
            on_text(text)

    async def _ask(
        self, work: TurnUnderWay, on_text: Callable[[str], None], on_reasoning: Callable[[], None], *, may_call: bool
    ) -> None:
        said = work.words
        if self._pictures.is_full(work.prompt, work.messages):
            await self._pictures.let_go(work.prompt, work.turn.id)
            await self._read_again(work)
        if not self._compaction.fits(work.prompt):
            await self._compact(work)
        may_call = may_call and await self._affords_more(work)
        try:
            answer, *costs = await self._answer(
                work, lambda text: on_text(joined([said, text])), on_reasoning, may_call=may_call
            )
        except EmptyAnswer:
            if may_call and not work.reaction:
                raise
            answer, costs = Answer(AssistantMessage(""), Usage()), []  # its cost is stored already
        work.open, work.without_tools, work.without_pictures = False, answer.without_tools, answer.without_pictures
        message = answer.message
        if not may_call:
            message = replace(message, calls=(), reasoning=None)
        if not (message.content or message.calls):
            message = replace(message, content=work.reaction or (t(_DONE if work.receipts else _OUT_OF_STEPS)))
        if answer.usage.input_tokens:
            work.counted, work.covered = answer.usage.input_tokens, len(work.history) + len(work.messages)
        work.messages.append(message)
        work.new_step = NewStep(message, answer.reasoning, costs)

    async def _answer(
        self, work: TurnUnderWay, on_text: Callable[[str], None], on_reasoning: Callable[[], None], *, may_call: bool
    ) -> tuple[Answer, Request]:
        """Ask the model, and again with a compacted prompt while its server says that it is too long.

        A request that failed at the server is retried once, without what was deleted meanwhile.
        """
        has_failed = False
        while True:
            prompt, asked, work.unfinished = work.prompt, self._model_of(work), ""
            try:
                return await self._compaction.ask(
                    asked.model,
                    prompt,
                    work.turn.purpose,
                    turn_id=work.turn.id,
                    may_call=may_call,
                    effort=asked.effort,
                    on_text=on_text,
                    on_reasoning=on_reasoning,
                    on_broken=work.break_off,
                )
            except UnknownModel as unknown:
                if asked.model is not self._models.choices.configured:
                    raise ChosenModelGone from unknown
                raise
            except ContextTooLong as refusal:
                size = self._compaction.size(prompt)
                if refusal.limit is None and not work.turns_before and size.fixed > size.turns:
                    raise
                counted = self._compaction.refused(prompt, refusal)
                work.counted, work.covered = counted.counted, counted.covered
                await self._compact(work)
            except ModelError as failure:
                if has_failed or failure.again_after is None:
                    raise
                has_failed, error = True, type(failure).__name__
                log.warning("the model's server failed; asking once more", error=error, after=failure.again_after)
                await asyncio.sleep(failure.again_after)
                await self._catch_up(work)

    async def _affords_more(self, work: TurnUnderWay) -> bool:
        """Tell whether a turn has tokens for more than its next request. Raises TaskOverBudget if not even for that."""
        if work.turn.task is None:
            return True
        async with self._database.transaction(single=True) as tx:
            left = self._task_tokens - await usages.of_turn(tx, work.turn.id)
        needed = self._compaction.size(work.prompt).total
        if needed > left:
            raise TaskOverBudget
        return 2 * needed <= left

    async def _compact(self, work: TurnUnderWay) -> None:
        """Compact the prompt. Raises MessageTooLong or ContextTooLong if no earlier turns are left."""
        while await self._compaction.compact_at_once(work.prompt, work.turn.id):
            await self._read_again(work)
            if self._compaction.fits(work.prompt):
                return
        owner = work.conversation.owner
        size, limit = self._compaction.size(work.prompt), self._compaction.most_tokens(owner)
        if limit <= size.fixed:
            raise _no_room(size.fixed, self._compaction.limit(owner))
        said = sum(isinstance(message, UserMessage) for message in work.messages)
        raise _too_long(said, size.turns, limit - size.fixed)

    async def _run(self, work: TurnUnderWay, call: ToolCall, channel: Channel | None) -> None:
        at = Situation(work.conversation, work.turn.id, work.history, work.messages, channel)
        work.messages.append(await self._calls.run(at, call))

    async def _catch_up(self, work: TurnUnderWay) -> None:
        """Reload the turn if its conversation has changed, so that deletions apply at once."""
        async with self._database.transaction() as tx:
            if await stored_conversations.revision(tx, work.conversation.id) == work.conversation.revision:
                return
        await self._read_again(work)

    async def _read_again(self, work: TurnUnderWay) -> None:
        async with self._database.transaction() as tx:
            now = await self.load(tx, work.turn.id)
        scale = self._compaction.size(work.prompt).scale
        work.conversation, work.history, work.messages = now.conversation, now.history, now.messages
        work.turns_before, work.counted, work.covered = now.turns_before, now.counted, now.covered
        if not now.counted:  # the count included compacted turns; its scale still applies
            work.counted = round(scale * self._compaction.size(work.prompt).total)
            work.covered = len(work.history) + len(work.messages)


def _no_room(fixed: int, limit: int) -> ContextTooLong:
    """Return the error for instructions and memories that leave no room for messages."""

    def words() -> str:
        return t(
            "My instructions and memories take about {fixed} tokens. This model takes {limit}, including its answer.",
            fixed=number(fixed),
            limit=number(limit),
        )

    return ContextTooLong(
        words, mark("Give the model a longer context at its server, or set OPENAI_MODEL to another one and restart me.")
    )


def _too_long(messages: int, tokens: int, room: int) -> MessageTooLong:
    """Return the error for messages that the prompt has no room for."""

    def words() -> str:
        return plural(
            "This is too long for me: about {tokens} tokens, and I can take {room}.",
            "Your last {count} messages are too long together: about {tokens} tokens, and I can take {room}.",
            messages,
            tokens=number(tokens),
            room=number(room),
        )

    return MessageTooLong(words, mark("Shorten it, or send it in parts."))
