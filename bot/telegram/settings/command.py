"""`/settings`: an overview with a button for each page, and the pages, whose buttons do what the commands do."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, TypeAlias

from pydantic import Field

from bot.kit.language import t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.buttons import Action, ButtonData, NoSuchButton, Press, Reaction, message, parse, rows_of
from bot.telegram.formatting import RichText, bold
from bot.telegram.texts import Button, Text

_A_ROW = 2

Shown: TypeAlias = Callable[[Transaction, Owner], Awaitable[Text]]
"""Returns a page, in the caller's transaction."""
Present: TypeAlias = Callable[[Transaction, Owner], Awaitable[str]]
"""Returns what is set now, in a word or two, in the caller's transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page: its sign, its `label` and what it is for (both to be translated), and its content.

    `actions` handle the presses of its buttons, by their names.
    """

    sign: str
    label: str
    does: str
    present: Present
    shown: Shown
    actions: Mapping[str, Action]


@dataclass(frozen=True, slots=True)
class SettingsButton(ButtonData):
    """Opens a page, or the overview without one; `press` is the data of one of the page's own buttons."""

    NAME: ClassVar = "settings"

    page: Annotated[str, Field(pattern="^[a-z]{0,10}$")] = ""
    press: str = ""


class SettingsCommand:
    """Handles the command and its buttons, in the caller's transaction. The `pages` are named in buttons.

    `more` returns a hint on what is set elsewhere; empty without one.
    """

    def __init__(self, pages: Mapping[str, Page], more: Callable[[], Sequence[str | RichText]]) -> None:
        self._pages = pages
        self._more = more

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show the overview, or a page by its name."""
        name = words.strip().casefold()
        return [await self._opened(tx, owner, name) if name in self._pages else await self._overview(tx, owner)]

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Open a page, or press a button of one."""
        pressed = SettingsButton.parsed(press.data)
        page = self._pages.get(pressed.page)
        if page is None:
            return Reaction(shows=await self._overview(tx, owner))
        if not pressed.press:
            return Reaction(shows=await self._opened(tx, owner, pressed.page))
        name, data = parse(pressed.press) or ("", "")
        if name not in page.actions:
            raise NoSuchButton
        reaction = await page.actions[name](tx, owner, Press(data=data, shown=press.shown))
        if reaction.shows is None:
            return reaction
        return replace(reaction, shows=_within(pressed.page, reaction.shows))

    async def _opened(self, tx: Transaction, owner: Owner, name: str) -> Text:
        return _within(name, await self._pages[name].shown(tx, owner))

    async def _overview(self, tx: Transaction, owner: Owner) -> Text:
        pieces: list[str | RichText] = ["⚙️ ", bold(t("Settings"))]
        buttons: list[Button] = []
        for name, page in self._pages.items():
            present = await page.present(tx, owner)
            pieces += [f"\n\n{page.sign} ", bold(f"{t(page.label)}: "), f"{present}\n{t(page.does)}"]
            buttons.append(SettingsButton(name).button(f"{page.sign} {t(page.label)}"))
        if more := self._more():
            pieces += ["\n\n", *more]
        return message(*pieces, buttons=rows_of(buttons, _A_ROW))


def _within(page: str, text: Text) -> Text:
    """Return a page whose buttons lead back to it, with one that leads to the overview."""
    rows = [
        [replace(it, data=SettingsButton(page, it.data).data) if it.data else it for it in row] for row in text.buttons
    ]
    return replace(text, buttons=[*rows, [SettingsButton().button(t("◀️ Back"))]])
