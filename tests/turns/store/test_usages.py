import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import text

from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.usage import Usage
from bot.memory.store.summaries import checked
from bot.store.engine import Database
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store import usages
from bot.turns.store.usages import Request, Total
from bot.turns.values.conversations import Earlier
from bot.turns.values.turns import UsagePurpose
from tests.memory.telegram.conversing import started
from tests.waiting import until_waiting

NOW = datetime.now(UTC)
ALWAYS = NOW - timedelta(days=10_000)


def request(
    owner: Owner, usage: Usage, *, turn_id: UUID | None = None, purpose: UsagePurpose = UsagePurpose.ANSWER
) -> Request:
    """Return a request, by default for an answer."""
    return Request(owner=owner, turn_id=turn_id, purpose=purpose, model="any", usage=usage)


async def add(database: Database, *requests: Request, at: datetime = NOW) -> None:
    """Store requests as if they had been made at a time."""
    async with database.transaction() as tx:
        await usages.add(tx, requests)
        moved = text("UPDATE agent_usage SET created_at = :at WHERE created_at >= :now")
        await tx.connection.execute(moved, {"at": at, "now": NOW})


async def since(database: Database, owner: Owner, at: datetime = ALWAYS) -> Total:
    """Return what an owner's requests cost."""
    async with database.transaction() as tx:
        return await usages.since(tx, owner, at)


async def begun(database: Database, owner: Owner, count: int) -> Sequence[UUID]:
    """Begin a number of turns, one after the other."""
    async with database.transaction() as tx:
        conversation = await started(tx, owner)
        begun = [await stored_turns.begin(tx, conversation.id)]
        for _ in range(count - 1):
            begun.append(await stored_turns.begin(tx, conversation.id, after=begun[-1]))
    return [turn.id for turn in begun]


async def test_requests_are_summed_up_from_a_time_on(database: Database, owner: Owner) -> None:
    for days, tokens in ((40, 1_000), (6, 10), (0, 1)):
        usage = Usage(input_tokens=tokens, cached_tokens=tokens, written_tokens=tokens, output_tokens=2 * tokens)
        await add(database, request(owner, usage, purpose=UsagePurpose.REVIEW), at=NOW - timedelta(days=days))
    for other in (Owner(owner.bot_id, 2), Owner(2_000, owner.user_id)):
        await add(database, request(other, Usage(input_tokens=1_000)))
    total = await since(database, owner, NOW - timedelta(days=7))
    assert (total.requests, total.summary_tokens, total.review_tokens) == (2, 0, 33)
    assert (total.input_tokens, total.cached_tokens, total.written_tokens, total.output_tokens) == (11, 11, 11, 22)


async def test_estimated_usage_is_separate_and_never_counts_as_reported(database: Database, owner: Owner) -> None:
    (turn_id,) = await begun(database, owner, 1)
    await add(database, request(owner, Usage(input_tokens=100, seconds=1), turn_id=turn_id))
    await add(database, request(owner, Usage(input_tokens=30, is_estimated=True, seconds=1), turn_id=turn_id))
    total = await since(database, owner)
    assert (total.requests, total.estimated_requests, total.input_tokens) == (2, 1, 130)
    async with database.transaction() as tx:
        conversation_id = (await stored_turns.get(tx, turn_id)).conversation_id
        assert await usages.counted(tx, conversation_id, turn_id, "any") == 0  # the last request, not any before it
        assert await usages.of_last_turn(tx, owner) == Usage(input_tokens=130, is_estimated=True, seconds=2)
    await add(database, request(owner, Usage(input_tokens=200, seconds=1), turn_id=turn_id))
    await add(database, request(owner, Usage(input_tokens=9_000, is_estimated=True), turn_id=turn_id))  # interrupted
    async with database.transaction() as tx:
        assert await usages.counted(tx, conversation_id, turn_id, "any") == 200
        assert await usages.counted(tx, conversation_id, turn_id, "another") == 0


async def test_a_request_from_before_a_compaction_does_not_count_as_the_compacted_prompt(
    database: Database, owner: Owner
) -> None:
    """Even though a compaction was about to begin with the turn."""
    (first,) = await begun(database, owner, 1)
    async with database.transaction() as tx:
        conversation = await stored_conversations.open_in(tx, owner, private_chat(owner))
        assert conversation

    async def compact() -> bool:
        async with database.transaction() as tx:
            return await stored_conversations.compact(
                tx, conversation, Earlier(turns_before=first, summary="So it was."), checked
            )

    async with database.transaction() as tx:
        await stored_conversations.hear(tx, conversation.id, NOW)
        letting_go = asyncio.create_task(compact())
        await until_waiting(tx)
        turn = await stored_turns.begin(tx, conversation.id)
    assert await letting_go
    await add(database, request(owner, Usage(input_tokens=9_000, seconds=1), turn_id=turn.id))
    async with database.transaction() as tx:
        assert await usages.counted(tx, conversation.id, turn.id, "any") == 0


async def test_times_are_medians_of_the_answers_that_were_timed(database: Database, owner: Owner) -> None:
    await add(database, request(Owner(owner.bot_id, 2), Usage(input_tokens=5)))
    without = await since(database, Owner(owner.bot_id, 2))
    assert (without.first_token_seconds, without.seconds) == (None, None)
    timed = [Usage(first_token_seconds=first, seconds=10 * first) for first in (1.0, 9.0, 2.0)]
    untimed = request(owner, Usage(input_tokens=5))
    slow = Usage(first_token_seconds=50.0, seconds=500.0)
    others = [request(owner, slow, purpose=it) for it in (UsagePurpose.SUMMARY, UsagePurpose.REVIEW)]
    await add(database, *(request(owner, usage) for usage in timed), untimed, *others)
    total = await since(database, owner)
    assert (total.first_token_seconds, total.seconds) == (2.0, 20.0)


async def test_the_last_turn_costs_what_its_requests_cost_together(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        assert await usages.of_last_turn(tx, owner) is None
    before, last = await begun(database, owner, 2)
    other = Owner(owner.bot_id, 2)
    (others,) = await begun(database, other, 1)
    first = Usage(input_tokens=100, output_tokens=5, first_token_seconds=0.5, seconds=1.5)
    second = Usage(input_tokens=120, cached_tokens=100, written_tokens=20, first_token_seconds=9, seconds=2)
    await add(database, request(owner, Usage(input_tokens=9_000), turn_id=before))
    await add(database, *(request(owner, usage, turn_id=last) for usage in (first, second)))
    await add(database, request(other, Usage(input_tokens=8_000), turn_id=others))
    await add(database, request(owner, Usage(input_tokens=7_000), purpose=UsagePurpose.SUMMARY))
    async with database.transaction() as tx:
        assert await usages.of_last_turn(tx, owner) == replace(
            first, input_tokens=220, cached_tokens=100, written_tokens=20, seconds=3.5
        )


async def test_all_users_of_a_bot_use_up_its_tokens_together(database: Database, owner: Owner) -> None:
    await add(database, request(owner, Usage(input_tokens=1_000)), at=NOW - timedelta(days=3))
    await add(database, request(owner, Usage(input_tokens=100, cached_tokens=90, output_tokens=20)))
    await add(
        database, request(Owner(owner.bot_id, 2), Usage(input_tokens=3, output_tokens=4), purpose=UsagePurpose.SUMMARY)
    )
    await add(database, request(Owner(2_000, owner.user_id), Usage(input_tokens=50_000)))
    async with database.transaction() as tx:
        assert await usages.used(tx, owner.bot_id, NOW - timedelta(days=2)) == 127
