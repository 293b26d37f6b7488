"""The API with many memories and messages: each kind of request, and turns while programs ask."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from statistics import median
from time import perf_counter
from typing import Final

import httpx
import psycopg
from sqlalchemy import make_url

from bot.database import access_tokens
from bot.database.engine import Database
from bot.database.importance import half_lives
from bot.database.memories import content_key
from bot.database.search import words as word_index
from bot.values.access import Scope
from bot.values.memories import MemoryCategory
from tests.bench.figures import Figure, figure
from tests.bench.postgres import OWNER
from tests.bench.search import Chatter, copy, fill
from tests.bench.stand import Stand

_WORDS: Final = 12
"""Median number of words in a memory."""
_VERSIONS: Final = 10
"""Versions of each memory."""
_EVERY: Final = timedelta(minutes=5)
_MEMORIES: Final = """
    agent_memories (
        id, bot_id, user_id, category, subject, subject_key, content_key, version, importance, created_at, deleted_at
    )
"""
_NEWEST: Final = "agent_memory_versions (id, memory_id, version_number, content, created_at)"
_FORMER: Final = f"""
    INSERT INTO agent_memory_versions (id, memory_id, version_number, content, created_at)
    SELECT gen_random_uuid(), memory.id, number, left('The user once ' || number || ' ' || content, 500),
        memory.created_at + (number - 1) * interval '7 hours'
    FROM agent_memories AS memory JOIN agent_memory_versions ON memory_id = memory.id,
        generate_series(1, {_VERSIONS - 1}) AS number
"""
_LIST_GOAL: Final = 30
_TYPING_GOAL: Final = 50
_TIMELINE_GOAL: Final = 100
_A_SECOND: Final = 20
_MOST_OVER: Final = 0.1
"""Share of a turn's latency that requests may add."""
_SETTLE_SECONDS: Final = 1.0


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of request; `{}` in its parameters is the beginning of another word each time, of some `letters`."""

    name: str
    path: str
    parameters: Mapping[str, str]
    goal: float | None = None
    letters: int = 0


_MIX: Final = (
    _Kind("list", "/api/memory/", {}, _LIST_GOAL),
    _Kind("list, changed last first", "/api/memory/", {"sort": "changed"}, _LIST_GOAL),
    _Kind("list, newest first", "/api/memory/", {"sort": "newest"}, _LIST_GOAL),
    _Kind("list of a category", "/api/memory/", {"category": "person"}, _LIST_GOAL),
    *(
        _Kind(f"search as you type, {letters} letters", "/api/memory/", {"query": "{}"}, _TYPING_GOAL, letters)
        for letters in (1, 2, 3, 4, 6)
    ),
    _Kind("timeline", "/api/timeline/", {}, _TIMELINE_GOAL),
    _Kind("timeline of what was changed", "/api/timeline/", {"kind": "changed"}, _TIMELINE_GOAL),
    _Kind("conversations", "/api/conversations/", {}),
    _Kind("search of conversations", "/api/conversations/search/", {"query": "{}"}, letters=20),
    _Kind("usage by day", "/api/usage/days", {}),
    _Kind("prompt", "/api/prompt", {}),
)
_LOAD: Final = tuple(it for it in _MIX if it.goal)
"""What programs ask for while turns are measured."""


async def api(bot: Stand, database: Database, url: str, *, samples: int, runs: int, turns: int) -> list[Figure]:
    """Measure each kind of request of a bot whose API is at a URL, then its turns while programs ask, and while not."""
    chatter = Chatter(seed=3)
    figures, typed = list[Figure](), list[float]()
    for kind in _MIX:
        async with _client(database, url, kind.name) as http:
            await http.get(kind.path, params=_parameters(kind, chatter, samples))
            floors, taken = list[float](), list[float]()
            for sample in range(samples):
                floors.append(await _taken(http, "/healthz", {}))
                taken.append(await _taken(http, kind.path, _parameters(kind, chatter, sample)))
        figures.append(figure(kind.name, "ms", taken, floors, goal=kind.goal))
        typed += taken if kind.letters and kind.goal else []
    return [
        figure("search as you type, any number of letters", "ms", typed, goal=_TYPING_GOAL),
        *figures,
        *await _turns(bot, database, url, runs, turns),
    ]


async def _turns(bot: Stand, database: Database, url: str, runs: int, turns: int) -> list[Figure]:
    """Measure turns, in runs without and with requests; the floor is without."""
    await bot.say()
    without, during = list[float](), list[float]()
    for _ in range(runs):
        without += [(await bot.turn()).request for _ in range(turns)]
        async with _asking(database, url):
            during += [(await bot.turn()).request for _ in range(turns)]
    name = f"update to model's request, with {_A_SECOND} requests/s (floor: with none)"
    return [figure(name, "ms", during, without, goal_over=_MOST_OVER * median(without))]


@asynccontextmanager
async def _asking(database: Database, url: str) -> AsyncIterator[None]:
    """Let another process ask for things while the block runs."""
    token = await _token(database, f"load {datetime.now(UTC).timestamp()}")
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "tests.bench.api", url, token, stdout=DEVNULL)
    try:
        await asyncio.sleep(_SETTLE_SECONDS)
        yield
        if process.returncode is not None:
            raise RuntimeError("the programs have stopped asking")
    finally:
        process.terminate()
        await process.wait()


async def ask(url: str, token: str) -> None:
    """Ask for one thing after another, so many times a second, until the process is ended."""
    chatter = Chatter(seed=4)
    async with httpx.AsyncClient(base_url=url, headers=_bearer(token)) as http, asyncio.TaskGroup() as group:
        for number in count():
            kind = _LOAD[number % len(_LOAD)]
            group.create_task(_taken(http, kind.path, _parameters(kind, chatter, number)))
            await asyncio.sleep(1 / _A_SECOND)


def _parameters(kind: _Kind, chatter: Chatter, sample: int) -> dict[str, str]:
    word = chatter.word(60 + 40 * (sample % 100))[: kind.letters]
    return {name: value.format(word) for name, value in kind.parameters.items()}


async def _taken(http: httpx.AsyncClient, path: str, parameters: Mapping[str, str]) -> float:
    began = perf_counter()
    answer = await http.get(path, params=parameters)
    taken = 1000 * (perf_counter() - began)
    answer.raise_for_status()
    return taken


@asynccontextmanager
async def _client(database: Database, url: str, name: str) -> AsyncIterator[httpx.AsyncClient]:
    """Yield a client with a token of its own, since each may ask only so often."""
    async with httpx.AsyncClient(base_url=url, headers=_bearer(await _token(database, name)), timeout=60) as http:
        yield http


async def _token(database: Database, name: str) -> str:
    async with database.transaction() as tx:
        token = await access_tokens.add(tx, OWNER, name, Scope.READ)
    if token is None:
        raise RuntimeError(f"there is a token {name}")
    return token


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def filled(url: str, chatter: Chatter, memories: int, messages: int) -> None:
    """Fill a database with messages of several years, and memories with versions, of which every tenth is deleted."""
    await fill(url, chatter, messages)
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        rows = list(_rows(chatter, memories))
        copy(connection, _MEMORIES, (memory for memory, _ in rows))
        copy(connection, _NEWEST, (version for _, version in rows))
        connection.execute(_FORMER)
        database, more = Database(url), True
        while more:
            async with database.transaction() as tx:
                more = bool(await word_index.index_more(tx))
        await database.close()
        connection.execute("VACUUM ANALYZE")


def _rows(chatter: Chatter, memories: int) -> Iterator[tuple[tuple[object, ...], tuple[object, ...]]]:
    """Generate memories with their newest versions, the later ones newer."""
    now = datetime.now(UTC)
    categories = list(MemoryCategory)
    for number in range(memories):
        at = now - _EVERY * (memories - number)
        memory_id, content = f"b{number:07}", f"The user {chatter.words(_WORDS)}"[:400] + f" {number}"
        subject = chatter.words(2)[:200] if number % 3 == 0 else None
        yield (
            (
                *(memory_id, OWNER.bot_id, OWNER.user_id, categories[number % len(categories)].value),
                *(subject, subject and subject.casefold(), content_key(content), _VERSIONS, half_lives(at) + 1, at),
                at + timedelta(days=1) if number % 10 == 0 else None,
            ),
            (chatter.id(at), memory_id, _VERSIONS, content, at + _VERSIONS * timedelta(hours=7)),
        )


if __name__ == "__main__":
    asyncio.run(ask(*sys.argv[1:]))
