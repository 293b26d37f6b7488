"""Keys under messages, by real calls: as strict as the Bot API, and a press comes as a callback query."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from practice.serving import serve
from practice.telegram.bot_api import BotApi

TOKEN = "1:practice"
Json = dict[str, object]
KEYS: Json = {
    "inline_keyboard": [[{"text": "Yes", "callback_data": "y"}, {"text": "More", "url": "https://a.example/"}]]
}
NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
UNKNOWN_QUERY = "Bad Request: query is too old and response timeout expired or query ID is invalid"


@pytest.fixture
async def api() -> BotApi:
    """A server to whose bot the user has written."""
    return BotApi(TOKEN)


@pytest.fixture
async def url(api: BotApi) -> AsyncIterator[str]:
    async with serve(api.app) as url:
        api.send_text("hi")
        yield url


@pytest.fixture
async def client(url: str) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(base_url=url) as client:
        yield client


async def call(client: httpx.AsyncClient, method: str, **parameters: object) -> Json:
    """Call a method, and return the whole answer."""
    answer = await client.post(f"/bot{TOKEN}/{method}", json={"chat_id": 1} | parameters)
    body: Json = answer.json()
    return body


async def result(client: httpx.AsyncClient, method: str, **parameters: object) -> Json:
    """Call a method that succeeds with an object."""
    body = await call(client, method, **parameters)
    assert body["ok"], body
    assert isinstance(body["result"], dict)
    return body["result"]


async def pressed(
    api: BotApi, client: httpx.AsyncClient, data: str = "y"
) -> tuple[str, "asyncio.Task[httpx.Response]"]:
    """Press a key of message 2 on the page; return the query's id, and the page's request, which waits."""
    pressing = asyncio.create_task(client.post("/page/press", json={"message_id": 2, "data": data}))
    update = await api.wait_for(lambda: next((it for it in api.pending_updates if "callback_query" in it), None))
    query = update["callback_query"]
    assert isinstance(query, dict)
    return str(query["id"]), pressing


async def test_a_message_keeps_its_keys_over_a_restart(tmp_path: Path) -> None:
    for text, count in (("first", 1), ("second", 2)):
        api = BotApi(TOKEN, tmp_path)
        async with serve(api.app) as url, httpx.AsyncClient(base_url=url) as client:
            api.send_text("hi")
            sent = await result(client, "sendMessage", text=text, reply_markup=KEYS)
            assert sent["reply_markup"] == KEYS
            with_keys = [message for message in api.messages() if message.keyboard]
            assert len(with_keys) == count


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ("{", "unsupported reply_markup"),
        ({"inline_keyboard": [[{"url": "a.example"}]]}, "unsupported reply_markup"),
        (
            {"inline_keyboard": [[{"text": "a"}]]},
            "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
        ),
        ({"inline_keyboard": [[{"text": " ", "callback_data": "a"}]]}, "REPLY_MARKUP_INVALID"),
        ({"inline_keyboard": [[{"text": "a", "callback_data": "é" * 33}]]}, "BUTTON_DATA_INVALID"),
        ({"inline_keyboard": [[{"text": "a", "callback_data": "a"}] * 101]}, "REPLY_MARKUP_TOO_LONG"),
        (
            {"inline_keyboard": [[{"text": "a", "url": "ftp://a.example"}]]},
            "inline keyboard button URL 'ftp://a.example' is invalid: Unsupported URL protocol",
        ),
        (
            {"inline_keyboard": [[{"text": "a", "web_app": {"url": "http://a.example"}}]]},
            "inline keyboard button Web App URL 'http://a.example' is invalid: Only HTTPS links are allowed",
        ),
    ],
)
async def test_a_wrong_keyboard_is_refused(api: BotApi, client: httpx.AsyncClient, markup: object, reason: str) -> None:
    refused = await call(client, "sendMessage", text="Shall I?", reply_markup=markup)
    assert (refused["error_code"], refused["description"]) == (400, f"Bad Request: {reason}")
    assert len(api.messages()) == 1


async def test_data_of_up_to_64_bytes_is_taken(client: httpx.AsyncClient) -> None:
    data = "é" * 32
    markup = {"inline_keyboard": [[{"text": "a", "callback_data": data}], []]}
    sent = await result(client, "sendMessage", text="Shall I?", reply_markup=markup)
    assert sent["reply_markup"] == {"inline_keyboard": [[{"text": "a", "callback_data": data}]]}


async def test_a_query_is_answered_once_and_only_if_it_is_known(api: BotApi, client: httpx.AsyncClient) -> None:
    await result(client, "sendMessage", text="Shall I?", reply_markup=KEYS)
    query_id, pressing = await pressed(api, client)
    too_long = await call(client, "answerCallbackQuery", callback_query_id=query_id, text="x" * 201)
    assert too_long["description"] == "Bad Request: MESSAGE_TOO_LONG"
    assert (await call(client, "answerCallbackQuery", callback_query_id=query_id, text="x" * 200))["ok"]
    for unknown in (query_id, "1", ""):
        refused = await call(client, "answerCallbackQuery", callback_query_id=unknown)
        assert refused["description"] == UNKNOWN_QUERY
    await pressing


@pytest.mark.parametrize("body", [{"message_id": 2, "data": "n"}, {"data": "y"}])
async def test_only_a_key_that_is_there_can_be_pressed(api: BotApi, client: httpx.AsyncClient, body: Json) -> None:
    await result(client, "sendMessage", text="Shall I?", reply_markup=KEYS)
    answer = await client.post("/page/press", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert not any("callback_query" in update for update in api.pending_updates)
