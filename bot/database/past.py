"""The past: what was said in any kept conversation, found by its words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from math import log
from typing import Final, TypeAlias
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
    Row,
    ScalarSelect,
    Select,
    Text,
    bindparam,
    case,
    cast,
    column,
    func,
    literal_column,
    select,
    table,
    true,
)
from sqlalchemy.dialects.postgresql import REGCONFIG, TSQUERY
from sqlalchemy.orm import aliased

from bot.database.engine import Transaction
from bot.database.excerpts import BEFORE_HIT, BEHIND_HIT, Excerpt, excerpt
from bot.database.tables import (
    AgentConversation,
    AgentMessage,
    AgentSearch,
    AgentTurn,
    AgentWords,
    TelegramMessage,
    TelegramUpdate,
)
from bot.database.turns import IS_IN_PROMPT, prompt_of
from bot.database.words import MOST_CHARACTERS, SIMPLE, owners_year, said
from bot.messages import Conversation, Owner

_Row: TypeAlias = "Row[UUID, int, int | None, datetime, str, str, str, int | None]"

MOST_RANKED: Final = 1_000
"""So many of the newest messages that fit are compared; the best of these are found."""
ENOUGH: Final = 3
"""If all the words are found together less often than this, any of them will do as well."""

_MOST_CHARACTERS_ASKED: Final = 500
_RAREST_WORDS: Final = 3
"""So many words are looked for one by one,"""
_MOST_WORDS: Final = 8
"""and so many decide which of what was found is best."""
_A_DAY: Final = literal_column("interval '1 day'", Interval)
_SHORTER_FIRST: Final = 1
"""The same in fewer words counts more: https://www.postgresql.org/docs/18/textsearch-controls.html."""
_RAREST: Final = 0.001
"""How frequent a word is taken to be that is none of the frequent ones PostgreSQL has counted."""
_EXCLUDED: Final = re.compile(r'(?:^|(?<=\s))-(?:"[^"]*"?|\S+)')
_FIRST_DAY: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_DAY: Final = datetime(9999, 1, 1, tzinfo=UTC)
_LANGUAGE: Final = cast(AgentSearch.language, REGCONFIG)
_NO_PROMPT: Final = dict.fromkeys(("conversation_id", "carried_id", "carried_from", "carried_to", "turns_from"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is looked for: words as websearch_to_tsquery reads them, said from `after` on and before `before`."""

    words: str
    after: datetime | None = None
    before: datetime | None = None


def day_begins(day: str, timezone: tzinfo | None) -> datetime:
    """Return when a day, written YYYY-MM-DD, begins in `timezone` (None: the machine's own). Raises ValueError."""
    midnight = datetime.combine(date.fromisoformat(day), time(), tzinfo=timezone)
    if not _FIRST_DAY.year < midnight.year < _LAST_DAY.year:
        raise ValueError(day)
    return midnight if timezone else midnight.astimezone()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A message that was found: the words around the hits, and the Telegram message that shows it, if that is known."""

    conversation: int
    said_at: datetime
    by_user: bool
    excerpt: Excerpt
    message_id: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """Words as PostgreSQL reads them, in the language they are indexed in and as they stand."""

    in_language: str
    as_they_stand: str
    excluded: str
    lexemes: Sequence[str]
    is_indexed: bool
    """Whether all that is stored is indexed in this language."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing is looked for."""
        return not self.in_language and not self.as_they_stand

    def all_of(self) -> dict[str, object]:
        """Look for all the words together.

        As they stand, they find nothing more, but where the language takes all of them for mere grammar, and in what is
        indexed in another one yet.
        """
        readings = list(dict.fromkeys(query for query in (self.in_language, self.as_they_stand) if query))
        fitting = readings[:1] if self.is_indexed else readings
        return _looking_for(fitting, readings, [1.0] * len(readings))

    def any_of(self, frequencies: Mapping[str, float]) -> dict[str, object]:
        """Look for any of the rarest words; the rarer one is, the more it counts."""
        rarest = sorted(self.lexemes, key=lambda lexeme: (frequencies.get(lexeme, 0), lexeme))[:_MOST_WORDS]
        weights = [-log(frequencies.get(lexeme, _RAREST)) for lexeme in rarest]
        queries = [self._one(lexeme) for lexeme in rarest]
        return _looking_for(queries[:_RAREST_WORDS], queries, weights)

    def _one(self, lexeme: str) -> str:
        quoted = "'" + lexeme.replace("\\", "\\\\").replace("'", "''") + "'"
        return f"{quoted} & {self.excluded}" if self.excluded else quoted


def _looking_for(fitting: Sequence[str], ranking: Sequence[str], weights: Sequence[float]) -> dict[str, object]:
    return {
        "fitting": fitting,
        "candidates": MOST_RANKED // len(fitting),
        "ranking": ranking,
        "weights": weights,
        "marked": " | ".join(f"({query})" for query in ranking),
    }


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


def _telegram_message() -> ColumnElement[int | None]:
    """Select the Telegram message that brought a user's message, or that shows the beginning of an answer.

    A turn's messages came in the order of their updates; an update that edits has its message's id.
    """
    earlier = aliased(AgentMessage)
    before: ScalarSelect[int] = (
        select(func.count())
        .where(earlier.turn_id == AgentMessage.turn_id, earlier.position < AgentMessage.position)
        .where(earlier.kind == "user")
        .correlate(AgentMessage)
        .scalar_subquery()
    )
    heard = (
        select(TelegramUpdate.message_id)
        .where(TelegramUpdate.turn_id == AgentMessage.turn_id, TelegramUpdate.bot_id == bindparam("bot_id"))
        .where(TelegramUpdate.message_id.is_not(None))
        .group_by(TelegramUpdate.message_id)
        .order_by(func.min(TelegramUpdate.id))
        .offset(before)
        .limit(1)
        .correlate(AgentMessage)
        .scalar_subquery()
    )
    shown = (
        select(TelegramMessage.message_id)
        .where(TelegramMessage.turn_id == AgentMessage.turn_id, TelegramMessage.bot_id == bindparam("bot_id"))
        .where(TelegramMessage.part == 0, TelegramMessage.state == "sent")
        .order_by(TelegramMessage.attempt.desc())
        .limit(1)
        .correlate(AgentMessage)
        .scalar_subquery()
    )
    return case((AgentMessage.kind == "user", heard), else_=shown)


def _marked(language: ColumnElement[str]) -> ColumnElement[str]:
    """Select what was said with marks around the hits, as a language knows them."""
    words = func.left(said(AgentMessage.kind, AgentMessage.content), MOST_CHARACTERS)
    words = func.translate(words, BEFORE_HIT + BEHIND_HIT, "")
    options = f"HighlightAll=true, StartSel={BEFORE_HIT}, StopSel={BEHIND_HIT}"
    return func.ts_headline(language, words, cast(bindparam("marked"), TSQUERY), options)


def _best() -> "Select[UUID, int, int | None, datetime, str, str, str, int | None]":
    """Select the passages that fit any of the queries and rank highest: by several queries, each with its weight."""
    fitting = func.unnest(_queries("fitting")).table_valued("query").render_derived("fitting")
    newest = _newest(fitting)
    by = func.unnest(_queries("ranking"), bindparam("weights", type_=ARRAY(Float)))
    by_one = by.table_valued("query", "weight").render_derived("ranking")
    ranked = by_one.c.weight * func.ts_rank(newest.c.words, by_one.c.query, _SHORTER_FIRST)
    rank = select(func.sum(ranked)).select_from(by_one).correlate(newest).scalar_subquery().label("rank")
    best = (
        select(newest.c.turn_id, newest.c.position, newest.c.said_at, rank)
        .select_from(fitting)
        .join(newest, true())
        .distinct()
        .order_by(rank.desc(), newest.c.said_at.desc(), newest.c.turn_id, newest.c.position)
        .limit(bindparam("passages", type_=Integer))
        .subquery("best")
    )
    return (
        select(
            best.c.turn_id,
            best.c.position,
            AgentConversation.number,
            AgentMessage.created_at,
            AgentMessage.kind,
            _marked(_LANGUAGE).label("marked"),
            _marked(cast(SIMPLE, REGCONFIG)).label("marked_as_it_stands"),
            _telegram_message().label("message_id"),
        )
        .select_from(best)
        .join(AgentMessage, (AgentMessage.turn_id == best.c.turn_id) & (AgentMessage.position == best.c.position))
        .join(AgentTurn, AgentTurn.id == best.c.turn_id)
        .join(AgentConversation, AgentConversation.id == AgentTurn.conversation_id)
        .join(AgentSearch, true())
        .order_by(best.c.rank.desc(), best.c.said_at.desc(), best.c.turn_id, best.c.position)
    )


def _queries(name: str) -> ColumnElement[Sequence[str]]:
    return cast(bindparam(name, type_=ARRAY(Text)), ARRAY(TSQUERY))


# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_READ = select(
    AgentSearch.is_done,
    cast(func.websearch_to_tsquery(_LANGUAGE, bindparam("words")), Text).label("in_language"),
    cast(func.websearch_to_tsquery(cast(SIMPLE, REGCONFIG), bindparam("words")), Text).label("as_they_stand"),
    cast(func.websearch_to_tsquery(_LANGUAGE, bindparam("excluded")), Text).label("excluded"),
    func.tsvector_to_array(func.to_tsvector(_LANGUAGE, bindparam("included")), type_=ARRAY(Text)).label("lexemes"),
)
_COUNTED = table("pg_stats", *map(column, ("schemaname", "tablename", "attname", "most_common_elems")))
_FREQUENT = (
    func.unnest(cast(cast(column("most_common_elems"), Text), ARRAY(Text)), column("most_common_elem_freqs"))
    .table_valued("lexeme", "frequency")
    .render_derived()
)
_FREQUENCIES = (
    select(_FREQUENT.c.lexeme, _FREQUENT.c.frequency)
    .select_from(_COUNTED)
    .join(_FREQUENT, true())
    .where(_COUNTED.c.schemaname == func.current_schema(), _COUNTED.c.tablename == AgentWords.__tablename__)
    .where(_COUNTED.c.attname == AgentWords.words.key)
    .where(_FREQUENT.c.lexeme == func.any(bindparam("lexemes", type_=ARRAY(Text))))
)
_BEST = _best()


class Past:
    """What a bot's users and it said, in every conversation that is kept. Works in the caller's transaction."""

    async def search(
        self, tx: Transaction, owner: Owner, wanted: Wanted, *, limit: int, most: int, shown: Conversation | None = None
    ) -> list[Passage]:
        """Return the best passages that hold all the words, and if these are few, such as hold any of them behind.

        There are at most `limit` of about `most` characters, none of what the prompt of a conversation holds that is
        `shown` to who asks.
        """
        reading = await self._read(tx, wanted.words[:_MOST_CHARACTERS_ASKED])
        if reading is None or reading.is_empty:
            return []
        values = {
            "bot_id": owner.bot_id,
            "user_id": owner.user_id,
            "after": wanted.after or _FIRST_DAY,
            "before": wanted.before or _LAST_DAY,
            "passages": limit,
            **(prompt_of(shown) if shown else _NO_PROMPT),
        }
        found = await self._best(tx, values | reading.all_of())
        if len(found) < ENOUGH and len(reading.lexemes) > 1:
            counted = await tx.connection.execute(_FREQUENCIES, {"lexemes": list(reading.lexemes)})
            more = await self._best(tx, values | reading.any_of({row.lexeme: row.frequency for row in counted}))
            known = {(row.turn_id, row.position) for row in found}
            found += [row for row in more if (row.turn_id, row.position) not in known][: limit - len(found)]
        return [_passage(row, most) for row in found]

    async def _read(self, tx: Transaction, words: str) -> _Reading | None:
        """Read what is looked for; None if nothing is indexed."""
        excluded = " ".join(_EXCLUDED.findall(words))
        values = {"words": words, "included": _EXCLUDED.sub(" ", words), "excluded": excluded}
        row = (await tx.connection.execute(_READ, values)).one_or_none()
        if row is None:
            return None
        return _Reading(
            in_language=row.in_language,
            as_they_stand=row.as_they_stand,
            excluded=row.excluded,
            lexemes=row.lexemes,
            is_indexed=row.is_done,
        )

    async def _best(self, tx: Transaction, values: Mapping[str, object]) -> "list[_Row]":
        return list(await tx.connection.execute(_BEST, values))


def _passage(row: "_Row", most: int) -> Passage:
    return Passage(
        conversation=row.number,
        said_at=row.created_at,
        by_user=row.kind == "user",
        excerpt=excerpt(row.marked if BEFORE_HIT in row.marked else row.marked_as_it_stands, most),
        message_id=row.message_id,
    )
