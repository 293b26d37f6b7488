"""The composition root: all parts of a bot are wired here."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial
from typing import Final

from bot.attachments.describing import Describer
from bot.attachments.documents.documents import Documents
from bot.attachments.documents.process import DocumentReader
from bot.attachments.pictures import Pictures
from bot.attachments.speech import Speech
from bot.attachments.sweeping import keep_swept
from bot.background import background
from bot.chat import preflight
from bot.chat.allowance import Allowance
from bot.chat.calls import Calls
from bot.chat.compaction import Compaction
from bot.chat.conversations import ConversationLifecycle, ConversationRules
from bot.chat.deadlines import Deadlines
from bot.chat.deeds import Deeds
from bot.chat.extraction import Extraction
from bot.chat.picture_budget import TURN_SHARE, PictureRoom
from bot.chat.preflight import NextRequest
from bot.chat.preparation import Preparation
from bot.chat.prompt_pictures import PromptPictures
from bot.chat.runner import Runner
from bot.chat.services import TurnServices
from bot.chat.speaking import Speaking
from bot.chat.turns import TurnLifecycle
from bot.database.engine import Database
from bot.database.outbox import Outbox
from bot.database.search import words as word_index
from bot.database.updates import Updates
from bot.files import Files
from bot.mcp_servers.servers import McpServers
from bot.memory.embedding import Embeddings
from bot.memory.operations import Memories
from bot.model.choice import Models, context_tokens, models
from bot.opening import up_to_date_database, user_of
from bot.reminders.operations import Reminders
from bot.reminders.ringing import Ringing
from bot.settings import Settings
from bot.telegram import history_commands, voice_command
from bot.telegram.access import Access
from bot.telegram.activities import undoing
from bot.telegram.activities.asked import AskedButton
from bot.telegram.activities.decisions import decide
from bot.telegram.activities.deeds import DeedButton
from bot.telegram.activities.log_command import ActivityCommand, LogPage, LogUndo
from bot.telegram.activities.tools_command import ToolsButton, ToolsCommand, ToolsPage
from bot.telegram.answers import Answers
from bot.telegram.chats import Chats
from bot.telegram.conversation_commands import ConversationCommands
from bot.telegram.edits import AnewButton, answer_anew
from bot.telegram.export_command import export
from bot.telegram.handlers import Handlers
from bot.telegram.inbox import Inbox
from bot.telegram.memory import changes, modes, offers, requests
from bot.telegram.memory.command import MemoryCommand
from bot.telegram.memory.files import ImportButton, MemoryFiles
from bot.telegram.memory.requests import MEMORY
from bot.telegram.model_commands import Prices, context, usage
from bot.telegram.notebook import command as notes
from bot.telegram.outcomes import ContinueButton, RetryButton, StopButton
from bot.telegram.polling import TelegramPolling
from bot.telegram.polling_bot import PollingBot
from bot.telegram.reactions import AgainButton
from bot.telegram.reminders import buttons as reminder_buttons
from bot.telegram.reminders import ringing
from bot.telegram.reminders.command import ReminderCommand
from bot.telegram.request import Request
from bot.telegram.routes import Router
from bot.telegram.turn_commands import answer_again, continue_answer, retry, retry_turn, stop, stop_turn
from bot.telegram.undo_command import BringBackButton, bring_back, undo
from bot.tools.conversation_search import conversation_search_tools
from bot.tools.documents import document_tools
from bot.tools.finding import finding_tools
from bot.tools.mcp import keep_mcp_families
from bot.tools.memory import memory_tools
from bot.tools.notebook import notebook_tools
from bot.tools.reaction import reaction_tools
from bot.tools.reminders import reminder_tools
from bot.tools.toolset import Family, ToolSet
from bot.tools.web import web_tools
from bot.values.attachments import AttachmentKind
from bot.values.owner import Owner
from bot.web import search as web_search
from bot.web.fetching import Fetcher
from bot.web.pages import Pages
from bot.web.search import WebSearch

STOP_GRACE_SECONDS: Final = 10.0
"""Seconds for running turns to end when the process is stopped."""
_CONNECTIONS: Final = 64
MEMORY_SHARE: Final = 0.5
"""Largest share of a prompt's budget for memories."""
PAGE_SECONDS: Final = 12.0
"""Seconds to read a web page, once it is fetched."""
TOOL_SHARE: Final = 0.05
"""Largest share of the context for the tools beside the system's."""
DOCUMENT_SHARE: Final = 0.2
"""Largest share of the context for the documents of a message."""


@asynccontextmanager
async def answering(
    settings: Settings, database: Database, asked: Models, *, after_death: bool = True
) -> AsyncIterator[None]:
    """Answer the bot's messages while the block runs, beginning with unfinished work.

    `after_death` counts that as a failed attempt. When the block ends by itself, running turns have 10 s to end; when
    it is cancelled, none.
    """
    services = turn_services(settings, settings.bot_id, database, asked)
    keeps = timedelta(days=settings.attachment_days) if settings.attachment_days else None
    async with database.transaction() as tx:
        await word_index.begin(tx, settings.search_language)
    async with background(
        word_index.index_stored(database),
        services.embeddings.keep_up(),
        services.mcp_servers.run(),
        keep_swept(database, services.files, settings.bot_id, keeps=keeps),
    ):
        telegram = polling(settings, services, asked)
        try:
            await telegram.start(after_death=after_death)
            yield
        except BaseException:  # cancelled, or it can't be started: at once
            await telegram.stop()
            raise
        await telegram.stop(grace=STOP_GRACE_SECONDS)


async def next_request(settings: Settings, user_id: int | None) -> NextRequest:
    """Return what a user's next request would hold, whether the bot runs or not. Raises StartError."""
    owner = Owner(settings.bot_id, user_of(settings, user_id))
    async with up_to_date_database(settings) as database, models(settings) as asked:
        services = turn_services(settings, settings.bot_id, database, asked)
        async with database.transaction() as tx:
            return await preflight.next_request(tx, owner, services, asked.answering.body)


def turn_services(settings: Settings, bot: int, database: Database, asked: Models) -> TurnServices:
    """Return the services for a bot's turns."""
    memories = Memories(settings.memory_limit, settings.memory_capture)
    allowance = Allowance(database, bot, monthly_tokens=settings.monthly_tokens, timezone=settings.timezone)
    most_tokens = context_tokens(settings, asked.known_limit)
    tools = _tools(settings, memories)
    mcp_servers = McpServers.of(settings.data_folder)
    keep_mcp_families(tools, mcp_servers)
    embeddings = Embeddings(database, asked.embedding)
    compaction = Compaction(
        database,
        asked.reviewing,
        allowance,
        context_tokens=most_tokens,
        summarise=settings.history_turns is None,
    )
    rules = ConversationRules(
        idle_limit=settings.idle_limit,
        history_turns=settings.history_turns,
        memory_tokens=lambda: min(settings.memory_tokens, round(MEMORY_SHARE * compaction.context_tokens)),
        tool_limit=settings.tool_limit,
        tool_tokens=lambda: round(TOOL_SHARE * compaction.context_tokens),
        timezone=settings.timezone,
        own_instructions=settings.own_instructions,
    )
    files = Files(settings.files_folder)
    describer = Describer(asked.answering)
    prompt_pictures = PromptPictures(database, compaction, allowance, files, describer)
    preparation = _preparation(settings, database, asked, compaction, embeddings, describer, files)
    speaking = Speaking(database, asked.speaking, most_characters=settings.speech_characters)
    lifecycle = ConversationLifecycle(tools, rules, memories, is_reviewed=settings.memory_review)
    return TurnServices(
        database=database,
        updates=Updates(bot),
        conversation_lifecycle=lifecycle,
        turn_lifecycle=TurnLifecycle(lifecycle, rules, memories),
        runner=Runner(
            database,
            asked.answering,
            Calls(database, tools, embeddings),
            compaction,
            prompt_pictures,
            allowance,
            preparation,
            speaking,
        ),
        compaction=compaction,
        pictures=prompt_pictures,
        allowance=allowance,
        embeddings=embeddings,
        files=files,
        memories=memories,
        mcp_servers=mcp_servers,
        tools=tools,
        deeds=Deeds(tools),
        speaking=speaking,
    )


def _tools(settings: Settings, memories: Memories) -> ToolSet:
    """Return the families of tools, but for those of MCP servers."""
    tools = ToolSet(
        [
            memory_tools(memories),
            conversation_search_tools(settings.timezone),
            document_tools(),
            reaction_tools(),
            notebook_tools(settings.timezone),
            _web_tools(settings),
            reminder_tools(Reminders(settings.timezone)),
        ]
    )
    tools.put(finding_tools(tools))
    return tools


def _web_tools(settings: Settings) -> Family:
    """Return the tools for the web. Pages are read in a process of their own, so that no document waits for them."""
    engine = web_search.engine(settings)
    pages = Pages(Fetcher(settings.web_allowed_hosts), DocumentReader(PAGE_SECONDS).read)
    return web_tools(pages, WebSearch(engine) if engine else None)


def _preparation(
    settings: Settings,
    database: Database,
    asked: Models,
    compaction: Compaction,
    embeddings: Embeddings,
    describer: Describer,
    files: Files,
) -> Preparation:
    """Return what makes the files of messages ready."""
    vision = Describer(asked.vision) if asked.vision else None
    pictures = Pictures(files, side=settings.picture_side, most_bytes=1_000 * settings.picture_kb, vision=vision)
    speech = Speech(asked.transcribing, most_minutes=settings.transcription_minutes)
    return Preparation(
        database,
        files,
        {
            AttachmentKind.PICTURE: pictures.made,
            AttachmentKind.DOCUMENT: Documents(database, files, DocumentReader()).made,
            AttachmentKind.SPEECH: speech.made,
            AttachmentKind.RECORDING: speech.made,
        },
        pictures.put_back,
        embeddings,
        describer,
        most_bytes=round(1_000_000 * settings.attachment_mb),
        document_tokens=lambda: min(settings.document_tokens, round(DOCUMENT_SHARE * compaction.context_tokens)),
        picture_room=lambda: PictureRoom(TURN_SHARE * compaction.context_tokens),
    )


def polling(settings: Settings, services: TurnServices, asked: Models) -> TelegramPolling:
    """Return the polling of a bot that answers Telegram's updates."""
    outbox = Outbox(settings.bot_id)
    memories = Memories(settings.memory_limit, settings.memory_capture)
    url = settings.telegram_api_url
    bot = PollingBot(settings.token, url, Request(url, _CONNECTIONS), Request(url, 2))
    access = Access(settings.telegram_allowed_user_ids)
    chats = Chats(bot, services, outbox)
    commands = ConversationCommands(services, settings.timezone, idle_limit=settings.idle_limit).all
    router = Router(
        _answers(settings, services, asked, memories, bot),
        turn_commands={"stop": stop, "retry": retry, "undo": undo, **commands},
        turn_buttons={
            history_commands.ResumeButton.NAME: commands["resume"],
            ContinueButton.NAME: partial(continue_answer, services.database),
            StopButton.NAME: partial(stop_turn, services.database),
            RetryButton.NAME: partial(retry_turn, services.database),
            AgainButton.NAME: partial(answer_again, services.database),
            AskedButton.NAME: partial(decide, services.deeds, services.database),
            BringBackButton.NAME: partial(bring_back, services.database),
            AnewButton.NAME: partial(answer_anew, services.database),
        },
    )
    handlers = Handlers(settings.bot_id, services.database, access, chats, router)
    inbox = Inbox(
        services.database,
        services.updates,
        access,
        outbox,
        read=handlers.read,
        handle=handlers.handle,
        wake=lambda sender: chats.of(sender).channel.wake(),
    )
    reminders = Reminders(settings.timezone)
    reviewing = Extraction(
        services,
        asked.reviewing if settings.memory_review else None,
        memories,
        reminders,
        settings.bot_id,
        access.user_ids,
    )
    deadlines = Deadlines(services.database, services.deeds, settings.bot_id, access.user_ids)
    rings = Ringing(services.database, reminders, settings.bot_id, access.user_ids)
    post = partial(ringing.post, reminders, outbox)
    return TelegramPolling(bot, services, outbox, access, chats, handlers, inbox, reviewing, deadlines, rings, post)


def _answers(settings: Settings, services: TurnServices, asked: Models, memories: Memories, bot: PollingBot) -> Answers:
    """Return the answers to commands, buttons and files, by their names."""
    command = MemoryCommand(memories, settings.timezone)
    files = MemoryFiles(command.answer, memories, settings.timezone)
    reminders = Reminders(settings.timezone)
    reminding = ReminderCommand(reminders)
    activity = ActivityCommand(memories, services.deeds, settings.timezone)
    tools = ToolsCommand(services.tools)
    return Answers(
        bot=bot,
        services=services,
        lookups={
            "memory": files.answer,
            "search": partial(history_commands.search, settings.timezone),
            "history": partial(history_commands.list_conversations, settings.timezone),
            "context": partial(context, services, asked.answering.body),
            "export": partial(export, settings.timezone),
            "notes": partial(notes.answer, settings.timezone),
            "remind": reminding.remind,
            "reminders": reminding.list_reminders,
            "quiet": reminding.quiet,
            "voice": partial(voice_command.voice, services.speaking),
            "activity": activity.answer,
            "tools": tools.answer,
            "usage": partial(usage, services.allowance, _prices(settings), settings.timezone),
        },
        actions={
            ImportButton.NAME: files.press,
            MEMORY: command.press,
            DeedButton.NAME: partial(undoing.press, services.deeds),
            LogPage.NAME: activity.turn_page,
            LogUndo.NAME: activity.undo,
            ToolsPage.NAME: tools.turn_page,
            ToolsButton.NAME: tools.choose,
            changes.UndoButton.NAME: partial(changes.press_undo, memories),
            offers.OfferButton.NAME: partial(changes.press_offer, memories),
            voice_command.VoiceButton.NAME: partial(voice_command.press, services.speaking),
            reminder_buttons.RingButton.NAME: partial(ringing.press, reminders),
            reminder_buttons.ReminderButton.NAME: reminding.press,
            reminder_buttons.RemindersPage.NAME: reminding.turn_page,
            reminder_buttons.UndoReminder.NAME: reminding.undo,
            modes.ModeButton.NAME: partial(modes.press, memories),
            history_commands.PageButton.NAME: partial(history_commands.turn_page, settings.timezone),
            **notes.actions(settings.timezone),
        },
        searched_for={
            "memory": lambda words: requests.searched_for(requests.parse(words)),
            "search": history_commands.searched_for,
            MEMORY: lambda data: requests.searched_for(requests.read_button(data)),
        },
        read_document=files.received,
    )


def _prices(settings: Settings) -> Prices | None:
    """Return the prices of tokens, if all are set."""
    fresh, cached, output = settings.input_price, settings.cached_price, settings.output_price
    if fresh is None or cached is None or output is None:
        return None
    return Prices(fresh=fresh, cached=cached, output=output)
