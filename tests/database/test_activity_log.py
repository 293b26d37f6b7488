"""The log of what was done has pages that follow each other, forwards and backwards."""

from datetime import UTC, datetime
from itertools import pairwise

from sqlalchemy import text

from bot.database import activities
from bot.database.engine import Database
from bot.values.activities import LogEntry
from bot.values.owner import Owner

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
END = datetime(9999, 1, 1, tzinfo=UTC)
OWNER = Owner(1000, 1)

# A turn a minute, one in twenty of them another user's: each did something, and one in seven changed a memory in its
# third message and had an offer accepted.
_CHANGE = """'{"kind": "added", "memory_id": "abcdefgh", "version": 1, "subject": null, "former_version": null,
               "former_subject": null}'::json"""
FILL = f"""
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
INSERT INTO agent_messages (turn_id, position, role, content, text, change, created_at)
SELECT id, position, CASE position WHEN 0 THEN 'user' ELSE 'tool' END, '', CASE position WHEN 0 THEN 'Hello' END,
       CASE WHEN changed AND position = 2 THEN {_CHANGE} END, at + position * interval '1 second'
FROM owned, generate_series(0, 2) AS position;
INSERT INTO agent_activities (id, bot_id, user_id, conversation_id, turn_id, call_id, family, name, arguments, risk,
                              state, words, created_at)
SELECT gen_random_uuid(), 1000, user_id, conversation_id, id, '', '', '', '', 'writes', 'done', 'Did ' || number, at
FROM owned;
INSERT INTO agent_memory_proposals (id, bot_id, user_id, conversation_id, turn_id, kind, category, content, state,
                                    change, created_at)
SELECT gen_random_uuid(), 1000, user_id, conversation_id, id, 'added', 'preference', 'Tea', 'accepted', {_CHANGE},
       at + interval '3 seconds'
FROM owned WHERE changed
"""


def what(entry: LogEntry) -> str:
    """Return what an entry is."""
    return entry.activity.words if entry.activity else "offer" if entry.proposal else "change"


async def test_pages_show_everything_once_forwards_and_backwards(database: Database) -> None:
    most = 2
    async with database.transaction() as tx:
        for statement in FILL.split(";\n"):
            await tx.connection.execute(text(statement), {"beginning": BEGINNING, "turns": 22})
        shown: list[LogEntry] = []
        firsts: list[datetime] = []
        up_to: datetime | None = END
        while up_to:
            page, up_to = await activities.log_page(tx, OWNER, up_to=up_to, most=most)
            assert len(page) == most or up_to is None
            firsts.append(page[0].at)
            shown += page
        expected = [it for number in range(22, 0, -1) if number % 20 for it in done_in(number)]
        assert [what(entry) for entry in shown] == expected
        assert {entry.first_words for entry in shown} == {"Hello"}
        for newer, older in pairwise(firsts):
            assert await activities.log_page_before(tx, OWNER, older, most=most) == newer
        assert await activities.log_page_before(tx, OWNER, firsts[0], most=most) is None


def done_in(number: int) -> list[str]:
    """Return what a turn did, the last first."""
    return [*(["offer", "change"] if number % 7 == 1 else []), f"Did {number}"]
