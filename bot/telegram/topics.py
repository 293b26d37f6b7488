"""Topics of private chats, which the bot's owner turns on at @BotFather (Bot API, User.has_topics_enabled)."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from telegram import Message
from telegram.error import TelegramError
from telegram.ext import ExtBot

from bot.kit.language import mark, t
from bot.telegram.formatting import RichText, bold
from bot.telegram.request import BRIEFLY
from bot.telegram.texts import Opening, Part, Text

_HOW: Final = mark(
    "Each topic is a conversation of its own. Whoever hosts me turns them on at @BotFather: my name, Bot Settings, "
    "Threaded Mode."
)


async def are_on(bot: ExtBot[None]) -> bool:
    """Ask Telegram whether a bot has topics; if it can't be reached, what it said last counts.

    The bot's owner may have turned them on or off since the start.
    """
    with suppress(TelegramError):
        await bot.get_me(**BRIEFLY)
    return bool(bot.bot.has_topics_enabled)


def hint(bot: ExtBot[None]) -> Sequence[str | RichText]:
    """Return how topics are turned on; empty where they are, as Telegram said last."""
    if bot.bot.has_topics_enabled:
        return ()
    return ["🧵 ", bold(f"{t('Topics')}: "), t("off"), "\n", t(_HOW)]


def opening(texts: Sequence[Text], name: str, *, is_private: bool) -> list[Part]:
    """Return messages as they are said in a new topic, whose opening goes with the first one."""
    first, *rest = texts
    return [Opening(first, name, is_private=is_private), *rest]


def is_about_topic(message: Message) -> bool:
    """Tell whether a message is Telegram's own about a topic."""
    return any(
        (
            message.forum_topic_created,
            message.forum_topic_edited,
            message.forum_topic_closed,
            message.forum_topic_reopened,
            message.general_forum_topic_hidden,
            message.general_forum_topic_unhidden,
        )
    )
