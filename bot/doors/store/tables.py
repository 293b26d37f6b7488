"""Access from outside of Telegram."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKeyConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from bot.doors.values import NAME_MAX, Bearer, Scope
from bot.store.tables import JSON_OR_NULL, Base, Owned, Small, Whose, index, one_of


class AgentAccessToken(Owned, Base, table="agent_access_tokens", left_out="access to this Keepsake"):
    """A token or a browser's session, of which only the SHA-256 digest is kept."""

    bot_id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_MAX), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    scope: Mapped[Scope] = mapped_column(one_of(Scope))
    created_at: Mapped[datetime]
    used_at: Mapped[datetime | None]
    bearer: Mapped[Bearer] = mapped_column(one_of(Bearer), server_default=Bearer.PROGRAM.value)
    expires_at: Mapped[datetime | None]


class AgentOAuthClient(Base, table="agent_oauth_clients", of=Whose.BOT):
    """An assistant that has registered, as it describes itself (RFC 7591)."""

    bot_id: Mapped[int] = mapped_column(primary_key=True)
    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    document: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[datetime]


class AgentOAuthGrant(Owned, Base, table="agent_oauth_grants", left_out="access to this Keepsake"):
    """What renews an assistant's access token: its refresh token's digest, and by which digest `former` ones are known.

    That is the digest of the secret with which each of them begins.
    """

    bot_id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(NAME_MAX), primary_key=True)
    client_id: Mapped[str] = mapped_column(String(36))
    digest: Mapped[str] = mapped_column(String(64), unique=True)
    former: Mapped[str | None] = mapped_column(String(64), unique=True)
    expires_at: Mapped[datetime]

    __table_args__ = (
        ForeignKeyConstraint(
            ["bot_id", "user_id", "name"],
            ["agent_access_tokens.bot_id", "agent_access_tokens.user_id", "agent_access_tokens.name"],
            name="fk_agent_oauth_grants_token",
            ondelete="CASCADE",
        ),
        ForeignKeyConstraint(
            ["bot_id", "client_id"],
            ["agent_oauth_clients.bot_id", "agent_oauth_clients.id"],
            name="fk_agent_oauth_grants_client",
        ),
        index("idx_agent_oauth_grants_client_id", "bot_id", "client_id"),
    )


class AgentLoginLink(Owned, Base, table="agent_login_links", left_out="access to this Keepsake"):
    """A link that logs a browser in once; only the SHA-256 digest of its key is kept."""

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    expires_at: Mapped[datetime]


class AgentApiRequest(Owned, Base, table="agent_api_requests", left_out="only to answer once"):
    """A request with an idempotency key, and its answer; the `digest` is that of what was asked."""

    bot_id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(255), primary_key=True)
    digest: Mapped[str] = mapped_column(String(64))
    status: Mapped[Small]
    body: Mapped[dict[str, Any] | None] = mapped_column(JSON_OR_NULL)
    headers: Mapped[dict[str, str] | None] = mapped_column(JSON_OR_NULL)
    created_at: Mapped[datetime]

    __table_args__ = (index("idx_agent_api_requests_created_at", "created_at"),)
