"""Memory's pages of /settings: when something is stored, which `/memory mode` shows too, and reviews."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, Literal

from bot.kit.capture_modes import CaptureMode
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, message, ticked
from bot.telegram.formatting import bold, filled
from bot.telegram.settings import Page, modes_shown
from bot.telegram.texts import Text
from bot.turns.preferences import Preferences
from bot.turns.store import owners

_REVIEW: Final = mark(
    "When a conversation is over, I read it once more and offer to remember what I missed. This takes one more request "
    "to the model for each conversation."
)

_OFF_FOR_ALL: Final = mark("Whoever hosts me has turned this off for everybody (MEMORY_REVIEW).")

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
class ReviewButton(ButtonData):
    """Turns it on or off."""

    NAME: ClassVar = "review"

    to: Literal["on", "off"]


class ReviewPage:
    """Whether conversations are read again once they are over; only where it `is_possible`, there is a choice."""

    def __init__(self, preferences: Preferences, *, is_possible: bool) -> None:
        self._preferences = preferences
        self._is_possible = is_possible

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign="🔎",
            label=mark("Review"),
            does=mark("Whether I read a conversation again afterwards, for things to remember."),
            present=self.present,
            shown=self.shown,
            actions={ReviewButton.NAME: self.press},
        )

    async def present(self, _: Transaction, owner: Owner) -> str:
        """Tell whether it is on."""
        return t("on") if self._is_on(owner) else t("off")

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        title = filled(t("Review of conversations: {state}"), state=bold(await self.present(tx, owner)))
        if not self._is_possible:
            return message("🔎 ", title, f"\n\n{t(_OFF_FOR_ALL)}")
        is_on = self._is_on(owner)
        buttons = [
            ReviewButton("on").button(ticked(t("On"), is_set=is_on)),
            ReviewButton("off").button(ticked(t("Off"), is_set=not is_on)),
        ]
        return message("🔎 ", title, f"\n\n{t(_REVIEW)}", buttons=[buttons])

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Turn it on or off."""
        pressed = ReviewButton.parsed(press.data)
        await self._preferences.change(tx, owner, is_reviewed=pressed.to == "on")
        return Reaction(shows=await self.shown(tx, owner))

    def _is_on(self, owner: Owner) -> bool:
        return self._is_possible and self._preferences.of(owner).wants_review


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


def mode_page(memories: Memories) -> Page:
    """Return the page on when something is stored."""

    async def mode(tx: Transaction, owner: Owner) -> str:
        return (await memories.mode(tx, owner)).value

    return Page(
        sign="🧠",
        label=mark("Memory"),
        does=mark("Whether I ask before I remember something."),
        present=mode,
        shown=lambda tx, owner: memory_mode(memories, tx, owner, ""),
        actions={ModeButton.NAME: partial(press_memory_mode, memories)},
    )
