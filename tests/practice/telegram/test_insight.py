"""What the page asks for to show beside the chat."""

import json
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime

import httpx
import pytest

from bot.errors import DatabaseUnavailable
from bot.messages import Memory, MemoryCategory, MemoryVersion, Usage
from bot.practice.serving import serve
from bot.practice.telegram.bot_api import BotApi
from bot.practice.telegram.insight import Insight
from bot.practice.telegram.sent_requests import SentRequests
from bot.prompt import private_prompt

TOKEN = "1:practice"
AT = datetime(2026, 1, 2, 3, 4, tzinfo=UTC)
Remembered = Sequence[tuple[Memory, Sequence[MemoryVersion]]]
ALEC = Memory(
    id="Alec0001",
    category=MemoryCategory.PERSON,
    subject="Alec",
    content="second",
    version=2,
    created_at=AT,
    updated_at=AT,
    deleted_at=AT,
)
WORDINGS = [
    MemoryVersion(number=it, content=text, created_at=AT, source=None) for it, text in enumerate(("first", "second"), 1)
]


class Database:
    """Memories, and whether a private chat goes on, as long as it can be reached."""

    def __init__(self) -> None:
        self.is_away = False
        self.is_private = False
        self.reads = 0

    async def memories(self) -> Remembered:
        """Return what is remembered."""
        self.reads += 1
        if self.is_away:
            raise DatabaseUnavailable
        return [(ALEC, WORDINGS)]

    async def private(self) -> bool:
        """Tell whether a private chat goes on."""
        if self.is_away:
            raise DatabaseUnavailable
        return self.is_private


@pytest.fixture
def database() -> Database:
    return Database()


@pytest.fixture
def requests() -> SentRequests:
    return SentRequests()


@pytest.fixture
async def client(database: Database, requests: SentRequests) -> AsyncIterator[httpx.AsyncClient]:
    usages = ["/memory show <id>: every wording of a memory"]
    insight = Insight(database.memories, requests, usages, database.private, "Europe/London")
    async with serve(BotApi(TOKEN, insight=insight).app) as url, httpx.AsyncClient(base_url=url, timeout=10) as client:
        yield client


def sent(*said: str) -> bytes:
    return json.dumps({"messages": [{"role": "user", "content": it} for it in said]}).encode()


async def test_the_memories_come_with_their_wordings(client: httpx.AsyncClient) -> None:
    at = "2026-01-02T03:04:00+00:00"
    assert (await client.get("/page/memories")).json() == [
        {
            "id": "Alec0001",
            "category": "person",
            "subject": "Alec",
            "content": "second",
            "pinned": False,
            "deleted_at": at,
            "versions": [
                {"number": 1, "content": "first", "created_at": at},
                {"number": 2, "content": "second", "created_at": at},
            ],
        }
    ]


async def test_a_database_that_is_away_is_said(client: httpx.AsyncClient, database: Database) -> None:
    database.is_away = True
    answer = await client.get("/page/memories")
    assert (answer.status_code, answer.json()) == (503, {"error": "The database can't be reached right now."})


async def test_nothing_is_read_that_no_page_asks_for(
    client: httpx.AsyncClient, database: Database, requests: SentRequests
) -> None:
    await client.post("/page/send", json={"text": "hi"})
    await client.post(f"/bot{TOKEN}/sendMessage", json={"chat_id": 1, "text": "hello"})
    requests.sent(sent("hi"))
    assert database.reads == 0


async def test_before_any_request_there_is_none(client: httpx.AsyncClient) -> None:
    assert (await client.get("/page/request")).json() is None


async def test_a_request_comes_with_what_it_shares_with_the_one_before(
    client: httpx.AsyncClient, requests: SentRequests
) -> None:
    requests.sent(sent("hi"))
    assert (await client.get("/page/request")).json()["known_from"] is None
    requests.sent(sent("hi", "there"))
    requests.answered(Usage(input_tokens=30, cached_tokens=20, output_tokens=10))
    request = (await client.get("/page/request")).json()
    assert (request["number"], request["known_from"]) == (2, "same")
    assert request["usage"].items() >= {"input_tokens": 30, "cached_tokens": 20, "output_tokens": 10}.items()
    assert request["known_bytes"] == len('[{"role": "user", "content": "hi"}')
    assert request["all_bytes"] == len('[{"role": "user", "content": "hi"}, {"role": "user", "content": "there"}]')
    assert "".join(piece["text"] for piece in request["body"]).encode() == sent("hi", "there")
    assert [block["pieces"][0]["state"] for block in request["blocks"]] == ["known", "new"]


async def test_another_conversation_in_between_changes_nothing(
    client: httpx.AsyncClient, requests: SentRequests
) -> None:
    for said in (("one",), ("two",), ("one", "more")):
        requests.sent(sent(*said))
    assert (await client.get("/page/request")).json()["known_bytes"] == len('[{"role": "user", "content": "one"}')


async def test_what_was_sent_in_a_private_chat_is_dropped_when_it_is_over(
    client: httpx.AsyncClient, database: Database, requests: SentRequests
) -> None:
    private = {"role": "system", "content": private_prompt("")}
    requests.sent(sent("hi"))
    requests.sent(json.dumps({"messages": [private, {"role": "user", "content": "a secret"}]}).encode())
    database.is_private = True
    assert (await client.get("/page/request")).json()["number"] == 2
    database.is_private = False
    database.is_away = True
    assert (await client.get("/page/request")).status_code == 503
    database.is_away = False
    assert (await client.get("/page/request")).json()["number"] == 1
    database.is_private = True
    assert (await client.get("/page/request")).json()["number"] == 1
    requests.sent(sent("hi", "there"))
    assert (await client.get("/page/request")).json()["number"] == 3


async def test_an_answer_to_what_was_dropped_is_counted_for_nothing(requests: SentRequests) -> None:
    private = {"role": "system", "content": private_prompt("")}
    requests.sent(json.dumps({"messages": [private]}).encode())
    requests.drop_private()
    requests.answered(Usage())
    assert requests.last is None


async def test_an_open_page_hears_of_requests(client: httpx.AsyncClient, requests: SentRequests) -> None:
    async with client.stream("GET", "/page/changes") as stream:
        news = (json.loads(line[6:]) async for line in stream.aiter_lines() if line.startswith("data: "))
        welcome = await anext(news)
        assert (welcome["insight"], welcome["timezone"]) == (True, "Europe/London")
        assert welcome["usages"] == ["/memory show <id>: every wording of a memory"]
        assert welcome["timezone"] == "Europe/London"
        requests.sent(sent("hi"))
        assert await anext(news) == {"requests": 1, "is_asked": True}
        requests.answered(Usage())
        assert await anext(news) == {"requests": 2, "is_asked": False}


async def test_without_insight_there_is_none() -> None:
    async with serve(BotApi(TOKEN).app) as url, httpx.AsyncClient(base_url=url) as client:
        for path in ("/page/memories", "/page/request"):
            assert (await client.get(path)).status_code == 404
        async with client.stream("GET", "/page/changes") as stream:
            line = await anext(line async for line in stream.aiter_lines() if line.startswith("data: "))
    assert not json.loads(line[6:])["insight"]


@pytest.mark.parametrize("path", ["/page/memories", "/page/request"])
async def test_no_foreign_name_can_read(client: httpx.AsyncClient, path: str) -> None:
    assert (await client.get(path, headers={"Host": "evil.example"})).status_code == 403
