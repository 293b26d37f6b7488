"""What the doors to the memories have in common, for tests that go through each of them."""

from dataclasses import dataclass
from typing import Protocol

from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script

APP = "Calendar"
"""The program whose token is used."""


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a wish: the words that its door gives, and whether it was refused."""

    words: str
    is_refused: bool = False


@dataclass(frozen=True, slots=True)
class House:
    """A bot with its surroundings."""

    telegram: BotApi
    model: Script
    bot: BotProcess
    url: str


class Door(Protocol):
    """A way to change the memories of a bot's user. Each wish is carried out or refused before the call returns."""

    origin: str
    """The origin of versions that come through it."""
    through: str
    """The program that they come through."""
    restores: bool
    """Whether it can restore."""
    is_told: bool
    """Whether the chat is told of what comes through it."""
    speaks_to_owner: bool
    """Whether it says "you" where a memory has "the user"."""

    async def add(self, content: str, category: str, subject: str = "", *, is_new: bool = False) -> Came:
        """Have a memory stored."""

    async def update(self, memory_id: str, content: str) -> Came:
        """Have a memory changed."""

    async def forget(self, memory_id: str) -> Came:
        """Have a memory deleted."""

    async def restore(self, memory_id: str) -> Came:
        """Have a memory restored."""
