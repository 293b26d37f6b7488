"""In memory mode "none", programs read no memories over HTTP, as over MCP; the page shows its owner all of it."""

from collections.abc import AsyncIterator

import httpx
import pytest

from bot.api.access import SESSION
from bot.database import access_tokens, owners
from bot.database.engine import Database
from bot.tools.memory import TURNED_OFF
from bot.values.memories import CaptureMode
from bot.values.owner import Owner
from tests.api.serving import served, token

ALEC = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}
SHOWING = ("memory/", "memory/search?query=boss", "memory/{}", "memory/{}/source", "timeline/", "prompt", "export")
OTHERS = ("notes/", "reminders/", "conversations/", "conversations/search/?query=boss", "usage", "session")


@pytest.fixture
async def url(database: Database, owner: Owner) -> AsyncIterator[str]:
    """The address of the API."""
    async with served(database, owner.bot_id, {owner.user_id}) as url:
        yield url


async def set_mode(database: Database, owner: Owner, mode: CaptureMode) -> None:
    """Set the owner's memory mode."""
    async with database.transaction() as tx:
        await owners.change(tx, owner, capture=mode)


async def test_a_program_reads_no_memories_in_mode_none(url: str, database: Database, owner: Owner) -> None:
    program = {"Authorization": f"Bearer {await token(database, owner)}"}
    async with httpx.AsyncClient(base_url=f"{url}/api/", headers=program) as http:
        its_id = (await http.post("memory/", json=ALEC)).json()["id"]
        await set_mode(database, owner, CaptureMode.OFF)
        for path in SHOWING:
            assert (await http.get(path.format(its_id))).status_code == 200, path
        await set_mode(database, owner, CaptureMode.NONE)
        for path in SHOWING:
            refused = await http.get(path.format(its_id))
            assert (refused.status_code, refused.json()["detail"]) == (403, f"Nothing is shown: {TURNED_OFF}"), path
        assert (await http.post("import", params={"preview": True}, content=b"- Alec is a boss")).status_code == 403
        for path in OTHERS:
            assert (await http.get(path)).status_code == 200, path


async def test_the_page_shows_them_in_every_mode(url: str, database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        session = await access_tokens.begin_session(tx, owner)
    page = {"Cookie": f"{SESSION}={session}", "Sec-Fetch-Site": "same-origin"}
    await set_mode(database, owner, CaptureMode.NONE)
    async with httpx.AsyncClient(base_url=f"{url}/api/", headers=page) as http:
        its_id = (await http.post("memory/", json=ALEC)).json()["id"]
        for path in SHOWING:
            assert (await http.get(path.format(its_id))).status_code == 200, path
