"""Keepsake on a small machine: the bot and its PostgreSQL share one slow core and 1 GB, the practice servers don't."""

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from tests.bench.figures import Figure, figure
from tests.bench.small_machine import MEGABYTES, NoSmallMachineError, SmallMachine, small_machine
from tests.bench.stand import TOKEN, Stand, TurnTimes, stand
from tests.forks import environment

SETTINGS = {"TELEGRAM_ALLOWED_USER_IDS": "1", "OPENAI_MODEL": "bench"}
_FACT = "The user's fact number {} is about as long as what people tell an assistant"


async def small(folder: Path, *, samples: int, starts: int, memories: int, flood: int) -> list[Figure]:
    """Measure starts, turns, commands, a flood and memory there, each beside the floor on a machine of its own."""
    try:
        with small_machine("bot") as ours, small_machine("floor") as theirs:
            return await _measured(folder, ours, theirs, samples=samples, starts=starts, memories=memories, flood=flood)
    except NoSmallMachineError as error:
        print(f"left out: a small machine. {error}", file=sys.stderr)
        return []


async def _measured(
    folder: Path, ours: SmallMachine, theirs: SmallMachine, *, samples: int, starts: int, memories: int, flood: int
) -> list[Figure]:
    data = {**SETTINGS, "DATA_DIR": str(folder)}
    async with stand() as whole_machine:  # makes the data folder
        await whole_machine.launch("bot", data)
    facts = "\n".join(f"- {_FACT.format(index)}" for index in range(memories))
    await _import(facts, data)
    started: list[tuple[float, float]] = []
    for _ in range(starts):
        async with _launched(ours, "bot", data) as bot, _launched(theirs, "tests.bench.floor", {}) as least:
            started.append((bot.start_seconds, least.start_seconds))
    async with _launched(ours, "bot", data) as bot, _launched(theirs, "tests.bench.floor", {}) as least:
        for each in (bot, least):  # one after the other, as each may have the whole of its core
            await each.say()
        turns: list[tuple[TurnTimes, TurnTimes]] = [(await bot.turn(), await least.turn()) for _ in range(samples)]
        commands = {words: [await bot.command(words) for _ in range(samples)] for words in ("/memory", "/search fact")}
        taken, answered = await bot.flood(flood, 1)
        resident, least_resident = ours.resident_megabytes(), theirs.resident_megabytes()
    if kills := ours.kills():
        raise RuntimeError(f"{kills} processes were killed for lack of memory")
    where = "on a small machine"
    bots, floors = zip(*turns, strict=True)
    our_starts, floor_starts = zip(*started, strict=True)
    return [
        figure(f"start to polling {where}", "s", our_starts, floor_starts),
        figure(f"update to model's request {where}", "ms", _each(bots, "request"), _each(floors, "request")),
        figure(f"model's first words to preview {where}", "ms", _each(bots, "preview"), _each(floors, "preview")),
        figure(f"model's end to final text {where}", "ms", _each(bots, "final"), _each(floors, "final")),
        *(figure(f"{words} with {memories:,} memories {where}", "ms", times) for words, times in commands.items()),
        figure(f"{flood:,} messages at once {where}, until all updates are taken", "ms", [taken]),
        figure(f"{flood:,} messages at once {where}, from then on until /memory is answered", "ms", [answered]),
        figure(f"memory of all processes {where}", "MB", [resident], [least_resident], goal=MEGABYTES),
    ]


def _each(turns: Sequence[TurnTimes], name: str) -> list[float]:
    return [getattr(times, name) for times in turns]


@asynccontextmanager
async def _launched(machine: SmallMachine, module: str, settings: Mapping[str, str]) -> AsyncIterator[Stand]:
    async with stand() as made:
        await made.launch(module, settings, prefix=machine.prefix)
        yield made


async def _import(memories: str, settings: Mapping[str, str]) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "memory", "import", "-"),
        cwd=Path(settings["DATA_DIR"]).parent,
        env=environment(TELEGRAM_BOT_TOKEN=TOKEN, OPENAI_BASE_URL="http://localhost", **settings),
        stdin=PIPE,
        stdout=DEVNULL,
    )
    await process.communicate(memories.encode())
    if process.returncode:
        raise RuntimeError("the memories can't be imported")
