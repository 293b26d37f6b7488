"""What happens in the chats without an update: reviews, deadlines, reminders, and shutdowns of models."""

from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from bot.chat.channel import Channel
from bot.chat.deeds import Deadlines
from bot.chat.extraction import Extraction
from bot.reminders.ringing import Door, Post, Ringing
from bot.telegram.chats import Chats
from bot.telegram.shutdown_notices import ShutdownNotices
from bot.values.owner import Owner
from bot.values.place import Place, private_chat


@dataclass(frozen=True, slots=True, kw_only=True)
class Unprompted:
    """What the bot does in its chats by itself. `post` puts rings into the outbox."""

    chats: Chats
    reviewing: Extraction
    deadlines: Deadlines
    ringing: Ringing
    shutdowns: ShutdownNotices
    post: Post

    def work(self) -> list[Coroutine[Any, Any, None]]:
        """Return what runs until it is cancelled, in one process of a bot."""
        door = Door(post=self.post, wake=self._wake, reaches=self._reaches)
        return [
            self.reviewing.run(self._channel),
            self.deadlines.run(self._channel),
            self.ringing.run(door),
            self.shutdowns.run(self._wake),
        ]

    def _wake(self, owner: Owner, place: Place) -> None:
        chat = self.chats.get(owner.user_id, place)
        chat.channel.wake()
        chat.worker.look()

    async def _reaches(self, owner: Owner) -> bool:
        return await self.chats.get(owner.user_id, private_chat(owner)).channel.reaches()

    def _channel(self, owner: Owner, place: Place) -> Channel:
        return self.chats.get(owner.user_id, place).channel
