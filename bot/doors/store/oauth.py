"""Assistants that have registered, and what they were granted. Works in the caller's transaction.

Of refresh tokens only digests are kept. Each can be used once. All those of a grant begin with the same secret: by it
any former one is known, and ends the grant, since somebody has stolen it or its successor (RFC 9700, section 4.14.2).
"""

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import and_, delete, exists, insert, select, update

from bot.doors.store import access_tokens
from bot.doors.store.tables import AgentAccessToken, AgentOAuthClient, AgentOAuthGrant
from bot.doors.values import Bearer, Scope
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.store.ids import digest

VALID: Final = timedelta(hours=1)
"""How long an access token is valid."""
UNUSED: Final = timedelta(days=90)
"""How long a refresh token is."""
MOST_UNGRANTED: Final = 1_000
"""Most registered assistants that were never let in; registering is open to all, and the oldest are forgotten."""
_BYTES: Final = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Grant:
    """What an assistant was granted: it acts for an owner by this name."""

    owner: Owner
    name: str
    client_id: str
    scope: Scope
    expires_at: datetime
    """When its refresh token does."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """New tokens of a grant, which can't be returned again."""

    access: str
    refresh: str


async def register(tx: Transaction, bot_id: int, client_id: str, document: dict[str, Any]) -> None:
    """Store an assistant's registration."""
    client = AgentOAuthClient
    row = {"bot_id": bot_id, "id": client_id, "document": document, "created_at": datetime.now(UTC)}
    await tx.connection.execute(insert(client).values(row))
    is_ungranted = client.bot_id == bot_id, ~exists().where(AgentOAuthGrant.client_id == client.id)
    newest = select(client.id).where(*is_ungranted).order_by(client.created_at.desc(), client.id).offset(MOST_UNGRANTED)
    await tx.connection.execute(delete(client).where(client.id.in_(newest)))


async def client(tx: Transaction, bot_id: int, client_id: str) -> dict[str, Any] | None:
    """Return an assistant's registration, or None if there is none."""
    query = select(AgentOAuthClient.document).where(AgentOAuthClient.bot_id == bot_id, AgentOAuthClient.id == client_id)
    document: dict[str, Any] | None = await tx.connection.scalar(query)
    return document


async def grant(tx: Transaction, owner: Owner, client_id: str, name: str, scope: Scope) -> tuple[Tokens, str]:
    """Let an assistant act for an owner; return its first tokens and its name. One that is taken gets a number."""
    kept, now = AgentOAuthGrant, datetime.now(UTC)
    ended = select(kept.name).where(kept.owned_by(owner), kept.expires_at <= now)
    is_ended = AgentAccessToken.owned_by(owner), AgentAccessToken.name.in_(ended)
    await tx.connection.execute(delete(AgentAccessToken).where(*is_ended))
    access, its_name = await access_tokens.add_numbered(tx, owner, name, scope, Bearer.ASSISTANT, VALID)
    refresh = _successor(secrets.token_urlsafe(_BYTES))
    row = {**owner.columns, "name": its_name, "client_id": client_id, **_kept(refresh)}
    await tx.connection.execute(insert(kept).values(row))
    return Tokens(access, refresh), its_name


async def refreshed_by(tx: Transaction, client_id: str, refresh: str) -> Grant | None:
    """Return the grant that a client's refresh token is of, locked, or None. One that was used ends the grant."""
    kept, token = AgentOAuthGrant, AgentAccessToken
    query = (
        select(kept, token.scope)
        .join(token, and_(token.bot_id == kept.bot_id, token.user_id == kept.user_id, token.name == kept.name))
        .where((kept.digest == digest(refresh)) | (kept.former == digest(_family(refresh))))
        .with_for_update(of=kept)
    )
    row = (await tx.connection.execute(query)).one_or_none()
    if row is None:
        return None
    owner = Owner(row.bot_id, row.user_id)
    if row.digest != digest(refresh):
        await access_tokens.revoke(tx, owner, row.name)
        return None
    if row.client_id != client_id:
        return None
    return Grant(owner=owner, name=row.name, client_id=client_id, scope=row.scope, expires_at=row.expires_at)


async def refresh(tx: Transaction, grant: Grant, former: str) -> Tokens:
    """Replace the tokens of a grant by others; `former` is what it was asked with."""
    refresh, kept = _successor(_family(former)), AgentOAuthGrant
    access = await access_tokens.renew(tx, grant.owner, grant.name, VALID)
    its = kept.owned_by(grant.owner), kept.name == grant.name
    await tx.connection.execute(update(kept).where(*its).values(_kept(refresh)))
    return Tokens(access, refresh)


def _successor(family: str) -> str:
    """Return a new refresh token of a family."""
    return f"{family}.{secrets.token_urlsafe(_BYTES)}"


def _family(refresh: str) -> str:
    """Return the secret with which all refresh tokens of a grant begin; one from before there were families is it."""
    return refresh.partition(".")[0]


def _kept(refresh: str) -> dict[str, object]:
    """Return what is kept of a new refresh token."""
    expires_at = datetime.now(UTC) + UNUSED
    return {"digest": digest(refresh), "former": digest(_family(refresh)), "expires_at": expires_at}
