"""The core's wiring: the tools, and what the workers of all chats share."""

from functools import partial
from typing import Final

from bot.app.families import shared_families
from bot.features.files.documents.documents import DocumentReader, Documents
from bot.features.files.pictures import Describer, Pictures
from bot.features.files.speech import Speech
from bot.features.files.tools import document_tools
from bot.features.mcp_client.servers import McpServers
from bot.features.mcp_client.tools import keep_mcp_families
from bot.features.reactions.tools import reaction_tools
from bot.features.reminders.operations import Reminders
from bot.features.reminders.tasks import Tasks
from bot.features.web import search as web_search
from bot.features.web.fetching import Fetcher
from bot.features.web.pages import Pages
from bot.features.web.search import WebSearch
from bot.features.web.tools import web_tools
from bot.kit.files import Files
from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.kit.zones import OwnersZone
from bot.memory.embedding import Embeddings
from bot.memory.operations import Memories
from bot.memory.tools.tools import memory_tools
from bot.model.choice import Choices, Models, context_tokens, context_tokens_of_other
from bot.store.engine import Database
from bot.turns.acts import Acts
from bot.turns.allowance import Allowance
from bot.turns.budget import TURN_PICTURE_SHARE, PictureRoom
from bot.turns.calls import Calls
from bot.turns.chosen_models import ChosenModels
from bot.turns.compaction import Compaction
from bot.turns.conversations import ConversationLifecycle, ConversationRules
from bot.turns.people import People
from bot.turns.preferences import Languages, Preferences
from bot.turns.preparation import Preparation
from bot.turns.prompt_pictures import PromptPictures
from bot.turns.runner import Runner
from bot.turns.services import TurnServices
from bot.turns.speaking import Speaking
from bot.turns.store.updates import Updates
from bot.turns.tools.finding import finding_tools
from bot.turns.tools.tool import Family
from bot.turns.tools.toolset import ToolSet
from bot.turns.turns import TurnLifecycle
from bot.turns.values.attachments import AttachmentKind

MEMORY_SHARE: Final = 0.5
"""Largest share of a prompt's budget for memories."""
TOOL_SHARE: Final = 0.05
"""Largest share of the context for the tools beside the system's, unless they take less than LEAST_TOOL_TOKENS."""
LEAST_TOOL_TOKENS: Final = 1_000
"""Tokens for these tools in a small context, which hold Keepsake's own."""
SMALL_TOOL_SHARE: Final = 0.125
"""Largest share of a small context for them."""
DOCUMENT_SHARE: Final = 0.2
"""Largest share of the context for the documents of a message."""

PAGE_SECONDS: Final = 12.0
"""Seconds to read a web page, once it is fetched."""


def turn_services(settings: Settings, bot: int, database: Database, asked: Models, tools: ToolSet) -> TurnServices:
    """Return the services for a bot's turns."""
    memories = Memories(settings.memory_limit, settings.memory_capture)
    preferences = Preferences(database)
    people = People(database, bot, settings.telegram_allowed_user_ids)
    chosen_models = ChosenModels(
        asked.choices or Choices(asked.answering),
        preferences,
        context_tokens(settings, asked.known_limit),
        partial(context_tokens_of_other, settings),
    )
    allowance = Allowance(
        database,
        bot,
        monthly_tokens=settings.monthly_tokens,
        timezone=settings.timezone,
        own_limit=lambda owner: preferences.of(owner).monthly_tokens,
    )
    embeddings = Embeddings(database, asked.embedding)
    rules = _rules(settings, preferences, chosen_models, people)
    files = Files(settings.files_folder)
    describer = Describer(asked.answering)
    prompt_pictures = PromptPictures(database, chosen_models, allowance, files, describer)
    vision = Describer(asked.vision) if asked.vision else None
    seen = Pictures(files, side=settings.picture_side, most_bytes=1_000 * settings.picture_kb, vision=vision)
    speech = Speech(asked.transcribing, most_minutes=settings.transcription_minutes)
    preparation = Preparation(
        database,
        files,
        {
            AttachmentKind.PICTURE: seen.made,
            AttachmentKind.DOCUMENT: Documents(database, files, DocumentReader()).made,
            AttachmentKind.SPEECH: speech.made,
            AttachmentKind.RECORDING: speech.made,
        },
        seen.put_back,
        embeddings,
        describer,
        most_bytes=round(1_000_000 * settings.attachment_mb),
        document_tokens=lambda owner: min(settings.document_tokens, round(DOCUMENT_SHARE * chosen_models.limit(owner))),
        picture_room=lambda owner: PictureRoom(TURN_PICTURE_SHARE * chosen_models.limit(owner)),
    )
    summarise = settings.history_turns is None
    compaction = Compaction(database, asked.reviewing, chosen_models, allowance, summarise=summarise)
    speaking = Speaking(database, asked.speaking, most_characters=settings.speech_characters)
    lifecycle = ConversationLifecycle(tools, rules, memories)
    return TurnServices(
        database=database,
        updates=Updates(bot),
        conversation_lifecycle=lifecycle,
        turn_lifecycle=TurnLifecycle(lifecycle, rules, memories),
        runner=Runner(
            database,
            chosen_models,
            Calls(database, tools, embeddings, people),
            compaction,
            prompt_pictures,
            allowance,
            preparation,
            speaking,
            task_tokens=settings.task_tokens,
        ),
        compaction=compaction,
        pictures=prompt_pictures,
        allowance=allowance,
        embeddings=embeddings,
        files=files,
        memories=memories,
        acts=Acts(tools),
        tasks=Tasks(Reminders(settings.timezone)),
        speaking=speaking,
        languages=Languages(database, preferences),
        preferences=preferences,
        chosen_models=chosen_models,
        people=people,
    )


def _rules(
    settings: Settings, preferences: Preferences, chosen_models: ChosenModels, people: People
) -> ConversationRules:
    """Return the rules of conversations, by what the host and each owner have set."""

    def tool_tokens(owner: Owner) -> int:
        context = chosen_models.limit(owner)
        return round(max(TOOL_SHARE * context, min(LEAST_TOOL_TOKENS, SMALL_TOOL_SHARE * context)))

    return ConversationRules(
        idle_limit=settings.idle_limit,
        history_turns=settings.history_turns,
        memory_tokens=lambda owner: min(settings.memory_tokens, round(MEMORY_SHARE * chosen_models.limit(owner))),
        tool_limit=settings.tool_limit,
        tool_tokens=tool_tokens,
        is_host=lambda owner: people.is_owner(owner.user_id),
        timezone=OwnersZone(settings.timezone),
        own_instructions=settings.own_instructions,
        reviews=lambda owner: settings.memory_review and preferences.of(owner).wants_review,
        instructions_of=lambda owner: preferences.of(owner).instructions,
    )


def tool_set(settings: Settings) -> ToolSet:
    """Return the families of tools, but for those of MCP servers."""
    tools = ToolSet(
        [
            memory_tools(Memories(settings.memory_limit, settings.memory_capture)),
            *shared_families(Reminders(settings.timezone), OwnersZone(settings.timezone)),
            document_tools(),
            reaction_tools(),
            _web_tools(settings),
        ]
    )
    tools.put(finding_tools(tools))
    return tools


def listed_servers(settings: Settings, tools: ToolSet) -> McpServers:
    """Return the listed MCP servers, whose families `tools` has from now on as they are."""
    servers = McpServers.listed_in(settings.data_folder)
    keep_mcp_families(tools, servers)
    return servers


def _web_tools(settings: Settings) -> Family:
    """Return the tools for the web. Pages are read in a process of their own, so that no document waits for them."""
    engine = web_search.engine(settings)
    pages = Pages(Fetcher(settings.web_allowed_hosts), DocumentReader(PAGE_SECONDS).read)
    return web_tools(pages, WebSearch(engine) if engine else None)
