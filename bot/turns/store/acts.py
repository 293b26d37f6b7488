"""Acts as they are stored, and the log of what was done. Works in the caller's transaction."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    DateTime,
    Integer,
    Row,
    Select,
    Text,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    insert,
    literal,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import distinct_on
from sqlalchemy.orm import aliased

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Transaction
from bot.store.ids import uuid7
from bot.turns.store.provenance import IS_USERS, beginning, shown
from bot.turns.store.tables import AgentAct, AgentConversation, AgentMessage
from bot.turns.store.telegram_tables import TelegramUpdate
from bot.turns.values.acts import ASKED, Act, ActState, Deed, Done, Door, LogEntry, Risk

ALLOWED: Final = "allowed_"
"""Beginning of the ids of calls that their owner has allowed; their act's follows."""
_FIRST_WORDS: Final = 600
"""Most characters read of a turn's first message."""
_ALLOWED_CALL: Final = func.concat(ALLOWED, func.replace(cast(AgentAct.id, Text), "-", ""))
_COLUMNS: Final = tuple(column for column in AgentAct.__table__.c if column.name in Act.__slots__)
_ORDER: Final = (AgentAct.created_at, AgentAct.id)
_IS_ASKED: Final = AgentAct.state.in_(ASKED)
_IS_LOGGED: Final = and_(
    or_(AgentAct.offer_id.is_(None), AgentAct.state.in_([ActState.DONE, ActState.UNDONE])),
    AgentAct.state != ActState.OFFERED,
    AgentAct.replaced_by.is_(None),
)
"""Whether the log tells of an act: what was merely offered it leaves out."""


def _page(*, later: bool) -> Select[Any]:
    """Return the query for the acts up to a moment, newest first; or for those after it, oldest first."""
    moment: BindParameter[datetime] = bindparam("moment", type_=DateTime(timezone=True))
    logged = select(*_COLUMNS).where(AgentAct.is_owned(), _IS_LOGGED).limit(bindparam("most", type_=Integer))
    if later:
        return logged.where(AgentAct.created_at > moment).order_by(*_ORDER)
    return logged.where(AgentAct.created_at <= moment).order_by(*(column.desc() for column in _ORDER))


# Statements are built once, since building takes longer than running them.
_UP_TO: Final = _page(later=False)
_AFTER: Final = _page(later=True)


async def add(
    tx: Transaction, owner: Owner, act: Act, *, offer_id: UUID | None = None, expires_at: datetime | None = None
) -> None:
    """Store an act, perhaps as part of an offer; one that waits does so until it expires."""
    undo = dict(act.undo) if act.undo is not None else None
    row = {**owner.columns, **asdict(act), "undo": undo, "offer_id": offer_id, "expires_at": expires_at}
    await tx.connection.execute(insert(AgentAct), row)


async def record(tx: Transaction, owner: Owner, done: Done, door: Door, through: str = "") -> Act:
    """Store what was done outside of conversations, told in the language spoken now, and return it."""
    deed = done.deed
    act = Act(
        id=uuid7(),
        door=door,
        through=through,
        family=done.family,
        name=done.name,
        arguments="{}",
        risk=Risk.WRITES,
        state=deed.state,
        words=deed.words,
        english=deed.english,
        undo=deed.undo,
        created_at=datetime.now(UTC),
    )
    await add(tx, owner, act)
    return act


async def find(tx: Transaction, owner: Owner, act_id: UUID) -> Act | None:
    """Return an owner's act, locked until the transaction ends; None if it was erased."""
    row = (await tx.connection.execute(_those(owner, AgentAct.id == act_id).with_for_update())).one_or_none()
    return _act(row) if row else None


async def of_call(tx: Transaction, owner: Owner, turn_id: UUID, call_id: str) -> Act | None:
    """Return the act of a turn's call, if it has one."""
    its = _those(owner, AgentAct.turn_id == turn_id, AgentAct.call_id == call_id)
    row = (await tx.connection.execute(its)).one_or_none()
    return _act(row) if row else None


async def of_turn(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Act]:
    """Return a turn's acts, in order, but for offers that others have replaced."""
    return await _ordered(tx, owner, AgentAct.turn_id == turn_id, AgentAct.replaced_by.is_(None))


async def of_conversation(tx: Transaction, owner: Owner, conversation_id: UUID) -> list[Act]:
    """Return all that was offered in a conversation, by its turns and its reviews, in order."""
    return await _ordered(tx, owner, AgentAct.conversation_id == conversation_id, AgentAct.offer_id.is_not(None))


async def those(tx: Transaction, owner: Owner, act_ids: Collection[UUID]) -> list[Act]:
    """Return the owner's acts with these ids, in order."""
    return await _ordered(tx, owner, AgentAct.id.in_(act_ids)) if act_ids else []


async def newest(tx: Transaction, owner: Owner, *, most: int) -> list[Act]:
    """Return the newest acts that the log tells of, the last first."""
    page = {**owner.columns, "moment": datetime.max.replace(tzinfo=UTC), "most": most}
    return [_act(row) for row in await tx.connection.execute(_UP_TO, page)]


async def run_in(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Act]:
    """Return the acts that were allowed later and carried out in a turn, in order."""
    return await _ordered(
        tx, owner, exists().where(AgentMessage.turn_id == turn_id, AgentMessage.call_id == _ALLOWED_CALL)
    )


async def receipt(tx: Transaction, owner: Owner, turn_id: UUID, number: int) -> UUID | None:
    """Return the id of a turn's change of a memory, as buttons of early releases name it: by its number there."""
    turn = cast(AgentAct.turn_id, Text)
    is_early = func.left(cast(AgentAct.id, Text), 24) == func.left(turn, 24)
    its = select(AgentAct.id).where(AgentAct.owned_by(owner), AgentAct.turn_id == turn_id, is_early)
    return await tx.connection.scalar(its.order_by(AgentAct.id).offset(number).limit(1))


async def done_in(tx: Transaction, turn_id: UUID, kind: str) -> int:
    """Return the number of a turn's calls that did something of a kind, by what undoes it, which is not undone."""
    counted = select(func.count()).where(
        AgentAct.turn_id == turn_id,
        AgentAct.state == ActState.DONE,
        AgentAct.offer_id.is_(None),
        AgentAct.undo["kind"].as_string() == kind,
    )
    return await tx.connection.scalar(counted) or 0


async def offer(tx: Transaction, owner: Owner, turn_id: UUID) -> list[Act]:
    """Mark what a turn wants to do with its owner's leave at once as offered together, and return it, each once."""
    offered = (
        update(AgentAct)
        .where(
            AgentAct.owned_by(owner),
            AgentAct.turn_id == turn_id,
            _IS_ASKED,
            AgentAct.offer_id.is_(None),
            AgentAct.expires_at.is_(None),
        )
        .values(offer_id=uuid7())
        .returning(AgentAct.id)
    )
    return await those(tx, owner, list(await tx.connection.scalars(offered)))


async def offered_with(tx: Transaction, owner: Owner, act: Act) -> list[Act]:
    """Return what was offered together with an act, itself included, in order."""
    pressed = aliased(AgentAct)
    its_offer = select(pressed.offer_id).where(pressed.id == act.id).scalar_subquery()
    return await _ordered(tx, owner, AgentAct.offer_id == its_offer)


async def asked_of(tx: Transaction, owner: Owner, name: str) -> list[Act]:
    """Return the acts of a name that answers ask about and nobody has decided on, in order."""
    return await _ordered(
        tx, owner, AgentAct.state == ActState.OFFERED, AgentAct.name == name, AgentAct.turn_id.is_not(None)
    )


async def replace_by(tx: Transaction, former: Sequence[Act], newer_id: UUID, state: ActState) -> None:
    """Let another act take the place of offers, which can't be accepted any more; it may have done what they ask."""
    its = update(AgentAct).where(AgentAct.id.in_([it.id for it in former]))
    await tx.connection.execute(its.values(state=state, replaced_by=newer_id))


async def turns_replaced(tx: Transaction, owner: Owner, turn_id: UUID) -> list[UUID]:
    """Return the earlier turns whose answers asked about what this turn has done, or asks about anew."""
    newer = aliased(AgentAct)
    asked = (
        select(AgentAct.turn_id)
        .join(newer, newer.id == AgentAct.replaced_by)
        .where(AgentAct.owned_by(owner), newer.turn_id == turn_id, AgentAct.turn_id != turn_id)
    )
    return [earlier for earlier in await tx.connection.scalars(asked.distinct()) if earlier]


async def give_up(tx: Transaction, owner: Owner, place: Place) -> list[Act]:
    """End what was interrupted in a place, and what was allowed and no longer waits for its turn; return it.

    Call it when no turn runs there.
    """
    waits = exists().where(
        TelegramUpdate.bot_id == owner.bot_id,
        TelegramUpdate.handled_at.is_(None),
        TelegramUpdate.message_id.is_(None),
        TelegramUpdate.message["call"]["id"].as_string() == _ALLOWED_CALL,
    )
    is_running = AgentAct.state == ActState.RUNNING
    is_given_up = or_(is_running, and_(AgentAct.state == ActState.ALLOWED, ~waits))
    is_here = AgentAct.conversation_id.in_(select(AgentConversation.id).filter_by(**place.columns))
    ended = (
        update(AgentAct)
        .where(AgentAct.owned_by(owner), is_given_up, is_here)
        .values(state=case((is_running, literal(ActState.UNKNOWN)), else_=literal(ActState.DECLINED)))
    )
    return [_act(row) for row in await tx.connection.execute(ended.returning(*_COLUMNS))]


async def next_expiry(tx: Transaction, bot_id: int) -> datetime | None:
    """Return when the wait of the next of a bot's acts ends; None if none waits."""
    waiting = select(func.min(AgentAct.expires_at)).where(AgentAct.bot_id == bot_id, _IS_ASKED)
    return await tx.connection.scalar(waiting)


async def set_state(tx: Transaction, act_id: UUID, state: ActState, deed: Deed | None = None) -> None:
    """Set an act's state, and its words and what undoes it once it is done."""
    values: dict[str, object] = {"state": state, "expires_at": None}
    if deed:
        undo = dict(deed.undo) if deed.undo is not None else None
        values |= {"words": deed.words, "english": deed.english, "undo": undo}
    await tx.connection.execute(update(AgentAct).where(AgentAct.id == act_id).values(values))


async def set_undo(tx: Transaction, act_id: UUID, undo: Mapping[str, Any]) -> None:
    """Set an act as done again, with what undoes it now."""
    its = update(AgentAct).where(AgentAct.id == act_id)
    await tx.connection.execute(its.values(state=ActState.DONE, undo=dict(undo)))


async def interrupt(tx: Transaction, turn_id: UUID) -> None:
    """Note of what runs in a turn that ends that it isn't known whether it took effect."""
    its = update(AgentAct).where(AgentAct.turn_id == turn_id, AgentAct.state == ActState.RUNNING)
    await tx.connection.execute(its.values(state=ActState.UNKNOWN))


async def expire(tx: Transaction, bot_id: int) -> list[tuple[Owner, Act]]:
    """End the wait of a bot's acts whose time is over, and return them."""
    is_over = and_(AgentAct.bot_id == bot_id, _IS_ASKED, AgentAct.expires_at <= datetime.now(UTC))
    ended = update(AgentAct).where(is_over).values(state=ActState.EXPIRED, expires_at=None)
    rows = await tx.connection.execute(ended.returning(AgentAct.user_id, *_COLUMNS))
    return [(Owner(bot_id, row.user_id), _act(row)) for row in rows]


async def log_page(
    tx: Transaction, owner: Owner, *, up_to: datetime, most: int
) -> tuple[list[LogEntry], datetime | None]:
    """Return what was done up to a moment, newest first, and the moment of the next page's first entry.

    Entries of one moment that don't fit on a page begin the next.
    """
    rows = await tx.connection.execute(_UP_TO, {**owner.columns, "moment": up_to, "most": most + 1})
    several = [_act(row) for row in rows]
    next_page = several[most].created_at if len(several) > most else None
    words = await _first_words(tx, {it.turn_id for it in several if it.turn_id})
    return [LogEntry(act=it, first_words=words.get(it.turn_id, "")) for it in several[:most]], next_page


async def log_page_before(tx: Transaction, owner: Owner, moment: datetime, *, most: int) -> datetime | None:
    """Return the moment of the first entry of the page before the one from `moment` on; None if there is none."""
    rows = await tx.connection.execute(_AFTER, {**owner.columns, "moment": moment, "most": most})
    return max((row.created_at for row in rows), default=None)


def _those(owner: Owner, *conditions: ColumnElement[bool]) -> Any:
    return select(*_COLUMNS).where(AgentAct.owned_by(owner), *conditions)


async def _ordered(tx: Transaction, owner: Owner, *conditions: ColumnElement[bool]) -> list[Act]:
    return [_act(row) for row in await tx.connection.execute(_those(owner, *conditions).order_by(*_ORDER))]


def _act(row: "Row[Any]") -> Act:
    return Act(**{column.name: getattr(row, column.name) for column in _COLUMNS})


async def _first_words(tx: Transaction, turn_ids: Collection[UUID]) -> dict[UUID | None, str]:
    """Return the beginning of the first message of turns, also of those that were taken back."""
    first = (
        select(AgentMessage.turn_id, beginning(_FIRST_WORDS).label("said"))
        .ext(distinct_on(AgentMessage.turn_id))
        .where(AgentMessage.turn_id.in_(turn_ids), IS_USERS)
        .order_by(AgentMessage.turn_id, AgentMessage.position)
    )
    return {row.turn_id: shown(row.said) for row in await tx.connection.execute(first)}
