"""A real Chromium, one for the run's worker, and in it the chat page of a server of the test's own.

Everything asynchronous here lives in the loop of the session, since a browser does not leave the loop it began in.
"""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, async_playwright, expect

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.sent_requests import SentRequests
from tests.browser.bot import COMMANDS, Bot
from tests.conftest import TOKEN
from tests.telling import Telling

_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
_PATIENCE_MS = 60_000
PROGRAM_ARGUMENTS = ("--no-sandbox", "--disable-quic", "--disable-dev-shm-usage")
"""As root Chromium needs the first; the shared memory of a container is too small for it."""
EVIL = "evil.test"
"""A domain whose names lead to this machine, as DNS rebinding makes them."""
DESK = {"width": 1280, "height": 800}


def program() -> str | None:
    """Return the path of this machine's Chromium, if it has one."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs a browser on a machine that has none."""
    if not program():
        pytest.skip(f"{item.name}: no {' or '.join(_NAMES)} here (on Debian: apt install chromium-headless-shell)")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The machine's Chromium."""
    expect.set_options(timeout=_PATIENCE_MS)
    async with async_playwright() as playwright:
        microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]
        rebound = f"--host-resolver-rules=MAP *.{EVIL} 127.0.0.1"
        arguments = [*PROGRAM_ARGUMENTS, *microphone, rebound]
        started = await playwright.chromium.launch(executable_path=program(), args=arguments)
        yield started
        await started.close()


@dataclass
class Complaints:
    """What a page complained of: errors, warnings, what its Content-Security-Policy refused."""

    heard: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()

    def hear(self, page: Page) -> None:
        """Listen to a page."""
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.heard.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(words in message.text for words in self.expected):
            self.heard.append(message.text)


@pytest.fixture
def complaints() -> Complaints:
    """What the test's pages complain of."""
    return Complaints()


@pytest_asyncio.fixture(loop_scope="session")
async def context(browser: Browser, complaints: Complaints) -> AsyncIterator[BrowserContext]:
    """A browser profile of the test's own, in which no page may complain."""
    context = await browser.new_context(
        viewport={"width": DESK["width"], "height": DESK["height"]},
        locale="en-GB",
        timezone_id="Europe/London",
        color_scheme="light",
        permissions=["clipboard-read", "clipboard-write"],
    )
    context.set_default_timeout(_PATIENCE_MS)
    context.on("page", complaints.hear)
    yield context
    await context.close()
    assert complaints.heard == []


@pytest.fixture
def api() -> BotApi:
    """A Bot API server whose bot the test plays, and whose page has a panel."""
    return BotApi(TOKEN, notice=lambda _: "Practice mode.", insight=Insight(SentRequests(), Telling()))


@pytest_asyncio.fixture(loop_scope="session")
async def url(api: BotApi) -> AsyncIterator[str]:
    """The address of the server."""
    async with serve(api.app) as url:
        yield url


@pytest_asyncio.fixture(loop_scope="session")
async def bot(api: BotApi, url: str) -> AsyncIterator[Bot]:
    """The bot, which the user has started."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:
        api.send_text("/start")
        bot = Bot(api, client)
        await bot.call("setMyCommands", commands=COMMANDS)
        yield bot


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext, url: str, bot: Bot) -> AsyncIterator[Page]:
    """The chat page, open, with the message that started the bot."""
    async with opened(context, url) as page:
        await expect(page.locator(".message")).to_have_count(len(bot.api.messages()))
        yield page


async def stop_time(page: Page) -> None:
    """Stop the page's clock; `page.clock.run_for` advances it."""
    await page.clock.pause_at(datetime.now(UTC) + timedelta(seconds=10))


@asynccontextmanager
async def opened(context: BrowserContext, url: str, *, status: str = "bot") -> AsyncIterator[Page]:
    """Open the chat page and wait until it is connected; close it before the server stops."""
    page = await context.new_page()
    await page.clock.install()  # before any timer is set: one set earlier would run on when the clock is stopped
    try:
        await page.goto(url)
        await expect(page.locator("#status")).to_have_text(status)
        yield page
    finally:
        await page.close()
