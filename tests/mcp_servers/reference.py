"""The official reference servers and the inspector, installed once into `build/` from npm and PyPI, as users do."""

import asyncio
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from pathlib import Path
from socket import socket
from typing import Final

import pytest

FOLDER: Final = Path(__file__).parents[2] / "build" / "reference_servers"
PACKAGES: Final = {
    "everything": "@modelcontextprotocol/server-everything@2026.8.31",
    "filesystem": "@modelcontextprotocol/server-filesystem@2026.8.31",
    "memory": "@modelcontextprotocol/server-memory@2026.8.31",
    "inspector": "@modelcontextprotocol/inspector@2.12.0",
    "fetch": "mcp-server-fetch==2026.10.24",
    "time": "mcp-server-time==2026.10.19",
}
INSTALL_SECONDS: Final = 240


def command(name: str) -> str:
    """Return the command of a server. Skips the test if it can't be installed, and says why."""
    if problem := _problem(PACKAGES[name]):
        pytest.skip(f"{PACKAGES[name]} can't be installed: {problem}")
    return str(_command(PACKAGES[name]))


def _command(package: str) -> Path:
    if package.startswith("@"):
        return FOLDER / "node_modules" / ".bin" / f"mcp-{package.partition('/')[2].partition('@')[0]}"
    return FOLDER / "python" / "bin" / package.partition("==")[0]


@cache
def _problem(package: str) -> str:
    """Install a package, unless it is there, and return why that fails."""
    with _locked():
        if _command(package).exists():
            return ""
        try:
            for line in _lines(package):
                subprocess.run(line, cwd=FOLDER, check=True, capture_output=True, timeout=INSTALL_SECONDS)
        except FileNotFoundError as error:
            return f"there is no {error.filename}"
        except subprocess.SubprocessError as error:
            return f"{type(error).__name__}, exit code {getattr(error, 'returncode', None)}"
        return "" if _command(package).exists() else "it has no such command"


def _lines(package: str) -> Iterator[list[str]]:
    if package.startswith("@"):
        yield [shutil.which("npm") or "npm", "install", "--no-audit", "--no-fund", "--no-save", *_of_npm()]
        return
    python = FOLDER / "python"
    if not python.exists():
        yield [sys.executable, "-m", "venv", str(python)]
    yield [str(python / "bin" / "pip"), "install", "--quiet", package]


def _of_npm() -> list[str]:
    return [it for it in PACKAGES.values() if it.startswith("@")]  # without --save, one alone removes the others


@contextmanager
def _locked() -> Iterator[None]:
    """Keep the other workers from installing meanwhile."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@asynccontextmanager
async def everything_by_http() -> AsyncIterator[str]:
    """Run the server `everything` as one that is reached by HTTP, and yield its address."""
    program = command("everything")
    with socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        *(program, "streamableHttp"),
        env={**os.environ, "PORT": str(port)},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with asyncio.timeout(30):
            while not await _listens(port):  # noqa: ASYNC110 - another process's socket
                await asyncio.sleep(0.05)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        await process.wait()


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True
