"""What the doctor found, a line each."""

import os
import re
import shutil
import textwrap
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, TextIO, TypeAlias
from urllib.parse import unquote, urlsplit, urlunsplit

from bot.settings import Settings

_SUBJECT_WIDTH: Final = 12
_SHORTEST_SECRET: Final = 6
"""Characters; anything shorter is no secret, and would be found in many a word."""
_USER_IN_ADDRESS: Final = re.compile(r"//[^/\s@]+@")


class Mark(Enum):
    """How something is; the value is its colour (https://en.wikipedia.org/wiki/ANSI_escape_code)."""

    OK = "32"
    WARNING = "33"
    PROBLEM = "31"
    SKIPPED = "2"


@dataclass(frozen=True, slots=True)
class Finding:
    """How one thing is: in words, with what to do about it unless it is well."""

    mark: Mark
    subject: str
    text: str


Tell: TypeAlias = Callable[[Finding], None]


class Report:
    """Writes findings as they come: aligned, in colour on a terminal (https://no-color.org), and with no secret."""

    def __init__(self, out: TextIO, secrets: Collection[str]) -> None:
        self._out = out
        self._secrets = sorted((it for it in secrets if len(it) >= _SHORTEST_SECRET), key=len, reverse=True)
        self._is_terminal = out.isatty()
        self._coloured = self._is_terminal and not os.environ.get("NO_COLOR")
        self.marks: list[Mark] = []

    def add(self, finding: Finding) -> None:
        """Write a finding at once."""
        self.marks.append(finding.mark)
        word = f"{finding.mark.name.lower():8}"
        if self._coloured:
            word = f"\033[{finding.mark.value}m{word}\033[0m"
        subject = f"{finding.subject:{_SUBJECT_WIDTH}}"
        self._write(f"{word} {subject} {self._wrapped(self._harmless(finding.text), 10 + _SUBJECT_WIDTH)}")

    def say(self, sentence: str) -> None:
        """Write a sentence of its own."""
        self._write(self._wrapped(sentence, 0))

    def _write(self, line: str) -> None:
        self._out.write(f"{line}\n")
        self._out.flush()

    def _wrapped(self, text: str, indent: int) -> str:
        """Return a text as it fits to a terminal, beside what stands before it; anywhere else it is one line."""
        if not self._is_terminal:
            return text
        width = max(40, shutil.get_terminal_size().columns - indent)
        return f"\n{' ' * indent}".join(textwrap.wrap(text, width, break_on_hyphens=False))

    def _harmless(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        # What a server said may hold what a terminal obeys.
        return _USER_IN_ADDRESS.sub("//", "".join(it if it.isprintable() else "?" for it in text))


def shown(address: str) -> str:
    """Return an address without the name, password and query that may be part of it."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment=""))


def secrets_of(settings: Settings) -> Sequence[str]:
    """Return what no line may hold: each secret, and the parts of it that are secrets themselves."""
    token = settings.telegram_bot_token.get_secret_value() if settings.telegram_bot_token else ""
    addresses = (*settings.secrets, settings.openai_base_url or "", settings.telegram_api_url)
    passwords = [password for address in addresses if (password := urlsplit(address).password)]
    return [*settings.secrets, token.rpartition(":")[2], *passwords, *map(unquote, passwords)]
