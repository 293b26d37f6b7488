"""What is counted of requests over HTTP."""

import httpx

from bot.kit.owner import Owner
from bot.store.engine import Database, Transaction
from bot.turns.preflight import NextPrompt
from tests.doors.http.serving import served, token


async def broken(_tx: Transaction, _owner: Owner) -> NextPrompt:
    """Fail as a bug would."""
    raise RuntimeError("boom")


async def requests(http: httpx.AsyncClient) -> dict[str, float]:
    """Return the counted requests by their labels."""
    lines = (await http.get("/metrics")).text.splitlines()
    counted = (it.removeprefix("keepsake_api_requests_total") for it in lines if "api_requests_total{" in it)
    return {labels: float(number) for labels, number in (it.rsplit(" ", 1) for it in counted)}


async def test_methods_that_clients_make_up_are_counted_as_one(http: httpx.AsyncClient) -> None:
    for number in range(5):
        assert (await http.request(f"MADEUP{number}", "/api/memory/")).status_code == 405
    counted = await requests(http)
    assert not [it for it in counted if "MADEUP" in it]
    assert counted['{method="other",path="/api/memory/",status="405"}'] == 5


async def test_an_error_of_ours_is_counted(database: Database, owner: Owner) -> None:
    headers = {"Authorization": f"Bearer {await token(database, owner)}"}
    async with (
        served(database, owner.bot_id, {1}, next_prompt=broken) as url,
        httpx.AsyncClient(base_url=url, headers=headers) as http,
    ):
        assert (await http.get("/api/prompt")).status_code == 500
        assert (await requests(http))['{method="GET",path="/api/prompt",status="500"}'] == 1
