"""The bot's endpoint returns what the practice page reads."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from zoneinfo import ZoneInfo

import httpx
import pytest

from bot.app.inspection import inspection
from bot.features.notes.operations import change
from bot.features.notes.values import Writing
from bot.kit.owner import Owner
from bot.memory.acts import ADD, FAMILY
from bot.memory.operations import Memories
from bot.memory.values import Change, ChangeKind, MemoryUpdate
from bot.store.engine import Database
from bot.turns.store.acts import record
from bot.turns.values.acts import Deed, Done, Door
from practice.serving import serve
from practice.telegram.endpoint import BotEndpoint, Unavailable
from tests.memory.telegram.conversing import added

memories = Memories()


@pytest.fixture
async def endpoint(database: Database, owner: Owner) -> AsyncIterator[BotEndpoint]:
    """The endpoint of a bot that speaks to the owner in London."""
    async with serve(inspection(database, owner, zone=ZoneInfo("Europe/London"))) as url:
        yield BotEndpoint(url)


async def test_lists_hold_notes_and_what_was_done(endpoint: BotEndpoint, database: Database, owner: Owner) -> None:
    titles = ("Notes", "Reminders and tasks", "Activity")
    assert [(it["title"], it["items"]) for it in await endpoint.lists()] == [(title, []) for title in titles]
    async with database.transaction() as tx:
        await change(tx, owner, Writing(name="Groceries", text="- [ ] milk\n- [x] bread"))
    notes, *_ = await endpoint.lists()
    item = {"title": "Groceries", "facts": "1 of 2 items open", "text": "- [ ] milk\n- [x] bread"}
    assert notes["items"] == [{**item, "command": "/notes show Groceries"}]


async def test_a_change_that_an_earlier_release_made_is_told_by_its_text(
    endpoint: BotEndpoint, database: Database, owner: Owner
) -> None:
    tea = Change.of(ChangeKind.ADDED, await added(database, owner, "The user likes tea"))
    async with database.transaction() as tx:
        await record(tx, owner, Done(FAMILY, ADD, Deed(lambda: "", asdict(tea))), Door.CALL, "")
    *_, activity = await endpoint.lists()
    assert "'title': '💾 Remembered: You like tea'" in str(activity["items"])


async def test_memories_include_their_versions_and_deleted_ones(
    endpoint: BotEndpoint, database: Database, owner: Owner
) -> None:
    alec = await added(database, owner, "Alec is a friend", "Alec")
    tea = await added(database, owner, "The user likes tea")
    async with database.transaction() as tx:
        await memories.change(tx, owner, MemoryUpdate(memory_id=alec.id, content="Alec is the user's boss"))
        await memories.forget(tx, owner, tea.id)
    told = {it["id"]: it for it in await endpoint.memories()}
    assert told.keys() == {alec.id, tea.id}
    versions = told[alec.id].pop("versions")
    assert isinstance(versions, list)
    numbered = [(it["number"], it["content"]) for it in versions]
    assert numbered == [(1, "Alec is a friend"), (2, "Alec is your boss")]
    assert told[alec.id] == {
        "id": alec.id,
        "category": "person",
        "subject": "Alec",
        "content": "Alec is your boss",
        "pinned": False,
        "deleted_at": None,
    }
    assert told[tea.id]["deleted_at"]


async def test_an_unavailable_database_is_reported(owner: Owner) -> None:
    nowhere = Database("postgresql+psycopg://nobody@127.0.0.1:9/nothing")
    async with serve(inspection(nowhere, owner, zone=None)) as url:
        with pytest.raises(Unavailable, match="I can't reach the database right now"):
            await BotEndpoint(f"{url}/").memories()
        assert (await BotEndpoint(f"{url}/").about()).is_private
    await nowhere.close()


async def test_no_foreign_name_can_read(database: Database, owner: Owner) -> None:
    async with serve(inspection(database, owner, zone=None)) as url, httpx.AsyncClient() as client:
        for path in ("memories", "about"):
            assert (await client.get(f"{url}/{path}")).status_code == 200
            assert (await client.get(f"{url}/{path}", headers={"Host": "evil.example"})).status_code == 400
