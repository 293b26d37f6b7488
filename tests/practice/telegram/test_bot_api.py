import asyncio
import json
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
from telegram import Bot, Message, Update

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
        lambda url, fields: httpx.Request("POST", url, json=fields),
        lambda url, fields: httpx.Request("POST", url, data=fields),
        lambda url, fields: httpx.Request("POST", url, files={name: (None, text) for name, text in fields.items()}),
    ],
    ids=["query", "JSON", "form", "multipart"],
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


@pytest.mark.parametrize(
    ("body", "content_type", "description"),
    [
        (b"{", "application/json", "Bad Request: object expected as JSON"),
        (b"text=%ff", "application/x-www-form-urlencoded", "Bad Request: strings must be encoded in UTF-8"),
        (b"text=a&entities=[1]", "application/x-www-form-urlencoded", "Bad Request: can't parse entities JSON object"),
    ],
)
async def test_a_malformed_request_is_refused(call: Caller, body: bytes, content_type: str, description: str) -> None:
    headers = {"Content-Type": content_type}
    answer = await call.client.post(f"{call.url}/bot{TOKEN}/sendMessage", content=body, headers=headers)
    assert (answer.status_code, answer.json()["description"]) == (400, description)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "localhost:8123"}, 200),
        ({"Host": "[::1]:8123"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1:8123@evil.example"}, 403),
        ({"Origin": "http://evil.example"}, 403),
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


async def test_a_long_poll_waits_for_the_next_update(api: BotApi, call: Caller) -> None:
    polling = asyncio.create_task(call.updates(timeout=20))
    await api.wait_for(lambda: api.calls)
    assert not polling.done()
    api.send_text("now")
    (update,) = await asyncio.wait_for(polling, 2)
    assert isinstance(update["message"], dict)
    assert update["message"]["text"] == "now"


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
        ({"chat_id": ""}, "chat_id is empty"),
        ({"chat_id": 99}, "chat not found"),
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
        ("http://münchen.example", ""),
        ("tg://user?id=1", ""),
        ("", "URL host is empty"),
        ("readme", "Wrong HTTP URL"),
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


@pytest.mark.parametrize(
    ("text", "entities", "sent", "kept"),
    [
        ("  bold  ", [("bold", 0, 8)], "bold", [("bold", 0, 4)]),
        ("a   b", [("bold", 1, 3)], "a   b", []),
        ("a  b c", [("bold", 1, 3)], "a  b c", [("bold", 3, 1)]),
        ("a\r\nbc", [("code", 3, 2)], "a\nbc", [("code", 2, 2)]),
        ("👍👍 x", [("italic", 5, 1), ("bold", 0, 4)], "👍👍 x", [("bold", 0, 4), ("italic", 5, 1)]),
        ("abc", [("bold", 0, 1), ("bold", 0, 3)], "abc", [("bold", 0, 3), ("bold", 0, 1)]),
        ("/a /b", [("code", 0, 2)], "/a /b", [("code", 0, 2), ("bot_command", 3, 2)]),
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


@pytest.mark.parametrize(
    ("parameters", "description"),
    [
        ({"text": "one"}, NOT_MODIFIED),
        ({"text": ""}, "Bad Request: message text is empty"),
        ({"text": "x" * 4097}, "Bad Request: MESSAGE_TOO_LONG"),
        ({"message_id": 99}, "Bad Request: message to edit not found"),
        ({"message_id": 1}, "Bad Request: message can't be edited"),
        ({"message_id": ""}, "Bad Request: message identifier is not specified"),
    ],
)
async def test_an_edit_is_refused_in_telegrams_words(
    api: BotApi, call: Caller, parameters: Json, description: str
) -> None:
    api.send_text("hi")
    sent = await call.result("sendMessage", chat_id=1, text="one")
    given = {"chat_id": 1, "message_id": sent["message_id"], "text": "two"} | parameters
    assert await call.error("editMessageText", **given) == description


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


@pytest.mark.parametrize(
    ("command", "description"),
    [
        ({"command": "Memory", "description": "x"}, "BOT_COMMAND_INVALID"),
        ({"command": "memory", "description": ""}, "BOT_COMMAND_DESCRIPTION_INVALID"),
        ({"command": "memory"}, "can't parse commands JSON object"),
    ],
)
async def test_a_wrong_command_is_refused(api: BotApi, call: Caller, command: Json, description: str) -> None:
    assert await call.error("setMyCommands", commands=[command]) == f"Bad Request: {description}"
    assert api.commands == ()


@pytest.mark.parametrize(
    ("mode", "text"), [("HTML", "a <b>bold</b> &lt;b&gt;"), ("MarkdownV2", r"a *bold* [<b\>](https://a.example)")]
)
async def test_markup_is_removed(api: BotApi, call: Caller, mode: str, text: str) -> None:
    api.send_text("hi")
    assert (await call.result("sendMessage", chat_id=1, text=text, parse_mode=mode))["text"] == "a bold <b>"


async def test_a_bot_that_is_added_to_a_group_writes_there_and_leaves_it(api: BotApi, call: Caller) -> None:
    group = {"id": -7, "type": "supergroup", "title": "Family"}
    api.put_update({"my_chat_member": {"chat": group}})
    api.put_update({"message": {"message_id": 1, "chat": group, "text": "Hello"}})
    assert [list(it)[1] for it in await call.updates()] == ["my_chat_member", "message"]
    sent = await call.result("sendMessage", chat_id=-7, text="I only talk in private.")
    assert sent["chat"] == {"id": -7, "type": "supergroup", "title": "Group -7"}
    assert (await call("leaveChat", chat_id=-7))["ok"]
    assert [it.text for it in api.messages(-7)] == ["I only talk in private."]


async def test_commands_of_private_chats_are_those_of_all_chats(api: BotApi, call: Caller) -> None:
    command = {"command": "new", "description": "Start afresh"}
    await call("setMyCommands", commands=[command], scope={"type": "all_private_chats"})
    assert [it.command for it in api.commands] == ["new"]


# ---- what tests see


async def test_users_write_only_what_their_client_lets_them(api: BotApi) -> None:
    with pytest.raises(TextError):
        api.send_text(" ")
    with pytest.raises(TextError):
        api.send_text("x" * 4097)
    with pytest.raises(ValueError, match="no message"):
        api.edit_text(api.send_text("mine", user_id=7), "not yours")


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
