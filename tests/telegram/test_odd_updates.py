"""Whatever Telegram sends, polling continues, no chat is blocked, and an allowed user's update is stored unchanged."""

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Final, LiteralString

import psycopg
import pytest

from bot.chat.dead_letters import SORRY
from bot.telegram.access import Access, known_id
from bot.telegram.request import Request
from practice.telegram.bot_api import BotApi
from tests.conftest import TOKEN, spelled_out
from tests.databases import administration
from tests.process import START_SECONDS, BotProcess, Script, said
from tests.telegram.recorded_updates import CONTENTS, DATE, TEXTS, WORDS, Json, message, nobodys, others
from tests.telegram.wire import RawTexts, arrivals, note_arrivals, put

STRANGER: Final = 4242
NUMBER: Final = 100_000
"""The first id of the messages that are put in; those the server itself delivers have smaller ones."""


@pytest.fixture
def telegram() -> BotApi:
    """A Bot API server that sends a text of `VALUES` where an update holds its name."""
    telegram = BotApi(TOKEN)
    telegram.app.add_middleware(RawTexts, texts=VALUES)
    return telegram


@pytest.fixture
def connection(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection to the bot's database, which keeps what arrives."""
    with administration(database_url) as connection:
        note_arrivals(connection)
        yield connection


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


@pytest.mark.usefixtures("bot", "model")
async def test_what_telegram_itself_says_in_a_chat_is_not_answered(telegram: BotApi) -> None:
    own = ("pinned", "pinned, but gone", "timer", "gift", "users shared")
    for number, name in enumerate(own, NUMBER):
        put(telegram, {"message": {**message(1, number), **CONTENTS[name]}})
    await still_there(telegram, NUMBER)
    assert [it.text for it in telegram.messages() if it.from_bot] == [f"Echo: Are you still there? {NUMBER}"]


async def test_what_comes_from_elsewhere_or_from_a_stranger_is_not_stored(
    telegram: BotApi, model: Script, bot: BotProcess, connection: psycopg.Connection
) -> None:
    for update in nobodys(1, NUMBER).values():
        put(telegram, update)
    await still_there(telegram, 1)
    for update in [*others(STRANGER, NUMBER).values(), *messages(STRANGER)]:
        put(telegram, update)
    await still_there(telegram, 2)
    assert len(arrivals(connection)) == 2
    assert len(model.requests) == 2
    assert not any(WORDS in spelled_out(line) for line in bot.log)


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
}
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
}
"""Where a message's update can be odd, and how."""


def _command(length: str) -> Json:
    return {"type": "bot_command", "offset": 0, "length": length}


def as_received(update: Json) -> Json:
    """Return an update as it is read once each name in it has become its text."""
    text = json.dumps({"result": [update]})
    for name, value in VALUES.items():
        text = text.replace(f'"{name}"', value)
    (received,) = Request.parse_json_payload(text.encode())["result"]
    assert isinstance(received, dict)
    return received


async def test_no_odd_value_anywhere_stops_the_polling_or_blocks_a_chat(
    telegram: BotApi, bot: BotProcess, connection: psycopg.Connection
) -> None:
    sent: list[Json] = []
    for place, made in PLACES.items():
        texts = [message(1, NUMBER + len(sent) + index, text=f"{WORDS}: {place}") for index in range(len(VALUES))]
        sent += [as_received(put(telegram, made(text, odd))) for text, odd in zip(texts, VALUES, strict=True)]
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
