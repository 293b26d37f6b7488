"""Unfinished work of a killed earlier release continues under this one; `make.py` shows how it was made."""

import json
import sqlite3
from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from bot.chat.private_chat import PRIVATE_OVER
from bot.database.engine import Database
from bot.memory.receipts import PRIVATE_RECEIPT
from practice.model.server import ChatRequest, ModelServer, Received, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.conftest import MODEL_KEY, TOKEN
from tests.databases import administration
from tests.dump import dumped
from tests.pressing import pressed
from tests.process import BotProcess, Script, said
from tests.scenarios.test_private import SECRET, nothing_kept

USERS: Final = range(1, 9)
LONG: Final = [f"word{number}" for number in range(700)]
"""The words of an answer of two parts."""
STOPPED: Final = "Tell me all"
"""What a turn was asked that a waiting command stops."""
COMPLETED: Final = {"0001": 3, "0015": 5}
"""How many answers are complete once all is done that was left undone."""
BEGUN: Final = {"0001": 0, "0015": 1}
"""How many conversations begin with that."""
NEVER: Final = "10000000"
"""The fixtures are old: without this, each conversation would end."""
GOES_ON: Final[Mapping[str, Collection[str]]] = {
    "agent_owners": {"conversations"},
    "agent_conversations": {"last_message_at", "pending_notes", "capture", "ended_at"},
    "agent_turns": {"state", "attempt", "ended_at", "failed_attempts"},
    "agent_messages": (),
    "agent_memories": (),
    "agent_memory_versions": (),
    "agent_memory_imports": (),
    "agent_memory_proposals": (),
    "agent_usage": (),
}
"""The compared tables, each with the columns that change as conversations continue."""

_LEFT_AN_HOUR_AGO: Final = """
    UPDATE records SET value = json_set(value, '$.date', json_extract(value, '$.date') + (
        SELECT strftime('%s', 'now') - 3600 - max(json_extract(value, '$.date')) FROM records WHERE kind = 'message'
    )) WHERE kind = 'message'
"""

Row: TypeAlias = Mapping[str, Any]
Tables: TypeAlias = Mapping[str, Mapping[str, Row]]
"""The rows of some tables, each by what identifies it."""
Chats: TypeAlias = Mapping[int, Mapping[int, Message]]
"""The messages of some users' chats by their ids."""

of_0001 = pytest.mark.parametrize("left", ["0001"], indirect=True)
of_0015 = pytest.mark.parametrize("left", ["0015"], indirect=True)


class Model(Script):
    """The model, which never answers what is to be stopped."""

    def reply(self, request: ChatRequest) -> Reply:
        """Answer a request."""
        return self.held("", before=0) if said(request)[-1] == STOPPED else super().reply(request)


@pytest.fixture
def left(request: pytest.FixtureRequest) -> Path:
    """What a release left. The folder is named after its newest migration."""
    return Path(__file__).parent / str(request.param)


@pytest.fixture
def database_url(left: Path, empty_url: str) -> str:
    """The address of the database that the release left."""
    with administration(empty_url) as connection:
        connection.execute((left / "database.sql").read_bytes())
    return empty_url


@pytest.fixture
def telegram(left: Path, tmp_path: Path) -> BotApi:
    """The chats that the release left an hour ago: Telegram refuses to delete what is older than two days."""
    folder = tmp_path / "telegram"
    folder.mkdir()
    with sqlite3.connect(folder / "chats.sqlite") as chats:
        chats.executescript((left / "telegram.sql").read_text())
        chats.execute(_LEFT_AN_HOUR_AGO)
    chats.close()
    return BotApi(TOKEN, folder)


@pytest.fixture
async def model() -> AsyncIterator[Script]:
    """The model's server."""
    model = Model()
    server = ModelServer(model.reply, models=("scripted",), api_key=MODEL_KEY)
    async with serve(server.app) as url:
        model.server, model.url = server, f"{url}/v1"
        yield model


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    """The settings the release had."""
    allowed = ",".join(map(str, USERS))
    return settings | {"TELEGRAM_ALLOWED_USER_IDS": allowed, "CONVERSATION_IDLE_MINUTES": NEVER}


def chats(telegram: BotApi) -> Chats:
    """Return the chats as they are now."""
    return {user_id: {message.message_id: message for message in telegram.messages(user_id)} for user_id in USERS}


async def say(telegram: BotApi, user_id: int, text: str) -> str:
    """Let a user write, and return the answer."""
    sent = telegram.send_text(text, user_id)
    return (await telegram.bot_message(f"Echo: {text}", after=sent, user_id=user_id)).text


async def stored(database: Database) -> Tables:
    """Return the rows of the tables that are compared, as far as the tables are there."""
    tables: dict[str, dict[str, Row]] = {}
    async with database.transaction() as tx:
        for table in GOES_ON:
            if (await tx.connection.exec_driver_sql(f"SELECT to_regclass('{table}')")).scalar():
                rows = await tx.connection.exec_driver_sql(f"SELECT to_jsonb(t) FROM {table} AS t")
                tables[table] = {_key(row): row for row in rows.scalars()}
    return tables


def _key(row: Row) -> str:
    return f"{row.get('id') or row.get('turn_id') or row['user_id']} {row.get('position', '')}"


def unchanged(before: Tables, after: Tables) -> None:
    """Check that each row exists with the same values in the columns that both have and that don't change."""
    for table, rows in before.items():
        for key, row in rows.items():
            now = after[table][key]
            columns = row.keys() & now.keys() - set(GOES_ON[table])
            assert {name: now[name] for name in columns} == {name: row[name] for name in columns}, table


def newest_versions(tables: Tables) -> dict[str, int]:
    """Return the number of each memory's newest version."""
    versions = sorted(tables["agent_memory_versions"].values(), key=lambda row: int(row["version_number"]))
    return {row["memory_id"]: row["version_number"] for row in versions}


async def conversations(database: Database, left: Path) -> list[Row]:
    """Return the conversations whose last request is known, and the open ones."""
    known = asked(left)
    rows = (await stored(database))["agent_conversations"].values()
    return [row for row in rows if row["id"] in known or row["ended_at"] is None]


async def remembered(database: Database) -> set[tuple[int, str, str]]:
    """Return whose memories there are, of which categories, and what they say."""
    of_all = (
        "SELECT user_id, category, content FROM agent_memories AS memory "
        "JOIN agent_memory_versions ON memory_id = memory.id AND version_number = version WHERE deleted_at IS NULL"
    )
    async with database.transaction() as tx:
        return {tuple(row) for row in await tx.connection.exec_driver_sql(of_all)}


def asked(left: Path) -> dict[str, dict[str, str]]:
    """Return the last request of each conversation that the release noted, as it was sent."""
    requests: dict[str, dict[str, str]] = json.loads((left / "requests.json").read_text())
    return requests


def continued(left: Path, requests: Iterable[Received]) -> tuple[set[str], int]:
    """See that each request begins with the bytes of the one before in its conversation.

    For the first one those are the bytes that the release sent. Return which of its conversations went on, and how
    many others began.
    """
    last = {name: (before["tools"], before["messages"]) for name, before in asked(left).items()}
    went_on: set[str] = set()
    for request in requests:
        tools, messages = request.sent("tools"), request.sent("messages")
        names = [name for name, (_, before) in last.items() if messages.startswith(before.removesuffix("]"))]
        (name,) = names or [f"new {len(last)}"]
        assert tools == last.get(name, (tools, ""))[0]
        last[name] = tools, messages
        went_on.add(name)
    known = set(asked(left))
    return went_on & known, len(went_on - known)


def news(telegram: BotApi, before: Chats, user_id: int) -> tuple[list[str], list[str]]:
    """Return what the bot's messages say that were changed in a chat, and what its new ones say."""
    now = [message for message in telegram.messages(user_id) if message.from_bot]
    changed = [it.text for it in now if it.message_id in before[user_id] and it != before[user_id][it.message_id]]
    return changed, [it.text for it in now if it.message_id not in before[user_id]]


@pytest.mark.parametrize("left", ["0001", "0015"], indirect=True)
async def test_every_conversation_continues(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database, left: Path
) -> None:
    as_left = await stored(database)
    await bot_process.start()
    await bot_process.answered(COMPLETED[left.name])
    there = await conversations(database, left)
    for it in there:
        if it["ended_at"] is None:
            await say(telegram, it["user_id"], f"Go on, {it['user_id']}")
    now = await stored(database)
    unchanged(as_left, now)
    assert {row["id"]: row["version"] for row in now["agent_memories"].values()} == newest_versions(now)
    for it in there:
        if it["ended_at"]:
            sent = telegram.send_text(f"/resume {it['number']}", it["user_id"])
            await telegram.bot_message("Back in conversation", after=sent, user_id=it["user_id"])
            await say(telegram, it["user_id"], f"Go back, {it['user_id']}")
    assert continued(left, model.requests) == (set(asked(left)), BEGUN[left.name])


@of_0001
async def test_what_was_left_by_the_first_release_is_ended_and_answered(
    telegram: BotApi, bot_process: BotProcess
) -> None:
    before = chats(telegram)
    first_part = [it for it in before[1].values() if it.from_bot][-1]
    await bot_process.start()
    await bot_process.answered(COMPLETED["0001"])
    _, [second_part, echo] = news(telegram, before, 1)
    assert f"{first_part.text} {second_part}".split() == LONG
    assert echo == "Echo: And what is this?"
    assert [it.method for it in telegram.calls if it.parameters.get("message_id") == str(first_part.message_id)] == []
    assert news(telegram, before, 2) == (["Echo: Tell me slowly"], [])
    assert news(telegram, before, 3) == ([], [])


@of_0015
async def test_what_was_begun_is_ended_and_what_waited_is_answered_or_dropped(
    telegram: BotApi, bot_process: BotProcess
) -> None:
    before = chats(telegram)
    await bot_process.start()
    await bot_process.answered(COMPLETED["0015"])
    # A call was made and its result stored; after it an edited message was waiting.
    [ended], answered = news(telegram, before, 1)
    assert ended.startswith(
        "I'll note that down at once.\n\nEcho: Alec lives in Leeds\n\n✏️ Alec is the user's friend → "
    )
    assert answered == ["Echo: And what is that?"]
    # A preview; and another, whose turn is stopped by a command that waited between messages.
    assert news(telegram, before, 2) == (["Echo: Tell me slowly"], [])
    changed, [stopped, answer] = news(telegram, before, 6)
    assert changed == []
    assert stopped.startswith("Stopped. I won't answer 2 messages that were waiting. This is a new conversation")
    assert answer == "Echo: Good night"
    # What could not be sent: the edit of a receipt that was undone, files, and the second part of an answer.
    [undone], [*_, second_part] = news(telegram, before, 7)
    assert "Undone" in undone
    first_part = [it for it in before[7].values() if it.from_bot][-1]
    assert f"{first_part.text} {second_part}".split() == LONG
    files = [telegram.file(it.message_id) for it in telegram.messages(7) if it.from_bot and "document" in it.extra]
    assert [b"The user plays chess" in (content or b"") for content in files] == [True, True]
    assert [news(telegram, before, user_id) for user_id in (3, 4, 5, 8)] == [([], [])] * 4


@of_0015
@pytest.mark.parametrize("ends_by", ["a command", "time"])
async def test_a_private_chat_stays_private_and_is_erased_when_it_ends(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str, left: Path, ends_by: str
) -> None:
    assert SECRET in await dumped(database_url)
    if ends_by == "time":
        bot_process.settings["CONVERSATION_IDLE_MINUTES"] = "0.0001"
        await bot_process.start()
        await telegram.bot_message(PRIVATE_OVER, user_id=4)
    else:
        await bot_process.start()
        await bot_process.answered(COMPLETED["0015"])
        assert await say(telegram, 4, "Go on") == f"Echo: Go on\n\n{PRIVATE_RECEIPT}"
        _, begun = continued(left, model.requests)
        assert begun == BEGUN["0015"]
        await telegram.bot_message(PRIVATE_OVER, after=telegram.send_text("/new", 4), user_id=4)
    await nothing_kept(database_url)


@of_0015
async def test_old_buttons_still_work(telegram: BotApi, bot_process: BotProcess, database: Database) -> None:
    before = chats(telegram)
    await bot_process.start()
    await bot_process.answered(COMPLETED["0015"])
    as_left, at_first = await stored(database), await remembered(database)

    async def press(user_id: int, words: str, label: str) -> str:
        (message,) = [it for it in before[user_id].values() if words in it.text and it.keyboard]
        return (await pressed(telegram, message, label)).text

    async def struck(user_id: int, words: str) -> bool:
        (message,) = [it for it in before[user_id].values() if words in it.text and it.keyboard]
        after = await pressed(telegram, message, "Undo")
        return any(it.type == "strikethrough" for it in after.entities)

    assert "Remembered: You take the train" in await press(5, "The user takes the train", "Remember")
    assert "Imported 2 memories" in await press(5, "Likes plums", "Import")
    now = at_first | {
        (5, "context", "The user takes the train"),
        (5, "preference", "Likes plums"),
        (5, "context", "Plays the cello"),
    }
    assert await remembered(database) == now

    assert await struck(2, "The user lives in York")
    assert await struck(5, "XX00 1111 2222")
    assert "2 memories" in await press(5, "Imported 2 memories", "Undo")
    removed = {
        (2, "context", "The user lives in York"),
        (5, "context", "The user's IBAN is XX00 1111 2222"),
        (5, "person", "Bo: plays chess"),
        (5, "preference", "Likes figs"),
    }
    assert await remembered(database) == now - removed
    versions = "agent_memory_versions"
    unchanged({versions: as_left[versions]}, await stored(database))
