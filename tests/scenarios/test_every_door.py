"""Every door to the memories keeps the same rules, refuses the same, and says the same of it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

import psycopg
import pytest
from psycopg.rows import TupleRow

from bot.memory.second_person import read_line
from practice.telegram.bot_api import BotApi
from tests.pressing import pressed
from tests.process import BotProcess, Script, free_port, run
from tests.scenarios.doors import APP, ApiDoor, Came, CommandDoor, Door, McpDoor, ToolDoor

ROOM: Final = 4
"""How many memories there is room for."""
BOSS: Final = "Alec is the user's boss"
FRIEND: Final = "Alec is the user's friend"
DOG: Final = "Alec has a dog"
TEA: Final = "The user likes tea"
GREEN: Final = "The user likes green tea"
STORED: Final = """
    SELECT m.id, m.subject, array_agg(v.content ORDER BY v.version_number), m.deleted_at IS NOT NULL
    FROM agent_memories m JOIN agent_memory_versions v ON v.memory_id = m.id GROUP BY m.id ORDER BY m.created_at
"""
Connection = psycopg.AsyncConnection[TupleRow]


@pytest.fixture(params=("tool", "command", "api", "mcp"))
async def door(
    request: pytest.FixtureRequest,
    telegram: BotApi,
    model: Script,
    bot_process: BotProcess,
    settings: dict[str, str],
    tmp_path: Path,
) -> AsyncIterator[Door]:
    """A way into a running bot."""
    port = free_port()
    bot_process.settings |= {"API_PORT": str(port), "MEMORY_LIMIT": str(ROOM)}
    await bot_process.start()
    if request.param == "tool":
        yield ToolDoor(telegram, model, bot_process)
    elif request.param == "command":
        yield CommandDoor(telegram)
    else:
        code, said = await run("token", "add", APP, "--user", "1", cwd=tmp_path, **settings)
        assert code == 0, said
        kind = ApiDoor if request.param == "api" else McpDoor
        yield kind(f"http://127.0.0.1:{port}", said.splitlines()[-1])


async def stored(connection: Connection) -> dict[str, tuple[str, list[str], bool]]:
    """Return each memory's subject, its versions from the first to the last, and whether it is deleted."""
    rows = await (await connection.execute(STORED)).fetchall()
    return {its_id: (subject or "", versions, deleted) for its_id, subject, versions, deleted in rows}


def says(came: Came, *contents: str) -> None:
    """Check that a wish was carried out, and that its door names these contents in this order, to their owner."""
    assert not came.is_refused, came
    at = 0
    for words in map(read_line, contents):
        assert (at := came.words.find(words, at)) >= 0, (words, came.words)


async def test_a_memory_is_added_changed_and_forgotten_and_what_is_gone_or_out_of_bounds_refused(
    door: Door, connection: Connection
) -> None:
    says(await door.add(BOSS, "person"), "Remembered", BOSS)
    (its_id,) = await stored(connection)
    assert await stored(connection) == {its_id: ("", [BOSS], False)}
    says(await door.update(its_id, FRIEND), BOSS, "→", FRIEND)
    await door.update(its_id, FRIEND)  # which changes nothing
    assert await stored(connection) == {its_id: ("", [BOSS, FRIEND], False)}
    says(await door.forget(its_id), FRIEND)
    for came in (
        await door.forget(its_id),
        await door.update(its_id, BOSS),
        await door.update("aaaaaaaa", GREEN),
        await door.add("a" * 501, "context"),
        await door.add("abc", "context"),
    ):
        assert came.is_refused
    assert await stored(connection) == {its_id: ("", [BOSS, FRIEND], True)}
    if door.origin != "conversation":
        says(await door.restore(its_id), FRIEND)
        await door.restore(its_id)  # which changes nothing
        assert await stored(connection) == {its_id: ("", [BOSS, FRIEND], False)}
    origins = await connection.execute("SELECT DISTINCT origin, coalesce(through, '') FROM agent_memory_versions")
    assert await origins.fetchall() == [(door.origin, door.through)]


async def test_what_is_there_or_like_another_or_too_much_is_refused(door: Door, connection: Connection) -> None:
    says(await door.add(BOSS, "person", "Alec", is_new=True), BOSS)
    says(await door.add(TEA, "preference"), TEA)
    boss, tea = before = await stored(connection)
    for came in (await door.add("alec is  the user's boss", "context", is_new=True), await door.update(tea, BOSS)):
        assert came.is_refused
        assert boss in came.words
    if door.origin != "command":  # what is typed there is new
        came = await door.add(DOG, "person", "Alec")
        assert came.is_refused
        assert boss in came.words
    assert await stored(connection) == before
    says(await door.add(DOG, "person", "Alec", is_new=True), DOG)
    await door.forget(boss)
    says(await door.add(BOSS, "person", is_new=True), BOSS)
    if door.origin != "conversation":
        assert (await door.restore(boss)).is_refused
    says(await door.add("The user's car is red", "context"), "red")
    came = await door.add("Every Monday there is a market", "context")
    assert came.is_refused
    assert "There is room for 4 memories" in came.words
    assert len(await stored(connection)) == ROOM + 1  # with the deleted one


@pytest.mark.parametrize("door", ["api", "mcp"], indirect=True)
async def test_the_chat_is_told_of_what_comes_from_elsewhere_and_undoes_it(
    door: Door, connection: Connection, telegram: BotApi
) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    says(await door.add(TEA, "preference"), TEA)
    (tea,) = await stored(connection)
    told = await telegram.bot_message("💾 Remembered: You like tea")
    assert told.text.endswith(f"(through {APP})")
    await pressed(telegram, told, "Undo")
    assert (await stored(connection))[tea] == ("", [TEA], True)
    says(await door.restore(tea), TEA)
    again = await telegram.bot_message("💾 Remembered: You like tea", after=told.message_id)
    says(await door.update(tea, GREEN), GREEN)
    changed = await telegram.bot_message("✏️ You like tea → You like green tea", after=again.message_id)
    await pressed(telegram, changed, "Undo")
    await door.forget(tea)
    forgotten = await telegram.bot_message("🗑 Forgot: You like tea", after=changed.message_id)
    await pressed(telegram, forgotten, "Undo")
    assert (await stored(connection))[tea] == ("", [TEA, GREEN, TEA], False)
