"""The official inspector reads the server."""

import asyncio
import json
from pathlib import Path

from bot.database.engine import Database
from bot.values.owner import Owner
from tests.api.serving import token
from tests.forks import environment
from tests.mcp_servers.reference import command

MOST_SECONDS = 60
BOSS = ("content=Alec is the user's boss", "category=person", "subject=Alec")


async def test_it_calls_a_tool(url: str, database: Database, owner: Owner, tmp_path: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        *(command("inspector"), "--cli", f"{url}/mcp", "--connect-timeout", f"{1_000 * MOST_SECONDS}"),
        *("--transport", "http", "--header", f"Authorization: Bearer {await token(database, owner)}"),
        *("--method", "tools/call", "--tool-name", "add_memory", "--tool-arg", *BOSS),
        env={**environment(), "HOME": str(tmp_path)},
        cwd=tmp_path,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(MOST_SECONDS):
        said, wrong = await process.communicate()
    assert process.returncode == 0, wrong.decode()
    assert json.loads(said)["structuredContent"]["receipt"] == "💾 Remembered: Alec is your boss"
