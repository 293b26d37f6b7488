"""The API, and who asks it: a program of the owner's, and the page."""

from collections.abc import AsyncIterator

import httpx
import pytest

from bot.kit.owner import Owner
from bot.kit.usage import Prices
from bot.store.engine import Database
from tests.doors.http.serving import page_headers, served, token

PRICES = Prices(fresh=2, cached=1, output=10)


@pytest.fixture
async def url(database: Database, owner: Owner) -> AsyncIterator[str]:
    """The address of the API for two users."""
    async with served(database, owner.bot_id, {owner.user_id, 2}, prices=PRICES) as url:
        yield url


@pytest.fixture
async def http(url: str, database: Database, owner: Owner) -> AsyncIterator[httpx.AsyncClient]:
    """A client that may read and write what is the owner's."""
    headers = {"Authorization": f"Bearer {await token(database, owner)}"}
    async with httpx.AsyncClient(base_url=url, headers=headers) as http:
        yield http


@pytest.fixture
async def page(url: str, database: Database, owner: Owner) -> AsyncIterator[httpx.AsyncClient]:
    """The page, in which the owner is logged in."""
    async with httpx.AsyncClient(base_url=url, headers=await page_headers(database, owner)) as page:
        yield page
