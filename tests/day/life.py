"""A day: time passes, the person acts, things go wrong, and after each all must be well again."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import takewhile
from random import Random
from typing import Final, LiteralString, TypeAlias
from zoneinfo import ZoneInfo

import psycopg

from practice.model.server import ModelServer, Received
from practice.telegram.bot_api import BotApi
from tests.day import growth
from tests.day.clock import DayClock
from tests.day.growth import Sample
from tests.day.machine import Machine
from tests.day.model import Prefix
from tests.day.person import ZONE, Person

Trouble: TypeAlias = Callable[[], Awaitable[None]]
"""Something goes wrong, and after a while no more."""
DAY: Final = timedelta(hours=24)
_WAKES: Final = timedelta(minutes=30)
"""After the day begins, at 06:30; the person sleeps from 22:30 on."""
_SLEEPS: Final = timedelta(hours=16)
_AWAY: Final = ((4.0, 5.2), (8.5, 11.0))
"""Hours in which the person is away."""
_ACTS_A_MINUTE: Final = 8
_FAULTS_A_MINUTE: Final = 0.5
_LEAST_FAULTS: Final = 3
_STEP_SECONDS: Final = 0.05
_PUNCTUAL_SECONDS: Final = 5.5
"""How long before a reminder is due the clock passes as ever: the bot looks at it at least every 5 s."""
_LEAST_SPEED: Final = 24.0
_WELL_SECONDS: Final = 90.0
_LOOK_SECONDS: Final = 0.05
_MOST_SAMPLES: Final = 120
UNSETTLED: Final[LiteralString] = (
    "SELECT 'update', id::text FROM telegram_updates WHERE handled_at IS NULL OR payload IS NOT NULL "
    "UNION ALL SELECT 'turn', id::text || ' ' || state FROM agent_turns WHERE state IN ('running', 'failed') "
    "UNION ALL SELECT 'text', id::text || ' ' || state FROM telegram_messages "
    "WHERE state <> 'sent' OR content IS NOT NULL"
)
"""What is not done yet."""
_NEXT_DUE: Final[LiteralString] = (
    "SELECT min(rings_at) FROM agent_reminders WHERE state = 'active' AND NOT is_task AND rings_at > %s"
)
_RANG: Final[LiteralString] = (
    "SELECT count(*) FROM agent_reminders WHERE state = 'active' AND NOT is_task AND rings_at <= %s"
)


def begins(seed: int) -> datetime:
    """Return when a day begins: the last evening but one before the clocks change, in spring or in autumn."""
    zone, year = ZoneInfo(ZONE), datetime.now(UTC).year - 1
    month = 3 if seed % 2 else 10
    last_sunday = max(day for day in range(25, 32) if datetime(year, month, day, tzinfo=zone).weekday() == 6)
    return datetime(year, month, last_sunday - 1, 6, 30, tzinfo=zone)


class Life:
    """The day of one person, `minutes` long in real time."""

    def __init__(
        self,
        machine: Machine,
        clock: DayClock,
        telegram: BotApi,
        model: ModelServer,
        random: Random,
        minutes: float,
        told: Callable[[str], None],
    ) -> None:
        self.machine, self.clock, self.telegram, self.model = machine, clock, telegram, model
        self.begins = clock.now
        self.ends = self.begins + DAY
        self.minutes = minutes
        self.person = Person(telegram, random)
        self.prefix = Prefix(lambda: self.person.gone)
        self.samples: list[Sample] = []
        self.problems: list[str] = []
        self.faults: list[str] = []
        self._random = random
        self._told = told
        self._real_end = time.monotonic() + minutes * 60
        self._last: Received | None = None
        self._sampled_at = 0.0

    async def live(self, faults: Mapping[str, Trouble]) -> None:
        """Live the day."""
        await self.person.settle_in(hours=2 if self.minutes >= 10 else 6)
        for at, trouble in self._plan([*faults]):
            await self._pass(self.begins + at)
            if trouble:
                await self._suffer(trouble, faults[trouble])
            else:
                await self.person.act()
            await self._be_well(trouble or "an act")
        await self._pass(self.ends)
        await self.person.talk()
        await self._be_well("the night")

    async def meanwhile(self, span: timedelta) -> None:
        """Let time pass, in which the person writes two or three messages."""
        several = self._random.randrange(2, 4)
        for _ in range(several):
            await self._run(self.clock.now + span / several)
            self.person.in_passing()

    def rings_within(self, span: timedelta) -> bool:
        """Tell whether a reminder rings within a time from now."""
        due = self._next_due()
        return due is not None and due <= self.clock.now + span

    def _plan(self, known: list[str]) -> Iterator[tuple[timedelta, str]]:
        """Yield when the person acts, and when what goes wrong."""
        acts = [self._by_day() for _ in range(int(self.minutes * _ACTS_A_MINUTE))]
        number = max(_LEAST_FAULTS, int(self.minutes * _FAULTS_A_MINUTE))
        order = [name for _ in range(-(-number // len(known))) for name in self._random.sample(known, len(known))]
        troubles = [(DAY * (at + self._random.random()) / number, name) for at, name in enumerate(order[:number])]
        yield from sorted([*((at, "") for at in acts), *troubles])

    def _by_day(self) -> timedelta:
        while True:
            at = self._random.uniform(_WAKES.total_seconds(), _SLEEPS.total_seconds())
            if not any(begin <= at / 3_600 < end for begin, end in _AWAY):
                return timedelta(seconds=at)

    async def _suffer(self, name: str, trouble: Trouble) -> None:
        self.faults.append(name)
        begun = self.clock.now
        await trouble()
        self._told(f"{_shown(begun)} to {_shown(self.clock.now)}  {name}")
        await asyncio.sleep(_LOOK_SECONDS)
        self.person.greet()  # which takes up a turn that failed

    async def _be_well(self, after: str) -> None:
        """Wait until everything is answered and nothing waits; report what is not well after a while."""
        end = time.monotonic() + _WELL_SECONDS
        while (left := self._left()) and time.monotonic() < end:  # noqa: ASYNC110 - the database doesn't tell of itself
            await asyncio.sleep(_LOOK_SECONDS)
        if left:
            raise AssertionError(f"{_shown(self.clock.now)}: not well after {after}: {left}")
        self._look_at_requests()
        if time.monotonic() >= self._sampled_at + self.minutes * 60 / _MOST_SAMPLES:
            self.samples.append(growth.taken(self.machine, await self.machine.measured()))
            self._sampled_at = time.monotonic()

    def _left(self) -> list[object]:
        try:
            left = self.machine.rows(UNSETTLED)
        except psycopg.OperationalError:
            return ["the database is away"]
        return [*self.telegram.pending_updates, *self.person.unanswered, *left]

    def _look_at_requests(self) -> None:
        new = [*takewhile(lambda it: it is not self._last, reversed(self.model.requests))]
        for received in reversed(new):
            self.prefix.look(received)
            self._last = received

    async def _pass(self, moment: datetime) -> None:
        """Let time pass until a moment; it passes as ever while a reminder becomes due."""
        while (due := self._next_due()) and due <= moment:
            await self._run(due - timedelta(seconds=_PUNCTUAL_SECONDS))
            end = time.monotonic() + _WELL_SECONDS
            while self.clock.now <= due or self.machine.rows(_RANG, due)[0][0]:
                await asyncio.sleep(_LOOK_SECONDS)
                if time.monotonic() > end:
                    raise AssertionError(f"a reminder doesn't ring that was due at {due}")
        await self._run(moment)

    async def _run(self, moment: datetime) -> None:
        """Let time pass fast until a moment."""
        real_left = max(self._real_end - time.monotonic(), 0.0)
        left = (self.ends - self.clock.now).total_seconds()
        speed = max(_LEAST_SPEED, left / max(real_left * 0.5, 10.0))
        while (rest := (moment - self.clock.now).total_seconds()) > 0:
            await asyncio.sleep(_STEP_SECONDS)
            self.clock.move(max(min(speed * _STEP_SECONDS, rest), 0.0))

    def _next_due(self) -> datetime | None:
        due: datetime | None = self.machine.rows(_NEXT_DUE, self.clock.now)[0][0]
        return due


def _shown(moment: datetime) -> str:
    return f"{moment.astimezone(ZoneInfo(ZONE)):%a %H:%M}"
