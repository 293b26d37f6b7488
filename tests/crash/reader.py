"""A sixth person sends documents and voice messages, one after the other."""

from collections.abc import Callable
from typing import Final

from practice.model.opus import recording
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document, Voice
from practice.telegram.messages import Upload

READER: Final = 6
SPOKEN: Final = (805, 811)
"""The voice messages, which say what the captions of the documents do."""
NUMBERS: Final = (802, 805, 808, 811)
"""The message of each file; nothing is remembered from one."""


class Reader:
    """Sends files, and waits for the answer to each."""

    def __init__(self, telegram: BotApi, note: Callable[[int, int], None]) -> None:
        self._telegram = telegram
        self._note = note

    async def take(self, seconds: float) -> None:
        """Send everything; `note` gets the Telegram message of each number."""
        for number in NUMBERS:
            words = f"m{number} and so on"
            if number in SPOKEN:
                message_id = self._telegram.send(Voice(recording(words)), READER)
            else:
                file = Upload(f"notes{number}.txt", "text/plain", f"What was noted in {number}.".encode())
                message_id = self._telegram.send(Document(file), READER, caption=words)
            self._note(number, message_id)
            await self._telegram.wait_for(lambda: self._answered(number), timeout=seconds)  # noqa: B023 - awaited here

    def _answered(self, number: int) -> bool:
        said = " ".join(it.text for it in self._telegram.messages(READER) if it.from_bot)
        return f"answer to m{number}, and here is its end" in said
