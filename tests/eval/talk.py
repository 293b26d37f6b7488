"""One user's part of a conversation: the steps, each after the answer to the one before."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import ARRAY, BigInteger, Row, any_, bindparam, exists, select

from bot.database.engine import Database
from bot.database.tables import AgentTurn, TelegramMessage, TelegramUpdate
from bot.values.turns import TurnState
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
    select(TelegramUpdate.message_id, AgentTurn.state)
    .outerjoin(AgentTurn, AgentTurn.id == TelegramUpdate.turn_id)
    .where(
        TelegramUpdate.handled_at.is_not(None),
        TelegramUpdate.message_id == any_(bindparam("awaited", type_=ARRAY(BigInteger))),
        ~exists().where(TelegramMessage.chat_id == TelegramUpdate.chat_id, TelegramMessage.state == "waiting"),
    )
)
"""Messages that are acknowledged, once what was to be said is sent."""


class Answers:
    """Tells when messages are answered; only the database can be asked, once for all who wait."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._awaited: dict[int, asyncio.Future[bool]] = {}

    async def answered(self, message_id: int) -> bool:
        """Wait until a message's turn has ended, or its command was carried out; False if the turn failed."""
        self._awaited[message_id] = asyncio.get_running_loop().create_future()
        try:
            return await self._awaited[message_id]
        finally:
            del self._awaited[message_id]

    async def look(self) -> None:
        """Look for answers until cancelled."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            for message_id, state in await self._ended():
                awaited = self._awaited.get(message_id or 0)
                if state is not TurnState.RUNNING and awaited and not awaited.done():
                    awaited.set_result(state is not TurnState.FAILED)

    async def _ended(self) -> Sequence[Row[int | None, TurnState]]:
        if not self._awaited:
            return []
        async with self._database.transaction() as tx:
            return (await tx.connection.execute(_ACKNOWLEDGED, {"awaited": list(self._awaited)})).all()


@dataclass(slots=True)
class Talk:
    """A user in a chat with the bot."""

    telegram: BotApi
    answers: Answers
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
        if not await self.answers.answered(self._last):
            self.unanswered += 1

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
