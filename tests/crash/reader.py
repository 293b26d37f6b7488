"""A sixth person sends documents and voice messages, one after the other."""

from typing import Final

from practice.model.opus import recording
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document, Voice
from practice.telegram.messages import Upload
from tests.crash.person import Person
from tests.crash.script import DOCUMENTS, words

READER: Final = 6
SPOKEN: Final = range(DOCUMENTS.start + 3, DOCUMENTS.stop + 3, DOCUMENTS.step)
"""The voice messages, which say what the captions of the documents do."""
NUMBERS: Final = tuple(sorted({*DOCUMENTS, *SPOKEN}))
"""The messages: in each round a document and a voice message. Nothing is remembered from one."""


class Reader(Person):
    """Sends files, and waits for the answer to each."""

    def __init__(self, telegram: BotApi, message_ids: dict[int, int]) -> None:
        super().__init__(telegram, READER, len(NUMBERS) // 2)
        self._message_ids = message_ids

    @property
    def sent(self) -> tuple[int, ...]:
        """The messages so far."""
        return NUMBERS[: 2 * self.rounds]

    async def take(self) -> None:
        """Send a document and a voice message."""
        first, self.rounds = 2 * self.rounds, self.rounds + 1
        for number in NUMBERS[first : first + 2]:
            if number in SPOKEN:
                message_id = self.telegram.send(Voice(recording(words(number))), READER)
            else:
                file = Upload(f"notes{number}.txt", "text/plain", f"What was noted in {number}.".encode())
                message_id = self.telegram.send(Document(file), READER, caption=words(number))
            self._message_ids[number] = message_id
            await self.see(lambda: self.answers(number))  # noqa: B023 - awaited here
