"""The bot, wired as its process wires it, in an event loop with virtual time: it can be killed without a process."""

import asyncio
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import psycopg
import pytest
from pydantic import SecretStr
from sqlalchemy import make_url

from bot.app.answering import answering
from bot.kit.errors import DatabaseUnavailable
from bot.kit.settings import Settings
from bot.model.choice import Models
from bot.model.openai_model import OpenAIModel
from bot.store.engine import Database
from tests.properties.chat_world import IDLE_MINUTES, TOKEN, USERS, World
from tests.properties.planned_model import MODEL
from tests.properties.virtual_time import Life, VirtualTimeLoop

KILLED: Final = [
    pytest.mark.filterwarnings("ignore::telegram.warnings.PTBDeprecationWarning"),  # the type of RetryAfter's seconds
    # What is killed closes nothing, and leaves what it has begun:
    pytest.mark.filterwarnings("ignore:The garbage collector is trying to clean up:sqlalchemy.exc.SAWarning"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore:coroutine 'connect_tcp:RuntimeWarning"),
]
"""Marks of tests that kill a bot within their own process."""

T = TypeVar("T")

_LONGEST_WAIT_SECONDS: Final = 200.0
"""Longer than anything in the bot waits for something that is not going to come."""
_ROUNDS_TO_MODEL: Final = 100
"""More than pass until the model is asked for an answer."""
_NO_TIME: Final = 0.05
"""Longer than the pause in which what came gets on its way, before updates are asked for again."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the bot continues: while anything happens, or for some rounds, perhaps from its next request on."""

    rounds: int | None = None
    until_asked: bool = False


class BotInLoop:
    """A bot that runs only while it is let run."""

    def __init__(self, loop: VirtualTimeLoop, world: World, database_url: str) -> None:
        self._loop = loop
        self._world = world
        self._database_url = database_url
        self._settings = _settings(world.context_tokens)
        self._opened = AsyncExitStack()
        self._life = Life(loop)
        self._program: asyncio.Task[None] | None = None

    @property
    def runs(self) -> bool:
        """Whether the bot was started and did not end: without its database it can't start."""
        return self._program is not None and not self._program.done()

    def limit(self, context_tokens: int) -> None:
        """Bound the bot's prompts from its next start on."""
        self._world.limit(context_tokens)
        self._settings = _settings(context_tokens)

    async def start(self) -> None:
        """Start the bot."""
        await self._clear_away()
        database = Database(self._database_url)
        model = OpenAIModel(
            MODEL,
            api_key="",
            base_url=self._world.model_url,
            at_openai=True,
            first_chunk_seconds=self._settings.model_first_chunk_seconds,
            chunk_seconds=self._settings.model_chunk_seconds,
        )
        self._opened.push_async_callback(database.close)
        self._opened.push_async_callback(model.close)
        self._world.begins()
        self._life = Life(self._loop)
        self._program = self._life.begin(self._run(database, model))

    async def kill(self) -> None:
        """End the bot as SIGKILL does."""
        self._world.end_connections()
        heard = len(self._world.complaints)
        await self._life.kill()
        del self._world.complaints[heard:]
        await self._clear_away()

    async def stop(self) -> None:
        """End the bot as SIGTERM does."""
        if self._program:
            self._program.cancel()
            await asyncio.wait({self._program})
        await self._clear_away()

    async def pass_time(self, seconds: float = _NO_TIME) -> None:
        """Let everything happen that happens within some time; by default, what happens at once."""
        await asyncio.sleep(seconds)

    async def go_on(self, pace: Pace) -> None:
        """Let the bot run for a while, and stop it wherever it is."""
        if pace.rounds is None:
            await self.pass_time()
            return
        requests = self._world.model.server.requests
        before = len(requests)
        for _ in range(_ROUNDS_TO_MODEL if pace.until_asked else 0):
            if len(requests) > before:
                break
            await self._loop.next_round()
        for _ in range(pace.rounds):
            await self._loop.next_round()

    async def settle(self) -> None:
        """Let nothing fail or be held any more, and wait until everything has happened."""
        self._world.heal()
        if not self.runs:
            await self.start()
        await self.pass_time(_LONGEST_WAIT_SECONDS)

    async def _clear_away(self) -> None:
        """Close and cancel what an ended bot left, as the end of its process does."""
        await self._opened.aclose()
        await self._life.kill()

    async def _run(self, database: Database, model: OpenAIModel) -> None:
        there = {"telegram_api_url": self._world.telegram_url, "telegram_allowed_user_ids": frozenset(USERS)}
        own = {"telegram_bot_token": SecretStr(TOKEN)}
        settings = self._settings.model_copy(update={**own, **there})
        with suppress(DatabaseUnavailable):
            async with answering(settings, database, Models(model, model)):
                await asyncio.Event().wait()


def _settings(context_tokens: int) -> Settings:
    return Settings.model_validate(
        {"conversation_idle_minutes": IDLE_MINUTES, "context_tokens": context_tokens, "memory_review": False}
    )


class Stage:
    """A world and a bot in it, on a loop of their own that runs only within `run`."""

    def __init__(self, database_url: str) -> None:
        self._runner = asyncio.Runner(loop_factory=VirtualTimeLoop)
        loop = self._runner.get_loop()
        assert isinstance(loop, VirtualTimeLoop)
        plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection = psycopg.connect(plain, autocommit=True)
        self._opened = AsyncExitStack()
        self.world = World(self._connection)
        self.bot = BotInLoop(loop, self.world, database_url)
        self.run(self._opened.enter_async_context(self.world.open()))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something while everything else continues."""
        return self._runner.run(work)

    def close(self) -> None:
        """Stop the bot, and close everything."""
        try:
            self.run(self.bot.stop())
            self.run(self._opened.aclose())
        finally:
            self._runner.close()
            self._connection.close()
