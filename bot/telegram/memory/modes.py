"""`/memory mode`: shows and sets the memory mode."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.database import owners
from bot.database.engine import Transaction
from bot.language import mark, t
from bot.memory.operations import Memories
from bot.telegram.buttons import ButtonData, Press, Reaction, message, ticked
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.texts import Text
from bot.values.memories import CaptureMode
from bot.values.owner import Owner

_MEANS: Final[Mapping[CaptureMode, str]] = {
    CaptureMode.ASK: mark("I ask before I remember something new."),
    CaptureMode.AUTO: mark("I remember what is worth knowing, and show you."),
    CaptureMode.OFF: mark("I use what I remember, and add nothing to it."),
    CaptureMode.NONE: mark("I neither use what I remember nor add anything to it."),
}
_TAKES_UP: Final = mark(
    "This applies to new memories now. This conversation keeps what it has already read, and if it began in off or "
    "none, it adds nothing. Start a new one with /new. Your own /memory commands always work."
)


@dataclass(frozen=True, slots=True)
class ModeButton(ButtonData):
    """Sets a mode, as `/memory mode <mode>` does."""

    NAME: ClassVar = "mode"

    mode: CaptureMode


async def answer(memories: Memories, tx: Transaction, owner: Owner, named: str) -> Text:
    """Set a mode, if one is named, in the caller's transaction; return the answer."""
    if pressed := ModeButton.read(named):
        await owners.change(tx, owner, capture=pressed.mode)
        named = ""
    present = await memories.mode(tx, owner)
    buttons = [ModeButton(it).button(ticked(it.value, is_set=it is present)) for it in _MEANS]
    if named:
        return message(t("Choose a mode: {modes}.", modes=", ".join(_MEANS)), buttons=[buttons])
    pieces: list[str | RichText] = [filled(t("Memory mode: {mode}"), mode=bold(present.value)), "\n"]
    for mode, means in _MEANS.items():
        pieces += ["\n", code(f"/memory mode {mode.value}"), f": {t(means)}"]
    return message(*pieces, f"\n\n{t(_TAKES_UP)}", buttons=[buttons])


async def press(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Set a button's mode, in the caller's transaction; its message shows it."""
    pressed = ModeButton.read(press.data)
    if not pressed:
        return None
    return Reaction(toast=t(_MEANS[pressed.mode]), shows=await answer(memories, tx, owner, press.data))
