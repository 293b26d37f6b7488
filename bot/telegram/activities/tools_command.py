"""`/tools`: the families of tools, what each conversation has of them, and which tools act without asking."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2s
from math import ceil
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field

from bot.database import conversations as stored_conversations
from bot.database import tool_choices
from bot.database.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, message, shortened
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.texts import Button, Text
from bot.tools.toolset import EDITION, Family, ToolSet
from bot.values.memories import Embedding
from bot.values.owner import Owner
from bot.values.tools import ToolChoice

PAGE: Final = 8
"""Most families on a page."""
_PURPOSE_UNITS: Final = 160
_LACKS_UNITS: Final = 200
_MOST_ALLOWED: Final = 10
"""Most tools with a button that makes them ask again."""
_USAGE: Final = "Usage: /tools, or /tools <page>."
_HINT: Final = (
    "\n\nA pinned one is in each conversation; of the others I take those that fit your first message, and find the "
    "rest when I need them. What you change here counts from the next conversation on: /new starts one."
)
_ALLOWED: Final = "\n\nThese act without asking you first: "
_NOTHING: Final = ToolChoice("")

Act: TypeAlias = Literal["pin", "unpin", "off", "on", "ask"]
_TOASTS: Final[Mapping[Act, str]] = {
    "pin": "Pinned: each new conversation has it.",
    "unpin": "Unpinned.",
    "off": "Turned off from the next conversation on.",
    "on": "Turned on from the next conversation on.",
    "ask": "It asks you first again.",
}
_GONE: Final = "This is not there any more."


@dataclass(frozen=True, slots=True)
class ToolsPage(ButtonData):
    """Opens a page."""

    NAME: ClassVar = "toolpage"

    page: Annotated[int, Field(ge=1, lt=10**6)]


@dataclass(frozen=True, slots=True)
class ToolsButton(ButtonData):
    """Changes what its owner has chosen about a family or a tool, which is known by a short hash of its name."""

    NAME: ClassVar = "tools"

    act: Act
    page: Annotated[int, Field(ge=1, lt=10**6)]
    of: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class ToolsCommand:
    """Handles `/tools` and its buttons, in the caller's transaction."""

    def __init__(self, tools: ToolSet) -> None:
        self._tools = tools

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """List a page."""
        asked = ToolsPage.read(words or "1")
        return [await self._page(tx, owner, asked.page)] if asked else compose(_USAGE)

    async def turn_page(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Open a button's page."""
        pressed = ToolsPage.read(press.data)
        return Reaction(shows=await self._page(tx, owner, pressed.page)) if pressed else None

    async def choose(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Store what a button says; the page shows it."""
        if not (pressed := ToolsButton.read(press.data)):
            return None
        known = {*await tool_choices.choices(tx, owner), *(family.name for family in self._tools.families)}
        name = next((it for it in known if _short(it) == pressed.of), None)
        if name is None:
            return Reaction(toast=_GONE, shows=await self._page(tx, owner, pressed.page))
        match pressed.act:
            case "pin" | "unpin":
                await tool_choices.choose(tx, owner, name, is_pinned=pressed.act == "pin")
            case "off" | "on":
                await tool_choices.choose(tx, owner, name, is_off=pressed.act == "off")
            case "ask":
                await tool_choices.choose(tx, owner, name, is_allowed=False)
        return Reaction(toast=_TOASTS[pressed.act], shows=await self._page(tx, owner, pressed.page))

    async def _page(self, tx: Transaction, owner: Owner, number: int) -> Text:
        choices = await tool_choices.choices(tx, owner)
        families = sorted(self._tools.families, key=lambda it: (it.is_system, it.name))
        pages = max(1, ceil(len(families) / PAGE))
        number = min(number, pages)
        shown = families[(number - 1) * PAGE : number * PAGE]
        conversation = await stored_conversations.open_in(tx, owner, owner.user_id)  # a private chat has its user's id
        offered = {spec.name for spec in conversation.tools} if conversation else set[str]()
        position = f", page {number:,} of {pages:,}" if pages > 1 else ""
        pieces: list[str | RichText] = ["🧰 ", bold(f"My tools{position}:"), "\n"]
        for family in shown:
            pieces += _described(family, choices.get(family.name, _NOTHING), offered)
        allowed = sorted(name for name, choice in choices.items() if choice.is_allowed)
        if allowed:
            pieces += [_ALLOWED, code(", ".join(map(_without_edition, allowed)))]
        rows = [_buttons(it, choices.get(it.name, _NOTHING), number) for it in shown if not it.is_system]
        rows += [
            [ToolsButton("ask", number, _short(it)).button(f"🔐 Ask first: {_without_edition(it)}")]
            for it in allowed[:_MOST_ALLOWED]
        ]
        before = [ToolsPage(number - 1).button("◀️ Previous")] if number > 1 else []
        after = [ToolsPage(number + 1).button("Next ▶️")] if number < pages else []
        return message(*pieces, _HINT, buttons=[*rows, [*before, *after]])


def _without_edition(allowed_as: str) -> str:
    return allowed_as.partition(EDITION)[0]


def _described(family: Family, choice: ToolChoice, offered: Collection[str]) -> Iterable[str | RichText]:
    """Return a family's line: its name, its purpose, and its state."""
    purpose = shortened(family.purpose, _PURPOSE_UNITS).rstrip(".")
    return ["\n• ", bold(family.name), f": {purpose}. {_state(family, choice, offered)}"]


def _state(family: Family, choice: ToolChoice, offered: Collection[str]) -> str:
    names = {tool.name for tool in family.tools}
    if family.is_system:
        return "Always there."
    if family.lacks:
        return f"⚠️ {shortened(family.lacks, _LACKS_UNITS)}"
    here = "In this conversation." if names & set(offered) else ""
    if choice.is_off:
        return " ".join(filter(None, ["🚫 Off.", here and "Still in this conversation."]))
    return " ".join(filter(None, ["📌 Pinned." if choice.is_pinned else "", here or "Not in this conversation."]))


def _buttons(family: Family, choice: ToolChoice, page: int) -> list[Button]:
    of = _short(family.name)
    if choice.is_off:
        return [ToolsButton("on", page, of).button(f"Turn on {family.name}")]
    pin = ToolsButton("unpin", page, of).button(f"Unpin {family.name}")
    if not choice.is_pinned:
        pin = ToolsButton("pin", page, of).button(f"📌 Pin {family.name}")
    return [pin, ToolsButton("off", page, of).button(f"Turn off {family.name}")]


def _short(name: str) -> str:
    """Return a hash that fits into a button's data, which names of MCP servers may not."""
    return blake2s(name.encode(), digest_size=8).hexdigest()
