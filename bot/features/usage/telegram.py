"""`/usage` shows the cost of requests to the model. `/limit`, a page in /settings, too, sets a user's own limit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from types import MappingProxyType
from typing import Annotated, ClassVar, Final

from pydantic import Field

from bot.kit.language import listed, mark, number, plural, sentences, space, t
from bot.kit.owner import Owner
from bot.kit.usage import Prices, Usage
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, message, rows_of, ticked
from bot.telegram.formatting import RichText, bold, code, compose, filled, pre
from bot.telegram.formatting.rendering import width_of
from bot.telegram.settings import Page
from bot.telegram.texts import Text
from bot.turns.allowance import Allowance, Month, midnight
from bot.turns.preferences import Preferences
from bot.turns.store import usages
from bot.turns.store.usages import Total
from bot.turns.tasks import Tasks

_PERIODS: Final = (1, 7, 30)
"""Days of which the usage is shown."""
_TIMED: Final = 7
_LONGEST: Final = 30
_LAST: Final = mark("Last answer: {input} tokens in ({share} from cache), {output} out.")
_ABOUT: Final = mark("Last answer: about {input} tokens in ({share} from cache), {output} out.")
_MONTH: Final = mark("All users this month: {used} of {limit} tokens ({percent} %). The limit renews on {renewal}.")
LIMITS: Final = (100_000, 500_000, 1_000_000, 5_000_000)
"""Limits with a button, in tokens a month."""
HIGHEST_LIMIT: Final = 10**12
"""Highest limit that a user can set."""
_LIMIT: Final = mark("When you reach your limit, I stop answering until the month ends. Commands still work.")
_LIMIT_USAGE: Final = mark("Set a limit like this: {example}. To remove it: {none}.")


async def usage(
    allowance: Allowance, prices: Prices | None, timezone: tzinfo | None, tx: Transaction, owner: Owner, *_: object
) -> list[Text]:
    """Return the usage, in the caller's transaction; days and months are in a time zone (None: the machine's own)."""
    today = datetime.now(UTC).astimezone(timezone).date()
    totals = {
        days: await usages.since(tx, owner, midnight(today - timedelta(days=days - 1), timezone)) for days in _PERIODS
    }
    month = midnight(today - timedelta(days=_LONGEST - 1), timezone)
    models = await usages.answered_by(tx, owner, month)
    return shown(totals, await usages.of_last_turn(tx, owner), await allowance.month(tx), prices, models)


def shown(
    totals: Mapping[int, Total],
    last: Usage | None,
    month: Month | None,
    prices: Prices | None,
    models: Mapping[str, int] = MappingProxyType({}),
) -> list[Text]:
    """Render the usage: a block per period, and a line for each further fact."""
    pieces: list[str | RichText] = [t("I haven't used the model in the last 30 days.")]
    lines: list[str] = []
    if totals[_LONGEST].requests:
        tables = {days: _table(total, prices) for days, total in totals.items() if total.requests}
        width = max(width_of(label) + len(figure) for table in tables.values() for label, figure in table) + 2
        pieces = ["📊 ", bold(t("Usage"))]
        for days in totals:
            rows = (f"{label}{figure:>{width - width_of(label)}}" for label, figure in tables.get(days, ()))
            name = t("Today") if days == 1 else plural("{count} day", "{count} days", days)
            pieces += ["\n\n", bold(name), "\n", pre("\n".join(rows)) if days in tables else t("nothing yet")]
        lines = [
            _last(last),
            _times(totals[_TIMED]),
            _estimated(totals[_LONGEST]),
            _models(models, has_prices=prices is not None),
        ]
    if month:
        figures = {"used": number(month.used), "limit": number(month.limit), "percent": month.percent}
        lines.append(t(_MONTH, **figures, renewal=month.renewal))
    return compose(*pieces, *(f"\n\n{line}" for line in lines if line))


def _table(total: Total, prices: Prices | None) -> list[tuple[str, str]]:
    """Return labels and figures for requests, without zeros."""
    rows = [
        (t("requests"), number(total.requests)),
        (t("tokens in"), number(total.input_tokens)),
        (f"  {t('from cache')}", _share(total.cached_tokens, total.input_tokens)),
        (f"  {t('into cache')}", number(total.written_tokens)),
        (t("tokens out"), number(total.output_tokens)),
        (t("for summaries"), number(total.summary_tokens)),
        (t("for reviews"), number(total.review_tokens)),
        (t("for tasks"), number(total.task_tokens)),
        (t("cost"), _money(prices.of(total)) if prices else "0"),
    ]
    return [(label, figure) for label, figure in rows if figure != "0"]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "0 %"


def _money(amount: float) -> str:
    return number(amount, decimals=2 if amount >= 1 else 4)


def _last(last: Usage | None) -> str:
    """Render the cost of the last answer."""
    if last is None:
        return ""
    share = _share(last.cached_tokens, last.input_tokens)
    figures = {"input": number(last.input_tokens), "share": share, "output": number(last.output_tokens)}
    answer = t(_ABOUT if last.is_estimated else _LAST, **figures)
    took = "" if last.seconds is None else t("It took {seconds} s.", seconds=_seconds(last.seconds))
    return sentences(answer, took)


def _models(models: Mapping[str, int], *, has_prices: bool) -> str:
    """Render which models answered, and that their prices are taken to be the same."""
    if not models:
        return ""
    named = listed([f"{model} ({number(requests)})" for model, requests in models.items()])
    same = t("The cost counts all models at the same prices.") if has_prices and len(models) > 1 else ""
    return sentences(t("Models in 30 days: {models}.", models=named), same)


def _times(total: Total) -> str:
    """Render the speed of answers."""
    if total.seconds is None:
        return ""
    full = _seconds(total.seconds)
    if total.first_token_seconds is None:
        return t("Speed (median of 7 days): full answer {full} s.", full=full)
    first = _seconds(total.first_token_seconds)
    return t("Speed (median of 7 days): first words {first} s, full answer {full} s.", first=first, full=full)


def _seconds(seconds: float) -> str:
    return number(seconds, decimals=1)


def _estimated(total: Total) -> str:
    """Render the share of estimated requests."""
    if not total.estimated_requests:
        return ""
    if total.estimated_requests == total.requests:
        return t("The tokens of these 30 days are estimated, as the model's server doesn't report them.")
    estimated = {"some": number(total.estimated_requests), "all": number(total.requests)}
    return t(
        "The tokens of {some} of {all} requests in 30 days are estimated, as the model's server didn't report them.",
        **estimated,
    )


@dataclass(frozen=True, slots=True)
class LimitButton(ButtonData):
    """Sets the user's own limit in tokens a month; 0 removes it."""

    NAME: ClassVar = "limit"

    tokens: Annotated[int, Field(ge=0, le=HIGHEST_LIMIT)]


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
            return [message(_how_to_set())]
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
        pieces += [f"\n\n{t(_LIMIT)}", space(), _how_to_set()]
        pieces.append("\n" + t("{command} shows more.", command="/usage"))
        offered = [it for it in LIMITS if month is None or it < month.limit]
        labels = {0: t("No limit"), **{it: t("{tokens} tokens", tokens=number(it)) for it in offered}}
        now = limit or 0
        buttons = [LimitButton(it).button(ticked(label, is_set=it == now)) for it, label in labels.items()]
        return message(*pieces, buttons=rows_of(buttons, 2))

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Set a button's limit."""
        pressed = LimitButton.parsed(press.data)
        await self._set(tx, owner, pressed.tokens)
        return Reaction(shows=await self.shown(tx, owner))

    async def _set(self, tx: Transaction, owner: Owner, tokens: int) -> None:
        """Set the limit, or none. Tasks that waited for the end of the month are due again."""
        await self._preferences.change(tx, owner, monthly_tokens=tokens or None)
        await self._tasks.release(tx, owner)


def _how_to_set() -> RichText:
    return filled(t(_LIMIT_USAGE), example=code("/limit 500000"), none=code("/limit off"))


def _tokens(words: str) -> int | None:
    """Return the limit in a command's words; 0 for none, None for anything else."""
    words = words.strip().casefold()
    if words == "off":
        return 0
    digits = words.translate(str.maketrans("", "", ",._' "))
    return int(digits) if digits.isdecimal() and 0 < int(digits[:20]) <= HIGHEST_LIMIT else None
