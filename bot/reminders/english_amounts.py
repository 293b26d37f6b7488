"""Lengths of time in English: "20 minutes", "two and a half hours", "1h30m". Pure."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.reminders import english_words as english

_HALF: Final = ("and", "a", "half")
_OF_AN: Final = {"half": 0.5, "quarter": 0.25, "couple": 2.0}
"""Numbers that may follow "a"."""
_MONTHS: Final = {"months": 1, "years": 12}


@dataclass(frozen=True, slots=True)
class Length:
    """Months and a length of time, whether that is one of whole days, and the place after the words for them."""

    months: int
    time: timedelta
    is_of_days: bool
    end: int


class Amounts(english.Words):
    """Reads numbers with units."""

    def length(self, at: int) -> Length | None:
        """Return the sum of one or several amounts: "an hour and 10 minutes". Months are whole, and come last."""
        time, months, units = timedelta(), 0.0, set[str]()
        while not months and (amount := self.amount(at)) is not None:
            count, unit, at = amount
            units.add(unit)
            if unit in _MONTHS:
                months = count * _MONTHS[unit]
            else:
                time += timedelta(**{unit: count})
            at += self._word(at) == "and" and self.amount(at + 1) is not None
        time = timedelta(seconds=round(time.total_seconds()))
        if months != int(months) or not (time or months):
            return None
        return Length(int(months), time, units <= {"days", "weeks"} and not time.seconds, at)

    def amount(self, at: int) -> tuple[float, str, int] | None:
        """Return the number, the unit's plural, and the place after them."""
        if english.SHORT.fullmatch(self._word(at)):
            return self._short(at)
        numbered = self._number(at)
        if numbered is None:
            return None
        number, at = numbered
        at += self._word(at) == "of"
        at += self._word(at) in {"a", "an"}
        unit = english.UNITS.get(self._word(at))
        if not number or not unit:
            return None
        number, at = self._and_half(number, at + 1)
        return number, unit, at

    def interval(self, at: int) -> tuple[int, str, int] | None:
        """Return a whole number, a frequency, and the place after them; without a number it is 1."""
        if unit := english.UNITS.get(self._word(at), ""):
            count, at = self._and_half(1.0, at + 1)
        elif amount := self.amount(at):
            count, unit, at = amount
        else:
            return None
        if count != int(count) and unit in {"hours", "days"}:
            count, unit = (count * 60, "minutes") if unit == "hours" else (count * 24, "hours")
        is_whole = count == int(count) and unit in english.FREQUENCIES
        return (int(count), english.FREQUENCIES[unit], at) if is_whole else None

    def _short(self, at: int) -> tuple[float, str, int] | None:
        """Read "20m", "1.5h", "1h30m"."""
        pieces = [
            (float(number.replace(",", ".")), english.UNITS.get(unit, ""))
            for number, unit in english.AMOUNT.findall(self._word(at))
        ]
        if len(pieces) == 1:
            number, unit = pieces[0]
            return (number, unit, at + 1) if number and unit else None
        if any(unit in {"", "months", "years"} for _, unit in pieces):
            return None
        return sum(timedelta(**{unit: number}).total_seconds() for number, unit in pieces), "seconds", at + 1

    def _number(self, at: int) -> tuple[float, int] | None:
        """Read "20", "2.5", "2½", "two and a half", "half", "three quarters", "twenty five"."""
        word, following = self._word(at), self._word(at + 1)
        if word == "half":
            return 0.5, at + 1
        if word == "a" and following in _OF_AN:
            return _OF_AN[following], at + 2
        if figure := english.FIGURE.fullmatch(word):
            number = float((figure[1] or "0").replace(",", ".")) + (word.endswith("½") and 0.5)
        elif word in english.NUMBERS:
            number = english.NUMBERS[word]
        else:
            return None
        at += 1
        if word in english.TENS and 0 < english.NUMBERS.get(following, 0) < english.NUMBERS["ten"]:
            number, at = number + english.NUMBERS[following], at + 1
        if self._word(at) in {"quarter", "quarters"}:
            return number / 4, at + 1
        return self._and_half(number, at)

    def _and_half(self, number: float, at: int) -> tuple[float, int]:
        is_there = tuple(self._words[at : at + 3]) == _HALF
        return number + is_there / 2, at + 3 * is_there
