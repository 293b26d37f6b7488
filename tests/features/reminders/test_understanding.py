"""Times in words, on a Tuesday evening."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.features.reminders.operations import Reminders
from bot.features.reminders.times.english import time_in
from bot.features.reminders.times.understanding import objection, reminder_in, time_of_words
from bot.kit.errors import ReminderRefused
from bot.kit.language import speaking_to
from tests.growth import no_square

NOW = datetime.fromisoformat("2026-11-24T19:20:05")
"""On a wall in London."""
REMINDERS = Reminders(ZoneInfo("Europe/London"), clock=lambda: NOW.replace(tzinfo=UTC))
KINDS = [
    ("tomorrow 9 call mom", "2026-11-25 09:00:00", "", "call mom"),
    ("in 20 seconds stretch", "2026-11-24 19:20:25", "", "stretch"),
    ("in 1h30m tea", "2026-11-24 20:50:05", "", "tea"),
    ("in half an hour tea", "2026-11-24 19:50:05", "", "tea"),
    ("me to call mom tomorrow at 9", "2026-11-25 09:00:00", "", "call mom"),
    ("at 9 pills", "2026-11-24 21:00:00", "", "pills"),
    ("at 7 pills", "2026-11-25 07:00:00", "", "pills"),
    ("9pm pills", "2026-11-24 21:00:00", "", "pills"),
    ("tomorrow at 3 dentist", "2026-11-25 15:00:00", "", "dentist"),
    ("at midnight toast", "2026-11-25 00:00:00", "", "toast"),
    ("next friday at 10 dentist", "2026-12-04 10:00:00", "", "dentist"),
    ("next week on monday plan", "2026-11-30 09:00:00", "", "plan"),
    ("29 february leap", "2028-02-29 09:00:00", "", "leap"),
    ("2026-12-01T09:30 x", "2026-12-01 09:30:00", "", "x"),
    ("1.12. 18:30 x", "2026-12-01 18:30:00", "", "x"),
    ("the 5th at noon rent", "2026-12-05 12:00:00", "", "rent"),
    ("every weekday at 8 stand-up", "2026-11-25 08:00:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "stand-up"),
    ("every monday and thursday at 18:30 gym", "2026-11-26 18:30:00", "FREQ=WEEKLY;BYDAY=MO,TH", "gym"),
    ("every 20 minutes drink", "2026-11-24 19:40:05", "FREQ=MINUTELY;INTERVAL=20", "drink"),
    ("every year on 1 march x", "2027-03-01 09:00:00", "FREQ=YEARLY", "x"),
    ("daily at 8 until 1 march pills", "2026-11-25 08:00:00", "FREQ=DAILY;UNTIL=20270301", "pills"),
    ("every day at 8 for 2 weeks pills", "2026-11-25 08:00:00", "FREQ=DAILY;COUNT=14", "pills"),
    ("every evening at 9 x", "2026-11-24 21:00:00", "FREQ=DAILY", "x"),
    ("morgen um 15 Uhr Mama anrufen", "2026-11-25 15:00:00", "", "Mama anrufen"),
    ("завтра в 9:00 позвонить", "2026-11-25 09:00:00", "", "позвонить"),
]
ORDINALS = [
    ("on the 1st of every month 9 rent", "2026-12-01 09:00:00", "FREQ=MONTHLY;BYMONTHDAY=1", "rent"),
    ("on the first of every month rent", "2026-12-01 09:00:00", "FREQ=MONTHLY;BYMONTHDAY=1", "rent"),
    ("on the last day of every month report", "2026-11-30 09:00:00", "FREQ=MONTHLY;BYMONTHDAY=-1", "report"),
    ("every month on the last friday pay", "2026-11-27 09:00:00", "FREQ=MONTHLY;BYDAY=-1FR", "pay"),
    ("every 2nd friday of the month at 9 bins", "2026-12-11 09:00:00", "FREQ=MONTHLY;BYDAY=2FR", "bins"),
    ("every second friday at 9 bins", "2026-11-27 09:00:00", "FREQ=WEEKLY;BYDAY=FR;INTERVAL=2", "bins"),
    ("every 25 december gifts", "2026-12-25 09:00:00", "FREQ=YEARLY", "gifts"),
    ("the 5th of the month rent", "2026-12-05 09:00:00", "", "rent"),
]
HALVES = [
    ("in 2 and a half hours tea", "2026-11-24 21:50:05", "", "tea"),
    ("in an hour and a half tea", "2026-11-24 20:50:05", "", "tea"),
    ("in three quarters of an hour tea", "2026-11-24 20:05:05", "", "tea"),
    ("in 2½ hours tea", "2026-11-24 21:50:05", "", "tea"),
    ("in forty-five minutes tea", "2026-11-24 20:05:05", "", "tea"),
    ("every half hour stretch", "2026-11-24 19:50:05", "FREQ=MINUTELY;INTERVAL=30", "stretch"),
    ("half past 9 call", "2026-11-24 21:30:00", "", "call"),
    ("tomorrow at quarter to nine call", "2026-11-25 08:45:00", "", "call"),
    ("in 1200 months tea", "2126-11-24 19:20:00", "", "tea"),
    ("через полтора часа чай", "2026-11-24 20:50:05", "", "чай"),
]
DAYS = [
    ("on march the 3rd at 10 dentist", "2027-03-03 10:00:00", "", "dentist"),
    ("march 3, 2028 at 10am dentist", "2028-03-03 10:00:00", "", "dentist"),
    ("12/25 10:00 dentist", "2026-12-25 10:00:00", "", "dentist"),
    ("friday week 9:00 bins", "2026-12-04 09:00:00", "", "bins"),
    ("12 noon lunch", "2026-11-25 12:00:00", "", "lunch"),
]
DIGITS = [
    ("tomorrow at ९ call", "2026-11-25 09:00:00", "", "call"),
    ("in ٢٠ minutes room ٣", "2026-11-24 19:40:05", "", "room ٣"),
    ("明天8点 打电话", "2026-11-25 08:00:00", "", "打电话"),
]
PARTS = [
    ("morgen um 9 Uhr abends Mama anrufen", "2026-11-25 21:00:00", "", "Mama anrufen"),
    ("tomorrow 3 in the evening tea", "2026-11-25 15:00:00", "", "tea"),
    ("tomorrow at 12 in the afternoon tea", "2026-11-25 12:00:00", "", "tea"),
    ("tomorrow at 12 at night tea", "2026-11-26 00:00:00", "", "tea"),
    ("tonight at 12 toast", "2026-11-25 00:00:00", "", "toast"),
    ("tonight at 2 toast", "2026-11-25 02:00:00", "", "toast"),
    ("yarın saat 8'de ara", "2026-11-25 08:00:00", "", "ara"),  # noqa: RUF001 - Turkish
]
TEXTS = [
    ("in 10 minutes about the tea", "2026-11-24 19:30:05", "", "the tea"),
    ("tomorrow at 9: monday report", "2026-11-25 09:00:00", "", "monday report"),
    ("tomorrow to 50 push-ups", "2026-11-25 09:00:00", "", "50 push-ups"),
    ("buy 2 apples tomorrow", "2026-11-25 09:00:00", "", "buy 2 apples"),
    ("every 20 minutes 2 glasses", "2026-11-24 19:40:05", "FREQ=MINUTELY;INTERVAL=20", "2 glasses"),
    ("every day at 8 2 pills", "2026-11-25 08:00:00", "FREQ=DAILY", "2 pills"),
    ("tomorrow at 9 in the kitchen", "2026-11-25 09:00:00", "", "in the kitchen"),
    ("friday 10:00 send the monday report", "2026-11-27 10:00:00", "", "send the monday report"),
    ("tomorrow at 8 for an hour stretch", "2026-11-25 08:00:00", "", "for an hour stretch"),
]


@pytest.mark.parametrize(("words", "wall", "rule", "text"), KINDS + ORDINALS + HALVES + DAYS + DIGITS + PARTS + TEXTS)
async def test_a_wording_is_set_as_it_is_meant(words: str, wall: str, rule: str, text: str) -> None:
    found = await reminder_in(words, NOW)
    assert found
    said, rest = found
    assert (str(said.wall(NOW)), said.rrule, rest) == (wall, rule, text)


@pytest.mark.parametrize(
    ("words", "wall", "zone", "text"),
    [
        ("8pm Tokyo time call Ken", "2026-11-25 20:00:00", "Asia/Tokyo", "call Ken"),
        ("at 8 new york time tomorrow call", "2026-11-25 08:00:00", "America/New_York", "call"),
        ("tomorrow 9am GMT+2 deploy", "2026-11-25 09:00:00", "Etc/GMT-2", "deploy"),
        ("deploy tomorrow 9am Berlin time", "2026-11-25 09:00:00", "Europe/Berlin", "deploy"),
    ],
)
async def test_a_zone_may_be_named(words: str, wall: str, zone: str, text: str) -> None:
    found = await reminder_in(words, NOW)
    assert found
    schedule = REMINDERS.at_said(found[0])
    assert (str(schedule.wall), schedule.zone, schedule.follows, found[1]) == (wall, zone, False, text)


async def test_a_lapse_is_counted_from_now() -> None:
    found = await reminder_in("in an hour and a half tea", NOW)
    assert found
    assert REMINDERS.at_said(found[0]).at == REMINDERS.now() + timedelta(minutes=90)


@pytest.mark.parametrize(
    ("words", "unclear"),
    [
        ("every day at 8 and 20 pills", "and 20"),
        ("every monday at 9 and thursday at 10 gym", "and thursday"),
        ("on friday the 13th buy", "the 13th"),
        ("tomorrow week bins", "week"),
        ("monday to friday at 9 bins", "to friday"),
        ("at 10 to 9 call", "to 9"),
        ("tomorrow at 25:00 tea", "at 25:00"),
        ("from 9am to 5pm every hour drink", "to 5pm"),
        ("every day except sunday at 9 walk", "except sunday"),
        ("tomorrow at 9 monday report", "monday"),
        ("pack 2 days before friday", "before"),
        ("8pm in Tokyo call Ken", "in Tokyo"),
        ("8pm UTC+5:30 call", r"UTC\+5:30"),
        ("at nine forty five call", "five"),
        ("an hour ago call", "ago call"),
        ("every 2 days for 10 days call", "for 10"),
        (r"8pm +02:00 call", r"\+02:00"),
        ("morgen 9 Uhr 30 Müll", "30"),
        ("내일 오후 3시 전화", "오후 3시"),
    ],
)
async def test_what_may_belong_to_a_time_is_asked_back(words: str, unclear: str) -> None:
    with pytest.raises(ReminderRefused, match=f"Does “{unclear}” belong to the time"):
        await reminder_in(words, NOW)


@pytest.mark.parametrize(
    "words",
    [
        *("call mom", "buy 2 eggs", "may call", "", "every", "the 40th x"),
        *("25:00 tea", "13pm tea", "0pm tea", "the 0th of every month tea", "the 31st of june tea", "03/04 10:00 x"),
        *("in 5 call mom", "in a few minutes tea", "in 5-10 minutes tea", "in 1.5 months tea", "by friday report"),
        *("in einer halben Stunde Tee", "dans 2h30 thé", "9p call", "2027-08-01T09:00+02:00 call"),
        *("in 9999 years call", "in 99999999999w call", "in 2-3 Tagen Tee", "بعد نصف ساعة شاي"),
    ],
)
async def test_what_is_not_understood_is_not_guessed(words: str) -> None:
    assert await reminder_in(words, NOW) is None


@pytest.mark.parametrize(("code", "month"), [("de", 4), ("en", None)])
async def test_a_date_in_figures_is_read_in_the_order_of_its_language(code: str, month: int | None) -> None:
    with speaking_to(code):
        found = await reminder_in("03/04 10:00 x", NOW)
    assert (found[0].wall(NOW).month if found else None) == month


@pytest.mark.parametrize("word", ["a", "and"])
def test_a_long_message_is_read_in_no_time(word: str) -> None:
    with no_square():
        assert time_of_words(f"{word} " * 2_000, NOW) is None


@pytest.mark.parametrize("words", ["today at 9am x", "2026-11-24 x", "1 March 2020 x"])
def test_a_time_that_has_passed_is_refused(words: str) -> None:
    found = time_in(words, NOW)
    assert found
    with pytest.raises(ReminderRefused, match="has passed"):
        found[0].wall(NOW)


@pytest.mark.parametrize(
    ("words", "wall", "rule"),
    [
        ("tomorrow at 9", "2026-11-25T09:00", ""),
        ("tomorrow at 9", "2026-11-25T21:00", ""),
        ("in 20 minutes", "2026-11-24T19:40", ""),
        ("at 9", "2026-11-25T09:00", ""),
        ("every weekday at 8", "2026-11-25T08:00", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"),
        ("every week at 9", "2026-11-27T09:00", "FREQ=WEEKLY;BYDAY=FR"),
        ("every 14 days", "2026-12-01T09:00", "FREQ=WEEKLY;INTERVAL=2"),
        ("every 20 minutes", "2026-11-24T19:40", "FREQ=MINUTELY;INTERVAL=20"),
        ("every day at 8 for a week", "2026-11-25T08:00", "FREQ=DAILY;UNTIL=20261201"),
        ("every day at 8 and 20", "2026-11-25T08:00", "FREQ=DAILY;BYHOUR=8,20"),
        ("every day at 8 except on sundays", "2026-11-25T08:00", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA"),
        ("tomorrow at 9 in Tokyo", "2026-11-25T09:00", ""),
        ("morgen um 9 Uhr", "2026-11-25T09:00", ""),
        ("when the cows come home", "2026-12-01T09:00", ""),
    ],
)
async def test_what_the_model_understood_alike_is_not_objected_to(words: str, wall: str, rule: str) -> None:
    assert not await objection(words, datetime.fromisoformat(wall), rule, NOW)


@pytest.mark.parametrize(
    ("words", "wall", "rule", "why"),
    [
        ("tomorrow at 9", "2026-11-26T09:00", "", "is Wednesday, 25 November 2026, 09:00, but the time given is Th"),
        ("in 20 minutes", "2026-11-24T20:40", "", "is Tuesday, 24 November 2026, 19:40"),
        ("at 9", "2026-12-25T09:00", "", "is Tuesday, 24 November 2026, 21:00"),
        ("every day at 8", "2026-11-25T08:00", "", "means FREQ=DAILY, but the rule given is none"),
        ("tomorrow at 8", "2026-11-25T08:00", "FREQ=DAILY", "means once, but the rule given is FREQ=DAILY"),
        ("every Monday at 9", "2027-06-07T09:00", "FREQ=WEEKLY;BYDAY=MO", "is Monday, 30 November 2026, 09:00, but"),
        ("daily at 8 until 1 march", "2026-11-25T08:00", "FREQ=DAILY", "means FREQ=DAILY;UNTIL=20270301"),
        ("daily at 8", "2026-11-25T08:00", "FREQ=DAILY;BYHOUR=8,9,10", "means FREQ=DAILY, but"),
        ("every day at 8 for a week", "2026-11-25T08:00", "FREQ=DAILY;COUNT=8", "means FREQ=DAILY;COUNT=7"),
        ("tomorrow at 9 Tokyo time", "2026-11-25T09:00", "", "is in the zone Asia/Tokyo"),
        ("morgen um 9 Uhr", "2026-11-26T09:00", "", "is Wednesday, 25 November 2026, 09:00"),
    ],
)
async def test_what_the_model_understood_otherwise_is_said(words: str, wall: str, rule: str, why: str) -> None:
    assert why in await objection(words, datetime.fromisoformat(wall), rule, NOW)


@pytest.mark.parametrize(("code", "day"), [("de", 26), ("es", 29)])
async def test_words_are_read_in_the_language_of_their_user_first(code: str, day: int) -> None:
    now = datetime(2026, 11, 25, 12)  # noqa: DTZ001 - a wall's
    with speaking_to(code):
        found = await reminder_in("do 15:00 x", now)
    assert found
    assert found[0].wall(now).day == day


async def test_an_hour_is_one_also_when_it_is_just_that_hour() -> None:
    now = datetime(2026, 11, 25, 9)  # noqa: DTZ001 - a wall's
    with speaking_to("de"):
        found = await reminder_in("morgen um 9 Mama anrufen", now)
    assert found
    assert (found[0].wall(now), found[1]) == (datetime(2026, 11, 26, 9), "Mama anrufen")  # noqa: DTZ001 - a wall's
    assert "but the time given is" in await objection("morgen um 9", datetime(2026, 11, 26, 10), "", now)  # noqa: DTZ001 - as above
