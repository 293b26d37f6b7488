"""A user who writes `/memory …` and presses the buttons under the answers."""

from zoneinfo import ZoneInfo

from bot.app.features import ACTS
from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.telegram.command import MemoryCommand, PageAddress
from bot.memory.telegram.files import ImportButton, MemoryFiles
from bot.memory.telegram.requests import MEMORY
from bot.memory.tools.tools import memory_tools
from bot.memory.values import Addition, MemoryCategory, MemoryUpdate
from bot.store.engine import Database
from bot.telegram.buttons import Press, Reaction, parse
from bot.telegram.texts import Part, Text
from bot.turns.acts import Acts
from bot.turns.tools.toolset import ToolSet

ZONE = ZoneInfo("Europe/London")


class Asker:
    """Someone of whom nothing is known yet."""

    def __init__(self, database: Database, owner: Owner, memories: Memories | None = None) -> None:
        self.memories = memories or Memories()
        self._database = database
        self._owner = owner
        self._command = MemoryCommand(self.memories, ZONE, PageAddress())
        self._files = MemoryFiles(self._command.answer, self.memories, ZONE)

    async def add(self, content: str, subject: str = "", category: MemoryCategory = MemoryCategory.PERSON) -> str:
        """Have something remembered; return its id."""
        async with self._database.transaction() as tx:
            wanted = Addition(content=content, category=category, subject=subject, is_new=True)
            return (await self.memories.change(tx, self._owner, wanted)).memory.id

    async def update(self, memory_id: str, content: str) -> None:
        """Give a memory a new version."""
        async with self._database.transaction() as tx:
            await self.memories.change(tx, self._owner, MemoryUpdate(memory_id=memory_id, content=content))

    async def parts(self, words: str) -> list[Part]:
        """Return what `/memory` sends."""
        async with self._database.transaction() as tx:
            return list(await self._files.answer(tx, self._owner, words))

    async def messages(self, words: str) -> list[Text]:
        """Return the messages with which `/memory` answers."""
        return [it for it in await self.parts(words) if isinstance(it, Text)]

    async def ask(self, words: str) -> str:
        """Return what `/memory` answers."""
        return "\n---\n".join(part.text for part in await self.messages(words))

    async def opened(self, words: str = "") -> Text:
        """Return the last message with which `/memory` answers, which has buttons."""
        return (await self.messages(words))[-1]

    async def press(self, message: Text, label: str) -> Reaction:
        """Press a button under a message."""
        (data,) = [button.data for row in message.buttons for button in row if label in button.text]
        named = parse(data)
        assert named
        of_acts = ACTS.actions(Acts(ToolSet([memory_tools(self.memories)])))
        these = {**of_acts, MEMORY: self._command.press, ImportButton.NAME: self._files.press}
        async with self._database.transaction() as tx:
            return await these[named[0]](tx, self._owner, Press(data=named[1], shown=message))

    async def turned(self, message: Text, label: str) -> Text:
        """Press a button under a message, and return what it shows then."""
        reaction = await self.press(message, label)
        assert reaction.shows
        return reaction.shows


def labels(message: Text) -> list[list[str]]:
    """Return what the buttons under a message say, row by row."""
    return [[button.text for button in row] for row in message.buttons]
