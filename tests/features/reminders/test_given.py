"""Times as programs give them: ISO 8601 and English mean the same as in the chat."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.features.reminders.given import schedule_given
from bot.features.reminders.operations import Reminders
from bot.features.reminders.values import Schedule
from bot.kit.errors import ReminderRefused
from bot.kit.language import speaking_to

NOW = datetime(2027, 3, 1, 8, tzinfo=UTC)
"""09:00 in Berlin, a Monday."""
REMINDERS = Reminders(ZoneInfo("Europe/Berlin"), clock=lambda: NOW)


def wall(text: str) -> datetime:
    """Return a time without a zone."""
    return datetime.fromisoformat(text)


@pytest.mark.parametrize("when", ["2027-03-02T08:00Z", "2027-03-02", "tomorrow at 9"])
def test_one_time_is_given_in_several_ways(when: str) -> None:
    given = Schedule(wall("2027-03-02T09:00"), "Europe/Berlin", follows=True)
    assert schedule_given(REMINDERS, when) == given


@pytest.mark.parametrize(("when", "rule"), [("2027-03-01T10:00", "FREQ=DAILY"), ("every day at 10", "")])
def test_a_rule_is_given_or_said(when: str, rule: str) -> None:
    given = Schedule(wall("2027-03-01T10:00"), "Europe/Berlin", "FREQ=DAILY", follows=True)
    assert schedule_given(REMINDERS, when, rule) == given


@pytest.mark.parametrize("when", ["2027-03-02T09:00", "tomorrow at 9"])
def test_a_time_may_be_one_of_another_zone(when: str) -> None:
    assert schedule_given(REMINDERS, when, zone="Asia/Tokyo") == Schedule(wall("2027-03-02T09:00"), "Asia/Tokyo")


def test_words_may_name_the_zone() -> None:
    given = Schedule(wall("2027-03-02T09:00"), "Asia/Tokyo")
    assert schedule_given(REMINDERS, "tomorrow at 9 Tokyo time") == given


@pytest.mark.parametrize("zone", ["", "Asia/Tokyo"])
def test_a_lapse_is_a_moment(zone: str) -> None:
    assert schedule_given(REMINDERS, "in 20 minutes", zone=zone).at == NOW + timedelta(minutes=20)


@pytest.mark.parametrize(("code", "when"), [("de", "morgen um 10"), ("de", "tomorrow at 10")])
def test_words_are_read_in_the_language_spoken_and_in_english(code: str, when: str) -> None:
    with speaking_to(code):
        given = schedule_given(REMINDERS, when)
    assert given == Schedule(wall("2027-03-02T10:00"), "Europe/Berlin", follows=True)


@pytest.mark.parametrize(
    ("when", "rule", "zone", "why"),
    [
        ("soon", "", "", "don't understand the time"),
        ("today at 7:00", "", "", "has passed"),
        ("0001-01-01T00:00+14:00", "", "", "don't understand the time"),
        ("every day at 9", "FREQ=DAILY", "", "Leave the rule out"),
        ("tomorrow at 9", "FREQ=NEVER", "", "FREQ is MINUTELY"),
        ("tomorrow at 9 Tokyo time", "", "Europe/Paris", "already names a zone"),
        ("tomorrow at 9", "", "Mars/Olympus", "There is no time zone Mars/Olympus"),
    ],
)
def test_what_is_unclear_is_refused(when: str, rule: str, zone: str, why: str) -> None:
    with pytest.raises(ReminderRefused, match=why):
        schedule_given(REMINDERS, when, rule, zone)
