"""Monthly limit on the model's tokens."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from bot.database import usages
from bot.database.engine import Database, Transaction
from bot.errors import MonthUsedUp
from bot.values.owner import Owner

WARNED: Final = 0.8
"""Share of a month's tokens at which each user is warned, once."""


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
        """The renewal's day and month."""
        return f"{self.renews_on.day} {self.renews_on:%B}"


class Allowance:
    """The monthly limit for all users of a bot together; None in `monthly_tokens` means no limit.

    The usage is summed from the stored requests each time.
    """

    def __init__(self, database: Database, bot_id: int, *, monthly_tokens: int | None, timezone: tzinfo | None) -> None:
        self._database = database
        self._bot_id = bot_id
        self._monthly_tokens = monthly_tokens
        self._timezone = timezone

    async def month(self, tx: Transaction) -> Month | None:
        """Return the current month's usage, or None without a limit."""
        if self._monthly_tokens is None:
            return None
        first = self._first_day()
        used = await usages.used(tx, self._bot_id, midnight(first, self._timezone))
        renews_on = (first + timedelta(days=31)).replace(day=1)
        return Month(used=used, limit=self._monthly_tokens, renews_on=renews_on)

    async def check(self) -> None:
        """Raise MonthUsedUp if this month's tokens are used up. Raises DatabaseUnavailable."""
        if self._monthly_tokens is None:
            return
        async with self._database.transaction(single=True) as tx:
            month = await self.month(tx)
        if month and month.is_used_up:
            raise MonthUsedUp(
                f"This month's {month.limit:,} tokens are used up. They renew on {month.renewal}. To continue now, "
                "raise MONTHLY_TOKENS, restart me, then send /retry. My commands still work."
            )

    async def warning(self, tx: Transaction, owner: Owner) -> str:
        """Return the warning that is due for an owner and mark it as given; empty if none is due."""
        month = await self.month(tx)
        if month is None or month.used < WARNED * month.limit:
            return ""
        if not await usages.warn(tx, owner, midnight(self._first_day(), self._timezone)):
            return ""
        stop = "I won't answer" if month.is_used_up else "At 100 % I stop answering"
        return (
            f"{month.used:,} of this month's {month.limit:,} tokens are used ({month.percent} %). "
            f"{stop} until {month.renewal}, unless MONTHLY_TOKENS is raised. /usage shows more."
        )

    def _first_day(self) -> date:
        return datetime.now(UTC).astimezone(self._timezone).date().replace(day=1)
