"""Conversations: all turns under one fixed prompt. Works in the caller's transaction."""

import json
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    Boolean,
    ColumnElement,
    Row,
    Select,
    Text,
    Update,
    bindparam,
    case,
    exists,
    func,
    literal,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import JSONB, JSONPATH, insert

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import PromptText, own
from bot.model.values import ToolSpec
from bot.store.engine import Transaction
from bot.store.ids import uuid7
from bot.turns.store.notices import stored_as
from bot.turns.store.owners import lock_with_next
from bot.turns.store.provenance import holds_untrusted
from bot.turns.store.tables import AgentConversation, AgentOwner
from bot.turns.values.conversations import (
    FROM_THE_BEGINNING,
    CarriedTurns,
    Conversation,
    ConversationMode,
    Earlier,
    KnownMemory,
    SystemPrompt,
)

Check: TypeAlias = Callable[[Transaction, Owner, Earlier], Awaitable[str | None]]
"""Returns a summary as it may be stored; None if it may not be."""

_WITH_PENDING: Final = AgentConversation.memories.op("||")(AgentConversation.pending_memories)
_CAPTURE: Final = select(AgentOwner.capture).where(
    AgentOwner.bot_id == AgentConversation.bot_id, AgentOwner.user_id == AgentConversation.user_id
)


def _hear(*conditions: ColumnElement[bool]) -> Update:
    """Set the time of the user's last message, clear the pending notes, and return what the next turn needs."""
    before = (
        select(AgentConversation.id, AgentConversation.pending_notes)
        .where(AgentConversation.id == bindparam("of_conversation"), *conditions)
        .with_for_update()
        .cte()
    )
    return (
        update(AgentConversation)
        .where(AgentConversation.id == before.c.id)
        .values(last_message_at=bindparam("at"), pending_notes=[])
        .returning(
            before.c.pending_notes,
            case((AgentConversation.recalls, _WITH_PENDING)).label("known"),
            _CAPTURE.scalar_subquery().label("capture"),
        )
    )


# Statements are built once, since building takes longer than running them.
_SAME: Final = (
    *("id", "number", "mode", "system_prompt", "own_at", "memories_at", "recalls", "capture"),
    "last_message_at",
)
_CARRIED: Final = ("conversation_id", "from_turn_id", "to_turn_id")
_COLUMNS: Final = (
    *_SAME,
    *(f"carried_{name}" for name in _CARRIED),
    *("bot_id", "user_id", "chat_id", "topic_id", "tools", "revision", "pictures_from"),
    *("history_from", "summary", "left_out_from", "summary_without"),
)
_CONVERSATION = select(*(AgentConversation.__table__.c[name] for name in _COLUMNS))
_ONE = _CONVERSATION.where(AgentConversation.id == bindparam("conversation_id"))
_LOCKED = _ONE.with_for_update(key_share=True)
_OPEN = _CONVERSATION.where(
    AgentConversation.is_owned(),
    AgentConversation.is_in_place(),
    AgentConversation.ended_at.is_(None),
)
_PLACES = select(AgentConversation.user_id, AgentConversation.chat_id, AgentConversation.topic_id).where(
    AgentConversation.bot_id == bindparam("bot_id"),
    AgentConversation.ended_at.is_(None),
)
_PRIVATE = _PLACES.where(AgentConversation.mode == ConversationMode.PRIVATE)
_LACKING = _PLACES.where(AgentConversation.left_out_from.is_not(None))
_HAS_PRIVATE = select(exists().where(AgentConversation.is_owned(), AgentConversation.mode == ConversationMode.PRIVATE))
_IS_PRIVATE = select(_OPEN.where(AgentConversation.mode == ConversationMode.PRIVATE).exists())
_REVISION = select(AgentConversation.revision).where(AgentConversation.id == bindparam("conversation_id"))
_KNOWN = select(AgentConversation.memories).where(AgentConversation.id == bindparam("conversation_id"))
_PENDING = select(AgentConversation.pending_notes).where(AgentConversation.id == bindparam("conversation_id"))
_INSERT = insert(AgentConversation)
_UPDATE = update(AgentConversation).where(AgentConversation.id == bindparam("of_conversation"))
_MEMORY = func.jsonb_array_elements(bindparam("known", type_=JSONB)).column_valued("known")
_NEW = select(func.jsonb_agg(_MEMORY)).where(~AgentConversation.memories.contains(func.jsonb_build_array(_MEMORY)))
_NOTE_KNOWN = _UPDATE.values(
    memories=AgentConversation.memories.op("||")(func.coalesce(_NEW.scalar_subquery(), func.jsonb_build_array()))
)
_NOTE_DELIVERED = _UPDATE.where(AgentConversation.pending_memories != []).values(
    memories=_WITH_PENDING, pending_memories=[]
)
_IN_SYSTEM_PROMPT = func.jsonb_path_query_array(
    AgentConversation.memories, literal("$[*] ? (@.line != null)").cast(JSONPATH)
)
_MOVE_WINDOW = _UPDATE.values(
    # Memories in notes of compacted turns may be recalled again.
    memories=case((bindparam("moves", type_=Boolean), _IN_SYSTEM_PROMPT), else_=AgentConversation.memories)
)
_CHANGE = _UPDATE.values(revision=AgentConversation.revision + 1)
_COMPACT = _MOVE_WINDOW.values(revision=AgentConversation.revision + 1)
_LEAVE_OUT = _MOVE_WINDOW.values(
    left_out_from=func.coalesce(
        AgentConversation.left_out_from, AgentConversation.history_from, literal(FROM_THE_BEGINNING)
    )
)
_END = _UPDATE.values(ended_at=bindparam("at"), pending_notes=[], pending_memories=[])
_REOPEN = _UPDATE.values(
    revision=AgentConversation.revision + 1,  # so that nobody goes on with it where it was before
    ended_at=None,
    review_due_at=None,
    last_message_at=bindparam("at"),
    pending_notes=AgentConversation.pending_notes.op("||")(bindparam("notes", type_=ARRAY(Text))),
    pending_memories=AgentConversation.pending_memories.op("||")(bindparam("known", type_=JSONB)),
    carries_untrusted=AgentConversation.carries_untrusted | bindparam("taints", type_=Boolean),
)
_PREPEND_NOTE = _UPDATE.values(
    pending_notes=func.array_prepend(bindparam("note", type_=Text), AgentConversation.pending_notes)
)
_HEAR = _hear()
HEAR_MORE: Final = _hear(
    AgentConversation.ended_at.is_(None),
    AgentConversation.revision == bindparam("known_revision"),
    AgentConversation.last_message_at >= bindparam("not_before"),
)
"""As `hear` does, but without any change if the conversation has ended, has changed, or is idle.

It is idle if the user's last message came before `not_before`.
"""
_NUMBER = (
    insert(AgentOwner)
    .values(conversations=1)
    .on_conflict_do_update(index_elements=["bot_id", "user_id"], set_={"conversations": AgentOwner.conversations + 1})
    .returning(AgentOwner.conversations)
)


@dataclass(frozen=True, slots=True)
class Heard:
    """What the turn of a user's message needs: notes for it, and the memory mode that the user has set, if any.

    `known` are the ids of the memories in the prompt and in the notes, if the conversation recalls others.
    """

    notes: PromptText
    capture: CaptureMode | None
    known: frozenset[str]


async def open_in(tx: Transaction, owner: Owner, place: Place) -> Conversation | None:
    """Return a place's open conversation, if there is one."""
    return await _one(tx, _OPEN, {**owner.columns, **place.columns})


async def find(tx: Transaction, conversation_id: UUID) -> Conversation | None:
    """Return a conversation, or None if it was erased."""
    return await _one(tx, _ONE, {"conversation_id": conversation_id})


async def get(tx: Transaction, conversation_id: UUID) -> Conversation:
    """Return an existing conversation."""
    return _conversation((await tx.connection.execute(_ONE, {"conversation_id": conversation_id})).one())


async def revision(tx: Transaction, conversation_id: UUID) -> int:
    """Return the number of changes to the stored conversation."""
    return (await tx.connection.execute(_REVISION, {"conversation_id": conversation_id})).scalar_one()


async def start(
    tx: Transaction,
    owner: Owner,
    place: Place,
    *,
    system_prompt: SystemPrompt,
    recalls: bool = False,
    capture: CaptureMode = CaptureMode.ASK,
    tools: tuple[ToolSpec, ...],
    first_message_at: datetime,
    carried: CarriedTurns | None = None,
    carries_untrusted: bool = False,
    offers_untrusted: bool = False,
    notes: Sequence[PromptText] = (),
    pictures_from: UUID | None = None,
    mode: ConversationMode = ConversationMode.KEPT,
    started_at: datetime | None = None,
) -> Conversation:
    """Open a conversation with its fixed prompt, tools and carried turns; it starts at `started_at`, or now.

    It `carries_untrusted` text also if its prompt has any, or the conversation whose turns it carries: they may repeat
    it. It `offers_untrusted` tools if servers describe any of them. The `notes` go with its first message. The pictures
    of carried turns are shown `pictures_from` a turn on.
    """
    conversation = Conversation(
        id=uuid7(),
        owner=owner,
        place=place,
        mode=mode,
        number=None if mode is ConversationMode.PRIVATE else await tx.connection.scalar(_NUMBER, owner.columns),
        system_prompt=system_prompt.text,
        own_at=system_prompt.own_at,
        memories_at=system_prompt.memories_at,
        recalls=recalls,
        capture=capture,
        tools=tools,
        revision=0,
        last_message_at=first_message_at,
        carried=carried,
        pictures_from=pictures_from,
    )
    row: dict[str, object] = {name: getattr(conversation, name) for name in _SAME}
    row["memories"] = [asdict(it) for it in system_prompt.memories]
    row["tools"] = [asdict(it) | {"parameters": json.loads(it.parameters)} for it in tools]
    row["pictures_from"] = pictures_from
    row["pending_notes"] = list(notes)
    is_tainted = carried is not None and await holds_untrusted(tx, carried.conversation_id)
    row["offers_untrusted"] = offers_untrusted
    row["carries_untrusted"] = carries_untrusted or is_tainted or system_prompt.text.untrusted
    row["started_at"] = started_at or datetime.now(UTC)
    row |= {f"carried_{name}": carried and getattr(carried, name) for name in _CARRIED}
    await tx.connection.execute(_INSERT, {**owner.columns, **place.columns, **row})
    return conversation


async def end(tx: Transaction, conversation_id: UUID) -> None:
    """End a conversation; its messages stay."""
    await tx.connection.execute(_END, {"of_conversation": conversation_id, "at": datetime.now(UTC)})


async def reopen(
    tx: Transaction,
    conversation_id: UUID,
    place: Place,
    at: datetime,
    note: PromptText,
    memories: Iterable[KnownMemory],
) -> None:
    """Reopen a conversation in a place, or continue an open one, as if its user had just sent a message there.

    A `note` on these memories is added to the pending ones.
    """
    values = {"notes": [note] if note else [], "known": stored_as(memories), "taints": note.untrusted}
    await tx.connection.execute(_REOPEN, {"of_conversation": conversation_id, "at": at, **place.columns, **values})


async def pending_notes(tx: Transaction, conversation_id: UUID) -> list[PromptText]:
    """Return the notes for a conversation's next message."""
    return list(map(own, await tx.connection.scalar(_PENDING, {"conversation_id": conversation_id}) or ()))


async def prepend_note(tx: Transaction, conversation_id: UUID, note: PromptText) -> None:
    """Put a note before the pending ones."""
    await tx.connection.execute(_PREPEND_NOTE, {"of_conversation": conversation_id, "note": note})


async def private(tx: Transaction, bot_id: int) -> list[tuple[Owner, Place]]:
    """Return the owners and places of a bot's private conversations."""
    return await _places(tx, _PRIVATE, bot_id)


async def lock(tx: Transaction, conversation_id: UUID) -> Conversation | None:
    """Lock a conversation's row and return it; None if it was erased."""
    return await _one(tx, _LOCKED, {"conversation_id": conversation_id})


def lock_memories(tx: Transaction, conversation: Conversation) -> None:
    """Prevent deletions of memories from the next statement on, while a note is made. No row may be locked before."""
    if conversation.recalls:
        lock_with_next(tx, conversation.owner)


async def has_private(tx: Transaction, owner: Owner) -> bool:
    """Tell whether an owner has an open private conversation."""
    return bool(await tx.connection.scalar(_HAS_PRIVATE, owner.columns))


async def is_private(tx: Transaction, owner: Owner, place: Place) -> bool:
    """Tell whether a place's open conversation is a private one."""
    return bool(await tx.connection.scalar(_IS_PRIVATE, {**owner.columns, **place.columns}))


async def compact(tx: Transaction, conversation: Conversation, earlier: Earlier, check: Check) -> bool:
    """Remove earlier turns from the prompt; False, without any change, if its revision is a later one.

    Also if the `check` of the summary, under the row's lock, returns none. Turns left out meanwhile stay left out.
    """
    now = await lock(tx, conversation.id)
    if now is None or now.revision != conversation.revision:
        return False
    summary = await check(tx, conversation.owner, earlier) if earlier.summary else ""
    if summary is None:
        return False
    held_from = now.earlier.turns_before if now.earlier else FROM_THE_BEGINNING
    if held_from > earlier.turns_before:
        earlier = replace(earlier, turns_before=held_from, left_out_from=earlier.turns_before)
    await tx.connection.execute(
        _COMPACT,
        {
            **_moved(conversation.id, earlier.turns_before, held_from),
            "summary": summary,
            "left_out_from": earlier.left_out_from,
            "summary_without": list(earlier.made_without),
        },
    )
    return True


async def drop_summaries(tx: Transaction, conversation_ids: Collection[UUID]) -> None:
    """Drop the summaries of conversations, and of those that carry turns of them; they are made again."""
    its = AgentConversation.id.in_(conversation_ids) | AgentConversation.carried_conversation_id.in_(conversation_ids)
    has_summary = AgentConversation.left_out_from.is_not(None) | (AgentConversation.summary != "")
    await tx.connection.execute(
        update(AgentConversation)
        .where(its)
        .values(
            revision=AgentConversation.revision + 1,
            summary="",
            left_out_from=case((has_summary, FROM_THE_BEGINNING)),
        )
    )


async def leave_out(tx: Transaction, conversation_id: UUID, turns_before: UUID) -> None:
    """Remove earlier turns from the prompt, for the next summary to cover. Its revision stays."""
    await tx.connection.execute(_LEAVE_OUT, _moved(conversation_id, turns_before))


async def let_pictures_go(tx: Transaction, conversation_id: UUID, before: UUID) -> None:
    """Remove the pictures of earlier turns from the prompt; their words stay. Its revision stays."""
    moved = {"pictures_from": before, "history_moved_at": datetime.now(UTC)}
    await tx.connection.execute(_UPDATE, {"of_conversation": conversation_id, **moved})


async def change(tx: Transaction, conversation_id: UUID) -> None:
    """Note that a conversation's prompt has changed, so that it is read again."""
    await tx.connection.execute(_CHANGE, {"of_conversation": conversation_id})


async def lacking_summary(tx: Transaction, bot_id: int) -> list[tuple[Owner, Place]]:
    """Return the owners and places of a bot's conversations with prompts that lack a summary."""
    return await _places(tx, _LACKING, bot_id)


async def known(tx: Transaction, conversation_id: UUID) -> list[KnownMemory]:
    """Return the versions of memories in a conversation's prompt and notes."""
    memories = await tx.connection.scalar(_KNOWN, {"conversation_id": conversation_id})
    return [KnownMemory(**it) for it in memories or ()]


def note_known(tx: Transaction, conversation_id: UUID, memories: Iterable[KnownMemory]) -> None:
    """Note that a conversation's model knows the present versions of memories."""
    if versions := stored_as(memories):
        tx.connection.defer(_NOTE_KNOWN, {"of_conversation": conversation_id, "known": versions})


async def note_delivered(tx: Transaction, conversation_id: UUID) -> None:
    """Note that a conversation's model knows the memories in its pending notes."""
    await tx.connection.execute(_NOTE_DELIVERED, {"of_conversation": conversation_id})


async def note_capture(tx: Transaction, conversation_id: UUID, mode: CaptureMode) -> None:
    """Note that a conversation's model knows the memory mode."""
    await tx.connection.execute(_UPDATE, {"of_conversation": conversation_id, "capture": mode})


async def hear(tx: Transaction, conversation_id: UUID, at: datetime) -> Heard:
    """Note the time of the user's message, and take the pending notes for it."""
    (row,) = await tx.connection.fetch(_HEAR, {"of_conversation": conversation_id, "at": at})
    return heard_in(row)


def heard_in(row: Mapping[str, Any]) -> Heard:
    """Return what `HEAR_MORE` has found."""
    return Heard(own("\n".join(row["pending_notes"])), row["capture"], frozenset(it["id"] for it in row["known"] or ()))


async def _places(tx: Transaction, query: "Select[int, int, int]", bot_id: int) -> list[tuple[Owner, Place]]:
    rows = await tx.connection.execute(query, {"bot_id": bot_id})
    return [(Owner(bot_id, row.user_id), Place(row.chat_id, row.topic_id)) for row in rows]


async def _one(tx: Transaction, query: "Select[*tuple[Any, ...]]", values: Mapping[str, object]) -> Conversation | None:
    row = (await tx.connection.execute(query, values)).one_or_none()
    return None if row is None else _conversation(row)


def _conversation(row: "Row[*tuple[Any, ...]]") -> Conversation:
    carried = (row.carried_conversation_id, row.carried_from_turn_id, row.carried_to_turn_id)
    return Conversation(
        **{name: getattr(row, name) for name in _SAME},
        owner=Owner(row.bot_id, row.user_id),
        place=Place(row.chat_id, row.topic_id),
        tools=tuple(ToolSpec.of(**tool) for tool in row.tools),
        revision=row.revision,
        pictures_from=row.pictures_from,
        carried=CarriedTurns(**dict(zip(_CARRIED, carried, strict=True))) if all(carried) else None,
        earlier=Earlier(
            turns_before=row.history_from,
            summary=row.summary,
            left_out_from=row.left_out_from,
            made_without=tuple(row.summary_without),
        )
        if row.history_from
        else None,
    )


def _moved(conversation_id: UUID, turns_before: UUID, held_from: UUID | None = None) -> dict[str, object]:
    """Return the columns of a prompt that begins with a turn; unchanged if that is `held_from`."""
    return {
        "of_conversation": conversation_id,
        "history_from": turns_before,
        "history_moved_at": datetime.now(UTC),  # the row is locked, so no turn begins at the same time
        "moves": turns_before != held_from,
    }
