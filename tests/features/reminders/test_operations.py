"""Operations on reminders: undo brings one back as it would be now, and nagging ends at once."""

import asyncio
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.features.reminders import store as stored
from bot.features.reminders.operations import Reminders, Wanted
from bot.features.reminders.ringing import rung
from bot.features.reminders.values import Reminder, ReminderState
from bot.kit.errors import ReminderRefused
from bot.kit.owner import Owner
from bot.store.engine import Database
from tests.waiting import until_waiting

NOW = datetime(2027, 3, 1, 8, tzinfo=UTC)
"""09:00 in Berlin."""
AT = datetime.fromisoformat("2027-03-01T10:00")


class House:
    """Reminders with a clock that the test sets."""

    def __init__(self, database: Database, owner: Owner) -> None:
        self.database, self.owner, self.now = database, owner, NOW
        self.move("Europe/Berlin")

    def move(self, zone: str) -> None:
        """Let the owner live in a zone."""
        self.reminders = Reminders(ZoneInfo(zone), clock=lambda: self.now)

    async def add(self, rule: str = "", nag_minutes: int | None = None) -> Reminder:
        """Set a reminder."""
        wanted = Wanted(text="pills", schedule=self.reminders.at_wall(AT, rule), nag_minutes=nag_minutes)
        async with self.database.transaction() as tx:
            return await self.reminders.add(tx, self.owner, wanted)

    async def cancel(self, reminder: Reminder) -> Reminder:
        """Cancel it."""
        async with self.database.transaction() as tx:
            return await self.reminders.cancel(tx, self.owner, reminder.id)

    async def rename(self, reminder: Reminder) -> Reminder:
        """Give it another text."""
        async with self.database.transaction() as tx:
            return await self.reminders.change(tx, self.owner, reminder.id, Wanted(text="vitamins"))

    async def ring(self, reminder: Reminder, *, done: bool = True) -> None:
        """Let it ring, and perhaps be done."""
        async with self.database.transaction() as tx:
            rings = rung(await self.reminders.get(tx, self.owner, reminder.id), self.now)
            await stored.save(tx, [rings.reminder])
            if done:
                await self.reminders.done(tx, self.owner, reminder.id, rings.due_at)

    async def nag(self, reminder: Reminder, minutes: int) -> Reminder:
        """Let it nag every so many minutes."""
        async with self.database.transaction() as tx:
            return await self.reminders.change(tx, self.owner, reminder.id, Wanted(nag_minutes=minutes))

    async def undo(self, reminder: Reminder) -> Reminder:
        """Undo the change that made this version."""
        async with self.database.transaction() as tx:
            return await self.reminders.undo(tx, self.owner, reminder.id, reminder.version)


@pytest.fixture
def house(database: Database, owner: Owner) -> House:
    """Reminders of one owner."""
    return House(database, owner)


async def test_the_same_one_is_set_once_by_two_at_once(house: House) -> None:
    async with house.database.transaction() as tx:
        wanted = Wanted(text="pills", schedule=house.reminders.at_wall(AT))
        await house.reminders.add(tx, house.owner, wanted)
        other = asyncio.create_task(house.add())
        await until_waiting(tx)
    with pytest.raises(ReminderRefused, match="is already set"):
        await other


async def test_a_repeating_one_that_was_cancelled_is_brought_back_to_its_next_time(house: House) -> None:
    cancelled = await house.cancel(await house.add("FREQ=DAILY"))
    house.now += timedelta(hours=2)
    back = await house.undo(cancelled)
    assert back.state is ReminderState.ACTIVE
    assert back.rings_at == datetime(2027, 3, 2, 9, tzinfo=UTC)


async def test_an_edit_is_undone_after_the_next_ring_and_that_ring_does_not_come_again(house: House) -> None:
    set_ = await house.add("FREQ=DAILY", nag_minutes=10)
    house.now += timedelta(hours=1)
    await house.ring(set_)
    house.now += timedelta(days=1, hours=-1)
    renamed = await house.rename(set_)
    house.now += timedelta(hours=1)
    await house.ring(renamed)
    house.now += timedelta(hours=1)
    back = await house.undo(renamed)
    assert (back.text, back.rings_at) == ("pills", datetime(2027, 3, 3, 9, tzinfo=UTC))


@pytest.mark.parametrize("rule", ["", "FREQ=DAILY;COUNT=2"])
async def test_one_that_would_not_come_any_more_is_not_brought_back(house: House, rule: str) -> None:
    cancelled = await house.cancel(await house.add(rule))
    house.now += timedelta(days=1, hours=2)
    with pytest.raises(ReminderRefused, match="its time has passed"):
        await house.undo(cancelled)


async def test_one_that_follows_its_owner_is_brought_back_in_the_zone_where_they_are_now(house: House) -> None:
    cancelled = await house.cancel(await house.add("FREQ=DAILY"))
    house.move("America/New_York")
    back = await house.undo(cancelled)
    assert (back.schedule.wall, back.schedule.zone) == (AT, "America/New_York")


@pytest.mark.parametrize("rule", ["", "FREQ=DAILY"])
async def test_one_that_nags_is_silent_once_that_is_turned_off(house: House, rule: str) -> None:
    set_ = await house.add(rule, nag_minutes=10)
    house.now += timedelta(hours=1)
    await house.ring(set_, done=False)
    house.now += timedelta(minutes=10)
    await house.ring(set_, done=False)
    ended = await house.nag(set_, 0)
    assert ended.rings_at == (datetime(2027, 3, 2, 9, tzinfo=UTC) if rule else None)
    assert ended.state is (ReminderState.ACTIVE if rule else ReminderState.DONE)


async def test_a_task_does_not_nag(house: House) -> None:
    wanted = Wanted(text="tell the news", schedule=house.reminders.at_wall(AT), is_task=True)
    async with house.database.transaction() as tx:
        task = await house.reminders.add(tx, house.owner, wanted)
    with pytest.raises(ReminderRefused, match="can't repeat until done"):
        await house.nag(task, 10)
