"""Turns and their messages. Works in the caller's transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ARRAY, BigInteger, BindParameter, Row, and_, bindparam, exists, func, insert, select, update
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import PromptText, own
from bot.model.values import AssistantMessage, Message, Picture, Reasoning, ToolCall, ToolResult, UserMessage
from bot.store.engine import Transaction
from bot.store.ids import uuid7
from bot.turns.message_text import without_pictures
from bot.turns.store.conversations import HEAR_MORE, Heard, heard_in
from bot.turns.store.provenance import stored_source
from bot.turns.store.tables import AgentConversation, AgentMessage, AgentTurn
from bot.turns.store.telegram_tables import TelegramUpdate
from bot.turns.store.vectors import TO_EMBED
from bot.turns.store.words import index_messages
from bot.turns.values.conversations import FROM_THE_BEGINNING, Conversation
from bot.turns.values.turns import Turn, TurnState, any_untrusted, open_calls

NOT_RUN: Final = "Nothing was done: the turn ended before this call was run."
_RESULTS_OWED: Final[Mapping[TurnState, str]] = {
    TurnState.STOPPED: "stopped by the user",
    TurnState.FAILED: NOT_RUN,
}
"""Results for calls without one when a turn ends. An answered turn has none."""

# Statements are built once, since building takes longer than running them.
_BEGUN_COLUMNS: Final = ("id", "conversation_id", "state", "created_at", "task")


def _begun(name: str) -> "BindParameter[Any]":
    return bindparam(f"its_{name}", type_=AgentTurn.__table__.c[name].type)


_BEGUN = insert(AgentTurn).values({name: _begun(name) for name in _BEGUN_COLUMNS}).returning(AgentTurn.id).cte("begun")
_ITS_BOT = select(AgentConversation.bot_id).where(AgentConversation.id == bindparam("its_conversation_id"))
_LINK = update(TelegramUpdate).where(
    TelegramUpdate.update_id == func.any(bindparam("update_ids", type_=ARRAY(BigInteger))),
    TelegramUpdate.bot_id == _ITS_BOT.scalar_subquery(),
)
_BEGIN = _LINK.values(turn_id=select(_BEGUN.c.id).scalar_subquery())
_HEARD = HEAR_MORE.cte("heard")
_FOLLOWING = (
    insert(AgentTurn)
    .from_select(_BEGUN_COLUMNS, select(*(_begun(name) for name in _BEGUN_COLUMNS)).select_from(_HEARD))
    .returning(AgentTurn.id)
    .cte("following")
)
_LINKED = _LINK.where(exists().select_from(_FOLLOWING)).values(turn_id=select(_FOLLOWING.c.id).scalar_subquery())
_FOLLOW = select(_HEARD).add_cte(_LINKED.cte("linked"))
_LEAVE_OUT = update(AgentMessage).where(AgentMessage.turn_id == bindparam("of_turn")).values(superseded=True)
_SUPERSEDE = _LEAVE_OUT.where(AgentMessage.role == "assistant", AgentMessage.tool_calls.is_(None))
_UPDATE = update(AgentTurn).where(AgentTurn.id == bindparam("of_turn"))
_TURN = select(AgentTurn.id, AgentTurn.conversation_id, AgentTurn.state, AgentTurn.attempt, AgentTurn.task)
_ONE = _TURN.where(AgentTurn.id == bindparam("turn_id"))
_IS_KEPT = AgentTurn.state != TurnState.SUPERSEDED
_LAST = (
    _TURN.where(AgentTurn.conversation_id == bindparam("conversation_id"), _IS_KEPT)
    .order_by(AgentTurn.id.desc())
    .limit(1)
)
_LAST_ASKED = _LAST.where(AgentTurn.task.is_(None))
_LAST_END = select(func.max(AgentTurn.ended_at)).where(AgentTurn.conversation_id == bindparam("conversation_id"))
_IS_RUNNING = and_(AgentTurn.conversation_id == AgentConversation.id, AgentTurn.state == TurnState.RUNNING)
_IS_RUNNING_OF_BOT = and_(_IS_RUNNING, AgentConversation.bot_id == bindparam("of_bot"))
_RUNNING_IN = (
    select(AgentTurn.id)
    .where(_IS_RUNNING, AgentConversation.is_owned(), AgentConversation.is_in_place())
    .order_by(AgentTurn.id)
)
_TAKE_UP = (
    update(AgentTurn)
    .where(_IS_RUNNING_OF_BOT)
    .values(failed_attempts=AgentTurn.failed_attempts + bindparam("more"))
    .returning(
        *(AgentTurn.id, AgentTurn.failed_attempts),
        *(AgentConversation.user_id, AgentConversation.chat_id, AgentConversation.topic_id),
    )
)
_FAIL = _UPDATE.values(failed_attempts=AgentTurn.failed_attempts + 1).returning(AgentTurn.failed_attempts)
_RESET_ATTEMPTS = update(AgentTurn).where(_IS_RUNNING_OF_BOT, AgentTurn.failed_attempts > 0).values(failed_attempts=0)
_IS_OF_CONVERSATION: Final = (AgentTurn.conversation_id == bindparam("conversation_id")) | (
    AgentTurn.conversation_id == bindparam("carried_id")
) & AgentTurn.id.between(bindparam("carried_from"), bindparam("carried_to"))
IS_IN_PROMPT: Final = and_(_IS_KEPT, _IS_OF_CONVERSATION, AgentTurn.id >= bindparam("turns_from"))
_IN_PROMPT = select(AgentTurn.id).where(IS_IN_PROMPT)
_EARLIER_TURNS = (
    select(AgentTurn.id)
    .where(
        IS_IN_PROMPT,
        AgentTurn.id < bindparam("turn_id"),
        exists().where(AgentMessage.turn_id == AgentTurn.id, AgentMessage.superseded.is_(False)),
    )
    .order_by(AgentTurn.id)
)
_ENDS_CUT = (
    select(AgentMessage.is_cut)
    .where(AgentMessage.turn_id == bindparam("of_turn"), AgentMessage.superseded.is_(False))
    .order_by(AgentMessage.position.desc())
    .limit(1)
)
_EARLIER = aliased(AgentMessage)
_NEXT_POSITION = select(func.coalesce(func.max(_EARLIER.position), 0) + 1).where(
    _EARLIER.turn_id == bindparam("of_turn")
)
_STORED_COLUMNS = (
    *("role", "content", "note", "tool_calls", "call_id", "untrusted", "is_cut", "created_at"),
    *("sent_at", "source", "text", "refusal", "pending", "files", "telegram_ids", "album", "captions"),
    *("reaction", "from_keepsake", "reasoning"),
)
_APPENDED = (
    insert(AgentMessage)
    .values(
        {
            "turn_id": bindparam("of_turn"),
            "position": _NEXT_POSITION.scalar_subquery(),
            **{name: bindparam(f"its_{name}") for name in _STORED_COLUMNS},
        }
    )
    .returning(AgentMessage.__table__)
    .cte("said")
)
_APPEND = index_messages(_APPENDED)
_READ_COLUMNS = (
    *("turn_id", "role", "content", "note", "tool_calls", "call_id", "untrusted", "is_cut", "refusal"),
    *("pictures", "pending", "files", "seen", "reaction", "reasoning"),
)
_STORED = (
    select(*(AgentMessage.__table__.c[name] for name in _READ_COLUMNS))
    .where(AgentMessage.superseded.is_(False))
    .order_by(AgentMessage.turn_id, AgentMessage.position)
)
_MESSAGES = _STORED.join(AgentTurn, AgentTurn.id == AgentMessage.turn_id).where(IS_IN_PROMPT)
_OF_TURN = _STORED.where(AgentMessage.turn_id == bindparam("of_turn"))


@dataclass(frozen=True, slots=True)
class RunningTurn:
    """A running turn, its owner, and the number of failed attempts."""

    id: UUID
    user_id: int
    place: Place
    failed_attempts: int


async def begin(
    tx: Transaction,
    conversation_id: UUID,
    *,
    after: Turn | None = None,
    update_ids: Sequence[int] = (),
    task: str | None = None,
) -> Turn:
    """Begin a turn without messages, link its updates to it; it sorts after the turn `after`."""
    turn, values = _new(conversation_id, after, update_ids, task)
    await tx.connection.execute(_BEGIN, values)
    return turn


async def follow(
    tx: Transaction,
    conversation: Conversation,
    *,
    after: Turn,
    at: datetime,
    not_before: datetime,
    update_ids: Sequence[int] = (),
    task: str | None = None,
) -> tuple[Turn, Heard] | None:
    """Begin a turn as `begin` does, and note the time of the user's message; return both as `conversations.hear` does.

    None, without any change, if the conversation has ended, has changed, or is idle, as the user's last message came
    before `not_before`.
    """
    turn, values = _new(conversation.id, after, update_ids, task)
    values |= {"of_conversation": conversation.id, "known_revision": conversation.revision}
    rows = await tx.connection.fetch(_FOLLOW, {**values, "at": at, "not_before": not_before})
    return (turn, heard_in(rows[0])) if rows else None


async def link(tx: Transaction, turn: Turn, update_ids: Sequence[int]) -> None:
    """Link updates to a turn."""
    values = {"its_conversation_id": turn.conversation_id, "turn_id": turn.id, "update_ids": list(update_ids)}
    await tx.connection.execute(_LINK, values)


async def begin_anew(tx: Transaction, turn: Turn, *, supersede: bool) -> Turn:
    """Begin an ended turn again; `supersede` its final words and its reasoning, while its calls and results stay."""
    if supersede:
        await tx.connection.execute(_SUPERSEDE, {"of_turn": turn.id})
    again = replace(turn, state=TurnState.RUNNING, attempt=turn.attempt + 1)
    values = {"state": again.state, "attempt": again.attempt, "failed_attempts": 0, "ended_at": None}
    values |= {"reasoning": None} if supersede else {}
    await tx.connection.execute(_UPDATE, {"of_turn": turn.id, **values})
    return again


async def end(tx: Transaction, turn_id: UUID, state: TurnState, words: str = "") -> None:
    """End a turn in a state, with its last `words`, if any. Each call without a result gets one.

    Otherwise the model's server would refuse every later request of the conversation.
    """
    closing: list[Message] = [AssistantMessage(words)] if words else []
    if state in _RESULTS_OWED:
        said = [_message(row) for row in await tx.connection.execute(_OF_TURN, {"of_turn": turn_id})]
        closing = [*(ToolResult(call.id, own(_RESULTS_OWED[state])) for call in open_calls(said)), *closing]
    if closing:
        await append(tx, turn_id, closing)
    tx.connection.defer(_UPDATE, {"of_turn": turn_id, "state": state, "ended_at": datetime.now(UTC)})
    tx.after_commit(tx.events[TO_EMBED].set)  # not earlier, since a running turn's prompt holds them


async def last_in(tx: Transaction, conversation_id: UUID, *, but_tasks: bool = False) -> Turn | None:
    """Return the newest turn of a conversation, perhaps of those that do no task."""
    query = _LAST_ASKED if but_tasks else _LAST
    row = (await tx.connection.execute(query, {"conversation_id": conversation_id})).mappings().one_or_none()
    return Turn(**row) if row else None


async def last_end(tx: Transaction, conversation_id: UUID) -> datetime | None:
    """Return the end of a conversation's last turn, if any."""
    return await tx.connection.scalar(_LAST_END, {"conversation_id": conversation_id})


async def get(tx: Transaction, turn_id: UUID) -> Turn:
    """Return an existing turn."""
    found = await tx.connection.execute(_ONE, {"turn_id": turn_id})
    return Turn(**found.mappings().one())


async def running_in(tx: Transaction, owner: Owner, place: Place) -> list[UUID]:
    """Return the running turns of a place, oldest first."""
    return list(await tx.connection.scalars(_RUNNING_IN, {**owner.columns, **place.columns}))


async def take_up(tx: Transaction, bot_id: int, *, after_death: bool) -> list[RunningTurn]:
    """Return the running turns of a bot, oldest first.

    `after_death` counts a failed attempt at each.
    """
    values = {"of_bot": bot_id, "more": int(after_death)}
    rows = await tx.connection.execute(_TAKE_UP, values)
    running = [RunningTurn(row.id, row.user_id, Place(row.chat_id, row.topic_id), row.failed_attempts) for row in rows]
    return sorted(running, key=lambda turn: turn.id)


async def fail(tx: Transaction, turn_id: UUID) -> int:
    """Count a failed attempt at a turn; return the total."""
    return int(await tx.connection.scalar(_FAIL, {"of_turn": turn_id}) or 0)


async def reset_attempts(tx: Transaction, bot_id: int) -> None:
    """Reset the attempts at running turns, since the process ends in order."""
    await tx.connection.execute(_RESET_ATTEMPTS, {"of_bot": bot_id})


async def append(tx: Transaction, turn_id: UUID, messages: Sequence[Message]) -> None:
    """Store messages after those of the turn, and index their words."""
    now = datetime.now(UTC)
    rows = [{**_values(message), "created_at": now} for message in messages]
    tx.connection.defer(
        _APPEND, [{"of_turn": turn_id, **{f"its_{name}": value for name, value in row.items()}} for row in rows]
    )


async def leave_out(tx: Transaction, turn_id: UUID) -> None:
    """End a turn and leave it out of prompts."""
    await tx.connection.execute(_LEAVE_OUT, {"of_turn": turn_id})
    await end(tx, turn_id, TurnState.STOPPED)


async def ends_cut(tx: Transaction, turn_id: UUID) -> bool | None:
    """Tell whether a turn's answer reached the model's length limit; None if it has no message left in prompts."""
    return await tx.connection.scalar(_ENDS_CUT, {"of_turn": turn_id})


async def earlier(tx: Transaction, conversation: Conversation, turn_id: UUID) -> list[UUID]:
    """Return the turns in a conversation's prompt before one of them, oldest first."""
    return list(await tx.connection.scalars(_EARLIER_TURNS, {**prompt_parameters(conversation), "turn_id": turn_id}))


async def in_prompt(tx: Transaction, conversation: Conversation) -> list[UUID]:
    """Return the turns that a conversation's prompt holds."""
    return list(await tx.connection.scalars(_IN_PROMPT, prompt_parameters(conversation)))


async def messages(tx: Transaction, conversation: Conversation) -> list[tuple[UUID, Message]]:
    """Return the messages in a conversation's prompt with their turn ids: carried turns first, no compacted ones."""
    rows = await tx.connection.execute(_MESSAGES, prompt_parameters(conversation))
    return [as_shown(conversation, row.turn_id, _message(row)) for row in rows]


def as_shown(conversation: Conversation, turn_id: UUID, message: Message) -> tuple[UUID, Message]:
    """Return a turn's id and a message of it as a conversation's prompt holds it, perhaps without its pictures."""
    shown_from = conversation.pictures_from
    if shown_from and turn_id < shown_from and isinstance(message, UserMessage):
        message = without_pictures(message)
    return turn_id, message


def prompt_parameters(conversation: Conversation) -> dict[str, object]:
    """Return the parameters of the conditions on a prompt's turns."""
    carried, earlier = conversation.carried, conversation.earlier
    return {
        "conversation_id": conversation.id,
        "carried_id": carried and carried.conversation_id,
        "carried_from": carried and carried.from_turn_id,
        "carried_to": carried and carried.to_turn_id,
        "turns_from": earlier.turns_before if earlier else FROM_THE_BEGINNING,
    }


def _new(
    conversation_id: UUID, after: Turn | None, update_ids: Sequence[int], task: str | None
) -> tuple[Turn, dict[str, object]]:
    turn_id = uuid7(after.id if after else None)
    turn = Turn(id=turn_id, conversation_id=conversation_id, state=TurnState.RUNNING, attempt=1, task=task)
    its = {"id": turn.id, "conversation_id": conversation_id, "state": turn.state, "task": task}
    its["created_at"] = datetime.now(UTC)
    return turn, {**{f"its_{name}": value for name, value in its.items()}, "update_ids": list(update_ids)}


def _message(row: "Row[*tuple[Any, ...]]") -> Message:
    match row.role:
        case "user":
            pictures = tuple(Picture(**it) for it in row.pictures or ())
            content, note = PromptText(row.content, row.untrusted), PromptText(row.note, row.untrusted)
            return UserMessage(content, note, pictures, row.pending, row.files, row.seen)
        case "assistant":
            calls = tuple(ToolCall(**call) for call in row.tool_calls or ())
            reasoning = Reasoning(**row.reasoning) if row.reasoning else None
            return AssistantMessage(row.content, calls, row.is_cut, reasoning)
        case _:
            content = PromptText(row.content, row.untrusted)
            return ToolResult(row.call_id or "", content, row.refusal, row.reaction or "")


def _values(message: Message) -> dict[str, object]:
    values: dict[str, object] = dict.fromkeys(_STORED_COLUMNS)
    values |= {"content": message.content, "note": "", "untrusted": any_untrusted([message])}
    values |= {"is_cut": False, "pending": False, "files": 0, "from_keepsake": False}
    match message:
        case UserMessage(note=note, said=said, pending=pending, files=files):
            values |= {"role": "user", "note": note, "pending": pending, "files": files}
            if said:
                source = stored_source(said.attribution)
                values |= {"sent_at": said.sent_at, "source": source, "text": said.text}
                values |= {"telegram_ids": list(said.message_ids) or None, "album": said.album or None}
                values |= {"from_keepsake": said.from_keepsake}
                if said.album:
                    values["captions"] = list(said.parts)
        case AssistantMessage(calls=calls, is_cut=is_cut, reasoning=reasoning):
            asked = [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in calls]
            values |= {"role": "assistant", "tool_calls": asked or None, "is_cut": is_cut}
            values |= {"reasoning": reasoning and asdict(reasoning)}
        case ToolResult(call_id=call_id, refusal=refusal, reaction=reaction):
            values |= {"role": "tool", "call_id": call_id, "refusal": refusal}
            values |= {"reaction": reaction or None}
    return values
