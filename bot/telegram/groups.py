"""Groups and channels, in which Keepsake doesn't answer: it says so once, and leaves."""

import asyncio
from contextlib import suppress
from typing import Any, Final

import structlog
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.kit.language import DEFAULT, known, mark, speaking_to, t
from bot.telegram.access import known_id, language_code
from bot.telegram.request import BRIEFLY

_SORRY: Final = mark("I'm a personal assistant and answer in private chats only.")

log = structlog.get_logger()


class Groups:
    """Leaves every group and channel of which an update comes."""

    def __init__(self, bot: ExtBot[None]) -> None:
        self._bot = bot
        self._leaving: dict[int, asyncio.Task[None]] = {}

    def decline(self, raw: dict[str, Any]) -> None:
        """Leave the group or channel that an update is from; updates of private chats are ignored."""
        for event in raw.values():
            chat = event.get("chat") if isinstance(event, dict) else None
            if not isinstance(chat, dict):
                continue
            chat_id = known_id(chat.get("id"))
            if chat_id is None or chat_id > 0 or chat_id in self._leaving or _is_out(event):
                continue
            words = ""
            if chat.get("type") != "channel":
                with speaking_to(known(language_code(event.get("from"))) or DEFAULT):
                    words = t(_SORRY)
            self._leaving[chat_id] = asyncio.create_task(self._leave(chat_id, words))

    async def close(self) -> None:
        """Stop what is under way."""
        leaving = list(self._leaving.values())
        for task in leaving:
            task.cancel()
        await asyncio.gather(*leaving, return_exceptions=True)

    async def _leave(self, chat_id: int, words: str) -> None:
        try:
            with suppress(TelegramError):
                if words:
                    await self._bot.send_message(chat_id, words, **BRIEFLY)
            with suppress(TelegramError):
                await self._bot.leave_chat(chat_id, **BRIEFLY)
                log.info("left a group")
        finally:
            del self._leaving[chat_id]


def _is_out(event: dict[str, Any]) -> bool:
    """Tell whether an update says that the bot is no longer in a chat (Bot API, ChatMemberUpdated)."""
    member = event.get("new_chat_member")
    return isinstance(member, dict) and member.get("status") in {"left", "kicked"}
