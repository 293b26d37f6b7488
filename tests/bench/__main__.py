"""`make bench`: what Keepsake adds to the smallest bot, measured against it in the same run."""

import argparse
import asyncio
import json
import logging
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

from bot.chat.recall import RECALLED
from bot.database.engine import Database
from tests.bench.api import api, filled
from tests.bench.cache import cache
from tests.bench.durability import durability
from tests.bench.figures import Figure, figure, table
from tests.bench.files import READER, files
from tests.bench.first import first
from tests.bench.length import OTHER, length
from tests.bench.machine import machine
from tests.bench.page import page
from tests.bench.postgres import Cost, Postgres, postgres
from tests.bench.scale import scale
from tests.bench.search import Chatter, search
from tests.bench.small import small
from tests.bench.stand import Stand, TurnTimes, stand
from tests.bench.users import long_run, users
from tests.endless_chat import TURNS
from tests.scenarios.test_api import free_port

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Sizes of the measurements."""

    runs: int
    """Rounds of turns, with new processes and a new conversation each."""
    samples: int
    """Samples of each figure in a round."""
    rounds: int
    """Samples of each database step."""
    starts: int
    histories: tuple[int, int]
    """Lengths of the history, in messages, at which turns are measured."""
    memories: Sequence[int]
    recalled: int
    """Number of memories when turns are measured with an embedding model."""
    scale: Sequence[int]
    """Numbers of embedded memories at which each step is measured."""
    turns: Sequence[int]
    """Numbers of the measured turns of an endless conversation."""
    long_runs: int
    """Processes that take this many turns each."""
    chats: int
    """Turns of each conversation when memory is measured over many conversations."""
    flood: int
    """Messages of a flood."""
    past: int
    """Stored messages for searches."""
    searches: int
    """Samples of each kind of search."""
    lengths: Sequence[int]
    """Characters of long answers."""
    endless: int
    """Turns of the endless chat."""
    reminders: int
    """Reminders that are due at once."""
    users: int
    """Users of one bot."""
    rates: Sequence[float]
    """Messages a second of these users, until the bot falls behind."""
    rate_seconds: float
    """Seconds at each rate."""
    messages: int
    """Messages of each user in a long run."""
    long_run_seconds: float


WHOLE = Effort(
    runs=4,
    samples=8,
    rounds=300,
    starts=5,
    histories=(20, 200),
    memories=(10, 1_000, 10_000),
    recalled=1_000,
    scale=(100, 1_000, 10_000, 100_000),
    turns=(10, 500, 1_000),
    long_runs=3,
    chats=50,
    flood=1_000,
    past=1_000_000,
    searches=40,
    lengths=(10_000, 100_000, 200_000),
    endless=TURNS,
    reminders=10_000,
    users=1_000,
    rates=(2, 4, 6, 8, 10, 12, 15, 20, 25, 30),
    rate_seconds=20,
    messages=10,
    long_run_seconds=3_600,
)
SMOKE = Effort(
    runs=1,
    samples=2,
    rounds=2,
    starts=1,
    histories=(2, 8),
    memories=(3,),
    recalled=20,
    scale=(3, 5),
    turns=(2, 3),
    long_runs=1,
    chats=2,
    flood=10,
    past=2_000,
    searches=2,
    lengths=(1_000, 5_000),
    endless=4,
    reminders=20,
    users=10,
    rates=(2,),
    rate_seconds=2,
    messages=1,
    long_run_seconds=3,
)
"""Sizes for a quick check of the bench itself."""

READ_SECONDS = 0.2
"""Seconds before a question's turn, in which the previous messages are embedded: nobody asks at once."""

BUILD = Path(__file__).parents[2] / "build" / "bench"


@asynccontextmanager
async def floor() -> AsyncIterator[Stand]:
    """Yield a stand on which the floor runs."""
    async with stand() as made:
        await made.launch("tests.bench.floor", {})
        yield made


@asynccontextmanager
async def keepsake(settings: Mapping[str, str]) -> AsyncIterator[Stand]:
    """Yield a stand on which Keepsake runs."""
    async with stand() as made:
        await made.launch("bot", {"TELEGRAM_ALLOWED_USER_IDS": "1", "OPENAI_MODEL": "bench", **settings})
        yield made


async def turns(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure turns of Keepsake and of the floor, one after the other, at each length of the history."""
    ours: dict[int, list[TurnTimes]] = {history: [] for history in effort.histories}
    floors: dict[int, list[TurnTimes]] = {history: [] for history in effort.histories}
    for run in range(effort.runs):
        async with keepsake({"DATABASE_URL": server.make(f"turns_{run}")}) as bot, floor() as least:
            taken = 0
            for history in effort.histories:
                for _ in range(history // 2 - taken):
                    await asyncio.gather(bot.say(), least.say())
                for _ in range(effort.samples):
                    floors[history].append(await least.turn())
                    ours[history].append(await bot.turn())
                taken = history // 2 + effort.samples
    recalling = await recalling_turns(server, effort)
    requests = [
        figure(
            f"update to model's request, from {history} messages on{with_what}",
            "ms",
            of[history],
            [times.request for times in floors[history]],
            goal_over=goal_over,
        )
        for with_what, of, goal_over in (
            ("", {history: [times.request for times in ours[history]] for history in ours}, 5),
            (", with a memory recalled by embedding", recalling, 12),
        )
        for history in effort.histories
    ]
    our_turns, floor_turns = ([times for each in of.values() for times in each] for of in (ours, floors))
    return [
        *requests,
        figure(
            "model's first words to preview",
            "ms",
            [times.preview for times in our_turns],
            [times.preview for times in floor_turns],
            goal_over=10,
        ),
        figure(
            "model's end to final text",
            "ms",
            [times.final for times in our_turns],
            [times.final for times in floor_turns],
            goal_over=4,
        ),
    ]


async def recalling_turns(server: Postgres, effort: Effort) -> dict[int, list[float]]:
    """Measure turns that recall a memory by words and embedding; return them by the length of the history."""
    taken: dict[int, list[float]] = {history: [] for history in effort.histories}
    settings = {"EMBEDDING_MODEL": "bench", "MEMORY_TOKENS": "100"}
    for run in range(effort.runs):
        url = server.make(f"recalling_{run}")
        await server.remember(url, effort.recalled)
        async with keepsake({"DATABASE_URL": url, **settings}) as bot:
            await server.meant(url)
            facts, said = count(), 0
            for history in effort.histories:
                for _ in range(history // 2 - said):
                    await bot.say()
                for fact in islice(facts, effort.samples):
                    await asyncio.sleep(READ_SECONDS)
                    taken[history].append((await bot.turn(f"What was fact number {fact}?")).request)
                    if RECALLED not in bot.note:
                        raise RuntimeError("no memory came to mind")
                said = history // 2 + effort.samples
    return taken


async def starts(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure a start on an existing data folder, including the embedded server."""
    ours, floors = [], []
    for _ in range(effort.starts + 1):
        async with keepsake({"DATA_DIR": str(server.folder.with_name("starts"))}) as bot, floor() as least:
            ours.append(bot.start_seconds)
            floors.append(least.start_seconds)
    return [figure("start to polling", "s", ours[1:], floors[1:], goal=1.2)]  # the first start made the folder


async def growth(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure what a turn costs the database, and the process in memory, as one conversation grows."""
    costs: dict[int, list[Cost]] = {turn: [] for turn in effort.turns}
    resident: dict[int, list[float]] = {turn: [] for turn in effort.turns}
    for run in range(effort.long_runs):
        name = f"growth_{run}"
        async with keepsake({"DATABASE_URL": server.make(name, logged=True)}) as bot:
            for turn in range(1, effort.turns[-1] + 1):
                if turn in effort.turns:
                    async with server.watched(name) as cost:
                        await bot.say()
                    costs[turn].append(cost)
                    resident[turn].append(bot.resident_megabytes())
                else:
                    await bot.say()
    first = costs[effort.turns[0]][0]
    measured: Sequence[tuple[str, Callable[[Cost], int], int]] = (
        ("statements of", lambda cost: len(cost.statements), len(first.statements)),
        ("rows written by", lambda cost: cost.rows, first.rows),
        ("history reads of", lambda cost: cost.history_reads, 0),
    )
    return [
        *(
            figure(f"{what} turn {turn:,}", "", [measure(cost) for cost in several], goal=goal)
            for what, measure, goal in measured
            for turn, several in costs.items()
        ),
        *_resident(resident, "in one conversation"),
    ]


async def residence(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure the process's memory as conversations come and go; the floor, which has but one, is asked once."""
    resident: dict[int, list[float]] = {turn: [] for turn in effort.turns}
    least = []
    for run in range(effort.long_runs):
        async with keepsake({"DATABASE_URL": server.make(f"residence_{run}")}) as bot, floor() as smallest:
            await smallest.say()
            for turn in range(1, effort.turns[-1] + 1):
                await bot.say()
                if turn in effort.turns:
                    resident[turn].append(bot.resident_megabytes())
                if turn % effort.chats == 0:
                    await bot.command("/new")
            least.append(smallest.resident_megabytes())
    return _resident(resident, f"{effort.chats} a conversation", least)


def _resident(taken: Mapping[int, Sequence[float]], how: str, least: Sequence[float] = ()) -> list[Figure]:
    """Return the process's memory after some turns, and its growth at the end."""
    *_, (before, earlier), (last, later) = taken.items()
    grown = [after - then for then, after in zip(earlier, later, strict=True)]
    return [
        *(
            figure(f"resident memory after {turn:,} turns, {how}", "MB", several, least, goal=100)
            for turn, several in taken.items()
        ),
        figure(f"growth from turn {before:,} to {last:,}, {how}", "MB", grown, goal=1),
    ]


async def memories(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure `/memory`, and the start of a conversation, with more and more memories."""
    listed, begun = [], []
    url = server.make("memories")
    async with keepsake({"DATABASE_URL": url}) as bot, floor() as least:
        listed_least = [await least.command("/memory") for _ in range(effort.samples)]
        begun_least = [await least.say() for _ in range(effort.samples)]
        for number in effort.memories:
            await server.remember(url, number)
            times = [await bot.command("/memory") for _ in range(effort.samples)]
            listed.append(figure(f"/memory with {number:,} memories", "ms", times, listed_least))
            times = []
            for _ in range(effort.samples):
                await bot.command("/new")
                times.append(await bot.say())
            name = f"new conversation with {number:,} memories, update to model's request"
            begun.append(figure(name, "ms", times, begun_least))
    return [*listed, *begun]


async def scaled(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure the cost of growing numbers of memories."""
    return await scale(server.make("scale"), effort.scale, effort.searches)


async def durable(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure the cost of durability in a turn."""
    return await durability(server.make("durability"), effort.rounds)


async def flood(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure `/memory` in the middle of a flood: all messages from one chat, or from fifty."""
    figures = []
    for chats, source in ((1, "one chat"), (50, "50 chats")):
        users = {"TELEGRAM_ALLOWED_USER_IDS": ",".join(map(str, range(1, chats + 1)))}
        settings = {"DATABASE_URL": server.make(f"flood_{chats}"), "CONTEXT_TOKENS": "200000", **users}  # for one turn
        async with keepsake(settings) as bot:
            floods = [await bot.flood(max(effort.flood, chats), chats) for _ in range(effort.runs)]
        name = f"{effort.flood:,} messages at once from {source}"
        figures += [
            figure(f"{name}, until all updates are taken", "ms", [taken for taken, _ in floods]),
            figure(f"{name}, from then on until /memory is answered", "ms", [told for _, told in floods], goal=200),
        ]
    return figures


async def rings(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure how long many reminders ring that are due at once, each once, and turns of their chat meanwhile."""
    url = server.make("rings")
    async with floor() as least:
        alone = [await least.say() for _ in range(effort.samples)]
    due_at = server.remind("rings", effort.reminders)
    async with keepsake({"DATABASE_URL": url}) as bot:
        await bot.say()
        meanwhile, seconds = await bot.ring(effort.reminders, due_at)
    name = f"{effort.reminders:,} reminders at once"
    return [
        figure(f"{name}, until each has rung", "s", [seconds]),
        figure(f"update to model's request while {name} ring", "ms", meanwhile, alone),
    ]


async def with_files(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure what files add to a turn of text."""
    settings = {
        "DATABASE_URL": server.make("files"),
        "TRANSCRIPTION_MODEL": "bench",
        "TELEGRAM_ALLOWED_USER_IDS": f"1,{READER}",
    }
    async with keepsake(settings) as bot:
        return await files(bot, effort.samples)


async def long_answers(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure what answers cost by their length, and how long others wait meanwhile."""
    settings = {"DATABASE_URL": server.make("length"), "TELEGRAM_ALLOWED_USER_IDS": f"1,{OTHER}"}
    async with keepsake(settings) as bot:
        return await length(bot, effort.lengths, effort.runs, effort.searches)


async def cached(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure how much of an endless chat comes from the model server's prompt cache."""
    return await cache(server.make("cache"), effort.endless)


async def programs(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure the API with many memories and messages."""
    url, port = server.make("api"), free_port()
    await filled(url, Chatter(seed=3), effort.scale[-1], effort.past)
    database = Database(url)
    async with keepsake({"DATABASE_URL": url, "API_PORT": str(port)}) as bot:
        address = f"http://127.0.0.1:{port}"
        figures = await page(database, address, effort.searches)
        figures += await api(bot, database, address, samples=effort.searches, runs=effort.runs, turns=effort.samples)
    await database.close()
    return figures


async def newcomer(server: Postgres, _: Effort) -> list[Figure]:
    """Measure the first minutes of a newcomer, with all that has to be installed."""
    return await first(server.folder.parent / "first")


async def many_users(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure many users of one bot."""
    return await users(server, effort.users, effort.rates, effort.rate_seconds)


async def many_users_for_an_hour(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure many users of one bot through an hour."""
    return await long_run(server, effort.users, effort.messages, effort.long_run_seconds)


async def on_small_machine(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure a machine of one slow core and 1 GB."""
    return await small(
        server.folder.parent / "small",
        samples=effort.runs * effort.samples,
        starts=effort.starts,
        memories=effort.recalled,
        flood=effort.flood,
    )


async def past(server: Postgres, effort: Effort) -> list[Figure]:
    """Measure conversation search."""
    return await search(server.make("search"), effort.past, effort.searches)


MEASUREMENTS: Mapping[str, Callable[[Postgres, Effort], Awaitable[list[Figure]]]] = {
    "turns": turns,
    "durability": durable,
    "starts": starts,
    "growth": growth,
    "residence": residence,
    "memories": memories,
    "scale": scaled,
    "flood": flood,
    "search": past,
    "files": with_files,
    "rings": rings,
    "length": long_answers,
    "cache": cached,
    "api": programs,
    "users": many_users,
    "small": on_small_machine,
    "first": newcomer,
    "hour": many_users_for_an_hour,
}
LEFT_OUT = {"hour"}
"""Measurements that take long, and are taken only if they are named."""


async def measure(server: Postgres, effort: Effort, names: Sequence[str]) -> tuple[list[Figure], list[str]]:
    """Take the measurements of these names; return the figures, and the names of those that failed."""
    figures, failed = list[Figure](), list[str]()
    for name in names:
        print(f"measuring {name} ...", file=sys.stderr)
        try:
            figures += await MEASUREMENTS[name](server, effort)
        except Exception:  # the figures of the others may have taken an hour
            log.exception("measuring %s failed", name)
            failed.append(name)
    return figures, failed


def bench(effort: Effort, names: Sequence[str]) -> None:
    """Take the measurements of these names, print the table, and write everything as JSON.

    Exits with an error if one failed, and with the figures of the others.
    """
    folder = Path(tempfile.mkdtemp(prefix="keepsake-bench-"))
    folder.chmod(0o711)  # root's server runs as another user, who has to reach it
    try:
        with postgres(folder / "postgres") as server:
            on = machine(folder, server.plain_url())
            figures, failed = asyncio.run(measure(server, effort, names))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(", ".join(f"{name}: {value}" for name, value in on.items()), table(figures), sep="\n\n")
    BUILD.mkdir(parents=True, exist_ok=True)
    written = BUILD / f"{'-'.join(names)}.json"
    written.write_text(json.dumps({"machine": on, "figures": [one.json() for one in figures]}, indent=1))
    print(f"\nwritten to {written}")
    if failed:
        sys.exit(f"failed, and not in the table: {', '.join(failed)}")


def main() -> None:
    """Run the named measurements, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="name",
        help=f"any of {', '.join(MEASUREMENTS)}; without: all but {', '.join(LEFT_OUT)}",
    )
    parser.add_argument("--smoke", action="store_true", help="measure next to nothing: does the bench work?")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(MEASUREMENTS):
        parser.error(f"there is no measurement called {', '.join(sorted(unknown))}")
    logging.getLogger("uvicorn.error").disabled = True  # each stand's bot is ended in the middle of a long poll
    bench(SMOKE if asked.smoke else WHOLE, asked.names or [it for it in MEASUREMENTS if it not in LEFT_OUT])


if __name__ == "__main__":
    main()
