"""Times in words, on a Tuesday evening."""

from datetime import datetime

import pytest

from bot.errors import ReminderRefused
from bot.language import speaking_to
from bot.reminders.english import time_in
from bot.reminders.understanding import objection, reminder_in, time_of_words
from tests.growth import no_square

NOW = datetime.fromisoformat("2026-11-24T19:20:05")


@pytest.mark.parametrize(
    ("words", "wall", "rule", "text"),
    [
        ("tomorrow 9 call mom", "2026-11-25 09:00:00", "", "call mom"),
        ("in 20 seconds stretch", "2026-11-24 19:20:25", "", "stretch"),
        ("in an hour and 10 minutes to drink tea", "2026-11-24 20:30:05", "", "drink tea"),
        ("in 1h30m tea", "2026-11-24 20:50:05", "", "tea"),
        ("in half an hour tea", "2026-11-24 19:50:05", "", "tea"),
        ("in 2 days at 9 tea", "2026-11-26 09:00:00", "", "tea"),
        ("in 2 months rent", "2027-01-24 19:20:00", "", "rent"),
        ("me to call mom tomorrow at 9", "2026-11-25 09:00:00", "", "call mom"),
        ("call mom in 20 minutes", "2026-11-24 19:40:05", "", "call mom"),
        ("at 9 pills", "2026-11-24 21:00:00", "", "pills"),
        ("at 7 pills", "2026-11-25 07:00:00", "", "pills"),
        ("9pm pills", "2026-11-24 21:00:00", "", "pills"),
        ("5pm tomorrow tea", "2026-11-25 17:00:00", "", "tea"),
        ("tomorrow at 3 dentist", "2026-11-25 15:00:00", "", "dentist"),
        ("tomorrow at 03:00 pills", "2026-11-25 03:00:00", "", "pills"),
        ("tomorrow evening call", "2026-11-25 18:00:00", "", "call"),
        ("tomorrow evening at 7 call", "2026-11-25 19:00:00", "", "call"),
        ("tonight at 8 film", "2026-11-24 20:00:00", "", "film"),
        ("at midnight toast", "2026-11-25 00:00:00", "", "toast"),
        ("friday 10:00 bins", "2026-11-27 10:00:00", "", "bins"),
        ("tuesday at 9am bins", "2026-12-01 09:00:00", "", "bins"),
        ("next friday at 10 dentist", "2026-12-04 10:00:00", "", "dentist"),
        ("next week on monday plan", "2026-11-30 09:00:00", "", "plan"),
        ("1 December 9am dentist", "2026-12-01 09:00:00", "", "dentist"),
        ("Dec 1st 2027 party", "2027-12-01 09:00:00", "", "party"),
        ("29 february leap", "2028-02-29 09:00:00", "", "leap"),
        ("2026-12-01T09:30 x", "2026-12-01 09:30:00", "", "x"),
        ("1.12. 18:30 x", "2026-12-01 18:30:00", "", "x"),
        ("the 5th at noon rent", "2026-12-05 12:00:00", "", "rent"),
        ("every weekday at 8 stand-up", "2026-11-25 08:00:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "stand-up"),
        ("every monday and thursday at 18:30 gym", "2026-11-26 18:30:00", "FREQ=WEEKLY;BYDAY=MO,TH", "gym"),
        ("mondays at 7pm choir", "2026-11-30 19:00:00", "FREQ=WEEKLY;BYDAY=MO", "choir"),
        ("every 2 weeks on friday x", "2026-11-27 09:00:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "x"),
        ("every other day at 7 x", "2026-11-25 07:00:00", "FREQ=DAILY;INTERVAL=2", "x"),
        ("every 20 minutes drink", "2026-11-24 19:40:05", "FREQ=MINUTELY;INTERVAL=20", "drink"),
        ("every 1st of the month rent", "2026-12-01 09:00:00", "FREQ=MONTHLY;BYMONTHDAY=1", "rent"),
        ("every year on 1 march x", "2027-03-01 09:00:00", "FREQ=YEARLY", "x"),
        ("daily at 8 until 1 march pills", "2026-11-25 08:00:00", "FREQ=DAILY;UNTIL=20270301", "pills"),
        ("every day at 8 for 2 weeks pills", "2026-11-25 08:00:00", "FREQ=DAILY;COUNT=14", "pills"),
        ("every monday at 18:30 5 times gym", "2026-11-30 18:30:00", "FREQ=WEEKLY;BYDAY=MO;COUNT=5", "gym"),
        ("every day at 8 to and 20 pills", "2026-11-25 08:00:00", "FREQ=DAILY", "and 20 pills"),
        ("in 20 minutes the 2nd load", "2026-11-24 19:40:05", "", "the 2nd load"),
        ("tomorrow at 9 salt and 2 eggs", "2026-11-25 09:00:00", "", "salt and 2 eggs"),
        ("every morning pills", "2026-11-25 09:00:00", "FREQ=DAILY", "pills"),
        ("every evening at 9 x", "2026-11-24 21:00:00", "FREQ=DAILY", "x"),
        ("morgen um 15 Uhr Mama anrufen", "2026-11-25 15:00:00", "", "Mama anrufen"),
        ("übermorgen 18:30 Zahnarzt", "2026-11-26 18:30:00", "", "Zahnarzt"),
        ("demain à 9h appeler maman", "2026-11-25 09:00:00", "", "appeler maman"),
        ("mañana a las 9 llamar", "2026-11-25 09:00:00", "", "llamar"),
        ("завтра в 9:00 позвонить", "2026-11-25 09:00:00", "", "позвонить"),
    ],
)
async def test_a_time_is_found_with_the_text_beside_it(words: str, wall: str, rule: str, text: str) -> None:
    found = await reminder_in(words, NOW)
    assert found
    said, rest = found
    assert (str(said.wall(NOW)), said.rrule, rest) == (wall, rule, text)


@pytest.mark.parametrize(
    "words", ["call mom", "2 eggs", "buy 2 eggs", "may call", "", "every", "in", "next", "the 40th x"]
)
async def test_what_names_no_time_is_none(words: str) -> None:
    assert await reminder_in(words, NOW) is None


@pytest.mark.parametrize("word", ["a", "and", "\u0627"])
def test_a_long_message_is_read_in_no_time(word: str) -> None:
    with no_square():
        assert time_of_words(f"{word} " * 2_000, NOW) is None


@pytest.mark.parametrize(
    ("words", "unclear"),
    [
        ("every day at 8 and 20 pills", "and 20"),
        ("every tuesday 9 and 17 x", "and 17"),
        ("every monday at 9 and thursday at 10 gym", "and thursday"),
        ("on friday the 13th buy", "the 13th"),
        ("friday 13th buy", "13th"),
        ("pills every day at 8 and 20", "and 20"),
        ("buy it on friday the 13th", "the 13th"),
    ],
)
async def test_where_it_is_not_clear_where_a_time_ends_that_is_asked_back(words: str, unclear: str) -> None:
    with pytest.raises(ReminderRefused, match=f"Does “{unclear}” belong to the time"):
        await reminder_in(words, NOW)


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
        ("tomorrow evening", "2026-11-25T19:30", ""),
        ("tomorrow", "2026-11-25T08:15", ""),
        ("next friday", "2026-11-27T10:00", ""),
        ("next friday", "2026-12-04T10:00", ""),
        ("in 20 minutes", "2026-11-24T19:40", ""),
        ("at 9", "2026-11-25T09:00", ""),
        ("every weekday at 8", "2026-11-25T08:00", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR"),
        ("every month on the 5th", "2026-12-05T09:00", "FREQ=MONTHLY;BYMONTHDAY=5"),
        ("every day at 8", "2026-11-24T20:00", "FREQ=DAILY"),
        ("every week at 9", "2026-11-27T09:00", "FREQ=WEEKLY;BYDAY=FR"),
        ("every 2 weeks on friday", "2026-12-04T10:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=FR"),
        ("every 14 days", "2026-12-01T09:00", "FREQ=WEEKLY;INTERVAL=2"),
        ("every 20 minutes", "2026-11-24T19:40", "FREQ=MINUTELY;INTERVAL=20"),
        ("every hour from 9", "2026-11-25T09:00", "FREQ=HOURLY"),
        ("every evening", "2026-11-25T20:00", "FREQ=DAILY;BYHOUR=20"),
        ("daily at 8 until 1 march", "2026-11-25T08:00", "FREQ=DAILY;UNTIL=20270301T080000"),
        ("every day at 8 for a week", "2026-11-25T08:00", "FREQ=DAILY;COUNT=7"),
        ("every day at 8 for a week", "2026-11-25T08:00", "FREQ=DAILY;UNTIL=20261201"),
        ("every year on 1 march", "2027-03-01T09:00", "FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=1"),
        ("every day at 8 and 20", "2026-11-25T08:00", "FREQ=DAILY;BYHOUR=8,20"),
        ("every day at 8 except on sundays", "2026-11-25T08:00", "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA"),
        ("every month on the first monday", "2026-12-07T09:00", "FREQ=MONTHLY;BYDAY=1MO"),
        ("the day before christmas at 9", "2026-12-24T09:00", ""),
        ("Christmas Eve at 9", "2026-12-24T09:00", ""),
        ("pour mon anniversaire", "2026-12-24T09:00", ""),
        ("tomorrow at 9 in Tokyo", "2026-11-25T09:00", ""),
        ("morgen um 9 Uhr", "2026-11-25T09:00", ""),
        ("01/12/2026 09:00", "2026-12-01T09:00", ""),
        ("01/12/2026 09:00", "2026-01-12T09:00", ""),
        ("when the cows come home", "2026-12-01T09:00", ""),
    ],
)
async def test_what_the_model_understood_alike_is_not_objected_to(words: str, wall: str, rule: str) -> None:
    assert not await objection(words, datetime.fromisoformat(wall), rule, NOW)


@pytest.mark.parametrize(
    ("words", "wall", "rule", "why"),
    [
        (
            "tomorrow at 9",
            "2026-11-26T09:00",
            "",
            "is Wednesday, 25 November 2026, 09:00, but the time given is Thursday",
        ),
        ("tomorrow at 9pm", "2026-11-25T09:00", "", "is Wednesday, 25 November 2026, 21:00"),
        ("in 20 minutes", "2026-11-24T20:40", "", "is Tuesday, 24 November 2026, 19:40"),
        ("at 9", "2026-12-25T09:00", "", "is Tuesday, 24 November 2026, 21:00"),
        ("every day at 8", "2026-11-25T08:00", "", "means FREQ=DAILY, but the rule given is none"),
        ("tomorrow at 8", "2026-11-25T08:00", "FREQ=DAILY", "means once, but the rule given is FREQ=DAILY"),
        ("every monday", "2026-11-30T09:00", "FREQ=WEEKLY;BYDAY=TU", "means FREQ=WEEKLY;BYDAY=MO"),
        ("every Monday at 9", "2027-06-07T09:00", "FREQ=WEEKLY;BYDAY=MO", "is Monday, 30 November 2026, 09:00, but"),
        ("every monday and thursday", "2026-11-30T09:00", "FREQ=WEEKLY;BYDAY=MO,TH", "is Thursday, 26 November 2026"),
        ("daily at 8 until 1 march", "2026-11-25T08:00", "FREQ=DAILY", "means FREQ=DAILY;UNTIL=20270301"),
        (
            "daily at 8 until 1 march",
            "2026-11-25T08:00",
            "FREQ=DAILY;UNTIL=20270401",
            "means FREQ=DAILY;UNTIL=20270301",
        ),
        ("daily at 8", "2026-11-25T08:00", "FREQ=DAILY;COUNT=1", "means FREQ=DAILY, but"),
        ("daily at 8", "2026-11-25T08:00", "FREQ=DAILY;UNTIL=20270301", "means FREQ=DAILY, but"),
        ("daily at 8", "2026-11-25T08:00", "FREQ=DAILY;BYHOUR=8,9,10", "means FREQ=DAILY, but"),
        ("daily at 8", "2026-11-26T08:00", "FREQ=DAILY", "is Wednesday, 25 November 2026, 08:00, but"),
        ("daily at 8", "2026-11-25T08:00", "FREQ=SECONDLY", "means FREQ=DAILY, but"),
        ("every day at 8 for a week", "2026-11-25T08:00", "FREQ=DAILY;COUNT=8", "means FREQ=DAILY;COUNT=7"),
        ("every month on the 5th", "2026-12-07T09:00", "FREQ=MONTHLY;BYMONTHDAY=7", "is Saturday, 05 December 2026"),
        ("every month on the 5th", "2026-12-05T09:00", "FREQ=MONTHLY;BYMONTHDAY=5,20", "means FREQ=MONTHLY, but"),
        ("every year on 1 march", "2027-03-02T09:00", "FREQ=YEARLY", "is Monday, 01 March 2027"),
        ("every day from 1 december", "2026-11-24T21:00", "FREQ=DAILY", "is Tuesday, 01 December 2026"),
        ("for tomorrow at 9", "2026-12-25T09:00", "", "is Wednesday, 25 November 2026, 09:00"),
        ("tomorrow morning at 9 please", "2026-12-25T09:00", "", "is Wednesday, 25 November 2026, 09:00"),
        ("tomorrow at 9 in the kitchen", "2026-12-25T09:00", "", "is Wednesday, 25 November 2026, 09:00"),
        ("every Monday at 9 at work", "2026-11-30T09:00", "FREQ=WEEKLY;BYDAY=TU", "means FREQ=WEEKLY;BYDAY=MO"),
        ("tomorrow at 9 Tokyo time", "2026-11-25T09:00", "", "is in the zone Asia/Tokyo"),
        ("in 2 and a half hours", "2026-11-24T21:20", "", "is Tuesday, 24 November 2026, 21:50"),
        ("morgen um 9 Uhr", "2026-11-26T09:00", "", "is Wednesday, 25 November 2026, 09:00"),
        ("übermorgen", "2026-11-25T09:00", "", "is Thursday, 26 November 2026, but"),
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
    assert "but the time given is" in await objection("morgen um 9", datetime(2026, 11, 26, 10), "", now)  # noqa: DTZ001
