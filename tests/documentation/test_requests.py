"""The requests that the page on the API names are those of the API."""

import re

import httpx

from bot.database.engine import Database
from bot.values.owner import Owner
from tests.api.serving import served
from tests.documentation.pages import INSTRUCTIONS, spans


async def test_every_request_that_is_named_can_be_made(database_url: str, owner: Owner) -> None:
    database = Database(database_url)
    async with served(database, owner.bot_id, {owner.user_id}) as url, httpx.AsyncClient(base_url=url) as http:
        paths = (await http.get("/openapi.json")).json()["paths"]
    await database.close()
    asked = [span.split() for span in spans(INSTRUCTIONS["docs/api.md"]) if re.match("(GET|POST) /", span)]
    assert len(asked) > 5
    names = {method.lower() + " " + re.sub(r"\{\w+\}", "{}", path) for path in paths for method in paths[path]}
    assert {f"{method.lower()} {re.sub(r'{[^}]*}', '{}', path)}" for method, path in asked} - names == set()
