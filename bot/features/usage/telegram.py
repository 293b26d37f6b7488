"""`/usage` and `/context`: the cost of requests to the model, and a preview of the next one."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, tzinfo
from types import MappingProxyType
from typing import Final

from bot.kit.language import listed, mark, number, plural, sentences, t
from bot.kit.owner import Owner
from bot.kit.usage import Prices, Usage
from bot.store.engine import Transaction
from bot.telegram.formatting import RichText, bold, compose, pre
from bot.telegram.formatting.rendering import width_of
from bot.telegram.texts import Text
from bot.turns.allowance import Allowance, Month, midnight
from bot.turns.store import usages
from bot.turns.store.usages import Total

_PERIODS: Final = (1, 7, 30)
"""Days of which the usage is shown."""
_TIMED: Final = 7
_LONGEST: Final = 30
_LAST: Final = mark("Last answer: {input} tokens in ({share} from cache), {output} out.")
_ABOUT: Final = mark("Last answer: about {input} tokens in ({share} from cache), {output} out.")
_MONTH: Final = mark("All users this month: {used} of {limit} tokens ({percent} %). The limit renews on {renewal}.")


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
