"""Redaction of summaries: one that may repeat a deleted memory is withdrawn and made again without it."""

from collections.abc import Collection, Iterable
from typing import Final, TypeAlias
from uuid import UUID

from sqlalchemy import ARRAY, Row, Text, bindparam, func, or_, select, update

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.text import folded
from bot.memory.store.tables import AgentMemory, AgentMemoryVersion
from bot.memory.store.telling import Traces, mentioned, without
from bot.store.engine import Transaction
from bot.turns.memory import Deleted
from bot.turns.store.tables import AgentConversation
from bot.turns.values.conversations import FROM_THE_BEGINNING, Conversation, ConversationMode, Earlier

_MEMORY_IDS: Final = bindparam("memory_ids", type_=ARRAY(Text))
_MAY_CHANGE = (
    select(AgentConversation.id, AgentConversation.summary)
    .where(AgentConversation.is_owned(), AgentConversation.ended_at.is_(None) | (AgentConversation.summary != ""))
    .with_for_update()
)
_TELL_WHAT_TAUGHT = (
    select(AgentConversation.id)
    .join(
        AgentMemoryVersion,
        or_(
            AgentMemoryVersion.source_conversation_id == AgentConversation.id,
            AgentMemoryVersion.source_conversation_id == AgentConversation.carried_conversation_id,
        ),
    )
    .where(
        AgentConversation.is_owned(),
        AgentMemoryVersion.memory_id == func.any(_MEMORY_IDS),
        AgentMemoryVersion.source_turn_id < AgentConversation.history_from,
    )
    .distinct()
)
_WITHDRAW = (
    update(AgentConversation)
    .where(AgentConversation.id == bindparam("of_conversation"))
    .values(summary=bindparam("kept"), left_out_from=FROM_THE_BEGINNING)
)
_SUBJECTS = select(AgentMemory.subject).where(AgentMemory.id == func.any(_MEMORY_IDS), AgentMemory.subject.is_not(None))
_VERSIONS = (
    select(
        AgentMemory.id,
        AgentMemoryVersion.content,
        AgentMemoryVersion.source_conversation_id,
        AgentMemoryVersion.source_turn_id,
    )
    .join(AgentMemory, AgentMemory.id == AgentMemoryVersion.memory_id)
    .where(AgentMemory.is_owned())
    .order_by(AgentMemory.deleted_at.desc(), AgentMemory.id, AgentMemoryVersion.version_number)
)
_LIVE_VERSIONS = _VERSIONS.where(AgentMemory.deleted_at.is_(None))
_DELETED_VERSIONS = _VERSIONS.where(AgentMemory.deleted_at.is_not(None))
_Version: TypeAlias = "Row[str, str, UUID | None, UUID | None]"


async def live_versions(tx: Transaction, owner: Owner) -> frozenset[str]:
    """Return all versions of an owner's live memories, folded."""
    rows = await tx.connection.execute(_LIVE_VERSIONS, owner.columns)
    return frozenset(folded(row.content) for row in rows)


async def withdraw(
    tx: Transaction, owner: Owner, memory_ids: Collection[str], versions: Collection[str], live: Collection[str]
) -> set[UUID]:
    """Remove doubtful sentences from summaries, which are to be made again; return their conversations.

    A summary of a memory's source without a doubtful sentence may be in another language, and is dropped.
    """
    ids = {"memory_ids": list(memory_ids)}
    subjects = [subject for subject in await tx.connection.scalars(_SUBJECTS, ids) if subject]
    may_change = (await tx.connection.execute(_MAY_CHANGE, owner.columns)).all()
    taught = set(await tx.connection.scalars(_TELL_WHAT_TAUGHT, {**owner.columns, **ids}))
    traces = Traces(versions, [*memory_ids, *subjects], live)
    changed: set[UUID] = set()
    for conversation_id, summary in may_change:
        kept = without(summary, traces.is_doubtful)
        if kept == summary and conversation_id in taught:
            kept = ""
        if kept != summary:
            changed.add(conversation_id)
            await tx.connection.execute(_WITHDRAW, {"of_conversation": conversation_id, "kept": kept})
    return changed


async def restored(tx: Transaction, owner: Owner, memory_ids: Collection[str]) -> None:
    """Mark summaries made without restored memories to be made again."""
    await tx.connection.execute(_MAY_CHANGE, owner.columns)  # waits for a summary that is being stored
    lacks_any = AgentConversation.summary_without.bool_op("&&")(_MEMORY_IDS)
    its = update(AgentConversation).where(AgentConversation.owned_by(owner), lacks_any)
    anew = its.values(revision=AgentConversation.revision + 1, left_out_from=FROM_THE_BEGINNING)
    await tx.connection.execute(anew, {"memory_ids": list(memory_ids)})


async def deleted(
    tx: Transaction, conversation: Conversation, turn_ids: Collection[UUID], texts: Iterable[str]
) -> Deleted:
    """Return the deleted memories when a summary of turns begins, and those the turns may repeat."""
    gone, _ = await _gone(tx, conversation.owner)
    known = frozenset(version.id for version in gone)
    if conversation.mode is ConversationMode.PRIVATE or conversation.capture is CaptureMode.NONE:
        return Deleted([], frozenset(), known)
    places = mentioned([version.content for version in gone], texts)
    told = frozenset(it.id for place, it in enumerate(gone) if place in places or it.source_turn_id in turn_ids)
    return Deleted([it.content for it in gone if it.id in told], told, known)


async def checked(
    tx: Transaction, owner: Owner, earlier: Earlier, known_deleted: Collection[str] | None = None
) -> str | None:
    """Return a summary to store, without doubtful sentences if it repeats deleted memories.

    None if the deleted memories have changed since it was begun. The transaction must hold the conversation's row lock,
    so that later deletions withdraw the summary.
    """
    gone, live = await _gone(tx, owner)
    if known_deleted is not None and known_deleted != {version.id for version in gone}:
        return None
    repeated = Traces([version.content for version in gone], live=live).repeated(earlier.summary)
    if not repeated:
        return earlier.summary
    doubtful = [it.content for it in gone if it.id in earlier.made_without or folded(it.content) in repeated]
    return without(earlier.summary, Traces(doubtful, live=live).is_doubtful)


async def _gone(tx: Transaction, owner: Owner) -> tuple[list[_Version], frozenset[str]]:
    """Return the deleted versions that no live memory has, and, if there are any, the live versions."""
    versions = (await tx.connection.execute(_DELETED_VERSIONS, owner.columns)).all()
    live = await live_versions(tx, owner) if versions else frozenset[str]()
    return [version for version in versions if folded(version.content) not in live], live
