"""The official inspector reads the server over both transports."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

from bot.database.engine import Database
from bot.values.owner import Owner
from tests.api.serving import served, token
from tests.forks import environment
from tests.mcp_servers.reference import command

MOST_SECONDS = 60
BOSS = ("content=Alec is the user's boss", "category=person", "subject=Alec")


async def inspected(*arguments: str, settings: dict[str, str], folder: Path) -> dict[str, Any]:
    """Return what the inspector says in JSON."""
    process = await asyncio.create_subprocess_exec(
        *(command("inspector"), "--cli", "--connect-timeout", f"{1_000 * MOST_SECONDS}", *arguments),
        env={**environment(**settings), "HOME": str(folder)},
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(MOST_SECONDS):
        said, wrong = await process.communicate()
    assert process.returncode == 0, wrong.decode()
    answer: dict[str, Any] = json.loads(said)
    return answer


async def test_it_inspects_the_server(
    database: Database, owner: Owner, settings: dict[str, str], tmp_path: Path
) -> None:
    named = [it for name, value in environment(**settings).items() for it in ("-e", f"{name}={value}")]
    by_stdio = (*named, "--", sys.executable, "-m", "bot", "mcp", "--user", "1")
    async with served(database, owner.bot_id, {owner.user_id}) as url:
        by_http = ("--transport", "http", "--header", f"Authorization: Bearer {await token(database, owner)}")
        add = ("--method", "tools/call", "--tool-name", "add_memory", "--tool-arg", *BOSS)
        added = await inspected(f"{url}/mcp", *add, *by_http, settings=settings, folder=tmp_path)
        assert added["structuredContent"]["receipt"] == "💾 Remembered: Alec is your boss"
        listed = await inspected("--method", "resources/list", *by_stdio, settings=settings, folder=tmp_path)
        assert [it["name"] for it in listed["resources"]] == ["Alec"]
