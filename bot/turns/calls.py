"""Runs the model's tool calls: each has a result, stored together with its effect.

One that acts outside, or that waits for its owner's button, is stored as an act, too.
"""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

import structlog

from bot.kit.errors import DatabaseUnavailable
from bot.kit.prompt_text import own
from bot.model.values import Message, ToolCall, ToolResult, UserMessage
from bot.store.engine import Database, Transaction
from bot.store.ids import uuid7
from bot.turns.channel import Channel
from bot.turns.embeddings import Embeddings
from bot.turns.next_step import refused_calls
from bot.turns.people import People
from bot.turns.store import acts, messages, tool_choices
from bot.turns.store import turns as stored_turns
from bot.turns.store.owners import lock
from bot.turns.store.provenance import holds_untrusted
from bot.turns.tools.finding import USE, unwrapped
from bot.turns.tools.own_words import own_words
from bot.turns.tools.tool import Caller
from bot.turns.tools.toolset import Prepared, ToolSet
from bot.turns.values.acts import Act, ActState, Consent, Deed, Risk
from bot.turns.values.conversations import Conversation
from bot.turns.values.origins import Source
from bot.turns.values.turns import any_untrusted

WAIT: Final = timedelta(days=1)
"""How long something waits for its owner's button."""
WAITS: Final = (
    "Nothing is done yet: the user sees below your answer exactly what will happen, with Do it and No buttons, and "
    "decides there. Say in a few words what waits for them; don't say that it is done."
)
_INTERRUPTED: Final = (
    "This was interrupted, so it is not known whether it took effect. Tell the user, and don't repeat it unless they "
    "ask for it."
)
_NOT_ALLOWED: Final = "Nothing was done: the user has not allowed this, or it was done already."
_CHANGED: Final = (
    "Nothing was done: this tool has changed since the user was asked. Tell them. If it still serves them, call it "
    "again, and they are asked anew."
)
_TURNED_OFF: Final = "Nothing was done: the user has turned this tool off (/tools)."
_FAILED: Final = "Nothing was done. This failed for a reason of its own; tell the user."
_FAILED_OUTSIDE: Final = (
    "This failed for a reason of its own, and it is not known whether a part of it took effect. Tell the user, and "
    "don't repeat it unless they ask for it."
)

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Situation:
    """Where a call was made: the conversation, its turn, the messages before and in that, and the chat."""

    conversation: Conversation
    turn_id: UUID
    history: list[Message]
    messages: list[Message]
    channel: Channel


class Calls:
    """Runs calls in the conversation that made them.

    One that acts outside asks its owner first, unless they have allowed its tool for good; it is stored as an act
    before it runs, so that it is never run twice. What only reads runs at once. What is the host's own runs only for
    those of the `people` who are owners at that moment.
    """

    def __init__(self, database: Database, tools: ToolSet, embeddings: Embeddings, people: People) -> None:
        self._database = database
        self._tools = tools
        self._embeddings = embeddings
        self._people = people

    async def run(self, at: Situation, call: ToolCall) -> ToolResult:
        """Run a call, and return its stored result. A tool that fails has a result, too. Raises DatabaseUnavailable."""
        try:
            result = await self._result(at, call)
        except DatabaseUnavailable:
            raise
        except Exception:  # every call needs a result
            log.exception("tool failed", turn=str(at.turn_id), tool=call.name)
            async with self._database.transaction() as tx:
                known = await _known_act(tx, at, call)
                is_outside = known is not None and known.state is ActState.RUNNING
                result = ToolResult(call.id, own(_FAILED_OUTSIDE if is_outside else _FAILED))
                if known:
                    await _change_state(tx, at, known, ActState.FAILED)
                await stored_turns.append(tx, at.turn_id, [result])
        if result.reaction or _allowed_id(call):
            at.channel.wake()
        return result

    async def _result(self, at: Situation, call: ToolCall) -> ToolResult:
        owner = at.conversation.owner
        offered = self._tools.among(at.conversation.tools)
        is_found = call.name == USE and any(spec.name == USE for spec in at.conversation.tools)
        if is_found and (found := unwrapped(call)) is not call:
            call, offered = found, self._tools.to_find
        embedding = await self._embeddings.of(offered.text(call))
        said = [*at.history, *at.messages]
        caller = Caller(
            owner=owner,
            turn=Source(conversation_id=at.conversation.id, turn_id=at.turn_id),
            is_host=self._people.is_owner(owner.user_id),
            embedding=embedding,
            holds_untrusted=await self._holds_untrusted(at, said),
            servers=self._tools.servers(at.conversation.tools),
            own_words=own_words(said),
            refused=refused_calls(said),
            messages=sum(isinstance(it, UserMessage) for it in at.messages),
        )
        prepared = offered.prepare(caller, call)
        if is_found and isinstance(prepared, Prepared):
            async with self._database.transaction(single=True) as tx:
                choice = (await tool_choices.choices(tx, owner)).get(prepared.family.name)
            if choice and choice.is_off:
                prepared = ToolResult(call.id, own(_TURNED_OFF))
        if isinstance(prepared, ToolResult) and _allowed_id(call):
            prepared = self._tools.prepare(caller, call)  # the present conversation may not be offered it
        if isinstance(prepared, ToolResult):
            return await self._not_run(at, call, prepared)
        if prepared.tool.names and caller.is_tainted:
            async with self._database.transaction(single=True) as tx:
                prepared = await prepared.named(tx)
        if prepared.tool.acts or prepared.consent() is not Consent.AT_ONCE or _allowed_id(call):
            return await self._with_care(at, prepared)
        async with self._database.transaction() as tx:
            result = await self._finish(tx, at, prepared, await prepared.run(tx))
            if result.reaction:
                message_id = await messages.last_message(tx, at.turn_id)
                await at.channel.react(tx, at.turn_id, result.reaction, message_id)
        return result

    async def _not_run(self, at: Situation, call: ToolCall, why: ToolResult) -> ToolResult:
        """Store why a call can't run; its act, if it has one, is over."""
        async with self._database.transaction() as tx:
            known = await _known_act(tx, at, call)
            if known and known.state is ActState.RUNNING:
                await _change_state(tx, at, known, ActState.UNKNOWN)
                why = ToolResult(call.id, own(_INTERRUPTED))
            elif known and known.state is ActState.ALLOWED:
                await _change_state(tx, at, known, ActState.DECLINED)
            return await self._store(tx, at, why)

    async def _with_care(self, at: Situation, prepared: Prepared) -> ToolResult:
        """Run a call that acts outside, or one that may have to wait for its owner's button."""
        owner = at.conversation.owner
        async with self._database.transaction() as tx:
            known = await _known_act(tx, at, prepared.call)
            is_over = known is not None and known.state not in {ActState.ALLOWED, ActState.RUNNING}
            if is_over or (known is None and _allowed_id(prepared.call)):  # its conversation may have been erased
                return await self._store(tx, at, ToolResult(prepared.call.id, own(_NOT_ALLOWED)))
            if known is None and await self._waits(tx, at, prepared):
                act = _new_act(at, prepared, ActState.WAITING)
                await acts.add(tx, owner, act, expires_at=datetime.now(UTC) + WAIT)
                return await self._store(tx, at, ToolResult(prepared.call.id, own(WAITS)))
            if known and known.state is ActState.RUNNING and prepared.tool.risk is not Risk.READS:
                await _change_state(tx, at, known, ActState.UNKNOWN)
                return await self._store(tx, at, ToolResult(prepared.call.id, own(_INTERRUPTED)))
            if known and known.allowed_as != prepared.tool.allowed_as:
                await _change_state(tx, at, known, ActState.DECLINED)
                return await self._store(tx, at, ToolResult(prepared.call.id, own(_CHANGED)))
            if known:
                prepared = replace(prepared, caller=replace(prepared.caller, asked_at=known.created_at))
            if prepared.tool.acts is None:
                return await self._finish(tx, at, prepared, await prepared.run(tx))
            if prepared.tool.risk is not Risk.READS:
                if known:
                    await acts.set_state(tx, known.id, ActState.RUNNING)
                else:
                    await acts.add(tx, owner, _new_act(at, prepared, ActState.RUNNING))
        outcome = await prepared.act()
        async with self._database.transaction() as tx:
            return await self._finish(tx, at, prepared, await prepared.result(tx, outcome))

    async def _waits(self, tx: Transaction, at: Situation, prepared: Prepared) -> bool:
        """Tell whether a call has to wait for its owner's button."""
        decided = prepared.consent()
        if decided is not Consent.AT_ONCE and prepared.consent(is_allowed=True) is Consent.AT_ONCE:
            return not await tool_choices.is_allowed(tx, at.conversation.owner, prepared.tool.allowed_as)
        return decided is not Consent.AT_ONCE

    async def _finish(self, tx: Transaction, at: Situation, prepared: Prepared, result: ToolResult) -> ToolResult:
        """Store a call's result, and what it did; return the result."""
        owner = at.conversation.owner
        may_be_kept = _allowed_id(prepared.call) or prepared.tool.risk is Risk.SENDS
        known = await _known_act(tx, at, prepared.call) if may_be_kept else None
        deed = result.deed or (prepared.deed if prepared.tool.risk is Risk.SENDS else None)
        if known:
            otherwise = ActState.FAILED if result.is_refused else ActState.DONE
            await _change_state(tx, at, known, deed.state if deed else otherwise, deed)
        elif deed and prepared.tool.risk is not Risk.READS:
            await acts.add(tx, owner, done := _new_act(at, prepared, deed.state, deed))
            if deed.answers:
                await acts.replace_by(tx, deed.answers, done.id, ActState.DONE)
        if not prepared.family.is_system:
            await tool_choices.note_use(tx, owner, [prepared.family.name])
        return await self._store(tx, at, result)

    async def _store(self, tx: Transaction, at: Situation, result: ToolResult) -> ToolResult:
        await stored_turns.append(tx, at.turn_id, [result])
        return result

    async def _holds_untrusted(self, at: Situation, said: list[Message]) -> bool:
        """Tell whether a conversation holds untrusted text, in its prompt or in what that may repeat."""
        if any_untrusted(said):
            return True
        async with self._database.transaction(single=True) as tx:
            return await holds_untrusted(tx, at.conversation.id)


def allowed_call(act: Act) -> ToolCall:
    """Return the call that runs an act which its owner has allowed."""
    return ToolCall(f"{acts.ALLOWED}{act.id.hex}", act.name, act.arguments)


def _allowed_id(call: ToolCall) -> UUID | None:
    """Return the id of the act that a call runs, if its owner has allowed it."""
    beginning, _, act_id = call.id.partition("_")
    try:
        return UUID(hex=act_id) if f"{beginning}_" == acts.ALLOWED else None
    except ValueError:
        return None


async def _known_act(tx: Transaction, at: Situation, call: ToolCall) -> Act | None:
    owner = at.conversation.owner
    if act_id := _allowed_id(call):
        await lock(tx, owner)  # before the act's row, as those who undo it do
        known = await acts.find(tx, owner, act_id)
        is_its = known and (known.name, known.arguments) == (call.name, call.arguments)
        return known if is_its else None
    return await acts.of_call(tx, owner, at.turn_id, call.id)


async def _change_state(tx: Transaction, at: Situation, act: Act, state: ActState, deed: Deed | None = None) -> None:
    """Set the state of an act; the message that asked about it shows it."""
    await acts.set_state(tx, act.id, state, deed)
    done = replace(act, words=deed.words, english=deed.english, undo=deed.undo) if deed else act
    await at.channel.show_act(tx, replace(done, state=state))


def _new_act(at: Situation, prepared: Prepared, state: ActState, deed: Deed | None = None) -> Act:
    """Return the act of a call; it tells what will happen, unless there is a `deed`."""
    deed = deed or prepared.deed
    return Act(
        id=uuid7(),
        conversation_id=at.conversation.id,
        turn_id=at.turn_id,
        call_id=prepared.call.id,
        family=prepared.family.name,
        name=prepared.tool.name,
        arguments=prepared.call.arguments,
        risk=prepared.tool.risk,
        allowed_as=prepared.tool.allowed_as,
        state=state,
        words=deed.words,
        english=deed.english,
        undo=deed.undo,
        created_at=datetime.now(UTC),
    )
