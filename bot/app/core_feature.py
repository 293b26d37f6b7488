"""What the core itself answers in the chat: settings, and commands about turns."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from bot.feature import Feature, InChat, Loop, Parts
from bot.kit.language import mark
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.telegram.help import MEMORY, SETTINGS, Use
from bot.telegram.outcomes import AgainButton, ContinueButton, RetryButton, StopButton
from bot.telegram.settings import LanguagePage, Page, VoiceButton, press_voice, voice
from bot.telegram.texts import Text
from bot.telegram.turn_commands import (
    AnewButton,
    BringBackButton,
    answer_again,
    answer_anew,
    bring_back,
    continue_answer,
    retry,
    retry_turn,
    stop,
    stop_turn,
    think,
    undo,
)
from bot.turns.acts import Deadlines
from bot.turns.speaking import Speaking
from bot.turns.store import owners


def _in_chat(parts: Parts) -> InChat:
    services = parts.services
    return InChat(
        lookups={"voice": partial(voice, services.speaking)},
        actions={VoiceButton.NAME: partial(press_voice, services.speaking)},
        turn_commands={"stop": stop, "retry": retry, "undo": undo, "think": partial(think, services.database)},
        turn_buttons={
            ContinueButton.NAME: continue_answer,
            StopButton.NAME: stop_turn,
            RetryButton.NAME: retry_turn,
            AgainButton.NAME: answer_again,
            BringBackButton.NAME: bring_back,
            AnewButton.NAME: answer_anew,
        },
        pages={"voice": _voice_page(services.speaking), "language": LanguagePage(services.languages).page},
    )


def _voice_page(speaking: Speaking) -> Page:
    async def mode(tx: Transaction, owner: Owner) -> str:
        return (await owners.voice(tx, owner)).value

    async def shown(tx: Transaction, owner: Owner) -> Text:
        (only,) = await voice(speaking, tx, owner, "")
        return only

    return Page(
        sign="🔊",
        label=mark("Voice"),
        does=mark("Which answers I also say aloud."),
        present=mode,
        shown=shown,
        actions={VoiceButton.NAME: partial(press_voice, speaking)},
    )


def _loops(parts: Parts) -> Sequence[Loop]:
    services = parts.services
    deadlines = Deadlines(services.database, services.acts, parts.settings.bot_id, services.people)
    return [deadlines.run(parts.channel)]


CORE: Final = Feature(
    name="core",
    uses=[
        Use("settings", mark("Change memory, voice, language and more"), under=SETTINGS),
        Use("voice", mark("Choose which answers I say aloud")),
        Use("timezone <city>", mark("Set your time zone")),
        Use("stop", mark("Stop the answer that is being written")),
        Use("retry", mark("Answer the last message again")),
        Use("undo", mark("Take the last answer back, with what it remembered"), under=MEMORY),
        Use("think", mark("See how I arrived at the last answer")),
    ],
    in_chat=_in_chat,
    loops=_loops,
)
