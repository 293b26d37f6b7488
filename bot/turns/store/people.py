"""People who were let in by a link, and the links. Works in the caller's transaction."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select
from sqlalchemy.dialects.postgresql import insert as upsert

from bot.doors.store.access_tokens import digest
from bot.doors.store.tables import AgentAccessToken, AgentInvitation, AgentLoginLink, AgentPerson
from bot.features.reminders.store import CHANGED
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.values.people import Admission, Person

VALID: Final = timedelta(hours=24)
"""How long an invitation can be used."""


async def of_bot(tx: Transaction, bot_id: int) -> Sequence[Person]:
    """Return the people who were let in, in the order they came."""
    query = select(AgentPerson).where(AgentPerson.bot_id == bot_id)
    rows = await tx.connection.execute(query.order_by(AgentPerson.since, AgentPerson.user_id))
    return [_person(row) for row in rows]


async def invite(tx: Transaction, inviter: Owner) -> str:
    """Store a new invitation, and return its code, which can't be done again."""
    return await _invite(tx, inviter.bot_id, inviter.user_id, datetime.now(UTC) + VALID)


async def invite_owner(tx: Transaction, bot_id: int) -> str:
    """Store an invitation that makes its person the owner, and return its code, which can't be done again."""
    await close(tx, bot_id)
    return await _invite(tx, bot_id, None, None)


async def close(tx: Transaction, bot_id: int) -> None:
    """Delete the invitations that make an owner."""
    invitation = AgentInvitation
    await tx.connection.execute(delete(invitation).where(invitation.bot_id == bot_id, invitation.invited_by.is_(None)))


async def admit(tx: Transaction, newcomer: Owner, name: str, code: str) -> Admission | None:
    """Let a person in by a code, which is used up; None if it was used, is too old, or never was.

    Of several who come with one code at the same time, one gets in.
    """
    now, link = datetime.now(UTC), AgentInvitation
    spent = delete(link).where(link.digest == digest(code), link.bot_id == newcomer.bot_id).returning(link)
    found = (await tx.connection.execute(spent)).one_or_none()
    if found is None or (found.expires_at and found.expires_at <= now):
        return None
    about = {"name": name, "since": now, "is_owner": found.invited_by is None}
    added = upsert(AgentPerson).values({**newcomer.columns, **about}).on_conflict_do_nothing()
    row = (await tx.connection.execute(added.returning(AgentPerson))).one_or_none()
    if row is None:  # they are in already, or there is an owner
        return None
    tx.after_commit(tx.events[CHANGED].set)
    return Admission(person=_person(row), invited_by=found.invited_by)


async def remove(tx: Transaction, person: Owner) -> str | None:
    """End a person's access, with their tokens, sessions and links; return their name.

    None if they are not there, or are the owner. What belongs to them stays.
    """
    its = AgentPerson.owned_by(person), AgentPerson.is_owner.is_(False)
    name = await tx.connection.scalar(delete(AgentPerson).where(*its).returning(AgentPerson.name))
    if name is None:
        return None
    for table in (AgentAccessToken, AgentLoginLink):
        await tx.connection.execute(delete(table).where(table.owned_by(person)))
    invitation = AgentInvitation
    its_own = invitation.bot_id == person.bot_id, invitation.invited_by == person.user_id
    await tx.connection.execute(delete(invitation).where(*its_own))
    tx.after_commit(tx.events[CHANGED].set)
    return str(name)


async def _invite(tx: Transaction, bot_id: int, invited_by: int | None, expires_at: datetime | None) -> str:
    code, invitation = secrets.token_urlsafe(24), AgentInvitation
    await tx.connection.execute(delete(invitation).where(invitation.expires_at <= datetime.now(UTC)))
    row = {"digest": digest(code), "bot_id": bot_id, "invited_by": invited_by, "expires_at": expires_at}
    await tx.connection.execute(insert(invitation).values(row))
    return code


def _person(row: Row[Any]) -> Person:
    return Person(user_id=row.user_id, name=row.name, since=row.since, is_owner=row.is_owner)
