"""Wordings of /remind, on a Tuesday evening: each is set at the right time with the right text, or asked back."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.errors import ReminderRefused
from bot.language import speaking_to
from bot.reminders.operations import Reminders
from bot.reminders.understanding import reminder_in

NOW = datetime.fromisoformat("2026-11-24T19:20:05")
"""On a wall in London."""
REMINDERS = Reminders(ZoneInfo("Europe/London"), clock=lambda: NOW.replace(tzinfo=UTC))

ORDINALS = [
    ("on the 1st of every month 9 rent", "2026-12-01 09:00:00", "FREQ=MONTHLY;BYMONTHDAY=1", "rent"),
    ("the 15th of each month at 18:30 rent", "2026-12-15 18:30:00", "FREQ=MONTHLY;BYMONTHDAY=15", "rent"),
    ("on the first of every month rent", "2026-12-01 09:00:00", "FREQ=MONTHLY;BYMONTHDAY=1", "rent"),
    ("on the last day of every month report", "2026-11-30 09:00:00", "FREQ=MONTHLY;BYMONTHDAY=-1", "report"),
    ("every month on the last day at 18 report", "2026-11-30 18:00:00", "FREQ=MONTHLY;BYMONTHDAY=-1", "report"),
    ("every month on the last friday pay", "2026-11-27 09:00:00", "FREQ=MONTHLY;BYDAY=-1FR", "pay"),
    ("the first monday of every month at 10 board", "2026-12-07 10:00:00", "FREQ=MONTHLY;BYDAY=1MO", "board"),
    ("every 2nd friday of the month at 9 bins", "2026-12-11 09:00:00", "FREQ=MONTHLY;BYDAY=2FR", "bins"),
    ("every second friday at 9 bins", "2026-11-27 09:00:00", "FREQ=WEEKLY;BYDAY=FR;INTERVAL=2", "bins"),
    ("every third week bins", "2026-12-01 09:00:00", "FREQ=WEEKLY;INTERVAL=3", "bins"),
    ("every 25 december gifts", "2026-12-25 09:00:00", "FREQ=YEARLY", "gifts"),
    ("rent on the 1st of every month", "2026-12-01 09:00:00", "FREQ=MONTHLY;BYMONTHDAY=1", "rent"),
    ("the 5th of the month rent", "2026-12-05 09:00:00", "", "rent"),
]
HALVES = [
    ("in 2 and a half hours tea", "2026-11-24 21:50:05", "", "tea"),
    ("in two and a half hours tea", "2026-11-24 21:50:05", "", "tea"),
    ("in an hour and a half tea", "2026-11-24 20:50:05", "", "tea"),
    ("tea in an hour and a half", "2026-11-24 20:50:05", "", "tea"),
    ("in a half hour tea", "2026-11-24 19:50:05", "", "tea"),
    ("in a quarter of an hour tea", "2026-11-24 19:35:05", "", "tea"),
    ("in three quarters of an hour tea", "2026-11-24 20:05:05", "", "tea"),
    ("in 1.5 hours tea", "2026-11-24 20:50:05", "", "tea"),
    ("in 1,5 hours tea", "2026-11-24 20:50:05", "", "tea"),
    ("in 2½ hours tea", "2026-11-24 21:50:05", "", "tea"),
    ("1.5 hours tea", "2026-11-24 20:50:05", "", "tea"),
    ("in a day and a half tea", "2026-11-26 07:20:05", "", "tea"),
    ("in a year and a half tea", "2028-05-24 19:20:00", "", "tea"),
    ("in forty-five minutes tea", "2026-11-24 20:05:05", "", "tea"),
    ("every half hour stretch", "2026-11-24 19:50:05", "FREQ=MINUTELY;INTERVAL=30", "stretch"),
    ("every hour and a half stretch", "2026-11-24 20:50:05", "FREQ=MINUTELY;INTERVAL=90", "stretch"),
    ("half past 9 call", "2026-11-24 21:30:00", "", "call"),
    ("tomorrow at quarter to nine call", "2026-11-25 08:45:00", "", "call"),
    ("tomorrow at nine thirty call", "2026-11-25 09:30:00", "", "call"),
    ("tomorrow at eight fifteen call", "2026-11-25 08:15:00", "", "call"),
    ("tomorrow at eight seventeen call", "2026-11-25 08:17:00", "", "call"),
    ("in 1200 months tea", "2126-11-24 19:20:00", "", "tea"),
    ("in 2,5 Stunden Tee", "2026-11-24 21:50:05", "", "Tee"),
    ("через полтора часа чай", "2026-11-24 20:50:05", "", "чай"),
]
DAYS = [
    ("3 march dentist", "2027-03-03 09:00:00", "", "dentist"),
    ("march 3 dentist", "2027-03-03 09:00:00", "", "dentist"),
    ("on march the 3rd at 10 dentist", "2027-03-03 10:00:00", "", "dentist"),
    ("the 3rd of march at 10 dentist", "2027-03-03 10:00:00", "", "dentist"),
    ("3-march dentist", "2027-03-03 09:00:00", "", "dentist"),
    ("march 3, 2028 at 10am dentist", "2028-03-03 10:00:00", "", "dentist"),
    ("12/25 10:00 dentist", "2026-12-25 10:00:00", "", "dentist"),
    ("25/12 10:00 dentist", "2026-12-25 10:00:00", "", "dentist"),
    ("friday week 9:00 bins", "2026-12-04 09:00:00", "", "bins"),
    ("a week on friday bins", "2026-12-04 09:00:00", "", "bins"),
    ("friday next week bins", "2026-12-04 09:00:00", "", "bins"),
    ("2 days from now bins", "2026-11-26 09:00:00", "", "bins"),
    ("on fri. at 9 bins", "2026-11-27 09:00:00", "", "bins"),
    ("12 noon lunch", "2026-11-25 12:00:00", "", "lunch"),
    ("february 24th 12pm call", "2027-02-24 12:00:00", "", "call"),
]
DIGITS = [
    ("tomorrow at ९ call", "2026-11-25 09:00:00", "", "call"),
    ("in ٢٠ minutes room ٣", "2026-11-24 19:40:05", "", "room ٣"),
    ("at ۹:۳۰ tea", "2026-11-25 09:30:00", "", "tea"),
    ("غدا الساعة ٨ اتصل", "2026-11-25 08:00:00", "", "اتصل"),
    ("غدا الساعة ٨:٣٠ اتصل", "2026-11-25 08:30:00", "", "اتصل"),
    ("فردا ساعت ۸ زنگ بزن", "2026-11-25 08:00:00", "", "زنگ بزن"),
    ("कल ८ बजे फोन करो", "2026-11-25 08:00:00", "", "फोन करो"),
    ("明天8点 打电话", "2026-11-25 08:00:00", "", "打电话"),
    ("明日8時 電話", "2026-11-25 08:00:00", "", "電話"),
]
PARTS = [
    ("morgen um 9 Uhr abends Mama anrufen", "2026-11-25 21:00:00", "", "Mama anrufen"),
    ("morgen Abend um 9 Mama anrufen", "2026-11-25 21:00:00", "", "Mama anrufen"),
    ("demain soir appeler", "2026-11-25 18:00:00", "", "appeler"),
    ("mañana a las 9 de la noche llamar", "2026-11-25 21:00:00", "", "llamar"),
    ("завтра в 9 вечера позвонить", "2026-11-25 21:00:00", "", "позвонить"),
    ("domani alle 9 di sera chiamare", "2026-11-25 21:00:00", "", "chiamare"),
    ("amanhã às 9 da noite ligar", "2026-11-25 21:00:00", "", "ligar"),
    ("कल शाम ९ बजे फोन करो", "2026-11-25 21:00:00", "", "फोन करो"),
    ("الساعة ٣ مساءً اجتماع", "2026-11-25 15:00:00", "", "اجتماع"),
    ("tomorrow 3 in the evening tea", "2026-11-25 15:00:00", "", "tea"),
    ("tomorrow at 11 in the morning tea", "2026-11-25 11:00:00", "", "tea"),
    ("tomorrow at 12 in the afternoon tea", "2026-11-25 12:00:00", "", "tea"),
    ("tomorrow at 12 at night tea", "2026-11-26 00:00:00", "", "tea"),
    ("at 12 at night tomorrow tea", "2026-11-26 00:00:00", "", "tea"),
    ("tonight at 12 toast", "2026-11-25 00:00:00", "", "toast"),
    ("tonight at midnight toast", "2026-11-25 00:00:00", "", "toast"),
    ("at 11 tonight toast", "2026-11-24 23:00:00", "", "toast"),
    ("tonight at 2 toast", "2026-11-25 02:00:00", "", "toast"),
    ("mañana a las 12 de la noche llamar", "2026-11-26 00:00:00", "", "llamar"),
    ("завтра в 3 ночи позвонить", "2026-11-25 03:00:00", "", "позвонить"),
    ("yarın saat 8'de ara", "2026-11-25 08:00:00", "", "ara"),  # noqa: RUF001 - Turkish
]
TEXTS = [
    ("in 10 minutes about the tea", "2026-11-24 19:30:05", "", "the tea"),
    ("in 10 minutes of the tea", "2026-11-24 19:30:05", "", "the tea"),
    ("remind me in 10 minutes to drink tea", "2026-11-24 19:30:05", "", "drink tea"),
    ("tomorrow at 9: monday report", "2026-11-25 09:00:00", "", "monday report"),
    ("tomorrow: 50 push-ups", "2026-11-25 09:00:00", "", "50 push-ups"),
    ("tomorrow to 50 push-ups", "2026-11-25 09:00:00", "", "50 push-ups"),
    ("tomorrow buy 2 apples", "2026-11-25 09:00:00", "", "buy 2 apples"),
    ("buy 2 apples tomorrow", "2026-11-25 09:00:00", "", "buy 2 apples"),
    ("bus 42 at 9", "2026-11-24 21:00:00", "", "bus 42"),
    ("in 10 minutes 2 eggs", "2026-11-24 19:30:05", "", "2 eggs"),
    ("in 10 Minuten 2 Eier", "2026-11-24 19:30:05", "", "2 Eier"),
    ("every 20 minutes 2 glasses", "2026-11-24 19:40:05", "FREQ=MINUTELY;INTERVAL=20", "2 glasses"),
    ("every day at 8 2 pills", "2026-11-25 08:00:00", "FREQ=DAILY", "2 pills"),
    ("tomorrow at 9 in the kitchen", "2026-11-25 09:00:00", "", "in the kitchen"),
    ("tomorrow at 9 after work drinks", "2026-11-25 09:00:00", "", "after work drinks"),
    ("friday 10:00 send the monday report", "2026-11-27 10:00:00", "", "send the monday report"),
    ("tomorrow at 9 a test", "2026-11-25 09:00:00", "", "a test"),
    ("tomorrow at 9 next steps", "2026-11-25 09:00:00", "", "next steps"),
    ("tomorrow at 8 for an hour stretch", "2026-11-25 08:00:00", "", "for an hour stretch"),
    ("every day at 9 for the team", "2026-11-25 09:00:00", "FREQ=DAILY", "for the team"),
    ("in 5 minutes I will go home", "2026-11-24 19:25:05", "", "I will go home"),
]


@pytest.mark.parametrize(("words", "wall", "rule", "text"), ORDINALS + HALVES + DAYS + DIGITS + PARTS + TEXTS)
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
        ("tomorrow 9am UTC deploy", "2026-11-25 09:00:00", "UTC", "deploy"),
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
        ("every month on the 15th and 30th pay", "and 30th"),
        ("the 1st and 15th of every month rent", "and 15th"),
        ("every 3rd friday at 9 bins", "friday"),
        ("the last friday of the month pay", "of the month"),
        ("tomorrow week bins", "week"),
        ("monday after next bins", "after next"),
        ("monday to friday at 9 bins", "to friday"),
        ("in an hour or two tea", "or two"),
        ("tomorrow at half nine call", "at half"),
        ("at 10 to 9 call", "to 9"),
        ("tomorrow at 25:00 tea", "at 25:00"),
        ("every day at 25 tea", "at 25"),
        ("tomorrow 13pm tea", "13pm"),
        ("tomorrow 9:60 tea", "9:60"),
        ("tomorrow at 12 midnight tea", "midnight"),
        ("tomorrow at 9-10 call", "at 9-10"),
        ("today from 8pm-9 call", "from 8pm-9"),
        ("from 9am to 5pm every hour drink", "to 5pm"),
        ("every hour from 9 to 17 drink", "to 17"),
        ("every 2 hours between 9 and 17 drink", "between 9"),
        ("every day at 8am, 2pm and 8pm pills", "2pm"),
        ("every day except sunday at 9 walk", "except sunday"),
        ("every day but sunday walk", "but sunday"),
        ("at 9 today or tomorrow call", "or tomorrow"),
        ("tomorrow about 9 call", "about 9"),
        ("tomorrow 50 push-ups", "50"),
        ("tomorrow at 9 monday report", "monday"),
        ("tomorrow after lunch call", "after lunch"),
        ("2 days before friday pack", "before friday"),
        ("pack 2 days before friday", "before"),
        ("tomorrow at 9 EST call", "EST"),
        ("at 10:30 pst today call", "pst"),
        ("8pm in Tokyo call Ken", "in Tokyo"),
        ("8pm Berlin call", "Berlin"),
        ("8pm Mumbai time call", "Mumbai"),
        ("8pm UTC+5:30 call", r"UTC\+5:30"),
        ("friday in two weeks call", "in two"),
        ("friday in a week call", "in a"),
        ("tomorrow in 2 hours call", "in 2"),
        ("at 9 in 2 hours call", "in 2"),
        ("at nine forty five call", "five"),
        ("tomorrow at 8 thirty call", "thirty"),
        ("at 5 past 9 call", "past 9"),
        ("an hour ago call", "ago call"),
        ("every 5 minutes for an hour stretch", "for an"),
        ("every 2 days for 10 days call", "for 10"),
        ("every night at 12 tea", "at 12"),
        ("every saturday at 12 at night tea", "at night"),
        ("tomorrow 9,30 call", "9,30"),
        ("tomorrow 9a call", "9a"),
        ("tomorrow at 9 sharp call", "sharp call"),
        ("tomorrow at 9 or so call", "or so"),
        ("call in an hour or so", "or so"),
        ("saturday next call", "next call"),
        (r"8pm +02:00 call", r"\+02:00"),
        ("morgen 9 Uhr 30 Müll", "30"),
        ("morgen um neun Uhr Müll", "um neun Uhr"),
        ("morgen in 2 Stunden Müll", "in 2 Stunden"),
        ("mañana a las nueve y media llamar", "a las nueve"),
        ("завтра в полдевятого встреча", "в полдевятого встреча"),
        ("завтра в 9 тридцать встреча", "тридцать встреча"),
        ("Freitag in einer Woche 9 Uhr Zahnarzt", "in einer Woche"),
        ("vendredi en huit dentiste", "en huit dentiste"),
        ("demain à neuf heures dentiste", "à neuf heures"),
        ("heute um halb neun Tee", "um halb neun"),
        ("morgen um 25 Uhr Tee", "um 25 Uhr"),
        ("morgen um 9 und 17 Uhr Tabletten", "17 Uhr"),
        ("dans une heure et demie thé", "demie thé"),
        ("en una hora y media té", "media té"),
        ("내일 오후 3시 전화", "오후 3시"),
    ],
)
async def test_what_may_belong_to_a_time_is_asked_back(words: str, unclear: str) -> None:
    with pytest.raises(ReminderRefused, match=f"Does “{unclear}” belong to the time"):
        await reminder_in(words, NOW)


@pytest.mark.parametrize(
    "words",
    [
        *("25:00 tea", "at 25 tea", "13pm tea", "9:75 tea", "at 24:00 tea", "0pm tea", "the 0th of every month tea"),
        *("32 december tea", "the 31st of june tea", "03/04 10:00 dentist", "13/13 dentist"),
        *("in 5 call mom", "5 tea", "in a few minutes tea", "in 5 to 10 minutes tea", "in 5-10 minutes tea"),
        *("in 1.5 months tea", "twice a day pills", "by friday report", "end of month report", "next weekend walk"),
        *("in einer halben Stunde Tee", "jeden Tag um 8 Tabletten", "dans 2h30 thé", "le 1er de chaque mois loyer"),
        *("9p call", "9:30p call", "2027-08-01T09:00+02:00 call", "2027-08-01T09:00Z call"),
        *("in 9999 years call", "in 900000 months call", "in 99999999999w call"),
        *("in 2-3 Tagen Tee", "बीस मिनट", "بعد نصف ساعة شاي"),
    ],
)
async def test_what_is_not_understood_is_not_guessed(words: str) -> None:
    assert await reminder_in(words, NOW) is None


@pytest.mark.parametrize(("code", "month"), [("de", 4), ("en", None)])
async def test_a_date_in_figures_is_read_in_the_order_of_its_language(code: str, month: int | None) -> None:
    with speaking_to(code):
        found = await reminder_in("03/04 10:00 x", NOW)
    assert (found[0].wall(NOW).month if found else None) == month
