import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx
import pytest

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Command

TOKEN = "1:practice"
NOTICE = "Practice mode: a rule-based model answers <here>."
Json = dict[str, object]


@pytest.fixture
def api() -> BotApi:
    return BotApi(TOKEN, notice=lambda _: NOTICE)


@pytest.fixture
async def client(api: BotApi) -> AsyncIterator[httpx.AsyncClient]:
    async with serve(api.app) as url, httpx.AsyncClient(base_url=url) as client:
        yield client


@dataclass(frozen=True)
class Page:
    """An open page, as it hears of changes."""

    lines: AsyncIterator[str]

    async def news(self) -> Json:
        """Await the next change."""
        async with asyncio.timeout(5):
            async for line in self.lines:
                if line.startswith("data: "):
                    news: Json = json.loads(line.removeprefix("data: "))
                    return news
        raise EOFError


@asynccontextmanager
async def opened(client: httpx.AsyncClient) -> AsyncIterator[Page]:
    async with client.stream("GET", "/page/changes") as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        yield Page(stream.aiter_lines())


async def bot_calls(client: httpx.AsyncClient, method: str, **parameters: object) -> None:
    answer = await client.post(f"/bot{TOKEN}/{method}", json={"chat_id": 1} | parameters)
    assert answer.is_success, answer.text


async def test_the_page_comes_with_a_strict_policy_and_holds_nothing_inline(client: httpx.AsyncClient) -> None:
    answer = await client.get("/")
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert not re.search(r"<script(?![^>]*src=)|<style| style=| on\w+=", answer.text)


async def test_an_opened_page_hears_what_there_is(api: BotApi, client: httpx.AsyncClient) -> None:
    api.send_text("hello")
    api.send_text("not for this page", user_id=7)
    api.set_commands((Command("new", "Start afresh"),))
    async with opened(client) as page:
        news = await page.news()
    assert (news["bot"], news["notice"]) == ("Practice bot", NOTICE)
    assert news["commands"] == [{"command": "new", "description": "Start afresh"}]
    assert isinstance(news["messages"], list)
    assert [(it["user_id"], it["text"], it["from_bot"]) for it in news["messages"]] == [(1, "hello", False)]


async def test_typing_commands_and_deletions_are_seen(api: BotApi, client: httpx.AsyncClient) -> None:
    message_id = api.send_text("hi")
    async with opened(client) as page:
        await page.news()
        await bot_calls(client, "sendChatAction", action="typing")
        typing = (await page.news())["typing_seconds"]
        assert isinstance(typing, float)
        assert 4 < typing <= 5
        await bot_calls(client, "sendMessage", text="done")
        assert (await page.news())["typing_seconds"] == 0
        api.set_commands((Command("help", "Help"),))
        assert await page.news() == {"commands": [{"command": "help", "description": "Help"}]}
        api.delete_message(message_id)
        assert await page.news() == {"removed": [message_id]}


async def test_a_long_text_is_sent_in_parts(api: BotApi, client: httpx.AsyncClient) -> None:
    text = "x" * 4050 + "\n" + "y" * 5000
    assert (await client.post("/page/send", json={"text": text})).is_success
    assert [len(message.text) for message in api.messages()] == [4050, 4096, 904]


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Origin": "{origin}"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Content-Type": "text/plain"}, 403),
    ],
)
async def test_no_foreign_page_can_write(
    api: BotApi, client: httpx.AsyncClient, headers: dict[str, str], status: int
) -> None:
    origin = str(client.base_url).rstrip("/")
    given = {"Content-Type": "application/json"} | {name: text.format(origin=origin) for name, text in headers.items()}
    answer = await client.post("/page/send", content=b'{"text": "hi"}', headers=given)
    assert answer.status_code == status
    assert len(api.messages()) == (status == 200)


async def test_no_foreign_name_can_read(client: httpx.AsyncClient) -> None:
    """A foreign name that leads to this machine is what DNS rebinding makes."""
    for host in ("evil.example:8123", "a{b.evil.test", "127.0.0.1{.evil.test", ":8123", ""):
        assert (await client.get("/page/changes", headers={"Host": host})).status_code == 403, host
