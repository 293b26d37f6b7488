import asyncio
import json
import logging
import signal
import stat
import sys
import textwrap
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest
from telegram import Bot, Message, MessageOriginChannel, MessageOriginHiddenUser, Update

from practice.faults import Fault
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.contents import Location
from practice.telegram.media import Document, Photo, Sticker, Voice
from practice.telegram.messenger import Upload
from practice.telegram.texts import TextError
from tests.pictures import photo

TOKEN = "1:practice"
NOTES = Upload("notes.txt", "text/plain", b"Notes")
Json = dict[str, object]
NOT_MODIFIED = (
    "Bad Request: message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)
CONFLICT = "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"


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

    async def error(self, method: str, /, **parameters: object) -> object:
        """Return the error of a refused call."""
        return (await self(method, **parameters))["description"]

    async def updates(self, **parameters: object) -> list[Json]:
        """Return what getUpdates answers."""
        body = await self("getUpdates", **parameters)
        assert isinstance(body["result"], list), body
        return body["result"]

    async def update_ids(self, **parameters: object) -> list[object]:
        """Return the ids of what getUpdates answers."""
        return [update["update_id"] for update in await self.updates(**parameters)]


def read(update: dict[str, object]) -> Message:
    """Return an update's message as the library reads it."""
    message = Update.de_json(update, None).message
    assert message
    return message


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
    "request_",
    [
        lambda url, fields: httpx.Request("GET", url, params=fields),
        lambda url, fields: httpx.Request("POST", url, params=fields),
        lambda url, fields: httpx.Request("POST", url, json=fields),
        lambda url, fields: httpx.Request("POST", url, data=fields),
        lambda url, fields: httpx.Request("POST", url, files={name: (None, text) for name, text in fields.items()}),
    ],
    ids=["query", "query of a POST", "JSON", "form", "multipart"],
)
async def test_parameters_come_in_every_way_the_bot_api_takes(
    api: BotApi, call: Caller, request_: Callable[[str, dict[str, str]], httpx.Request]
) -> None:
    api.send_text("hi")
    entities = json.dumps([{"type": "bold", "offset": 0, "length": 5}])
    fields = {"chat_id": "1", "text": "größe 👍 & more", "entities": entities}
    answer = await call.client.send(request_(f"{call.url}/bot{TOKEN}/sendMessage", fields))
    assert answer.json()["result"]["text"] == "größe 👍 & more"
    assert answer.json()["result"]["entities"] == [{"type": "bold", "offset": 0, "length": 5}]


async def test_nested_values_come_as_json_too(api: BotApi, call: Caller) -> None:
    first = api.send_text("hi")
    sent = await call.result("SENDmessage", chat_id=1, text="yes", reply_parameters={"message_id": first})
    assert sent["reply_to_message"] == {
        "message_id": first,
        "from": {"id": 1, "is_bot": False, "first_name": "You", "language_code": "en"},
        "chat": {"id": 1, "first_name": "You", "type": "private"},
        "date": sent["date"],
        "text": "hi",
    }


async def test_an_unknown_method_is_not_found(call: Caller) -> None:
    assert await call("sendDice", chat_id=1) == {"ok": False, "error_code": 404, "description": "Not Found"}


@pytest.mark.parametrize("path", ["/bot1:practice", "/bot1:practice/", "/nowhere"])
async def test_an_unknown_path_is_not_found(call: Caller, path: str) -> None:
    answer = await call.client.get(call.url + path)
    assert (answer.status_code, answer.json()["description"]) == (404, "Not Found")


async def test_another_token_is_unauthorized(call: Caller) -> None:
    answer = await call.client.get(f"{call.url}/bot2:practice/getMe")
    assert (answer.status_code, answer.json()["description"]) == (401, "Unauthorized")


@pytest.mark.parametrize(
    ("body", "content_type", "description"),
    [
        (b"{", "application/json", "Bad Request: object expected as JSON"),
        (b"[1]", "application/json", "Bad Request: object expected as JSON"),
        (b"text=%ff", "application/x-www-form-urlencoded", "Bad Request: strings must be encoded in UTF-8"),
        (b'{"text": "\\ud83d"}', "application/json", "Bad Request: object expected as JSON"),
        (b"text=a&entities=[1]", "application/x-www-form-urlencoded", "Bad Request: can't parse entities JSON object"),
    ],
)
async def test_a_malformed_request_is_refused(call: Caller, body: bytes, content_type: str, description: str) -> None:
    headers = {"Content-Type": content_type}
    answer = await call.client.post(f"{call.url}/bot{TOKEN}/sendMessage", content=body, headers=headers)
    assert (answer.status_code, answer.json()["description"]) == (400, description)


async def test_get_me_tells_who_the_bot_is(call: Caller) -> None:
    me = await call.result("getMe")
    assert (me["id"], me["is_bot"], me["first_name"], me["username"]) == (1, True, "Practice bot", "practice_bot")


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "localhost:8123"}, 200),
        ({"Host": "[::1]:8123"}, 200),
        ({"Host": "127.0.0.1"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example"}, 403),
        ({"Host": "127.0.0.1:8123@evil.example"}, 403),
        ({"Host": ""}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
async def test_only_programs_of_this_machine_may_call(call: Caller, headers: dict[str, str], status: int) -> None:
    answer = await call.client.get(f"{call.url}/bot{TOKEN}/getMe", headers=headers)
    assert answer.status_code == status


async def test_python_telegram_bot_finds_nothing_to_complain_of(api: BotApi, call: Caller) -> None:
    async with Bot(TOKEN, base_url=f"{call.url}/bot") as bot:
        await bot.set_my_commands([("memory", "What I remember")])
        assert [command.command for command in await bot.get_my_commands()] == ["memory"]
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
        assert (await bot.get_chat(1)).first_name == "You"
        assert await bot.send_chat_action(1, "typing")
        assert await bot.delete_message(1, sent.message_id)


# ---- updates


async def test_ids_are_sequential_and_messages_of_both_sides_share_theirs(api: BotApi, call: Caller) -> None:
    api.send_text("one")
    assert (await call.result("sendMessage", chat_id=1, text="two"))["message_id"] == 2
    assert api.send_text("three", user_id=7) == 3
    first, second = await call.update_ids()
    assert isinstance(first, int)
    assert second == first + 1


async def test_a_message_has_telegrams_form(api: BotApi, call: Caller) -> None:
    before = int(time.time())
    api.send_text("  hello\r\nthere \n", user_id=7)
    (update,) = await call.updates()
    message = update["message"]
    assert isinstance(message, dict)
    assert before <= message.pop("date") <= time.time()
    assert message == {
        "message_id": 1,
        "from": {"id": 7, "is_bot": False, "first_name": "User 7", "language_code": "en"},
        "chat": {"id": 7, "first_name": "User 7", "type": "private"},
        "text": "hello\nthere",
    }


async def test_what_is_written_after_some_time_is_dated_later(api: BotApi, call: Caller) -> None:
    api.send_text("Hello")
    api.pass_time(5 * 3600)
    api.send_text("Hello again")
    sent = await call.result("sendMessage", chat_id=1, text="Good evening")
    first, second = (Update.de_json(update, None).effective_message for update in await call.updates())
    assert first
    assert second
    assert 5 * 3600 <= (second.date - first.date).total_seconds() < 5 * 3600 + 60
    assert second.date.timestamp() <= json.loads(str(sent["date"])) < second.date.timestamp() + 60


async def test_confirmed_updates_are_gone_for_good(api: BotApi, call: Caller) -> None:
    for text in ("one", "two", "three"):
        api.send_text(text)
    first, second, third = await call.update_ids()
    assert await call.update_ids() == [first, second, third]
    assert await call.update_ids(offset=third) == [third]
    assert await call.update_ids(offset=first) == [third]
    assert await call.update_ids(offset=0) == [third]
    assert [update["update_id"] for update in api.pending_updates] == [third]


async def test_a_negative_offset_gives_the_last_ones_and_forgets_the_others(api: BotApi, call: Caller) -> None:
    for text in ("one", "two", "three"):
        api.send_text(text)
    _, second, third = await call.update_ids()
    assert await call.update_ids(offset=-2) == [second, third]
    assert await call.update_ids() == [second, third]


async def test_an_offset_far_in_the_future_confirms_nothing(api: BotApi, call: Caller) -> None:
    api.send_text("one")
    (only,) = await call.update_ids()
    assert isinstance(only, int)
    assert await call.update_ids(offset=only + 1000) == [only]
    assert await call.update_ids(offset=only + 1) == []


async def test_at_most_a_hundred_updates_come_at_once(api: BotApi, call: Caller) -> None:
    for number in range(105):
        api.send_text(str(number))
    assert len(await call.updates()) == len(await call.updates(limit=1000)) == 100
    assert len(await call.updates(limit=3)) == 3
    assert len(await call.updates(limit=0)) == 1


async def test_a_long_poll_waits_for_the_next_update(api: BotApi, call: Caller) -> None:
    polling = asyncio.create_task(call.updates(timeout=20))
    await api.wait_for(lambda: api.calls)
    assert not polling.done()
    api.send_text("now")
    (update,) = await asyncio.wait_for(polling, 2)
    assert isinstance(update["message"], dict)
    assert update["message"]["text"] == "now"


async def test_a_long_poll_ends_empty_when_its_time_is_over(call: Caller) -> None:
    began = time.monotonic()
    assert await call.updates(timeout=1) == []
    assert 0.9 < time.monotonic() - began < 3


async def test_a_second_poll_ends_the_first_with_a_conflict(api: BotApi, call: Caller) -> None:
    first = asyncio.create_task(call("getUpdates", timeout=20))
    await api.wait_for(lambda: api.calls)
    second = asyncio.create_task(call.updates(timeout=20))
    assert await asyncio.wait_for(first, 2) == {"ok": False, "error_code": 409, "description": CONFLICT}
    api.send_text("for the second")
    assert len(await asyncio.wait_for(second, 2)) == 1


async def test_a_poll_whose_client_left_disturbs_nobody(api: BotApi, call: Caller) -> None:
    polling = asyncio.create_task(call.updates(timeout=20))
    await api.wait_for(lambda: api.calls)
    polling.cancel()
    await api.wait_for(lambda: api.calls[0].outcome == "abandoned")
    api.send_text("still here")
    assert len(await call.updates(timeout=20)) == 1


async def test_the_kinds_a_bot_asked_for_are_remembered(api: BotApi, call: Caller) -> None:
    api.send_text("hello")
    await call.updates(allowed_updates=["edited_message"])
    api.send_text("not wanted")
    api.edit_text(1, "hello!")
    await call.updates()
    api.send_text("still not wanted")
    assert ["message" in update for update in await call.updates(allowed_updates=[])] == [True, False]
    api.send_text("wanted again")
    assert len(api.pending_updates) == 3


async def test_by_default_a_bot_must_ask_for_some_kinds(api: BotApi, call: Caller) -> None:
    assert api.put_update({"chat_member": {}}) is None
    await call.updates(allowed_updates=["chat_member"])
    assert api.put_update({"chat_member": {}})


async def test_any_raw_update_can_be_put_in_the_queue(api: BotApi, call: Caller) -> None:
    first = api.put_update({"message": {"odd": [None, 1.5]}})
    assert first
    assert api.put_update({"update_id": first + 5, "channel_post": {}}) == first + 5
    assert api.put_update({"poll": {}}) == first + 6
    assert await call.updates(limit=1) == [{"update_id": first, "message": {"odd": [None, 1.5]}}]


async def test_deleting_the_webhook_can_drop_what_is_pending(api: BotApi, call: Caller) -> None:
    api.send_text("hello")
    await call("deleteWebhook")
    assert len(api.pending_updates) == 1
    await call("deleteWebhook", drop_pending_updates=True)
    assert await call.updates() == []


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("/memory list", [(0, 7)]),
        ("/start@keepsake_bot", [(0, 19)]),
        ("👋 /new and /stop.", [(3, 4), (12, 5)]),
        ("a/b /usr/bin </x> 1/2 /größe", []),
    ],
)
async def test_commands_are_found_in_what_users_write(
    api: BotApi, call: Caller, text: str, commands: list[tuple[int, int]]
) -> None:
    api.send_text(text)
    (update,) = await call.updates()
    message = update["message"]
    assert isinstance(message, dict)
    assert message.get("entities", []) == [
        {"type": "bot_command", "offset": offset, "length": length} for offset, length in commands
    ]


# ---- sending and editing


@pytest.mark.parametrize(
    ("parameters", "description"),
    [
        ({"text": ""}, "message text is empty"),
        ({"text": None, "chat_id": 99}, "message text is empty"),
        ({"text": " \n\t "}, "text must be non-empty"),
        ({"text": "👍" * 2048 + "!"}, "message is too long"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"chat_id": ""}, "chat_id is empty"),
        ({"chat_id": 99}, "chat not found"),
        ({"chat_id": "@somebody"}, "chat not found"),
        ({"reply_parameters": {"message_id": 99}}, "message to be replied not found"),
        ({"reply_parameters": "no"}, "can't parse reply parameters JSON object"),
        ({"parse_mode": "Markdown"}, "unsupported parse_mode"),
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
    ("entity", "description"),
    [
        ({"offset": 6, "length": 1}, "entity begins after the end of the text at UTF-16 offset 6"),
        (
            {"offset": 0, "length": 6},
            "entity beginning at UTF-16 offset 0 ends after the end of the text at UTF-16 offset 6",
        ),
        ({"offset": 4, "length": 1}, "entity begins in a middle of a UTF-16 symbol at byte offset 7"),
        (
            {"offset": 1, "length": 3},
            "entity beginning at UTF-16 offset 1 ends in a middle of a UTF-16 symbol at byte offset 7",
        ),
        ({"offset": -1, "length": 1}, "receive an entity with incorrect offset -1"),
        ({"offset": 0, "length": -1}, "receive an entity with incorrect length -1"),
        ({"type": "shiny", "offset": 0, "length": 1}, "can't parse MessageEntity: Unsupported type specified"),
    ],
)
async def test_an_entity_outside_the_text_is_refused(api: BotApi, call: Caller, entity: Json, description: str) -> None:
    api.send_text("hi")
    entities = [{"type": "bold"} | entity]
    assert await call.error("sendMessage", chat_id=1, text="abc👍", entities=entities) == f"Bad Request: {description}"


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("https://example.com/a?b#c", ""),
        ("example.com", ""),
        ("http://example.com:8080", ""),
        ("http://münchen.example", ""),
        ("mailto:me@example.com", ""),
        ("tg://user?id=1", ""),
        ("", "URL host is empty"),
        ("/docs/readme", "URL host is empty"),
        ("#section", "URL host is empty"),
        ("readme", "Wrong HTTP URL"),
        ("http://localhost:8123/", "Wrong HTTP URL"),
        ("./readme", "Wrong HTTP URL"),
        ("ftp://example.com", "Unsupported URL protocol"),
        ("http://example.com:port", "Wrong port number specified in the URL"),
        ("my file.md", "Wrong URL host"),
    ],
)
async def test_a_link_needs_an_address_that_telegram_takes(api: BotApi, call: Caller, url: str, problem: str) -> None:
    api.send_text("hi")
    entities = [{"type": "text_link", "offset": 0, "length": 4, "url": url}]
    body = await call("sendMessage", chat_id=1, text="here", entities=entities)
    assert body.get("description", "") == (problem and f"Bad Request: entity URL '{url}' is invalid: {problem}")


async def test_the_longest_text_is_sent_unchanged(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    text = "👍" * 2047 + "ab"
    assert (await call.result("sendMessage", chat_id=1, text=f" {text}\n"))["text"] == text


@pytest.mark.parametrize(
    ("text", "entities", "sent", "kept"),
    [
        ("  bold  ", [("bold", 2, 4)], "bold", [("bold", 0, 4)]),
        ("  bold  ", [("bold", 0, 8)], "bold", [("bold", 0, 4)]),
        ("a   b", [("bold", 1, 3)], "a   b", []),
        ("a  b c", [("bold", 1, 3)], "a  b c", [("bold", 3, 1)]),
        ("a\r\nbc", [("code", 3, 2)], "a\nbc", [("code", 2, 2)]),
        ("👍👍 x", [("italic", 5, 1), ("bold", 0, 4)], "👍👍 x", [("bold", 0, 4), ("italic", 5, 1)]),
        ("abc", [("bold", 1, 0)], "abc", []),
        ("abc", [("bold", 0, 1), ("bold", 0, 3)], "abc", [("bold", 0, 3), ("bold", 0, 1)]),
        ("/a /b", [("code", 0, 2)], "/a /b", [("code", 0, 2), ("bot_command", 3, 2)]),
        ("/a", [("hashtag", 0, 2)], "/a", [("bot_command", 0, 2)]),
        ("see https://a.example/b.", [], "see https://a.example/b.", [("url", 4, 19)]),
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


async def test_more_than_a_hundred_entities_are_dropped_and_counted(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    entities = [{"type": "bold", "offset": offset, "length": 1} for offset in range(0, 240, 2)]
    await call.result("sendMessage", chat_id=1, text="a " * 120, entities=entities[:100])
    assert api.entities_dropped == 0
    sent = await call.result("sendMessage", chat_id=1, text="a " * 120, entities=entities)
    assert sent["entities"] == entities[:100]
    assert api.entities_dropped == 20


async def test_a_sent_message_holds_its_links_languages_and_options(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    entities = [
        {"type": "text_link", "offset": 0, "length": 1, "url": "https://example.com"},
        {"type": "pre", "offset": 2, "length": 1, "language": "python"},
    ]
    options = {"is_disabled": True}
    sent = await call.result("sendMessage", chat_id=1, text="a b", entities=entities, link_preview_options=options)
    assert sent["entities"] == entities
    assert sent["link_preview_options"] == options
    assert sent["from"] == {"id": 1, "is_bot": True, "first_name": "Practice bot", "username": "practice_bot"}
    assert "edit_date" not in sent
    assert "reply_to_message" not in sent


async def test_a_reply_may_be_sent_without_what_it_replies_to(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    reply = {"message_id": 99, "allow_sending_without_reply": True}
    assert "reply_to_message" not in await call.result("sendMessage", chat_id=1, text="a", reply_parameters=reply)


async def test_an_edit_replaces_text_and_entities(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    sent = await call.result("sendMessage", chat_id=1, text="one")
    bold = [{"type": "bold", "offset": 0, "length": 3}]
    edited = await call.result("editMessageText", chat_id=1, message_id=2, text="two", entities=bold)
    assert edited == sent | {"text": "two", "entities": bold, "edit_date": edited["edit_date"]}
    message = api.messages()[-1]
    assert (message.text, message.edited) == ("two", edited["edit_date"])


@pytest.mark.parametrize(
    ("parameters", "description"),
    [
        ({"text": "one"}, NOT_MODIFIED),
        ({"text": " one\n"}, NOT_MODIFIED),
        ({"text": ""}, "Bad Request: message text is empty"),
        ({"text": "x" * 4097}, "Bad Request: MESSAGE_TOO_LONG"),
        ({"message_id": 99}, "Bad Request: message to edit not found"),
        ({"message_id": 3}, "Bad Request: message to edit not found"),
        ({"message_id": 1}, "Bad Request: message can't be edited"),
        ({"message_id": ""}, "Bad Request: message identifier is not specified"),
        ({"chat_id": 99}, "Bad Request: chat not found"),
        (
            {"entities": [{"type": "bold", "offset": 9, "length": 1}]},
            "Bad Request: entity begins after the end of the text at UTF-16 offset 9",
        ),
    ],
)
async def test_an_edit_is_refused_in_telegrams_words(
    api: BotApi, call: Caller, parameters: Json, description: str
) -> None:
    api.send_text("hi")
    api.send_text("from another", user_id=7)
    await call.result("sendMessage", chat_id=7, text="to another")
    sent = await call.result("sendMessage", chat_id=1, text="one")
    given = {"chat_id": 1, "message_id": sent["message_id"], "text": "two"} | parameters
    assert await call.error("editMessageText", **given) == description


async def test_changed_entities_alone_are_an_edit(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    await call.result("sendMessage", chat_id=1, text="one")
    bold = [{"type": "bold", "offset": 0, "length": 3}]
    await call.result("editMessageText", chat_id=1, message_id=2, text="one", entities=bold)
    assert await call.error("editMessageText", chat_id=1, message_id=2, text="one", entities=bold) == NOT_MODIFIED


async def test_a_deleted_message_is_gone_on_both_sides(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    await call.result("sendMessage", chat_id=1, text="one")
    await call.result("sendMessage", chat_id=1, text="two")
    assert (await call("deleteMessage", chat_id=1, message_id=2))["result"] is True
    api.delete_message(3)
    assert [message.text for message in api.messages()] == ["hi"]
    for message_id in (2, 3):
        edit = await call.error("editMessageText", chat_id=1, message_id=message_id, text="new")
        assert edit == "Bad Request: message to edit not found"
    assert await call.error("deleteMessage", chat_id=1, message_id=3) == "Bad Request: message to delete not found"
    assert (await call.result("sendMessage", chat_id=1, text="three"))["message_id"] == 4


async def test_a_bot_that_is_blocked_can_do_nothing_until_the_user_writes_again(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    await call.result("sendMessage", chat_id=1, text="one")
    api.block()
    for method in ("sendMessage", "editMessageText", "sendChatAction"):
        body = await call(method, chat_id=1, message_id=2, text="two", action="typing")
        assert (body["error_code"], body["description"]) == (403, "Forbidden: bot was blocked by the user")
    api.send_text("back again")
    assert (await call("sendMessage", chat_id=1, text="two"))["ok"]
    kinds = [list(update)[1] for update in await call.updates()]
    assert kinds == ["message", "my_chat_member", "my_chat_member", "message"]


async def test_typing_is_seen_until_the_bot_writes(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    assert await call.error("sendChatAction", chat_id=1, action="dance") == (
        "Bad Request: wrong parameter action in request"
    )
    await call("sendChatAction", chat_id=1, action="typing")
    assert 4 < api.typing_until() - time.monotonic() <= 5
    await call("sendMessage", chat_id=1, text="one")
    assert api.typing_until() < time.monotonic()


@pytest.mark.parametrize(
    ("command", "description"),
    [
        ({"command": "Memory", "description": "x"}, "BOT_COMMAND_INVALID"),
        ({"command": "/memory", "description": "x"}, "BOT_COMMAND_INVALID"),
        ({"command": "memory", "description": ""}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"command": "memory"}, "can't parse commands JSON object"),
    ],
)
async def test_a_wrong_command_is_refused(api: BotApi, call: Caller, command: Json, description: str) -> None:
    assert await call.error("setMyCommands", commands=[command]) == f"Bad Request: {description}"
    assert api.commands == ()


async def test_commands_of_private_chats_are_those_of_all_chats(api: BotApi, call: Caller) -> None:
    command = {"command": "new", "description": "Start afresh"}
    await call("setMyCommands", commands=[command], scope={"type": "all_private_chats"})
    assert [it.command for it in api.commands] == ["new"]
    assert (await call("getMyCommands"))["result"] == [command]


async def test_the_text_of_the_profile_is_taken_up_to_its_limit(call: Caller) -> None:
    assert (await call("setMyShortDescription", short_description="x" * 120))["result"] is True
    refusal = await call.error("setMyShortDescription", short_description="x" * 121)
    assert refusal == "Bad Request: BOT_SHORT_DESCRIPTION_INVALID"


async def test_markup_is_taken_in_a_message(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    await call("sendMessage", chat_id=1, text="a <b>bold</b> word", parse_mode="HTML")
    (message,) = [it for it in api.messages() if it.from_bot]
    assert (message.text, [it.type for it in message.entities]) == ("a bold word", ["bold"])


# ---- what tests see


async def test_users_write_only_what_their_client_lets_them(api: BotApi) -> None:
    with pytest.raises(TextError):
        api.send_text(" ")
    with pytest.raises(TextError):
        api.send_text("x" * 4097)
    with pytest.raises(ValueError, match="no message"):
        api.edit_text(api.send_text("mine", user_id=7), "not yours")


async def test_a_users_edit_is_an_update_of_its_own(api: BotApi, call: Caller) -> None:
    message_id = api.send_text("one")
    api.edit_text(message_id, "two")
    _, update = await call.updates()
    edited = update["edited_message"]
    assert isinstance(edited, dict)
    assert (edited["message_id"], edited["text"]) == (message_id, "two")
    assert edited["edit_date"] >= edited["date"]


async def test_a_users_reply_quotes_its_message(api: BotApi, call: Caller) -> None:
    first = api.send_text("one")
    api.send_text("two", reply_to=first)
    _, update = await call.updates()
    message = update["message"]
    assert isinstance(message, dict)
    assert message["reply_to_message"]["text"] == "one"


async def test_a_user_forwards_what_somebody_else_wrote(api: BotApi, call: Caller) -> None:
    api.forward("/new day", origin="Bob")
    channel = {"type": "channel", "chat": {"id": -1, "type": "channel", "title": "News"}, "message_id": 3, "date": 1}
    api.forward("Weather", origin=channel)
    first, second = [read(update) for update in await call.updates()]
    assert first.text == "/new day"
    assert first.from_user
    assert first.from_user.id == 1
    assert isinstance(first.forward_origin, MessageOriginHiddenUser)
    assert first.forward_origin.sender_user_name == "Bob"
    assert isinstance(second.forward_origin, MessageOriginChannel)
    assert second.forward_origin.chat.title == "News"


async def test_a_user_quotes_a_part_of_a_message(api: BotApi, call: Caller) -> None:
    first = api.send_text("👍 one, two")
    api.send_text("Why?", reply_to=first, quote="two")
    api.send_text("And this?", quote="elsewhere", origin="Bob")
    _, here, there = [read(update) for update in await call.updates()]
    assert here.reply_to_message
    assert here.reply_to_message.message_id == first
    assert here.quote
    assert (here.quote.text, here.quote.position, here.quote.is_manual) == ("two", 8, True)
    assert there.quote
    assert there.quote.text == "elsewhere"
    assert there.external_reply
    assert isinstance(there.external_reply.origin, MessageOriginHiddenUser)
    assert there.reply_to_message is None


async def test_each_users_chat_is_their_own(api: BotApi, call: Caller) -> None:
    api.send_text("one")
    api.send_text("two", user_id=7)
    await call.result("sendMessage", chat_id=7, text="to seven")
    assert [(message.text, message.from_bot) for message in api.messages(7)] == [("two", False), ("to seven", True)]
    assert [message.text for message in api.messages()] == ["one"]


async def test_a_messages_history_has_its_versions_with_times(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    began = time.monotonic()
    await call.result("sendMessage", chat_id=1, text="one")
    await call.result("editMessageText", chat_id=1, message_id=2, text="one two")
    history = api.history(2)
    assert [version.text for version in history] == ["one", "one two"]
    assert began < history[0].at < history[1].at < time.monotonic()


async def test_calls_are_kept_with_their_outcome(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    await call("sendMessage", chat_id=1, text="one", reply_parameters={"message_id": 1})
    await call("sendMessage", chat_id=1, text="")
    good, bad = api.calls
    assert (good.method, good.outcome, good.parameters["text"]) == ("sendMessage", "ok", "one")
    assert (good.json("reply_parameters"), good.json("entities")) == ({"message_id": 1}, None)
    assert bad.outcome == "Bad Request: message text is empty"
    assert good.at < bad.at


async def test_waiting_ends_with_the_change_or_says_what_was_there_instead(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    waiting = asyncio.create_task(api.bot_message("second"))
    await call("sendMessage", chat_id=1, text="first")
    await call("sendMessage", chat_id=1, text="the second")
    assert (await waiting).text == "the second"
    with pytest.raises(TimeoutError, match="bot: 'the second'"):
        await api.wait_for(lambda: False, timeout=0.01)
    with pytest.raises(TimeoutError):
        await api.wait_for(lambda: [message for message in api.messages() if message.message_id > 3], timeout=0.01)


# ---- faults


async def test_every_third_call_can_be_rate_limited(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    api.fail("sendMessage", every=3, error_code=429, retry_after=7)
    bodies = [await call("sendMessage", chat_id=1, text=str(number)) for number in range(6)]
    assert [body["ok"] for body in bodies] == [True, True, False] * 2
    assert bodies[2] == {
        "ok": False,
        "error_code": 429,
        "description": "Too Many Requests: retry after 7",
        "parameters": {"retry_after": 7},
    }
    assert [message.text for message in api.messages()] == ["hi", "0", "1", "3", "4"]


async def test_a_method_can_fail_a_number_of_times(api: BotApi, call: Caller) -> None:
    api.fail("getMe", times=2, error_code=502)
    assert [(await call("getMe"))["ok"] for _ in range(3)] == [False, False, True]
    assert api.calls[0].outcome == "Bad Gateway"


async def test_a_call_can_fail_after_it_took_effect(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    api.fail("sendMessage", times=1, after_effect=True)
    assert await call.error("sendMessage", chat_id=1, text="one") == "Internal Server Error"
    assert [message.text for message in api.messages()] == ["hi", "one"]


async def test_every_method_can_fail_until_it_is_healed(api: BotApi, call: Caller) -> None:
    api.fail("*", error_code=500, description="Internal Server Error: restart")
    assert await call.error("getMe") == "Internal Server Error: restart"
    assert not (await call("getUpdates"))["ok"]
    api.heal()
    assert (await call("getMe"))["ok"]


async def test_a_call_can_be_slow(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    api.delay("sendMessage", 0.2)
    began = time.monotonic()
    await call("sendMessage", chat_id=1, text="one")
    assert time.monotonic() - began >= 0.2


async def test_a_call_can_take_effect_and_never_be_answered(api: BotApi, call: Caller) -> None:
    api.send_text("hi")
    api.swallow("sendMessage", times=1)
    with pytest.raises(httpx.ReadTimeout):
        await call.client.get(f"{call.url}/bot{TOKEN}/sendMessage", params={"chat_id": 1, "text": "one"}, timeout=0.3)
    assert [message.text for message in api.messages()] == ["hi", "one"]
    assert (await call("sendMessage", chat_id=1, text="two"))["ok"]


@pytest.mark.parametrize("after_effect", [False, True])
async def test_a_connection_can_be_dropped_before_or_after_the_effect(
    api: BotApi, call: Caller, caplog: pytest.LogCaptureFixture, *, after_effect: bool
) -> None:
    api.send_text("hi")
    api.drop("sendMessage", times=1, after_effect=after_effect)
    with pytest.raises(httpx.RemoteProtocolError):
        await call("sendMessage", chat_id=1, text="one")
    assert (await call("sendMessage", chat_id=1, text="two"))["ok"]
    assert [message.text for message in api.messages()] == ["hi", *["one"] * after_effect, "two"]
    assert [each.outcome for each in api.calls] == ["dropped", "ok"]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_callback_runs_before_or_after_the_effect(api: BotApi, call: Caller) -> None:
    seen: list[list[str]] = []

    async def look() -> None:
        seen.append([message.text for message in api.messages()])

    api.send_text("hi")
    api.add_fault(Fault(method="sendMessage", callback=look, times=1))
    api.add_fault(Fault(method="sendMessage", callback=look, times=1, after_effect=True))
    assert (await call("sendMessage", chat_id=1, text="one"))["ok"]
    assert seen == [["hi"], ["hi", "one"]]


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
        first, *left = await call.update_ids(allowed_updates=["message"])
        await call.updates(offset=left[0])
    async with calling(after) as call:
        assert after.messages() == before.messages()
        assert after.messages(7) == before.messages(7)
        assert after.commands == before.commands
        assert await call.update_ids() == left
        assert after.put_update({"poll": {}}) is None
        assert after.send_text("next") == 6
        newest = (await call.update_ids())[-1]
        assert isinstance(first, int)
        assert newest == first + 4
        assert await call.error("sendMessage", chat_id=7, text="x") == "Forbidden: bot was blocked by the user"
    assert {stat.S_IMODE(path.stat().st_mode) for path in state.iterdir()} == {0o600}
    assert stat.S_IMODE(state.stat().st_mode) == 0o700


async def test_everything_is_still_there_after_a_kill(tmp_path: Path) -> None:
    state = tmp_path / "practice"
    program = f"""
        from pathlib import Path
        from practice.telegram.bot_api import BotApi
        api = BotApi({TOKEN!r}, Path({str(state)!r}))
        api.open()
        for number in range(20):
            api.send_text(str(number))
        print(flush=True)
        input()
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", textwrap.dedent(program)), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    await process.stdout.readline()
    assert {stat.S_IMODE(path.stat().st_mode) for path in state.iterdir()} == {0o600}
    process.send_signal(signal.SIGKILL)
    await process.communicate()
    api = BotApi(TOKEN, state)
    async with calling(api) as call:
        assert [message.text for message in api.messages()] == [str(number) for number in range(20)]
        updates = [Update.de_json(update, None) for update in await call.updates()]
        assert [update.message and update.message.text for update in updates] == [str(number) for number in range(20)]
        assert api.send_text("next") == 21
