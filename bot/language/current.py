"""The language spoken at the moment, which each task has of its own."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from bot.language.catalogues import DEFAULT, LANGUAGES

_current: Final = ContextVar("language", default=DEFAULT)


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
