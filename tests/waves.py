"""Turns of the bot as a process, while one of its two models after the other fails in waves.

Every wave strikes the model that answers, in one of six ways, so that the other one has to take over in the middle of
a turn. No turn may show a failure, and each has its effect once.
"""

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Final

from practice.model.chat_api import ToolMessage
from practice.model.server import ChatRequest, ModelServer, Refusal, Reply, ToolCall
from practice.serving import Place
from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.process import BotProcess, said

TOKEN: Final = "1000:waves"
SILENCE_SECONDS: Final = 1.5
"""Seconds after which a silent model has failed."""
_TAG: Final = re.compile(r"\bm(\d{4})\b")
_REMARK: Final = re.compile(r"(?:first|second) answered, because (?:first|second) .*\.")
_ANSWER: Final = "This is the answer to m{number:04}"


class Wave(StrEnum):
    """A way to fail."""

    BURST = "429"
    OVERLOAD = "503"
    SILENCE = "silence"
    CUT_BEFORE = "a cut before the first word"
    CUT_AFTER = "a cut after the first word"
    DEAD = "a dead server"


_WORDS: Final = "Words that are never the whole answer"
_FAILURES: Final = {
    Wave.BURST: Reply(error=Refusal(429, "Rate limit reached", code="rate_limit_exceeded")),
    Wave.OVERLOAD: Reply(error=Refusal(503, "Overloaded")),
    Wave.SILENCE: Reply(text=_WORDS, gates={0: asyncio.Event()}),
    Wave.CUT_BEFORE: Reply(text=_WORDS, cut_after=1),
    Wave.CUT_AFTER: Reply(text=_WORDS, cut_after=4),
}
"""The replies during each wave, but for a server that is dead."""


@dataclass(slots=True)
class Sea:
    """Both models, the wave that strikes one of them, and when requests failed, by the monotonic clock."""

    servers: list[ModelServer] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    struck: str = ""
    wave: Wave = Wave.BURST
    spared: int = 0
    """Requests that are still answered before the wave strikes."""
    failed_at: list[float] = field(default_factory=list)

    async def strike(self, model: str, wave: Wave, spared: int) -> None:
        """Let a wave strike a model, after some requests."""
        if self.struck:
            await self.places[self.struck].open()
        self.struck, self.wave, self.spared = model, wave, spared
        if wave is Wave.DEAD:
            self.failed_at.append(time.monotonic())
            await self.places[model].close()

    def reply(self, request: ChatRequest) -> Reply:
        """Answer for a model, or fail."""
        for server in self.servers:
            server.requests.clear()  # so many of them would hold up the servers themselves
        usual = _usual(request)
        if request.model != self.struck:
            return usual
        if self.spared:
            self.spared -= 1
            return usual
        after = SILENCE_SECONDS if self.wave is Wave.SILENCE else 0
        self.failed_at.append(time.monotonic() + after)
        return _FAILURES[self.wave]


def _usual(request: ChatRequest) -> Reply:
    """Remember what a message says, then answer it."""
    tags = _TAG.findall(said(request)[-1])
    if not tags:
        return Reply(text="So far, there were messages with numbers.")
    number = int(tags[-1])
    if isinstance(request.messages[-1], ToolMessage):
        return Reply(text=_ANSWER.format(number=number))
    arguments = {"content": fact(number), "category": "context", "user_asked": True, "is_new": True}
    return Reply(calls=(ToolCall("add_to_memory", json.dumps(arguments)),))


def fact(number: int) -> str:
    """Return what the model remembers with a message."""
    return f"Fact {number:04}: {number:04}a, {number:04}b and {number:04}c"


@dataclass(slots=True)
class Voyage:
    """What came of the turns."""

    problems: list[str] = field(default_factory=list)
    strikes: Counter[Wave] = field(default_factory=Counter)
    """Turns in which a request failed, by wave."""


async def sail(database_url: str, folder: Path, turns: int, seed: int = 1) -> Voyage:
    """Take turns through the waves."""
    random, voyage = Random(seed), Voyage()  # noqa: S311 - a scenario
    async with _ship(database_url, folder) as (telegram, sea, bot):
        waves, models = cycle(random.sample(list(Wave), len(Wave))), cycle(["first", "second"])
        until = 0
        for number in range(1, turns + 1):
            before = len(sea.failed_at)
            if number > until:
                until = number + random.randint(1, 2)
                await sea.strike(next(models), next(waves), random.randint(0, 1))
            began = await _turn(telegram, sea, bot, voyage, number)
            if any(it <= began for it in sea.failed_at[before:]):
                voyage.strikes[sea.wave] += 1
        await bot.stop()
    voyage.problems += _effects(database_url, turns)
    return voyage


async def _turn(telegram: BotApi, sea: Sea, bot: BotProcess, voyage: Voyage, number: int) -> float:
    """Take a turn; return when its first words were there, by the monotonic clock."""
    sent = telegram.send_text(f"m{number:04} is worth knowing")
    await telegram.bot_message("", after=sent)
    began = time.monotonic()
    await bot.answered(number)
    answer = _ANSWER.format(number=number)
    await telegram.bot_message(answer, after=sent)
    told = [it.text for it in telegram.messages() if it.from_bot and it.message_id > sent]
    others = [it for it in told if not (it.startswith(answer) or _REMARK.fullmatch(it))]
    voyage.problems += [f"m{number:04}, {sea.wave}: {it}" for it in others]
    return began


def _effects(database_url: str, turns: int) -> list[str]:
    """Return which facts are not stored exactly once."""
    with administration(database_url) as connection:
        stored = Counter(row[0] for row in connection.execute("SELECT content FROM agent_memory_versions"))
    expected = Counter(fact(number) for number in range(1, turns + 1))
    return [f"{it}: {stored[it]} times" for it in sorted({*stored, *expected}) if stored[it] != expected[it]]


@asynccontextmanager
async def _ship(database_url: str, folder: Path) -> AsyncIterator[tuple[BotApi, Sea, BotProcess]]:
    """Run the bot with two models on servers of their own."""
    telegram, sea = BotApi(TOKEN), Sea()
    async with AsyncExitStack() as stack:
        place = await stack.enter_async_context(Place(telegram.app))
        for name in ("first", "second"):
            server = ModelServer(sea.reply, models=(name,))
            sea.servers.append(server)
            sea.places[name] = await stack.enter_async_context(Place(server.app))
        settings = {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_ALLOWED_USER_IDS": "1",
            "TELEGRAM_API_URL": place.url,
            "OPENAI_BASE_URL": f"{sea.places['first'].url}/v1",
            "OPENAI_MODEL": "first",
            "OPENAI_FALLBACKS": f"second {sea.places['second'].url}/v1",
            "MODEL_FIRST_CHUNK_SECONDS": str(SILENCE_SECONDS),
            "MEMORY_TOKENS": "500",
            "DATA_DIR": str(folder / "data"),
            "DATABASE_URL": database_url.replace("postgresql+psycopg://", "postgresql://"),
        }
        bot = BotProcess(folder, settings)
        stack.push_async_callback(bot.stop)
        await bot.start()
        yield telegram, sea, bot
