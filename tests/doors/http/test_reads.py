"""What can only be read over HTTP: the timeline, what memories were learned from, what was said, and usage."""

from datetime import datetime, timedelta

import httpx
import pytest

from bot.kit.owner import Owner
from bot.kit.usage import Usage
from bot.memory.operations import Memories
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.store import turns as stored_turns
from bot.turns.store import usages
from bot.turns.store.usages import Request
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.origins import Source
from bot.turns.values.turns import TurnState, UsagePurpose
from tests.past import talk

ALEC = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}


async def test_the_timeline_shows_what_became_of_memories_the_newest_first(http: httpx.AsyncClient) -> None:
    where = (await http.post("/api/memory/", json=ALEC)).headers["Location"]
    await http.put(where, json={"content": "Alec is the user's former boss"})
    await http.post("/api/memory/", json={"content": "The user likes tea", "category": "preference"})
    await http.delete(where)
    entries = (await http.get("/api/timeline/")).json()["entries"]
    assert [(it["kind"], it["content"], it["before"], it["version"]) for it in entries] == [
        ("deleted", "Alec is the user's former boss", None, 2),
        ("learned", "The user likes tea", None, 1),
        ("changed", "Alec is the user's former boss", "Alec is the user's boss", 2),
        ("learned", "Alec is the user's boss", None, 1),
    ]
    assert (entries[0]["memory_id"], entries[0]["subject"]) == (where.rsplit("/", 1)[1], "Alec")
    assert [it["through"] for it in entries] == ["", "tests", "tests", "tests"]
    pages, cursor = list[str](), ""
    while cursor is not None:
        page = (await http.get("/api/timeline/", params={"limit": 1, "cursor": cursor})).json()
        pages += [it["kind"] for it in page["entries"]]
        cursor = page["next"]
    assert pages == ["deleted", "learned", "changed", "learned"]
    for kind, number in {"learned": 2, "changed": 1, "deleted": 1}.items():
        only = (await http.get("/api/timeline/", params={"kind": kind})).json()["entries"]
        assert [it["kind"] for it in only] == [kind] * number


async def test_versions_of_one_time_are_on_one_page_each(http: httpx.AsyncClient, database: Database) -> None:
    for number in range(5):
        one = {"content": f"The user owns boat number {number}", "category": "context", "is_new": True}
        await http.post("/api/memory/", json=one)
    async with database.transaction() as tx:
        await tx.connection.exec_driver_sql("UPDATE agent_memory_versions SET created_at = now()")
    first = (await http.get("/api/timeline/", params={"limit": 3})).json()
    second = (await http.get("/api/timeline/", params={"limit": 3, "cursor": first["next"]})).json()
    assert len({it["content"] for it in (*first["entries"], *second["entries"])}) == 5
    assert second["next"] is None


async def test_a_source_quotes_what_a_version_was_learned_from(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    conversation, (_, turn) = await talk(
        database, owner, ["user: My boat is called Marlin", "you: Shall I remember that?"], ["user: Yes"]
    )
    source = Source(conversation_id=conversation.id, turn_id=turn.id)
    wanted = Addition(content="The user's boat is called Marlin", category=MemoryCategory.CONTEXT)
    async with database.transaction() as tx:
        memory = (await Memories().change(tx, owner, wanted, source=source)).memory.id
        await stored_turns.end(tx, turn.id, TurnState.ANSWERED)
    await http.put(f"/api/memory/{memory}", json={"content": "The user's boat is called Merlin"})
    first, second = (await http.get(f"/api/memory/{memory}/source")).json()["versions"]
    assert (first["said"], first["conversation"]) == (["My boat is called Marlin", "Yes"], conversation.number)
    assert (second["number"], second["origin"], second["through"], second["said"]) == (2, "api", "tests", [])


async def test_what_was_said_is_found_with_marks_but_not_in_private_chats(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    conversation, (turn,) = await talk(database, owner, ["user: My boat is called Marlin", "you: A fine name!"])
    await talk(database, owner, ["user: My secret boat is called Nemo"], mode=ConversationMode.PRIVATE)
    await talk(database, Owner(owner.bot_id, 2), ["user: Their boat is called Other"])
    found = (await http.get("/api/conversations/search/", params={"query": "boat"})).json()
    (passage,) = found["found"]
    assert (passage["conversation"], passage["turn_id"]) == (conversation.number, str(turn.id))
    assert (passage["by"], passage["excerpt"]) == ("user", "My boat is called Marlin")
    assert [passage["excerpt"][first:last] for first, last in passage["marks"]] == ["boat"]
    assert found["next"] is None


async def test_usage_is_told_by_day_with_cost_and_purposes(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    usage = Usage(input_tokens=1_000_000, cached_tokens=400_000, output_tokens=100_000)
    for days, purpose in ((0, UsagePurpose.ANSWER), (0, UsagePurpose.SUMMARY), (1, UsagePurpose.TASK)):
        async with database.transaction() as tx:
            await usages.add(tx, [Request(owner=owner, turn_id=None, purpose=purpose, model="any", usage=usage)])
            await tx.connection.exec_driver_sql(
                f"UPDATE agent_usage SET created_at = now() - interval '{days} days'"
                " WHERE id = (SELECT max(id) FROM agent_usage)"
            )
    days = (await http.get("/api/usage/days", params={"days": 3})).json()["days"]
    today = datetime.now().astimezone().date()
    assert [it["day"] for it in days] == [str(today - timedelta(days=before)) for before in (2, 1, 0)]
    assert [it["requests"] for it in days] == [0, 1, 2]
    assert days[2]["by_purpose"] == {"answers": 1_100_000, "summaries": 1_100_000, "reviews": 0, "tasks": 0}
    assert days[1]["by_purpose"]["tasks"] == 1_100_000
    assert [it["cost"] for it in days] == pytest.approx([0, 1.2 + 0.4 + 1, 2 * (1.2 + 0.4 + 1)])
