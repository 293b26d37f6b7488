"""`/instructions`: shows, sets and removes the user's own instructions."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from bot.feature import Feature, InChat, Parts
from bot.kit.language import mark, number, t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, message
from bot.telegram.formatting import bold, code, expandable, filled
from bot.telegram.help import SETTINGS, Use
from bot.telegram.texts import Button, Text
from bot.telegram.turn_commands import NewButton
from bot.turns.preferences import Preferences
from bot.turns.values.people import INSTRUCTIONS_MAX

CLEAR: Final = "clear"
_NONE: Final = mark("You have given me no instructions of your own.")
_HOW: Final = mark("Write them after the command, for example: {example}")
_EXAMPLE: Final = mark("Keep answers under five sentences. I'm a vegetarian.")
_FROM_NEXT: Final = mark("They apply from your next conversation on.")
_GONE_FROM_NEXT: Final = mark("Removed. This conversation keeps them until it ends.")
_TOO_LONG: Final = mark("That is too long: {length} characters. Your instructions can have {most}.")
_AFTER_THE_HOSTS: Final = mark("Instructions of whoever hosts me come first.")


@dataclass(frozen=True, slots=True)
class InstructionsButton(ButtonData):
    """Removes the instructions."""

    NAME: ClassVar = "instructions"

    does: Literal["clear"] = "clear"


class InstructionsCommand:
    """Handles the command and its button, in the caller's transaction.

    `has_host` tells whether whoever hosts the bot has set instructions, too.
    """

    def __init__(self, preferences: Preferences, *, has_host: bool) -> None:
        self._preferences = preferences
        self._has_host = has_host

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show the instructions, or set them."""
        words = words.strip()
        if not words:
            return [self._shown(owner)]
        if words.casefold() == CLEAR:
            return [await self._removed(tx, owner)]
        if len(words) > INSTRUCTIONS_MAX:
            return [message(t(_TOO_LONG, length=number(len(words)), most=number(INSTRUCTIONS_MAX)))]
        await self._preferences.change(tx, owner, instructions=words)
        return [self._shown(owner)]

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Remove the instructions."""
        InstructionsButton.parsed(press.data)
        return Reaction(shows=await self._removed(tx, owner))

    async def _removed(self, tx: Transaction, owner: Owner) -> Text:
        if self._preferences.of(owner).instructions is None:
            return self._shown(owner)
        await self._preferences.change(tx, owner, instructions=None)
        return message(t(_GONE_FROM_NEXT), buttons=[[_new()]])

    def _shown(self, owner: Owner) -> Text:
        own = self._preferences.of(owner).instructions
        hosts = f"\n{t(_AFTER_THE_HOSTS)}" if self._has_host else ""
        if own is None:
            example = code(f"/instructions {t(_EXAMPLE)}")
            return message("📜 ", t(_NONE), "\n", filled(t(_HOW), example=example), hosts)
        remove = InstructionsButton().button(t("🗑 Remove"))
        title = bold(t("Your instructions:"))
        buttons = [[_new(), remove]]
        return message("📜 ", title, "\n", expandable(own), f"\n{t(_FROM_NEXT)}{hosts}", buttons=buttons)


def _new() -> Button:
    return NewButton().button(t("🆕 New conversation"))


def _in_chat(parts: Parts) -> InChat:
    has_host = bool(parts.settings.own_instructions.strip())
    command = InstructionsCommand(parts.services.preferences, has_host=has_host)
    return InChat(lookups={"instructions": command.answer}, actions={InstructionsButton.NAME: command.press})


INSTRUCTIONS = Feature(
    name="instructions",
    uses=[Use("instructions", mark("Tell me how to answer you"), under=SETTINGS)],
    in_chat=_in_chat,
)
