"""How answers appear while they are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.chat.preferences import Preferences
from bot.database.engine import Transaction
from bot.language import mark, t
from bot.telegram.buttons import ButtonData, Press, Reaction, message, ticked
from bot.telegram.formatting import bold, filled
from bot.telegram.settings.command import Page
from bot.telegram.texts import Text
from bot.values.owner import Owner
from bot.values.preferences import Streaming

_SIGN: Final = "✍️"
_NAMES: Final[Mapping[Streaming, str]] = {
    Streaming.EDIT: mark("message"),
    Streaming.DRAFT: mark("draft"),
    Streaming.OFF: mark("off"),
}
_MEANS: Final[Mapping[Streaming, str]] = {
    Streaming.EDIT: mark("The answer is a message that grows as I write it."),
    Streaming.DRAFT: mark(
        "The answer grows more smoothly and becomes a message at the end. Meanwhile, some apps let you stop me but not "
        "send anything."
    ),
    Streaming.OFF: mark("The answer comes when it is complete. Until then, /stop stops me."),
}


@dataclass(frozen=True, slots=True)
class StreamingButton(ButtonData):
    """Sets how answers appear."""

    NAME: ClassVar = "streaming"

    to: Streaming


class StreamingPage:
    """The page, in the caller's transaction. An owner who has chosen nothing has the host's `default`."""

    def __init__(self, preferences: Preferences, default: Streaming) -> None:
        self._preferences = preferences
        self._default = default

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign=_SIGN,
            label=mark("Live answers"),
            does=mark("How an answer appears while I write it."),
            present=self.present,
            shown=self.shown,
            actions={StreamingButton.NAME: self.press},
        )

    async def present(self, _: Transaction, owner: Owner) -> str:
        """Return the name of the owner's way."""
        return t(_NAMES[self._preferences.streaming(owner, self._default)])

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        present = self._preferences.streaming(owner, self._default)
        title = filled(t("Live answers: {way}"), way=bold(await self.present(tx, owner)))
        buttons = [StreamingButton(it).button(ticked(t(_NAMES[it]), is_set=it is present)) for it in Streaming]
        return message(f"{_SIGN} ", title, f"\n\n{t(_MEANS[present])}", buttons=[buttons])

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Set a button's way; it counts from the next answer on."""
        pressed = StreamingButton.read(press.data)
        if pressed is None:
            return None
        await self._preferences.change(tx, owner, streaming=pressed.to)
        return Reaction(shows=await self.shown(tx, owner))
