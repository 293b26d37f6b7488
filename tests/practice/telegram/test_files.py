"""Files that a bot sends, as the Bot API takes and hands them out."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from practice.serving import serve
from practice.telegram.bot_api import BotApi

TOKEN = "1:practice"
Json = dict[str, object]
EVERY_BYTE = bytes(range(256)) + b"\r\n--\r\n\r\n--boundary\n\r"


@dataclass(frozen=True)
class Caller:
    """Calls methods with a form, as a bot does that sends a file."""

    url: str
    client: httpx.AsyncClient

    async def __call__(self, method: str, file: bytes | None = None, **fields: object) -> Json:
        """Return the whole answer."""
        texts = {name: it if isinstance(it, str) else json.dumps(it) for name, it in fields.items()}
        files = {} if file is None else {"document": ("notes.json", file)}
        answer = await self.client.post(f"{self.url}/bot{TOKEN}/{method}", data=texts, files=files)
        body: Json = answer.json()
        return body

    async def result(self, method: str, file: bytes | None = None, **fields: object) -> Json:
        """Return the result of a call that succeeds."""
        result = (await self(method, file, **fields))["result"]
        assert isinstance(result, dict)
        return result


@pytest.fixture
def api() -> BotApi:
    api = BotApi(TOKEN)
    api.send_text("hi")
    return api


@pytest.fixture
async def call(api: BotApi) -> AsyncIterator[Caller]:
    async with serve(api.app) as url, httpx.AsyncClient(timeout=30) as client:
        yield Caller(url, client)


async def test_a_file_has_telegrams_form(call: Caller) -> None:
    bold = [{"type": "bold", "offset": 0, "length": 3}]
    reply = {"message_id": 1}
    sent = await call.result(
        "sendDocument", b"{}", chat_id="1", caption=" All of it ", caption_entities=bold, reply_parameters=reply
    )
    quoted = sent["reply_to_message"]
    assert isinstance(quoted, dict)
    assert quoted["text"] == "hi"
    assert (sent["caption"], sent["caption_entities"]) == ("All of it", [{"type": "bold", "offset": 0, "length": 2}])
    assert not {"text", "entities"} & sent.keys()
    document = sent["document"]
    assert isinstance(document, dict)
    assert document == {
        "file_id": document["file_id"],
        "file_unique_id": document["file_unique_id"],
        "file_name": "notes.json",
        "mime_type": "application/json",
        "file_size": 2,
    }


async def test_a_file_is_for_those_who_know_the_token_or_see_the_chat(api: BotApi, call: Caller) -> None:
    api.send_text("hi", user_id=7)
    await call.result("sendDocument", b"secret", chat_id="7")
    paths = ("/file/bot2:practice/documents/file_1.json", "/page/file/3", f"/file/bot{TOKEN}/documents/file_2.json")
    answers = [await call.client.get(call.url + path) for path in paths]
    assert [answer.status_code for answer in answers] == [401, 404, 404]
    browser = {"Sec-Fetch-Site": "cross-site"}
    shown = await call.client.get(f"{call.url}/file/bot{TOKEN}/documents/file_1.json", headers=browser)
    assert shown.status_code == 403


async def test_a_file_outlives_a_restart_and_goes_with_its_message(tmp_path: Path) -> None:
    state = tmp_path / "practice"
    before, after = BotApi(TOKEN, state), BotApi(TOKEN, state)
    async with serve(before.app) as url, httpx.AsyncClient() as client:
        before.send_text("hi")
        call = Caller(url, client)
        await call.result("sendDocument", EVERY_BYTE, chat_id="1")
        await call.result("sendDocument", EVERY_BYTE, chat_id="1")
        await call("deleteMessage", chat_id="1", message_id="3")
    async with serve(after.app):
        assert after.messages() == before.messages()
        assert (after.file(2), after.file(3)) == (EVERY_BYTE, None)
