"""`/memory mode`: shows and sets the memory mode."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.database.captures import set_mode
from bot.database.engine import Transaction
from bot.memory.operations import Memories
from bot.telegram.buttons import ButtonData, Press, Reaction, message
from bot.telegram.formatting import RichText, bold, code
from bot.telegram.texts import Text
from bot.values.memories import CaptureMode
from bot.values.owner import Owner

_MEANS: Final[Mapping[CaptureMode, str]] = {
    CaptureMode.ASK: "I ask before I store something new.",
    CaptureMode.AUTO: "I store by myself what is worth knowing, and show it.",
    CaptureMode.OFF: "I read what I remember, and store nothing.",
    CaptureMode.NONE: "I neither read what I remember nor store anything.",
}
_TAKES_UP: Final = (
    "This applies to new memories now. This conversation keeps what it has already read, and one that began in off or "
    "none can't store; start a new one with /new. Your own /memory commands always work."
)


@dataclass(frozen=True, slots=True)
class ModeButton(ButtonData):
    """Sets a mode, as `/memory mode <mode>` does."""

    NAME: ClassVar = "mode"

    mode: CaptureMode


async def answer(memories: Memories, tx: Transaction, owner: Owner, named: str) -> Text:
    """Set a mode, if one is named, in the caller's transaction; return the answer."""
    if pressed := ModeButton.read(named):
        await set_mode(tx, owner, pressed.mode)
        named = ""
    present = await memories.mode(tx, owner)
    buttons = [ModeButton(it).button(f"✓ {it.value}" if it is present else it.value) for it in _MEANS]
    if named:
        return message(f"Choose a mode: {', '.join(_MEANS)}.", buttons=[buttons])
    pieces: list[str | RichText] = ["How I remember: ", bold(present.value), "\n"]
    for mode, means in _MEANS.items():
        pieces += ["\n", code(f"/memory mode {mode.value}"), f": {means}"]
    return message(*pieces, f"\n\n{_TAKES_UP}", buttons=[buttons])


async def press(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Set a button's mode, in the caller's transaction; its message shows it."""
    pressed = ModeButton.read(press.data)
    if not pressed:
        return None
    return Reaction(toast=_MEANS[pressed.mode], shows=await answer(memories, tx, owner, press.data))
