"""Resumption: what the last process left unfinished is taken up."""

from bot.chat.dead_letters import undone
from bot.chat.services import TurnServices
from bot.database.outbox import Outbox
from bot.telegram.access import Access
from bot.telegram.chats import Chats
from bot.telegram.inbox import Inbox
from bot.telegram.polling_bot import PollingBot


class Resumption:
    """Takes up running turns, waiting updates, and undelivered messages, of all chats."""

    def __init__(
        self, bot: PollingBot, services: TurnServices, outbox: Outbox, access: Access, chats: Chats, inbox: Inbox
    ) -> None:
        self._bot = bot
        self._services = services
        self._people = services.people
        self._outbox = outbox
        self._access = access
        self._chats = chats
        self._inbox = inbox

    async def take_up(self, *, after_death: bool) -> None:
        """Take up everything; `after_death` counts a failed attempt at what was under way."""
        found = await self._services.database.retry(
            lambda tx: undone(
                tx,
                self._services,
                self._bot.id,
                lambda owner, place: self._chats.get(owner.user_id, place).channel,
                self._access.allows_raw,
                after_death=after_death,
            ),
            single=False,
        )
        await self.send_what_waits()
        for turn in found.turns:
            if turn.user_id in self._people:
                self._chats.get(turn.user_id, turn.place).worker.look()
        await self._inbox.take_up(found.updates, self._bot)
        for place in found.posts:
            if place.chat_id in self._people:  # a private chat has its user's id
                self._chats.get(place.chat_id, place).worker.look()
        for owner, place in found.private:
            self._chats.get(owner.user_id, place).worker.watch_private()
        for owner, place in found.lacking_summary:
            if owner.user_id in self._people:
                self._chats.get(owner.user_id, place).worker.compact()

    async def send_what_waits(self) -> None:
        """Deliver the outbox, after the pauses that Telegram asked for."""
        places, pauses = await self._services.database.retry(self._outbox.waiting_places)
        for chat_id, until in pauses.items():
            self._chats.pause(chat_id, until)
        for place in places:
            if place.chat_id in self._people:  # a private chat has its user's id
                self._chats.get(place.chat_id, place).channel.wake()
