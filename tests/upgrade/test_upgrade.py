"""What an earlier release left when it was killed in the middle of its work continues under this one.

The folder 0068 was made by running the release whose database has that revision: rows in every table, the chats, the
files and the last request of each conversation. Its database is taken back to the schema of the oldest revision that is
upgraded, which lacks a table and a column.
"""

import json
import shutil
import sqlite3
from collections.abc import AsyncIterator, Collection, Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

from bot.store import backup
from bot.store.engine import Database
from bot.store.migrate import newest_revision
from bot.turns.private_chat import PRIVATE_OVER, PRIVATE_RECEIPT
from practice.model.embeddings import of_words
from practice.model.server import ChatRequest, ModelServer, Received, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.conftest import MODEL_KEY, TOKEN
from tests.databases import administration
from tests.dump import dumped
from tests.pressing import pressed
from tests.process import BotProcess, Script, call, said
from tests.scenarios.test_private import SECRET, nothing_kept

LEFT: Final = Path(__file__).parent / "0068"
USERS: Final = range(1, 15)
"""All but the last are in the settings, which was let in by a link."""
MODELS: Final = "http://models.example/v1"
"""Address of the models' server in the database."""
REASONS: Final = "gpt-6-luna"
"""Model of a conversation in the Responses API."""
OLDEST: Final = """
    DROP TABLE public.agent_refused_parts;
    ALTER TABLE public.agent_memory_proposals DROP COLUMN replaced_by;
    UPDATE public.alembic_version SET version_num = '0066'
"""
LONG: Final = [f"word{number}" for number in range(700)]
"""The words of an answer of two parts."""
STOPPED: Final = "Tell me all"
"""What a turn was asked that a waiting command stops."""
COMPLETED: Final = 7
"""How many answers are complete once all is done that was left undone."""
BEGUN: Final = 1
"""How many conversations begin with that."""
NEVER: Final = "10000000"
"""The fixture is old: without this, each conversation would end."""
WITH_WORDS_OF_OTHERS: Final = {2, 5}
"""Users with conversations, and with a memory that came through a program or an import."""
GOES_ON: Final[Mapping[str, Collection[str]]] = {
    "agent_owners": {"conversations"},
    "agent_conversations": {
        *("last_message_at", "pending_notes", "memories", "pending_memories", "capture", "ended_at"),
        "carries_untrusted",
    },
    "agent_turns": {"state", "attempt", "ended_at", "failed_attempts", "taken_back"},
    "agent_messages": (),
    "agent_memories": (),
    "agent_memory_versions": (),
    "agent_memory_imports": (),
    "agent_usage": (),
    "agent_notes": (),
    "agent_note_versions": (),
    "agent_reminders": {"state", "is_due", "rings_at", "again_at", "nags", "rung_at", "version", "former"},
    "agent_attachments": (),
}
"""The compared tables, each with the columns that change as conversations continue."""

_LEFT_AN_HOUR_AGO: Final = """
    UPDATE records SET value = json_set(value, '$.date', json_extract(value, '$.date') + (
        SELECT strftime('%s', 'now') - 3600 - max(json_extract(value, '$.date')) FROM records WHERE kind = 'message'
    )) WHERE kind = 'message'
"""

FORMER_ACTS: Final = """
    SELECT id, state FROM agent_activities WHERE user_id > 0
    UNION ALL
    SELECT id, CASE state WHEN 'accepted' THEN 'done' WHEN 'dismissed' THEN 'declined' WHEN 'waiting' THEN
        CASE WHEN untrusted THEN 'waiting' ELSE 'offered' END ELSE state END
    FROM agent_memory_proposals WHERE user_id > 0
"""
"""What was done or offered, with the states that it has now."""
FORMER_CHANGES: Final = """
    SELECT count(*) FROM agent_messages JOIN agent_turns ON id = turn_id
    JOIN agent_conversations AS its ON its.id = conversation_id WHERE change IS NOT NULL AND user_id > 0
"""

Row: TypeAlias = Mapping[str, Any]
Tables: TypeAlias = Mapping[str, Mapping[str, Row]]
"""The rows of some tables, each by what identifies it."""
Chats: TypeAlias = Mapping[int, Mapping[int, Message]]
"""The messages of some users' chats by their ids."""


class Model(Script):
    """The model, which never answers what is to be stopped."""

    def reply(self, request: ChatRequest) -> Reply:
        """Answer a request."""
        return self.held("", before=0) if said(request)[-1] == STOPPED else super().reply(request)


def few_numbers(text: str) -> Sequence[float]:
    """Embed a text as the release's server did."""
    vector = of_words(text)
    return [round(sum(vector[number::8]) + 0.01, 3) for number in range(8)]


@pytest.fixture
def database_url(empty_url: str, model: Script) -> str:
    """The address of the database that the release left."""
    script = (LEFT / "database.sql").read_text().replace(MODELS, model.url)
    with administration(empty_url) as connection:
        connection.execute(script.encode())
        connection.execute(OLDEST)
    return empty_url


@pytest.fixture
def telegram(tmp_path: Path) -> BotApi:
    """The chats that the release left an hour ago: Telegram refuses to delete what is older than two days."""
    folder = tmp_path / "telegram"
    folder.mkdir()
    with sqlite3.connect(folder / "chats.sqlite") as chats:
        chats.executescript((LEFT / "telegram.sql").read_text())
        chats.execute(_LEFT_AN_HOUR_AGO)
    chats.close()
    return BotApi(TOKEN, folder)


@pytest.fixture
async def model() -> AsyncIterator[Script]:
    """The models' server, which knows what it has issued."""
    model = Model()
    server = ModelServer(model.reply, models=("scripted", REASONS), api_key=MODEL_KEY, embed=few_numbers)
    for request in asked().values():
        server.know_items(request["model"], json.loads(request["prompt"]))
    async with serve(server.app) as url:
        model.server, model.url = server, f"{url}/v1"
        yield model


@pytest.fixture
def settings(settings: dict[str, str]) -> dict[str, str]:
    """The settings the release had, and the files it left."""
    shutil.copytree(LEFT / "files", Path(settings["DATA_DIR"]) / "files")
    return settings | {
        "TELEGRAM_ALLOWED_USER_IDS": ",".join(map(str, USERS[:-1])),
        "CONVERSATION_IDLE_MINUTES": NEVER,
        "OPENAI_MODEL": "scripted",
        "EMBEDDING_MODEL": "scripted-embeddings",
    }


def chats(telegram: BotApi) -> Chats:
    """Return the chats as they are now."""
    return {user_id: {message.message_id: message for message in telegram.messages(user_id)} for user_id in USERS}


async def say(telegram: BotApi, user_id: int, text: str, *, topic: int = 0) -> str:
    """Let a user write, and return the answer."""
    sent = telegram.send_text(text, user_id, topic=topic)
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


def of_people(tables: Tables) -> Tables:
    """Return rows without those of a group, which nothing goes on."""
    left: set[str] = set()
    found: dict[str, dict[str, Row]] = {}
    for table in sorted(tables, key=list(GOES_ON).index):
        its = ("conversation_id", "turn_id", "memory_id", "note_id")
        of = {
            key: it
            for key, it in tables[table].items()
            if it.get("user_id", 1) < 0 or any(it.get(n) in left for n in its)
        }
        left |= {str(it["id"]) for it in of.values() if "id" in it}
        found[table] = {key: it for key, it in tables[table].items() if key not in of}
    return found


def unchanged(before: Tables, after: Tables) -> None:
    """Check that each row exists with the same values in the columns that both have and that don't change."""
    for table, rows in of_people(before).items():
        for key, row in rows.items():
            now = after[table][key]
            columns = row.keys() & now.keys() - set(GOES_ON[table])
            assert {name: now[name] for name in columns} == {name: row[name] for name in columns}, table


def newest_versions(tables: Tables) -> dict[str, int]:
    """Return the number of each memory's newest version."""
    versions = sorted(tables["agent_memory_versions"].values(), key=lambda row: int(row["version_number"]))
    return {row["memory_id"]: row["version_number"] for row in versions}


async def conversations(database: Database, *, in_topics: bool = False) -> list[Row]:
    """Return the users' conversations whose last request is known, and the open ones."""
    rows = (await stored(database))["agent_conversations"].values()
    theirs = [row for row in rows if row["chat_id"] in USERS and bool(row["topic_id"]) is in_topics]
    return [row for row in theirs if row["id"] in asked() or row["ended_at"] is None]


async def remembered(database: Database) -> set[tuple[int, str, str]]:
    """Return whose memories there are, of which categories, and what they say."""
    of_all = (
        "SELECT user_id, category, content FROM agent_memories AS memory "
        "JOIN agent_memory_versions ON memory_id = memory.id AND version_number = version WHERE deleted_at IS NULL"
    )
    async with database.transaction() as tx:
        return {tuple(row) for row in await tx.connection.exec_driver_sql(of_all)}


@cache
def asked() -> Mapping[str, Mapping[str, str]]:
    """Return the last request of each conversation that the release noted, as it was sent."""
    requests: dict[str, dict[str, str]] = json.loads((LEFT / "requests.json").read_text())
    return requests


def continued(requests: Iterable[Received]) -> tuple[set[str], int]:
    """See that each request begins with the bytes of the one before in its conversation.

    For the first one those are the bytes that the release sent. Return which of its conversations went on, and how
    many others began.
    """
    last = {name: (before["tools"], before["prompt"]) for name, before in asked().items()}
    went_on: set[str] = set()
    for request in requests:
        tools, prompt = request.sent("tools"), request.prompt
        names = [name for name, (_, before) in last.items() if prompt.startswith(before.removesuffix("]"))]
        (name,) = names or [f"new {len(last)}"]
        assert tools == last.get(name, (tools, ""))[0]
        last[name] = tools, prompt
        went_on.add(name)
    known = set(asked())
    return went_on & known, len(went_on - known)


def news(telegram: BotApi, before: Chats, user_id: int) -> tuple[list[str], list[str]]:
    """Return what the bot's messages say that were changed in a chat, and what its new ones say."""
    now = [message for message in telegram.messages(user_id) if message.from_bot]
    changed = [it.text for it in now if it.message_id in before[user_id] and it != before[user_id][it.message_id]]
    return changed, [it.text for it in now if it.message_id not in before[user_id]]


async def test_every_conversation_continues(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    as_left, at_first = await stored(database), {it for it in await remembered(database) if it[0] > 0}
    await bot_process.start()
    await bot_process.answered(COMPLETED)
    there = await conversations(database)
    for it in there:
        if it["ended_at"] is None:
            await say(telegram, it["user_id"], f"Go on, {it['user_id']}")
    now = await stored(database)
    unchanged(as_left, now)
    before, after = (it["agent_conversations"] for it in (as_left, now))
    clean = {it["user_id"] for key, it in after.items() if key in before and not it["carries_untrusted"]}
    tainted = {it["user_id"] for key, it in after.items() if it["carries_untrusted"] and key in before}
    was_tainted = {it["user_id"] for it in before.values() if it["carries_untrusted"]}
    assert tainted - was_tainted == WITH_WORDS_OF_OTHERS
    assert clean.isdisjoint(WITH_WORDS_OF_OTHERS)  # one that has ended may be resumed
    assert await remembered(database) == at_first
    assert {row["id"]: row["version"] for row in now["agent_memories"].values()} == newest_versions(now)
    for it in there:
        if it["ended_at"]:
            sent = telegram.send_text(f"/resume {it['number']}", it["user_id"])
            await telegram.bot_message("Back in conversation", after=sent, user_id=it["user_id"])
            await say(telegram, it["user_id"], f"Go back, {it['user_id']}")
    assert continued(model.requests) == ({it["id"] for it in there} & set(asked()), BEGUN)
    assert {it.request.model for it in model.requests if it.in_responses} == {REASONS}
    assert len(model.refusals) == 0


async def test_what_was_done_or_offered_is_an_act_and_each_of_its_buttons_works_once(
    telegram: BotApi, bot_process: BotProcess, database: Database
) -> None:
    async with database.transaction() as tx:
        before = {(it.id, it.state) for it in await tx.connection.exec_driver_sql(FORMER_ACTS)}
        changes = (await tx.connection.exec_driver_sql(FORMER_CHANGES)).scalar_one()
    await bot_process.start()
    await bot_process.answered(COMPLETED)
    async with database.transaction() as tx:
        acts = {(it.id, it.state) for it in await tx.connection.exec_driver_sql("SELECT id, state FROM agent_acts")}
    assert acts >= before
    assert len(acts - before) >= changes
    toasts = [
        await press_once(telegram, message, button.callback_data)
        for user_id in USERS
        for message in telegram.messages(user_id)
        for button in message.buttons
        if button.callback_data.startswith(("undo:", "offer:yes:", "do:yes:", "deed:", "undone:"))
    ]
    assert not {"This button no longer works.", "I no longer know what this was about."} & set(toasts)
    assert {"Undone. I no longer remember it.", "Remembered.", "I'm doing it now."} <= set(toasts)


async def press_once(telegram: BotApi, message: Message, data: str) -> str:
    """Press a button; return what the bot says to that."""
    query = telegram.press(message.message_id, data, message.user_id)
    return (await telegram.wait_for(lambda: telegram.press_answer(query))).text


async def test_every_conversation_goes_on_in_the_responses_api(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    model.server.play("gpt-5-mini", REASONS)
    bot_process.settings |= {"OPENAI_API": "responses", "OPENAI_MODEL": "gpt-5-mini"}
    await bot_process.start()
    await bot_process.answered(COMPLETED)
    for it in await conversations(database):
        if it["ended_at"] is None:
            await say(telegram, it["user_id"], f"Go on, {it['user_id']}")
            first, *_ = model.requests[-1].items
            assert first["content"].startswith(it["system_prompt"])
    assert all(it.in_responses for it in model.requests)
    assert model.server.refusals == []


async def test_a_conversation_goes_on_calling_the_tools_that_it_was_offered(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    await bot_process.start()
    await bot_process.answered(COMPLETED)
    model.then(call("tick_in_note", name="Garden", items=["sow peas"]), "Well done.")
    answer = await telegram.bot_message("Well done.", after=telegram.send_text("The peas are in", 9), user_id=9)
    assert answer.text.endswith("\n\n📓 Garden: ☑ sow peas")
    assert "tick_in_note" in model.requests[-1].sent("tools")
    assert any(it.type == "strikethrough" for it in (await pressed(telegram, answer, "Undo")).entities)


async def test_a_conversation_in_a_topic_continues(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database
) -> None:
    telegram.has_topics = True
    await bot_process.start()
    (there,) = [it for it in await conversations(database, in_topics=True) if it["id"] in asked()]
    await say(telegram, there["user_id"], "Go on, here", topic=there["topic_id"])
    went_on, _ = continued(model.requests)
    assert there["id"] in went_on
    await bot_process.kill()  # a stop would wait for the turn that the model never answers


async def test_what_was_begun_is_ended_and_what_waited_is_answered_or_dropped(
    telegram: BotApi, bot_process: BotProcess, database_url: str
) -> None:
    before = chats(telegram)
    assert SECRET in await dumped(database_url)
    await bot_process.start()
    await bot_process.answered(COMPLETED)
    # A call was made and its result stored; after it an edited message was waiting.
    [ended], answered = news(telegram, before, 1)
    assert ended.startswith("I'll note that down at once.\n\nEcho: Alec lives in Leeds\n\n✏️ Alec is your friend → ")
    assert answered == ["Echo: And what is that?"]
    # A preview; and another, whose turn is stopped by a command that waited between messages.
    assert news(telegram, before, 2) == (["Echo: Tell me slowly"], [])
    changed, [stopped, answer] = news(telegram, before, 6)
    assert changed == []
    assert stopped.startswith("Stopped. I won't answer 2 messages that were waiting. This is a new conversation")
    assert answer == "Echo: Good night"
    # What could not be sent: the edit of a receipt that was undone, files, and the second part of an answer.
    [_], [*_, second_part] = news(telegram, before, 7)
    (undone,) = [it for it in telegram.messages(7) if any(mark.type == "strikethrough" for mark in it.entities)]
    assert "You play chess → You play go" in undone.text
    first_part = [it for it in before[7].values() if it.from_bot][-1]
    assert f"{first_part.text} {second_part}".split() == LONG
    files = [telegram.file(it.message_id) for it in telegram.messages(7) if it.from_bot and "document" in it.extra]
    assert [b"The user plays chess" in (content or b"") for content in files] == [True, True]
    # A rich message, now as words; and what belonged to a group, for the person who managed it.
    [], [told, notes, again] = news(telegram, before, 11)
    assert told.startswith("I no longer answer in groups. What I remembered in “Family” is in this file")
    assert notes.startswith("And these are its notes.")
    sent = [telegram.file(it.message_id) or b"" for it in telegram.messages(11) if it.text in {told, notes}]
    assert ["- User 12 plays the cello" in sent[0].decode(), "# " in sent[1].decode()] == [True, True]
    assert all(word in again for word in ("Anna", "Zoe"))
    assert news(telegram, before, 14) == ([], ["Echo: Wait a while"])
    assert [news(telegram, before, user_id) for user_id in (3, 4, 5, 8, 12, 13)] == [([], [])] * 6
    assert await say(telegram, 4, "Go on") == f"Echo: Go on\n\n{PRIVATE_RECEIPT}"
    await telegram.bot_message(PRIVATE_OVER, after=telegram.send_text("/new", 4), user_id=4)
    await nothing_kept(database_url)


async def test_what_was_said_alone_in_a_group_stays_its_managers(
    telegram: BotApi, bot_process: BotProcess, database: Database, database_url: str
) -> None:
    before = chats(telegram)
    async with database.transaction() as tx:
        for table in ("agent_conversations", "telegram_messages", "telegram_updates"):
            moved = f"UPDATE {table} SET chat_id = -chat_id WHERE chat_id IN (1, 4)"
            await tx.connection.exec_driver_sql(moved)
    await bot_process.start()
    await bot_process.answered(COMPLETED - 1)
    [answer] = news(telegram, before, 1)[1]
    assert answer.startswith("I'll note that down at once.\n\nEcho: Alec lives in Leeds")
    assert {row["chat_id"] for row in (await stored(database))["agent_conversations"].values()} <= {*USERS}
    await nothing_kept(database_url)


async def test_a_backup_of_it_is_restored_and_upgraded(database: Database, database_url: str, tmp_path: Path) -> None:
    await backup.write(database_url, archive := tmp_path / "backup")
    as_left = await stored(database)
    assert (await backup.restore(database_url, archive, replace=True)).memories == len(as_left["agent_memories"])
    now = await stored(database)
    unchanged(as_left, now)
    async with database.transaction() as tx:
        revision = await tx.connection.exec_driver_sql("SELECT version_num FROM alembic_version")
        assert revision.scalar_one() == newest_revision()


async def test_old_buttons_still_work(telegram: BotApi, bot_process: BotProcess, database: Database) -> None:
    before = chats(telegram)
    await bot_process.start()
    await bot_process.answered(COMPLETED)
    as_left, at_first = await stored(database), await remembered(database)

    async def press(user_id: int, words: str, label: str) -> str:
        (message,) = [it for it in before[user_id].values() if words in it.text and it.keyboard]
        return (await pressed(telegram, message, label)).text

    async def struck(user_id: int, words: str) -> bool:
        (message,) = [it for it in before[user_id].values() if words in it.text and it.keyboard]
        after = await pressed(telegram, message, "Undo")
        return any(it.type == "strikethrough" for it in after.entities)

    assert "Remembered: You take the train" in await press(5, "You take the train", "Remember")
    assert "Imported 2 memories" in await press(5, "Likes plums", "Import")
    now = at_first | {
        (5, "context", "The user takes the train"),
        (5, "preference", "Likes plums"),
        (5, "context", "Plays the cello"),
    }
    assert await remembered(database) == now

    assert await struck(2, "You live in York")
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
