"""Requests that wait for one another leave room for turns."""

import asyncio

import httpx

from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.store.owners import lock
from tests.doors.http.serving import token
from tests.waiting import until_waiting


async def test_writers_that_wait_for_their_owners_lock_leave_connections_to_turns(
    http: httpx.AsyncClient, owner: Owner, database: Database
) -> None:
    other = {"Authorization": f"Bearer {await token(database, Owner(owner.bot_id, 2))}"}
    http.timeout = httpx.Timeout(60)
    async with database.transaction() as tx:
        await lock(tx, owner)
        facts = [{"content": f"Fact number {number}", "category": "context", "is_new": True} for number in range(30)]
        writing = [asyncio.create_task(http.post("/api/memory/", json=it)) for it in facts]
        async with asyncio.timeout(30):
            await until_waiting(tx)
            async with httpx.AsyncClient(base_url=http.base_url, headers=other) as others:
                assert (await others.get("/api/session")).status_code == 200
    assert {(await it).status_code for it in writing} == {201}
