"""Conversation search among a million messages."""

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from time import perf_counter
from typing import Final, LiteralString
from uuid import UUID

import psycopg
from psycopg import sql

from bot.features.history.store import search as conversation_search
from bot.features.history.store.search import Wanted
from bot.store.engine import Database
from bot.turns.store import words as word_index
from bot.turns.store.tables import AgentMessage
from bot.turns.store.words import index_messages
from tests.bench.figures import Figure
from tests.bench.postgres import OWNER
from tests.databases import administration

_GRAMMAR: Final = (
    "the of and to a in is it you that he was for on are with as his they be at one have this from or had by but not "
    "what all were when we there can an your which their said if do will each about how up out them then she"
)
"""The most frequent words."""
_CONSONANTS: Final = "b d f g k l m n p r s t v z br gr st tr"
_VOCABULARY: Final = 40_000
_NAME_EVERY: Final = 40
"""Every fortieth word is a name."""
_YEARS: Final = 5
_USERS: Final = (OWNER.user_id, OWNER.user_id, OWNER.user_id + 1)
"""Two of three conversations are those of the one who searches."""
_TURNS_A_CONVERSATION: Final = 60
_WORDS_OF_USER: Final = 12
_WORDS_OF_ASSISTANT: Final = 40
"""Median number of words in a message; the maximum is several times that."""
_GOAL_ALL: Final = 50
_GOAL_ANY: Final = 200
_PASSAGES: Final = 8
_CHARACTERS: Final = 220


class Chatter:
    """Generates messages of realistic length, with word frequencies by Zipf's law (after Mandelbrot)."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)  # noqa: S311 - the same chatter in every run
        self._words = _vocabulary(self._chance)
        self._weights = list(accumulate(1 / (rank + 2.7) for rank in range(len(self._words))))

    def words(self, median: int) -> str:
        """Generate a message of about this many words."""
        length = max(2, min(400, round(self._chance.lognormvariate(0, 0.8) * median)))
        return " ".join(self._chance.choices(self._words, cum_weights=self._weights, k=length))

    def word(self, rank: int) -> str:
        """Return the word of a rank, or one of the next ranks, that is neither a name nor mere grammar."""
        return next(word for word in self._words[max(rank, len(_GRAMMAR.split())) :] if word.islower())

    def name(self, rank: int) -> str:
        """Return the next name from a rank on."""
        return next(word for word in self._words[rank:] if word.istitle())

    def id(self, at: datetime) -> UUID:
        """Make a UUID of version 7 for a time."""
        return UUID(int=int(1000 * at.timestamp()) << 80 | 0x7 << 76 | 0b10 << 62 | self._chance.getrandbits(62))


def _vocabulary(chance: random.Random) -> list[str]:
    """Generate words, the most frequent first: stop words, then others, some of them names."""
    syllables = [first + vowel for first in _CONSONANTS.split() for vowel in "aeiou"]
    words: dict[str, None] = dict.fromkeys(_GRAMMAR.split())
    while len(words) < _VOCABULARY:
        word = "".join(chance.choices(syllables, k=chance.choice((2, 2, 3, 3, 4))))
        words[word.title() if len(words) % _NAME_EVERY == 0 else word] = None
    return list(words)


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of search, by the frequency ranks of its words; further samples take the next ranks."""

    name: str
    query: str
    """The query, with a placeholder for the word of each rank."""
    ranks: tuple[int, ...]
    goal: int
    days: int = 0
    """Number of days to search, or None."""

    def wanted(self, chatter: Chatter, sample: int) -> Wanted:
        """Return the search words."""
        take = chatter.name if self.name == "a name" else chatter.word
        words = [take(rank + sample * max(1, rank // 100)) for rank in self.ranks]
        after = datetime.now(UTC) - timedelta(days=365 + 7 * sample) if self.days else None
        return Wanted(words=self.query.format(*words), after=after, before=after and after + timedelta(days=self.days))

    def __str__(self) -> str:
        ranks = " and ".join(f"{rank:,}" for rank in self.ranks) or "none"
        return f"search for {self.name}, of rank {ranks}"


_MIX: Final = (
    _Kind("a rare word and a common one", "{} {}", (8_000, 80), _GOAL_ALL),
    _Kind("two common words", "{} {}", (70, 100), _GOAL_ALL),
    _Kind("a phrase", '"{} {}"', (70, 300), _GOAL_ALL),
    _Kind("three words", "{} {} {}", (80, 150, 400), _GOAL_ALL),
    _Kind("a name", "{}", (2_000,), _GOAL_ALL),
    _Kind("nothing there is", "qw{}x", (20_000,), _GOAL_ALL),
    _Kind("two common words in a quarter", "{} {}", (70, 100), _GOAL_ALL, days=91),
    _Kind("any of two common words", "{} or {}", (70, 100), _GOAL_ANY),
    _Kind(
        "any word of a question", "what did {} {} about the {} in {} {}?", (90, 600, 2_000, 9_000, 25_000), _GOAL_ANY
    ),
)


async def search(url: str, messages: int, samples: int) -> list[Figure]:
    """Measure each kind of search among a number of messages."""
    chatter = Chatter(seed=1)
    await fill(url, chatter, messages)
    database = Database(url)
    figures: list[Figure] = []
    times: dict[int, list[float]] = {_GOAL_ALL: [], _GOAL_ANY: []}
    for kind in _MIX:
        taken: list[float] = []
        for sample in range(samples):
            wanted, began = kind.wanted(chatter, sample), perf_counter()
            async with database.transaction() as tx:
                await conversation_search.search(tx, OWNER, wanted, limit=_PASSAGES, most=_CHARACTERS)
            taken.append(1000 * (perf_counter() - began))
        times[kind.goal] += taken
        figures += [
            Figure(str(kind), "ms", taken, goal=kind.goal),
            Figure(f"search for {kind.name}, at worst", "ms", [max(taken)]),
        ]
    await database.close()
    return [
        Figure(f"search for words that all must occur, {messages:,} messages", "ms", times[_GOAL_ALL], goal=_GOAL_ALL),
        Figure("search otherwise", "ms", times[_GOAL_ANY], goal=_GOAL_ANY),
        *figures,
    ]


async def fill(url: str, chatter: Chatter, messages: int) -> None:
    """Fill a database with messages of several years, and build its index at the end."""
    with administration(url) as connection:
        turns, now = messages // 2, datetime.now(UTC)  # evenly over the years until now
        _store(connection, chatter, [now - left * timedelta(days=365 * _YEARS) / turns for left in range(turns, 0, -1)])
        (definition,) = connection.execute(
            "SELECT indexdef FROM pg_indexes WHERE indexname = 'idx_agent_words_words'"
        ).fetchone() or ("",)
        connection.execute("DROP INDEX idx_agent_words_words")
        database = Database(url)
        async with database.transaction() as tx:
            await word_index.begin(tx, "english")
            await tx.connection.execute(index_messages(AgentMessage.__table__))
        await database.close()
        connection.execute("SET maintenance_work_mem = '256MB'")
        connection.execute(sql.SQL(definition))
        connection.execute("UPDATE agent_search SET is_done = true")
        connection.execute(
            "INSERT INTO agent_owners (bot_id, user_id, conversations) "
            "SELECT bot_id, user_id, max(number) FROM agent_conversations GROUP BY bot_id, user_id"
        )
        connection.execute("VACUUM ANALYZE")


def _store(connection: psycopg.Connection, chatter: Chatter, times: Sequence[datetime]) -> None:
    """Store turns, a few dozen of them a conversation."""
    conversations: list[tuple[object, ...]] = []
    turns: list[tuple[object, ...]] = []
    for first in range(0, len(times), _TURNS_A_CONVERSATION):
        held = times[first : first + _TURNS_A_CONVERSATION]
        number = len(conversations) + 1
        user = _USERS[number % len(_USERS)]
        conversations.append(
            (chatter.id(held[0]), OWNER.bot_id, user, user, number, "", "[]", held[0], held[-1], held[-1])
        )
        turns += [(chatter.id(at), conversations[-1][0], "answered", at) for at in held]
    copy(
        connection,
        "agent_conversations (id, bot_id, user_id, chat_id, number, system_prompt, tools, started_at, last_message_at, "
        "ended_at)",
        conversations,
    )
    copy(connection, "agent_turns (id, conversation_id, state, created_at)", turns)
    messages = (row for turn_id, _, _, at in turns for row in _messages(chatter, turn_id, at))
    copy(connection, "agent_messages (turn_id, position, role, content, created_at)", messages)


def _messages(chatter: Chatter, turn_id: object, at: object) -> Iterator[tuple[object, ...]]:
    yield turn_id, 1, "user", f"[{at}]\n{chatter.words(_WORDS_OF_USER)}", at
    yield turn_id, 2, "assistant", chatter.words(_WORDS_OF_ASSISTANT), at


def copy(connection: psycopg.Connection, table: LiteralString, rows: Iterable[tuple[object, ...]]) -> None:
    """Store rows in a table, with the columns after its name."""
    with connection.cursor() as cursor, cursor.copy(sql.SQL("COPY " + table + " FROM STDIN")) as copying:
        for row in rows:
            copying.write_row(row)
