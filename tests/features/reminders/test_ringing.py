"""The task that lets reminders ring: each once, also beside another copy, and whatever the clock does."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from bot.features.reminders import store as stored
from bot.features.reminders.operations import Reminders, Wanted
from bot.features.reminders.ringing import Door, Ringing
from bot.features.reminders.values import Reminder, Ring, Schedule
from bot.kit.background import background
from bot.kit.owner import Owner
from bot.store.engine import Database, Transaction

BEGIN = datetime(2027, 3, 27, 8, tzinfo=UTC)


@dataclass
class House:
    """Reminders with a clock that the test sets, and what rang."""

    database: Database
    now: datetime = BEGIN
    rings: list[Ring] = field(default_factory=list)
    rang: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.reminders = Reminders(ZoneInfo("Europe/Berlin"), clock=lambda: self.now)

    async def post(self, _tx: Transaction, _owner: Owner, rings: Sequence[Ring]) -> None:
        """Keep what rings."""
        self.rings += rings

    async def reaches(self, _owner: Owner) -> bool:
        """Tell that messages can be sent."""
        return True

    def ringing(self, *user_ids: int) -> AbstractAsyncContextManager[None]:
        """Let the reminders of users ring while a block runs."""
        ringing = Ringing(self.database, self.reminders, 1000, user_ids or (1,))
        door = Door(post=self.post, wake=lambda *_: self.rang.set(), reaches=self.reaches)
        return background(ringing.run(door))

    async def add(self, owner: Owner, text: str, at: datetime, rule: str = "") -> Reminder:
        """Set a reminder."""
        async with self.database.transaction() as tx:
            schedule = self.reminders.at_wall(at.astimezone(ZoneInfo("Europe/Berlin")).replace(tzinfo=None), rule)
            return await self.reminders.add(tx, owner, Wanted(text=text, schedule=schedule))

    async def rung(self, number: int) -> None:
        """Wait until so many have rung."""
        async with asyncio.timeout(20):
            while len(self.rings) < number:
                self.rang.clear()
                await self.rang.wait()


async def test_of_two_that_ring_at_once_each_reminder_is_rung_by_one(database: Database, owner: Owner) -> None:
    house = House(database)
    async with database.transaction() as tx:
        for number in range(250):
            schedule = Schedule((BEGIN - timedelta(minutes=1)).replace(tzinfo=None), "UTC")
            await stored.add(tx, owner, Reminder(id="", text=f"errand {number}", schedule=schedule))
    async with house.ringing(), house.ringing():
        await house.rung(250)
        await asyncio.sleep(0.2)
    assert Counter(it.reminder.text for it in house.rings) == Counter(f"errand {number}" for number in range(250))


async def test_a_change_wakes_it_and_a_clock_that_is_set_is_noticed(database: Database, owner: Owner) -> None:
    house = House(database)
    async with house.ringing():
        await asyncio.sleep(0.2)
        await house.add(owner, "breakfast", BEGIN + timedelta(seconds=1), "FREQ=DAILY")
        house.now += timedelta(seconds=2)
        await house.rung(1)
        house.now += timedelta(days=3)  # such as after the machine slept
        await house.rung(2)
        house.now -= timedelta(days=5)
        await house.add(owner, "tea", house.now + timedelta(seconds=1))
        house.now += timedelta(seconds=2)
        await house.rung(3)
    assert [(it.reminder.text, it.missed) for it in house.rings] == [("breakfast", 0), ("breakfast", 2), ("tea", 0)]


async def test_what_belongs_to_somebody_who_is_no_longer_allowed_does_not_ring(
    database: Database, owner: Owner
) -> None:
    house = House(database)
    await house.add(Owner(owner.bot_id, 2), "theirs", BEGIN + timedelta(seconds=1))
    await house.add(owner, "mine", BEGIN + timedelta(seconds=1))
    house.now += timedelta(seconds=5)
    async with house.ringing(1):
        await house.rung(1)
    assert [it.reminder.text for it in house.rings] == ["mine"]


async def test_one_whose_zone_is_gone_rings_and_does_not_silence_the_others(database: Database, owner: Owner) -> None:
    house = House(database)
    await house.add(owner, "odd", BEGIN + timedelta(seconds=1), "FREQ=DAILY")
    await house.add(owner, "even", BEGIN + timedelta(seconds=1))
    async with database.transaction() as tx:
        await tx.connection.exec_driver_sql("UPDATE agent_reminders SET zone = 'Mars/Olympus' WHERE text = 'odd'")
    house.now += timedelta(seconds=5)
    async with house.ringing():
        await house.rung(2)
    assert sorted(it.reminder.text for it in house.rings) == ["even", "odd"]


async def test_a_following_one_keeps_its_wall_time_in_another_zone(database: Database, owner: Owner) -> None:
    house = House(database)
    set_ = await house.add(owner, "breakfast", BEGIN + timedelta(hours=23))
    house.reminders = Reminders(ZoneInfo("Asia/Tokyo"), clock=lambda: house.now)
    async with house.ringing():
        async with asyncio.timeout(20):
            while True:
                async with database.transaction() as tx:
                    now = await house.reminders.get(tx, owner, set_.id)
                if now.schedule.zone == "Asia/Tokyo":
                    break
                await asyncio.sleep(0.05)
    assert now.schedule.wall == set_.schedule.wall
    assert now.rings_at == now.schedule.at
