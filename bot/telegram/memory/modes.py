"""`/memory mode`: how memories come about, shown with a button for each way, and set."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from bot.database.captures import Captures
from bot.database.engine import Transaction
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData, Press, Reaction
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.handlers import Lookup
from bot.telegram.texts import Button, Text
from bot.values import CaptureMode, Embedding, Owner

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
    """Sets a mode."""

    NAME: ClassVar = MODE

    mode: CaptureMode


class MemoryModes:
    """Shows and sets how an owner's memories come about, and leaves the rest of `/memory` to another command."""

    def __init__(self, others: Lookup, captures: Captures) -> None:
        self._others = others
        self._captures = captures

    async def answer(
        self, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None
    ) -> Sequence[Text]:
        """Do what is asked, in the caller's transaction, and return what to say."""
        verb, named, *more = [*words.casefold().split(), "", ""]
        if verb != "mode":
            return await self._others.answer(tx, owner, words, embedding)
        mode = None if any(more) else next((mode for mode in CaptureMode if mode.value == named), None)
        if named and not mode:
            return [await self._choice(tx, owner)]
        if mode:
            await self._captures.set(tx, owner, mode)
        return [await self._shown(tx, owner)]

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Set the mode that a button names; its message shows it."""
        if not (pressed := ModeButton.read(press.data)):
            return Reaction(toast=NOTHING_TO_PRESS)
        mode = pressed.mode
        await self._captures.set(tx, owner, mode)
        return Reaction(toast=_MEANS[mode], shows=await self._shown(tx, owner))

    async def _shown(self, tx: Transaction, owner: Owner) -> Text:
        present = await self._captures.mode(tx, owner)
        pieces: list[str | RichText] = ["How I remember: ", bold(present.value), "\n"]
        for mode, means in _MEANS.items():
            pieces += ["\n", code(f"/memory mode {mode.value}"), f": {means}"]
        return _with_buttons(present, *pieces, f"\n\n{_TAKES_UP}")

    async def _choice(self, tx: Transaction, owner: Owner) -> Text:
        """Ask for a mode that there is."""
        names = ", ".join(mode.value for mode in _MEANS)
        return _with_buttons(await self._captures.mode(tx, owner), f"Choose a mode: {names}.")


def _with_buttons(present: CaptureMode, *pieces: str | RichText) -> Text:
    """Return a message with a button for each mode; the present one has a tick."""
    (text,) = compose(*pieces)
    labels = {mode: f"✓ {mode.value}" if mode is present else mode.value for mode in _MEANS}
    return replace(text, buttons=[[Button(label, ModeButton(mode).data) for mode, label in labels.items()]])
