"""A run: people write, press, read and revise, and the bot is killed at random moments and at each named one.

Odd seeds have a model that is served in the Responses API, even ones one in Chat Completions.
"""

import asyncio
import shutil
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Final, LiteralString

import psycopg

from bot.turns.store.updates import MOST_ATTEMPTS
from practice.faults import Dropped, Fault
from practice.model.server import ModelServer
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.crash.asker import ASKER, Asker, acted, list_server
from tests.crash.downloads import FILE, Downloads
from tests.crash.opener import OPENER, Opener
from tests.crash.person import FEWEST_ROUNDS, RUN_SECONDS, Person
from tests.crash.points import (
    ASKS,
    OPENINGS,
    OTHERS,
    POINTS,
    PRESSES,
    READINGS,
    REVISIONS,
    RINGS,
    SUMMARIES,
    Moment,
    Point,
)
from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement
from tests.crash.presser import PRESSER, Presser
from tests.crash.reader import READER, Reader
from tests.crash.reminded import REMINDED, Reminded
from tests.crash.reviser import REVISER, Reviser
from tests.crash.script import TAG, USERS, Written, answer_to, reply, written
from tests.databases import administration
from tests.process import BotProcess
from tests.properties.chat_world import Row
from tests.sent_files import photo, send_photos

TOKEN: Final = "1000:crash"
RANDOM_KILLS: Final = 15
_MOST_WAITING: Final = 3
"""Most messages of a chat that wait for an answer before the next one is written."""
_LONGEST_DELAY: Final = 120
"""Most moments before a random kill."""
_RANDOM_SECONDS: Final = 0.01
_LAST_SECONDS: Final = 0.5
_MOST_ATTEMPTS: Final = MOST_ATTEMPTS - 3
"""Most kills during one turn: after more, the bot rightly gives it up."""
_SHOWING: Final = (
    *("sendMessage", "editMessageText", "deleteMessage", "setMessageReaction", "answerCallbackQuery"),
    *("createForumTopic", "deleteForumTopic"),
)
_CALLS: Final = (*_SHOWING, "getFile")
_CONTEXT_TOKENS: Final = "5000"
"""Tokens; few enough for several compactions in a run."""
EVERYBODY: Final = (*USERS, PRESSER, READER, REVISER, REMINDED, ASKER, OPENER)
_LOG_LINES: Final = 30


class Run:
    """The state and history of a seed's run."""

    def __init__(self, seed: int, connection: psycopg.Connection) -> None:
        self.seed = seed
        self.model_name = "gpt-6-luna" if seed % 2 else "scripted"
        self.random = Random(seed)  # noqa: S311 - it is to be repeated, not to be guessed
        self.texts = written(self.random)
        self.telegram = BotApi(TOKEN)
        self.model = ModelServer(reply, models=(self.model_name,))
        self.message_ids: dict[int, int] = {}
        """The Telegram message of each message number."""
        self.presser = Presser(self.telegram)
        self.reader = Reader(self.telegram, self.message_ids)
        self.asker = Asker(self.telegram)
        self.reminded = Reminded(self.telegram)
        self.reviser = Reviser(self.telegram, self.message_ids, partial(self._settled_in, REVISER))
        self.opener = Opener(self.telegram)
        before, after = (Moment(where="telegram", what=FILE, done=done) for done in (False, True))
        self.downloads = Downloads(self.telegram.app, partial(self._pass, before), partial(self._pass, after))
        self.kills: list[str] = []
        """At which moments the bot was killed."""
        self.acted: list[int] = []
        """For which messages something was done outside, once for each time; known after the run."""
        self.killed_at: list[float] = [0.0]
        """When it was killed (monotonic seconds)."""
        self._connection = connection
        self._points: list[Point] = []
        """Those at which it is to be killed."""
        self._delays: list[int] = []
        """After how many moments it is to be killed, one kill after the other."""
        self._last_call = ""
        self._lives = 0
        self._bot: BotProcess | None = None
        self._alive = False
        self._striking = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def rows(self, query: LiteralString, *parameters: object) -> list[Row]:
        """Ask the database."""
        return self._connection.execute(query, parameters).fetchall()

    def heard(self, user_id: int) -> list[Message]:
        """Return the bot's messages in a chat."""
        return [message for message in self.telegram.messages(user_id) if message.from_bot]

    def noted(self, user_id: int) -> set[int]:
        """Return the messages in a chat that the bot has noted."""
        rows = self.rows("SELECT message_id FROM telegram_messages WHERE chat_id = %s", user_id)
        return {message_id for (message_id,) in rows}

    @property
    def log(self) -> list[str]:
        """What the bot logged."""
        return self._bot.log if self._bot else []

    @property
    def unreached(self) -> list[str]:
        """The named points at which the bot was not killed."""
        return [point.name for point in POINTS if point.name not in self.kills]

    def story(self) -> str:
        """Describe the run: the kills, what is not answered or acknowledged, and the end of the bot's log."""
        unnamed = {user_id: self._unnamed(user_id) for user_id in USERS}
        kills = "\n".join(f"  {number}. {kill}" for number, kill in enumerate(self.kills, 1))
        log = "\n".join(f"  {line}" for line in self.log[-_LOG_LINES:])
        return (
            f"seed {self.seed}; not reached: {self.unreached}; not answered: {unnamed}; "
            f"not settled: {self._unsettled()}; updates at Telegram: {len(self.telegram.pending_updates)}\n"
            f"killed\n{kills}\nlogged\n{log}"
        )

    async def take(self, bot: BotProcess) -> None:
        """Write everything and kill the bot until all is acknowledged. Any error raised includes the description."""
        self._bot = bot
        self._watch_servers()
        self._spawn(self._fail_after(bot.ended_by_itself, "the bot ended by itself"))
        self._spawn(self._fail_after(bot.logged_error, "the bot logged an error"))
        await self._start()
        living = asyncio.create_task(self._live())
        try:
            async with asyncio.timeout(RUN_SECONDS):
                await asyncio.wait({living, self._failed}, return_when=asyncio.FIRST_COMPLETED)
            if self._failed.done():
                self._failed.result()
            await living
        except Exception as error:
            error.add_note(self.story())
            raise
        finally:
            living.cancel()
            for task in self._tasks:
                task.cancel()
            async with self._striking:
                self._alive = False
                await bot.kill()

    async def pass_statement(self, statement: Statement) -> None:
        """Let a statement pass, or kill the bot there."""
        if await self._pass(Moment.of(statement, self._last_call)):
            raise Lost

    async def _fail_after(self, event: asyncio.Event, why: str) -> None:
        await event.wait()
        raise AssertionError(why)

    async def _live(self) -> None:
        points = self.random.sample(OTHERS, len(OTHERS))
        self._points += SUMMARIES
        people: dict[Person, Sequence[Point]] = {
            self.presser: PRESSES,
            self.reader: READINGS,
            self.reminded: RINGS,
            self.asker: ASKS,
            self.reviser: REVISIONS,
            self.opener: OPENINGS,
        }
        others = [self._spawn(self._rounds(who, of_theirs)) for who, of_theirs in people.items()]
        due_points = sorted(self.random.randrange(len(self.texts) * 2 // 3) for _ in points)
        due_kills = sorted(self.random.randrange(len(self.texts)) for _ in range(RANDOM_KILLS))
        for number, text in enumerate(self.texts):
            self._points += [points.pop() for due in due_points if due == number]
            self._delays += [self.random.randrange(1, _LONGEST_DELAY) for due in due_kills if due == number]
            await self._room(text.user_id, self.random.randrange(_MOST_WAITING))
            self._write(text)
        await asyncio.gather(*others)
        await self._settled()
        self._delays.clear()
        named = {point.name for point in POINTS}
        while sum(kill not in named for kill in self.kills) < RANDOM_KILLS:
            await asyncio.sleep(self.random.uniform(0, _LAST_SECONDS))
            await self._strike("at the end", self._lives)
            await self._settled()

    async def _rounds(self, who: Person, points: Sequence[Point]) -> None:
        """Let somebody do something; each point is due in the first round or the second until it is reached."""
        points = self.random.sample(points, len(points))
        first = self.random.randrange(len(points) + 1)
        due = [points[:first], points[first:]]
        while who.rounds < FEWEST_ROUNDS or (who.may_go_on and any(point.name in self.unreached for point in points)):
            while self._has_seen_many_attempts():  # noqa: ASYNC110 - it would pass unkilled, and nothing tells when not
                await asyncio.sleep(0.02)
            self._points += due.pop(0) if due else []
            await who.take()

    def _write(self, text: Written) -> None:
        if text.photos:
            photos = [photo(size=(64, 48)) for _ in range(text.photos)]
            *_, message_id = send_photos(self.telegram, photos, text.user_id, caption=text.text)
        else:
            message_id = self.telegram.send_text(text.text, text.user_id)
        if text.number:
            self.message_ids[text.number] = message_id

    async def _room(self, user_id: int, waiting: int) -> None:
        """Wait until at most a number of a chat's messages wait for an answer."""
        await self._see(lambda: len(self._unnamed(user_id)) <= waiting)

    async def _settled(self) -> None:
        """Wait until everything was answered, handled and noted, which the database doesn't tell of itself."""
        await self._see(lambda: not self.telegram.pending_updates)
        for user_id in USERS:
            await self._room(user_id, 0)
        for command in (text for text in self.texts if not text.number):
            await self._see(lambda: any(it.text.startswith(answer_to(command)) for it in self.heard(command.user_id)))  # noqa: B023 - awaited here
        while self._unsettled():  # noqa: ASYNC110 - as said
            await asyncio.sleep(0.02)

    async def _settled_in(self, chat_id: int) -> None:
        """Wait until nothing is left to do in a chat of what has arrived there."""
        while self._unsettled(chat_id):  # noqa: ASYNC110 - as said
            await asyncio.sleep(0.02)

    def _unsettled(self, *chat_ids: int) -> list[Row]:
        """Return what is not done yet in these chats, or in all that are used."""
        among = list(chat_ids or EVERYBODY)
        return self.rows(
            "SELECT 'update', message_id::text FROM telegram_updates WHERE handled_at IS NULL AND chat_id = ANY(%s) "
            "UNION ALL SELECT 'turn', agent_turns.id::text FROM agent_turns "
            "JOIN agent_conversations c ON c.id = conversation_id WHERE state = 'running' AND chat_id = ANY(%s) "
            "UNION ALL SELECT 'text', content FROM telegram_messages WHERE state = 'waiting' AND chat_id = ANY(%s)",
            *(among, among, among),
        )

    async def _see(self, condition: Callable[[], object]) -> None:
        """Wait until Telegram shows a condition."""
        await self.telegram.wait_for(lambda: condition() or None, timeout=RUN_SECONDS)

    def _unnamed(self, user_id: int) -> set[int]:
        """Return the messages a user wrote that no answer names."""
        said = " ".join(message.text for message in self.heard(user_id))
        asked = {text.number for text in self.texts if text.user_id == user_id and text.number in self.message_ids}
        return {number for number in asked if number} - {int(tag) for tag in TAG.findall(said)}

    def _watch_servers(self) -> None:
        """Let what happens at Telegram and at the model pass one by one."""
        for done in (False, True):
            asked = Moment(where="model", done=done)
            self.model.add_fault(Fault(callback=partial(self._pass_call, asked), after_effect=done))
            for method in _CALLS:
                called = Moment(where="telegram", what=method, done=done)
                callback = partial(self._pass_call, called)
                self.telegram.add_fault(Fault(method=method, callback=callback, after_effect=done))

    async def _pass_call(self, moment: Moment) -> None:
        """Let a call pass, or kill the bot there."""
        if moment.what in _SHOWING and moment.done:
            self._last_call = moment.what
        if await self._pass(moment):
            raise Dropped

    async def _pass(self, moment: Moment) -> bool:
        """Let a moment pass; True: the bot is killed at it."""
        if not self._alive:
            return False
        point = next((point for point in self._points if point.fits(moment)), None)
        if self._delays:
            self._delays[0] -= 1
        soon = bool(self._delays) and self._delays[0] <= 0
        if not (point or soon) or self._has_seen_many_attempts():
            return False
        life = self._lives
        if point:
            self._points.remove(point)
            # The call it happens in is given up as its client dies, which must not keep it from coming back.
            await asyncio.shield(self._spawn(self._strike_at(point, life)))
            return True
        del self._delays[0]
        self._spawn(self._strike_soon(f"soon {moment}", self.random.uniform(0, _RANDOM_SECONDS), life))
        return False

    def _has_seen_many_attempts(self) -> bool:
        """Return whether something would soon be given up after repeated kills."""
        (most,) = self.rows(
            "SELECT greatest((SELECT max(failed_attempts) FROM agent_turns WHERE state = 'running'), "
            "(SELECT max(failed_attempts) FROM telegram_updates WHERE handled_at IS NULL))"
        )
        return (most[0] or 0) >= _MOST_ATTEMPTS

    async def _strike_at(self, point: Point, life: int) -> None:
        """Kill the bot at a point, or keep the point for later if something else has killed it."""
        if not await self._strike(point.name, life):
            self._points.append(point)

    async def _strike_soon(self, name: str, seconds: float, life: int) -> None:
        """Kill the bot in a moment, or plan another one if something else has killed it meanwhile."""
        await asyncio.sleep(seconds)
        if not await self._strike(name, life):
            self._delays.append(self.random.randrange(1, _LONGEST_DELAY))

    async def _strike(self, name: str, life: int) -> bool:
        """Kill the bot and have it started again; False if this life of it is over already."""
        async with self._striking:
            if not self._alive or life != self._lives or self._bot is None:
                return False
            self._alive = False
            self.kills.append(name)
            code = await self._bot.kill()
            assert code == -signal.SIGKILL, f"it ended by itself, with exit code {code}"
            self.killed_at.append(time.monotonic())
        self._spawn(self._start())
        return True

    async def _start(self) -> None:
        async with self._striking:
            if self._bot:
                self._lives += 1
                await self._bot.launch()
                self._alive = True

    def _spawn(self, work: Awaitable[None]) -> asyncio.Task[None]:
        async def done() -> None:
            try:
                await work
            except Exception as error:  # noqa: BLE001 - whatever it is, the run has failed
                if not self._failed.done():
                    self._failed.set_exception(error)

        task = asyncio.create_task(done())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


@asynccontextmanager
async def taken(seed: int, database_url: str) -> AsyncIterator[Run]:
    """Take a run, and yield it to be looked at."""
    folder = Path(tempfile.mkdtemp(prefix="keepsake-crash-"))
    try:
        with administration(database_url) as connection:
            run = Run(seed, connection)
            async with (
                PostgresProxy(database_url, run.pass_statement) as proxy,
                serve(run.downloads) as telegram_url,
                serve(run.model.app) as model_url,
            ):
                settings = {
                    "TELEGRAM_BOT_TOKEN": TOKEN,
                    "TELEGRAM_ALLOWED_USER_IDS": ",".join(map(str, EVERYBODY)),
                    "TELEGRAM_API_URL": telegram_url,
                    "OPENAI_BASE_URL": f"{model_url}/v1",
                    "OPENAI_MODEL": run.model_name,
                    "TRANSCRIPTION_MODEL": "scripted",
                    "DATA_DIR": str(folder / "data"),
                    "CONTEXT_TOKENS": _CONTEXT_TOKENS,
                    "DATABASE_URL": proxy.url.replace("postgresql+psycopg://", "postgresql://"),
                }
                await list_server(folder / "data")
                await run.take(BotProcess(folder, settings))
                run.acted = acted(folder / "data")
                yield run
    finally:
        shutil.rmtree(folder)
