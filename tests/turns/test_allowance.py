from contextlib import suppress
from datetime import UTC, date

import pytest

from bot.kit.errors import MonthUsedUp
from bot.kit.owner import Owner
from bot.kit.usage import Usage
from bot.store.engine import Database
from bot.turns.allowance import Allowance, Month
from bot.turns.store import usages
from bot.turns.store.usages import Request
from bot.turns.values.turns import UsagePurpose


def allowance(database: Database, owner: Owner, monthly_tokens: int | None) -> Allowance:
    """Return what the owner's bot may use."""
    return Allowance(database, owner.bot_id, monthly_tokens=monthly_tokens, timezone=UTC)


async def use(database: Database, owner: Owner, tokens: int) -> None:
    """Use a number of tokens, some for each purpose."""
    shares = {purpose: tokens // len(UsagePurpose) for purpose in UsagePurpose}
    shares[UsagePurpose.ANSWER] += tokens - sum(shares.values())
    requests = [
        Request(owner=owner, turn_id=None, purpose=purpose, model="any", usage=Usage(output_tokens=share))
        for purpose, share in shares.items()
    ]
    async with database.transaction() as tx:
        await usages.add(tx, requests)


async def test_the_model_may_be_asked_as_long_as_anything_is_left(database: Database, owner: Owner) -> None:
    limited = allowance(database, owner, 1_000)
    await limited.check(owner)
    await use(database, owner, 998)
    await limited.check(owner)
    await use(database, owner, 2)
    with pytest.raises(MonthUsedUp, match="This month's 1,000 tokens are used up"):
        await limited.check(owner)


async def test_a_warning_at_eighty_percent_is_given_again_if_it_was_not_committed(
    database: Database, owner: Owner
) -> None:
    limited = allowance(database, owner, 1_000)
    await use(database, owner, 798)
    async with database.transaction() as tx:
        assert not await limited.warning(tx, owner)
    await use(database, owner, 2)
    with suppress(ConnectionError):
        async with database.transaction() as tx:
            assert await limited.warning(tx, owner)
            raise ConnectionError
    async with database.transaction() as tx:
        assert await limited.warning(tx, owner)
        assert not await limited.warning(tx, owner)


def test_a_month_is_used_up_at_a_hundred_percent_and_not_before() -> None:
    nearly, whole = (Month(used=it, limit=1_000, renews_on=date(2027, 1, 1)) for it in (999, 1_000))
    assert (nearly.percent, nearly.is_used_up, nearly.renewal) == (99, False, "1 Jan 2027")
    assert (whole.percent, whole.is_used_up) == (100, True)
