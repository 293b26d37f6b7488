"""The model reads pages and searches the web."""

from collections.abc import AsyncIterator

import pytest

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.web.site import Site
from tests.process import BotProcess, Script, call


def result(model: Script) -> str:
    """Return the last tool result that the model was sent."""
    last = model.requests[-1].request.messages[-1]
    assert last.role == "tool"
    return str(last.content)


@pytest.fixture
async def url(bot_process: BotProcess) -> AsyncIterator[str]:
    """The address of a small web, which the bot may read and search."""
    async with serve(Site().app) as url:
        bot_process.settings |= {"SEARXNG_URL": url, "WEB_ALLOWED_HOSTS": url.removeprefix("http://")}
        await bot_process.start()
        yield url


async def test_a_link_is_read_and_the_web_is_searched(telegram: BotApi, model: Script, url: str) -> None:
    model.then(call("fetch_page", url=f"{url}/ferry"), "It sails at 7:40.")
    asked = telegram.send_text(f"{url}/ferry")
    await telegram.bot_message("It sails at 7:40.", after=asked)
    assert result(model).startswith(f"[Not the user's words: a web page]\n> {url}/ferry\n> ")
    assert "sails at 7:40" in result(model)
    model.then(call("web_search", query="lighthouse"), "I found a page.")
    await telegram.bot_message("I found a page.", after=telegram.send_text("Search when the lighthouse was lit first"))
    assert f"> 1. How the lighthouse keeps its light\n> {url}/lighthouse" in result(model)
    model.then(call("fetch_page", url=f"{url}/lighthouse"), "In 1871.")
    await telegram.bot_message("In 1871.", after=telegram.send_text(f"Read {url}/lighthouse"))
    assert "lit for the first time in 1871" in result(model)
