"""A bot's account, as reported by Telegram."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from urllib.parse import urlsplit

import httpx
from telegram import Bot
from telegram.error import BadRequest, InvalidToken, TelegramError
from telegram.request import HTTPXRequest

from bot.errors import StartError, TelegramUnreachable
from bot.settings import on_this_machine

_TIMEOUT_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class WebhookState:
    """A bot's webhook (Bot API, WebhookInfo): its URL, empty without one, and how many updates wait.

    `failure` is Telegram's message of the last failed delivery, and `failed_at` its time, if there was one.
    """

    url: str = ""
    waiting: int = 0
    failure: str = ""
    failed_at: datetime | None = None

    @property
    def host(self) -> str:
        """The URL's host: its path may be a secret."""
        try:
            return urlsplit(self.url).hostname or ""
        except ValueError:
            return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A bot's `@name`, its webhook, and the Date header of Telegram's answer.

    What it has is set at BotFather: whether it `has_inline` mode and `has_topics` in private chats, `joins_groups`, and
    `hears_all` that is said in them.
    """

    name: str
    has_inline: bool
    has_topics: bool
    joins_groups: bool
    hears_all: bool
    webhook: WebhookState
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
                name=bot.name,
                has_inline=bool(bot.supports_inline_queries),
                has_topics=bool(bot.bot.has_topics_enabled),
                joins_groups=bot.can_join_groups,
                hears_all=bot.can_read_all_group_messages,
                webhook=await _webhook(bot),
                date=dates[0],
            )
    except (InvalidToken, BadRequest):
        raise StartError("The token is refused") from None
    except TelegramError as error:
        raise TelegramUnreachable(type(error).__name__) from error


async def _webhook(bot: Bot) -> WebhookState:
    """Return the state of the bot's webhook, that of none if Telegram doesn't tell."""
    try:
        info = await bot.get_webhook_info()
    except TelegramError:
        return WebhookState()
    return WebhookState(
        url=info.url,
        waiting=info.pending_update_count,
        failure=info.last_error_message or "",
        failed_at=info.last_error_date,
    )
