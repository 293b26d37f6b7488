"""Topics of private chats, as strict as Telegram's."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from practice.serving import serve
from practice.telegram.bot_api import BotApi

TOKEN = "1000:tests"


@pytest.fixture
def telegram() -> BotApi:
    """A server whose bot has topics, and a user with one."""
    telegram = BotApi(TOKEN)
    telegram.has_topics = True
    return telegram


class Calls:
    """The bot's side."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    async def __call__(self, method: str, **parameters: object) -> dict[str, Any]:
        """Call a method about user 1."""
        answer = await self._client.post(f"/bot{TOKEN}/{method}", json={"chat_id": 1} | parameters)
        body: dict[str, Any] = answer.json()
        return body

    async def result(self, method: str, **parameters: object) -> Any:
        """Return what a call results in."""
        body = await self(method, **parameters)
        assert body["ok"], body
        return body["result"]

    async def error(self, method: str, **parameters: object) -> str:
        """Return why a call is refused."""
        body = await self(method, **parameters)
        assert not body["ok"], body
        return str(body["description"]).removeprefix("Bad Request: ")


@pytest.fixture
async def call(telegram: BotApi) -> AsyncIterator[Calls]:
    """The bot, in a chat with user 1."""
    async with serve(telegram.app) as url, httpx.AsyncClient(base_url=url, trust_env=False) as client:
        telegram.send_text("Hello")
        yield Calls(client)


def received(telegram: BotApi) -> list[dict[str, Any]]:
    """Return the messages that reach the bot."""
    updates: list[dict[str, Any]] = [dict(it) for it in telegram.pending_updates]
    return [it["message"] for it in updates if "message" in it]


async def test_whether_there_are_topics_is_said_with_the_bot_itself(telegram: BotApi, call: Calls) -> None:
    me = await call.result("getMe")
    assert (me["has_topics_enabled"], me["allows_users_to_create_topics"]) == (True, True)
    telegram.users_open_topics = False
    with pytest.raises(ValueError, match="can't open"):
        telegram.open_topic("Rome")
    telegram.has_topics = False
    me = await call.result("getMe")
    assert (me["has_topics_enabled"], me["allows_users_to_create_topics"]) == (False, False)
    assert await call.error("createForumTopic", name="Rome") == "the chat is not a forum"


@pytest.mark.parametrize(
    ("method", "parameters", "description"),
    [
        ("sendMessage", {"text": "Hello", "message_thread_id": 99}, "message thread not found"),
        ("sendChatAction", {"action": "typing", "message_thread_id": 99}, "message thread not found"),
        ("createForumTopic", {"name": " "}, "title must be non-empty"),
        ("editForumTopic", {"message_thread_id": 99, "name": "Rome"}, "TOPIC_ID_INVALID"),
        ("deleteForumTopic", {"message_thread_id": 99}, "TOPIC_ID_INVALID"),
    ],
)
async def test_a_call_about_no_topic_is_refused(
    call: Calls, method: str, parameters: dict[str, object], description: str
) -> None:
    assert await call.error(method, **parameters) == description


async def test_topics_survive_a_restart(tmp_path: Path) -> None:
    async def served(telegram: BotApi) -> None:
        telegram.has_topics = True
        async with serve(telegram.app):
            if not telegram.topics():
                telegram.open_topic("Rome")

    await served(BotApi(TOKEN, tmp_path))
    again = BotApi(TOKEN, tmp_path)
    await served(again)
    assert [it.name for it in again.topics()] == ["Rome"]
