"""The doctor's report: one line for each finding, and what is checked."""

import os
import re
import shutil
import textwrap
import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from email.utils import parsedate_to_datetime
from typing import Final, TextIO
from urllib.parse import unquote, urlsplit, urlunsplit

from bot.kit.findings import Finding, Mark
from bot.kit.owner import Owner
from bot.kit.settings import Settings

_SHORTEST_SECRET: Final = 6
"""Fewest characters of a text that is replaced; shorter ones are parts of words."""
_USER_IN_ADDRESS: Final = re.compile(r"//[^/\s@]+@")


@dataclass(slots=True)
class Setup:
    """What is checked: the settings, and by how many seconds this machine's clock is ahead of each server's.

    `people` are the users who joined by a link, and whether they are owners of their bots; None if that isn't known.
    """

    settings: Settings
    clocks: dict[str, float] = field(default_factory=dict)
    people: Mapping[Owner, bool] | None = None

    def compare_clocks(self, server: str, date: str) -> None:
        """Note the Date header of a server's answer (https://www.rfc-editor.org/rfc/rfc9110#name-date)."""
        try:
            self.clocks[server] = time.time() - parsedate_to_datetime(date).timestamp()
        except ValueError:
            return


class Report:
    """Writes findings as they come: aligned, without secrets, and in color on a terminal (https://no-color.org)."""

    def __init__(self, out: TextIO, secrets: Collection[str]) -> None:
        self._out = out
        self._secrets = sorted((it for it in secrets if len(it) >= _SHORTEST_SECRET), key=len, reverse=True)
        self._colored = out.isatty() and not os.environ.get("NO_COLOR")
        self.marks: list[Mark] = []

    def add(self, finding: Finding) -> None:
        """Write a finding."""
        self.marks.append(finding.mark)
        text = finding.text
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        # A server's words may contain escape codes.
        text = _USER_IN_ADDRESS.sub("//", "".join(it if it.isprintable() else "?" for it in text))
        mark, subject = f"{finding.mark.name.lower():8}", f" {finding.subject:12} "
        line = self._wrapped(f"{mark}{subject}{text}", indent=len(mark + subject))
        self._write(line.replace(mark, f"\033[{finding.mark.value}m{mark}\033[0m", 1) if self._colored else line)

    def say(self, sentence: str) -> None:
        """Write a sentence on a line of its own."""
        self._write(self._wrapped(sentence))

    def _write(self, line: str) -> None:
        self._out.write(f"{line}\n")
        self._out.flush()

    def _wrapped(self, line: str, indent: int = 0) -> str:
        """Wrap a line to the width of the terminal. In a file, it stays one line."""
        if not self._out.isatty():
            return line
        width = max(40 + indent, shutil.get_terminal_size().columns)
        return textwrap.fill(line, width, subsequent_indent=" " * indent, break_on_hyphens=False)


def bare_address(address: str) -> str:
    """Return an address without user name, password and query."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query="", fragment=""))


def secrets_in(settings: Settings) -> Sequence[str]:
    """Return the texts that no line may contain: each secret, and its secret parts."""
    addresses = (
        *settings.secrets,
        settings.openai_base_url or "",
        settings.telegram_api_url,
        settings.searxng_url or "",
    )
    hidden = [it for parts in map(urlsplit, addresses) for it in (parts.password, parts.query) if it]
    token = "" if settings.practises else settings.token
    return [*settings.secrets, token.rpartition(":")[2], *hidden, *map(unquote, hidden)]
