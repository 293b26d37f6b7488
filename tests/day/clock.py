"""The clock of the day: it passes fast, stops for what is to be looked at, and can be wrong on the bot's machine.

The bot reads it through libfaketime (https://github.com/wolfcw/libfaketime), which is loaded into its process and adds
what a file says to the real time. What a process measures itself, by the monotonic clock, passes as ever: the bot
takes the day as a machine does that dozes for a moment again and again.
"""

import time
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from itertools import chain
from pathlib import Path
from typing import Final

from practice.telegram.bot_api import BotApi

_FOLDERS: Final = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt/homebrew/lib")
_LIBRARY: Final = "libfaketimeMT.so.1"
MISSING: Final = "The day needs libfaketime, which is not installed (on Debian: apt install faketime)."


def library() -> Path | None:
    """Return the path of libfaketime for programs with threads, or None where it is not installed."""
    places = (Path(folder).glob(f"{depth}faketime/{_LIBRARY}") for folder in _FOLDERS for depth in ("", "*/"))
    return next(chain.from_iterable(places), None)


class DayClock:
    """The time of Telegram and, but for an error that can be set, of the bot's machine.

    It passes as real time does, and faster when it is moved.
    """

    def __init__(self, file: Path, telegram: BotApi, start: datetime) -> None:
        self._file = file
        self._telegram = telegram
        self._ahead = 0.0
        self._error = 0.0
        self.move((start - self.now).total_seconds())

    @property
    def now(self) -> datetime:
        """The right time."""
        return datetime.fromtimestamp(time.time() + self._ahead, UTC)

    def environment(self, loaded: Path) -> Mapping[str, str]:
        """Return what makes a process read this clock, with libfaketime loaded from there."""
        return {
            "LD_PRELOAD": str(loaded),
            "FAKETIME_TIMESTAMP_FILE": str(self._file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "NO_FAKE_STAT": "1",  # else Python would compile every module anew
        }

    def move(self, seconds: float) -> None:
        """Let time pass at once."""
        self._ahead += seconds
        self._telegram.pass_time(seconds)
        self._write()

    def be_wrong(self, by: timedelta) -> None:
        """Set the clock of the bot's machine ahead of the right time, or back; by nothing, set it right."""
        self._error = by.total_seconds()
        self._write()

    def _write(self) -> None:
        new = self._file.with_suffix(".new")
        new.write_text(f"{self._ahead + self._error:+.6f}\n")
        new.replace(self._file)
