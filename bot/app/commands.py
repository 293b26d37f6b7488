"""The wiring of the commands and buttons that need no turn, in groups, and of the pages of /settings."""

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from bot.doors import telegram as api_command
from bot.features.data.telegram import export
from bot.features.history import telegram as history_commands
from bot.features.notes.telegram import command as notes
from bot.features.people.telegram import PeopleCommand, PeoplePage
from bot.features.reminders.operations import Reminders
from bot.features.reminders.telegram import (
    QuietButton,
    ReminderButton,
    ReminderCommand,
    RemindersPage,
    RingButton,
    UndoReminder,
    press_ring,
)
from bot.kit.language import mark
from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.kit.zones import OwnersZone
from bot.memory.operations import Memories
from bot.memory.telegram import modes, programs, requests
from bot.memory.telegram.command import MemoryCommand, PageAddress
from bot.memory.telegram.files import ImportButton, MemoryFiles
from bot.memory.telegram.requests import MEMORY
from bot.store.engine import Transaction
from bot.telegram import acts, topics
from bot.telegram.activity_command import ActivityCommand
from bot.telegram.answers import Answers
from bot.telegram.buttons import Action, Lookup, PlacedLookup
from bot.telegram.help import answer_help
from bot.telegram.instructions_command import InstructionsButton, InstructionsCommand
from bot.telegram.model_choice import EffortButton, ModelButton, ModelCommand, ModelPage
from bot.telegram.model_commands import context, usage
from bot.telegram.polling_bot import PollingBot
from bot.telegram.settings.command import Page, SettingsButton, SettingsCommand
from bot.telegram.settings.pages import LanguagePage, LimitButton, ReviewPage, SpendingPage, ZoneButton, ZonePage
from bot.telegram.texts import Text
from bot.telegram.tools_command import ToolsButton, ToolsCommand, ToolsPage
from bot.telegram.welcome import Welcome
from bot.turns.services import TurnServices
from bot.turns.speaking import Speaking
from bot.turns.store import owners
from bot.turns.tools.toolset import ToolSet


class _Group(NamedTuple):
    """Commands that belong together, and the buttons of their answers, by their names."""

    lookups: Mapping[str, Lookup]
    actions: Mapping[str, Action]
    placed: Mapping[str, PlacedLookup] = MappingProxyType({})


def answers(
    settings: Settings,
    services: TurnServices,
    tools: ToolSet,
    bot: PollingBot,
    welcome: Welcome,
    letting_in: PeopleCommand,
) -> Answers:
    """Return the answers to commands, buttons and files, by their names."""
    memories, timezone = services.memories, OwnersZone(settings.timezone)
    page = PageAddress(
        url=settings.page_url, mini_app_url=settings.mini_app_url, waits_for_token=not settings.api_is_local
    )
    command = MemoryCommand(memories, timezone, page)
    files = MemoryFiles(command.answer, memories, timezone)
    reminders = Reminders(settings.timezone)
    reminding = ReminderCommand(reminders)
    choosing_model = ModelCommand(services.chosen_models, services.preferences)
    groups = (
        _Group({"start": welcome.answer, "help": answer_help}, {}),
        _Group(
            {"invite": letting_in.invite, "people": letting_in.list_people}, {PeoplePage.NAME: letting_in.turn_page}
        ),
        _memory(memories, command, files),
        _Group({"notes": partial(notes.answer, timezone)}, notes.actions(timezone)),
        _Group(
            {
                "search": partial(history_commands.search, timezone),
                "history": partial(history_commands.list_conversations, timezone),
            },
            {history_commands.PageButton.NAME: partial(history_commands.turn_page, timezone)},
            {"context": partial(context, services)},
        ),
        _reminders(reminders, reminding),
        _model(settings, services, choosing_model),
        _acts(services, tools, timezone),
        _settings(settings, services, reminders, reminding, bot),
        _Group({"api": partial(api_command.answer, timezone), "export": partial(export, timezone)}, {}),
    )
    return Answers(
        bot=bot,
        services=services,
        lookups={name: lookup for group in groups for name, lookup in group.lookups.items()},
        placed={name: lookup for group in groups for name, lookup in group.placed.items()},
        actions={name: action for group in groups for name, action in group.actions.items()},
        searched_for={
            "memory": lambda words: requests.searched_for(requests.parse(words)),
            "search": history_commands.searched_for,
            MEMORY: lambda data: requests.searched_for(requests.read_button(data)),
        },
        before=dict.fromkeys(("model", ModelPage.NAME), choosing_model.look),
        read_document=files.received,
    )


def _memory(memories: Memories, command: MemoryCommand, files: MemoryFiles) -> _Group:
    return _Group(
        {"memory": files.answer},
        {
            MEMORY: command.press,
            ImportButton.NAME: files.press,
            modes.ModeButton.NAME: partial(modes.press_memory_mode, memories),
            programs.ProgramButton.NAME: partial(programs.press, memories),
            programs.SubjectButton.NAME: partial(programs.press_subject, memories),
            programs.PinButton.NAME: partial(programs.press_pin, memories),
        },
    )


def _reminders(reminders: Reminders, reminding: ReminderCommand) -> _Group:
    return _Group(
        {
            "reminders": reminding.list_reminders,
            "quiet": reminding.quiet,
        },
        {
            RingButton.NAME: partial(press_ring, reminders),
            ReminderButton.NAME: reminding.press,
            RemindersPage.NAME: reminding.turn_page,
            UndoReminder.NAME: reminding.undo,
            QuietButton.NAME: reminding.press_quiet,
        },
        {"remind": reminding.remind, "task": reminding.task},
    )


def _model(settings: Settings, services: TurnServices, choosing: ModelCommand) -> _Group:
    instructing = InstructionsCommand(services.preferences, has_host=bool(settings.own_instructions.strip()))
    return _Group(
        {"model": choosing.answer, "instructions": instructing.answer},
        {
            ModelPage.NAME: choosing.turn_page,
            ModelButton.NAME: choosing.choose,
            EffortButton.NAME: choosing.set_effort,
            InstructionsButton.NAME: instructing.press,
        },
    )


def _acts(services: TurnServices, tools: ToolSet, timezone: OwnersZone) -> _Group:
    activity = ActivityCommand(services.acts, timezone)
    choosing = ToolsCommand(tools, services.people)
    return _Group(
        {"activity": activity.answer, "tools": choosing.answer},
        {
            **acts.actions(services.acts),
            **activity.actions,
            ToolsPage.NAME: choosing.turn_page,
            ToolsButton.NAME: choosing.choose,
        },
    )


def _settings(
    settings: Settings, services: TurnServices, reminders: Reminders, reminding: ReminderCommand, bot: PollingBot
) -> _Group:
    zone = ZonePage(services.preferences, reminders)
    spending = SpendingPage(services.preferences, services.allowance, reminders)
    hint = (lambda: ()) if settings.practises else partial(topics.hint, bot)
    changing = SettingsCommand(_pages(settings, services, reminding, spending, zone), hint)
    return _Group(
        {
            "settings": changing.answer,
            "timezone": zone.answer,
            "limit": spending.answer,
            "usage": partial(usage, services.allowance, settings.prices, OwnersZone(settings.timezone)),
            "voice": partial(modes.voice, services.speaking),
        },
        {
            SettingsButton.NAME: changing.press,
            ZoneButton.NAME: zone.press,
            LimitButton.NAME: spending.press,
            modes.VoiceButton.NAME: partial(modes.press_voice, services.speaking),
        },
    )


def _pages(
    settings: Settings, services: TurnServices, reminding: ReminderCommand, spending: SpendingPage, zone: ZonePage
) -> Mapping[str, Page]:
    """Return the pages of /settings by their names; their buttons do what the commands do."""
    return {
        "memory": _memory_page(services.memories),
        "review": ReviewPage(services.preferences, is_possible=settings.memory_review).page,
        "voice": _voice_page(services.speaking),
        "quiet": _quiet_page(reminding),
        "language": LanguagePage(services.languages).page,
        "zone": zone.page,
        "spending": spending.page,
    }


def _memory_page(memories: Memories) -> Page:
    async def mode(tx: Transaction, owner: Owner) -> str:
        return (await memories.mode(tx, owner)).value

    return Page(
        sign="🧠",
        label=mark("Memory"),
        does=mark("Whether I ask before I remember something."),
        present=mode,
        shown=lambda tx, owner: modes.memory_mode(memories, tx, owner, ""),
        actions={modes.ModeButton.NAME: partial(modes.press_memory_mode, memories)},
    )


def _voice_page(speaking: Speaking) -> Page:
    async def mode(tx: Transaction, owner: Owner) -> str:
        return (await owners.voice(tx, owner)).value

    async def shown(tx: Transaction, owner: Owner) -> Text:
        (only,) = await modes.voice(speaking, tx, owner, "")
        return only

    return Page(
        sign="🔊",
        label=mark("Voice"),
        does=mark("Which answers I also say aloud."),
        present=mode,
        shown=shown,
        actions={modes.VoiceButton.NAME: partial(modes.press_voice, speaking)},
    )


def _quiet_page(reminding: ReminderCommand) -> Page:
    return Page(
        sign="🌙",
        label=mark("Quiet hours"),
        does=mark("When only reminders may ring."),
        present=reminding.quiet_present,
        shown=reminding.quiet_page,
        actions={QuietButton.NAME: reminding.press_quiet},
    )
