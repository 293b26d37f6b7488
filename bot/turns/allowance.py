"""Monthly limit on the model's tokens."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.kit.errors import MonthUsedUp
from bot.kit.language import date as date_words
from bot.kit.language import mark, number, t
from bot.kit.owner import Owner
from bot.store.engine import Database, Transaction
from bot.turns.store import usages

WARNED: Final = 0.8
"""Share of a month's tokens at which each user is warned, once."""
_NEARLY_USED_UP: Final = mark(
    "{used} of this month's {limit} tokens are used ({percent} %). At 100 % I stop answering until {day}, unless "
    "MONTHLY_TOKENS is raised. See /usage."
)
_USED_UP: Final = mark(
    "{used} of this month's {limit} tokens are used ({percent} %). I won't answer until {day}, unless MONTHLY_TOKENS "
    "is raised. See /usage."
)


def midnight(day: date, timezone: tzinfo | None) -> datetime:
    """Return when a day begins in a time zone (None: the machine's own)."""
    return datetime.combine(day, time.min, timezone).astimezone(UTC)


@dataclass(frozen=True, slots=True, kw_only=True)
class Month:
    """Used input and output tokens of a month, and the day they renew."""

    used: int
    limit: int
    renews_on: date

    @property
    def percent(self) -> int:
        """The used share in whole percent, rounded down."""
        return 100 * self.used // self.limit

    @property
    def is_used_up(self) -> bool:
        """Whether no tokens are left."""
        return self.used >= self.limit

    @property
    def renewal(self) -> str:
        """The day of the renewal, in words."""
        return date_words(self.renews_on)


@dataclass(frozen=True, slots=True)
class Allowance:
    """The monthly limit for all users of a bot together; None in `monthly_tokens` means no limit.

    Each owner may have an `own_limit`.

    The usage is summed from the stored requests each time.
    """

    database: Database
    bot_id: int
    monthly_tokens: int | None
    timezone: tzinfo | None
    own_limit: Callable[[Owner], int | None] = lambda _: None

    async def used(self, tx: Transaction, owner: Owner) -> int:
        """Return the tokens that an owner has used this month."""
        total = await usages.since(tx, owner, midnight(self._first_day(), self.timezone))
        return total.input_tokens + total.output_tokens

    async def month(self, tx: Transaction) -> Month | None:
        """Return the current month's usage, or None without a limit."""
        if self.monthly_tokens is None:
            return None
        used = await usages.used(tx, self.bot_id, midnight(self._first_day(), self.timezone))
        return self._month(used, self.monthly_tokens)

    def _month(self, used: int, limit: int) -> Month:
        return Month(used=used, limit=limit, renews_on=(self._first_day() + timedelta(days=31)).replace(day=1))

    async def check(self, owner: Owner) -> None:
        """Raise MonthUsedUp if this month's tokens are used up, or an owner's own. Raises DatabaseUnavailable."""
        own_limit = self.own_limit(owner)
        if own_limit is None and self.monthly_tokens is None:
            return
        async with self.database.transaction(single=True) as tx:
            own = None if own_limit is None else self._month(await self.used(tx, owner), own_limit)
            month = await self.month(tx)
        if own and own.is_used_up:
            raise MonthUsedUp(
                lambda: t("You have reached your own limit of {limit} tokens a month.", limit=number(own.limit)),
                lambda: t(
                    "It renews on {day}. To continue now, raise it with /limit, then send /retry.", day=own.renewal
                ),
                renews_at=midnight(own.renews_on, self.timezone),
            )
        if month and month.is_used_up:
            raise MonthUsedUp(
                lambda: t("This month's {limit} tokens are used up.", limit=number(month.limit)),
                lambda: t(
                    "They renew on {day}. To continue now, raise MONTHLY_TOKENS, restart me, then send /retry. My "
                    "commands still work.",
                    day=month.renewal,
                ),
                renews_at=midnight(month.renews_on, self.timezone),
            )

    async def warning(self, tx: Transaction, owner: Owner) -> str:
        """Return the warning that is due for an owner and mark it as given; empty if none is due."""
        month = await self.month(tx)
        if month is None or month.used < WARNED * month.limit:
            return ""
        if not await usages.warn(tx, owner, midnight(self._first_day(), self.timezone)):
            return ""
        figures = {"used": number(month.used), "limit": number(month.limit), "percent": month.percent}
        figures |= {"day": month.renewal}
        return t(_USED_UP if month.is_used_up else _NEARLY_USED_UP, **figures)

    def _first_day(self) -> date:
        return datetime.now(UTC).astimezone(self.timezone).date().replace(day=1)
