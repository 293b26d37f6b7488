"""The parts a bot is made of, and what each of them works with."""

from dataclasses import dataclass
from typing import Final

from bot.allowance import Allowance
from bot.compaction import Compaction
from bot.database.conversations import Conversations
from bot.database.engine import Database
from bot.database.erasure import Erasure
from bot.database.exports import Exports
from bot.database.history import History
from bot.database.memories import Memories
from bot.database.outbox import Outbox
from bot.database.past import Past
from bot.database.turns import Turns
from bot.database.updates import Updates
from bot.database.usages import Usages
from bot.lifecycle.conversations import ConversationLifecycle
from bot.lifecycle.rules import ConversationRules
from bot.lifecycle.turns import TurnLifecycle
from bot.model_choice import Models, context_tokens
from bot.preflight import Preflight
from bot.runner import Runner
from bot.settings import Settings
from bot.telegram.context_command import ContextCommand
from bot.telegram.conversation_commands import ConversationCommands
from bot.telegram.export_command import ExportCommand
from bot.telegram.history_command import HistoryCommand
from bot.telegram.memory_command import MemoryCommand
from bot.telegram.polling import TelegramPolling, bot_id
from bot.telegram.search_command import SearchCommand
from bot.telegram.turn_services import TurnServices
from bot.telegram.usage_command import Prices, UsageCommand
from bot.tools.memory import memory_tools
from bot.tools.past import past_tools
from bot.tools.toolset import ToolSet

MEMORY_SHARE: Final = 0.5
"""The memories take at most so much of a prompt's budget."""


@dataclass(frozen=True, slots=True)
class TelegramAccount:
    """The bot that is run, where its Bot API server is, and who may use it."""

    token: str
    api_url: str
    allowed_user_ids: frozenset[int]


def turn_services(settings: Settings, bot: int, database: Database, asked: Models) -> TurnServices:
    """Return what the turns of a bot are taken with."""
    conversations, turns, usages, memories = Conversations(), Turns(), Usages(), Memories()
    allowance = Allowance(database, usages, bot, monthly_tokens=settings.monthly_tokens, timezone=settings.timezone)
    most_tokens = context_tokens(settings, asked.known_limit)
    tools = ToolSet([*memory_tools(memories), *past_tools(Past(), conversations, memories, settings.timezone)])
    compaction = Compaction(
        database,
        conversations,
        turns,
        usages,
        asked.reviewing,
        allowance,
        context_tokens=most_tokens,
        summarise=settings.history_turns is None,
    )
    rules = ConversationRules(
        idle_limit=settings.idle_limit,
        history_turns=settings.history_turns,
        memory_tokens=lambda: round(MEMORY_SHARE * compaction.context_tokens),
        timezone=settings.timezone,
        own_instructions=settings.own_instructions,
    )
    lifecycle = ConversationLifecycle(conversations, turns, memories, Erasure(memories), tools, rules)
    return TurnServices(
        database=database,
        updates=Updates(bot),
        outbox=Outbox(bot),
        turns=turns,
        conversation_lifecycle=lifecycle,
        turn_lifecycle=TurnLifecycle(lifecycle, conversations, turns, rules),
        runner=Runner(database, conversations, turns, usages, asked.answering, tools, compaction, allowance),
        compaction=compaction,
        allowance=allowance,
    )


def preflight(services: TurnServices, asked: Models) -> Preflight:
    """Return what tells of the next request."""
    return Preflight(services.turn_lifecycle, services.runner, services.compaction, asked.answering.body)


def polling(settings: Settings, account: TelegramAccount, database: Database, asked: Models) -> TelegramPolling:
    """Return a bot that answers what it polls from Telegram."""
    services = turn_services(settings, bot_id(account.token), database, asked)
    return TelegramPolling(
        account.token,
        account.api_url,
        account.allowed_user_ids,
        services=services,
        lookups={
            "memory": MemoryCommand(Memories(), settings.timezone),
            "search": SearchCommand(Past(), settings.timezone),
            "history": HistoryCommand(History(), settings.timezone),
            "context": ContextCommand(preflight(services, asked)),
            "export": ExportCommand(Exports(), settings.timezone),
            "usage": UsageCommand(Usages(), services.allowance, settings.timezone, _prices(settings)),
        },
        conversation_commands=ConversationCommands(
            services, History(), settings.timezone, idle_limit=settings.idle_limit
        ).all,
    )


def _prices(settings: Settings) -> Prices | None:
    """Return what tokens cost, if all of it is set."""
    fresh, cached, output = settings.input_price, settings.cached_price, settings.output_price
    if fresh is None or cached is None or output is None:
        return None
    return Prices(fresh=fresh, cached=cached, output=output)
