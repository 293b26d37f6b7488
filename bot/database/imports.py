"""Stores all rows of an owner whom the database does not know yet."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice

from sqlalchemy import Executable, Table, and_, bindparam, func, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import IntegrityError

from bot.database import bot_lock
from bot.database.engine import Transaction
from bot.database.exports import AT_ONCE, Row, is_known
from bot.database.memories import lock
from bot.database.search import words as word_index
from bot.database.tables import AgentConversation, Base, TelegramUpdate
from bot.errors import StartError
from bot.values import Owner

_INSERT_UPDATE = insert(TelegramUpdate)
_RECEIVE = _INSERT_UPDATE.on_conflict_do_update(
    index_elements=["bot_id", "update_id"],
    set_={name: _INSERT_UPDATE.excluded[name] for name in ("chat_id", "message_id", "turn_id")},
    where=and_(
        func.coalesce(TelegramUpdate.chat_id, _INSERT_UPDATE.excluded.chat_id) == _INSERT_UPDATE.excluded.chat_id,
        TelegramUpdate.turn_id.is_(None),
    ),
)
"""The inbox may still know an update, even after its chat was erased."""
_CARRY = (
    update(AgentConversation)
    .where(AgentConversation.id == bindparam("carrying"))
    .values(carried_conversation_id=bindparam("carried"))
)


async def put(tx: Transaction, owner: Owner, rows: Mapping[str, Iterable[Row]]) -> None:
    """Store rows as an owner's, by their tables' names; no table may come before one that it refers to.

    The columns that tell whose a row is are set here. Raises StartError if a bot runs, if there is anything of the
    owner, or if there is a row with the same id.
    """
    if not await bot_lock.keep_away(tx, owner.bot_id):
        raise StartError("Keepsake is running on this database: stop it first. Nothing was changed.")
    await lock(tx, owner)
    if await is_known(tx, owner):
        raise StartError(
            f"There is something of user {owner.user_id} in the database already, and an export is only put where"
            " there is nothing: /erase lets go of all of it. Nothing was changed."
        )
    try:
        for name, several in rows.items():
            await _store(tx, Base.metadata.tables[name], owner, several)
    except IntegrityError:
        raise StartError(
            "A part of this export is in the database already, as another user's or with another bot. "
            "Nothing was changed."
        ) from None
    await word_index.begin_anew(tx)


async def _store(tx: Transaction, table: Table, owner: Owner, rows: Iterable[Row]) -> None:
    columns = {**owner.columns, "chat_id": owner.user_id}
    whose = {name: value for name, value in columns.items() if name in table.columns}
    owned = ({**whose, **row} for row in rows)
    if table is AgentConversation.__table__:
        await _store_conversations(tx, [*owned])
    else:
        await _execute(tx, _RECEIVE if table is TelegramUpdate.__table__ else insert(table), owned)


async def _store_conversations(tx: Transaction, rows: Sequence[Row]) -> None:
    """Store conversations, and refer to those whose turns are carried once all are there."""
    carried = [{"carrying": row["id"], "carried": row["carried_conversation_id"]} for row in rows]
    await _execute(tx, insert(AgentConversation), ({**row, "carried_conversation_id": None} for row in rows))
    await _execute(tx, _CARRY, (pair for pair in carried if pair["carried"]))


async def _execute(tx: Transaction, statement: Executable, values: Iterable[Row]) -> None:
    waiting = iter(values)
    while several := list(islice(waiting, AT_ONCE)):
        await tx.connection.execute(statement, several)
