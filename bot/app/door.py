"""The wiring of Telegram's door: its routes, and how its updates come."""

from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from typing import Any, Final

import structlog

from bot.app.commands import answers
from bot.features.history import telegram
from bot.features.people.telegram import PeopleCommand, PersonButton
from bot.features.reminders.operations import Reminders
from bot.features.reminders.ringing import Door as RingDoor
from bot.features.reminders.ringing import Ringing
from bot.features.reminders.telegram import ReminderCommand, post_rings
from bot.features.reminders.values import Ring
from bot.kit.owner import Owner
from bot.kit.place import Place, private_chat
from bot.kit.settings import Settings
from bot.kit.zones import OwnersZone
from bot.memory.review import Extraction
from bot.model.choice import Models
from bot.store.engine import Transaction
from bot.telegram.access import Access
from bot.telegram.chats import Chats
from bot.telegram.conversation_commands import ConversationCommands
from bot.telegram.groups import Groups
from bot.telegram.handlers import Handlers
from bot.telegram.inbox import Inbox
from bot.telegram.instructions_command import NewButton
from bot.telegram.outcomes import AgainButton, ContinueButton, RetryButton, StopButton
from bot.telegram.pairing import Pairing
from bot.telegram.polling import TelegramPolling
from bot.telegram.polling_bot import PollingBot
from bot.telegram.request import Request
from bot.telegram.revisions import AnewButton, BringBackButton, answer_anew, bring_back, undo
from bot.telegram.routes import Router
from bot.telegram.shutdown_notices import ShutdownNotices
from bot.telegram.turn_commands import answer_again, continue_answer, retry, retry_turn, stop, stop_turn, think
from bot.telegram.welcome import Checklist, TryButton, Welcome
from bot.turns.acts import Deadlines
from bot.turns.channel import Channel
from bot.turns.services import TurnServices
from bot.turns.store.outbox import Outbox
from bot.turns.tools.toolset import ToolSet

_CONNECTIONS: Final = 64

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
    bot = PollingBot(settings.token, url, Request(url, _CONNECTIONS), Request(url, 2))
    access = Access(services.people)
    checklist = Checklist(outbox)
    chats = Chats(bot, services, outbox, checklist.changes)
    router = _router(settings, services, tools, bot, chats, checklist)
    handlers = Handlers(access, chats, Groups(bot), services)
    pairing = Pairing(settings.bot_id, services, access, chats)
    inbox = Inbox(bot, services, access, pairing, router, chats)
    unprompted = _unprompted(settings, services, asked, tools, chats, outbox)
    return TelegramPolling(bot, services, chats, handlers, inbox, outbox, access, unprompted, announce)


def _unprompted(
    settings: Settings, services: TurnServices, asked: Models, tools: ToolSet, chats: Chats, outbox: Outbox
) -> Callable[[], list[Coroutine[Any, Any, None]]]:
    """Return what begins the work without an update: reviews, deadlines, reminders, and shutdowns of models."""
    database, bot_id, people = services.database, settings.bot_id, services.people
    reminders = Reminders(settings.timezone)
    reviewing = Extraction(
        services, asked.reviewing if settings.memory_review else None, tools, reminders, bot_id, people
    )
    deadlines = Deadlines(database, services.acts, bot_id, people)
    ringing = Ringing(database, reminders, bot_id, people, services.languages.spoken)
    shutdowns = ShutdownNotices(
        database=database,
        choices=services.chosen_models.choices,
        people=people,
        languages=services.languages,
        outbox=outbox,
        bot_id=bot_id,
    )

    def channel(owner: Owner, place: Place) -> Channel:
        return chats.get(owner.user_id, place).channel

    def wake(owner: Owner, place: Place) -> None:
        chat = chats.get(owner.user_id, place)
        chat.channel.wake()
        chat.worker.look()

    async def reaches(owner: Owner) -> bool:
        return await chats.get(owner.user_id, private_chat(owner)).channel.reaches()

    post = partial(_ring, services, reminders, outbox)
    return lambda: [
        reviewing.run(channel),
        deadlines.run(channel),
        ringing.run(RingDoor(post=post, wake=wake, reaches=reaches)),
        shutdowns.run(wake),
    ]


def _router(
    settings: Settings,
    services: TurnServices,
    tools: ToolSet,
    bot: PollingBot,
    chats: Chats,
    checklist: Checklist,
) -> Router:
    """Return the routes of all commands and buttons."""
    database = services.database
    letting_in = PeopleCommand(services.people, database, chats, bot, OwnersZone(settings.timezone))
    welcome = Welcome(checklist, database, ReminderCommand(Reminders(settings.timezone)).remind)
    conversations = ConversationCommands(
        services, bot, OwnersZone(settings.timezone), idle_limit=settings.idle_limit
    ).all
    return Router(
        answers(settings, services, tools, bot, welcome, letting_in),
        turn_commands={"stop": stop, "retry": retry, "undo": undo, "think": partial(think, database), **conversations},
        turn_buttons={
            telegram.ResumeButton.NAME: conversations["resume"],
            ContinueButton.NAME: continue_answer,
            StopButton.NAME: stop_turn,
            RetryButton.NAME: retry_turn,
            AgainButton.NAME: answer_again,
            BringBackButton.NAME: bring_back,
            NewButton.NAME: conversations["new"],
            TryButton.NAME: welcome.press,
            AnewButton.NAME: answer_anew,
            PersonButton.NAME: letting_in.press,
        },
    )


async def _ring(
    services: TurnServices, reminders: Reminders, outbox: Outbox, tx: Transaction, owner: Owner, rings: Sequence[Ring]
) -> None:
    """Put rings into the outbox in their owner's language, in the caller's transaction."""
    with services.languages.spoken(owner):
        await post_rings(reminders, outbox, tx, owner, rings)
