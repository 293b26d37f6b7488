"""The log of what was done has pages that follow each other, forwards and backwards."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from sqlalchemy import text

from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.store.ids import uuid7
from bot.turns.store import acts
from bot.turns.values.acts import Act, ActState, LogEntry, Risk

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
END = datetime(9999, 1, 1, tzinfo=UTC)
OWNER = Owner(1000, 1)

# A turn a minute, one in twenty of them another user's: each did something, and one in seven had an offer accepted, one
# replaced, and one declined.
FILL = """
CREATE TEMPORARY TABLE made ON COMMIT DROP AS
SELECT number, gen_random_uuid() AS id, CASE number % 20 WHEN 0 THEN 2 ELSE 1 END AS user_id, number % 7 = 1 AS changed,
       CAST(:beginning AS timestamptz) + number * interval '1 minute' AS at
FROM generate_series(1, :turns) AS number;
INSERT INTO agent_conversations
    (id, bot_id, user_id, chat_id, system_prompt, tools, started_at, last_message_at, ended_at)
SELECT gen_random_uuid(), 1000, user_id, user_id, '', '[]', :beginning, :beginning, :beginning
FROM generate_series(1, 2) AS user_id;
CREATE TEMPORARY TABLE owned ON COMMIT DROP AS
SELECT made.*, conversation.id AS conversation_id FROM made JOIN agent_conversations AS conversation USING (user_id);
INSERT INTO agent_turns (id, conversation_id, state, created_at) SELECT id, conversation_id, 'answered', at FROM owned;
INSERT INTO agent_messages (turn_id, position, role, content, text, created_at)
SELECT id, 0, 'user', '', 'Hello', at FROM owned;
INSERT INTO agent_acts
    (id, bot_id, user_id, conversation_id, turn_id, door, family, name, arguments, risk, state, words, created_at)
SELECT gen_random_uuid(), 1000, user_id, conversation_id, id, 'call', '', '', '', 'writes', 'done', 'Did ' || number, at
FROM owned;
INSERT INTO agent_acts
    (id, bot_id, user_id, conversation_id, turn_id, door, family, name, arguments, risk, state, words, offer_id,
     replaced_by, created_at)
SELECT gen_random_uuid(), 1000, user_id, conversation_id, id, 'call', '', '', '', 'writes', offered.state,
       offered.state, id, CASE WHEN is_replaced THEN id END, at + interval '3 seconds'
FROM owned, (VALUES ('done', false), ('done', true), ('declined', false), ('offered', false))
    AS offered (state, is_replaced)
WHERE changed
"""


async def test_pages_show_everything_once_forwards_and_backwards(database: Database) -> None:
    most = 2
    async with database.transaction() as tx:
        for statement in FILL.split(";\n"):
            await tx.connection.execute(text(statement), {"beginning": BEGINNING, "turns": 22})
        shown: list[LogEntry] = []
        firsts: list[datetime] = []
        up_to: datetime | None = END
        while up_to:
            page, up_to = await acts.log_page(tx, OWNER, up_to=up_to, most=most)
            assert len(page) == most or up_to is None
            firsts.append(page[0].act.created_at)
            shown += page
        expected = [it for number in range(22, 0, -1) if number % 20 for it in done_in(number)]
        assert [entry.act.words for entry in shown] == expected
        assert {entry.first_words for entry in shown} == {"Hello"}
        for newer, older in pairwise(firsts):
            assert await acts.log_page_before(tx, OWNER, older, most=most) == newer
        assert await acts.log_page_before(tx, OWNER, firsts[0], most=most) is None


def done_in(number: int) -> list[str]:
    """Return what a turn did, the last first."""
    return [*(["done"] if number % 7 == 1 else []), f"Did {number}"]


async def test_what_waits_no_more_has_no_deadline(database: Database, owner: Owner) -> None:
    """An import stores what its file says; the bot would look without a pause for a deadline that nothing ends."""
    then = datetime.now(UTC) - timedelta(days=1)
    act = Act(
        id=uuid7(), family="post", name="send", arguments="{}", risk=Risk.SENDS, state=ActState.DONE, created_at=then
    )
    async with database.transaction() as tx:
        await acts.add(tx, owner, act, expires_at=then)
        assert not await acts.expire(tx, owner.bot_id)
        assert await acts.next_expiry(tx, owner.bot_id) is None
