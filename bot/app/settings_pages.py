"""The wiring of the pages of /settings, whose buttons do what the commands do."""

from collections.abc import Mapping
from functools import partial

from bot.chat.services import TurnServices
from bot.chat.speaking import Speaking
from bot.database import voices
from bot.database.engine import Transaction
from bot.language import mark
from bot.memory.operations import Memories
from bot.settings import Settings
from bot.telegram import voice_command
from bot.telegram.memory import modes
from bot.telegram.reminders.buttons import QuietButton
from bot.telegram.reminders.command import ReminderCommand
from bot.telegram.settings.command import Page
from bot.telegram.settings.language import LanguagePage
from bot.telegram.settings.review import ReviewPage
from bot.telegram.settings.spending import SpendingPage
from bot.telegram.settings.zone import ZonePage
from bot.telegram.texts import Text
from bot.values.owner import Owner


def pages(
    settings: Settings, services: TurnServices, reminding: ReminderCommand, spending: SpendingPage, zone: ZonePage
) -> Mapping[str, Page]:
    """Return the pages of /settings by their names."""
    return {
        "memory": _memory(services.memories),
        "review": ReviewPage(services.preferences, is_possible=settings.memory_review).page,
        "voice": _voice(services.speaking),
        "quiet": _quiet(reminding),
        "language": LanguagePage(services.languages).page,
        "zone": zone.page,
        "spending": spending.page,
    }


def _memory(memories: Memories) -> Page:
    async def mode(tx: Transaction, owner: Owner) -> str:
        return (await memories.mode(tx, owner)).value

    return Page(
        sign="🧠",
        label=mark("Memory"),
        does=mark("Whether I ask before I remember something."),
        present=mode,
        shown=lambda tx, owner: modes.answer(memories, tx, owner, ""),
        actions={modes.ModeButton.NAME: partial(modes.press, memories)},
    )


def _voice(speaking: Speaking) -> Page:
    async def mode(tx: Transaction, owner: Owner) -> str:
        return (await voices.mode(tx, owner)).value

    async def shown(tx: Transaction, owner: Owner) -> Text:
        (only,) = await voice_command.voice(speaking, tx, owner, "")
        return only

    return Page(
        sign="🔊",
        label=mark("Voice"),
        does=mark("Which answers I also say aloud."),
        present=mode,
        shown=shown,
        actions={voice_command.VoiceButton.NAME: partial(voice_command.press, speaking)},
    )


def _quiet(reminding: ReminderCommand) -> Page:
    return Page(
        sign="🌙",
        label=mark("Quiet hours"),
        does=mark("When only reminders may ring."),
        present=reminding.quiet_present,
        shown=reminding.quiet_page,
        actions={QuietButton.NAME: reminding.press_quiet},
    )
