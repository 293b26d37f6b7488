"""The end of a turn: its state, its answer and its offers, stored in one transaction."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from uuid import UUID

import structlog

from bot.kit.capture_modes import CaptureMode
from bot.kit.errors import (
    ChosenModelGone,
    EmptyAnswer,
    KeepsakeError,
    KeyRefused,
    MessageTooLong,
    ModelError,
    QuotaExceeded,
    RateLimited,
    UnknownModel,
)
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.model.values import AssistantMessage, ToolResult, UserMessage
from bot.store.engine import Transaction
from bot.turns.budget import pictures_in
from bot.turns.channel import Channel, EarlierAnswer, Outcome, Reply
from bot.turns.chosen_models import StandIn
from bot.turns.dead_letters import RETRY
from bot.turns.memory import Offering
from bot.turns.services import TurnServices
from bot.turns.store import acts, attachments, documents, reasoning
from bot.turns.store import turns as stored_turns
from bot.turns.tools.finding import unwrapped
from bot.turns.turn_under_way import TurnUnderWay
from bot.turns.values.acts import ASKED
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.turns import TurnState

_NO_TOOLS: Final = mark(
    "This model can't use tools, so I can't store or change memories while we talk. /memory add still works."
)
_NOTHING_SHOWN: Final = mark("The model's answer held nothing that can be shown. Send /retry to try again.")
_CANT_BE_REACHED: Final = mark("{other} answered, because {model} can't be reached.")
_BECAUSE: Final[Mapping[type[ModelError] | None, str]] = {
    RateLimited: mark("{other} answered, because {model} is busy."),
    QuotaExceeded: mark("{other} answered, because the quota for {model} is used up."),
    KeyRefused: mark("{other} answered, because the key for {model} was refused."),
    UnknownModel: mark("{other} answered, because {model} is no longer there."),
    ChosenModelGone: mark("{other} answered, because {model} is no longer there."),
}
_NO_PICTURES: Final = mark("This model can't see pictures. Whoever hosts me can set VISION_MODEL to one that can.")
_APOLOGY: Final = mark("Sorry, something went wrong on my side.")
_NAME_CHARACTERS: Final = 100
"""Most characters of a file's name."""

log = structlog.get_logger()


class TurnEnds:
    """Ends the turns of one user's private chat."""

    def __init__(self, services: TurnServices, owner: Owner, channel: Channel) -> None:
        self._services = services
        self._owner = owner
        self._channel = channel
        self._unspoken = ""  # why the last answer could not be spoken
        self._stand_in: StandIn | None = None  # which model answered last, if it was not the chosen one
        self._reported: set[str] = set()  # what the user knows, since the start, that the model can't do

    async def by(self, task: asyncio.Task[None], work: TurnUnderWay, reply: Reply) -> bool:
        """End a turn by what became of its task; return whether it was answered."""
        try:
            task.result()
            await self.answered(work, reply)
        except MessageTooLong as error:
            await self._left_out(work, reply, error)
        except ModelError as error:
            await self._failed(work, reply, error)
        except KeepsakeError:
            raise
        except Exception:  # a bug must not leave the chat without a word
            log.exception("turn failed", turn=str(work.turn.id))
            await self._failed(work, reply, KeepsakeError(_APOLOGY, RETRY))
        else:
            return True
        return False

    async def answered(self, work: TurnUnderWay, reply: Reply) -> None:
        """End a turn as answered and store its answer for delivery, with offers and remarks; its last step, too."""
        can_not, unspoken, stand_in = self._what_it_can_not(work), self._newly_unspoken(work), self._new_stand_in(work)
        await reply.close(puts=True)
        has_files = any(isinstance(it, UserMessage) and it.files for it in work.messages)
        offering = await _offering(self._services, work) if has_files else None
        async with self._services.database.transaction() as tx:
            await self._services.runner.store_step(tx, work)
            await stored_turns.end(tx, work.turn.id, TurnState.ANSWERED)
            warning = await self._services.allowance.warning(tx, self._owner)
            problems = await attachments.problems(tx, work.turn.id) if has_files else []
            outcome = await self._outcome(tx, work, work.words)
            shows_anything = outcome.acts or work.reaction
            outcome = replace(
                outcome,
                instead="" if shows_anything else t(_NOTHING_SHOWN) if work.words.strip() else str(EmptyAnswer()),
                task=await self._services.tasks.line(tx, self._owner, work.turn.task) if work.turn.task else "",
                remarks=[
                    *(_problem(name, why) for name, why in problems),
                    *filter(None, [warning, unspoken, stand_in]),
                    *map(t, sorted(can_not - self._reported)),
                ],
                is_cut=work.is_cut,
                can_continue=self._services.turn_lifecycle.can_continue,
                offered_import=await offering(tx, self._owner) if offering else None,
                voice=work.spoken.voice if work.spoken else b"",
            )
            await reply.put(tx, outcome)
        if outcome.shows_nothing:  # else it is logged once it is delivered
            log.info("turn answered", turn=str(work.turn.id))
        self._reported |= can_not
        self._tell()

    async def _failed(self, current: TurnUnderWay, reply: Reply, error: KeepsakeError) -> None:
        """End a turn as failed and report the error. A turn with text ends as stopped, with the error below it."""
        log.warning("turn failed", turn=str(current.turn.id), error=type(error).__name__)
        words = reply.shown() or current.words
        await reply.close()
        async with self._services.database.transaction() as tx:
            work = await self._services.runner.load(tx, current.turn.id)
            told = await self._told(tx, work, error)
            if words:
                outcome = await self._stop(tx, work, words, current.unfinished)
                await reply.put(tx, replace(outcome, error=told, can_retry=not work.turn.task))
            elif work.turn.task:
                if _has_called(work):
                    await self._stop(tx, work, "", "")
                else:  # prompts go on without it
                    await stored_turns.leave_out(tx, work.turn.id)
                await reply.put(tx, await self._outcome(tx, work, told))
            else:
                await stored_turns.end(tx, work.turn.id, TurnState.FAILED)
                outcome = await self._outcome(tx, work, told)
                await reply.put(tx, replace(outcome, can_retry=True))
        self._tell()

    async def _left_out(self, work: TurnUnderWay, reply: Reply, error: MessageTooLong) -> None:
        """Report that a message is too long, and leave its turn out of the conversation."""
        log.warning("turn left out", turn=str(work.turn.id), error=type(error).__name__)
        await reply.close()
        async with self._services.database.transaction() as tx:
            await stored_turns.leave_out(tx, work.turn.id)
            told = await self._told(tx, work, error)
            await reply.put(tx, await self._outcome(tx, work, told))
        self._tell()

    async def stopped(self, tx: Transaction, current: TurnUnderWay, reply: Reply) -> None:
        """End a turn as stopped, with the text so far. Call it after the reply is closed."""
        words = reply.shown() or current.words
        work = await self._services.runner.load(tx, current.turn.id)
        await reply.put(tx, await self._stop(tx, work, words, current.unfinished))

    async def _stop(self, tx: Transaction, work: TurnUnderWay, words: str, thought: str) -> Outcome:
        """End a stored turn as stopped, with the text that was shown and the reasoning so far; return its outcome."""
        if thought:
            await reasoning.add(tx, work.turn.id, thought)
        await stored_turns.end(tx, work.turn.id, TurnState.STOPPED, work.unstored(words))
        await acts.interrupt(tx, work.turn.id)
        return await self._outcome(tx, work, words)

    async def _told(self, tx: Transaction, work: TurnUnderWay, error: KeepsakeError) -> str:
        """Return what the user reads of an error; of a task's, with what follows, which is set."""
        task = work.turn.task
        return await self._services.tasks.failed(tx, self._owner, task, error) if task else str(error)

    async def _outcome(self, tx: Transaction, work: TurnUnderWay, words: str) -> Outcome:
        """Return a turn's outcome with this text, and its acts as they are now."""
        turn_id = work.turn.id
        has_called = _has_called(work)
        asked = {it.id for it in await acts.offer(tx, self._owner, turn_id)} if has_called else set[UUID]()
        of_turn = await acts.of_turn(tx, self._owner, turn_id) if has_called else []
        return Outcome(
            turn_id=turn_id,
            words=words,
            decided=await self._decided(tx, turn_id) if of_turn else (),
            is_private=work.conversation.mode is ConversationMode.PRIVATE,
            acts=[it for it in of_turn if it.state not in ASKED or it.call_id or it.id in asked],  # each asked once
            listed=await self._listed(tx, work),
        )

    async def _decided(self, tx: Transaction, turn_id: UUID) -> list[EarlierAnswer]:
        """Return the earlier answers that asked about what this turn has done, or asks about anew."""
        return [
            EarlierAnswer(
                turn_id=earlier,
                acts=await acts.of_turn(tx, self._owner, earlier),
                listed=await self._listed(tx, await self._services.runner.load(tx, earlier)),
            )
            for earlier in await acts.turns_replaced(tx, self._owner, turn_id)
        ]

    async def _listed(self, tx: Transaction, work: TurnUnderWay) -> object | None:
        """Return the list that a turn's calls of tools that it was offered are about."""
        if self._services.listed is None:
            return None
        offered = {tool.name for tool in work.conversation.tools}
        calls = [call for it in work.messages if isinstance(it, AssistantMessage) for call in it.calls]
        return await self._services.listed(tx, self._owner, [unwrapped(call) for call in calls if call.name in offered])

    def _what_it_can_not(self, work: TurnUnderWay) -> set[str]:
        """Return sentences on what the model can't do; what it can do again is to be reported the next time."""
        tests = {
            _NO_TOOLS: (work.conversation.tools, work.without_tools),
            _NO_PICTURES: (pictures_in(work.messages), work.without_pictures),
        }
        self._reported -= {sentence for sentence, (asked, refused) in tests.items() if asked and not refused}
        return {sentence for sentence, (asked, refused) in tests.items() if asked and refused}

    def _newly_unspoken(self, work: TurnUnderWay) -> str:
        """Return why an answer could not be spoken, unless that was said before."""
        before = self._unspoken
        if work.spoken:
            self._unspoken = work.spoken.problem
        return self._unspoken if self._unspoken != before else ""

    def _new_stand_in(self, work: TurnUnderWay) -> str:
        """Return which model answered, and why, if it was not the chosen one, unless that was said before."""
        before, now = self._stand_in, work.stand_in
        self._stand_in = now
        if now is None or (before and (before.name, before.of) == (now.name, now.of)):
            return ""
        return t(_BECAUSE.get(now.why, _CANT_BE_REACHED), other=now.name, model=now.of)

    def _tell(self) -> None:
        self._services.ended.set()
        self._channel.wake()


def _problem(name: str, why: str) -> str:
    """Return what the user reads of a file that can't be used."""
    if name:
        return t("I can't use “{name}”: {problem}.", name=name, problem=t(why))
    return t("I can't use this file: {problem}.", problem=t(why))


def _has_called(work: TurnUnderWay) -> bool:
    return any(isinstance(it, ToolResult) for it in work.messages)


async def _offering(services: TurnServices, work: TurnUnderWay) -> Offering | None:
    """Return what offers the memories in a turn's first file that holds nothing else; None where none are stored."""
    conversation = work.conversation
    stores = conversation.capture in {CaptureMode.ASK, CaptureMode.AUTO}
    if conversation.mode is ConversationMode.PRIVATE or not stores:
        return None
    async with services.database.transaction(single=True) as tx:
        files = await documents.without_words(tx, work.turn.id)
    for key, name in files:
        content = await asyncio.to_thread(services.files.get, key)
        its_name = one_line(name)[:_NAME_CHARACTERS] or t("your file")
        found = await asyncio.to_thread(services.memory.in_file, content, its_name) if content else None
        if found:
            return found
    return None
