"""The surroundings: the file with the settings, the clock and the time zone."""

import stat
import time
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Final

from bot.command_line.doctor.report import Finding, Mark, Tell
from bot.settings import ENV_FILE, Settings

CLOCK_SECONDS: Final = 60.0
"""How far this machine's clock may be off."""


@dataclass(slots=True)
class Clocks:
    """By how many seconds this machine's clock is ahead of others, and whose they are."""

    ahead: dict[str, float] = field(default_factory=dict)

    def compare(self, whose: str, date: str) -> None:
        """Note the Date header of an answer that has just come (https://www.rfc-editor.org/rfc/rfc9110#name-date)."""
        try:
            self.ahead[whose] = time.time() - parsedate_to_datetime(date).timestamp()
        except ValueError:
            return


def env_file(tell: Tell) -> None:
    """Look at `.env`: who can read it, and whether it names what is no setting."""
    if not ENV_FILE.exists():
        tell(Finding(Mark.OK, ".env", "there is none in this folder; the environment counts alone"))
        return
    is_open = bool(stat.S_IMODE(ENV_FILE.stat().st_mode) & 0o077)
    unknown = ", ".join(Settings.unknown_in())
    if is_open:
        tell(Finding(Mark.WARNING, ".env", "other users of this machine can read it: run `chmod 600 .env`"))
    if unknown:
        tell(Finding(Mark.WARNING, ".env", f"it names what is no setting ({unknown}): look for a misspelling"))
    if not is_open and not unknown:
        tell(Finding(Mark.OK, ".env", "only you can read it, and every name in it is a setting"))


def clock(clocks: Clocks, tell: Tell) -> None:
    """Compare this machine's clock with those of the servers that answered."""
    for whose, ahead in clocks.ahead.items():
        if abs(ahead) > CLOCK_SECONDS:
            found = f"{abs(ahead):.0f} s {'ahead of' if ahead > 0 else 'behind'} {whose}"
            tell(Finding(Mark.WARNING, "clock", f"{found}: set it, best by NTP (`timedatectl set-ntp true`)"))
            return
    compared = f"agrees with {' and '.join(clocks.ahead)}" if clocks.ahead else "no server told the time"
    tell(Finding(Mark.OK, "clock", compared))


def time_zone(settings: Settings, tell: Tell) -> None:
    """Tell which zone the bot takes for its user's."""
    zone = settings.timezone.key if settings.timezone else f"this machine's, {datetime.now().astimezone():%Z}"
    tell(Finding(Mark.OK, "time zone", zone))
