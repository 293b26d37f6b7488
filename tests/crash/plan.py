"""What is planned in a run: when the bot is killed, and how each of its lives gets its updates."""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from practice.telegram.bot_api import BotApi
from tests.crash.points import Moment, Point

_HOST: Final = "keepsake.example.org"
_EVERY: Final = 3
"""Of so many lives of the bot, one has a webhook; the others poll."""


@dataclass(slots=True)
class Plan:
    """The planned kills: at named points, and after a number of moments."""

    points: list[Point] = field(default_factory=list)
    delays: list[int] = field(default_factory=list)

    def point(self, moment: Moment) -> Point | None:
        """Return the point at which the bot is to be killed in this moment."""
        return next((point for point in self.points if point.fits(moment)), None)

    def random_kill_is_due(self) -> bool:
        """Count a moment; return whether the bot is to be killed just after it."""
        if self.delays:
            self.delays[0] -= 1
        return bool(self.delays) and self.delays[0] <= 0


class Ways:
    """How the bot gets its updates, which changes from one life to another."""

    def __init__(self, telegram: BotApi) -> None:
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self._port = int(listener.getsockname()[1])
        telegram.webhooks.hosts[_HOST] = f"http://127.0.0.1:{self._port}"

    def of(self, life: int) -> Mapping[str, str]:
        """Return the settings of a life of the bot."""
        url = "" if life % _EVERY else f"https://{_HOST}/telegram"
        return {"WEBHOOK_URL": url, "WEBHOOK_PORT": str(self._port)}
