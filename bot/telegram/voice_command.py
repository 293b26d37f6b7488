"""`/voice`: shows and sets which answers are spoken."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.chat.speaking import Speaking
from bot.database import owners
from bot.database.engine import Transaction
from bot.language import mark, plural, t
from bot.telegram.buttons import ButtonData, Press, Reaction, message, ticked
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.texts import Text
from bot.values.memories import Embedding
from bot.values.owner import Owner
from bot.values.preferences import VoiceMode

_MEANS: Final[Mapping[VoiceMode, str]] = {
    VoiceMode.ON: mark("I say every answer aloud, and write it too."),
    VoiceMode.AUTO: mark("I answer your voice messages aloud."),
    VoiceMode.OFF: mark("I only write."),
}
_NOT_YET: Final = mark("I can't speak yet. Whoever hosts me can turn this on with SPEECH_MODEL in .env.")


@dataclass(frozen=True, slots=True)
class VoiceButton(ButtonData):
    """Sets a mode, as `/voice <mode>` does."""

    NAME: ClassVar = "voice"

    mode: VoiceMode


async def voice(
    speaking: Speaking, tx: Transaction, owner: Owner, named: str, _: Embedding | None = None
) -> Sequence[Text]:
    """Set a mode, if one is named, in the caller's transaction; return the answer."""
    if not speaking.is_possible:
        return [Text(t(_NOT_YET))]
    if pressed := VoiceButton.read(named.casefold()):
        await owners.change(tx, owner, voice=pressed.mode)
        speaking.note_mode(owner, pressed.mode)
        named = ""
    present = await owners.voice(tx, owner)
    buttons = [VoiceButton(it).button(ticked(it.value, is_set=it is present)) for it in _MEANS]
    if named:
        return [message(t("Choose one: {modes}.", modes=", ".join(_MEANS)), buttons=[buttons])]
    pieces: list[str | RichText] = [filled(t("Spoken answers: {mode}"), mode=bold(present.value)), "\n"]
    for mode, means in _MEANS.items():
        pieces += ["\n", code(f"/voice {mode.value}"), f": {t(means)}"]
    long = plural(
        "I only write answers of more than {count} character, and those with code or tables.",
        "I only write answers of more than {count} characters, and those with code or tables.",
        speaking.most_characters,
    )
    pieces.append(f"\n\n{long}")
    return [message(*pieces, buttons=[buttons])]


async def press(speaking: Speaking, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Set a button's mode, in the caller's transaction; its message shows it."""
    pressed = VoiceButton.read(press.data)
    if not pressed or not speaking.is_possible:
        return None
    (shows,) = await voice(speaking, tx, owner, press.data)
    return Reaction(toast=t(_MEANS[pressed.mode]), shows=shows)
