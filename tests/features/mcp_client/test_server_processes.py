"""The processes of servers end with the bot, however it ends."""

import asyncio
import os
import signal
import sys
from pathlib import Path

from tests.features.mcp_client.hosting import HOSTILE, hostile, running

END_SECONDS = 10.0
BOT = """
import asyncio, sys
from tests.features.mcp_client.hosting import hostile, running

async def main():
    async with running({"it": hostile("stays", sys.argv[1])}):
        print("connected", flush=True)
        await asyncio.sleep(1000)

asyncio.run(main())
"""


def is_running(pid: int) -> bool:
    """Tell whether a process runs; one that has ended and waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def running_of(pids: Path) -> list[bool]:
    """Tell whether a server and its child run."""
    return [is_running(int(pid)) for pid in pids.read_text().split()]


async def until_gone(pids: Path) -> None:
    """Wait until a server and its child have ended."""
    async with asyncio.timeout(END_SECONDS):
        while any(running_of(pids)):  # noqa: ASYNC110 - it is no child of ours
            await asyncio.sleep(0.05)


async def test_a_server_that_wont_end_is_killed_with_its_children(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    async with running({"it": hostile("stays", str(pids))}):
        assert all(running_of(pids))
    await until_gone(pids)


async def test_servers_end_when_the_bot_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    bot = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", BOT, str(pids)), stdout=asyncio.subprocess.PIPE, cwd=Path(HOSTILE).parents[3]
    )
    assert bot.stdout
    while (line := await bot.stdout.readline()) and line != b"connected\n":
        pass
    assert all(running_of(pids))
    os.kill(bot.pid, signal.SIGKILL)
    await bot.communicate()
    await until_gone(pids)
