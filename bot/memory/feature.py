"""Memory: all that it brings."""

from collections.abc import Sequence
from functools import partial

from bot.feature import Feature, InChat, Loop, Parts
from bot.kit.language import mark
from bot.kit.settings import Settings
from bot.memory.acts import FAMILY
from bot.memory.exchange.writing import memory_pages
from bot.memory.operations import Memories
from bot.memory.review import Extraction
from bot.memory.store.search import MEMORIES
from bot.memory.store.tables import (
    AgentMemory,
    AgentMemoryBeginnings,
    AgentMemoryImport,
    AgentMemoryVector,
    AgentMemoryVersion,
    AgentMemoryWords,
)
from bot.memory.store.words import INDEXED
from bot.memory.telegram import programs, requests
from bot.memory.telegram.command import MemoryCommand, PageAddress
from bot.memory.telegram.files import ImportButton, MemoryFiles
from bot.memory.telegram.meaning import meaning
from bot.memory.telegram.offers import OFFERS
from bot.memory.telegram.requests import FORMS
from bot.memory.telegram.requests import MEMORY as BUTTON
from bot.memory.telegram.settings import ModeButton, ReviewPage, mode_page, press_memory_mode
from bot.memory.tools.tools import memory_tools
from bot.telegram.help import MEMORY as TITLE
from bot.telegram.help import Use


def operations(settings: Settings) -> Memories:
    """Return the operations on memories within the limits that are set."""
    return Memories(settings.memory_limit, settings.memory_capture)


def _in_chat(parts: Parts) -> InChat:
    settings, memories = parts.settings, operations(parts.settings)
    page = PageAddress(
        url=settings.page_url, mini_app_url=settings.mini_app_url, waits_for_token=not settings.api_is_local
    )
    command = MemoryCommand(memories, parts.timezone, page)
    files = MemoryFiles(command.answer, memories, parts.timezone)
    return InChat(
        lookups={"memory": files.answer},
        actions={
            BUTTON: command.press,
            ImportButton.NAME: files.press,
            ModeButton.NAME: partial(press_memory_mode, memories),
            **{it.NAME: partial(programs.press, it, memories) for it in programs.BUTTONS},
        },
        searched_for={
            "memory": lambda words: requests.searched_for(requests.parse(words)),
            BUTTON: lambda data: requests.searched_for(requests.read_button(data)),
        },
        pages={
            "memory": mode_page(memories),
            "review": ReviewPage(parts.services.preferences, is_possible=settings.memory_review).page,
        },
        meaning=partial(meaning, memories, parts.services.database),
    )


def _loops(parts: Parts) -> Sequence[Loop]:
    settings, services = parts.settings, parts.services
    reviewing = Extraction(
        services,
        parts.models.reviewing if settings.memory_review else None,
        parts.tools,
        operations(settings),
        services.tasks.quiet_until,
        settings.bot_id,
        services.people,
    )

    return [reviewing.run(parts.channel)]


MEMORY = Feature(
    name="memory",
    uses=[Use("memory", mark("See and manage what I remember"), TITLE, FORMS)],
    families=lambda settings: [memory_tools(operations(settings))],
    in_chat=_in_chat,
    loops=_loops,
    indexed=[INDEXED],
    embedded=[MEMORIES],
    pages=memory_pages,
    offers={FAMILY: OFFERS},
    routes=["bot.memory.http.memories", "bot.memory.http.timeline"],
    tables=[
        *(AgentMemory, AgentMemoryVersion, AgentMemoryImport),
        *(AgentMemoryWords, AgentMemoryBeginnings, AgentMemoryVector),
    ],
)
