from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import text
from telegram import MessageEntity

from bot.features.usage.telegram import shown, usage
from bot.kit.owner import Owner
from bot.kit.usage import Prices, Usage
from bot.store.engine import Database
from bot.turns.allowance import Allowance, Month, midnight
from bot.turns.store import usages
from bot.turns.store.usages import Request, Total
from bot.turns.values.turns import UsagePurpose

PRICES = Prices(fresh=2.0, cached=0.5, output=8.0)
MONTH = Month(used=1_234_567, limit=5_000_000, renews_on=date(2026, 12, 1))
SOME = Total(
    requests=12,
    input_tokens=1_000_000,
    cached_tokens=910_000,
    written_tokens=2_048,
    output_tokens=12_345,
    summary_tokens=3_210,
    review_tokens=1_234,
    task_tokens=2_345,
    estimated_requests=0,
    first_token_seconds=0.84,
    seconds=2.25,
)
NOTHING = replace(SOME, requests=0)


async def test_a_day_counts_from_its_midnight_on_and_seven_with_the_six_before(
    database: Database, owner: Owner
) -> None:
    today = midnight(datetime.now(UTC).date(), UTC)
    for at in (today, today - timedelta(seconds=1), today - timedelta(days=6), today - timedelta(days=6, seconds=1)):
        cost = Usage(input_tokens=1_000)
        request = Request(owner=owner, turn_id=None, purpose=UsagePurpose.ANSWER, model="any", usage=cost)
        async with database.transaction() as tx:
            await usages.add(tx, [request])
            moved = text("UPDATE agent_usage SET created_at = :at WHERE id = (SELECT max(id) FROM agent_usage)")
            await tx.connection.execute(moved, {"at": at})
    allowance = Allowance(database, owner.bot_id, monthly_tokens=None, timezone=UTC)
    async with database.transaction() as tx:
        (part,) = await usage(allowance, None, UTC, tx, owner)
    figures = [line.split()[1] for line in part.text.splitlines() if "requests" in line]
    assert figures == ["1", "3", "4"]


def test_a_day_begins_at_midnight_in_its_time_zone() -> None:
    assert midnight(date(2026, 7, 1), ZoneInfo("Europe/London")) == datetime(2026, 6, 30, 23, tzinfo=UTC)


FIGURES = """\
requests          12
tokens in  1,000,000
  from cache    91 %
  into cache   2,048
tokens out    12,345
for summaries  3,210
for reviews    1,234
for tasks      2,345
cost          0.7338"""


def test_each_period_is_a_block_with_aligned_figures() -> None:
    (part,) = shown({1: NOTHING, 7: SOME, 30: SOME}, None, None, PRICES)
    assert part.text == (
        f"📊 Usage\n\nToday\nnothing yet\n\n7 days\n{FIGURES}\n\n30 days\n{FIGURES}\n\n"
        "Speed (median of 7 days): first words 0.8 s, full answer 2.2 s."
    )
    blocks = [entity for entity in part.entities if entity.type == MessageEntity.PRE]
    assert len(blocks) == 2


@pytest.mark.parametrize(
    ("estimated", "told"),
    [
        (12, "The tokens of these 30 days are estimated, as the model's server doesn't report them."),
        (
            3,
            "The tokens of 3 of 12 requests in 30 days are estimated, as the model's server didn't report them.",
        ),
    ],
)
def test_estimates_are_marked(estimated: int, told: str) -> None:
    some = replace(SOME, estimated_requests=estimated)
    (part,) = shown({1: some, 7: some, 30: some}, None, None, None)
    assert part.text.endswith(f"\n\n{told}")


def test_the_last_answer_and_the_month_have_a_line_each() -> None:
    last = Usage(input_tokens=7_654, cached_tokens=3_827, output_tokens=210, seconds=4.14)
    (part,) = shown({1: SOME, 7: SOME, 30: SOME}, last, MONTH, None)
    assert "Last answer: 7,654 tokens in (50 % from cache), 210 out. It took 4.1 s." in part.text.splitlines()
    month = "All users this month: 1,234,567 of 5,000,000 tokens (24 %). The limit renews on 1 Dec 2026."
    assert part.text.endswith(month)
