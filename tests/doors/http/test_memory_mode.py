"""In memory mode "none", programs read no memories over HTTP, as over MCP; the page shows its owner all of it."""

import httpx

from bot.kit.capture_modes import TURNED_OFF, CaptureMode
from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.store import owners

ALEC = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}
SHOWING = ("memory/", "memory/search?query=boss", "memory/{}", "memory/{}/source", "timeline/", "prompt", "export")
OTHERS = ("notes/", "reminders/", "conversations/", "conversations/search/?query=boss", "usage", "session")


async def set_mode(database: Database, owner: Owner, mode: CaptureMode) -> None:
    """Set the owner's memory mode."""
    async with database.transaction() as tx:
        await owners.change(tx, owner, capture=mode)


async def test_a_program_reads_no_memories_in_mode_none_but_the_page_does(
    http: httpx.AsyncClient, page: httpx.AsyncClient, database: Database, owner: Owner
) -> None:
    its_id = (await http.post("/api/memory/", json=ALEC)).json()["id"]
    await set_mode(database, owner, CaptureMode.OFF)
    assert (await http.get("/api/memory/")).status_code == 200
    await set_mode(database, owner, CaptureMode.NONE)
    for path in SHOWING:
        refused = await http.get(f"/api/{path.format(its_id)}")
        assert (refused.status_code, refused.json()["detail"]) == (403, f"Nothing is shown: {TURNED_OFF}"), path
        assert (await page.get(f"/api/{path.format(its_id)}")).status_code == 200, path
    assert (await http.post("/api/import?preview=true", content=b"- Alec is a boss")).status_code == 403
    for path in OTHERS:
        assert (await http.get(f"/api/{path}")).status_code == 200, path
