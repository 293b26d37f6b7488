"""What a program changes over HTTP is shown in the chat, with Undo; what the owner changes on the page, in the log."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import psycopg
import pytest
from psycopg.rows import TupleRow

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import labels, pressed
from tests.process import run
from tests.scenarios.test_page_login import logged_in
from tests.striking import marked

BOSS = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}
THROUGH = "\n(through Calendar)"


@pytest.fixture
async def http(
    api_url: str, settings: dict[str, str], tmp_path: Path, telegram: BotApi
) -> AsyncIterator[httpx.AsyncClient]:
    """A program, once the user has begun to chat."""
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    _, said = await run("token", "add", "Calendar", "--user", "1", cwd=tmp_path, **settings)
    async with httpx.AsyncClient(
        base_url=api_url, headers={"Authorization": f"Bearer {said.splitlines()[-1]}"}
    ) as http:
        yield http


async def receipt(telegram: BotApi, line: str, after: Message | None = None) -> Message:
    """Wait for a receipt in the chat."""
    found = await telegram.bot_message(line, after=after.message_id if after else 0)
    assert found.text == line + THROUGH
    return found


async def undone(telegram: BotApi, message: Message) -> None:
    """Press Undo below the receipt of a memory, which then says so and has no button."""
    now = await pressed(telegram, message, "Undo")
    line = message.text.removesuffix(THROUGH)
    assert (marked(now), list(now.keyboard)) == (f"~{line}~{THROUGH}", [])


async def test_undoing_pinning_and_restoring_a_memory_is_undone_in_the_chat(
    http: httpx.AsyncClient, telegram: BotApi
) -> None:
    where = (await http.post("/api/memory/", json=BOSS)).headers["Location"]
    assert (await http.put(where, json={"content": BOSS["content"]})).json()["receipt"] == ""
    await http.put(where, json={"content": "Alec is the user's friend", "subject": "Work"})
    updated = await receipt(telegram, "✏️ Alec is your boss → Work: Alec is your friend")
    await undone(telegram, updated)
    now = (await http.get(where)).json()
    assert (now["subject"], now["content"], now["version"]) == ("Alec", BOSS["content"], 3)
    undo = await http.post(f"{where}/versions/3/undo")
    await undone(telegram, await receipt(telegram, undo.json()["receipt"], updated))
    await http.put(f"{where}/pin")
    pinned = await receipt(telegram, "📌 Pinned: Alec is your boss")
    await undone(telegram, pinned)
    assert not (await http.get(where)).json()["pinned"]
    await http.delete(where)
    await http.post(f"{where}/restore")
    await undone(telegram, await receipt(telegram, "💾 Remembered: Alec is your boss", pinned))
    assert (await http.get(where)).json()["deleted_at"]


async def test_changes_of_notes_and_reminders_are_undone_in_the_chat(http: httpx.AsyncClient, telegram: BotApi) -> None:
    where = (await http.post("/api/notes/", json={"name": "Groceries", "content": "- [ ] milk"})).headers["Location"]
    written = await receipt(telegram, "📓 Groceries: new, 1 of 1 item open")
    await http.put(where, json={"name": "Shopping", "content": "- [ ] milk\n- [ ] tea"})
    renamed = await receipt(telegram, "📓 Shopping: renamed from “Groceries”", written)
    again = await receipt(telegram, "📓 Shopping: rewritten, 2 of 2 items open", renamed)
    await pressed(telegram, again, "Undo")
    await pressed(telegram, renamed, "Undo")
    note = (await http.get(where)).json()
    assert (note["name"], note["content"]) == ("Groceries", "- [ ] milk")
    await http.delete(where)
    deleted = await receipt(telegram, "📓 Groceries: deleted")
    assert labels(deleted) == ["↩️ Undo"]
    await pressed(telegram, deleted, "Undo")
    assert (await http.get(where)).json()["deleted_at"] is None
    mom = {"text": "Call mom", "when": "tomorrow at 9"}
    where = (await http.post("/api/reminders/", json=mom)).headers["Location"]
    made = await telegram.bot_message("Call mom")
    assert made.text.endswith(THROUGH)
    await http.put(where, json={"text": "Call Anna"})
    await pressed(telegram, await telegram.bot_message("Call Anna", after=made.message_id), "Undo")
    assert (await http.get(where)).json()["text"] == "Call mom"
    await http.delete(where)
    await pressed(telegram, await receipt(telegram, "⏰ Cancelled: Call mom"), "Undo")
    assert (await http.get(where)).json()["state"] == "active"


async def test_an_import_is_undone_in_the_chat_or_by_the_program(http: httpx.AsyncClient, telegram: BotApi) -> None:
    await http.post("/api/import", content=b"- The user likes green tea\n- The user builds a kayak\n")
    imported = await telegram.bot_message("Imported 2 memories.")
    assert imported.text.endswith(THROUGH)
    entries = (await http.get("/api/timeline/")).json()["entries"]
    assert [(it["origin"], it["through"]) for it in entries] == [("import", "Calendar")] * 2
    now = await pressed(telegram, imported, "Undo")
    assert now.text == "Import undone: 2 memories removed."
    assert (await http.get("/api/memory/")).json()["total"] == 0
    made = await http.post("/api/import", content=b"- The user owns a boat\n")
    imported = await telegram.bot_message("Imported 1 memory.", after=imported.message_id)
    assert (await http.post(f"/api/import/{made.json()['id']}/undo")).json() == {"removed": 1, "kept": 0}
    await receipt(telegram, "Import undone: 1 memory removed.", imported)
    shown = telegram.message(imported.user_id, imported.message_id)
    assert shown
    assert not shown.keyboard


async def test_the_page_shows_its_changes_itself_and_follows_no_mode(
    http: httpx.AsyncClient,
    api_url: str,
    telegram: BotApi,
    settings: dict[str, str],
    tmp_path: Path,
    connection: psycopg.AsyncConnection[TupleRow],
) -> None:
    where = (await http.post("/api/memory/", json=BOSS)).headers["Location"]
    await receipt(telegram, "💾 Remembered: Alec is your boss")
    await telegram.bot_message("", after=telegram.send_text("/memory mode off"))
    refused = await http.put(where, json={"content": "Alec is the user's friend"})
    assert (refused.status_code, "turned that off" in refused.json()["detail"]) == (403, True)
    assert (await http.delete(where)).status_code == 403
    _, said = await run("open", "--user", "1", cwd=tmp_path, **settings | {"API_PORT": str(urlsplit(api_url).port)})
    async with logged_in(said.splitlines()[-1]) as page:
        changed = await page.put(where, json={"content": "Alec is the user's friend"})
        assert changed.json()["receipt"] == "✏️ Alec is your boss → Alec is your friend"
        assert (await page.get(where)).json()["versions"][-1]["through"] == "page"
        assert (await page.delete(where)).status_code == 200
    log = await telegram.bot_message("🗒 What I did:", after=telegram.send_text("/activity"))
    lines = [
        "🗑 Forgot: Alec is your friend",
        "✏️ Alec is your boss → Alec is your friend",
        "💾 Remembered: Alec is your boss",
    ]
    assert [it.partition(". ")[2] for it in log.text.split("\n")[2::2]][:3] == lines
    assert log.text.count("(through ") == 1
    await pressed(telegram, log, "↩️ 1")
    assert (await http.get(where)).json()["deleted_at"] is None
    silent = await (await connection.execute("SELECT count(*) FROM telegram_messages WHERE is_silent")).fetchone()
    assert silent == (1,)
