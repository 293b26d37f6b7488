"""The languages that owners have chosen, and those of their Telegram apps. Works in the caller's transaction."""

from typing import NamedTuple

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert

from bot.database.engine import Transaction
from bot.database.tables import AgentOwner
from bot.values.owner import Owner


class OwnerLanguages(NamedTuple):
    """The codes of the language that an owner has chosen, if any, and of their Telegram app's, if known."""

    chosen: str | None = None
    of_telegram: str | None = None


async def of_all(tx: Transaction, bot_id: int) -> dict[Owner, OwnerLanguages]:
    """Return the languages of a bot's owners; those without any are left out."""
    languages = AgentOwner.language, AgentOwner.telegram_language
    having = func.coalesce(*languages).is_not(None)
    rows = await tx.connection.execute(
        select(AgentOwner.user_id, *languages).where(AgentOwner.bot_id == bot_id, having)
    )
    return {Owner(bot_id, user_id): OwnerLanguages(*its) for user_id, *its in rows}


async def of(tx: Transaction, owner: Owner) -> OwnerLanguages:
    """Return an owner's languages."""
    languages = select(AgentOwner.language, AgentOwner.telegram_language).where(AgentOwner.owned_by(owner))
    return OwnerLanguages(*((await tx.connection.execute(languages)).one_or_none() or ()))


async def choose(tx: Transaction, owner: Owner, code: str | None) -> None:
    """Set the language that an owner has chosen; none lets their Telegram app decide."""
    await _set(tx, owner, "language", code)


async def note_telegram(tx: Transaction, owner: Owner, code: str | None) -> None:
    """Set the language of an owner's Telegram app."""
    await _set(tx, owner, "telegram_language", code)


async def _set(tx: Transaction, owner: Owner, column: str, code: str | None) -> None:
    row = insert(AgentOwner).values(**owner.columns, **{column: code})
    await tx.connection.execute(row.on_conflict_do_update(index_elements=[*owner.columns], set_={column: code}))
