"""A user's data is the same after an export and an import."""

import json
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from io import BytesIO

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url

from bot.features.data import store
from bot.features.data.export.document import Export
from bot.features.data.export.rows import tables
from bot.features.data.export.writing import write
from bot.kit.errors import StartError
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.kit.usage import Usage
from bot.memory.prompt_block import BLOCK_HEADING
from bot.model.values import UserMessage
from bot.store.engine import Database
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import erasure, usages
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.store.usages import Request
from bot.turns.values.conversations import ConversationMode
from bot.turns.values.turns import UsagePurpose
from tests.conftest import TEMPLATE, new_database
from tests.databases import administration
from tests.features.data.export import examples
from tests.features.data.export.examples import EXPORT, SECTIONS, Json, empty, export, message, uuid, whole
from tests.memory.telegram.conversing import started
from tests.turns.store.search.test_words import index_all

OWNER = Owner(1000, 1)
OTHER = Owner(1000, 2)
AT = datetime(2026, 11, 22, 10, 0, 0, 123456, tzinfo=UTC)
ROWS = "SELECT t::text FROM {} AS t ORDER BY 1"


@pytest.fixture
def second_url(server_url: str) -> Iterator[str]:
    """The address of another migrated database."""
    with new_database(server_url, TEMPLATE) as url:
        yield url


@pytest.fixture
async def second(second_url: str) -> AsyncIterator[Database]:
    """Another database."""
    database = Database(second_url)
    yield database
    await database.close()


async def put(database: Database, value: Export, owner: Owner = OWNER) -> None:
    async with database.transaction() as tx:
        await store.put(tx, owner, tables(value, owner, SECTIONS))


async def written(database: Database, owner: Owner = OWNER, at: datetime = AT) -> tuple[bytes, str]:
    """Return the two files of an export."""
    programs, people = BytesIO(), BytesIO()
    async with database.transaction() as tx:
        await store.begin(tx, owner)
        await write(tx, owner, at, SECTIONS, programs.write, people.write, UTC)
    return programs.getvalue(), people.getvalue().decode()


async def exported(database: Database, owner: Owner = OWNER) -> Json:
    """Return the export for programs."""
    value: Json = json.loads((await written(database, owner))[0])
    return value


def failed(value: Json) -> Json:
    """Return an export after an import: nobody answers a turn any more that was running."""
    for conversation in value["conversations"]:
        for turn in conversation["turns"]:
            if turn["state"] == "running":
                turn |= {"state": "failed", "ended_at": value["exported_at"]}
    return value


def rows(url: str) -> dict[str, list[str]]:
    """Return every row of our tables, as text."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE tablename LIKE 'agent%'").fetchall()
        return {
            name: [row for (row,) in connection.execute(sql.SQL(ROWS).format(sql.Identifier(name)))]
            for (name,) in names
        }


async def test_versions_of_notes_in_early_exports_have_the_notes_name(database: Database) -> None:
    value = whole()
    for note in value["notes"]:
        for version in note["versions"]:
            del version["name"]
    await put(database, export(value))
    (first, _) = (await exported(database))["notes"]
    assert [it["name"] for it in first["versions"]] == ["Shopping", "Shopping"]


async def test_what_a_model_knows_is_read_from_the_prompts_of_early_exports(database: Database) -> None:
    value = whole()
    parts = ("You are Keepsake.\n\n", "# The owner's instructions\n\nBe brief.\n\n", f"{BLOCK_HEADING}\n### Person\n")
    for it in value["conversations"]:
        for name in ("own_at", "memories_at", "memories", "pending_memories"):
            del it[name]
    early = value["conversations"][0]
    early |= {"system_prompt": "".join(parts) + "- [id:AAAAaaa1] [Alec M.] Alec is the boss", "recalled": ["zzzzZZZ9"]}
    await put(database, export(value))
    known = (await exported(database))["conversations"][0]
    assert (known["own_at"], known["memories_at"]) == (len(parts[0]), len(parts[0]) + len(parts[1]))
    line = early["system_prompt"].count("\n")
    assert known["memories"] == [
        {"id": "AAAAaaa1", "version": 1, "line": line},
        {"id": "zzzzZZZ9", "version": 1, "line": None},
    ]


async def test_what_was_imported_is_exported_as_it_was_and_makes_the_same_rows(
    database: Database, second: Database, database_url: str, second_url: str
) -> None:
    """But for what an import works out anew: the index of what was said."""
    await put(database, export(whole()))
    content, readable = await written(database)
    assert json.loads(content) == failed(whole())
    assert "Alec was the boss" in readable
    await put(second, EXPORT.model_validate_json(content))
    there, here = rows(database_url), rows(second_url)
    assert sum(bool(several) for several in there.values()) == 15
    assert here == there
    assert (await written(second)) == (await written(database))


def test_nothing_that_was_allowed_goes_on_after_an_import() -> None:
    value = whole()
    for state, then in (("allowed", "declined"), ("running", "unknown")):
        value["conversations"][0]["turns"][0]["acts"][0]["state"] = state
        first, *_ = tables(export(value), OWNER, SECTIONS)["agent_acts"]
        assert first["state"] == then


async def test_the_conversations_of_topics_come_along_as_ended_ones(database: Database, second: Database) -> None:
    async with database.transaction() as tx:
        for topic_id in (0, 5):
            await started(tx, OWNER, Place(1, topic_id), prompt=f"Topic {topic_id}")
    content, _ = await written(database)
    await put(second, EXPORT.model_validate_json(content))
    async with second.transaction() as tx:
        general = await stored_conversations.open_in(tx, OWNER, Place(1))
        assert general
        assert general.system_prompt == "Topic 0"
        assert await stored_conversations.open_in(tx, OWNER, Place(1, 5)) is None


async def test_another_users_things_are_not_in_it(database: Database) -> None:
    await put(database, export(whole()))
    assert await exported(database, OTHER) == empty() | {"user_id": 2}
    assert await exported(database, Owner(7, 1)) == empty() | {"bot_id": 7}


async def test_what_is_said_in_private_is_not_in_it(database: Database) -> None:
    async with database.transaction() as tx:
        private = await started(tx, OWNER, prompt="Private", mode=ConversationMode.PRIVATE)
        turn = await stored_turns.begin(tx, private.id)
        await stored_turns.append(tx, turn.id, [UserMessage(own("[now]\nA secret"))])
        usage = Usage(input_tokens=3)
        await usages.add(
            tx, [Request(owner=OWNER, turn_id=turn.id, purpose=UsagePurpose.ANSWER, model="m", usage=usage)]
        )
    content, readable = await written(database)
    assert "secret" not in content.decode() + readable
    value = json.loads(content)
    assert value["conversations"] == []
    assert [request["turn_id"] for request in value["usage"]] == [None]
    async with database.transaction() as tx:
        assert (await write(tx, OWNER, AT, SECTIONS, BytesIO().write, BytesIO().write, UTC)).leaves_out_private


async def test_it_is_of_one_moment(database: Database) -> None:
    """What is stored while it is read is no part of it."""
    await put(database, export(whole()))
    before, _ = await written(database)
    programs, people = BytesIO(), BytesIO()
    async with database.transaction() as reading:
        await store.begin(reading, OWNER)
        async with database.transaction() as writing:
            await erasure.erase_everything(writing, OWNER)
        await write(reading, OWNER, AT, SECTIONS, programs.write, people.write, UTC)
    assert programs.getvalue() == before


async def test_a_call_without_a_result_gets_one_in_place(database: Database) -> None:
    """A bot that died, or an older one, may have left it so."""
    value = whole()
    calls = [{"id": f"call_{number}", "name": "forget_memory", "arguments": "{}"} for number in range(3)]
    value["conversations"][1]["turns"][1]["messages"] += [
        message(2, "assistant", "", tool_calls=calls[:2]),
        message(3, "tool", "Done.", call_id="call_0"),
        message(4, "user", "[Sun 22 Nov 2026, 09:05]\nHello?"),
        message(5, "assistant", "", tool_calls=calls[2:]),
    ]
    await put(database, export(value))
    there = (await exported(database))["conversations"][1]["turns"][1]["messages"]
    assert [it["position"] for it in there] == [*range(1, 8)]
    assert [(it["role"], it["call_id"]) for it in there[1:]] == [
        ("assistant", None),
        ("tool", "call_0"),
        ("tool", "call_1"),
        ("user", None),
        ("assistant", None),
        ("tool", "call_2"),
    ]


async def test_where_there_is_something_of_the_user_nothing_is_imported(database: Database, database_url: str) -> None:
    await put(database, export(whole()))
    before = rows(database_url)
    with pytest.raises(StartError, match="User 1 already has data"):
        await put(database, export(empty()))
    with pytest.raises(StartError, match="Part of this export is already in the database"):
        await put(database, export(whole()), OTHER)
    assert rows(database_url) == before


@pytest.mark.parametrize(
    ("change", "detail"),
    [
        (lambda it: it["memories"][1].update(deleted_at=None), "content_key.* already exists"),
        (
            lambda it: it["memories"][0]["versions"][0].update(source={"conversation_id": uuid(9), "turn_id": uuid(1)}),
            f"{uuid(9)}.* is not present",
        ),
        (lambda it: it["conversations"].append(examples.conversation(4)), f"{uuid(1_004)}.* already exists"),
    ],
)
async def test_parts_that_do_not_fit_together_are_refused_with_what_is_in_the_way(
    database: Database, database_url: str, change: Callable[[Json], object], detail: str
) -> None:
    value = whole()
    change(value)
    with pytest.raises(StartError, match=f"{detail}.* Nothing was changed"):
        await put(database, export(value))
    assert not any(rows(database_url).values())


async def test_a_number_is_never_given_twice_though_an_export_counts_too_few(database: Database) -> None:
    await put(database, export(whole() | {"numbered_conversations": 1}))
    assert (await exported(database))["numbered_conversations"] == 4


async def test_what_was_erased_comes_back_with_its_links(database: Database) -> None:
    """The inbox keeps an emptied row of each update, which knows its turn again."""
    await put(database, export(whole()))
    async with database.transaction() as tx:
        await erasure.erase_everything(tx, OWNER)
    assert await exported(database) == empty()
    await put(database, export(whole()))
    assert await exported(database) == failed(whole())


async def test_what_was_imported_is_indexed_at_the_next_start(database: Database, database_url: str) -> None:
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    await index_all(database)
    await put(database, export(whole()))
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    await index_all(database)
    with administration(database_url) as connection:
        found = connection.execute("SELECT turn_id::text, position FROM agent_words ORDER BY 1, 2").fetchall()
    assert (uuid(1), 1) in found
    assert (uuid(1), 5) in found
    assert (uuid(1), 3) not in found
