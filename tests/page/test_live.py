"""What changes elsewhere appears on the page by itself, and the page says when it can't be reached."""

import asyncio

import httpx
from playwright.async_api import BrowserContext, expect

from bot.kit.owner import Owner
from bot.store.engine import Database
from bot.turns.preferences import Languages, Preferences
from practice.serving import Place
from tests.browser.conftest import Complaints
from tests.crash.postgres_proxy import PostgresProxy, Statement
from tests.doors.http.serving import doors, token
from tests.page.conftest import Keepsake, enter, open_view

SOON_MS = 2_000


async def test_the_page_says_when_keepsake_is_away_and_misses_nothing_when_it_is_back(
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
            await expect(page.get_by_role("alert").filter(has_text="Can't reach Keepsake")).to_be_visible()
            asked.clear()
            go_on.clear()
            async with page.expect_response("**/api/events"):
                await place.open()
            await asked.wait()
            await page.evaluate("() => fetch('/api/memory/').then((answer) => answer.text())")
            await keepsake.remember("Anna is the user's sister", "person", "Anna")
            go_on.set()
            await expect(page.locator(".rows li")).to_have_count(2)
            await expect(page.get_by_text("Can't reach Keepsake")).to_be_hidden()
            await page.close()
        await database.close()


async def test_several_tabs_share_one_stream(context: BrowserContext, keepsake: Keepsake) -> None:
    streams: list[str] = []
    context.on("request", lambda it: streams.append(it.url) if it.url.endswith("/api/events") else None)
    pages = [await context.new_page() for _ in range(3)]
    await enter(pages[0], keepsake)
    streams.clear()
    for page in pages:
        await open_view(page, keepsake)
        await expect(page.get_by_text("No memories yet.")).to_be_visible()
    assert len(streams) == 1
    await keepsake.remember("Anna is the user's sister", "person", "Anna")
    for page in pages:
        await expect(page.locator(".rows li.changed")).to_contain_text("Anna", timeout=SOON_MS)
    await pages[0].close()  # the one that listened
    await keepsake.remember("The user likes tea", "preference")
    for page in pages[1:]:
        await expect(page.locator(".rows li")).to_have_count(2)
        await page.close()
