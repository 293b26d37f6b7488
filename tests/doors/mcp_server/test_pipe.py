"""The server at the end of a pipe, which ends before the answers are written."""

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Any

import pytest

from bot.kit.owner import Owner
from bot.memory.store import memories
from bot.store.engine import Database
from tests.forks import REPOSITORY, environment
from tests.process import START_SECONDS, run

MCP = ("mcp", "--user", "1")
CLIENT = {"name": "printf", "version": "1"}
HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": CLIENT}
CALLS = 5


def asked(number: int, method: str, **params: Any) -> str:
    """Return a request on a line."""
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


def added(number: int) -> str:
    """Return a request that adds a memory."""
    boat = {"content": f"The user owns boat {number}", "category": "context", "is_new": True}
    return asked(number, "tools/call", name="add_memory", arguments=boat)


async def test_what_was_read_is_done_and_answered(
    database: Database, owner: Owner, settings: dict[str, str], tmp_path: Path
) -> None:
    lines = asked(0, "initialize", **HELLO) + "".join(added(number) for number in range(1, CALLS + 1))
    code, written = await run(*MCP, cwd=tmp_path, typed=lines, **settings)
    answers = [json.loads(line) for line in written.splitlines()]
    assert code == 0
    assert sorted(it["id"] for it in answers) == [*range(CALLS + 1)]
    assert not any(it["result"].get("isError") for it in answers)
    async with database.transaction() as tx:
        assert len(await memories.live(tx, owner)) == CALLS


async def test_one_that_listens_ends_with_its_input(settings: dict[str, str], tmp_path: Path) -> None:
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": CLIENT,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    listens = asked(1, "subscriptions/listen", notifications={"resourcesListChanged": True}, _meta=meta)
    code, written = await run(*MCP, cwd=tmp_path, typed=listens, **settings)
    assert (code, "Traceback" in written) == (0, False)


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
async def test_it_ends_quietly_where_it_has_no_input_or_output(
    settings: dict[str, str], tmp_path: Path, closed: str
) -> None:
    env = environment(PYTHONPATH=str(REPOSITORY), **settings)
    shell = f"exec {sys.executable} -m bot {' '.join(MCP)} {closed}"
    process = await asyncio.create_subprocess_shell(shell, stdin=DEVNULL, stderr=PIPE, cwd=tmp_path, env=env)
    async with asyncio.timeout(START_SECONDS):
        _, written = await process.communicate()
    assert (process.returncode, written) == (0, b"")


async def test_it_ends_quietly_when_nobody_reads_its_answers_any_more(
    settings: dict[str, str], tmp_path: Path, database: Database, owner: Owner
) -> None:
    reading, output = os.pipe()
    bot = (sys.executable, "-m", "bot", *MCP)
    env = environment(PYTHONPATH=str(REPOSITORY), **settings)
    process = await asyncio.create_subprocess_exec(*bot, stdin=PIPE, stdout=output, stderr=PIPE, cwd=tmp_path, env=env)
    assert process.stdin
    assert process.stderr
    os.close(output)
    process.stdin.write(asked(0, "initialize", **HELLO).encode())
    await asyncio.to_thread(os.read, reading, 1)
    process.stdin.writelines([added(number).encode() for number in range(1, CALLS + 1)])
    os.close(reading)
    async with asyncio.timeout(START_SECONDS):  # its input stays open
        written = await process.stderr.read()
        assert (await process.wait(), written) == (0, b"")
    async with database.transaction() as tx:
        assert len(await memories.live(tx, owner)) == CALLS
