"""Sentences in the current language."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, TypeAlias

from bot.kit.language.dates import number as shown
from bot.kit.language.languages import catalogue, language

_WITHOUT_SPACES: Final = frozenset({"zh", "ja"})


def t(sentence: str, **values: object) -> str:
    """Return an English sentence in the current language, with the values in its `{placeholders}`.

    The sentence is a literal, which the catalogues are extracted from, or was one in `mark`.
    """
    found = catalogue(language()).one(sentence)
    return found.format(**values) if values else found


def plural(one: str, many: str, count: int, **values: object) -> str:
    """Return the form of an English sentence for a count, which is `{count}` in it, in the current language."""
    return catalogue(language()).several(one, many, count).format(count=shown(count), **values)


def lapse(long: timedelta) -> str:
    """Return a length of time in its largest unit, such as "3 hours"."""
    seconds = round(long.total_seconds())
    minutes, whole_hours, days = (round(seconds / it) for it in (60, 3_600, 86_400))
    if seconds >= timedelta(days=1).total_seconds():
        return plural("{count} day", "{count} days", days)
    if seconds >= timedelta(hours=1).total_seconds():
        return plural("{count} hour", "{count} hours", whole_hours)
    if seconds >= timedelta(minutes=2).total_seconds():
        return plural("{count} minute", "{count} minutes", minutes)
    return plural("{count} second", "{count} seconds", seconds)


def space() -> str:
    """Return what the language puts between two sentences: a space, or nothing."""
    return "" if language() in _WITHOUT_SPACES else " "


def sentences(*several: str) -> str:
    """Return whole sentences one after the other."""
    return space().join(filter(None, several))


def mark(sentence: str) -> str:
    """Return a sentence as it is, to be extracted here and translated by `t` where it is said."""
    return sentence


Words: TypeAlias = str | Callable[[], str]
"""A sentence, marked for translation where users read it, or a function that renders one with values in it."""


def rendered(words: Words) -> str:
    """Return words in the current language."""
    return t(words) if isinstance(words, str) else words()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A marked sentence with values, which is compared by them and rendered in the language that is spoken then."""

    sentence: str
    values: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, sentence: str, **values: object) -> "Sentence":
        """Return a sentence with the values of its placeholders; those that are sentences are rendered with it."""
        return cls(sentence, values)

    def __call__(self) -> str:
        """Return it in the current language."""
        values = {name: it() if isinstance(it, Sentence) else it for name, it in self.values.items()}
        return t(self.sentence, **values)
