"""Notes over HTTP, and what can only be read."""

import httpx
import pytest

from bot.features.notes import operations
from bot.features.notes.store import notes
from bot.features.notes.tools import notebook_tools
from bot.features.notes.values import Appending
from bot.kit.errors import ActRefused
from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.acts import Acts
from bot.turns.store.acts import newest
from bot.turns.tools.toolset import ToolSet

LIST = {"name": "Groceries", "content": "- [ ] milk\n- [ ] bread"}


async def test_a_note_is_written_changed_renamed_deleted_and_restored(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    created = await http.post("/api/notes/", json=LIST)
    assert created.status_code == 201
    async with database.transaction() as tx:
        written = await notes.live_named(tx, owner, "Groceries")
    assert written
    assert written.untrusted  # it is a program's
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


async def test_undoing_that_a_note_was_restored_deletes_nothing_that_was_written_since(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    where = (await http.post("/api/notes/", json=LIST)).headers["Location"]
    await http.delete(where)
    await http.post(f"{where}/restore")
    async with database.transaction() as tx:
        await operations.change(tx, owner, Appending(name="Groceries", text="- [ ] eggs"))
        restored = (await newest(tx, owner, most=1))[0]
        with pytest.raises(ActRefused, match="changed since"):
            await Acts(ToolSet([notebook_tools(None)])).undo(tx, owner, restored.id)
        note = await notes.live_named(tx, owner, "Groceries")
    assert note
    assert "eggs" in note.content


async def test_undoing_that_a_note_was_deleted_is_refused_once_it_is_back(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    where = (await http.post("/api/notes/", json=LIST)).headers["Location"]
    await http.delete(where)
    async with database.transaction() as tx:
        (deleted, _) = await newest(tx, owner, most=2)
    await http.post(f"{where}/restore")
    async with database.transaction() as tx:
        with pytest.raises(ActRefused, match="changed since"):
            await Acts(ToolSet([notebook_tools(None)])).undo(tx, owner, deleted.id)


async def test_an_act_that_is_refused_is_the_problem_that_fits_in_words_for_people(
    http: httpx.AsyncClient,
) -> None:
    missing = await http.get("/api/acts/read_note", params={"name": "Diary"})
    assert (missing.status_code, missing.json()["detail"]) == (404, "There is no note “Diary”.")
    gone = await http.post("/api/acts/change_reminder", json={"id": "AAAAaaa1", "cancel": True})
    assert gone.status_code == 404
    task = {"text": "News", "when": "tomorrow at 9", "at": "2030-01-01T09:00", "is_task": True}
    assert (await http.post("/api/acts/set_reminder", json=task)).status_code == 403
    await http.post("/api/acts/change_note", json={"name": "Diary", "text": "Hello"})
    refused = await http.post("/api/acts/change_note", json={"name": "Diary", "replace": "Bye", "replace_with": "x"})
    assert refused.status_code == 409
    assert "[" not in refused.json()["detail"]
