"""What changes elsewhere appears on the page by itself, and the page says when it can't be reached."""

import asyncio
from pathlib import Path

import httpx
import pytest
from playwright.async_api import BrowserContext, Page, expect

from bot.chat.languages import Languages
from bot.chat.preferences import Preferences
from bot.database.engine import Database
from bot.values.owner import Owner
from practice.serving import Place
from tests.api.serving import doors, token
from tests.browser.conftest import Complaints
from tests.browser.product import practising, say
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.page.conftest import Keepsake, enter, open_view, opened_from
from tests.scenarios.test_api import free_port

pytestmark = pytest.mark.asyncio(loop_scope="session")

SOON_MS = 2_000


async def test_a_change_in_the_chat_appears_within_two_seconds(
    context: BrowserContext, tmp_path: Path, database_url: str
) -> None:
    async with (
        practising(context, tmp_path, DATABASE_URL=database_url, API_PORT=str(free_port())) as chat,
        opened_from(chat) as page,
    ):
        await expect(page.get_by_text("No memories yet.")).to_be_visible()
        await say(chat, "/memory add preference I like tea", answer="Remembered")
        row = page.locator(".rows li")
        await expect(row).to_contain_text("tea", timeout=SOON_MS)
        await row.get_by_role("link").click()
        await say(chat, "/memory", answer="tea")
        await say(chat, "/memory edit 1 I like green tea", answer="✏️")
        await expect(page.locator(".versions ins")).to_have_text("green", timeout=SOON_MS)
        await page.goto(page.url.partition("#")[0] + "#/conversations")
        await expect(page.get_by_text("No conversations yet.")).to_be_visible()
        await say(chat, "Hello there", answer="")
        await expect(page.locator(".rows li")).to_contain_text("Hello there", timeout=SOON_MS)


async def test_what_another_program_changes_appears_and_is_marked(page: Page, keepsake: Keepsake) -> None:
    await keepsake.remember("Alec is the user's boss", "person", "Alec")
    await open_view(page, keepsake)
    await expect(page.locator(".rows li")).to_have_count(1)
    await keepsake.remember("Anna is the user's sister", "person", "Anna")
    await expect(page.locator(".rows li.changed")).to_contain_text("Anna", timeout=SOON_MS)
    await expect(page.locator(".rows li.changed")).to_have_count(1)


async def test_the_page_says_when_keepsake_is_away_and_reads_anew_when_it_is_back(
    context: BrowserContext, complaints: Complaints, database_url: str, owner: Owner
) -> None:
    complaints.expected = ("net::ERR_",)
    database = Database(database_url)
    async with Place(await doors(database, owner.bot_id, {owner.user_id})) as place, httpx.AsyncClient() as http:
        keepsake = Keepsake(place.url, http, database, owner, Languages(database, Preferences(database)))
        page = await context.new_page()
        await enter(page, keepsake)
        await open_view(page, keepsake)
        await expect(page.get_by_text("No memories yet.")).to_be_visible()
        await place.close()
        await expect(page.get_by_role("alert").filter(has_text="Can't reach Keepsake")).to_be_visible()
        await place.open()
        await expect(page.get_by_text("Can't reach Keepsake")).to_be_hidden()
        await page.close()
    await database.close()


async def test_what_changes_while_the_page_begins_to_listen_again_is_not_missed(
    context: BrowserContext, complaints: Complaints, database_url: str, owner: Owner
) -> None:
    complaints.expected = ("net::ERR_",)
    asked, go_on = asyncio.Event(), asyncio.Event()
    go_on.set()

    async def hold(statement: Statement) -> None:
        if statement.sql.startswith("LISTEN") and not statement.done:
            asked.set()
            await go_on.wait()

    async with PostgresProxy(database_url, hold) as proxy:
        database = Database(proxy.url)
        app = await doors(database, owner.bot_id, {owner.user_id})
        headers = {"Authorization": f"Bearer {await token(database, owner)}"}
        async with Place(app) as place, httpx.AsyncClient(base_url=place.url, headers=headers) as http:
            keepsake = Keepsake(place.url, http, database, owner, Languages(database, Preferences(database)))
            await keepsake.remember("Alec is the user's boss", "person", "Alec")
            page = await context.new_page()
            await enter(page, keepsake)
            await open_view(page, keepsake)
            await expect(page.locator(".rows li")).to_have_count(1)
            await place.close()
            asked.clear()
            go_on.clear()
            async with page.expect_response("**/api/events"):
                await place.open()
            await asked.wait()
            await page.evaluate("() => fetch('/api/memory/').then((answer) => answer.text())")
            await keepsake.remember("Anna is the user's sister", "person", "Anna")
            go_on.set()
            await expect(page.locator(".rows li")).to_have_count(2)
            await page.close()
        await database.close()


async def test_many_tabs_share_one_stream(context: BrowserContext, keepsake: Keepsake) -> None:
    await keepsake.remember("Alec is the user's boss", "person", "Alec")
    pages = [await context.new_page() for _ in range(8)]
    await enter(pages[0], keepsake)
    for page in pages:
        await open_view(page, keepsake)
        await expect(page.locator(".rows li")).to_have_count(1)
    await keepsake.remember("Anna is the user's sister", "person", "Anna")
    for page in pages:
        await expect(page.locator(".rows li.changed")).to_contain_text("Anna", timeout=SOON_MS)
    await pages[0].close()  # the one that listened
    await keepsake.remember("The user likes tea", "preference")
    for page in pages[1:]:
        await expect(page.locator(".rows li")).to_have_count(3)
    for page in pages[1:]:
        await page.close()
