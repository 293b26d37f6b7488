"""A chat without Telegram in which files are sent."""

import asyncio
from datetime import UTC, datetime

from bot.app.core import tool_set, turn_services
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.settings import Settings
from bot.model.choice import Models
from bot.store.engine import Database
from bot.turns.store.updates import IncomingUpdate
from bot.turns.values.attachments import SentFile
from bot.turns.values.incoming import OWN_WORDS, Attribution, IncomingMessage, UpdateKind
from bot.turns.worker import ChatWorker
from tests.plain_channel import PlainChannel


class FileChat:
    """A chat in which files are sent."""

    def __init__(self, database: Database, owner: Owner, settings: Settings, models: Models) -> None:
        self.database = database
        self.owner = owner
        self.settings = settings
        self.models = models
        self.channel = PlainChannel(private_chat(owner))
        self.messages = 0
        self._begin()

    def _begin(self) -> None:
        self.services = turn_services(
            self.settings, self.owner.bot_id, self.database, self.models, tool_set(self.settings)
        )
        self.worker = ChatWorker(self.services, self.owner, self.channel)

    async def restart(self) -> None:
        """End at once, and go on as a new process does."""
        await self.worker.close()
        self._begin()
        self.worker.look()

    async def say(self, text: str, *files: SentFile, attribution: Attribution = OWN_WORDS, album: str = "") -> None:
        """Bring in a message with files, perhaps of an album, and wait until its turn has ended."""
        self.messages += 1
        number, now = self.messages, datetime.now(UTC)
        incoming = IncomingUpdate(
            update_id=number,
            chat_id=self.channel.place.chat_id,
            message_id=number,
            kind=UpdateKind.MESSAGE,
            message=IncomingMessage(text, now, attribution, files, album=album),
            payload={},
        )
        async with self.database.transaction() as tx:
            await self.services.updates.add(tx, [incoming], now)
        self.channel.woken.clear()
        self.worker.hear()
        await self.ended(len(self.channel.outcomes) + 1)

    async def retry(self) -> None:
        """Begin the last turn again, and wait until it has ended."""
        number = len(self.channel.outcomes) + 1
        self.channel.woken.clear()
        async with self.worker.retrying():
            pass
        await self.ended(number)

    async def ended(self, turns: int) -> None:
        """Wait until a number of turns have ended."""
        async with asyncio.timeout(20):
            while len(self.channel.outcomes) < turns:
                await self.channel.woken.wait()
                self.channel.woken.clear()
