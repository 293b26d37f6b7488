"""The page of /settings on reviews of conversations."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, message, ticked
from bot.telegram.formatting import bold, filled
from bot.telegram.settings.command import Page
from bot.telegram.texts import Text
from bot.turns.preferences import Preferences

_REVIEW: Final = mark(
    "When a conversation is over, I read it once more and offer to remember what I missed. This takes one more request "
    "to the model for each conversation."
)


_OFF_FOR_ALL: Final = mark("Whoever hosts me has turned this off for everybody (MEMORY_REVIEW).")


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
