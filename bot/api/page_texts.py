"""The sentences of the page in each language, as its scripts read them."""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Final

from bot.language import DEFAULT
from bot.language.catalogues import RIGHT_TO_LEFT, catalogue

_SENTENCE: Final = re.compile(r'\b(?:t|mark|plural)\(\s*("(?:[^"\\]|\\.)+")')
_SAMPLES: Final = (0, 1_000_000, *range(1_000, 0, -1))
"""Numbers that have every plural form; where two of a category differ, the last one here decides."""


def sentences(scripts: Iterable[str]) -> frozenset[str]:
    """Return the English sentences that scripts say; of those with a number, the singular."""
    return frozenset(json.loads(it) for script in scripts for it in _SENTENCE.findall(script))


def sources() -> Iterable[bytes]:
    """Return the catalogues' files, whose change makes other texts."""
    files = (it for it in resources.files("bot.language").joinpath("po").iterdir() if it.name.endswith(".po"))
    return [it.read_bytes() for it in sorted(files, key=lambda it: it.name)]


def texts(language: str, said: frozenset[str]) -> bytes:
    """Return a language's catalogue for the page, as JSON."""
    found = catalogue(language)
    return json.dumps(
        {
            "language": language,
            "direction": direction(language),
            "plurals": plurals(language, found.form),
            "texts": {it: found.sentences[it] for it in sorted(said & found.sentences.keys())},
        },
        ensure_ascii=False,
    ).encode()


def direction(language: str) -> str:
    """Return how a language is written, as HTML's `dir` has it."""
    return "rtl" if language in RIGHT_TO_LEFT else "ltr"


def plurals(language: str, form: Callable[[int], int]) -> Mapping[str, int]:
    """Return the plural form, as gettext counts them, of each plural category that CLDR has for a language."""
    if language == DEFAULT:
        return {}
    from babel import Locale  # noqa: PLC0415 - whoever speaks English needs none of it

    category = Locale.parse(language).plural_form
    return {category(it): form(it) for it in _SAMPLES}
