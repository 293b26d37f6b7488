"""`/voice`: shows which answers are spoken, with a button for each mode, and sets one; and how modes are shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar

from bot.kit.capture_modes import CaptureMode
from bot.kit.language import mark, plural, t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, NoSuchButton, Press, Reaction, message, ticked
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.texts import Button, Text
from bot.turns.speaking import Speaking
from bot.turns.store import owners
from bot.turns.values.people import VoiceMode

_VOICE: Final[Mapping[VoiceMode, str]] = {
    VoiceMode.ON: mark("I say every answer aloud, and write it too."),
    VoiceMode.AUTO: mark("I answer your voice messages aloud."),
    VoiceMode.OFF: mark("I only write."),
}


_NOT_YET: Final = mark("I can't speak yet. Whoever hosts me can turn this on with SPEECH_MODEL in .env.")


Mode = TypeVar("Mode", CaptureMode, VoiceMode)


@dataclass(frozen=True, slots=True)
class VoiceButton(ButtonData):
    """Sets which answers are spoken, as `/voice <mode>` does."""

    NAME: ClassVar = "voice"

    mode: VoiceMode


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
    return [modes_shown(t("Spoken answers: {mode}"), present, _VOICE, "/voice", long, buttons)]


async def press_voice(speaking: Speaking, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Set a button's mode of speaking, in the caller's transaction; its message shows it."""
    pressed = VoiceButton.parsed(press.data)
    if not speaking.is_possible:
        raise NoSuchButton
    (shows,) = await voice(speaking, tx, owner, press.data)
    return Reaction(toast=t(_VOICE[pressed.mode]), shows=shows)


def modes_shown(
    title: str, present: Mode, means: Mapping[Mode, str], command: str, remark: str, buttons: Sequence[Button]
) -> Text:
    """Return the present mode, what each mode means, and a remark."""
    pieces: list[str | RichText] = [filled(title, mode=bold(present.value)), "\n"]
    for mode, what in means.items():
        pieces += ["\n", code(f"{command} {mode.value}"), f": {t(what)}"]
    return message(*pieces, f"\n\n{remark}", buttons=[buttons])
