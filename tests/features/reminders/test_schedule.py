"""Two years of rules in several zones, with dateutil as the oracle: it reads each rule from its beginning."""

import random
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import pytest
from dateutil import tz
from dateutil.rrule import rrulestr

from bot.features.reminders.ringing import rung
from bot.features.reminders.schedule import is_lapse, scheduled, upcoming
from bot.features.reminders.values import Reminder, ReminderState, Schedule
from bot.kit.errors import ReminderRefused

ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Cairo", "Asia/Kolkata"]
"""Lord Howe turns its clocks by half an hour, Cairo at midnight, Kolkata never."""
ENDS = datetime.fromisoformat("2029-01-01")
OFTEN = ("FREQ=DAILY;BYHOUR=0,2,3;BYMINUTE=0,30", "2027-01-01T00:00")
CASES = [
    *((*OFTEN, zone) for zone in ZONES),
    ("FREQ=DAILY;BYMONTH=2,10", "2027-02-01T02:00", "Australia/Lord_Howe"),
    ("FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU", "2027-01-03T02:45", "Europe/Berlin"),
    ("FREQ=MONTHLY;BYDAY=-1SU", "2027-01-31T02:30", "Europe/Berlin"),
    ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2027-01-29T17:00", "Asia/Kolkata"),
    ("FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3,10", "2027-03-28T02:30", "Europe/Berlin"),
    ("FREQ=HOURLY;INTERVAL=7", "2027-01-01T00:00", "Australia/Lord_Howe"),
    ("FREQ=MINUTELY;INTERVAL=950", "2027-01-01T00:10", "America/New_York"),
]
ON_LAST_DAYS = {
    "FREQ=MONTHLY": "2027-01-31T09:00",
    "FREQ=YEARLY": "2028-02-29T09:00",
    "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31": "2027-01-31T09:00",
}


def moments(rule: str, wall: datetime, zone: str) -> list[datetime]:
    """Return the oracle's moments of a rule, each once. Rules of hours and minutes count real time."""
    times = rrulestr(rule, dtstart=wall).between(wall, ENDS, inc=True)
    if is_lapse(rule):
        begin = wall.replace(tzinfo=tz.gettz(zone)).astimezone(UTC)
        times = [it for it in times if begin + (it - wall) < ENDS.replace(tzinfo=UTC)]
        return [begin + (it - wall) for it in times]
    real = (tz.resolve_imaginary(it.replace(tzinfo=tz.gettz(zone))).astimezone(UTC) for it in times)
    return [it for it in dict.fromkeys(real) if it < ENDS.replace(tzinfo=UTC)]


def ringing(reminder: Reminder, clock: Sequence[datetime]) -> list[tuple[datetime, int]]:
    """Let a reminder ring when a clock shows that it is due; return the times it rang for, and how many it missed."""
    rings: list[tuple[datetime, int]] = []
    for now in clock:
        while reminder.rings_at and reminder.rings_at <= now:
            ring = rung(reminder, now)
            reminder = ring.reminder
            rings.append((ring.due_at, ring.missed))
    return rings


@pytest.mark.parametrize(("rule", "begins", "zone"), CASES)
def test_a_rule_rings_at_its_moments_and_once_for_those_that_were_missed(rule: str, begins: str, zone: str) -> None:
    wall = datetime.fromisoformat(begins)
    expected = moments(rule, wall, zone)
    chance = random.Random(f"{rule} {zone}")  # noqa: S311 - the same each time
    now, clock = expected[0], list[datetime]()
    while now < ENDS.replace(tzinfo=UTC):
        now += timedelta(hours=chance.choice([1, 1, 30, 100, 2_000]))
        clock.append(now)
    clock.pop()
    rings = ringing(Reminder(id="a", text="x", schedule=scheduled(wall, zone, rule)), clock)
    before = clock[0] - timedelta(days=900)
    due: list[tuple[datetime, int]] = []
    for now in clock:
        missed = [it for it in expected if before < it <= now]
        due += [(missed[-1], len(missed) - 1)] if missed else []
        before = now
    assert rings == due


@pytest.mark.parametrize(("rule", "begins"), ON_LAST_DAYS.items())
def test_a_day_that_a_month_does_not_have_is_its_last_day(rule: str, begins: str) -> None:
    schedule = scheduled(datetime.fromisoformat(begins), ZONES[0], rule)
    days = [at.astimezone(tz.gettz(ZONES[0])).date() for at in upcoming(schedule, 12)]
    assert len({(it.year, it.month) for it in days}) == len(days)
    for day in days:
        last = (day.replace(day=28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
        assert day.day == min(datetime.fromisoformat(begins).day, last.day)


@pytest.mark.parametrize(
    ("wall", "at"),
    [
        ("2027-03-28T02:30", "2027-03-28T01:30"),  # does not exist: 03:30 in summer time
        ("2027-10-31T02:30", "2027-10-31T00:30"),  # exists twice: the first one, in summer time
    ],
)
def test_a_skipped_time_comes_after_the_gap_and_of_a_repeated_one_the_first_counts(wall: str, at: str) -> None:
    assert Schedule(datetime.fromisoformat(wall), "Europe/Berlin").at == datetime.fromisoformat(f"{at}+00:00")


def test_a_number_of_times_ends_a_rule() -> None:
    schedule = scheduled(datetime.fromisoformat("2027-01-31T09:00"), "Europe/Berlin", "FREQ=MONTHLY;COUNT=3")
    reminder = Reminder(id="a", text="x", schedule=schedule)
    rings = ringing(reminder, [datetime(2030, 1, 1, tzinfo=UTC)])
    assert rings == [(datetime(2027, 3, 31, 7, tzinfo=UTC), 2)]


def test_a_reminder_nags_until_it_is_done_but_not_for_ever() -> None:
    reminder = Reminder(
        id="a", text="x", schedule=Schedule(datetime.fromisoformat("2027-01-01T09:00"), "UTC"), nag_minutes=5
    )
    clock = [datetime(2027, 1, 1, 9, tzinfo=UTC) + timedelta(minutes=5 * it) for it in range(50)]
    rings = ringing(reminder, clock)
    assert rings == [(datetime(2027, 1, 1, 9, tzinfo=UTC), 0)] * 13


def test_a_clock_that_is_set_back_rings_nothing_again() -> None:
    schedule = scheduled(datetime.fromisoformat("2027-01-01T09:00"), "UTC", "FREQ=DAILY")
    ring = rung(Reminder(id="a", text="x", schedule=schedule), datetime(2027, 1, 5, 10, tzinfo=UTC))
    assert ring.reminder.rings_at == datetime(2027, 1, 6, 9, tzinfo=UTC)
    assert ring.reminder.state is ReminderState.ACTIVE


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("every day", "I can't read this rule"),
        ("FREQ=SECONDLY", "FREQ is"),
        ("FREQ=MINUTELY;INTERVAL=4", "every 5 minutes"),
        ("FREQ=HOURLY;BYHOUR=9", "FREQ=DAILY with BYHOUR"),
        ("FREQ=DAILY;COUNT=3;UNTIL=20270301", "not both"),
        ("FREQ=MONTHLY;BYMONTH=2;BYMONTHDAY=30", "never"),
        ("FREQ=WEEKLY;BYDAY=MO", "Monday, 4 Jan 2027"),
        ("FREQ=DAILY;UNTIL=20269999", "UNTIL is"),
    ],
)
def test_a_rule_that_can_not_be_kept_is_refused_with_the_reason(rule: str, why: str) -> None:
    with pytest.raises(ReminderRefused, match=why):
        scheduled(datetime.fromisoformat("2027-01-01T09:00"), "Europe/Berlin", rule)
