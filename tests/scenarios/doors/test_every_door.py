"""Every door to the memories keeps the same rules, refuses the same, and says the same of it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import psycopg
import pytest
from psycopg.rows import TupleRow

from bot.memory.second_person import read_line
from practice.telegram.bot_api import BotApi
from tests.browser.conftest import program
from tests.pressing import pressed
from tests.process import BotProcess, Script, run
from tests.scenarios.doors.api import ApiDoor
from tests.scenarios.doors.command import CommandDoor
from tests.scenarios.doors.door import APP, Came, Door, House
from tests.scenarios.doors.mcp import McpDoor
from tests.scenarios.doors.page import page_door
from tests.scenarios.doors.tool import ToolDoor
from tests.scenarios.test_api import free_port

DOORS: Final = ("tool", "command", "api", "mcp", "page")
ROOM: Final = 4
"""How many memories there is room for."""
BOSS: Final = "Alec is the user's boss"
FRIEND: Final = "Alec is the user's friend"
TEA: Final = "The user likes tea"
GREEN: Final = "The user likes green tea"
NOBODY: Final = "aaaaaaaa"


@pytest.fixture(params=DOORS)
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
    settings |= {"API_PORT": str(port), "MEMORY_LIMIT": str(ROOM)}
    bot_process.settings |= settings
    await bot_process.start()
    house = House(telegram, model, bot_process, f"http://127.0.0.1:{port}")

    async def last_line(*command: str) -> str:
        code, said = await run(*command, "--user", "1", cwd=tmp_path, **settings)
        assert code == 0, said
        return said.splitlines()[-1]

    match request.param:
        case "tool":
            yield ToolDoor(house)
        case "command":
            yield CommandDoor(house)
        case "api":
            yield ApiDoor(house, await last_line("token", "add", APP))
        case "mcp":
            yield McpDoor(house, await last_line("token", "add", APP))
        case "page":
            if not program():
                pytest.skip(f"{request.node.name}: no Chromium here")
            async with page_door(house.url, await last_line("open")) as door:
                yield door


class Stored:
    """What is stored of the user's memories."""

    def __init__(self, connection: psycopg.AsyncConnection[TupleRow]) -> None:
        self._connection = connection

    async def now(self) -> dict[str, tuple[str, list[str], bool]]:
        """Return each memory's subject, its wordings from the first to the last, and whether it is deleted."""
        rows = await self._rows(
            "SELECT m.id, m.subject, array_agg(v.content ORDER BY v.version_number), m.deleted_at IS NOT NULL "
            "FROM agent_memories m JOIN agent_memory_versions v ON v.memory_id = m.id GROUP BY m.id "
            "ORDER BY m.created_at"
        )
        return {its_id: (subject or "", wordings, deleted) for its_id, subject, wordings, deleted in rows}

    async def id_of(self, content: str) -> str:
        """Return the id of the memory that says this."""
        (its_id,) = [its_id for its_id, (_, wordings, _d) in (await self.now()).items() if wordings[-1] == content]
        return its_id

    async def origins(self) -> set[tuple[str, str]]:
        """Return where all wordings came from."""
        return {
            (str(it), str(through))
            for it, through in await self._rows("SELECT origin, coalesce(through, '') FROM agent_memory_versions")
        }

    async def _rows(self, sql: Any) -> list[TupleRow]:
        return await (await self._connection.execute(sql)).fetchall()


@pytest.fixture
def stored(connection: psycopg.AsyncConnection[TupleRow]) -> Stored:
    """What is stored."""
    return Stored(connection)


def says(door: Door, came: Came, *contents: str) -> None:
    """Check that a wish was carried out, and that its door names these contents in this order."""
    assert not came.is_refused, came
    at = 0
    for content in contents:
        words = read_line(content) if door.speaks_to_owner else content
        assert (at := came.words.find(words, at)) >= 0, (words, came.words)


async def test_a_memory_is_added_changed_and_forgotten(door: Door, stored: Stored) -> None:
    says(door, await door.add(BOSS, "person"), "Remembered", BOSS)
    its_id = await stored.id_of(BOSS)
    assert await stored.now() == {its_id: ("", [BOSS], False)}
    says(door, await door.update(its_id, FRIEND), BOSS, "→", FRIEND)
    assert await stored.now() == {its_id: ("", [BOSS, FRIEND], False)}
    await door.update(its_id, FRIEND)
    assert await stored.now() == {its_id: ("", [BOSS, FRIEND], False)}
    says(door, await door.forget(its_id), FRIEND)
    assert await stored.now() == {its_id: ("", [BOSS, FRIEND], True)}
    if door.restores:
        says(door, await door.restore(its_id), FRIEND)
        assert await stored.now() == {its_id: ("", [BOSS, FRIEND], False)}
        await door.restore(its_id)
        assert await stored.now() == {its_id: ("", [BOSS, FRIEND], False)}
    assert await stored.origins() == {(door.origin, door.through)}


async def test_what_is_there_already_is_refused_and_named(door: Door, stored: Stored) -> None:
    says(door, await door.add(BOSS, "person"), BOSS)
    says(door, await door.add(TEA, "preference"), TEA)
    boss, tea, before = await stored.id_of(BOSS), await stored.id_of(TEA), await stored.now()
    for came, named in (
        (await door.add("alec is  the user's boss", "context", is_new=True), boss),
        (await door.update(tea, BOSS), boss),
    ):
        assert came.is_refused
        assert named in came.words
        assert await stored.now() == before
    await door.forget(boss)
    says(door, await door.add(BOSS, "person", is_new=True), BOSS)
    if door.restores:
        came = await door.restore(boss)
        assert came.is_refused
        assert (await stored.now())[boss] == ("", [BOSS], True)


async def test_what_is_like_another_one_is_refused_unless_it_is_said_to_be_new(door: Door, stored: Stored) -> None:
    says(door, await door.add(BOSS, "person", "Alec", is_new=True), BOSS)
    its_id, before = await stored.id_of(BOSS), await stored.now()
    if door.origin != "command":
        came = await door.add("Alec has a dog", "person", "Alec")
        assert came.is_refused
        assert its_id in came.words
        assert await stored.now() == before
    says(door, await door.add("Alec has a dog", "person", "Alec", is_new=True), "Alec has a dog")
    assert list((await stored.now()).values()) == [("Alec", [BOSS], False), ("Alec", ["Alec has a dog"], False)]


async def test_what_is_gone_unknown_or_out_of_bounds_is_refused(door: Door, stored: Stored) -> None:
    says(door, await door.add(TEA, "preference"), TEA)
    tea = await stored.id_of(TEA)
    await door.forget(tea)
    before = await stored.now()
    assert (await door.forget(tea)).is_refused
    assert (await door.update(tea, GREEN)).is_refused
    assert (await door.update(NOBODY, GREEN)).is_refused
    assert (await door.forget(NOBODY)).is_refused
    assert (await door.add("a" * 501, "context")).is_refused
    assert (await door.add("abc", "context")).is_refused
    assert await stored.now() == before


async def test_the_chat_is_told_of_what_comes_from_elsewhere_and_undoes_it(
    door: Door, stored: Stored, telegram: BotApi
) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    says(door, await door.add(TEA, "preference"), TEA)
    tea = await stored.id_of(TEA)
    if not door.is_told:
        assert not [it for it in telegram.messages() if it.from_bot and "through" in it.text]
        return
    told = await telegram.bot_message("💾 Remembered: You like tea")
    assert told.text.endswith(f"(through {APP})")
    await pressed(telegram, told, "Undo")
    assert (await stored.now())[tea] == ("", [TEA], True)
    says(door, await door.restore(tea), TEA)
    again = await telegram.bot_message("💾 Remembered: You like tea", after=told.message_id)
    says(door, await door.update(tea, GREEN), GREEN)
    changed = await telegram.bot_message("✏️ You like tea → You like green tea", after=again.message_id)
    await pressed(telegram, changed, "Undo")
    assert (await stored.now())[tea] == ("", [TEA, GREEN, TEA], False)
    await door.forget(tea)
    forgotten = await telegram.bot_message("🗑 Forgot: You like tea", after=changed.message_id)
    await pressed(telegram, forgotten, "Undo")
    assert (await stored.now())[tea] == ("", [TEA, GREEN, TEA], False)


async def test_no_door_stores_more_than_there_is_room_for(door: Door, stored: Stored) -> None:
    for content in (BOSS, TEA, "The user's car is red", "The Vienna project ends in June"):
        says(door, await door.add(content, "context"))
    came = await door.add("Every Monday there is a market", "context")
    assert came.is_refused
    assert "There is room for 4 memories" in came.words
    assert len(await stored.now()) == ROOM
