"""`/limit` and its page in /settings: what a user takes in a month, and their own limit."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pydantic import Field

from bot.kit.language import mark, number, space, t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, message, rows_of, ticked
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.settings import Page
from bot.telegram.texts import Text
from bot.turns.allowance import Allowance
from bot.turns.preferences import Preferences
from bot.turns.tasks import Tasks

LIMITS: Final = (100_000, 500_000, 1_000_000, 5_000_000)
"""Limits with a button, in tokens a month."""


MOST: Final = 10**12
"""Highest limit that a user can set."""


_LIMITS_ROW: Final = 2


_LIMIT: Final = mark("When you reach your limit, I stop answering until the month ends. Commands still work.")


_LIMIT_USAGE: Final = mark("Set a limit like this: {example}. To remove it: {none}.")


@dataclass(frozen=True, slots=True)
class LimitButton(ButtonData):
    """Sets the user's own limit in tokens a month; 0 removes it."""

    NAME: ClassVar = "limit"

    tokens: Annotated[int, Field(ge=0, le=MOST)]


class SpendingPage:
    """The tokens of this month, and the user's own limit, in the caller's transaction."""

    def __init__(self, preferences: Preferences, allowance: Allowance, tasks: Tasks) -> None:
        self._preferences = preferences
        self._tasks = tasks
        self._allowance = allowance

    @property
    def page(self) -> Page:
        """The page in /settings."""
        return Page(
            sign="📊",
            label=mark("Spending"),
            does=mark("What you use in a month, and your own limit."),
            present=self.present,
            shown=self.shown,
            actions={LimitButton.NAME: self.press},
        )

    async def present(self, tx: Transaction, owner: Owner) -> str:
        """Return the tokens of this month, of the limit if there is one."""
        tokens, limit = await self._allowance.used(tx, owner), self._preferences.of(owner).monthly_tokens
        if limit is None:
            return t("{used} tokens this month", used=number(tokens)) if tokens else t("nothing used this month")
        if not tokens:
            return t("nothing used this month, limit {limit} tokens", limit=number(limit))
        return t("{used} of {limit} tokens this month", used=number(tokens), limit=number(limit))

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show the page, or set the limit."""
        tokens = _tokens(words)
        if words.strip() and tokens is None:
            return [message(_usage())]
        if tokens is not None:
            await self._set(tx, owner, tokens)
        return [await self.shown(tx, owner)]

    async def shown(self, tx: Transaction, owner: Owner) -> Text:
        """Return the page."""
        month, limit = await self._allowance.month(tx), self._preferences.of(owner).monthly_tokens
        pieces: list[str | RichText] = ["📊 ", bold(await self.present(tx, owner))]
        if month:
            used, of_all = number(month.used), number(month.limit)
            pieces.append("\n" + t("All users together: {used} of {limit} tokens.", used=used, limit=of_all))
        pieces += [f"\n\n{t(_LIMIT)}", space(), _usage()]
        pieces.append("\n" + t("{command} shows more.", command="/usage"))
        offered = [it for it in LIMITS if month is None or it < month.limit]
        labels = {0: t("No limit"), **{it: t("{tokens} tokens", tokens=number(it)) for it in offered}}
        now = limit or 0
        buttons = [LimitButton(it).button(ticked(label, is_set=it == now)) for it, label in labels.items()]
        return message(*pieces, buttons=rows_of(buttons, _LIMITS_ROW))

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Set a button's limit."""
        pressed = LimitButton.parsed(press.data)
        await self._set(tx, owner, pressed.tokens)
        return Reaction(shows=await self.shown(tx, owner))

    async def _set(self, tx: Transaction, owner: Owner, tokens: int) -> None:
        """Set the limit, or none. Tasks that waited for the end of the month are due again."""
        await self._preferences.change(tx, owner, monthly_tokens=tokens or None)
        await self._tasks.release(tx, owner)


def _usage() -> RichText:
    return filled(t(_LIMIT_USAGE), example=code("/limit 500000"), none=code("/limit off"))


def _tokens(words: str) -> int | None:
    """Return the limit in a command's words; 0 for none, None for anything else."""
    words = words.strip().casefold()
    if words == "off":
        return 0
    digits = words.translate(str.maketrans("", "", ",._' "))
    return int(digits) if digits.isdecimal() and 0 < int(digits[:20]) <= MOST else None
