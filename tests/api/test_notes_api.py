"""Notes over HTTP, and what can only be read."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import httpx
import pytest

from bot.database.engine import Database
from bot.reminders.operations import Reminders, Wanted
from bot.values.owner import Owner
from tests.api.serving import served, token

LIST = {"name": "Groceries", "content": "- [ ] milk\n- [ ] bread"}


@pytest.fixture
async def http(database: Database, owner: Owner) -> AsyncIterator[httpx.AsyncClient]:
    """A client that may read and write what is the owner's."""
    headers = {"Authorization": f"Bearer {await token(database, owner)}"}
    async with (
        served(database, owner.bot_id, {owner.user_id}) as url,
        httpx.AsyncClient(base_url=url, headers=headers) as http,
    ):
        yield http


async def test_a_note_is_written_changed_renamed_deleted_and_restored(http: httpx.AsyncClient) -> None:
    created = await http.post("/api/notes/", json=LIST)
    assert created.status_code == 201
    where = created.headers["Location"]
    assert (await http.post("/api/notes/", json=LIST)).status_code == 409
    known = {"If-Match": created.headers["ETag"]}
    changed = await http.put(where, json=LIST | {"content": "- [x] milk"}, headers=known)
    assert (changed.status_code, changed.json()["version"]) == (200, 2)
    assert (await http.put(where, json=LIST, headers=known)).status_code == 412
    renamed = await http.put(where, json={"name": "Shopping", "content": "- [x] milk"})
    assert (renamed.json()["name"], renamed.json()["version"]) == ("Shopping", 3)
    read = (await http.get(where)).json()
    assert [(it["number"], it["origin"]) for it in read["versions"]] == [(3, "api"), (2, "api"), (1, "api")]
    assert (await http.delete(where)).json()["deleted_at"]
    assert (await http.put(where, json=LIST)).status_code == 404
    assert (await http.get("/api/notes/")).json() == {"notes": [], "total": 0, "next": None}
    assert (await http.get("/api/notes/", params={"deleted": True})).json()["total"] == 1
    assert (await http.post(f"{where}/restore")).json()["deleted_at"] is None


async def test_a_note_has_bounds(http: httpx.AsyncClient) -> None:
    assert (await http.post("/api/notes/", json={"name": "Long", "content": "x" * 20_000})).status_code == 201
    assert (await http.post("/api/notes/", json={"name": "Longer", "content": "x" * 20_001})).status_code == 422
    assert (await http.post("/api/notes/", json={"name": " ", "content": "x"})).status_code == 422


async def test_what_is_to_come_was_said_and_took_tokens_is_read(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    reminders = Reminders(None)
    at = datetime.now(UTC) + timedelta(days=1)
    async with database.transaction() as tx:
        schedule = reminders.at_wall(at.replace(tzinfo=None), zone="UTC")
        await reminders.add(tx, owner, Wanted(text="call mom", schedule=schedule))
    listed = (await http.get("/api/reminders/")).json()
    assert [(it["text"], it["is_task"]) for it in listed["reminders"]] == [("call mom", False)]
    assert (listed["total"], listed["next"]) == (1, None)
    assert (await http.get("/api/conversations/")).json() == {"conversations": [], "total": 0, "next": None}
    assert (await http.get("/api/conversations/1/turns/")).status_code == 404
    assert (await http.get("/api/usage")).json()["requests"] == 0
