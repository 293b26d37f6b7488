"""`/memory mode` and `/voice`: each shows its modes with a button for each, and sets one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar

from bot.kit.capture_modes import CaptureMode
from bot.kit.language import mark, plural, t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.memory.operations import Memories
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, NoSuchButton, Press, Reaction, message, ticked
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.texts import Button, Text
from bot.turns.speaking import Speaking
from bot.turns.store import owners
from bot.turns.values.preferences import VoiceMode

_CAPTURE: Final[Mapping[CaptureMode, str]] = {
    CaptureMode.ASK: mark("I ask before I remember something new."),
    CaptureMode.AUTO: mark("I remember what is worth knowing, and show you."),
    CaptureMode.OFF: mark("I use what I remember, and add nothing to it."),
    CaptureMode.NONE: mark("I neither use what I remember nor add anything to it."),
}
_TAKES_UP: Final = mark(
    "This applies to new memories now. This conversation keeps what it has already read, and if it began in off or "
    "none, it adds nothing. Start a new one with /new. Your own /memory commands always work."
)
_VOICE: Final[Mapping[VoiceMode, str]] = {
    VoiceMode.ON: mark("I say every answer aloud, and write it too."),
    VoiceMode.AUTO: mark("I answer your voice messages aloud."),
    VoiceMode.OFF: mark("I only write."),
}
_NOT_YET: Final = mark("I can't speak yet. Whoever hosts me can turn this on with SPEECH_MODEL in .env.")

_Mode = TypeVar("_Mode", CaptureMode, VoiceMode)


@dataclass(frozen=True, slots=True)
class ModeButton(ButtonData):
    """Sets a memory mode, as `/memory mode <mode>` does."""

    NAME: ClassVar = "mode"

    mode: CaptureMode


@dataclass(frozen=True, slots=True)
class VoiceButton(ButtonData):
    """Sets which answers are spoken, as `/voice <mode>` does."""

    NAME: ClassVar = "voice"

    mode: VoiceMode


async def memory_mode(memories: Memories, tx: Transaction, owner: Owner, named: str) -> Text:
    """Set a memory mode, if one is named, in the caller's transaction; return the answer."""
    if pressed := ModeButton.read(named):
        await owners.change(tx, owner, capture=pressed.mode)
        named = ""
    present = await memories.mode(tx, owner)
    buttons = [ModeButton(it).button(ticked(it.value, is_set=it is present)) for it in _CAPTURE]
    if named:
        return message(t("Choose a mode: {modes}.", modes=", ".join(_CAPTURE)), buttons=[buttons])
    return _shown(t("Memory mode: {mode}"), present, _CAPTURE, "/memory mode", t(_TAKES_UP), buttons)


async def press_memory_mode(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Set a button's memory mode, in the caller's transaction; its message shows it."""
    pressed = ModeButton.parsed(press.data)
    return Reaction(toast=t(_CAPTURE[pressed.mode]), shows=await memory_mode(memories, tx, owner, press.data))


async def voice(
    speaking: Speaking, tx: Transaction, owner: Owner, named: str, _: Embedding | None = None
) -> Sequence[Text]:
    """Set which answers are spoken, if a mode is named, in the caller's transaction; return the answer."""
    if not speaking.is_possible:
        return [Text(t(_NOT_YET))]
    if pressed := VoiceButton.read(named.casefold()):
        await owners.change(tx, owner, voice=pressed.mode)
        named = ""
    present = await owners.voice(tx, owner)
    buttons = [VoiceButton(it).button(ticked(it.value, is_set=it is present)) for it in _VOICE]
    if named:
        return [message(t("Choose one: {modes}.", modes=", ".join(_VOICE)), buttons=[buttons])]
    long = plural(
        "I only write answers of more than {count} character, and those with code or tables.",
        "I only write answers of more than {count} characters, and those with code or tables.",
        speaking.most_characters,
    )
    return [_shown(t("Spoken answers: {mode}"), present, _VOICE, "/voice", long, buttons)]


async def press_voice(speaking: Speaking, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Set a button's mode of speaking, in the caller's transaction; its message shows it."""
    pressed = VoiceButton.parsed(press.data)
    if not speaking.is_possible:
        raise NoSuchButton
    (shows,) = await voice(speaking, tx, owner, press.data)
    return Reaction(toast=t(_VOICE[pressed.mode]), shows=shows)


def _shown(
    title: str, present: _Mode, means: Mapping[_Mode, str], command: str, remark: str, buttons: Sequence[Button]
) -> Text:
    """Return the present mode, what each mode means, and a remark."""
    pieces: list[str | RichText] = [filled(title, mode=bold(present.value)), "\n"]
    for mode, what in means.items():
        pieces += ["\n", code(f"{command} {mode.value}"), f": {t(what)}"]
    return message(*pieces, f"\n\n{remark}", buttons=[buttons])
