"""What the model's answers took."""

from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Self

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from bot.doors.http.access import Reading
from bot.doors.http.asking import Services
from bot.doors.http.models import ValueResponse, shown
from bot.doors.http.problems import documented
from bot.kit.usage import Prices
from bot.turns.allowance import midnight
from bot.turns.store import usages
from bot.turns.store.usages import Total

Days = Annotated[int, Query(ge=1, le=3_660, description="How many days back")]

router = APIRouter(prefix="/api/usage", tags=["usage"])


class UsageResponse(ValueResponse):
    """Requests to the model and their tokens; those of summaries, reviews and tasks are among them."""

    requests: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    summary_tokens: int
    review_tokens: int
    task_tokens: int


class PurposesResponse(BaseModel):
    """Input and output tokens by what they were for."""

    answers: int
    summaries: int
    reviews: int
    tasks: int

    @classmethod
    def of(cls, total: Total) -> Self:
        """Return the purposes of usage as they are answered."""
        others = total.summary_tokens + total.review_tokens + total.task_tokens
        return cls(
            answers=total.input_tokens + total.output_tokens - others,
            summaries=total.summary_tokens,
            reviews=total.review_tokens,
            tasks=total.task_tokens,
        )


class UsageDayResponse(BaseModel):
    """A day's requests to the model and their tokens."""

    model_config = shown(
        {
            "day": "2026-11-25",
            "requests": 12,
            "input_tokens": 48_000,
            "cached_tokens": 40_000,
            "output_tokens": 1_500,
            "cost": 0.03,
            "by_purpose": {"answers": 47_000, "summaries": 0, "reviews": 2_500, "tasks": 0},
        }
    )

    day: date
    requests: int
    input_tokens: int
    cached_tokens: int
    output_tokens: int
    cost: float | None = Field(description="In the currency of the prices that are set; null if none are")
    by_purpose: PurposesResponse

    @classmethod
    def of(cls, day: date, total: Total, prices: Prices | None) -> Self:
        """Return a day's usage as it is answered."""
        return cls(
            day=day,
            requests=total.requests,
            input_tokens=total.input_tokens,
            cached_tokens=total.cached_tokens,
            output_tokens=total.output_tokens,
            cost=prices.of(total) if prices else None,
            by_purpose=PurposesResponse.of(total),
        )


class UsageDaysResponse(BaseModel):
    """Usage by day, the first day first; days without any are among them."""

    days: list[UsageDayResponse]


@router.get("", responses=documented())
async def get_usage(
    caller: Reading,
    services: Services,
    days: Days = 30,
) -> UsageResponse:
    """Return what the model's answers took."""
    async with services.transaction(single=True) as tx:
        total = await usages.since(tx, caller.owner, datetime.now(UTC) - timedelta(days=days))
    return UsageResponse.of(total)


@router.get("/days", responses=documented())
async def get_usage_by_day(caller: Reading, services: Services, days: Days = 30) -> UsageDaysResponse:
    """Return what the model's answers took by day, in the bot's time zone, today included."""
    today = datetime.now(UTC).astimezone(services.owners_zone).date()
    which = [today - timedelta(days=before) for before in reversed(range(days))]
    async with services.transaction(single=True) as tx:
        totals = await usages.by_day(tx, caller.owner, [midnight(it, services.owners_zone) for it in which])
    several = zip(which, totals, strict=True)
    return UsageDaysResponse(days=[UsageDayResponse.of(day, total, services.prices) for day, total in several])
