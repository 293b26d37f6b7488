"""The languages: the one spoken at the moment, which each task has of its own, and their catalogues.

A catalogue is a file in gettext's format for each language but English, whose sentences stand in the code.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import resources
from typing import Final

DEFAULT: Final = "en"
LANGUAGES: Final[Mapping[str, str]] = {
    "en": "English",
    "de": "Deutsch",
    "es": "Español",
    "fr": "Français",
    "it": "Italiano",
    "pt": "Português",
    "ru": "Русский",
    "uk": "Українська",
    "tr": "Türkçe",
    "ar": "العربية",
    "hi": "हिन्दी",
    "zh": "中文",
    "ja": "日本語",
}
"""The languages that Keepsake speaks, by ISO 639-1 code, each under its own name."""
RIGHT_TO_LEFT: Final = frozenset({"ar"})
_LEFT_TO_RIGHT_MARK: Final = "\u200e"
_COMMAND: Final = re.compile(r"(?<![\w/])(?=/[a-z]|\{(?:command|example)\})|(?<=<number>)|(?<=<words>)")
"""The beginning of a command, and the end of its arguments."""

_current: Final = ContextVar("language", default=DEFAULT)


@dataclass(frozen=True, slots=True)
class Catalogue:
    """A language's sentences by the English ones: several for one with a number.

    `form` returns the index of a number's plural form.
    """

    sentences: Mapping[str, str | Sequence[str]]
    form: Callable[[int], int]

    def one(self, sentence: str) -> str:
        """Return a sentence in this language; in English if it is missing."""
        found = self.sentences.get(sentence)
        return found if isinstance(found, str) else sentence

    def several(self, one: str, many: str, number: int) -> str:
        """Return the plural form for a number."""
        found = self.sentences.get(one)
        if found is None or isinstance(found, str):
            return one if number == 1 else many
        return found[self.form(number)]


_catalogues: Final[dict[str, Catalogue]] = {DEFAULT: Catalogue({}, int)}


def catalogue(language: str) -> Catalogue:
    """Return a language's catalogue, which is read in about 20 ms, and kept. That of English is empty."""
    found = _catalogues.get(language)
    if found is None:
        found = _catalogues[language] = _parse(language)
    return found


@contextmanager
def briefly(language: str) -> Iterator[None]:
    """Forget a language's catalogue at the end if it is read meanwhile: those of all languages take 5 MB."""
    is_kept = language in _catalogues
    try:
        yield
    finally:
        if not is_kept:
            _catalogues.pop(language, None)


def _parse(language: str) -> Catalogue:
    from gettext import c2py  # noqa: PLC0415 - whoever speaks English needs none of it

    from babel.messages.pofile import read_po  # noqa: PLC0415 - as above

    with resources.files("bot.kit.language").joinpath("po", f"{language}.po").open("rb") as file:
        read = read_po(file, locale=language)
    sentences: dict[str, str | Sequence[str]] = {}
    for message in read:
        english = message.id if isinstance(message.id, str) else message.id[0]
        if english and message.string and not message.fuzzy:
            sentences[english] = _with_direction_marks(message.string) if language in RIGHT_TO_LEFT else message.string
    return Catalogue(sentences, c2py(read.plural_expr))


def _with_direction_marks(said: str | Sequence[str]) -> str | list[str]:
    """Return a sentence that is read from right to left, with marks that keep the slash of a command before it.

    A mark is invisible, and what follows it is still a command to Telegram (Unicode Standard Annex #9, 2.6).
    """
    if isinstance(said, str):
        return _COMMAND.sub(_LEFT_TO_RIGHT_MARK, said)
    return [_COMMAND.sub(_LEFT_TO_RIGHT_MARK, form) for form in said]


def language() -> str:
    """Return the code of the language spoken now, such as "de"; English where none was set."""
    return _current.get()


def speak(code: str) -> None:
    """Speak a language of LANGUAGES until the task ends."""
    _current.set(code)


@contextmanager
def speaking_to(code: str) -> Iterator[None]:
    """Speak a language of LANGUAGES during the block."""
    token = _current.set(code)
    try:
        yield
    finally:
        _current.reset(token)


def known(tag: str | None) -> str | None:
    """Return the language of an IETF tag as Telegram gives it ("pt-br" is "pt"), or None for one we don't speak."""
    code = (tag or "").replace("_", "-").partition("-")[0].lower()
    return code if code in LANGUAGES else None
