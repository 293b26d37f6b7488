"""A backup is complete, and a restored bot continues where it was."""

import asyncio
import os
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

from bot.command_line import archive
from bot.database import backup
from bot.database.backup import Restored
from bot.database.check import look
from bot.database.embedded import hold
from bot.database.embedded.programs import own_programs
from bot.database.migrate import alembic_config, revisions
from bot.errors import StartError
from bot.files import Files
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from tests.conftest import data_folder
from tests.databases import administration
from tests.process import START_SECONDS, BotProcess, Script, call, run
from tests.scenarios.test_prefix import continues

Settings = dict[str, str]
MEMORY = (
    "INSERT INTO agent_memories (id, bot_id, user_id, category, content_key, created_at)"
    " VALUES (%s, 1000, 1, 'person', 'key', now())"
)
UPDATE = "INSERT INTO telegram_updates (bot_id, update_id, received_at) VALUES (1000, {}, now())"
_written = BytesIO()
Image.linear_gradient("L").save(_written, "JPEG")
PICTURE = _written.getvalue()
"""A picture that models get as it is."""
PROCESSES = Path("/proc")
WAITING = "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
UNKNOWN = pytest.mark.parametrize(("revision", "whose"), [("0041", "an earlier"), ("9999", "a newer")])
"""Revisions of the schema that no migration has."""


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
    """Have a conversation of three turns in which something is remembered, reworded and forgotten."""
    already = len(model.requests)
    assert already == 0
    model.then(call("add_to_memory", content="The user's “boss” is Alec\\\t— ünïcode 🙂", category="person"), "Noted.")
    first = telegram.send_text("Remember that Alec\nis my boss")
    await telegram.bot_message("Noted.", after=first)
    second = telegram.send_text("/memory delete nothing")
    await telegram.bot_message("nothing", after=second)
    noted = telegram.send_text("/notes add Shopping: - [ ] milk\n- [x] “eggs” \\N")
    await telegram.bot_message("New note: Shopping", after=noted)
    renamed = telegram.send_text("/notes rename Shopping: Groceries")
    await telegram.bot_message("Renamed", after=renamed)
    third = telegram.send_text("And what is \\. or \\N to you?")
    await telegram.bot_message("Echo: And what", after=third)
    await bot.answered(2)


async def go_on(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    """Send one more message, and check that the request extends the last one."""
    before = model.requests[-1]
    sent = telegram.send_text("Who is my boss?")
    await telegram.bot_message("Echo: Who is my boss?", after=sent)
    shown = telegram.send_text("/notes history groceries")
    await telegram.bot_message("“Shopping” → “Groceries”", after=shown)
    assert continues(before, model.requests[-1])
    assert bot.pid


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


def beside(file: Path) -> list[str]:
    """Return the names of the files in a file's folder."""
    return sorted(path.name for path in file.parent.iterdir())


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


async def test_a_backup_of_a_running_bot_continues_in_a_new_data_folder(
    telegram: BotApi, model: Script, bot_process: BotProcess, data_dir: Path, file: Path
) -> None:
    del bot_process.settings["DATABASE_URL"]
    bot_process.settings["DATA_DIR"] = str(data_dir)
    await bot_process.start()
    await converse(telegram, model, bot_process)
    code, said = await run("backup", str(file), cwd=file.parent, DATA_DIR=str(data_dir))
    assert (code, said) == (
        0,
        f"Wrote {file}, {len(content(file)):,} bytes. Keep it safe: it contains all your data.\n",
    )
    assert mode(file) == 0o600
    assert beside(file) == [file.name]
    await bot_process.stop()
    with data_folder() as another:
        code, said = await run("restore", str(file), cwd=file.parent, DATA_DIR=str(another))
        assert (code, said) == (0, f"Restored {file}: 1 memory, 1 conversation, 6 messages.\n")
        bot_process.settings["DATA_DIR"] = str(another)
        await bot_process.start()
        await go_on(telegram, model, bot_process)
        await bot_process.stop()


async def test_a_backup_continues_in_another_database(
    telegram: BotApi, model: Script, settings: Settings, bot: BotProcess, empty_url: str, file: Path
) -> None:
    await converse(telegram, model, bot)
    await bot.stop()
    before = stored(settings["DATABASE_URL"])
    assert (await run("backup", file.name, cwd=file.parent, DATABASE_URL=settings["DATABASE_URL"]))[0] == 0
    assert (await run("restore", file.name, cwd=file.parent, DATABASE_URL=empty_url))[0] == 0
    assert stored(empty_url) == before
    bot.settings["DATABASE_URL"] = empty_url
    await bot.start()
    await go_on(telegram, model, bot)


async def test_an_older_backup_takes_the_place_of_what_is_there_and_is_brought_up_to_date(
    older_url: str, database_url: str, file: Path
) -> None:
    await write(older_url, file)
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


async def test_a_backup_of_an_earlier_release_is_restored(older_url: str, database_url: str, file: Path) -> None:
    await backup.write(older_url, file)  # it had the database's archive only
    await restore(database_url, file, replace=True)
    assert [row[:9] for row in stored(database_url)["agent_memories"]] == ["(older123"]


async def test_the_files_that_were_sent_are_in_a_backup(
    telegram: BotApi, model: Script, bot_process: BotProcess, tmp_path: Path, empty_url: str, file: Path
) -> None:
    bot_process.settings["DATA_DIR"] = str(tmp_path / "here")
    await bot_process.start()
    sent = telegram.send_file(Upload("a.jpg", "image/jpeg", PICTURE), caption="What is this?")
    await telegram.bot_message("Echo: ", after=sent)
    await bot_process.answered(1)
    code, said = await run("backup", str(file), cwd=tmp_path, **bot_process.settings)
    assert (code, said.partition(". ")[0].partition("bytes")[2]) == (0, ", 1 file you sent")
    assert mode(file) == 0o600
    await bot_process.stop()
    bot_process.settings |= {"DATABASE_URL": empty_url, "DATA_DIR": str(tmp_path / "there")}
    code, said = await run("restore", str(file), cwd=tmp_path, **bot_process.settings)
    assert (code, said) == (0, f"Restored {file}: 1 conversation, 2 messages, 1 file you sent.\n")
    (restored,) = (tmp_path / "there" / "files" / "1000").iterdir()
    assert (content(restored), mode(restored), mode(restored.parent)) == (PICTURE, 0o600, 0o700)
    downloads = telegram_calls(telegram, "getFile")
    await bot_process.start()
    sent = telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?", after=sent)
    assert continues(model.requests[-2], model.requests[-1])
    assert telegram_calls(telegram, "getFile") == downloads == 1


def telegram_calls(telegram: BotApi, method: str) -> int:
    """Return how often a method was called."""
    return sum(call.method == method for call in telegram.calls)


async def test_of_a_backup_that_can_not_be_restored_no_file_is_left(
    database_url: str, empty_url: str, tmp_path: Path, file: Path
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    key = Files(here / "1000").put(PICTURE)
    await archive.write(database_url, here, file)
    whole = content(file)
    for place in range(whole.index(PICTURE), len(whole), (len(whole) - whole.index(PICTURE)) // 12):
        put(file, whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with suppress(StartError):  # some bytes mean nothing
            await archive.restore(empty_url, there, file, replace=True)
            assert content(there / "1000" / key) == PICTURE
            shutil.rmtree(there)
        assert not list(there.glob("*/*"))
    put(file, whole)
    with administration(database_url) as connection:
        connection.execute(UPDATE.format(1))
    refused = await told(archive.restore(database_url, there, file, replace=False))
    assert refused.startswith("The database isn't empty.")
    assert not list(there.glob("*/*"))


async def test_numbers_continue_after_a_restore(database_url: str, empty_url: str, file: Path) -> None:
    with administration(database_url) as connection:
        connection.execute(UPDATE.format(1))
        connection.execute(UPDATE.format(2))
        connection.execute("DELETE FROM telegram_updates WHERE update_id = 2")
    await write(database_url, file)
    await restore(empty_url, file, replace=False)
    with administration(empty_url) as connection:
        connection.execute(UPDATE.format(3))
        assert connection.execute("SELECT id FROM telegram_updates ORDER BY id").fetchall() == [(1,), (3,)]


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


async def test_a_killed_backup_leaves_no_file_of_that_name(database_url: str, file: Path) -> None:
    with waiting_for(database_url, "LOCK TABLE agent_memories") as somebody_waits:
        process = BotProcess(file.parent, {"DATABASE_URL": database_url}, "backup", str(file))
        await process.launch()
        await somebody_waits()
        os.kill(process.pid, signal.SIGKILL)
    assert await process.kill() == -signal.SIGKILL  # and its child process has ended, too
    assert file.name not in beside(file)


async def test_a_backup_that_is_told_to_stop_leaves_nothing(database_url: str, file: Path) -> None:
    with waiting_for(database_url, "LOCK TABLE agent_memories") as somebody_waits:
        process = BotProcess(file.parent, {"DATABASE_URL": database_url}, "backup", str(file))
        await process.launch()
        await somebody_waits()
        assert await process.end(signal.SIGINT) != 0
    assert beside(file) == []


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


async def test_nothing_is_restored_under_a_running_bot(settings: Settings, bot: BotProcess, file: Path) -> None:
    url = settings["DATABASE_URL"]
    await write(url, file)
    code, said = await run("restore", "--replace", str(file), cwd=file.parent, DATABASE_URL=url)
    assert (code, said) == (2, "Keepsake is running on this database. Stop it first. Nothing was changed.\n")
    await bot.stop()
    assert (await run("restore", "--replace", str(file), cwd=file.parent, DATABASE_URL=url))[0] == 0


async def test_nothing_is_restored_into_a_data_folder_in_use(data_dir: Path, database_url: str, file: Path) -> None:
    await write(database_url, file)
    with hold(data_dir):
        code, said = await run("restore", str(file), cwd=file.parent, DATA_DIR=str(data_dir))
    assert code == 2
    assert said.startswith(f"Keepsake is already running, on the data folder {data_dir}.")


async def test_a_file_that_is_there_is_not_written_over(database_url: str, file: Path) -> None:
    put(file, b"precious")
    assert (await told(write(database_url, file))).startswith(f"{file} already exists")
    assert content(file) == b"precious"


async def test_a_backup_needs_an_existing_folder(database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "missing" / "keepsake.backup"
    assert await told(write(database_url, file)) == f"{file} can't be written (No such file or directory)."


async def test_where_nothing_was_stored_there_is_nothing_to_back_up(empty_url: str, file: Path) -> None:
    assert (await told(write(empty_url, file))).startswith("There is nothing to back up")
    assert file.name not in beside(file)


async def test_an_unreachable_database_is_reported(file: Path) -> None:
    url = "postgresql+psycopg://me:hunter2@127.0.0.1:1/none"
    said = await told(write(url, file))
    assert said.startswith("The database can't be used (connection failed")
    assert "hunter2" not in said
    said = await told(write("postgresql+psycopg://me:hunter2@host:port/none", file))
    assert said.startswith("DATABASE_URL isn't a valid address")
    assert "hunter2" not in said


@UNKNOWN
async def test_tables_of_an_unknown_revision_are_left_alone(
    database_url: str, older_url: str, file: Path, revision: str, whose: str
) -> None:
    await write(older_url, file)
    with administration(database_url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", [revision])
    for work in (write(database_url, file.with_name("another")), restore(database_url, file, replace=True)):
        assert (await told(work)).startswith(f"The database is from {whose} Keepsake (revision {revision}). ")
    assert stored(database_url)["alembic_version"] == [f"({revision})"]


@UNKNOWN
async def test_a_backup_of_an_unknown_revision_is_refused(
    database_url: str, older_url: str, file: Path, revision: str, whose: str
) -> None:
    with administration(database_url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = %s", [revision])
    dump(database_url, file)
    said = await told(restore(older_url, file, replace=True))
    assert said.startswith(f"{file} is from {whose} Keepsake (revision {revision}). Restore it with ")
    assert said.endswith(" Nothing was changed.")
    assert [row[:9] for row in stored(older_url)["agent_memories"]] == ["(older123"]


async def test_what_is_no_backup_is_refused(database_url: str, empty_url: str, file: Path) -> None:
    assert await told(restore(empty_url, file, replace=True)) == f"{file} can't be read (No such file or directory)."
    folder = file.parent
    assert await told(restore(empty_url, folder, replace=True)) == f"{folder} can't be read (Is a directory)."
    for written in (b"", b"Hello", b"PGDMP", b"PGDMP" + bytes(range(256))):
        put(file, written)
        assert (await told(restore(empty_url, file, replace=True))).startswith(f"{file} isn't a Keepsake backup")
    with administration(empty_url) as connection:
        connection.execute("CREATE TABLE of_somebody_else (what text)")
    dump(empty_url, file)
    said = await told(restore(empty_url, file, replace=True))
    assert said == f"{file} isn't a Keepsake backup. Nothing was changed."
    assert (await told(restore(empty_url, file, replace=True))).startswith(f"{file} isn't a Keepsake backup")
    dump(database_url, file, "--exclude-table=agent_turns")
    assert (await told(restore(empty_url, file, replace=True))).startswith(f"{file} isn't a complete Keepsake backup")
    assert stored(empty_url) == {"of_somebody_else": []}


async def test_a_backup_that_is_cut_short_is_refused_wherever_it_ends(
    older_url: str, database_url: str, file: Path
) -> None:
    await write(older_url, file)
    whole, before = content(file), stored(database_url)
    for length in [*range(0, len(whole), len(whole) // 20), *range(len(whole) - 8, len(whole))]:
        put(file, whole[:length])
        assert str(file) in await told(restore(database_url, file, replace=True)), length
    assert stored(database_url) == before
    put(file, whole)
    await restore(database_url, file, replace=True)


async def test_rows_that_do_not_fit_change_nothing(older_url: str, database_url: str, file: Path) -> None:
    with administration(older_url) as connection:
        connection.execute("ALTER TABLE agent_memories DROP CONSTRAINT ck_agent_memories_id")
        connection.execute("UPDATE agent_memories SET id = 'no id at all'::char(8)")
    await write(older_url, file)
    before = stored(database_url)
    said = await told(restore(database_url, file, replace=True))
    assert said.startswith(f"{file} can't be restored (new row for relation")
    assert stored(database_url) == before
