"""An eighth person sets reminders and tasks, one of each after the other, and waits for them."""

from collections.abc import Callable
from functools import partial
from typing import Final

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.crash.person import Person
from tests.crash.script import words

REMINDED: Final = 8
_MOST_ROUNDS: Final = 16
TASKS: Final = tuple(number for number in range(401, 600, 3) if number % 7)
"""Numbers of the tasks: the model names them in its answers, which are short, and remembers nothing of them."""


class Reminded(Person):
    """Sets reminders and tasks, and waits until each rings, or is answered."""

    def __init__(self, telegram: BotApi) -> None:
        super().__init__(telegram, REMINDED, _MOST_ROUNDS)

    async def take(self) -> None:
        """Set a reminder and a task, and wait for both."""
        round_, self.rounds = self.rounds, self.rounds + 1
        await self._set(f"/remind in 3 seconds ring {round_}", lambda: self.rings(round_))
        await self._set(f"/task in 3 seconds {words(TASKS[round_])}", lambda: self.done(round_))

    def rings(self, round_: int) -> list[Message]:
        """Return the messages with which a reminder rang."""
        return self.heard(f"⏰ ring {round_}\n")

    def done(self, round_: int) -> list[Message]:
        """Return the messages that answer a task."""
        return self.heard(f"This is the answer to m{TASKS[round_]}, and here is its end.\n\n⚙️ ")

    async def _set(self, command: str, came: Callable[[], list[Message]]) -> None:
        """Send a command, again if its time had passed before it was understood, and wait for what it sets."""
        while not came():
            refused = partial(self.heard, "Nothing was set. ", after=self.says(command))
            await self.see(lambda: bool(came() or refused()))  # noqa: B023 - awaited here
