"""Whether answers and notes that gain from it are sent as rich messages."""

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

_SIGN: Final = "🗂"
_WHAT: Final = mark(
    "Rich messages are new in Telegram: real tables, task lists, formulas and folded sections, long answers in one "
    "message, and buttons beside the lines they belong to. An older app may not show them, and copying text from them "
    "is harder."
)


@dataclass(frozen=True, slots=True)
class RichButton(ButtonData):
    """Turns them on or off."""

    NAME: ClassVar = "rich"

    to: Literal["on", "off"]


class RichPage:
    """The page, in the caller's transaction."""

    def __init__(self, preferences: Preferences) -> None:
        self._preferences = preferences

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign=_SIGN,
            label=mark("Rich messages"),
            does=mark("Tables, task lists, formulas and long answers in Telegram's newest form."),
            present=self.present,
            shown=self.shown,
            actions={RichButton.NAME: self.press},
        )

    async def present(self, _: Transaction, owner: Owner) -> str:
        """Tell whether they are on."""
        return t("on") if self._preferences.of(owner).wants_rich else t("off")

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        is_on = self._preferences.of(owner).wants_rich
        title = filled(t("Rich messages: {state}"), state=bold(await self.present(tx, owner)))
        buttons = [
            RichButton("on").button(ticked(t("On"), is_set=is_on)),
            RichButton("off").button(ticked(t("Off"), is_set=not is_on)),
        ]
        return message(f"{_SIGN} ", title, f"\n\n{t(_WHAT)}", buttons=[buttons])

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Turn them on or off."""
        pressed = RichButton.read(press.data)
        if pressed is None:
            return None
        await self._preferences.change(tx, owner, is_rich=pressed.to == "on")
        return Reaction(shows=await self.shown(tx, owner))
