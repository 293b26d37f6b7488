"""The past: what was said in any kept conversation, found by its words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, tzinfo
from typing import Final

from sqlalchemy import Text, bindparam, cast, func, select
from sqlalchemy.dialects.postgresql import REGCONFIG

from bot.database import turns as stored_turns
from bot.database.engine import Transaction
from bot.database.search.candidates import BY_RANK, BY_RARITY
from bot.database.search.exchanges import QUESTION_PLACES, exchanges, said_in, statements_first, worth_showing
from bot.database.search.lexemes import MOST_CANDIDATES, MOST_CHARACTERS_ASKED, LexemeReader, Lexemes
from bot.database.search.passages import Passage, passages
from bot.database.search.ranking import Fit, by_meaning_around, by_words_around, fused, nearest
from bot.database.search.surroundings import MessageKey, surroundings
from bot.database.search.vectors import nearest_messages
from bot.database.search.words import SIMPLE
from bot.database.tables import AgentSearch, AgentWords
from bot.database.turns import prompt_of
from bot.values import Conversation, Embedding, Owner

ENOUGH: Final = 3
"""If all the words are found together less often than this, any of them will do as well."""

_CENTRES: Final = 50
"""Matching messages that are compared, each with those around it."""
_EXCLUDED: Final = re.compile(r'(?:^|(?<=\s))-(?:"[^"]*"?|\S+)')
_QUOTATION_MARKS: Final = str.maketrans(dict.fromkeys("“”„‟«»", '"'))
_FIRST_DAY: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LAST_DAY: Final = datetime(9999, 1, 1, tzinfo=UTC)
_NO_PROMPT: Final = dict.fromkeys(("conversation_id", "carried_id", "carried_from", "carried_to", "turns_from"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is looked for: words as websearch_to_tsquery reads them, and what they mean, if that is known.

    It was said from `after` on and before `before`.
    """

    words: str
    embedding: Embedding | None = None
    after: datetime | None = None
    before: datetime | None = None

    @property
    def since(self) -> datetime:
        """The first time it may have been said."""
        return self.after or _FIRST_DAY

    @property
    def until(self) -> datetime:
        """The time before which it was said."""
        return self.before or _LAST_DAY


def day_begins(day: str, timezone: tzinfo | None) -> datetime:
    """Return when a day, written YYYY-MM-DD, begins in `timezone` (None: the machine's own). Raises ValueError."""
    midnight = datetime.combine(date.fromisoformat(day), time(), tzinfo=timezone)
    if not _FIRST_DAY.year < midnight.year < _LAST_DAY.year:
        raise ValueError(day)
    return midnight if timezone else midnight.astimezone()


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """Words as PostgreSQL reads them, in the language they are indexed in and as they stand."""

    queries: Sequence[str]
    """The one and the other, if they differ; none if nothing is looked for."""
    excluded: str
    is_indexed: bool
    """Whether all that is stored is indexed in this language."""

    def all_of(self) -> dict[str, object]:
        """Look for all the words together.

        As they stand, they find nothing more, but where the language takes all of them for mere grammar, and in what is
        indexed in another one yet.
        """
        fitting = self.queries[:1] if self.is_indexed else self.queries
        return {"fitting": fitting, "candidates": MOST_CANDIDATES // len(fitting), "ranking": self.queries}


_LANGUAGE: Final = cast(AgentSearch.language, REGCONFIG)
_WORDS: Final = func.agent_words_apart(bindparam("words"))
_READ: Final = select(
    AgentSearch.is_done,
    cast(func.websearch_to_tsquery(_LANGUAGE, _WORDS), Text).label("in_language"),
    cast(func.websearch_to_tsquery(cast(SIMPLE, REGCONFIG), _WORDS), Text).label("as_they_stand"),
    cast(func.websearch_to_tsquery(_LANGUAGE, func.agent_words_apart(bindparam("excluded"))), Text).label("excluded"),
)


class ConversationSearch:
    """What a bot's users and it said, in every conversation that is kept. Works in the caller's transaction."""

    def __init__(self) -> None:
        self._lexemes = LexemeReader(AgentWords.__tablename__)

    async def search(
        self, tx: Transaction, owner: Owner, wanted: Wanted, *, limit: int, most: int, shown: Conversation | None = None
    ) -> list[Passage]:
        """Return the best passages that hold all the words, then those that hold any of them, or come near in meaning.

        The latter are looked for if the former are few, or if the meaning is known. There are at most `limit` of about
        `most` characters, none of what the prompt of a conversation holds that is `shown` to who asks.
        """
        found, queries = await self._found(tx, owner, wanted, shown, limit + QUESTION_PLACES)
        return await passages(tx, owner, found[:limit], queries, most)

    async def exchanges(
        self, tx: Transaction, owner: Owner, wanted: Wanted, *, limit: int, most: int
    ) -> list[list[Passage]]:
        """Return what `search` finds, each with the question it answers or the answer to it, if that adds something.

        What only repeats the message it answers is left out.
        """
        found, queries = await self._found(tx, owner, wanted, None, 2 * limit + QUESTION_PLACES)
        several = exchanges(found, await said_in(tx, found))[:limit]
        keys = [said.key for exchange in several for said in exchange]
        told = {passage.key: passage for passage in await passages(tx, owner, keys, queries, most)}
        return [worth_showing(exchange, told, found) for exchange in several]

    async def _found(
        self, tx: Transaction, owner: Owner, wanted: Wanted, shown: Conversation | None, most: int
    ) -> tuple[list[MessageKey], Sequence[str]]:
        """Return the messages that `search` finds, the best first, and the queries that have led to them."""
        reading = await self._read(tx, wanted)
        if reading is None or not reading.queries:
            return [], ()
        rows = await tx.connection.execute(BY_RANK, _where(owner, wanted, shown) | reading.all_of() | {"most": most})
        found: list[MessageKey] = [(row.turn_id, row.position) for row in rows]
        said = await said_in(tx, found)
        statements = sum(not it.asks for it in said if it.key in found)
        if statements >= ENOUGH and not wanted.embedding:
            return statements_first(found, said), reading.queries
        lexemes, fits = await self._relevant(tx, owner, wanted, reading, shown)
        near = nearest({fit.key: fit.nearness for fit in fits if fit.nearness is not None})
        fitting = [fit.key for fit in fits if fit.words or fit.key in near]
        found = list(dict.fromkeys([*found, *fitting]))[:most]
        return statements_first(found, await said_in(tx, found)), [*reading.queries, *lexemes.queries]

    async def relevant(
        self, tx: Transaction, owner: Owner, wanted: Wanted, *, limit: int, most: int, shown: Conversation | None = None
    ) -> list[Passage]:
        """Return passages as `search` does, but those that come nearest to what is looked for; no word must be there.

        A message is read together with what stands around it.
        """
        reading = await self._read(tx, wanted)
        if reading is None or not reading.queries:
            return []
        lexemes, fits = await self._relevant(tx, owner, wanted, reading, shown)
        found = [fit.key for fit in fits[: limit + QUESTION_PLACES]]
        found = statements_first(found, await said_in(tx, found))[:limit]
        return await passages(tx, owner, found, lexemes.queries, most)

    async def _read(self, tx: Transaction, wanted: Wanted) -> _Reading | None:
        """Read what is looked for; None if nothing is indexed."""
        words = _plain(wanted)[:MOST_CHARACTERS_ASKED]
        values = {"words": words, "excluded": " ".join(_EXCLUDED.findall(words))}
        row = (await tx.connection.execute(_READ, values)).one_or_none()
        if row is None:
            return None
        queries = [query for query in dict.fromkeys((row.in_language, row.as_they_stand)) if query]
        return _Reading(queries=queries, excluded=row.excluded, is_indexed=row.is_done)

    async def _relevant(
        self, tx: Transaction, owner: Owner, wanted: Wanted, reading: _Reading, shown: Conversation | None
    ) -> tuple[Lexemes, list[Fit[MessageKey]]]:
        """Return the words that count, and the messages that come near to them, the nearest first."""
        lexemes = await self._lexemes.read(tx, _EXCLUDED.sub(" ", _plain(wanted)))
        centres = dict.fromkeys(await self._centres(tx, owner, wanted, lexemes, shown)) if lexemes.words else {}
        if wanted.embedding:
            centres |= dict.fromkeys(await nearest_messages(tx, owner, wanted.embedding))
        runs = await surroundings(
            tx,
            list(centres),
            lexemes.queries,
            wanted.embedding,
            excluded=reading.excluded,
            after=wanted.since,
            before=wanted.until,
        )
        fits = {fit.key: fit for run in runs for fit in run}
        if shown:
            in_prompt = await stored_turns.shown(tx, shown, {turn_id for turn_id, _ in fits})
            fits = {key: fit for key, fit in fits.items() if key[0] not in in_prompt}
        ranked = fused(by_words_around(runs, lexemes.weight_of), by_meaning_around(runs))
        return lexemes, [fits[key] for key in ranked if key in fits]

    async def _centres(
        self, tx: Transaction, owner: Owner, wanted: Wanted, lexemes: Lexemes, shown: Conversation | None
    ) -> list[MessageKey]:
        """Return the messages that hold words that count."""
        looked_for = {
            **_where(owner, wanted, shown),
            "fitting": lexemes.queries[: lexemes.fitting],
            "candidates": MOST_CANDIDATES,
            "ranking": lexemes.queries,
            "weights": list(lexemes.weights),
            "most": _CENTRES,
        }
        return [(row.turn_id, row.position) for row in await tx.connection.execute(BY_RARITY, looked_for)]


def _plain(wanted: Wanted) -> str:
    """Return what is looked for, with the quotation marks that websearch_to_tsquery knows."""
    return wanted.words.translate(_QUOTATION_MARKS)


def _where(owner: Owner, wanted: Wanted, shown: Conversation | None) -> dict[str, object]:
    return {
        "bot_id": owner.bot_id,
        "user_id": owner.user_id,
        "after": wanted.since,
        "before": wanted.until,
        **(prompt_of(shown) if shown else _NO_PROMPT),
    }
