"""Keys under messages, by real calls: as strict as the Bot API, and a press comes as a callback query."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from telegram import Bot, CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, WebAppInfo

from practice.serving import serve
from practice.telegram.bot_api import BotApi

TOKEN = "1:practice"
Json = dict[str, object]
KEYS: Json = {
    "inline_keyboard": [[{"text": "Yes", "callback_data": "y"}, {"text": "More", "url": "https://a.example/"}]]
}
OTHER_KEYS: Json = {"inline_keyboard": [[{"text": "Undo", "callback_data": "u"}]]}
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


async def test_edits_change_the_keys(api: BotApi, client: httpx.AsyncClient) -> None:
    """Without a keyboard, an edit takes the keys away."""
    await result(client, "sendMessage", text="Shall I?", reply_markup=KEYS)
    edited = await result(client, "editMessageReplyMarkup", message_id=2, reply_markup=OTHER_KEYS)
    assert (edited["reply_markup"], edited["text"], "edit_date" in edited) == (OTHER_KEYS, "Shall I?", False)
    edited = await result(client, "editMessageText", message_id=2, text="Shall I?", reply_markup=KEYS)
    assert edited["reply_markup"] == KEYS
    assert (await call(client, "editMessageText", message_id=2, text="Shall I?", reply_markup=KEYS))[
        "description"
    ] == NOT_MODIFIED
    assert "reply_markup" not in await result(client, "editMessageText", message_id=2, text="Shall I?")
    assert (await call(client, "editMessageReplyMarkup", message_id=2))["description"] == NOT_MODIFIED
    assert not api.messages()[1].keyboard


async def test_the_keys_of_a_users_message_cannot_be_edited(client: httpx.AsyncClient) -> None:
    refused = await call(client, "editMessageReplyMarkup", message_id=1, reply_markup=KEYS)
    assert refused["description"] == "Bad Request: message can't be edited"


@pytest.mark.parametrize(
    ("markup", "reason"),
    [
        ("{", "can't parse reply keyboard markup JSON object"),
        ("[]", "object expected as reply markup"),
        ({"keyboard": [["a"]]}, "unsupported reply_markup"),
        ({"inline_keyboard": 1}, "unsupported reply_markup"),
        ({"inline_keyboard": [1]}, 'field "inline_keyboard" must be an Array of Arrays'),
        ({"inline_keyboard": [[1]]}, "can't parse inline keyboard button: InlineKeyboardButton must be an Object"),
        (
            {"inline_keyboard": [[{"url": "a.example"}]]},
            "can't parse inline keyboard button: Can't find field \"text\"",
        ),
        (
            {"inline_keyboard": [[{"text": "a", "url": None}]]},
            'can\'t parse inline keyboard button: Field "url" must be of type String',
        ),
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


@pytest.mark.parametrize("data", ["x", "é" * 32])
async def test_data_of_up_to_64_bytes_is_taken(client: httpx.AsyncClient, data: str) -> None:
    markup = {"inline_keyboard": [[{"text": "a", "callback_data": data}], []]}
    sent = await result(client, "sendMessage", text="Shall I?", reply_markup=markup)
    assert sent["reply_markup"] == {"inline_keyboard": [[{"text": "a", "callback_data": data}]]}


@pytest.mark.parametrize("markup", [None, {}, {"inline_keyboard": []}])
async def test_an_empty_keyboard_is_none(client: httpx.AsyncClient, markup: object) -> None:
    assert "reply_markup" not in await result(client, "sendMessage", text="Shall I?", reply_markup=markup)


async def test_a_press_comes_as_a_callback_query(api: BotApi, client: httpx.AsyncClient) -> None:
    message = await result(client, "sendMessage", text="Shall I?", reply_markup=KEYS)
    query_id, pressing = await pressed(api, client)
    query = api.pending_updates[-1]["callback_query"]
    assert query == {
        "id": query_id,
        "from": {"id": 1, "is_bot": False, "first_name": "You", "language_code": "en"},
        "message": message,
        "chat_instance": "1",
        "data": "y",
    }
    assert await call(client, "answerCallbackQuery", callback_query_id=query_id) == {"ok": True, "result": True}
    assert (await pressing).json() == {"text": "", "show_alert": False}


async def test_the_answer_reaches_the_page_that_pressed(api: BotApi, client: httpx.AsyncClient) -> None:
    await result(client, "sendMessage", text="Shall I?", reply_markup=KEYS)
    query_id, pressing = await pressed(api, client)
    await call(client, "answerCallbackQuery", callback_query_id=query_id, text="Done", show_alert=True)
    assert (await pressing).json() == {"text": "Done", "show_alert": True}


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


@pytest.mark.parametrize("body", [{"message_id": 2, "data": "n"}, {"message_id": 9, "data": "y"}, {"data": "y"}])
async def test_only_a_key_that_is_there_can_be_pressed(api: BotApi, client: httpx.AsyncClient, body: Json) -> None:
    await result(client, "sendMessage", text="Shall I?", reply_markup=KEYS)
    answer = await client.post("/page/press", json=body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert not any("callback_query" in update for update in api.pending_updates)


async def test_the_page_hears_of_keys(client: httpx.AsyncClient) -> None:
    await result(client, "sendMessage", text="Shall I?", reply_markup=KEYS)
    async with client.stream("GET", "/page/changes") as stream:
        async for line in stream.aiter_lines():
            if line.startswith("data: "):
                break
    message = json.loads(line.removeprefix("data: "))["messages"][1]
    assert message["keyboard"] == [
        [
            {"text": "Yes", "url": "", "callback_data": "y", "web_app": None},
            {"text": "More", "url": "https://a.example/", "callback_data": "", "web_app": None},
        ]
    ]


async def test_python_telegram_bot_sends_keys_and_answers_presses(
    api: BotApi, url: str, client: httpx.AsyncClient
) -> None:
    mini_app = InlineKeyboardButton("Open", web_app=WebAppInfo("https://a.example"))
    keys = InlineKeyboardMarkup([[InlineKeyboardButton("Yes", callback_data="y")], [mini_app]])
    async with Bot(TOKEN, base_url=f"{url}/bot") as bot:
        sent = await bot.send_message(1, "Shall I?", reply_markup=keys)
        assert sent.reply_markup == keys
        query_id, pressing = await pressed(api, client)
        query = (await bot.get_updates())[-1].callback_query
        assert isinstance(query, CallbackQuery)
        assert (query.id, query.data, query.message) == (query_id, "y", sent)
        assert await query.answer("Done")
        assert await query.edit_message_text("Done.")
        assert (await pressing).json()["text"] == "Done"
        assert api.messages()[1].text == "Done."
