"""The wiring of Telegram's door: what the features answer in the chat, and how updates come."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

import structlog

from bot.app.features import FEATURES, RENDERING, uses
from bot.feature import InChat, Parts
from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.memory.store import memories
from bot.model.choice import Models
from bot.store.engine import Transaction
from bot.telegram.access import Access
from bot.telegram.answers import Answers
from bot.telegram.chats import Chats
from bot.telegram.groups import Groups
from bot.telegram.handlers import Handlers
from bot.telegram.help import help_on
from bot.telegram.inbox import Inbox
from bot.telegram.pairing import Pairing
from bot.telegram.polling import TelegramPolling
from bot.telegram.polling_bot import PollingBot
from bot.telegram.request import Request
from bot.telegram.routes import Router
from bot.telegram.settings import SettingsButton, SettingsCommand, ZoneButton, ZonePage
from bot.telegram.texts import Text
from bot.telegram.topics import hint
from bot.telegram.welcome import Checklist, TryButton, Welcome
from bot.turns.services import TurnServices
from bot.turns.store.outbox import Outbox
from bot.turns.tools.toolset import ToolSet

T = TypeVar("T")

log = structlog.get_logger()


def logged(link: str) -> None:
    """Log the link that makes a person the owner."""
    log.warning("nobody may use this bot yet: whoever opens this link first becomes its owner", link=link)


def polling(
    settings: Settings,
    services: TurnServices,
    asked: Models,
    tools: ToolSet,
    announce: Callable[[str], None] = logged,
) -> TelegramPolling:
    """Return what gets and answers a bot's updates from Telegram.

    `announce` gets the link that makes a person the owner, while there is none.
    """
    outbox = Outbox(settings.bot_id)
    url = settings.telegram_api_url
    bot = PollingBot(settings.token, url, Request(url, 64), Request(url, 2))
    access = Access(services.people)
    checklist = Checklist(outbox, memories.first_at)
    chats = Chats(bot, services, outbox, checklist.changes, RENDERING)
    parts = Parts(
        settings=settings,
        services=services,
        models=asked,
        tools=tools,
        bot=bot,
        chats=chats,
        outbox=outbox,
        features=FEATURES,
    )
    handlers = Handlers(access, chats, Groups(bot), services)
    pairing = Pairing(settings.bot_id, services, access, chats)
    inbox = Inbox(bot, services, access, pairing, _router(parts, checklist), chats)
    return TelegramPolling(
        bot,
        services,
        chats,
        handlers,
        inbox,
        outbox,
        access,
        lambda: [loop for feature in FEATURES for loop in feature.loops(parts)],
        announce,
        uses(),
    )


def _router(parts: Parts, checklist: Checklist) -> Router:
    """Return the routes of all commands and buttons."""
    brought = [feature.in_chat(parts) for feature in FEATURES]

    def merged(part: Callable[[InChat], Mapping[str, T]]) -> dict[str, T]:
        return {key: value for in_chat in brought for key, value in part(in_chat).items()}

    zone = ZonePage(parts.services.preferences, parts.timezone, partial(_moved, parts))
    hints = (lambda: ()) if parts.settings.practises else partial(hint, parts.bot)
    settings = SettingsCommand({**merged(lambda in_chat: in_chat.pages), "zone": zone.page}, hints)
    placed = merged(lambda in_chat: in_chat.placed)
    welcome = Welcome(checklist, parts.services.database, placed.get("remind"))
    answers = Answers(
        bot=parts.bot,
        services=parts.services,
        lookups={
            **merged(lambda in_chat: in_chat.lookups),
            "start": welcome.answer,
            "help": _help,
            "settings": settings.answer,
            "timezone": zone.answer,
        },
        placed=placed,
        actions={
            **merged(lambda in_chat: in_chat.actions),
            SettingsButton.NAME: settings.press,
            ZoneButton.NAME: zone.press,
        },
        searched_for=merged(lambda in_chat: in_chat.searched_for),
        before=merged(lambda in_chat: in_chat.before),
    )
    return Router(
        answers,
        turn_commands=merged(lambda in_chat: in_chat.turn_commands),
        turn_buttons={**merged(lambda in_chat: in_chat.turn_buttons), TryButton.NAME: welcome.press},
        meanings=[in_chat.meaning for in_chat in brought if in_chat.meaning],
    )


async def _help(*_: object) -> Sequence[Text]:
    return help_on(uses())


async def _moved(parts: Parts, tx: Transaction, owner: Owner, zone: str | None) -> None:
    """Let the features follow an owner into another time zone, in the caller's transaction."""
    for feature in FEATURES:
        if feature.moved:
            await feature.moved(parts.settings)(tx, owner, zone)
