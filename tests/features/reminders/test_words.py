"""Reminders in words."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.reminders.ringing import rung
from bot.features.reminders.schedule import instant, scheduled
from bot.features.reminders.telegram import RemindersPage, ring_message
from bot.features.reminders.values import Reminder, ReminderState, Schedule
from bot.features.reminders.words import described, receipt, repeats, summary

ZONE = "Europe/Berlin"


@pytest.mark.parametrize(
    ("rule", "wall", "words"),
    [
        ("FREQ=DAILY", "2026-12-01T09:00", "every day"),
        ("FREQ=DAILY;BYHOUR=8,20", "2026-12-01T08:00", "every day at 08:00 and 20:00"),
        ("FREQ=DAILY;BYMONTH=12", "2026-12-01T08:00", "every day in December"),
        ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "2026-12-01T09:00", "every weekday"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2026-12-01T09:00", "every second Tuesday"),
        ("FREQ=MONTHLY;BYMONTHDAY=1", "2026-12-01T09:00", "every month on the 1st"),
        ("FREQ=MONTHLY", "2026-12-31T09:00", "every month on the 31st, or the last day of a shorter month"),
        ("FREQ=MONTHLY;BYDAY=2TU", "2026-12-08T09:00", "every month on the 2nd Tuesday"),
        ("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-12-31T09:00", "every month on the last weekday"),
        ("FREQ=YEARLY;UNTIL=20281231", "2026-12-01T09:00", "every year until 31 Dec 2028"),
        ("FREQ=HOURLY;UNTIL=20261201T180000", "2026-12-01T09:00", "every hour until 1 Dec 2026, 18:00"),
    ],
)
def test_a_rule_reads_as_a_person_would_say_it(rule: str, wall: str, words: str) -> None:
    assert repeats(scheduled(datetime.fromisoformat(wall), ZONE, rule), ZONE) == words


def reminder(schedule: Schedule, **others: object) -> Reminder:
    """Return a reminder to call somebody."""
    return Reminder(id="abcdefgh", text="call mom", schedule=schedule, **others)  # type: ignore[arg-type]


def test_a_receipt_names_day_time_zone_rule_and_the_next_three() -> None:
    schedule = scheduled(datetime.fromisoformat("2027-03-26T09:00"), ZONE, "FREQ=DAILY")
    assert receipt(reminder(schedule, nag_minutes=10), "Asia/Tokyo") == (
        "⏰ Fri, 26 Mar 2027, 09:00 (Europe/Berlin), every day: call mom "
        "(then Sat, 27 Mar, 09:00; Sun, 28 Mar, 09:00; Mon, 29 Mar, 09:00), again every 10 minutes until done"
    )


def test_a_moment_is_shown_by_the_owners_clock() -> None:
    schedule = instant(datetime(2027, 3, 26, 9, tzinfo=UTC))
    assert described(reminder(schedule), "Asia/Tokyo") == "Fri, 26 Mar 2027, 18:00 (Asia/Tokyo): call mom"


def test_a_list_says_that_one_which_nags_rings_again() -> None:
    at = datetime(2027, 3, 26, 8, tzinfo=UTC)
    rang = rung(reminder(instant(at), nag_minutes=10), at).reminder
    assert summary(rang, ZONE) == "Fri, 26 Mar 2027, 09:10 (rings again): call mom"


def test_a_cancelled_one_says_so() -> None:
    schedule = instant(datetime(2027, 3, 26, 9, tzinfo=UTC))
    assert receipt(reminder(schedule, state=ReminderState.CANCELLED), ZONE) == "⏰ Cancelled: call mom"


@pytest.mark.parametrize(
    ("late", "words"),
    [
        (timedelta(seconds=30), "⏰ call mom\nFri, 26 Mar, 09:00, every day"),
        (timedelta(minutes=5), "⏰ call mom\nFri, 26 Mar, 09:00, every day; 5 minutes late"),
        (timedelta(hours=3), "⏰ call mom\nFri, 26 Mar, 09:00, every day; 3 hours late"),
        (
            timedelta(days=2, hours=1),
            "⏰ call mom\nSun, 28 Mar, 09:00, every day; 2 hours late; 2 earlier times missed",
        ),
    ],
)
def test_a_ring_says_what_it_is_for_and_how_late_it_comes(late: timedelta, words: str) -> None:
    schedule = scheduled(datetime.fromisoformat("2027-03-26T09:00"), ZONE, "FREQ=DAILY")
    now = schedule.at + late
    ring = rung(reminder(schedule), now)
    assert ring_message(ring, ZONE).at(now).text == words


def test_a_button_from_before_a_search_had_pages_still_opens_its_page() -> None:
    assert RemindersPage.read("2") == RemindersPage(2)
    assert RemindersPage.read("2:") == RemindersPage(2)
    assert RemindersPage.read("2:a:b") == RemindersPage(2, "a:b")
    assert RemindersPage.read("02") is None
