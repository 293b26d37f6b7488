"""Many users of one bot: messages come from random ones of them, at rates that grow until the bot falls behind.

Nobody writes again before they are answered. The model writes for two seconds, word after word.
"""

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from os import sysconf
from pathlib import Path
from statistics import quantiles
from time import monotonic
from typing import Final, LiteralString

import psycopg
from psycopg.rows import TupleRow

from bot.telegram.outcomes import StopButton
from practice.model.server import ChatRequest, Reply
from tests.bench.figures import Figure
from tests.bench.postgres import Postgres
from tests.bench.stand import Stand, stand

WORDS: Final = ("One", " word", " after", " the", " other", " in", " two", " seconds.")
MODEL_SECONDS: Final = 2.0
"""Seconds from a request to the end of its answer."""
LATE_SECONDS: Final = 2.0
"""An answer that comes so much later than the model's last word is late; a bot with late ones has fallen behind."""
_LOOK_SECONDS: Final = 0.05
_PATIENCE_SECONDS: Final = 180.0
_TICKS: Final = sysconf("SC_CLK_TCK")


@dataclass
class Crowd:
    """Many users of the bot on a stand, whose database is at a URL for psycopg."""

    users: int
    stand: Stand
    database_url: str
    _chance: random.Random = field(default_factory=lambda: random.Random(7))  # noqa: S311 - no secret
    _written: dict[int, float] = field(default_factory=dict)
    _requested: dict[int, float] = field(default_factory=dict)
    _answered: list[tuple[float, float]] = field(default_factory=list)
    _seen_until: float = 0.0

    def reply(self, request: ChatRequest) -> Reply:
        """Answer for the model."""
        user = int(str(request.messages[-1].content).rpartition("user ")[2])
        self._requested.setdefault(user, monotonic())
        gates = {number: asyncio.Event() for number in range(1, len(WORDS) + 1)}
        for number, gate in gates.items():
            asyncio.get_running_loop().call_later(MODEL_SECONDS * number / len(WORDS), gate.set)
        return Reply(pieces=WORDS, gates=gates)

    async def meet(self, at_once: int) -> None:
        """Let every user write once, so that each has a conversation."""
        waiting = list(range(1, self.users + 1))
        while waiting or self._written:
            while waiting and len(self._written) < at_once:
                self._write(waiting.pop())
            await asyncio.sleep(_LOOK_SECONDS)
            self._look()

    async def load(self, rate: float, seconds: float) -> tuple[list[Figure], bool]:
        """Let users write at a rate for some seconds; return the figures, and whether the bot falls behind."""
        self._answered.clear()
        before, database_before = _stat(self.stand.pid).cpu, self._database_cpu()
        begun_at = next_at = monotonic()
        while (now := monotonic()) - begun_at < seconds:
            while next_at <= now:
                next_at += self._chance.expovariate(rate)
                if len(self._written) < self.users:
                    self._write(self._free())
            await asyncio.sleep(_LOOK_SECONDS)
            self._look()
        (connections,) = self._asked(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        began = monotonic()
        while self._written and monotonic() - began < _PATIENCE_SECONDS:
            await asyncio.sleep(_LOOK_SECONDS)
            self._look()
        done = max(len(self._answered), 1)
        bot_cpu = 1000 * (_stat(self.stand.pid).cpu - before) / done
        database_cpu = 1000 * (self._database_cpu() - database_before) / done
        requests, finals = ([1000 * times[which] for times in self._answered] for which in (0, 1))
        answers = len(self._answered) / (self._seen_until - begun_at - MODEL_SECONDS)
        is_behind = _p99(finals) > 1000 * LATE_SECONDS
        name = f"{self.users:,} users, {rate:g} messages/s"
        final = f"{name}, update to final text, without the model's 2 s"
        return [
            Figure(f"{name}{': falls behind' if is_behind else ''}, answers", "1/s", [answers]),
            Figure(f"{name}, update to model's request", "ms", requests),
            Figure(f"{name}, update to model's request, p99", "ms", [_p99(requests)]),
            Figure(final, "ms", finals),
            Figure(f"{final}, p99", "ms", [_p99(finals)]),
            Figure(f"{name}, processor time of the bot for an answer", "ms", [bot_cpu]),
            Figure(f"{name}, processor time of PostgreSQL for an answer", "ms", [database_cpu]),
            Figure(f"{name}, connections to PostgreSQL", "", [connections]),
        ], is_behind

    def _free(self) -> int:
        """Return a user who doesn't wait for an answer."""
        while (user := self._chance.randint(1, self.users)) in self._written:
            pass
        return user

    def _write(self, user: int) -> None:
        self._written[user] = monotonic()
        self.stand.telegram.send_text(f"Hello, I am user {user}", user)

    def _look(self) -> None:
        """Take the final texts that came since the last look."""
        for call in self.stand.telegram.calls:
            if call.at <= self._seen_until:
                continue
            self._seen_until = call.at
            user, text = int(call.parameters.get("chat_id", 0)), call.parameters.get("text", "")
            is_preview = StopButton.NAME in call.parameters.get("reply_markup", "")
            if WORDS[-1] in text and not is_preview and user in self._requested:
                written_at, requested_at = self._written.pop(user), self._requested.pop(user)
                self._answered.append((requested_at - written_at, call.at - written_at - MODEL_SECONDS))

    def _asked(self, query: LiteralString) -> TupleRow:
        """Return the row that the database answers with."""
        with psycopg.connect(self.database_url) as connection:
            return connection.execute(query).fetchone() or ()

    def _database_cpu(self) -> float:
        """Return the processor time of the server's processes, in seconds."""
        (backend,) = self._asked("SELECT pg_backend_pid()")
        server = _stat(backend).parent
        pids = [int(it.name) for it in Path("/proc").glob("[0-9]*")]
        return _stat(server).cpu + sum(it.cpu for it in map(_stat, pids) if it.parent == server)


async def users(server: Postgres, number: int, rates: Sequence[float], seconds: float) -> list[Figure]:
    """Measure a bot with a number of users, at each rate for some seconds."""
    figures: list[Figure] = []
    settings = {
        "TELEGRAM_ALLOWED_USER_IDS": ",".join(map(str, range(1, number + 1))),
        "OPENAI_MODEL": "bench",
        "DATABASE_URL": server.make("users"),
    }
    async with stand("bot", settings) as bot:
        many = Crowd(number, bot, server.plain_url("users"))
        bot.answers = many.reply
        await many.meet(at_once=20)
        for rate in rates:
            of_rate, is_behind = await many.load(rate, seconds)
            figures += of_rate
            if is_behind:
                break
        figures.append(Figure(f"{number:,} users, resident memory at the end", "MB", [bot.resident_megabytes()]))
    return figures


def _p99(samples: Sequence[float]) -> float:
    return quantiles(samples, n=100, method="inclusive")[-1] if len(samples) > 1 else float("inf")


@dataclass(frozen=True, slots=True)
class _Stat:
    """A process's parent, and its processor time in seconds, with that of its ended children (proc_pid_stat(5))."""

    parent: int
    cpu: float


def _stat(pid: int) -> _Stat:
    """Return what the system says of a process, nothing if it has ended."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return _Stat(0, 0.0)
    return _Stat(int(after_name[1]), sum(map(int, after_name[11:15])) / _TICKS)
