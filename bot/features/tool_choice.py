"""`/tools`: the families of tools, what each conversation has of them, and which tools act without asking."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal, TypeAlias

from pydantic import Field

from bot.feature import Feature, InChat, Parts
from bot.kit.language import mark, rendered, sentences, t
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, short_name, shortened
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.help import Use, form
from bot.telegram.listing import Entry, Listing, Page, PageNumber
from bot.telegram.texts import Button, Text
from bot.turns.people import People
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import tool_choices
from bot.turns.tools.tool import EDITION, Family
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.people import ToolChoice

_PURPOSE_UNITS: Final = 160
_ENDS: Final = (".", "…", "。", "।")
"""What a purpose may end with in any language."""
_LACKS_UNITS: Final = 200
_MOST_ALLOWED: Final = 10
"""Most tools with a button that makes them ask again."""
_FORM: Final = mark("Send {command} for the first page, or give a page:")
_HINT: Final = mark(
    "Pinned tools are in every conversation. I choose others by your first message, and look for more when I need "
    "them. Changes apply from the next conversation on; /new starts one."
)
_ALLOWED: Final = mark("These act without asking you first: {tools}")
_NOTHING: Final = ToolChoice("")

Act: TypeAlias = Literal["pin", "unpin", "off", "on", "ask"]
_TOASTS: Final[Mapping[Act, str]] = {
    "pin": mark("Pinned. Every new conversation has it."),
    "unpin": mark("Unpinned."),
    "off": mark("Off from the next conversation on."),
    "on": mark("On from the next conversation on."),
    "ask": mark("I'll ask you first again."),
}
_GONE: Final = mark("This no longer exists.")


@dataclass(frozen=True, slots=True)
class ToolsPage(ButtonData):
    """Opens a page."""

    NAME: ClassVar = "toolpage"

    page: PageNumber


@dataclass(frozen=True, slots=True)
class ToolsButton(ButtonData):
    """Changes what its owner has chosen about a family or a tool, which is known by a short hash of its name."""

    NAME: ClassVar = "tools"

    act: Act
    page: PageNumber
    of: Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]


class ToolsCommand:
    """Handles `/tools` and its buttons, in the caller's transaction. Only owners see what is the host's own."""

    def __init__(self, tools: ToolSet, people: People) -> None:
        self._tools = tools
        self._people = people

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """List a page."""
        asked = ToolsPage.read(words or "1")
        return [await self._page(tx, owner, asked.page)] if asked else form(t(_FORM, command="/tools"), "/tools 2")

    async def turn_page(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Open a button's page."""
        pressed = ToolsPage.parsed(press.data)
        return Reaction(shows=await self._page(tx, owner, pressed.page))

    async def choose(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Store what a button says; the page shows it."""
        pressed = ToolsButton.parsed(press.data)
        known = {*await tool_choices.choices(tx, owner), *(family.name for family in self._families(owner))}
        name = next((it for it in known if short_name(it) == pressed.of), None)
        if name is None:
            return Reaction(toast=t(_GONE), shows=await self._page(tx, owner, pressed.page))
        match pressed.act:
            case "pin" | "unpin":
                await tool_choices.choose(tx, owner, name, is_pinned=pressed.act == "pin")
            case "off" | "on":
                await tool_choices.choose(tx, owner, name, is_off=pressed.act == "off")
            case "ask":
                await tool_choices.choose(tx, owner, name, is_allowed=False)
        return Reaction(toast=t(_TOASTS[pressed.act]), shows=await self._page(tx, owner, pressed.page))

    def _families(self, owner: Owner) -> Sequence[Family]:
        return self._tools.families(is_host=self._people.is_owner(owner.user_id))

    async def _page(self, tx: Transaction, owner: Owner, page: int) -> Text:
        choices = await tool_choices.choices(tx, owner)
        families = sorted(self._families(owner), key=lambda it: (it.is_system, it.name))
        shown = Page.cut(families, page, ToolsPage)
        conversation = await stored_conversations.open_in(tx, owner, private_chat(owner))
        offered = {spec.name for spec in conversation.tools} if conversation else set[str]()
        allowed = sorted(name for name, choice in choices.items() if choice.is_allowed)
        names = code(", ".join(map(_without_edition, allowed)))
        rows = [_buttons(it, choices.get(it.name, _NOTHING), shown.number) for it in shown.items if not it.is_system]
        for it in allowed[:_MOST_ALLOWED]:
            ask = ToolsButton("ask", shown.number, short_name(it))
            rows.append([ask.button(t("🔐 Ask first: {tool}", tool=_without_edition(it)))])
        return Listing(
            sign="🧰",
            heading=t("My tools:"),
            page=shown,
            entry=lambda it: Entry(says=_described(it, choices.get(it.name, _NOTHING), offered)),
            notes=["\n\n", filled(t(_ALLOWED), tools=names)] if allowed else [],
            hints=[t(_HINT)],
            buttons=rows,
        ).text


def _without_edition(allowed_as: str) -> str:
    return allowed_as.partition(EDITION)[0]


def _described(family: Family, choice: ToolChoice, offered: Collection[str]) -> Sequence[str | RichText]:
    """Return a family's line: its name, its purpose, and its state."""
    purpose = shortened(t(family.purpose), _PURPOSE_UNITS)
    whole = purpose if purpose.endswith(_ENDS) else f"{purpose}."
    return [bold(family.name), f": {sentences(whole, _state(family, choice, offered))}"]


def _state(family: Family, choice: ToolChoice, offered: Collection[str]) -> str:
    names = {tool.name for tool in family.tools}
    if family.is_system:
        return t("Always available.")
    if family.lacks:
        return f"⚠️ {shortened(_lacks(family), _LACKS_UNITS)}"
    is_here = not names.isdisjoint(offered)
    if choice.is_off:
        return sentences(t("🚫 Off."), t("Still in this conversation.") if is_here else "")
    here = t("In this conversation.") if is_here else t("Not in this conversation.")
    return sentences(t("📌 Pinned.") if choice.is_pinned else "", here)


def _lacks(family: Family) -> str:
    """Return why a family can't be used."""
    return t("Not connected: {problem}", problem=rendered(family.lacks)) if family.is_added else rendered(family.lacks)


def _buttons(family: Family, choice: ToolChoice, page: int) -> list[Button]:
    of = short_name(family.name)
    if choice.is_off:
        return [ToolsButton("on", page, of).button(t("Turn on {tool}", tool=family.name))]
    pin = ToolsButton("unpin", page, of).button(t("Unpin {tool}", tool=family.name))
    if not choice.is_pinned:
        pin = ToolsButton("pin", page, of).button(t("📌 Pin {tool}", tool=family.name))
    return [pin, ToolsButton("off", page, of).button(t("Turn off {tool}", tool=family.name))]


def _in_chat(parts: Parts) -> InChat:
    command = ToolsCommand(parts.tools, parts.services.people)
    return InChat(
        lookups={"tools": command.answer},
        actions={ToolsPage.NAME: command.turn_page, ToolsButton.NAME: command.choose},
    )


TOOL_CHOICE = Feature(name="tools", uses=[Use("tools", mark("See my tools, and choose"))], in_chat=_in_chat)
