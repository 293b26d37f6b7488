"""`/memory mode`: how memories come about, shown with a button for each way, and set."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.database.captures import Captures
from bot.database.engine import Transaction
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData, Press, Reaction, message
from bot.telegram.formatting import RichText, bold, code
from bot.telegram.texts import Text
from bot.values import CaptureMode, Owner

MODE: Final = "mode"
"""The name of these buttons in their data."""

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

    NAME: ClassVar = MODE

    mode: CaptureMode


class MemoryModes:
    """Shows and sets how an owner's memories come about."""

    def __init__(self, captures: Captures) -> None:
        self._captures = captures

    async def answer(self, tx: Transaction, owner: Owner, named: str) -> Text:
        """Set a mode, if one is named, in the caller's transaction; return what to say."""
        if not named:
            return await self._shown(tx, owner)
        if pressed := ModeButton.read(named):
            return await self._set(tx, owner, pressed.mode)
        return await self._shown(tx, owner, f"Choose a mode: {', '.join(_MEANS)}.")

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Set the mode that a button names; its message shows it."""
        if not (pressed := ModeButton.read(press.data)):
            return Reaction(toast=NOTHING_TO_PRESS)
        return Reaction(toast=_MEANS[pressed.mode], shows=await self._set(tx, owner, pressed.mode))

    async def _set(self, tx: Transaction, owner: Owner, mode: CaptureMode) -> Text:
        await self._captures.set(tx, owner, mode)
        return await self._shown(tx, owner)

    async def _shown(self, tx: Transaction, owner: Owner, *words: str) -> Text:
        """Return words, or else what the modes mean, with a button for each mode; the present one has a tick."""
        present = await self._captures.mode(tx, owner)
        pieces: list[str | RichText] = [*words]
        if not words:
            pieces = ["How I remember: ", bold(present.value), "\n"]
            for mode, means in _MEANS.items():
                pieces += ["\n", code(f"/memory mode {mode.value}"), f": {means}"]
            pieces.append(f"\n\n{_TAKES_UP}")
        buttons = [ModeButton(it).button(f"✓ {it.value}" if it is present else it.value) for it in _MEANS]
        return message(*pieces, buttons=[buttons])
