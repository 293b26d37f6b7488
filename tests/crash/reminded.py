"""An eighth person sets reminders and tasks, one of each after the other, and waits for them."""

from collections.abc import Callable
from functools import partial
from typing import Final

from practice.telegram.bot_api import BotApi

REMINDED: Final = 8
ROUNDS: Final = 2
"""Fewest rounds; more follow until the bot was killed at each point of a ring and of a task's beginning."""
_MOST_ROUNDS: Final = 16
TASKS: Final = tuple(number for number in range(401, 600, 3) if number % 7)
"""Numbers of the tasks: the model names them in its answers, which are short, and remembers nothing of them."""


def task(number: int) -> str:
    """Return the text of the task of a round."""
    return f"m{TASKS[number]} and so on"


class Reminded:
    """Sets reminders and tasks, and waits until each rings, or is answered."""

    def __init__(self, telegram: BotApi, seconds: float) -> None:
        self._telegram = telegram
        self._seconds = seconds
        self.rounds = 0
        """Number of completed rounds."""

    @property
    def may_go_on(self) -> bool:
        """Whether there may be one more round."""
        return self.rounds < _MOST_ROUNDS

    async def take(self) -> None:
        """Set a reminder and a task, and wait for both."""
        self.rounds += 1
        number = self.rounds
        await self._see(f"/remind in 3 seconds ring {number}", lambda: self.rings(number))
        await self._see(f"/task in 3 seconds {task(number)}", lambda: self.answers(number))

    def rings(self, number: int) -> list[int]:
        """Return the messages with which a reminder rang."""
        return self._heard(f"⏰ ring {number}\n")

    def answers(self, number: int) -> list[int]:
        """Return the messages that answer a task."""
        return self._heard(f"This is the answer to m{TASKS[number]}, and here is its end.\n\n⚙️ ")

    async def _see(self, command: str, came: Callable[[], list[int]]) -> None:
        """Send a command, again if its time had passed before it was understood, and wait for what it sets."""
        while not came():
            sent = self._telegram.send_text(command, REMINDED)
            refused = partial(self._heard, "Nothing was set. ", after=sent)
            await self._telegram.wait_for(lambda: came() or refused() or None, timeout=self._seconds)  # noqa: B023 - awaited here

    def _heard(self, beginning: str, *, after: int = 0) -> list[int]:
        heard = (it for it in self._telegram.messages(REMINDED) if it.from_bot and it.message_id > after)
        return [it.message_id for it in heard if it.text.startswith(beginning)]
