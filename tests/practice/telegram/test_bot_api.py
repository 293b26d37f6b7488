import stat
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from telegram import Bot
from telegram.error import BadRequest

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document, Location, Photo, Sticker, Voice
from practice.telegram.messenger import Upload
from tests.pictures import photo

TOKEN = "1:practice"
NOTES = Upload("notes.txt", "text/plain", b"Notes")
EVERY_BYTE = bytes(range(256)) + b"\r\n--\r\n\r\n--boundary\n\r"
Json = dict[str, object]


@dataclass(frozen=True)
class Caller:
    """Calls methods as a bot does, and returns the answer's status and body."""

    url: str
    client: httpx.AsyncClient

    async def __call__(self, method: str, /, **parameters: object) -> Json:
        """Return the whole answer to a POST with JSON."""
        answer = await self.client.post(f"{self.url}/bot{TOKEN}/{method}", json=parameters)
        body: Json = answer.json()
        assert answer.status_code == body.get("error_code", 200)
        return body

    async def result(self, method: str, /, **parameters: object) -> Json:
        """Return the result of a call that succeeds with an object."""
        body = await self(method, **parameters)
        assert body["ok"], body
        result = body["result"]
        assert isinstance(result, dict)
        return result

    async def document(self, content: bytes, chat_id: int) -> None:
        """Send a file, with a form."""
        url, files = f"{self.url}/bot{TOKEN}/sendDocument", {"document": ("notes.json", content)}
        assert (await self.client.post(url, data={"chat_id": str(chat_id)}, files=files)).is_success

    async def error(self, method: str, /, **parameters: object) -> object:
        """Return the error of a refused call."""
        return (await self(method, **parameters))["description"]

    async def updates(self, **parameters: object) -> list[Json]:
        """Return what getUpdates answers."""
        body = await self("getUpdates", **parameters)
        assert isinstance(body["result"], list), body
        return body["result"]


@asynccontextmanager
async def calling(api: BotApi) -> AsyncIterator[Caller]:
    async with serve(api.app) as url, httpx.AsyncClient(timeout=30) as client:
        yield Caller(url, client)


@pytest.fixture
def api() -> BotApi:
    return BotApi(TOKEN)


@pytest.fixture
async def call(api: BotApi) -> AsyncIterator[Caller]:
    async with calling(api) as caller:
        yield caller


# ---- how it is called


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
async def test_only_programs_of_this_machine_may_call(call: Caller, headers: dict[str, str], status: int) -> None:
    answer = await call.client.get(f"{call.url}/bot{TOKEN}/getMe", headers=headers)
    assert answer.status_code == status


async def test_python_telegram_bot_finds_nothing_to_complain_of(api: BotApi, call: Caller) -> None:
    async with Bot(TOKEN, base_url=f"{call.url}/bot") as bot:
        assert (bot.bot.id, bot.bot.username) == (1, "practice_bot")
        assert await bot.set_my_commands([("memory", "What I remember")])
        api.send_text("hello")
        api.send(Photo(photo()), caption="look")
        for content in (Sticker(photo(), "🙂"), Voice(b"OggS"), Document(NOTES), Location(48.1, 11.5)):
            api.send(content)
        api.edit_text(1, "hello!")
        api.block()
        api.unblock()
        updates = await bot.get_updates()
        assert [update.effective_chat and update.effective_chat.id for update in updates] == [1] * 9
        assert updates[1].message
        assert updates[1].message.photo
        assert updates[1].message.caption == "look"
        assert updates[6].edited_message
        assert updates[6].edited_message.edit_date
        sent = await bot.send_message(1, "*", reply_to_message_id=1)
        assert sent.reply_to_message
        assert sent.reply_to_message.text == "hello!"
        edited = await bot.edit_message_text("done", 1, sent.message_id)
        assert isinstance(edited, type(sent))
        assert edited.text == "done"
        assert edited.edit_date
        with pytest.raises(BadRequest, match="Message is not modified"):
            await bot.edit_message_text("done", 1, sent.message_id)
        assert await bot.send_chat_action(1, "typing")
        assert await bot.delete_message(1, sent.message_id)


# ---- sending and editing


@pytest.mark.parametrize(
    ("parameters", "description"),
    [
        ({"text": "👍" * 2048 + "!"}, "message is too long"),
        ({"chat_id": 99}, "chat not found"),
        (
            {"entities": [{"type": "bold", "offset": 6, "length": 1}]},
            "entity begins after the end of the text at UTF-16 offset 6",
        ),
        (
            {"entities": [{"type": "shiny", "offset": 0, "length": 1}]},
            "can't parse MessageEntity: Unsupported type specified",
        ),
    ],
)
async def test_what_telegram_does_not_send_is_refused_in_its_words(
    api: BotApi, call: Caller, parameters: Json, description: str
) -> None:
    api.send_text("hi")
    assert (
        await call.error("sendMessage", **{"chat_id": 1, "text": "hello"} | parameters) == f"Bad Request: {description}"
    )
    assert len(api.messages()) == 1


@pytest.mark.parametrize(
    ("text", "entities", "sent", "kept"),
    [
        ("a\r\nbc", [("code", 3, 2)], "a\nbc", [("code", 2, 2)]),
        ("👍👍 x", [("italic", 5, 1), ("bold", 0, 4)], "👍👍 x", [("bold", 0, 4), ("italic", 5, 1)]),
        ("/a /b", [("code", 0, 2)], "/a /b", [("code", 0, 2), ("bot_command", 3, 2)]),
    ],
)
async def test_texts_are_trimmed_and_entities_moved_along(
    api: BotApi,
    call: Caller,
    text: str,
    entities: list[tuple[str, int, int]],
    sent: str,
    kept: list[tuple[str, int, int]],
) -> None:
    api.send_text("hi")
    given = [{"type": type_, "offset": offset, "length": length} for type_, offset, length in entities]
    await call.result("sendMessage", chat_id=1, text=text, entities=given)
    message = api.messages()[-1]
    assert message.text == sent
    assert [(entity.type, entity.offset, entity.length) for entity in message.entities] == kept


# ---- buttons and topics

KEYS: Json = {
    "inline_keyboard": [[{"text": "Yes", "callback_data": "y"}, {"text": "More", "url": "https://a.example/"}]]
}


async def test_a_query_is_answered_once_and_only_a_key_that_is_there_can_be_pressed(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    sent = await call.result("sendMessage", chat_id=1, text="Shall I?", reply_markup=KEYS)
    assert sent["reply_markup"] == KEYS
    query_id = api.press(2, "y")
    assert (await call("answerCallbackQuery", callback_query_id=query_id))["ok"]
    refused = await call.error("answerCallbackQuery", callback_query_id=query_id)
    assert refused == "Bad Request: query is too old and response timeout expired or query ID is invalid"
    answer = await call.client.post(f"{call.url}/page/press", json={"message_id": 2, "data": "n"})
    assert (answer.status_code, answer.json()) == (400, {"error": "this button is gone"})


# ---- a restart


async def test_everything_is_still_there_after_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "practice"
    before, after = BotApi(TOKEN, state), BotApi(TOKEN, state)
    async with calling(before) as call:
        before.send_text("one")
        before.send_text("/two", reply_to=1)
        bold = [{"type": "bold", "offset": 0, "length": 1}]
        await call.result("sendMessage", chat_id=1, text="x", entities=bold, link_preview_options={"is_disabled": True})
        before.send(Photo(photo()), user_id=7)
        await call.result("sendMessage", chat_id=1, text="to be deleted")
        before.delete_message(5)
        before.block(7)
        await call("setMyCommands", commands=[{"command": "new", "description": "Start afresh"}])
        first, *left = [it["update_id"] for it in await call.updates(allowed_updates=["message"])]
        await call.updates(offset=left[0])
    async with calling(after) as call:
        assert after.messages() == before.messages()
        assert after.messages(7) == before.messages(7)
        assert after.commands == before.commands
        assert [it["update_id"] for it in await call.updates()] == left
        assert after.put_update({"poll": {}}) is None
        assert after.send_text("next") == 6
        newest = (await call.updates())[-1]["update_id"]
        assert isinstance(first, int)
        assert newest == first + 4
        assert await call.error("sendMessage", chat_id=7, text="x") == "Forbidden: bot was blocked by the user"
    assert {stat.S_IMODE(path.stat().st_mode) for path in state.iterdir()} == {0o600}
    assert stat.S_IMODE(state.stat().st_mode) == 0o700


# ---- files


async def test_a_file_is_for_those_who_know_the_token_or_see_the_chat(api: BotApi, call: Caller) -> None:
    api.send_text("hi", user_id=7)
    await call.document(EVERY_BYTE, chat_id=7)
    secret = "documents/file_1.json"
    for path, status in ((f"/file/bot2:practice/{secret}", 401), ("/page/file/2", 404)):
        assert (await call.client.get(call.url + path)).status_code == status
    browser = {"Sec-Fetch-Site": "cross-site"}
    assert (await call.client.get(f"{call.url}/file/bot{TOKEN}/{secret}", headers=browser)).status_code == 403


async def test_a_file_outlives_a_restart_and_goes_with_its_message(tmp_path: Path) -> None:
    before, after = BotApi(TOKEN, tmp_path), BotApi(TOKEN, tmp_path)
    async with calling(before) as call:
        before.send_text("hi")
        await call.document(EVERY_BYTE, chat_id=1)
        await call.document(EVERY_BYTE, chat_id=1)
        await call("deleteMessage", chat_id=1, message_id=3)
    async with calling(after):
        assert after.messages() == before.messages()
        assert (after.file(2), after.file(3)) == (EVERY_BYTE, None)
