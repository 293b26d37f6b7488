"""A person of a run, who does something in rounds, and what they see in their chat."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.crash.script import TAG
from tests.striking import marked

RUN_SECONDS: Final = 1_800.0
"""Seconds after which a run is given up; on a quiet machine it takes three to four minutes."""
FEWEST_ROUNDS: Final = 2
"""More follow until the bot was killed at each point of what a person does."""
T = TypeVar("T")


class Person(ABC):
    """A user in a chat with the bot."""

    def __init__(self, telegram: BotApi, user_id: int, most_rounds: int) -> None:
        self.telegram = telegram
        self.user_id = user_id
        self.rounds = 0
        """Number of completed rounds."""
        self.last: list[tuple[int, str]] = []
        """Messages and the text that each must show from then on."""
        self._most_rounds = most_rounds

    @property
    def may_go_on(self) -> bool:
        """Whether there may be one more round."""
        return self.rounds < self._most_rounds

    @abstractmethod
    async def take(self) -> None:
        """Do everything once."""

    def says(self, text: str) -> int:
        """Write something; return the id of the message."""
        return self.telegram.send_text(text, self.user_id)

    def heard(self, beginning: str = "", *, after: int = 0) -> list[Message]:
        """Return the messages of the bot's after another one that begin with something."""
        said = (it for it in self.telegram.messages(self.user_id) if it.from_bot and it.message_id > after)
        return [it for it in said if it.text.startswith(beginning)]

    def answers(self, number: int) -> list[Message]:
        """Return the messages that answer one, perhaps with another that joined its turn."""
        return [it for it in self.heard("This is the answer to ") if str(number) in TAG.findall(it.text)]

    def shown(self, message_id: int) -> Message:
        """Return a message as it is now."""
        message = self.telegram.message(self.user_id, message_id)
        assert message
        return message

    def lost_marks(self) -> Iterator[str]:
        """Each message shows what came of its button."""
        for message_id, shows in self.last:
            if shows not in marked(message := self.shown(message_id)):
                yield f"a message does not show any more what came of its button: {message}"

    async def button(self, label: str, *, after: int) -> Message:
        """Return the first message with a button after another one, once there is one."""
        return await self.see(lambda: next((it for it in self.heard(after=after) if data(it, label)), None))

    async def press(self, message_id: int, label: str, shows: str) -> None:
        """Press a button and wait until its message shows the effect."""
        self.telegram.press(message_id, data(self.shown(message_id), label), self.user_id)
        await self.see(lambda: shows in marked(self.shown(message_id)))

    async def see(self, condition: Callable[[], T | None]) -> T:
        """Wait until Telegram shows something."""
        return await self.telegram.wait_for(condition, timeout=RUN_SECONDS)


def data(message: Message, label: str) -> str:
    """Return the data of a button under a message, or an empty string."""
    return next((it.callback_data for row in message.keyboard for it in row if it.text == label), "")
