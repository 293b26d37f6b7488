"""`/usage` and `/context`: the cost of requests to the model, and a preview of the next one."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Final

from bot.chat.allowance import Allowance, Month, midnight
from bot.chat.preflight import next_request
from bot.chat.services import TurnServices
from bot.database import usages
from bot.database.engine import Transaction
from bot.database.usages import Total
from bot.model.seam import ModelRequest
from bot.telegram.formatting import RichText, bold, compose, pre
from bot.telegram.refusals import REQUEST_FILE
from bot.telegram.texts import File, Text
from bot.values.owner import Owner
from bot.values.turns import Usage

_PERIODS: Final = {"Today": 1, "7 days": 7, "30 days": 30}
_TIMED: Final = "7 days"
_LONGEST: Final = "30 days"
_A_MILLION: Final = 1_000_000
_CAPTION: Final = "All of it, as it would be sent without your next message."


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices of a million tokens, in any currency: uncached input, cached input, and output.

    A surcharge for tokens written to the cache (a quarter at OpenAI, from GPT-5.6 on) is ignored, since they are
    written once and then read at a fraction of the price.
    """

    fresh: float
    cached: float
    output: float

    def of(self, total: Total) -> float:
        """Return the cost of requests."""
        fresh = total.input_tokens - total.cached_tokens
        cost = self.fresh * fresh + self.cached * total.cached_tokens + self.output * total.output_tokens
        return cost / _A_MILLION


async def usage(
    allowance: Allowance, prices: Prices | None, timezone: tzinfo | None, tx: Transaction, owner: Owner, *_: object
) -> list[Text]:
    """Return the usage, in the caller's transaction; days and months are in a time zone (None: the machine's own)."""
    today = datetime.now(UTC).astimezone(timezone).date()
    totals = {
        name: await usages.since(tx, owner, midnight(today - timedelta(days=days - 1), timezone))
        for name, days in _PERIODS.items()
    }
    return shown(totals, await usages.of_last_turn(tx, owner), await allowance.month(tx), prices)


async def context(
    services: TurnServices, body: Callable[[ModelRequest], bytes], tx: Transaction, owner: Owner, *_: object
) -> list[Text]:
    """Return the size of the next request, and its `body` as a file, in the caller's transaction."""
    ahead = await next_request(tx, owner, services, body)
    figures = compose(f"{ahead.heading}\n\n", pre(ahead.table), f"\n\n{ahead.notes}")
    return [*figures, Text(_CAPTION, file=File(REQUEST_FILE, ahead.body))]


def shown(totals: Mapping[str, Total], last: Usage | None, month: Month | None, prices: Prices | None) -> list[Text]:
    """Render the usage: a block per period, and a line for each further fact."""
    pieces: list[str | RichText] = ["Nothing was asked of the model in the last 30 days."]
    lines: list[str] = []
    if totals[_LONGEST].requests:
        tables = {name: _table(total, prices) for name, total in totals.items() if total.requests}
        width = max(len(label) + len(figure) for table in tables.values() for label, figure in table) + 2
        pieces = ["📊 ", bold("Usage")]
        for name in totals:
            rows = (f"{label}{figure:>{width - len(label)}}" for label, figure in tables.get(name, ()))
            pieces += ["\n\n", bold(name), "\n", pre("\n".join(rows)) if name in tables else "nothing yet"]
        lines = [_last(last), _times(totals[_TIMED]), _estimated(totals[_LONGEST])]
    if month:
        used = f"{month.used:,} of {month.limit:,} tokens ({month.percent} %)"
        lines.append(f"This month, all users: {used}. They renew on {month.renewal}.")
    return compose(*pieces, *(f"\n\n{line}" for line in lines if line))


def _table(total: Total, prices: Prices | None) -> list[tuple[str, str]]:
    """Return labels and figures for requests, without zeros."""
    rows = [
        ("requests", f"{total.requests:,}"),
        ("tokens in", f"{total.input_tokens:,}"),
        ("  from cache", _share(total.cached_tokens, total.input_tokens)),
        ("  into cache", f"{total.written_tokens:,}"),
        ("tokens out", f"{total.output_tokens:,}"),
        ("for summaries", f"{total.summary_tokens:,}"),
        ("for reviews", f"{total.review_tokens:,}"),
        ("cost", _money(prices.of(total)) if prices else "0"),
    ]
    return [(label, figure) for label, figure in rows if figure != "0"]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "0 %"


def _money(amount: float) -> str:
    return f"{amount:,.2f}" if amount >= 1 else f"{amount:.4f}"


def _last(last: Usage | None) -> str:
    """Render the cost of the last answer."""
    if last is None:
        return ""
    share = _share(last.cached_tokens, last.input_tokens)
    about = "about " if last.is_estimated else ""
    seconds = "" if last.seconds is None else f", {last.seconds:.1f} s"
    tokens = f"{about}{last.input_tokens:,} tokens in ({share} from cache), {last.output_tokens:,} out"
    return f"Last answer: {tokens}{seconds}."


def _times(total: Total) -> str:
    """Render the speed of answers."""
    if total.seconds is None:
        return ""
    first = "" if total.first_token_seconds is None else f"first words {total.first_token_seconds:.1f} s, "
    return f"Speed (median of 7 days): {first}full answer {total.seconds:.1f} s."


def _estimated(total: Total) -> str:
    """Render the share of estimated requests."""
    if not total.estimated_requests:
        return ""
    some = f"{total.estimated_requests:,} of {total.requests:,} requests"
    which = "all requests" if total.estimated_requests == total.requests else some
    return f"Of 30 days, the tokens of {which} are estimated, as the model's server didn't count them."
