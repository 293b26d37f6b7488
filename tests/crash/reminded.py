"""An eighth person sets reminders and tasks, one of each after the other, and waits for them."""

from collections.abc import Callable
from functools import partial
from typing import Final

from practice.telegram.bot_api import BotApi
from tests.crash.person import Person

REMINDED: Final = 8
ROUNDS: Final = 2
"""Fewest rounds; more follow until the bot was killed at each point of a ring and of a task's beginning."""
_MOST_ROUNDS: Final = 16
TASKS: Final = tuple(number for number in range(401, 600, 3) if number % 7)
"""Numbers of the tasks: the model names them in its answers, which are short, and remembers nothing of them."""


def task(number: int) -> str:
    """Return the text of the task of a round."""
    return f"m{TASKS[number]} and so on"


class Reminded(Person):
    """Sets reminders and tasks, and waits until each rings, or is answered."""

    def __init__(self, telegram: BotApi) -> None:
        super().__init__(telegram, REMINDED, _MOST_ROUNDS)

    async def take(self) -> None:
        """Set a reminder and a task, and wait for both."""
        self.rounds += 1
        number = self.rounds
        await self._set(f"/remind in 3 seconds ring {number}", lambda: self.rings(number))
        await self._set(f"/task in 3 seconds {task(number)}", lambda: self.answers(number))

    def rings(self, number: int) -> list[int]:
        """Return the messages with which a reminder rang."""
        return [it.message_id for it in self.heard(f"⏰ ring {number}\n")]

    def answers(self, number: int) -> list[int]:
        """Return the messages that answer a task."""
        beginning = f"This is the answer to m{TASKS[number]}, and here is its end.\n\n⚙️ "
        return [it.message_id for it in self.heard(beginning)]

    async def _set(self, command: str, came: Callable[[], list[int]]) -> None:
        """Send a command, again if its time had passed before it was understood, and wait for what it sets."""
        while not came():
            sent = self.telegram.send_text(command, REMINDED)
            refused = partial(self.heard, "Nothing was set. ", after=sent)
            await self.see(lambda: bool(came() or refused()))  # noqa: B023 - awaited here
