"""An eighth person sets reminders, one after the other, and is reminded."""

from typing import Final

from practice.telegram.bot_api import BotApi

REMINDED: Final = 8
ROUNDS: Final = 2
"""Fewest rounds; more follow until the bot was killed at each point of a ring."""
_MOST_ROUNDS: Final = 16


class Reminded:
    """Sets reminders, and waits until each rings."""

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
        """Set a reminder, and wait for it."""
        self.rounds += 1
        number = self.rounds
        self._telegram.send_text(f"/remind in 1 seconds ring {number}", REMINDED)
        await self._telegram.wait_for(lambda: self.rings(number) or None, timeout=self._seconds)

    def rings(self, number: int) -> list[int]:
        """Return the messages with which a reminder rang."""
        heard = (it for it in self._telegram.messages(REMINDED) if it.from_bot)
        return [it.message_id for it in heard if it.text.startswith(f"⏰ ring {number}\n")]
