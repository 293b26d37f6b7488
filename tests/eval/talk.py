"""One user's part of a conversation: the steps, each after the answer to the one before."""

import asyncio
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam, exists, select

from bot.store.engine import Database
from bot.turns.store.tables import AgentTurn
from bot.turns.store.telegram_tables import TelegramMessage, TelegramUpdate
from bot.turns.values.turns import TurnState
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document
from practice.telegram.messages import Upload
from practice.telegram.messenger import Message
from tests.eval.conversation import File, Forward, Press, Quote, Step
from tests.pressing import pressed

_LOOK_SECONDS: Final = 0.1
_SIGNS: Final = {"Remember": "💾", "Change": "✏️", "Forget": "🗑", "No": "No", "Undo": "↩️"}
"""The beginning of each button's label."""
_ACKNOWLEDGED: Final = (
    select(AgentTurn.state)
    .select_from(TelegramUpdate)
    .outerjoin(AgentTurn, AgentTurn.id == TelegramUpdate.turn_id)
    .where(
        TelegramUpdate.handled_at.is_not(None),
        TelegramUpdate.message_id == bindparam("message_id"),
        AgentTurn.state.is_distinct_from(TurnState.RUNNING),
        ~exists().where(TelegramMessage.chat_id == TelegramUpdate.chat_id, TelegramMessage.state == "waiting"),
    )
)
"""The state of the turn of a message that is acknowledged, once what was to be said is sent; None for a command."""


@dataclass(slots=True)
class Talk:
    """A user in a chat with the bot."""

    telegram: BotApi
    database: Database
    user_id: int
    unanswered: int = 0
    """Messages whose turn failed."""
    _last: int = 0
    """The user's last message."""

    async def take(self, step: Step) -> None:
        """Take a step, and wait for its answer."""
        if isinstance(step, Press):
            await self._press(_SIGNS[step.press])
            return
        self._last = self._send(step)
        self.unanswered += await self._ended() is TurnState.FAILED

    async def _ended(self) -> TurnState | None:
        """Wait until the last message is acknowledged; only the database can be asked."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            async with self.database.transaction() as tx:
                if row := (await tx.connection.execute(_ACKNOWLEDGED, {"message_id": self._last})).first():
                    state: TurnState | None = row[0]
                    return state

    def _send(self, step: str | Forward | Quote | File) -> int:
        telegram, user_id = self.telegram, self.user_id
        match step:
            case str():
                return telegram.send_text(step, user_id)
            case Forward():
                if step.comment:
                    telegram.send_text(step.comment, user_id)
                return telegram.forward(step.forward, user_id, origin=step.by)
            case Quote():
                return telegram.send_text(step.says, user_id, quote=step.quote, origin=step.by)
            case File():
                file = Upload(step.file, "text/plain", step.text.encode())
                return telegram.send(Document(file), user_id, caption=step.says)

    async def _press(self, sign: str) -> None:
        """Press all buttons of a kind below what the bot has said since the user's last message."""
        for message in [it for it in self.telegram.messages(self.user_id) if it.message_id > self._last]:
            now = message
            for label in _labels(message, sign):
                if label in _labels(now, sign):
                    now = await pressed(self.telegram, now, label)


def _labels(message: Message, sign: str) -> list[str]:
    return [button.text for button in message.buttons if button.text.startswith(sign)]
