"""The MCP server, asked by the official client over both transports, in the present and the former protocol."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeAlias

import httpx
import pytest
from mcp import Client
from mcp_types import TextContent, TextResourceContents

from bot.doors.http.access import SESSION
from bot.doors.store import access_tokens
from bot.doors.values import Scope
from bot.features.notes.operations import change
from bot.features.notes.store import notes
from bot.features.notes.values import Writing
from bot.features.reminders.operations import Reminders, Wanted
from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.prompt_text import UNTRUSTED_MARK
from bot.store.engine import Database
from bot.turns.store import owners
from tests.doors.http.serving import token
from tests.doors.mcp_server.assistants import by_http, by_stdio, call, done, refused

BOSS = {"content": "Alec is the user's boss", "category": "person", "subject": "Alec"}
Connect: TypeAlias = Callable[[], AbstractAsyncContextManager[Client]]
READING = {
    *("search_memory", "list_memories", "get_memory", "search_conversations"),
    *("find_notes", "read_note", "list_reminders"),
}
DESTRUCTIVE = {"update_memory", "forget_memory", "change_note", "change_reminder"}
WRITING = DESTRUCTIVE | {"add_memory", "restore_memory", "set_reminder"}


@pytest.fixture
async def connect(request: pytest.FixtureRequest, url: str, database: Database, owner: Owner) -> Connect:
    """Connects an assistant of the owner's; a test may be parametrized with the protocol."""
    key, mode = await token(database, owner), getattr(request, "param", "auto")
    return lambda: by_http(url, key, mode)


@pytest.mark.parametrize("connect", ["auto", "legacy"], indirect=True)
async def test_a_memory_is_added_found_changed_forgotten_and_restored(connect: Connect) -> None:
    async with connect() as assistant:
        added = await call(assistant, "add_memory", **BOSS)
        memory = added.structured_content
        assert (memory["version"], memory["receipt"]) == (1, "💾 Remembered: Alec is your boss")
        which = {"memory_id": memory["id"]}
        assert "Alec is the user's boss" in await done(assistant, "search_memory", query="boss")
        assert "1 in all" in await done(assistant, "list_memories", category="person")
        assert "former" in await done(assistant, "update_memory", **which, content="Alec is the user's former boss")
        read = await call(assistant, "get_memory", **which)
        assert [(it["number"], it["through"]) for it in read.structured_content["versions"]] == [
            (1, "Claude Desktop"),
            (2, "Claude Desktop"),
        ]
        assert "Forgotten" in await done(assistant, "forget_memory", **which)
        assert "is deleted" in await refused(assistant, "get_memory", **which)
        assert "Nothing was found" in await done(assistant, "search_memory", query="boss")
        assert "Remembered again" in await done(assistant, "restore_memory", **which)


async def test_tools_say_what_they_do(connect: Connect) -> None:
    async with connect() as assistant:
        assert "search_memory" in (assistant.instructions or "")
        tools = {it.name: it.annotations for it in (await assistant.list_tools()).tools}
    assert tools.keys() == READING | WRITING
    assert {name for name, it in tools.items() if it and it.read_only_hint} == READING
    assert {name for name, it in tools.items() if it and it.destructive_hint} == DESTRUCTIVE
    again = {name for name, it in tools.items() if it and not it.idempotent_hint}
    assert again == {"change_note", "set_reminder", "change_reminder"}  # "in 20 minutes" is another time each time
    assert not any(it is None or it.open_world_hint for it in tools.values())


async def test_the_prompt_and_the_resources_hold_the_memories(connect: Connect) -> None:
    async with connect() as assistant:
        (prompt,) = (await assistant.list_prompts()).prompts
        await done(assistant, "add_memory", **BOSS)
        content = (await assistant.get_prompt(prompt.name)).messages[0].content
        assert isinstance(content, TextContent)
        assert content.text.startswith("## Your Memory")
        assert "[Not the user's words] \"Alec is the user's boss\"" in content.text
        (resource,) = (await assistant.list_resources()).resources
        assert (resource.name, resource.description) == ("Alec", "Alec is the user's boss")
        (read,) = (await assistant.read_resource(resource.uri)).contents
        assert isinstance(read, TextResourceContents)
        assert "Claude Desktop: Alec is the user's boss" in read.text
        assert read.text.count(UNTRUSTED_MARK) == 2  # the memory, and its version
        (template,) = (await assistant.list_resource_templates()).resource_templates
        assert template.uri_template == "keepsake://memory/{memory_id}"


async def test_reminders_are_set_changed_and_cancelled(connect: Connect, database: Database, owner: Owner) -> None:
    at = f"{datetime.now(UTC).year + 1}-12-01T09:00"
    reminders = Reminders(None)
    async with database.transaction() as tx:
        task = await reminders.add(
            tx,
            owner,
            Wanted(text="tell me the news", schedule=reminders.at_wall(datetime.fromisoformat(at)), is_task=True),
        )
    async with connect() as assistant:
        assert "The at is missing." in await refused(assistant, "set_reminder", text="call mom", when="yesterday")
        assert "can't be read" in await refused(assistant, "set_reminder", text="call mom", when="then", at="soon")
        made = await call(assistant, "set_reminder", text="call mom", when="on 1 December at 9", at=at)
        which = {"id": made.structured_content["id"]}
        assert made.structured_content["receipt"].startswith("⏰ ")
        assert "is already set" in await refused(assistant, "set_reminder", text="call mom", when="then", at=at)
        news = {"text": "tell me the news", "when": "on 1 December at 9", "at": at, "is_task": True}
        assert "Only the user can set and change tasks" in await refused(assistant, "set_reminder", **news)
        assert "call Anna" in await done(assistant, "change_reminder", **which, text="call Anna")
        assert "call Anna" in await done(assistant, "list_reminders")
        assert "Only the user can set and change tasks" in await refused(
            assistant, "change_reminder", id=task.id, text="do it"
        )
        for its_id in (task.id, *which.values()):
            assert "Cancelled" in await done(assistant, "change_reminder", id=its_id, cancel=True)
        assert "is cancelled" in await refused(assistant, "cancel_reminder", **which)  # its name in earlier versions


async def test_notes_are_read_and_written_the_rest_read(connect: Connect, database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        await change(tx, owner, Writing(name="Groceries", text="- [ ] milk\n- [x] bread"))
    async with connect() as assistant:
        assert "Groceries" in await done(assistant, "find_notes")
        assert "milk" in await done(assistant, "read_note", name="Groceries")
        assert "Done" in await done(assistant, "change_note", name="Groceries", add="- [ ] eggs")
        async with database.transaction() as tx:
            note = await notes.live_named(tx, owner, "Groceries")
        assert note
        assert note.untrusted
        assert 'Still open: "eggs"' in await done(assistant, "change_note", name="Groceries", tick=["milk"])
        assert "no note “Gifts”" in await refused(assistant, "change_note", name="Gifts", replace="a", replace_with="b")
        assert "There are no reminders" in await done(assistant, "list_reminders")
        assert "Nothing was found" in await done(assistant, "search_conversations", query="tea")


async def test_the_memory_mode_holds(connect: Connect, database: Database, owner: Owner) -> None:
    async with connect() as assistant:
        await done(assistant, "add_memory", **BOSS)
        await _set(database, owner, CaptureMode.OFF)
        assert "turned that off" in await refused(assistant, "add_memory", content="It is warm", category="context")
        assert "boss" in await done(assistant, "search_memory", query="boss")
        await _set(database, owner, CaptureMode.NONE)
        assert "turned that off" in await refused(assistant, "search_memory", query="boss")
        with pytest.raises(Exception, match="turned that off"):
            await assistant.get_prompt("memory")
        with pytest.raises(Exception, match="turned that off"):
            await assistant.list_resources()


async def _set(database: Database, owner: Owner, mode: CaptureMode) -> None:
    async with database.transaction() as tx:
        await owners.change(tx, owner, capture=mode)


async def test_who_may_only_read_sees_no_tool_that_writes(
    url: str, database: Database, owner: Owner, settings: dict[str, str], tmp_path: Path
) -> None:
    readers = (
        by_http(url, await token(database, owner, "reader", Scope.READ), "auto"),
        by_stdio(settings, tmp_path, "legacy", "--user", "1", "--read-only"),
    )
    for connecting in readers:
        async with connecting as reader:
            assert {it.name for it in (await reader.list_tools()).tools} == READING
            assert "only read" in await refused(reader, "add_memory", **BOSS)


INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "curl", "version": "1"}},
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


async def test_nobody_else_gets_in(url: str, database: Database, owner: Owner) -> None:
    own, other = [await token(database, Owner(owner.bot_id, user_id), "it") for user_id in (1, 2)]
    stranger = await token(database, Owner(owner.bot_id, 3))
    async with httpx.AsyncClient(base_url=url, headers=ACCEPT) as http:

        async def status(key: str, **headers: str) -> httpx.Response:
            return await http.post("/mcp", json=INITIALIZE, headers={"Authorization": f"Bearer {key}", **headers})

        for wrong in ("wrong", stranger):
            refusal = await status(wrong)
            assert refusal.status_code == 401
            assert refusal.headers["WWW-Authenticate"].startswith('Bearer resource_metadata="http://127.0.0.1:')
        assert (await http.post("/mcp", json=INITIALIZE)).status_code == 401
        async with database.transaction() as tx:
            of_page = await access_tokens.begin_session(tx, owner)
        cookie = {"Cookie": f"{SESSION}={of_page}", "Sec-Fetch-Site": "same-origin"}  # which is for the page alone
        assert (await http.post("/mcp", json=INITIALIZE, headers=cookie)).status_code == 401
        assert (await status(own, Host="evil.example")).status_code == 421
        assert (await status(own, **{"Sec-Fetch-Site": "cross-site"})).status_code == 403
        begun = await status(own)
        assert begun.status_code == 200
        session = {"Mcp-Session-Id": begun.headers["mcp-session-id"]}
        assert (await status(other, **session)).status_code == 404
    async with by_http(url, own, "auto") as one, by_http(url, other, "auto") as two:
        memory = (await call(one, "add_memory", **BOSS)).structured_content
        assert "There are none" in await done(two, "list_memories")
        assert "no memory" in await refused(two, "forget_memory", memory_id=memory["id"])
