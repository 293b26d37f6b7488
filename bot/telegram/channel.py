"""Telegram as the core's channel to a chat: renders what it is given, and keeps it in the outbox until it is sent."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.chat.channel import Outcome
from bot.database.engine import Database, Transaction
from bot.database.outbox import AnswerId, Outbox
from bot.telegram.formatting import compose
from bot.telegram.memory.proposals import offered
from bot.telegram.outcomes import rendered
from bot.telegram.replies import TelegramReply
from bot.telegram.sender import ChatSender
from bot.telegram.texts import Text
from bot.values import Owner, Proposal


class TelegramChannel:
    """One user's private chat."""

    def __init__(self, sender: ChatSender, database: Database, outbox: Outbox) -> None:
        self._sender = sender
        self._database = database
        self._outbox = outbox

    @property
    def chat_id(self) -> int:
        """The chat's id, in Telegram."""
        return self._sender.chat_id

    @property
    def newest_message_id(self) -> int:
        """The newest message known to be in the chat."""
        return self._sender.newest_message_id

    def saw(self, message_id: int) -> None:
        """Note that a message is in the chat."""
        self._sender.saw(message_id)

    def reply(
        self, answer: AnswerId, *, begin_showing: Callable[[], bool], quote: Callable[[], int | None]
    ) -> TelegramReply:
        """Return a reply that types and shows previews."""
        return TelegramReply(
            self._sender, self._database, self._outbox, answer, begin_showing=begin_showing, quote=quote
        )

    async def answer(self, tx: Transaction, answer: AnswerId, outcome: Outcome) -> None:
        """Put an answer into the outbox, in the caller's transaction."""
        await self._outbox.add_answer(tx, self.chat_id, answer, [text.columns for text in rendered(outcome)])

    async def post(
        self, tx: Transaction, words: str = "", *, offers: Sequence[Proposal] = (), quoting: int | None = None
    ) -> None:
        """Put a notice into the outbox, in the caller's transaction."""
        texts = [*compose(words), *offered(offers)]
        if texts and quoting:
            texts[0] = replace(texts[0], quoted_id=quoting)
        await self._outbox.add(tx, self.chat_id, [text.columns for text in texts])

    async def withdraw_continue(self, tx: Transaction, owner: Owner) -> None:
        """Take off the Continue button below the chat's last answer, if there is one."""
        if about := await self._outbox.about_last_turn(tx, owner, self.chat_id):
            await self._outbox.add(tx, self.chat_id, [Text.without_buttons(*about).columns])

    def wake(self) -> None:
        """Send what is in the outbox."""
        self._sender.wake()

    async def settle(self) -> None:
        """Wait until the outbox is empty."""
        await self._sender.settle()
