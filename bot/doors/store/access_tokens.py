"""Tokens for programs, sessions of browsers, and links that begin one. Works in the caller's transaction.

Only digests of them are kept.
"""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, exists, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from bot.doors.store.tables import AgentAccessToken, AgentLoginLink
from bot.doors.values import AccessToken, Bearer, Scope
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.store.ids import digest

PREFIX: Final = "keepsake_"
UNUSED: Final = {Bearer.PAGE: timedelta(days=30), Bearer.MINI_APP: timedelta(hours=12)}
"""How long a session lasts after its last use. Telegram begins a new one whenever it shows the page."""
MOST_SESSIONS: Final = {Bearer.PAGE: 20, Bearer.MINI_APP: 5}
"""Most sessions of an owner's; a new one ends the one that was not used for longest."""
LINK_VALID: Final = timedelta(minutes=10)
"""How long a link can be used, once."""
_NAMES: Final = {Bearer.PAGE: "page", Bearer.MINI_APP: "page in Telegram"}
_KEPT: Final = ("name", "scope", "created_at", "bearer", "used_at", "expires_at")
_NOTED_EVERY: Final = timedelta(minutes=1)
"""How exactly the last use of a token is noted, so that not every request writes."""


async def add(
    tx: Transaction,
    owner: Owner,
    name: str,
    scope: Scope,
    bearer: Bearer = Bearer.PROGRAM,
    valid: timedelta | None = None,
) -> str | None:
    """Store a new token, and return it, which can't be done again; None if the owner has one of this name."""
    token, now = _new(), datetime.now(UTC)
    about = {"name": name, "scope": scope, "bearer": bearer, "created_at": now, "expires_at": valid and now + valid}
    stored = insert(AgentAccessToken).values({**owner.columns, **about, "digest": digest(token)})
    stored = stored.on_conflict_do_nothing(index_elements=["bot_id", "user_id", "name"])
    return token if await tx.connection.scalar(stored.returning(AgentAccessToken.name)) else None


async def add_numbered(
    tx: Transaction, owner: Owner, name: str, scope: Scope, bearer: Bearer, valid: timedelta
) -> tuple[str, str]:
    """Store a new token that is valid for some time; return it, and its name, with a number if that is taken."""
    for number in count(1):
        its_name = f"{name} {number}" if number > 1 else name
        if token := await add(tx, owner, its_name, scope, bearer, valid):
            return token, its_name
    raise AssertionError


async def begin_session(tx: Transaction, owner: Owner, bearer: Bearer = Bearer.PAGE) -> str:
    """Store a new session of the owner's at the page, and return its token, which can't be done again."""
    session = AgentAccessToken
    like_it = session.owned_by(owner), session.bearer == bearer
    newest = select(session.name).where(*like_it, _is_valid()).order_by(session.expires_at.desc(), session.name)
    kept = newest.limit(MOST_SESSIONS[bearer] - 1)
    await tx.connection.execute(delete(session).where(*like_it, session.name.not_in(kept)))
    token, _ = await add_numbered(tx, owner, _NAMES[bearer], Scope.WRITE, bearer, UNUSED[bearer])
    return token


async def add_link(tx: Transaction, owner: Owner) -> str:
    """Store the key of a new link, and return it, which can't be done again."""
    key, now = secrets.token_urlsafe(32), datetime.now(UTC)
    await tx.connection.execute(delete(AgentLoginLink).where(AgentLoginLink.expires_at <= now))
    row = {**owner.columns, "digest": digest(key), "expires_at": now + LINK_VALID}
    await tx.connection.execute(insert(AgentLoginLink).values(row))
    return key


async def owner_of_link(tx: Transaction, key: str) -> Owner | None:
    """Return whom a key logs in; None if it was used, is too old, or never was."""
    link = AgentLoginLink
    valid = select(link).where(link.digest == digest(key), link.expires_at > datetime.now(UTC))
    row = (await tx.connection.execute(valid)).one_or_none()
    return Owner(row.bot_id, row.user_id) if row else None


async def spend_link(tx: Transaction, key: str) -> Owner | None:
    """Return whom a key logs in, and delete it; None if it was used, is too old, or never was."""
    link = AgentLoginLink
    spent = delete(link).where(link.digest == digest(key)).returning(link.bot_id, link.user_id, link.expires_at)
    row = (await tx.connection.execute(spent)).one_or_none()
    return Owner(row.bot_id, row.user_id) if row and row.expires_at > datetime.now(UTC) else None


async def renew(tx: Transaction, owner: Owner, name: str, valid: timedelta) -> str:
    """Replace a token by another one that is valid for some time, and return that."""
    token = _new()
    values = {"digest": digest(token), "expires_at": datetime.now(UTC) + valid}
    await tx.connection.execute(update(AgentAccessToken).where(*_is(owner, name)).values(values))
    return token


async def find(tx: Transaction, token: str) -> AccessToken | None:
    """Return what a token allows, or None if there is none like it (any more)."""
    query = select(AgentAccessToken).where(AgentAccessToken.digest == digest(token), _is_valid())
    row = (await tx.connection.execute(query)).one_or_none()
    return _token(row) if row else None


async def is_valid(tx: Transaction, token: AccessToken) -> bool:
    """Tell whether a token that was found is still there, and has not expired."""
    same = *_is(token.owner, token.name), AgentAccessToken.created_at == token.created_at, _is_valid()
    return bool(await tx.connection.scalar(select(exists().where(*same))))


async def has_any(tx: Transaction, bot_id: int) -> bool:
    """Tell whether any user of a bot has a token or a session."""
    return bool(await tx.connection.scalar(select(exists().where(AgentAccessToken.bot_id == bot_id, _lasts()))))


async def note_use(tx: Transaction, token: AccessToken) -> None:
    """Note that a token is used, unless that was done within the last minute."""
    now = datetime.now(UTC)
    if token.used_at is None or now - token.used_at >= _NOTED_EVERY:
        values = {"used_at": now} | ({"expires_at": now + UNUSED[token.bearer]} if token.is_page else {})
        is_due = or_(AgentAccessToken.used_at.is_(None), AgentAccessToken.used_at <= now - _NOTED_EVERY)
        await tx.connection.execute(
            update(AgentAccessToken).where(*_is(token.owner, token.name), is_due).values(values)
        )


async def of_owner(tx: Transaction, owner: Owner) -> Sequence[AccessToken]:
    """Return an owner's tokens and sessions, by name; assistants renew theirs."""
    query = select(AgentAccessToken).where(AgentAccessToken.owned_by(owner), _lasts())
    query = query.order_by(AgentAccessToken.name)
    return [_token(row) for row in await tx.connection.execute(query)]


async def revoke(tx: Transaction, owner: Owner, name: str) -> bool:
    """Delete a token or a session; return whether there was one."""
    gone = delete(AgentAccessToken).where(*_is(owner, name)).returning(AgentAccessToken.name)
    return await tx.connection.scalar(gone) is not None


async def revoke_all(tx: Transaction, owner: Owner) -> None:
    """Delete an owner's tokens, sessions and links."""
    for table in (AgentAccessToken, AgentLoginLink):
        await tx.connection.execute(delete(table).where(table.owned_by(owner)))


def _is(owner: Owner, name: str) -> tuple[Any, ...]:
    return AgentAccessToken.owned_by(owner), AgentAccessToken.name == name


def _lasts() -> ColumnElement[bool]:
    return or_(_is_valid(), AgentAccessToken.bearer == Bearer.ASSISTANT)


def _new() -> str:
    return PREFIX + secrets.token_urlsafe(32)


def _is_valid() -> ColumnElement[bool]:
    return or_(AgentAccessToken.expires_at.is_(None), AgentAccessToken.expires_at > datetime.now(UTC))


def _token(row: Row[Any]) -> AccessToken:
    return AccessToken(owner=Owner(row.bot_id, row.user_id), **{name: getattr(row, name) for name in _KEPT})
