"""A bot's account, as reported by Telegram."""

from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

import httpx
from telegram import Bot
from telegram.error import BadRequest, InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from bot.kit.errors import StartError, TelegramUnreachable
from bot.kit.settings import on_this_machine

_TIMEOUT_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A bot's id and `@name`, and the Date header of Telegram's answer.

    Its updates are posted to the `webhook_host`, if that is not empty (Bot API, setWebhook): to another program.
    Whether it `has_topics` in private chats is set at BotFather.
    """

    bot_id: int
    name: str
    has_topics: bool
    webhook_host: str
    date: str


async def account(token: str, api_url: str) -> Account:
    """Return the account of a token. Raises StartError if it is refused, or TelegramUnreachable."""
    dates: list[str] = []

    async def note_date(response: httpx.Response) -> None:
        dates.append(response.headers.get("date", ""))

    request = HTTPXRequest(
        httpx_kwargs={"trust_env": not on_this_machine(api_url), "event_hooks": {"response": [note_date]}},
        read_timeout=_TIMEOUT_SECONDS,
        connect_timeout=_TIMEOUT_SECONDS,
    )
    try:
        async with Bot(token, base_url=f"{api_url}/bot", request=request) as bot:
            return Account(
                bot_id=bot.id,
                name=bot.name,
                has_topics=bool(bot.bot.has_topics_enabled),
                webhook_host=await _webhook_host(bot),
                date=dates[0],
            )
    except (InvalidToken, BadRequest):
        raise StartError("The token is refused") from None
    except TelegramError as error:
        raise TelegramUnreachable(type(error).__name__) from error


async def _webhook_host(bot: Bot) -> str:
    """Return the host to which the bot's updates are posted; its path may be a secret."""
    try:
        return urlsplit((await bot.get_webhook_info()).url).hostname or ""
    except (TelegramError, ValueError):
        return ""
