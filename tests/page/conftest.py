"""The memory page in a real Chromium, before the real API and PostgreSQL, signed in as the tests' user."""

from collections.abc import AsyncIterator, Generator
from dataclasses import dataclass

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import BrowserContext, Page, ViewportSize, expect

from bot.doors.http.login import key_of
from bot.doors.store import access_tokens
from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.preferences import Languages, Preferences
from bot.turns.values.origins import Source
from tests.browser.conftest import Complaints, browser, complaints, context, pytest_runtest_setup
from tests.doors.http.serving import served, token
from tests.doors.http.test_mini_app import BOT_TOKEN
from tests.past import talk

__all__ = ["browser", "complaints", "context", "pytest_runtest_setup"]

DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 800}


@pytest.hookimpl(wrapper=True)
def pytest_pycollect_makemodule() -> Generator[None, pytest.Module, pytest.Module]:
    """Run all tests of the page in the loop of the session, which the browser does not leave."""
    module = yield
    module.add_marker(pytest.mark.asyncio(loop_scope="session"))
    return module


@dataclass(frozen=True)
class Keepsake:
    """The served API: its address, a client that is another program of the owner's, and the database."""

    url: str
    http: httpx.AsyncClient
    database: Database
    owner: Owner
    languages: Languages

    async def choose(self, language: str | None) -> None:
        """Choose the owner's language, as /settings does."""
        async with self.database.transaction() as tx:
            await self.languages.choose(tx, self.owner, language)

    async def remember(self, content: str, category: str = "person", subject: str | None = None) -> str:
        """Store a memory and return its id."""
        body = {"content": content, "category": category, "subject": subject, "is_new": True}
        answer = await self.http.post("/api/memory/", json=body)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    async def update(self, memory_id: str, content: str) -> None:
        """Give a memory another text."""
        answer = await self.http.put(f"/api/memory/{memory_id}", json={"content": content})
        assert answer.status_code == 200, answer.text

    async def memory(self, memory_id: str) -> dict[str, object]:
        """Return a memory."""
        body: dict[str, object] = (await self.http.get(f"/api/memory/{memory_id}")).json()
        return body


@pytest_asyncio.fixture(loop_scope="session")
async def keepsake(database_url: str, owner: Owner) -> AsyncIterator[Keepsake]:
    """The API of a bot that has a Mini App, served."""
    database = Database(database_url)
    languages = Languages(database, Preferences(database))
    key = key_of(BOT_TOKEN)
    async with served(database, owner.bot_id, {owner.user_id}, languages=languages, mini_app_key=key) as url:
        headers = {"Authorization": f"Bearer {await token(database, owner)}"}
        async with httpx.AsyncClient(base_url=url, headers=headers) as http:
            yield Keepsake(url, http, database, owner, languages)
    await database.close()


@pytest.fixture
def size() -> ViewportSize:
    """The size of the window."""
    return DESK


@pytest_asyncio.fixture(loop_scope="session")
async def page(
    context: BrowserContext,
    keepsake: Keepsake,
    complaints: Complaints,
    size: ViewportSize,
) -> AsyncIterator[Page]:
    """The page, logged in with a link."""
    complaints.expected = ("404 (Not Found)", "409 (Conflict)", "412 (Precondition Failed)")
    page = await context.new_page()
    await page.set_viewport_size(size)
    await enter(page, keepsake)
    yield page
    await page.close()


async def enter(page: Page, keepsake: Keepsake) -> None:
    """Log a browser in with a link."""
    async with keepsake.database.transaction() as tx:
        key = await access_tokens.add_link(tx, keepsake.owner)
    await page.goto(f"{keepsake.url}/login?key={key}")
    await page.wait_for_url(f"{keepsake.url}/")
    await page.goto("about:blank")


async def open_view(page: Page, keepsake: Keepsake, view: str = "memories") -> None:
    """Open a view and wait until it is there."""
    await page.goto(f"{keepsake.url}/#/{view}")
    await expect(page.locator("main section").last).to_be_visible()


async def learn(keepsake: Keepsake, said: str, content: str) -> str:
    """Have a memory learned from a message, and return its id."""
    conversation, (turn,) = await talk(keepsake.database, keepsake.owner, [f"user: {said}", "you: I'll remember that."])
    source = Source(conversation_id=conversation.id, turn_id=turn.id)
    wanted = Addition(content=content, category=MemoryCategory.PERSON, subject="Alec")
    async with keepsake.database.transaction() as tx:
        return (await Memories().change(tx, keepsake.owner, wanted, source=source)).memory.id
