"""Whatever Telegram sends, polling continues, no chat is blocked, and an allowed user's update is stored unchanged."""

import asyncio
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, LiteralString

import psycopg
import pytest
from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.types import Message as Sent

from bot.telegram.access import Access, known_id
from bot.telegram.request import Request
from bot.turns.dead_letters import SORRY
from practice.telegram.bot_api import BotApi
from tests.conftest import TOKEN, spelled_out
from tests.databases import administration
from tests.process import START_SECONDS, BotProcess, Script, said
from tests.telegram.recorded_updates import CONTENTS, DATE, TEXTS, WORDS, Json, message, nobodys, others

STRANGER: Final = 4242
NUMBER: Final = 100_000
"""The first id of the messages that are put in; those the server itself delivers have smaller ones."""


DEEP: Final = 1_000
VALUES: Final = {
    "null": "null",
    "a number": "5",
    "a number of 5,000 digits": "9" * 5_000,
    "a number too large": "1e999",
    "no text": '""',
    "null characters": '"nul \\u0000 and \\u0000"',
    "lone surrogates": '"\\ud83d lone \\ude00\\ud83d"',
    "an object": f'{{"{WORDS}": {{"id": 1}}}}',
    "lists in lists": "[" * DEEP + "]" * DEEP,
    "a number of 64 bits": str(2**63),
}


def spelled(text: str) -> str:
    """Return JSON with the texts of `VALUES` in place of their names."""
    for name, value in VALUES.items():
        text = text.replace(f'"{name}"', value)
    return text


@dataclass(frozen=True, slots=True)
class RawTexts:
    """An ASGI middleware: wherever an update holds a name of `VALUES`, the bot is sent its text."""

    app: ASGIApp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, in a single piece."""
        start: Sent = {}

        async def send_spelled(message: Sent) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
                return
            body = spelled(message["body"].decode()).encode()
            MutableHeaders(scope=start)["content-length"] = str(len(body))
            await send(start)
            await send({**message, "body": body})

        is_poll = scope["type"] == "http" and scope["path"].endswith("/getUpdates")
        await self.app(scope, receive, send_spelled if is_poll else send)


@pytest.fixture
def telegram() -> BotApi:
    """A Bot API server that sends a text of `VALUES` where an update holds its name."""
    telegram = BotApi(TOKEN)
    telegram.app.add_middleware(RawTexts)
    return telegram


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection to the bot's database, which keeps each update as it is stored at first."""
    with administration(database_url) as connection:
        connection.execute("""
            CREATE TABLE arrivals (update_id bigint, payload json);
            CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN INSERT INTO arrivals VALUES (NEW.update_id, NEW.payload); RETURN NULL; END $$;
            CREATE TRIGGER noting AFTER INSERT ON telegram_updates FOR EACH ROW EXECUTE FUNCTION note()
        """)
        yield connection


def arrivals(connection: psycopg.Connection) -> dict[int, object]:
    """Return the payloads of the updates as they were stored at first, by their ids."""
    return dict(connection.execute("SELECT update_id, payload FROM arrivals").fetchall())


def put(telegram: BotApi, update: Json) -> Json:
    """Queue an update, asked for or not; return it with its id.

    Telegram too sends what a bot did not ask for: whatever came before it said what it wants (Bot API, getUpdates).
    """
    telegram.updates.allow(frozenset({next(iter(update)), "message", "edited_message"}))
    update_id = telegram.put_update(update)
    assert update_id
    return {"update_id": update_id, **update}


async def none_left(connection: psycopg.Connection, query: LiteralString) -> None:
    """Wait until a query finds nothing, which the database doesn't tell of itself."""
    async with asyncio.timeout(START_SECONDS):
        while connection.execute(query).fetchall():  # noqa: ASYNC110 - as said
            await asyncio.sleep(0.05)


async def still_there(telegram: BotApi, number: int) -> None:
    """Write something ordinary, and wait for its answer."""
    text = f"Are you still there? {number}"
    after = telegram.send_text(text)
    await telegram.wait_for(
        lambda: any(it.from_bot and it.message_id > after and text in it.text for it in telegram.messages()),
        START_SECONDS,  # some of what was sent before takes its three tries
    )


def messages(user_id: int) -> list[Json]:
    """Return an update for each thing a message can be, new and edited."""
    contents: list[Json] = [{"text": WORDS, **text} for text in TEXTS.values()] + list(CONTENTS.values())
    new = [{**message(user_id, NUMBER + index), **content} for index, content in enumerate(contents)]
    updates: list[Json] = [{"message": it} for it in new]
    return updates + [{"edited_message": {**it, "edit_date": DATE}} for it in new]


async def test_every_kind_of_update_of_an_allowed_user_is_kept_as_it_came_and_handled(
    telegram: BotApi, model: Script, bot: BotProcess, connection: psycopg.Connection
) -> None:
    sent = [put(telegram, update) for update in messages(1)]
    await still_there(telegram, 0)
    kinds = others(1, NUMBER)
    pressed = put(telegram, kinds.pop("callback_query"))
    reacted = put(telegram, kinds.pop("message_reaction"))
    not_stored = put(telegram, kinds.pop("my_chat_member"))
    unwanted = [put(telegram, update) for update in kinds.values()]
    await still_there(telegram, NUMBER)
    stored = arrivals(connection)
    assert [stored[int(str(it["update_id"]))] for it in [*sent, pressed, reacted, *unwanted]] == [
        *sent,
        pressed,
        reacted,
        *unwanted,
    ]
    assert not_stored["update_id"] not in stored
    await none_left(connection, "SELECT FROM telegram_updates WHERE handled_at IS NULL")
    kept = connection.execute("SELECT payload FROM telegram_updates WHERE payload IS NOT NULL ORDER BY id").fetchall()
    assert [payload for (payload,) in kept] == unwanted
    assert any(WORDS in words for received in model.requests for words in said(received.request))
    assert not any(message.text == SORRY for message in telegram.messages())
    assert not any(WORDS in spelled_out(line) for line in bot.log)


async def test_what_telegram_itself_says_is_not_answered_and_what_comes_from_elsewhere_or_a_stranger_not_stored(
    telegram: BotApi, model: Script, bot: BotProcess, connection: psycopg.Connection
) -> None:
    for number, name in enumerate(("pinned", "pinned, but gone", "timer", "users shared"), NUMBER):
        put(telegram, {"message": {**message(1, number), **CONTENTS[name]}})
    await still_there(telegram, 0)
    assert [it.text for it in telegram.messages() if it.from_bot] == ["Echo: Are you still there? 0"]
    before = len(arrivals(connection))
    for update in nobodys(1, NUMBER).values():
        put(telegram, update)
    await still_there(telegram, 1)
    for update in [*others(STRANGER, NUMBER).values(), *messages(STRANGER)]:
        put(telegram, update)
    await still_there(telegram, 2)
    assert len(arrivals(connection)) - before == 2
    assert len(model.requests) == 3
    assert not any(WORDS in spelled_out(line) for line in bot.log)


PLACES: Final[dict[str, Callable[[Json, str], Json]]] = {
    "the update": lambda text, odd: {"message": text, "odd": odd},
    "its id": lambda text, odd: {"message": text, "update_id": odd},
    "the message": lambda _, odd: {"message": odd},
    "its number": lambda text, odd: {"message": {**text, "message_id": odd}},
    "its chat": lambda text, odd: {"message": {**text, "chat": odd}},
    "its sender": lambda text, odd: {"message": {**text, "from": odd}},
    "its text": lambda text, odd: {"message": {**text, "text": odd}},
    "a command": lambda text, odd: {"message": {**text, "text": "/help", "entities": [_command(odd)]}},
    "an entity": lambda text, odd: {"message": {**text, "entities": [odd]}},
    "the message replied to": lambda text, odd: {"message": {**text, "reply_to_message": odd}},
    "an edited text": lambda text, odd: {"edited_message": {**text, "text": odd}},
    "an album": lambda text, odd: {"message": {**text, "media_group_id": odd}},
    "the number of one replied to": lambda text, odd: {
        "message": {**text, "reply_to_message": {**text, "message_id": odd}}
    },
    "a button": lambda text, odd: {"callback_query": {"id": "4", "from": text["from"], "message": text, "data": odd}},
    "a contact": lambda text, odd: {"message": {**text, "contact": {"phone_number": "1", "first_name": odd}}},
}
"""Where a message's update can be odd, and how."""
EXPECTED: Final = frozenset({"updates without an id are left out", "an update can't be read"})
"""The errors that the bot logs about odd updates."""


def _command(length: str) -> Json:
    return {"type": "bot_command", "offset": 0, "length": length}


def as_received(update: Json) -> Json:
    """Return an update as it is read once each name in it has become its text."""
    (received,) = Request.parse_json_payload(spelled(json.dumps({"result": [update]})).encode())["result"]
    assert isinstance(received, dict)
    return received


async def test_no_odd_value_anywhere_stops_the_polling_or_blocks_a_chat(
    telegram: BotApi, bot: BotProcess, connection: psycopg.Connection
) -> None:
    sent: list[Json] = []
    for index, (place, made) in enumerate(PLACES.items()):
        for odd in list(VALUES)[index % 3 :: 3]:  # each value in a third of the places
            text = message(1, NUMBER + len(sent), text=f"{WORDS}: {place}")
            sent.append(as_received(put(telegram, made(text, odd))))
    await still_there(telegram, 1)
    stored = arrivals(connection)
    access = Access({1, 2})
    for update in sent:
        update_id = known_id(update["update_id"])
        if update_id and update_id > 0:
            assert stored.get(update_id) == (update if access.allows_raw(update) else None)
    await none_left(connection, "SELECT FROM telegram_updates WHERE handled_at IS NULL")
    await still_there(telegram, 0)
    assert not any(WORDS in spelled_out(line) for line in bot.log)
    assert {str(json.loads(line)["event"]) for line in bot.log if '"error"' in line} == EXPECTED


async def test_after_a_quiet_week_what_comes_is_answered_in_order_and_once(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    next_id = 2_000_001
    await still_there(telegram, 0)
    await telegram.wait_for(lambda: not telegram.pending_updates)
    telegram.updates.pass_quiet_week(next_id)
    telegram.delay("getUpdates", 3_600)  # from the poll on that would confirm what the waiting one brings
    telegram.send_text("The first after a week")
    await telegram.bot_message("Echo: The first after a week")
    await bot.answered(2)
    assert [update["update_id"] for update in telegram.pending_updates] == [next_id]
    await bot.kill()
    telegram.heal()
    telegram.send_text("The second")
    telegram.send_text("The third")
    await bot.start()
    await telegram.bot_message("Echo: The third")
    assert said(model.requests[-1].request)[1:] == ["The first after a week", "The second", "The third"]
    assert len(model.requests) == 3
