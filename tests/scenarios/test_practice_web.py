"""Practice mode has a small web: it is searched and read without any setting."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chat_page import Page
from tests.process import BotProcess
from tests.scenarios.test_practice_mode import address


@pytest.fixture
async def page(tmp_path: Path, data_dir: Path) -> AsyncIterator[Page]:
    """The chat page of a bot with no settings but its data folder."""
    process = BotProcess(tmp_path, {"DATA_DIR": str(data_dir)})
    await process.start()
    opened = Page(address(process))
    yield opened
    await opened.close()
    await process.stop()


async def test_the_web_is_searched_and_a_page_of_it_is_read(page: Page) -> None:
    await page.say("Search the web for the ferry")
    found = await page.seen(lambda texts: "/ferry" in texts[-1])
    url = re.search(r"http://127\.0\.0\.1:\d+/ferry", found[-1])
    assert url, found
    await page.say(f"Read {url[0]}")
    read = await page.seen(lambda texts: "Bicycles" in texts[-1])
    assert f"I have read {url[0]}. It begins: “From this winter on, the ferry to Old Harbour" in read[-1]
