"""Whether conversations are looked through for things worth knowing once they are over."""

from dataclasses import dataclass
from typing import ClassVar, Final, Literal

from bot.chat.preferences import Preferences
from bot.database.engine import Transaction
from bot.language import mark, t
from bot.telegram.buttons import ButtonData, Press, Reaction, message, ticked
from bot.telegram.formatting import bold, filled
from bot.telegram.settings.command import Page
from bot.telegram.texts import Text
from bot.values.owner import Owner

_SIGN: Final = "🔎"
_WHAT: Final = mark(
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
    """The page, in the caller's transaction. Only where it `is_possible`, there is a choice."""

    def __init__(self, preferences: Preferences, *, is_possible: bool) -> None:
        self._preferences = preferences
        self._is_possible = is_possible

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign=_SIGN,
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
            return message(f"{_SIGN} ", title, f"\n\n{t(_OFF_FOR_ALL)}")
        is_on = self._is_on(owner)
        buttons = [
            ReviewButton("on").button(ticked(t("On"), is_set=is_on)),
            ReviewButton("off").button(ticked(t("Off"), is_set=not is_on)),
        ]
        return message(f"{_SIGN} ", title, f"\n\n{t(_WHAT)}", buttons=[buttons])

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Turn it on or off."""
        pressed = ReviewButton.read(press.data)
        if pressed is None:
            return None
        await self._preferences.change(tx, owner, is_reviewed=pressed.to == "on")
        return Reaction(shows=await self.shown(tx, owner))

    def _is_on(self, owner: Owner) -> bool:
        return self._is_possible and self._preferences.of(owner).wants_review
