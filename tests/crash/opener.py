"""A tenth person opens topics, writes in two at once, and opens and ends private ones."""

from typing import Final

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.crash.person import Person
from tests.crash.script import words

OPENER: Final = 10
_MOST_ROUNDS: Final = 10
_IN_ROUND: Final = 4
NUMBERS: Final = tuple(number for number in range(101, 200) if number % 3 and number % 7)
"""Numbers of the messages: the model answers them in a few words, and remembers nothing of them."""


def in_round(number: int) -> tuple[int, int, int, int]:
    """Return the messages of a round: one in General, two in a topic, and one in private."""
    general, first, second, private = NUMBERS[_IN_ROUND * number : _IN_ROUND * (number + 1)]
    return general, first, second, private


def request_keys() -> dict[int, int]:
    """Return which messages' requests begin with one another: those of General, of each topic, of each private one."""
    keys = dict.fromkeys(NUMBERS, OPENER)
    for round_ in range(_MOST_ROUNDS):
        _, first, second, private = in_round(round_)
        keys |= {first: -first, second: -first, private: -private}
    return keys


class Opener(Person):
    """Opens topics, and waits for the answer to each message where it was written."""

    def __init__(self, telegram: BotApi) -> None:
        super().__init__(telegram, OPENER, _MOST_ROUNDS)
        telegram.has_topics = True
        self.places: dict[int, int] = {}
        """In which topic each message was written that is kept, by its number."""

    async def take(self) -> None:
        """Open a topic, write there and in General at once, and have a private topic of which nothing stays."""
        round_, self.rounds = self.rounds, self.rounds + 1
        general, first, second, private = in_round(round_)
        topic = await self._open(f"/new topic {round_}", f"topic {round_}")
        self._write(first, topic)
        self._write(general, 0)
        await self.see(lambda: self.answers(first) and self.answers(general))
        self._write(second, topic)
        await self.see(lambda: self.answers(second))
        secret = await self._open("/private", "🔒 Private chat")
        self.telegram.send_text(words(private), OPENER, topic=secret)
        await self.see(lambda: self.answers(private))
        sent = self.telegram.send_text("/new", OPENER, topic=secret)
        await self.see(lambda: any("🔓 The private chat is over." in it.text for it in self.heard(after=sent)))
        await self.see(lambda: self.telegram.topic(OPENER, secret) is None)

    def greetings(self) -> list[Message]:
        """Return what is said at the beginning of each topic that is named."""
        names = {it.id: it.name for it in self.telegram.topics(OPENER)}
        return [it for it in self.heard("This is a new conversation.") if names.get(it.topic, "").startswith("topic ")]

    def _write(self, number: int, topic: int) -> None:
        self.places[number] = topic
        self.telegram.send_text(words(number), OPENER, topic=topic)

    async def _open(self, command: str, name: str) -> int:
        """Let the bot open a topic, and return its id: that in which it has said something."""
        sent = self.says(command)

        def opened() -> int | None:
            greeted = {it.topic for it in self.heard(after=sent) if it.text}
            return next((it.id for it in self.telegram.topics(OPENER) if it.name == name and it.id in greeted), None)

        return await self.see(opened)
