"""Telegram's menu in the language of each user: that of their app, or the one that they have chosen."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import structlog
from telegram import BotCommandScopeChat
from telegram.error import BadRequest, Forbidden, TelegramError
from telegram.ext import ExtBot

from bot.backoff import Backoff
from bot.chat.languages import Languages
from bot.language import DEFAULT, LANGUAGES, briefly, speaking_to
from bot.telegram.help import commands
from bot.telegram.refusals import wanted_pause

_FIRST_PAUSE_SECONDS: Final = 2.0
_LONGEST_PAUSE_SECONDS: Final = 60.0

log = structlog.get_logger()


async def translate(bot: ExtBot[None], languages: Languages) -> None:
    """Set the menu in every language but English, and in the chats of users who chose one, until cancelled.

    The languages of their apps choose among the former (Bot API, setMyCommands).
    """
    shown = dict.fromkeys(languages.chosen, "")  # by an earlier process
    for code in LANGUAGES:
        if code != DEFAULT:
            with briefly(code):
                await _sent(partial(_set, bot, code, language_code=code))
    while True:
        languages.changed.clear()
        chosen = languages.chosen
        for owner in shown.keys() - chosen.keys():
            await _sent(partial(bot.delete_my_commands, scope=BotCommandScopeChat(owner.user_id)))
        for owner, code in chosen.items():
            if shown.get(owner) != code:  # a private chat has its user's id
                await _sent(partial(_set, bot, code, scope=BotCommandScopeChat(owner.user_id)))
        shown = chosen
        await languages.changed.wait()


async def _set(
    bot: ExtBot[None], code: str, *, language_code: str | None = None, scope: BotCommandScopeChat | None = None
) -> None:
    with speaking_to(code):
        menu = commands()
    await bot.set_my_commands(menu, scope=scope, language_code=language_code)


async def _sent(request: Callable[[], Awaitable[object]]) -> None:
    """Make a request, again while Telegram can't be reached. One that is refused is left."""
    backoff = Backoff(_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS)
    while True:
        try:
            await request()
        except (BadRequest, Forbidden) as error:
            log.warning("Telegram refuses a menu", error=str(error))
            return
        except TelegramError as error:
            await asyncio.sleep(backoff.next(wanted_pause(error)))
        else:
            return
