"""The core's wiring: the tools, and what the workers of all chats share."""

from functools import partial
from typing import Final

from bot.app.features import EMBEDDED, FEATURES
from bot.feature import Loop
from bot.kit.files import Files
from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.kit.zones import OwnersZone
from bot.memory.conversing import ConversationMemory
from bot.model.choice import Choices, Models, context_tokens, context_tokens_of_other
from bot.store.engine import Database
from bot.turns.acts import Acts
from bot.turns.allowance import Allowance
from bot.turns.budget import TURN_PICTURE_SHARE, PictureRoom
from bot.turns.calls import Calls
from bot.turns.chosen_models import ChosenModels
from bot.turns.compaction import Compaction
from bot.turns.conversations import ConversationLifecycle, ConversationRules
from bot.turns.embeddings import Embeddings
from bot.turns.files.documents.documents import DocumentReader, Documents
from bot.turns.files.pictures import Describer, Pictures
from bot.turns.files.speech import Speech
from bot.turns.people import People
from bot.turns.preferences import Languages, Preferences
from bot.turns.preparation import Preparation
from bot.turns.prompt_pictures import PromptPictures
from bot.turns.runner import Runner
from bot.turns.services import TurnServices
from bot.turns.speaking import Speaking
from bot.turns.store.updates import Updates
from bot.turns.tasks import NoTasks
from bot.turns.tools.finding import finding_tools
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


def turn_services(settings: Settings, bot: int, database: Database, asked: Models, tools: ToolSet) -> TurnServices:
    """Return the services for a bot's turns."""
    preferences = Preferences(database)
    memory = ConversationMemory(
        settings.memory_limit,
        settings.memory_capture,
        reviews=lambda owner: settings.memory_review and preferences.of(owner).wants_review,
    )
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
    embeddings = Embeddings(database, asked.embedding, EMBEDDED)
    rules = _rules(settings, preferences, chosen_models, people)
    files = Files(settings.files_folder)
    describer = Describer(asked.answering)
    prompt_pictures = PromptPictures(database, chosen_models, allowance, files, describer)
    preparation = _preparation(settings, database, asked, files, describer, embeddings, memory, chosen_models)
    summarise = settings.history_turns is None
    compaction = Compaction(database, asked.reviewing, chosen_models, allowance, memory, summarise=summarise)
    speaking = Speaking(database, asked.speaking, most_characters=settings.speech_characters)
    lifecycle = ConversationLifecycle(tools, rules, memory, [it.news for it in FEATURES if it.news])
    return TurnServices(
        database=database,
        updates=Updates(bot),
        conversation_lifecycle=lifecycle,
        turn_lifecycle=TurnLifecycle(lifecycle, rules, memory),
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
        memory=memory,
        acts=Acts(tools),
        tasks=next((it.tasks(settings) for it in FEATURES if it.tasks), NoTasks()),
        listed=next((it.listed for it in FEATURES if it.listed), None),
        speaking=speaking,
        languages=Languages(database, preferences),
        preferences=preferences,
        chosen_models=chosen_models,
        people=people,
    )


def _preparation(
    settings: Settings,
    database: Database,
    asked: Models,
    files: Files,
    describer: Describer,
    embeddings: Embeddings,
    memory: ConversationMemory,
    chosen_models: ChosenModels,
) -> Preparation:
    """Return what makes the files of messages ready for the model."""
    vision = Describer(asked.vision) if asked.vision else None
    seen = Pictures(files, side=settings.picture_side, most_bytes=1_000 * settings.picture_kb, vision=vision)
    speech = Speech(asked.transcribing, most_minutes=settings.transcription_minutes)
    return Preparation(
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
        memory,
        most_bytes=round(1_000_000 * settings.attachment_mb),
        document_tokens=lambda owner: min(settings.document_tokens, round(DOCUMENT_SHARE * chosen_models.limit(owner))),
        picture_room=lambda owner: PictureRoom(TURN_PICTURE_SHARE * chosen_models.limit(owner)),
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
        instructions_of=lambda owner: preferences.of(owner).instructions,
    )


def tool_set(settings: Settings) -> ToolSet:
    """Return the features' families of tools, but for those that come and change."""
    families = (it for feature in FEATURES for it in (*feature.families(settings), *feature.shared(settings)))
    tools = ToolSet(families)
    tools.put(finding_tools(tools))
    return tools


def kept(settings: Settings, tools: ToolSet) -> list[Loop]:
    """Let `tools` have the families that come and change from now on; return the loops by which they do."""
    return [feature.keeps(settings, tools) for feature in FEATURES if feature.keeps]
