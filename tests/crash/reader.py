"""A sixth person sends documents, one after the other."""

from collections.abc import Callable
from typing import Final

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document
from practice.telegram.messages import Upload

READER: Final = 6
NUMBERS: Final = (802, 805, 808, 811)
"""The message of each document; nothing is remembered from one."""


class Reader:
    """Sends documents, and waits for the answer to each."""

    def __init__(self, telegram: BotApi, note: Callable[[int, int], None]) -> None:
        self._telegram = telegram
        self._note = note

    async def take(self, seconds: float) -> None:
        """Send everything; `note` gets the Telegram message of each number."""
        for number in NUMBERS:
            file = Upload(f"notes{number}.txt", "text/plain", f"What was noted in {number}.".encode())
            message_id = self._telegram.send(Document(file), READER, caption=f"m{number} and so on")
            self._note(number, message_id)
            await self._telegram.wait_for(lambda: self._answered(number), timeout=seconds)  # noqa: B023 - awaited here

    def _answered(self, number: int) -> bool:
        said = " ".join(it.text for it in self._telegram.messages(READER) if it.from_bot)
        return f"answer to m{number}, and here is its end" in said
