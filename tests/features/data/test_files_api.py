"""Exports and imports over HTTP: the files that the chat and the command line write and read."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import httpx
import jsonschema  # type: ignore[import-untyped]
import pytest

from bot.app.features import export_sections
from bot.doors.http.access import MOST_IMPORT_BYTES
from bot.features.data.export.document import read
from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.store import owners
from bot.turns.store.owners import lock
from tests.waiting import until_none_waits, until_waiting

ALEC = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}
LIST = b"- The user likes green tea\n- The user builds a kayak\n- Alec is the user's boss\n- No\n"
DAY = f"{datetime.now(UTC).astimezone():%Y-%m-%d}"


@pytest.fixture
async def http(http: httpx.AsyncClient) -> httpx.AsyncClient:
    """A client that may read and write what is the owner's, who has a memory and a note."""
    await http.post("/api/memory/", json=ALEC)
    await http.post("/api/notes/", json={"name": "Groceries", "content": "- [ ] milk"})
    return http


async def test_all_of_it_is_exported(http: httpx.AsyncClient, tmp_path: Path) -> None:
    whole = await http.get("/api/export")
    assert whole.headers["Content-Disposition"] == f'attachment; filename="keepsake-{DAY}.json"'
    (file := tmp_path / "export.json").write_bytes(whole.content)
    found = read(file, export_sections())
    assert [it.versions[0].content for it in found.memories] == [ALEC["content"]]
    assert [it["name"] for it in whole.json()["notes"]] == ["Groceries"]
    schema = (await http.get("/api/export/schema")).json()
    jsonschema.validate(whole.json(), schema)
    assert {"memories", "conversations"} < {*schema["required"]}
    readable = await http.get("/api/export", params={"format": "md"})
    assert readable.headers["Content-Type"] == "text/markdown; charset=utf-8"
    assert "**Alec**: Alec is the user's boss" in readable.text


async def test_memories_are_exported_as_lines_that_an_import_reads(http: httpx.AsyncClient) -> None:
    lines = await http.get("/api/export", params={"format": "jsonl"})
    assert lines.headers["Content-Disposition"] == f'attachment; filename="keepsake-memories-{DAY}.jsonl"'
    assert json.loads(lines.text)["content"] == ALEC["content"]
    known = (await http.post("/api/import", content=lines.content)).json()
    assert (known["id"], known["new"], known["known"]) == (None, 0, 1)


async def test_no_export_brings_back_what_was_deleted_or_changed_since(http: httpx.AsyncClient) -> None:
    tea = (await http.post("/api/memory/", json={"content": "The user likes tea", "category": "preference"})).json()
    exports = [(await http.get("/api/export", params={"format": it})).content for it in ("json", "md", "jsonl")]
    (alec,) = (await http.get("/api/memory/", params={"subject": "Alec"})).json()["memories"]
    await http.delete(f"/api/memory/{alec['id']}")
    await http.put(f"/api/memory/{tea['id']}", json={"content": "The user likes coffee"})
    for content in exports:
        for preview in (True, False):
            done = (await http.post("/api/import", params={"preview": preview}, content=content)).json()
            assert (done["id"], done["new"], done["found"]) == (None, 0, 0)
            assert {it["why"] for it in done["left_out"]} == {"deleted or changed since"}
    listed = (await http.get("/api/memory/")).json()["memories"]
    assert [it["content"] for it in listed] == ["The user likes coffee"]


async def test_a_preview_stores_nothing_and_an_import_is_undone(http: httpx.AsyncClient) -> None:
    preview = (await http.post("/api/import", params={"preview": True}, content=LIST)).json()
    assert (preview["id"], preview["found"], preview["new"], preview["known"], preview["skipped"]) == (None, 3, 2, 1, 1)
    assert [it["content"] for it in preview["memories"]] == ["The user likes green tea", "The user builds a kayak"]
    assert preview["left_out"] == [{"text": "No", "why": "shorter than 5 characters"}]
    assert (await http.get("/api/memory/")).json()["total"] == 1
    done = (await http.post("/api/import", content=LIST)).json()
    assert {**done, "id": None} == preview
    assert (await http.get("/api/memory/")).json()["total"] == 3
    undone = await http.post(f"/api/import/{done['id']}/undo")
    assert undone.json() == {"removed": 2, "kept": 0}
    assert (await http.get("/api/memory/")).json()["total"] == 1
    assert (await http.post(f"/api/import/{done['id']}/undo")).status_code == 409
    assert (await http.post("/api/import/abcdefgh/undo")).status_code == 404


async def test_what_is_unreadable_or_too_large_is_refused(http: httpx.AsyncClient) -> None:
    assert "damaged" in (await http.post("/api/import", content=b'{"a": ')).json()["detail"]
    assert (await http.post("/api/import", content=b" " * 1_000_001)).status_code == 200
    assert (await http.post("/api/import", content=b" " * (MOST_IMPORT_BYTES + 1))).status_code == 413


async def test_a_form_is_refused_with_what_to_send_instead(http: httpx.AsyncClient) -> None:
    for preview in (True, False):
        refused = await http.post("/api/import", params={"preview": preview}, files={"file": ("m.md", LIST)})
        assert (refused.status_code, "--data-binary @m.md" in refused.json()["detail"]) == (415, True)
    assert (await http.get("/api/memory/")).json()["total"] == 1
    form = {"Content-Type": "application/x-www-form-urlencoded"}  # what curl calls any body
    assert (await http.post("/api/import", content=LIST, headers=form)).json()["new"] == 2


async def test_an_import_follows_the_memory_mode(http: httpx.AsyncClient, database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        await owners.change(tx, owner, capture=CaptureMode.OFF)
    assert (await http.post("/api/import", content=LIST)).status_code == 403
    assert (await http.post("/api/import", params={"preview": True}, content=LIST)).status_code == 200


async def test_an_import_ends_when_its_client_leaves_and_stores_nothing(
    http: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    async with database.transaction() as tx:
        await lock(tx, owner)
        importing = asyncio.create_task(http.post("/api/import", content=LIST))
        await until_waiting(tx)
        importing.cancel()
        await until_none_waits(tx)
    assert (await http.get("/api/memory/")).json()["total"] == 1
