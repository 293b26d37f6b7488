"""Times in other languages than English, read by dateparser (30 MB, imported when needed). A guess is no time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.reminders.times import english_days as english
from bot.features.reminders.times.said import DayPart, Said
from bot.kit.language import DEFAULT, language

HOUR: Final = re.compile(
    r"(?:\b(?P<at>um|à|a las?|alle|às|om|kl\.?|klo|o|в|о|u|v|saat|jam|pukul|a les|la ora|στις|الساعة|ساعت|בשעה)\s+)?"
    r"(?<![\d.,:/-])(?P<hour>[01]?\d|2[0-3])(?:[.:h](?P<minute>[0-5]\d))?(?![\d/])"
    r"(?P<unit>\s*(?:uhr|uur|बजे|点|點|時|时|시)(?![半間间간]))?(?P<h>\s*(?:heures?|h)\b|['’](?:da|de|ta|te)\b)?",
    re.IGNORECASE,
)
"""An hour in some languages, which dateparser leaves out."""
IN: Final = frozenset("in dans en через за fra tra em over za om dentro بعد".split())
"""Words for "in" before a length of time."""
BEFORE_HOURS: Final = IN | frozenset("um à a alle às om kl klo o в о u v saat στις الساعة ساعت בשעה".split())
"""Words between a day and its hour, or a length of time after it."""
JOINS: Final = frozenset("am du de la le à da di della в во у ve el por pela em en و في".split())
"""Words between a time and the part of its day."""
PARTS: Final = {
    word: part
    for part, words in {
        DayPart.MORNING: "morgens vormittag vormittags früh matin mattina mattino manhã утра утром ранку вранці sabah "
        "صباحا صباحًا صباحاً सुबह 早上 上午 朝 午前",
        DayPart.NOON: "mittag mittags midi mediodía mezzogiorno meio-dia полдень опівдні öğlen ظهرا ظهرًا दोपहर "
        "中午 正午",
        DayPart.AFTERNOON: "nachmittag nachmittags après-midi tarde pomeriggio дня днём днем вдень عصرا عصرًا 下午 午後",
        DayPart.EVENING: "abend abends soir sera noite вечера вечером вечора ввечері увечері akşam مساء مساءً شام शाम "
        "晚上 夜 夕方",
        DayPart.NIGHT: "nacht nachts nuit noche notte ночи ночью ночі вночі gece ليلا ليلاً شب रात",
    }.items()
    for word in words.split()
}
NAMES: Final = frozenset(
    """
    halb halbe halben anderthalb viertel demi demie demi-heure quart media medio cuarto mezza mezzo quarto meia meio
    полчаса пол половина півгодини пів yarım buçuk نصف ربع نیم आधा आधे साढ़े 半 pół pol half heute morgen übermorgen
    montag dienstag mittwoch donnerstag freitag samstag sonntag lundi mardi mercredi jeudi vendredi samedi dimanche
    lunes martes miércoles jueves viernes sábado domingo lunedì martedì mercoledì giovedì venerdì sabato domenica
    segunda terça quarta quinta sexta понедельник вторник среда среду четверг пятница пятницу суббота субботу
    воскресенье понеділок вівторок середу четвер пʼятницю суботу неділю pazartesi salı çarşamba perşembe cuma pazar
    uhr heure heures hora horas ora ore час часа часов година години saat stunde stunden minute minuten minutes minutos
    minuti минут минуты хвилин dakika jeden jede jedes chaque cada ogni todo todos каждый кожен her كل هر हर
    fünfzehn zwanzig dreißig vierzig fünfzig quinze vingt trente quarante cinquante veinte treinta cuarenta
    cincuenta quindici venti trenta quaranta cinquanta пятнадцать двадцать тридцать сорок пятьдесят
    без moins menos meno dreiviertel 오전 오후
    """.split()
) | set(PARTS)
"""Words of times in other languages."""


LANGUAGES: Final = (
    *("de", "fr", "es", "it", "pt", "nl", "pl", "ru", "uk", "tr", "sv", "da", "nb", "fi", "cs", "sk", "el", "ro"),
    *("hu", "bg", "hr", "zh", "ja", "ko", "ar", "he", "fa", "hi", "id", "vi", "th", "ca"),
)
"""Languages that dateparser reads; all that it knows would take it seconds, and 60 MB."""
_MOST_WORDS: Final = 8
_FIGURE: Final = re.compile(r"(?<![\d.:/-])\d{1,2}(?![\d.:/-])")
_NUMBER: Final = re.compile(r"\d+(?:[.,]\d+)?")
_HALF_OF_DAY: Final = re.compile(r"\d[ap]\b", re.IGNORECASE)
"""An end as of "9p", which dateparser leaves out."""
_RANGE: Final = re.compile(r"\d\s*[-\u2013]\s*\d")
_WHOLE: Final = "time"
_DAY: Final = {_WHOLE, "day"}
_LATER: Final = timedelta(days=36)
"""What moves a named day of the week or a lapse to another day of the month, a bare number to that of another month."""
_SHORTEST_MONTH: Final = timedelta(days=28)
_UNITS: Final = tuple(timedelta(seconds=it) for it in (1, 60, 3_600, 86_400, 604_800))


@dataclass(frozen=True, slots=True)
class Read:
    """What dateparser reads: a wall time, whether that is a time of day, too, and whether it is counted from now."""

    wall: datetime
    has_clock: bool
    is_lapse: bool

    def agrees(self, wall: datetime) -> bool:
        """Tell whether it may mean a wall time."""
        same_day = self.wall.date() == wall.date()
        return same_day and (not self.has_clock or (self.wall.hour, self.wall.minute) == (wall.hour, wall.minute))


def time_in(words: Sequence[str], now: datetime) -> tuple[Said, str] | None:
    """Return the time that some words begin with, and the words after it."""
    part = next((at for at, it in enumerate(words[:_MOST_WORDS]) if at and english.plain(it) in PARTS), None)
    if part is None:
        return _longest(words, now)
    begin = part
    while begin > 1 and english.plain(words[begin - 1]) in JOINS:
        begin -= 1
    found = _longest([*words[:begin], *words[part + 1 :]], now)
    if found is None or len(words) - len(found[1].split()) <= begin or found[0].moment:
        return _longest(words, now)
    return replace(found[0], day_part=PARTS[english.plain(words[part])]).with_hour, found[1]


def meant(words: str, now: datetime) -> Said | None:
    """Return the time that words are, None if they are none or may be several."""
    found = readings(words, now)
    is_number = words.isdecimal() or _HALF_OF_DAY.search(words)
    if not found or is_number or (len(found) > 1 and language() == DEFAULT):
        return None
    read, text = found[0], english.plain(words)
    numbers = [float(it.replace(",", ".")) for it in _NUMBER.findall(text)]
    if read.is_lapse and not _is_counted(read.wall - now.replace(microsecond=0), numbers, text):
        return None
    if read.is_lapse and read.has_clock:
        return Said(moment=read.wall)
    if text.split()[0] in IN and numbers and not read.is_lapse:
        return None
    figures = [] if read.has_clock or read.is_lapse else _FIGURE.findall(text)
    if any(int(it) != read.wall.day for it in figures) or (not read.has_clock and _is_bare(words, read, now)):
        return None
    return Said(dates=(read.wall.date(),), clock=read.wall.time() if read.has_clock else None)


def readings(words: str, now: datetime) -> list[Read]:
    """Return what words may mean in the language spoken now, or else in any; figures may come in either order."""
    if language() in LANGUAGES and (own := _readings_in([language()], words, now)):
        return own
    return _readings_in(LANGUAGES, words, now)


def _longest(words: Sequence[str], now: datetime) -> tuple[Said, str] | None:
    """Return the longest time that some words begin with. A day with a length of time after it is none."""
    read = [meant(" ".join(words[:length]), now) for length in range(1, min(_MOST_WORDS + 1, len(words)))]
    for length in range(len(read), 0, -1):
        said = read[length - 1]
        if said is None or (said.moment and read[0] and read[0].dates):
            continue
        if not said.clock and not said.moment:
            return said, " ".join(words[read.index(said) + 1 :])
        figures = [at for at in range(1, length) if any(map(str.isdecimal, words[at]))]
        if not figures or read[figures[-1] - 1] != said:
            return said, " ".join(words[length:])
    return None


def _is_counted(lapse: timedelta, numbers: Sequence[float], text: str) -> bool:
    """Tell whether a length of time is what its numbers say, as far as they can be told."""
    if _RANGE.search(text):
        return False
    is_long = lapse % timedelta(days=1) == timedelta()
    if len(numbers) != 1:
        return not numbers or not is_long
    is_of_months = is_long and lapse >= numbers[0] * _SHORTEST_MONTH
    return is_of_months or any(numbers[0] * unit == lapse for unit in _UNITS)


def _is_bare(words: str, read: Read, now: datetime) -> bool:
    """Tell whether a day is just a number of some month, which may be a number of something else."""
    later = readings(words, now + _LATER)
    return bool(later) and later[0].wall.day == read.wall.day and later[0].wall.month != read.wall.month


def _readings_in(languages: Sequence[str], words: str, now: datetime) -> list[Read]:
    from dateparser.date import DateDataParser  # noqa: PLC0415 - only those who use another language need it

    words = HOUR.sub(_clock, english.plain(words))
    found: dict[datetime, Read] = {}
    for order in ("DMY", "MDY"):
        settings = {
            "RELATIVE_BASE": now.replace(microsecond=1),  # an hour equal to that of now is taken for none
            "PREFER_DATES_FROM": "future",
            "RETURN_TIME_AS_PERIOD": True,
            "DATE_ORDER": order,
            "PREFER_LOCALE_DATE_ORDER": False,
            "PARSERS": ["relative-time", "custom-formats", "absolute-time"],
        }
        data = DateDataParser(languages=list(languages), settings=settings).get_date_data(words)
        if data.date_obj and data.period in _DAY and not data.date_obj.tzinfo:
            wall = data.date_obj.replace(microsecond=0)
            is_lapse = data.date_obj.microsecond == 1
            found.setdefault(wall, Read(wall, data.period == _WHOLE, is_lapse))
    return list(found.values())


def _clock(found: re.Match[str]) -> str:
    """Return an hour as dateparser reads it, if words beside it say that it is one."""
    if not (found["at"] or found["unit"]):
        return found[0]
    return f"{int(found['hour']):02}:{found['minute'] or '00'}"
