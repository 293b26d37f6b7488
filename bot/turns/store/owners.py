"""An owner's lock, what they have set for themselves, and what they have seen. Works in the caller's transaction."""

import hashlib
from collections.abc import Collection, Sequence
from dataclasses import fields
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, DateTime, Row, bindparam, exists, func, select
from sqlalchemy.dialects.postgresql import insert

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.store.connection import Deferred
from bot.store.engine import Transaction
from bot.turns.store.tables import AgentAttachment, AgentConversation, AgentOwner, AgentTurn
from bot.turns.values.attachments import AttachmentKind
from bot.turns.values.people import OwnerPreferences, VoiceMode

DUE_CHANGED: Final = "what is due changed"
"""The event of a commit that changed what is due at a time, or who is told of it."""


class FirstStep(StrEnum):
    """Something to try out at first."""

    TELL = "tell"
    """Tell something that is remembered."""
    ASK = "ask"
    """Say something in a later conversation, whose model remembers it."""
    SHOW = "show"
    """Send a picture."""


_PREFERENCES: Final = [getattr(AgentOwner, it.name) for it in fields(OwnerPreferences)]
# Built once, as each turn reads them: building one takes longer than running it.
_LOCK: Final = select(func.pg_advisory_xact_lock(bindparam("key", type_=BigInteger)))
_CAPTURE: Final = select(AgentOwner.capture).where(AgentOwner.is_owned())
_VOICE: Final = select(AgentOwner.voice).where(AgentOwner.is_owned())
_DONE: Final = select(
    exists()
    .where(
        AgentTurn.conversation_id == AgentConversation.id,
        AgentConversation.is_owned(),
        AgentConversation.started_at > bindparam("told_at", type_=DateTime(timezone=True)),
    )
    .label(FirstStep.ASK),
    exists().where(AgentAttachment.is_owned(), AgentAttachment.kind == AttachmentKind.PICTURE).label(FirstStep.SHOW),
)


class OwnerLanguages(NamedTuple):
    """The codes of the language that an owner has chosen, if any, and of their Telegram app's, if known."""

    chosen: str | None = None
    of_telegram: str | None = None


async def lock(tx: Transaction, owner: Owner) -> None:
    """Take the owner's lock until the transaction ends. Whoever changes what is theirs takes it first."""
    await tx.connection.read(lock_with_next(tx, owner))


def lock_with_next(tx: Transaction, owner: Owner) -> Deferred:
    """Take that lock when the next statement runs, in the same round trip."""
    digest = hashlib.blake2b(f"{owner.bot_id}:{owner.user_id}".encode(), digest_size=8).digest()
    return tx.connection.defer(_LOCK, {"key": int.from_bytes(digest, signed=True)})


async def change(tx: Transaction, owner: Owner, **columns: object) -> None:
    """Set some columns of an owner's row."""
    row = insert(AgentOwner).values(**owner.columns, **columns)
    await tx.connection.execute(row.on_conflict_do_update(index_elements=[*owner.columns], set_=columns))


async def capture(tx: Transaction, owner: Owner) -> CaptureMode | None:
    """Return an owner's memory mode, if they have set one."""
    return await tx.connection.scalar(_CAPTURE, owner.columns)


async def voice(tx: Transaction, owner: Owner) -> VoiceMode:
    """Return an owner's voice mode."""
    return await tx.connection.scalar(_VOICE, owner.columns) or VoiceMode.OFF


async def languages(tx: Transaction, owner: Owner) -> OwnerLanguages:
    """Return an owner's languages."""
    both = select(AgentOwner.language, AgentOwner.telegram_language).where(AgentOwner.owned_by(owner))
    return OwnerLanguages(*((await tx.connection.execute(both)).one_or_none() or ()))


async def all_languages(tx: Transaction, bot_id: int) -> dict[Owner, OwnerLanguages]:
    """Return the languages of a bot's owners; those without any are left out."""
    both = AgentOwner.language, AgentOwner.telegram_language
    query = select(AgentOwner.user_id, *both).where(AgentOwner.bot_id == bot_id, func.coalesce(*both).is_not(None))
    return {Owner(bot_id, user_id): OwnerLanguages(*its) for user_id, *its in await tx.connection.execute(query)}


async def preferences(tx: Transaction, owner: Owner) -> OwnerPreferences:
    """Return an owner's preferences."""
    row = (await tx.connection.execute(select(*_PREFERENCES).where(AgentOwner.owned_by(owner)))).one_or_none()
    return _preferences(row) if row else OwnerPreferences()


async def all_preferences(tx: Transaction, bot_id: int) -> dict[Owner, OwnerPreferences]:
    """Return the preferences of a bot's owners."""
    rows = await tx.connection.execute(select(AgentOwner.user_id, *_PREFERENCES).where(AgentOwner.bot_id == bot_id))
    return {Owner(bot_id, row.user_id): _preferences(row) for row in rows}


async def zones(tx: Transaction, bot_id: int) -> dict[Owner, str | None]:
    """Return the time zones that a bot's owners have set."""
    of_all = await all_preferences(tx, bot_id)
    return {owner: its.timezone for owner, its in of_all.items() if its.timezone is not None}


async def first_steps(tx: Transaction, owner: Owner, told_at: datetime | None) -> set[FirstStep]:
    """Return what an owner has done of the first checklist, who first told something to remember at a time, if ever.

    They ask later in a conversation that began after that.
    """
    row = (await tx.connection.execute(_DONE, {**owner.columns, "told_at": told_at})).one()
    told = {FirstStep.TELL} if told_at else set[FirstStep]()
    return told.union(step for step in (FirstStep.ASK, FirstStep.SHOW) if getattr(row, step))


async def ticked(tx: Transaction, owner: Owner) -> set[FirstStep] | None:
    """Return what is ticked of an owner's checklist; None if it was never shown."""
    found = await tx.connection.scalar(select(AgentOwner.checklist).where(AgentOwner.owned_by(owner)))
    return None if found is None else {FirstStep(it) for it in found.split()}


async def tick(tx: Transaction, owner: Owner, steps: Collection[FirstStep]) -> None:
    """Store what is ticked of an owner's checklist."""
    await change(tx, owner, checklist=" ".join(it for it in FirstStep if it in steps))


async def note_listed(tx: Transaction, owner: Owner, first: int, memory_ids: Sequence[str]) -> None:
    """Store the ids of the memories on the page that an owner sees, which are numbered from `first` on."""
    await change(tx, owner, listed={str(number): memory_id for number, memory_id in enumerate(memory_ids, start=first)})


async def listed_as(tx: Transaction, owner: Owner, number: int) -> str | None:
    """Return the id of the memory with a number on the page seen last, or None."""
    listed = await tx.connection.scalar(select(AgentOwner.listed).where(AgentOwner.owned_by(owner)))
    return (listed or {}).get(str(number))


def _preferences(row: Row[Any]) -> OwnerPreferences:
    return OwnerPreferences(**{it.name: getattr(row, it.name) for it in fields(OwnerPreferences)})
