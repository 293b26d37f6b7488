"""The file with the settings, the clock and the time zone."""

import stat
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Final

from bot.command_line.doctor.report import Finding, ok, skipped, warning
from bot.settings import ENV_FILE, Settings

CLOCK_SECONDS: Final = 60.0
"""Largest difference between this machine's clock and a server's."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What is checked: the settings, and by how many seconds this machine's clock is ahead of each server's."""

    settings: Settings
    clocks: dict[str, float] = field(default_factory=dict)

    def compare_clocks(self, server: str, date: str) -> None:
        """Note the Date header of a server's answer (https://www.rfc-editor.org/rfc/rfc9110#name-date)."""
        try:
            self.clocks[server] = time.time() - parsedate_to_datetime(date).timestamp()
        except ValueError:
            return


async def env_file(_: Setup) -> AsyncIterator[Finding]:
    """Check who can read `.env`, and whether all its names are settings."""
    if not ENV_FILE.exists():
        yield ok(".env", "not in this folder, only environment variables are used")
        return
    is_open = bool(stat.S_IMODE(ENV_FILE.stat().st_mode) & 0o077)
    unknown = ", ".join(Settings.unknown_in())
    if is_open:
        yield warning(".env", "other users of this machine can read it. Run `chmod 600 .env`.")
    if unknown:
        yield warning(".env", f"not a setting: {unknown}. Check the spelling.")
    if not is_open and not unknown:
        yield ok(".env", "only you can read it, and all its names are settings")


async def clock(setup: Setup) -> AsyncIterator[Finding]:
    """Compare this machine's clock with those of the servers that answered."""
    for server, ahead in setup.clocks.items():
        if abs(ahead) > CLOCK_SECONDS:
            off = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} {server}"
            yield warning("clock", f"{off}. Set it, preferably by NTP (`timedatectl set-ntp true`).")
            return
    yield ok("clock", f"agrees with {' and '.join(setup.clocks)}") if setup.clocks else skipped("clock", "not checked")


async def time_zone(setup: Setup) -> AsyncIterator[Finding]:
    """Name the user's time zone."""
    zone = setup.settings.timezone
    yield ok("time zone", zone.key if zone else f"{datetime.now().astimezone():%Z}, as on this machine")
