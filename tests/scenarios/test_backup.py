"""A backup is complete, and a restored bot continues where it was."""

import asyncio
import shutil
import signal
import subprocess
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from pathlib import Path

import pytest
from alembic import command
from PIL import Image
from psycopg import sql
from sqlalchemy import make_url

from bot.cli import archive
from bot.kit.errors import StartError
from bot.kit.files import Files
from bot.store import backup
from bot.store.backup import Restored
from bot.store.check import look
from bot.store.embedded import hold
from bot.store.embedded.programs import own_programs
from bot.store.migrate import alembic_config, revisions
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from tests.databases import administration
from tests.pressing import asked
from tests.process import START_SECONDS, BotProcess, Script, call, run
from tests.scenarios.test_prefix import continues

Settings = dict[str, str]
MEMORY = (
    "INSERT INTO agent_memories (id, bot_id, user_id, category, content_key, created_at)"
    " VALUES (%s, 1000, 1, 'person', 'key', now())"
)
_written = BytesIO()
Image.linear_gradient("L").save(_written, "JPEG")
PICTURE = _written.getvalue()
"""A picture that models get as it is."""
PROCESSES = Path("/proc")
WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@pytest.fixture
def older_url(empty_url: str) -> str:
    """The address of a database with the oldest schema that can be migrated, and a memory in it."""
    command.upgrade(alembic_config(empty_url), revisions()[0])
    with administration(empty_url) as connection:
        connection.execute(MEMORY, ["older123"])
    return empty_url


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the backup is written."""
    return tmp_path / "keepsake.backup"


async def converse(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    """Have a conversation in which something is remembered, shown and noted."""
    model.then(call("add_to_memory", content="The user's “boss” is Alec\\\t— ünïcode 🙂", category="person"), "Noted.")
    await asked(telegram, "Remember that Alec\nis my boss", "Noted.")
    await asked(telegram, "/notes add Shopping: - [ ] milk\n- [x] “eggs” \\N", "New note: Shopping")
    shown = telegram.send_file(Upload("a.jpg", "image/jpeg", PICTURE), caption="And what is \\. or \\N to you?")
    await telegram.bot_message("Echo: And what", after=shown)
    await bot.answered(2)


def stored(url: str) -> dict[str, list[str]]:
    """Return every row of every table of a database, as text."""
    with administration(url) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        rows = sql.SQL("SELECT t::text FROM {} AS t ORDER BY 1")
        return {name: [row for (row,) in connection.execute(rows.format(sql.Identifier(name)))] for (name,) in names}


def dump(url: str, file: Path, *arguments: str) -> None:
    """Write an archive as anybody could."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    command = [str(own_programs() / "pg_dump"), "--format=custom", f"--file={file}", *arguments, plain]
    subprocess.run(command, check=True)


async def write(url: str, file: Path) -> None:
    """Write a backup, of a data folder without files."""
    await archive.write(url, file.with_name("files"), file)


async def restore(url: str, file: Path, *, replace: bool) -> Restored:
    """Restore a backup, of which there are no files."""
    restored, files = await archive.restore(url, file.with_name("files"), file, replace=replace)
    assert files == 0
    return restored


def put(file: Path, content: bytes) -> None:
    """Write a file."""
    file.write_bytes(content)


def content(file: Path) -> bytes:
    """Return what a file holds."""
    return file.read_bytes()


def mode(file: Path) -> int:
    """Return who may do what with a file."""
    return file.stat().st_mode & 0o777


def command_lines() -> list[str]:
    """Return the command lines of all processes that run."""
    lines = []
    for path in PROCESSES.glob("[0-9]*/cmdline"):
        with suppress(OSError):  # it has just ended
            lines.append(path.read_text(errors="replace"))
    return lines


async def told(work: Awaitable[object]) -> str:
    """Return the sentence that refuses some work."""
    with pytest.raises(StartError) as refused:
        await work
    return str(refused.value)


@contextmanager
def waiting_for(url: str, lock: str) -> Iterator[Callable[[], Awaitable[None]]]:
    """Hold what a statement locks; yield how to wait until another transaction waits for it."""
    with administration(url) as holder, administration(url) as onlooker:
        holder.execute("BEGIN")
        holder.execute(lock)

        async def somebody_waits() -> None:
            async with asyncio.timeout(START_SECONDS):
                while not onlooker.execute(WAITING).fetchone():  # noqa: ASYNC110 - another process waits
                    await asyncio.sleep(0.01)

        yield somebody_waits
        holder.execute("ROLLBACK")


async def test_a_backup_of_a_running_bot_continues_with_its_files_in_another_database(
    telegram: BotApi, model: Script, bot_process: BotProcess, data_dir: Path, empty_url: str, file: Path
) -> None:
    settings = bot_process.settings
    del settings["DATABASE_URL"]
    settings["DATA_DIR"] = str(data_dir)
    await bot_process.start()
    await converse(telegram, model, bot_process)
    code, said = await run("backup", str(file), cwd=file.parent, **settings)
    assert (code, said.partition(". ")[0].partition("bytes")[2]) == (0, ", 1 file you sent")
    assert mode(file) == 0o600
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    await bot_process.stop()
    settings |= {"DATABASE_URL": empty_url, "DATA_DIR": str(file.parent / "there")}
    code, said = await run("restore", str(file), cwd=file.parent, **settings)
    assert (code, said) == (0, f"Restored {file}: 1 memory, 1 conversation, 6 messages, 1 file you sent.\n")
    (restored,) = (file.parent / "there" / "files" / "1000").iterdir()
    assert (content(restored), mode(restored), mode(restored.parent)) == (PICTURE, 0o600, 0o700)
    await bot_process.start()
    await asked(telegram, "Who is my boss?", "Echo: Who is my boss?")
    assert continues(model.requests[-2], model.requests[-1])
    assert sum(call.method == "getFile" for call in telegram.calls) == 1
    await asked(telegram, "/notes shopping", "“eggs” \\N")


async def test_an_older_backup_takes_the_place_of_what_is_there_and_is_brought_up_to_date(
    older_url: str, database_url: str, file: Path
) -> None:
    await backup.write(older_url, file)  # as an earlier release did: the database's archive only
    with administration(database_url) as connection:
        connection.execute("CREATE TABLE of_somebody_else AS SELECT 'theirs' AS what")
        connection.execute(MEMORY, ["newer123"])
    refused = await told(restore(database_url, file, replace=False))
    assert refused.startswith("The database isn't empty. Use --replace ")
    assert [row[:9] for row in stored(database_url)["agent_memories"]] == ["(newer123"]
    await restore(database_url, file, replace=True)
    now = stored(database_url)
    assert [row[:9] for row in now["agent_memories"]] == ["(older123"]
    assert now["of_somebody_else"] == ["(theirs)"]
    assert (await look(database_url)).revision == (await look(database_url)).newest_revision


async def test_no_statement_in_a_backup_is_run(older_url: str, empty_url: str, file: Path) -> None:
    await backup.write(older_url, file)
    whole, copy, drop = content(file), b"COPY public.agent_memories (", b"DROP TABLE somebody_table;--"
    put(file, whole.replace(copy, drop))
    assert content(file) != whole
    with administration(empty_url) as connection:
        connection.execute("CREATE TABLE somebody_table AS SELECT 'theirs' AS what")
    await restore(empty_url, file, replace=True)
    now = stored(empty_url)
    assert (now["somebody_table"], now["agent_memories"]) == (["(theirs)"], [])


async def test_a_backup_that_is_cut_short_or_damaged_changes_nothing_and_leaves_no_file(
    database_url: str, empty_url: str, tmp_path: Path, file: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    key = Files(here / "1000").put(PICTURE)
    await archive.write(database_url, here, file)
    whole = content(file)
    for length in (0, len(whole) // 3, len(whole) - 1):
        put(file, whole[:length])
        assert str(file) in await told(archive.restore(empty_url, there, file, replace=True)), length
        assert stored(empty_url) == {}
        assert not list(there.glob("*/*"))
    for place in (whole.index(PICTURE), len(whole) - 40):
        put(file, whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with suppress(StartError):  # some bytes mean nothing
            await archive.restore(empty_url, there, file, replace=True)
            assert content(there / "1000" / key) == PICTURE
            shutil.rmtree(there)
        assert not list(there.glob("*/*"))
    put(file, whole)
    with administration(database_url) as connection:
        connection.execute(MEMORY, ["newer123"])
    assert "isn't empty" in await told(archive.restore(database_url, there, file, replace=False))
    assert not list(there.glob("*/*"))


@pytest.mark.skipif(not PROCESSES.exists(), reason="command lines are read from /proc")
async def test_the_password_is_on_no_command_line(database_url: str, file: Path) -> None:
    url = make_url(database_url).set(password="hunter2 and more").render_as_string(hide_password=False)
    with waiting_for(database_url, "LOCK TABLE agent_memories") as somebody_waits:
        writing = asyncio.create_task(write(url, file))
        await somebody_waits()
        lines = [line for line in command_lines() if "pg_dump" in line]
        assert any("--table=agent_memories" in line for line in lines)
        assert not any("hunter2" in line for line in lines)
    await writing


async def test_a_killed_restore_leaves_what_was_there(older_url: str, file: Path) -> None:
    await write(older_url, file)
    with administration(older_url) as connection:
        connection.execute("UPDATE agent_memories SET content_key = 'since then'")
        connection.execute("DROP TABLE telegram_pauses")
    before = stored(older_url)
    # A restore makes this table after it has dropped all others and made them anew.
    with waiting_for(older_url, "CREATE TABLE telegram_pauses ()") as somebody_waits:
        process = BotProcess(file.parent, {"DATABASE_URL": older_url}, "restore", "--replace", str(file))
        await process.launch()
        await somebody_waits()
        await process.kill()
    assert stored(older_url) == before


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
async def test_an_interrupted_backup_leaves_no_file_of_its_name(
    database_url: str, file: Path, how: signal.Signals
) -> None:
    with waiting_for(database_url, "LOCK TABLE agent_memories") as somebody_waits:
        process = BotProcess(file.parent, {"DATABASE_URL": database_url}, "backup", str(file))
        await process.launch()
        await somebody_waits()
        ending = asyncio.create_task(process.end(how))
        if how is signal.SIGINT:
            await ending
        await asyncio.sleep(0)  # pg_dump keeps the log of a killed process open until it has the lock
    assert await ending != 0
    left = [it.name for it in file.parent.iterdir()]
    assert file.name not in left
    assert how is signal.SIGKILL or left == []


async def test_nothing_is_restored_into_a_data_folder_in_use(data_dir: Path, database_url: str, file: Path) -> None:
    await write(database_url, file)
    with hold(data_dir):
        code, said = await run("restore", str(file), cwd=file.parent, DATA_DIR=str(data_dir))
    assert code == 2
    assert said.startswith(f"Keepsake is already running, on the data folder {data_dir}.")


@pytest.mark.usefixtures("bot")
async def test_nothing_is_restored_under_a_running_bot(settings: Settings, file: Path) -> None:
    url = settings["DATABASE_URL"]
    await write(url, file)
    code, said = await run("restore", "--replace", str(file), cwd=file.parent, DATABASE_URL=url)
    assert (code, said) == (2, "Keepsake is running on this database. Stop it first. Nothing was changed.\n")


async def test_what_is_in_the_way_of_a_backup_is_one_sentence(database_url: str, empty_url: str, file: Path) -> None:
    put(file, b"precious")
    assert (await told(write(database_url, file))).startswith(f"{file} already exists")
    assert content(file) == b"precious"
    missing = file.parent / "missing" / "keepsake.backup"
    assert await told(write(database_url, missing)) == f"{missing} can't be written (No such file or directory)."
    other = file.with_name("other")
    assert (await told(write(empty_url, other))).startswith("There is nothing to back up")
    said = await told(write("postgresql+psycopg://me:hunter2@127.0.0.1:1/none", other))
    assert said.startswith("The database can't be used (connection failed")
    assert "hunter2" not in said
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize(("revision", "whose"), [("0041", "an earlier"), ("9999", "a newer")])
async def test_what_has_an_unknown_revision_is_left_alone(
    database_url: str, older_url: str, file: Path, revision: str, whose: str
) -> None:
    await write(older_url, file)
    with administration(database_url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", [revision])
    for work in (write(database_url, file.with_name("another")), restore(database_url, file, replace=True)):
        assert (await told(work)).startswith(f"The database is from {whose} Keepsake (revision {revision}). ")
    assert stored(database_url)["alembic_version"] == [f"({revision})"]
    dump(database_url, file)
    said = await told(restore(older_url, file, replace=True))
    assert said.startswith(f"{file} is from {whose} Keepsake (revision {revision}). Restore it with ")
    assert [row[:9] for row in stored(older_url)["agent_memories"]] == ["(older123"]


async def test_what_is_no_backup_is_refused(database_url: str, empty_url: str, file: Path) -> None:
    assert await told(restore(empty_url, file, replace=True)) == f"{file} can't be read (No such file or directory)."
    folder = file.parent
    assert await told(restore(empty_url, folder, replace=True)) == f"{folder} can't be read (Is a directory)."
    for written in (b"Hello", b"PGDMP" + bytes(range(256))):
        put(file, written)
        assert (await told(restore(empty_url, file, replace=True))).startswith(f"{file} isn't a Keepsake backup")
    with administration(empty_url) as connection:
        connection.execute("CREATE TABLE of_somebody_else (what text)")
    dump(empty_url, file)
    said = await told(restore(empty_url, file, replace=True))
    assert said == f"{file} isn't a Keepsake backup. Nothing was changed."
    dump(database_url, file, "--exclude-table=agent_turns")
    assert (await told(restore(empty_url, file, replace=True))).startswith(f"{file} isn't a complete Keepsake backup")
    assert stored(empty_url) == {"of_somebody_else": []}
