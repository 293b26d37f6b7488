"""`make bench`: what Keepsake adds to the smallest bot, measured against it in the same run."""

import argparse
import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from itertools import count, islice

from bot.memory.conversing import RECALLED
from tests.bench.cache import cache
from tests.bench.figures import Figure, table
from tests.bench.machine import machine
from tests.bench.postgres import Postgres, postgres
from tests.bench.search import search
from tests.bench.stand import Stand, TurnTimes, stand
from tests.bench.users import users
from tests.endless_chat import TURNS

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """Sizes of the measurements."""

    runs: int
    """Rounds of turns, with new processes and a new conversation each."""
    samples: int
    """Samples of each figure in a round."""
    starts: int
    histories: tuple[int, int]
    """Lengths of the history, in messages, at which turns are measured."""
    memories: Sequence[int]
    recalled: int
    """Number of memories when turns are measured with an embedding model."""
    turns: Sequence[int]
    """Numbers of the measured turns of an endless conversation."""
    long_runs: int
    """Processes that take this many turns each."""
    chats: int
    """Turns of each conversation when memory is measured over many conversations."""
    past: int
    """Stored messages for searches."""
    searches: int
    """Samples of each kind of search."""
    endless: int
    """Turns of the endless chat."""
    users: int
    """Users of one bot."""
    rates: Sequence[float]
    """Messages a second of these users, until the bot falls behind."""
    rate_seconds: float
    """Seconds at each rate."""


WHOLE = Effort(
    runs=4,
    samples=8,
    starts=5,
    histories=(20, 200),
    memories=(10, 1_000, 10_000),
    recalled=1_000,
    turns=(10, 500, 1_000),
    long_runs=3,
    chats=50,
    past=1_000_000,
    searches=40,
    endless=TURNS,
    users=1_000,
    rates=(2, 4, 6, 8, 10, 12, 15, 20, 25, 30),
    rate_seconds=20,
)
SMOKE = Effort(
    runs=1,
    samples=2,
    starts=1,
    histories=(2, 8),
    memories=(3,),
    recalled=20,
    turns=(2, 3),
    long_runs=1,
    chats=2,
    past=2_000,
    searches=2,
    endless=4,
    users=10,
    rates=(2,),
    rate_seconds=2,
)
"""Sizes for a quick check of the bench itself."""

READ_SECONDS = 0.2
"""Seconds before a question's turn, in which the previous messages are embedded: nobody asks at once."""


def floor() -> AbstractAsyncContextManager[Stand]:
    """Return a stand on which the floor runs."""
    return stand("tests.bench.floor", {})


def keepsake(settings: Mapping[str, str]) -> AbstractAsyncContextManager[Stand]:
    """Return a stand on which Keepsake runs."""
    return stand("bot", {"TELEGRAM_ALLOWED_USER_IDS": "1", "OPENAI_MODEL": "bench", **settings})


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
        Figure(
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
    bots, least_bots = ([times for each in of.values() for times in each] for of in (ours, floors))
    previews = [it.preview for it in bots], [it.preview for it in least_bots]
    finals = [it.final for it in bots], [it.final for it in least_bots]
    return [
        *requests,
        Figure("model's first words to preview", "ms", *previews, goal_over=10),
        Figure("model's end to final text", "ms", *finals, goal_over=4),
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
        async with keepsake({"DATA_DIR": str(server.folder / "starts")}) as bot, floor() as least:
            ours.append(bot.start_seconds)
            floors.append(least.start_seconds)
    return [Figure("start to polling", "s", ours[1:], floors[1:], goal=1.2)]  # the first start made the folder


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
    *_, (before, earlier), (last, later) = resident.items()
    grown = [after - then for then, after in zip(earlier, later, strict=True)]
    how = f"{effort.chats} a conversation"
    return [
        *(
            Figure(f"resident memory after {turn:,} turns, {how}", "MB", several, least, goal=100)
            for turn, several in resident.items()
        ),
        Figure(f"growth from turn {before:,} to {last:,}, {how}", "MB", grown, goal=1),
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
            listed.append(Figure(f"/memory with {number:,} memories", "ms", times, listed_least))
            times = []
            for _ in range(effort.samples):
                await bot.command("/new")
                times.append(await bot.say())
            name = f"new conversation with {number:,} memories, update to model's request"
            begun.append(Figure(name, "ms", times, begun_least))
    return [*listed, *begun]


MEASUREMENTS: Mapping[str, Callable[[Postgres, Effort], Awaitable[list[Figure]]]] = {
    "turns": turns,
    "starts": starts,
    "residence": residence,
    "memories": memories,
    "search": lambda server, effort: search(server.make("search"), effort.past, effort.searches),
    "cache": lambda server, effort: cache(server.make("cache"), effort.endless),
    "users": lambda server, effort: users(server, effort.users, effort.rates, effort.rate_seconds),
}


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
    """Take the measurements of these names, and print the table; an error if one failed, after the others' figures."""
    with postgres() as server:
        print(machine(server.folder, server.plain_url()), end="\n\n")
        figures, failed = asyncio.run(measure(server, effort, names))
    print(table(figures))
    if failed:
        sys.exit(f"failed, and not in the table: {', '.join(failed)}")


def main() -> None:
    """Run the named measurements, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=f"any of {', '.join(MEASUREMENTS)}; without: all")
    parser.add_argument("--smoke", action="store_true", help="measure next to nothing: does the bench work?")
    asked = parser.parse_args()
    if unknown := set(asked.names) - set(MEASUREMENTS):
        parser.error(f"there is no measurement called {', '.join(sorted(unknown))}")
    logging.getLogger("uvicorn.error").disabled = True  # each stand's bot is ended in the middle of a long poll
    bench(SMOKE if asked.smoke else WHOLE, asked.names or list(MEASUREMENTS))


if __name__ == "__main__":
    main()
