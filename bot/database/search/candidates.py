"""Which messages are compared when the past is searched: the newest that hold what is looked for."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    DateTime,
    Float,
    FromClause,
    Integer,
    Interval,
    Select,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    select,
    true,
)
from sqlalchemy.dialects.postgresql import TSQUERY

from bot.database.search import ranking
from bot.database.search.words import owners_year
from bot.database.tables import AgentConversation, AgentTurn, AgentWords
from bot.database.turns import IS_IN_PROMPT

_A_DAY: Final = literal_column("interval '1 day'", Interval)
_SHORTER_FIRST: Final = 1
"""The same in fewer words counts more: https://www.postgresql.org/docs/18/textsearch-controls.html."""


def _newest(fitting: FromClause) -> FromClause:
    """Select the newest of an owner's messages that fit a query, but for what a prompt shows anyway.

    They are looked for year by year, the last one first, until there are enough: of a frequent word those of earlier
    years are never seen.
    """
    bot_id, user_id = bindparam("bot_id", type_=BigInteger), bindparam("user_id", type_=BigInteger)
    candidates = bindparam("candidates", type_=Integer)
    oldest = (
        select(AgentConversation.started_at - _A_DAY)
        .where(AgentConversation.bot_id == bot_id, AgentConversation.user_id == user_id)
        .order_by(AgentConversation.number)
        .limit(1)
        .scalar_subquery()
    )
    first = func.greatest(bindparam("after", type_=DateTime(timezone=True)), oldest)
    last = func.least(bindparam("before", type_=DateTime(timezone=True)), func.now() + _A_DAY)
    both = (func.date_trunc("year", func.timezone("UTC", at)) for at in (last, first))
    years = (
        func.generate_series(*both, literal_column("interval '-1 year'")).table_valued("year").render_derived("years")
    )
    whose = cast(func.quote_literal(owners_year(bot_id, user_id, years.c.year)), TSQUERY)
    of_year = (
        select(AgentWords.turn_id, AgentWords.position, AgentWords.said_at, AgentWords.words)
        .where(AgentWords.words.op("@@")(fitting.c.query.op("&&")(whose)))
        .where(AgentWords.said_at >= bindparam("after"), AgentWords.said_at < bindparam("before"))
        .where(AgentWords.turn_id.not_in(select(AgentTurn.id).where(IS_IN_PROMPT)))
        .order_by(AgentWords.said_at.desc())
        .limit(candidates)
        .correlate(fitting, years)
        .lateral("of_year")
    )
    return select(of_year).select_from(years).join(of_year, true()).limit(candidates).lateral("newest")


def _by_rank() -> "Select[UUID, int]":
    """Select the best messages that fit any of the queries."""
    fitting, newest = _fitting()
    by_one = func.unnest(_queries("ranking")).table_valued("query").render_derived("ranking")
    ranked = func.sum(func.ts_rank(newest.c.words, by_one.c.query, _SHORTER_FIRST))
    return _best(fitting, newest, select(ranked).select_from(by_one).correlate(newest).scalar_subquery())


def _by_rarity() -> "Select[UUID, int]":
    """Select the best messages that hold words, each with its weight, as BM25 has it for a message alone."""
    fitting, newest = _fitting()
    words = func.unnest(_queries("ranking"), bindparam("weights", type_=ARRAY(Float)))
    by_one = words.table_valued("query", "weight").render_derived("ranking")
    held = select(func.sum(by_one.c.weight)).select_from(by_one).where(newest.c.words.op("@@")(by_one.c.query))
    length = func.length(newest.c.words) / func.avg(func.length(newest.c.words)).over()
    damping = ranking.SATURATION * (1 - ranking.SHORTNESS + ranking.SHORTNESS * length)
    return _best(fitting, newest, held.correlate(newest).scalar_subquery() / (1 + damping))


def _fitting() -> tuple[FromClause, FromClause]:
    """Return the queries, and the messages that fit each of them."""
    fitting = func.unnest(_queries("fitting")).table_valued("query").render_derived("fitting")
    return fitting, _newest(fitting)


def _best(fitting: FromClause, newest: FromClause, rank: ColumnElement[Any]) -> "Select[UUID, int]":
    rank = rank.label("rank")
    place = (newest.c.turn_id, newest.c.position)
    best = (
        select(*place, newest.c.said_at, rank)
        .select_from(fitting)
        .join(newest, true())
        .distinct()
        .order_by(rank.desc(), newest.c.said_at.desc(), *place)
        .limit(bindparam("most", type_=Integer))
        .subquery("best")
    )
    return select(best.c.turn_id, best.c.position)


def _queries(name: str) -> ColumnElement[Sequence[str]]:
    return cast(bindparam(name, type_=ARRAY(Text)), ARRAY(TSQUERY))


# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
BY_RANK: Final = _by_rank()
BY_RARITY: Final = _by_rarity()
"""Both ask for the queries that are `fitting`, how many `candidates` there may be of each, the queries for `ranking`,
and how many of the best are told at `most`; the second also for the `weights` of what ranks."""
