"""Past conversations: all that belongs to them."""

from functools import partial

from bot.feature import Feature, InChat, Parts
from bot.features.history import telegram
from bot.features.history.tools import conversation_search_tools
from bot.kit.language import mark
from bot.kit.zones import OwnersZone
from bot.telegram.help import Use
from bot.telegram.turn_commands import NewButton

_TITLE = mark("Conversations")


def _in_chat(parts: Parts) -> InChat:
    idle_limit = parts.settings.idle_limit
    commands = telegram.ConversationCommands(parts.services, parts.bot, parts.timezone, idle_limit=idle_limit).all
    return InChat(
        lookups={
            "search": partial(telegram.search, parts.timezone, [it.finds for it in parts.features if it.finds]),
            "history": partial(telegram.list_conversations, parts.timezone),
        },
        actions={telegram.PageButton.NAME: partial(telegram.turn_page, parts.timezone)},
        turn_commands=commands,
        turn_buttons={telegram.ResumeButton.NAME: commands["resume"], NewButton.NAME: commands["new"]},
        searched_for={"search": telegram.searched_for},
    )


HISTORY = Feature(
    name="history",
    uses=[
        Use("new", mark("Start a new conversation; memories stay"), under=_TITLE),
        Use("search <words>", mark("Search our conversations and notes"), under=_TITLE),
        Use("history", mark("See our conversations"), under=_TITLE),
        Use("private", mark("Start a private chat; nothing of it is kept"), under=_TITLE),
        Use("resume", mark("Continue an earlier conversation")),
        Use("forget <number>", mark("Erase a conversation for good")),
    ],
    shared=lambda settings: [conversation_search_tools(OwnersZone(settings.timezone))],
    in_chat=_in_chat,
    routes=["bot.features.history.http"],
)
