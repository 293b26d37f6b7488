import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

import practice.telegram
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Command

TOKEN = "1:practice"
NOTICE = "Practice mode: a rule-based model answers <here>."
assert practice.telegram.__file__
FOLDER = Path(practice.telegram.__file__).parent / "page"
SCRIPTS = sorted(FOLDER.glob("*.js"))
FILES = ["/", "/page/page.css", *(f"/page/{script.name}" for script in SCRIPTS)]
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


class References(HTMLParser):
    """Everything in a page that names another file, or runs or styles without one."""

    def __init__(self) -> None:
        super().__init__()
        self.files: list[str] = []
        self.inline: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take in an element."""
        named = dict(attrs)
        self.files += [value for name, value in attrs if name in {"src", "href", "action"} and value]
        if tag == "style" or (tag == "script" and not named.get("src")):
            self.inline.append(tag)
        self.inline += [name for name, _ in attrs if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("path", FILES[:3])
async def test_everything_comes_with_a_strict_policy(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    assert answer.headers["x-content-type-options"] == "nosniff"


async def test_the_page_holds_nothing_its_policy_forbids(client: httpx.AsyncClient) -> None:
    references = References()
    references.feed((await client.get("/")).text)
    assert references.inline == []
    own = [file for file in references.files if not file.startswith("data:")]
    assert sorted(own) == ["/page/page.css", "/page/page.js", "/page/theme.js", "/page/tokens.css"]
    for path in FILES[1:]:
        text = (await client.get(path)).text
        assert not re.search(r"https?://(?!\$|www\.w3\.org/2000/svg)|@import|url\(|\bimport\(", text)
        assert set(re.findall(r'\bfrom "(.+?)"', text)) <= {f"./{script.name}" for script in SCRIPTS}


def test_the_page_never_reads_html() -> None:
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|setHTML|document\.write|DOMParser|\beval\b"
    assert not [script.name for script in SCRIPTS if re.search(forbidden, script.read_text())]


async def test_an_opened_page_hears_what_there_is(api: BotApi, client: httpx.AsyncClient) -> None:
    api.send_text("hello")
    api.send_text("not for this page", user_id=7)
    api.set_commands((Command("new", "Start afresh"),))
    async with opened(client) as page:
        news = await page.news()
    assert (news["bot"], news["notice"]) == ("Practice bot", NOTICE)
    assert news["commands"] == [{"command": "new", "description": "Start afresh"}]
    (message,) = api.messages()
    assert news["messages"] == [
        {
            "message_id": message.message_id,
            "user_id": 1,
            "from_bot": False,
            "date": message.date,
            "text": "hello",
            "entities": [],
            "edited": None,
            "reply_to": None,
            "keyboard": [],
            "reactions": [],
            "bot_reactions": [],
            "topic": 0,
            "extra": {},
        }
    ]


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


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("x" * 10_000, [4096, 4096, 1808]),
        ("x" * 4050 + "\n" + "y" * 100, [4050, 100]),
    ],
)
async def test_a_long_text_is_sent_in_parts(
    api: BotApi, client: httpx.AsyncClient, text: str, lengths: list[int]
) -> None:
    assert (await client.post("/page/send", json={"text": text})).is_success
    texts = [message.text for message in api.messages()]
    assert [len(part.encode("utf-16-le")) // 2 for part in texts] == lengths
    assert re.sub(r"\s", "", "".join(texts)) == re.sub(r"\s", "", text)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
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


@pytest.mark.parametrize("path", ["/", "/page/changes", "/page/request"])
async def test_no_foreign_name_can_read(client: httpx.AsyncClient, path: str) -> None:
    """A foreign name that leads to this machine is what DNS rebinding makes."""
    assert (await client.get(path, headers={"Host": "evil.example:8123"})).status_code == 403
