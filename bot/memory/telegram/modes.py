"""`/memory mode`: shows the modes with a button for each, and sets one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.kit.capture_modes import CaptureMode
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, message, ticked
from bot.telegram.settings.voice import modes_shown
from bot.telegram.texts import Text
from bot.turns.store import owners

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


@dataclass(frozen=True, slots=True)
class ModeButton(ButtonData):
    """Sets a memory mode, as `/memory mode <mode>` does."""

    NAME: ClassVar = "mode"

    mode: CaptureMode


async def memory_mode(memories: Memories, tx: Transaction, owner: Owner, named: str) -> Text:
    """Set a memory mode, if one is named, in the caller's transaction; return the answer."""
    if pressed := ModeButton.read(named):
        await owners.change(tx, owner, capture=pressed.mode)
        named = ""
    present = await memories.mode(tx, owner)
    buttons = [ModeButton(it).button(ticked(it.value, is_set=it is present)) for it in _CAPTURE]
    if named:
        return message(t("Choose a mode: {modes}.", modes=", ".join(_CAPTURE)), buttons=[buttons])
    return modes_shown(t("Memory mode: {mode}"), present, _CAPTURE, "/memory mode", t(_TAKES_UP), buttons)


async def press_memory_mode(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Set a button's memory mode, in the caller's transaction; its message shows it."""
    pressed = ModeButton.parsed(press.data)
    return Reaction(toast=t(_CAPTURE[pressed.mode]), shows=await memory_mode(memories, tx, owner, press.data))
