"""A full disk is one sentence, or the bot waits until there is room; nothing is lost and nothing half-written stays."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.cli.onboarding.env_file import set_values
from bot.kit.errors import DiskFull
from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.process import BotProcess, run

FULL = """
CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE disk_full USING MESSAGE = 'could not extend file: No space left on device'; END $$;
CREATE TRIGGER full_disk BEFORE INSERT ON telegram_messages EXECUTE FUNCTION full_disk();
"""
"""Statements after which there is no room for an answer."""


class Disk:
    """A small disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def resize(self, size: str) -> None:
        """Give the disk another size."""
        subprocess.run(["mount", "-o", f"remount,size={size}", self.folder], check=True)

    def fill(self) -> Path:
        """Fill the disk; return the file that does."""
        file = self.folder / "filling"
        with file.open("wb", buffering=0) as filling:
            try:
                while filling.write(bytes(4096)):
                    pass
            except OSError:
                return file
        raise AssertionError


@contextmanager
def mounted(folder: Path, size: str) -> Iterator[Disk]:
    """Mount a new disk of this size."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=711", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("this machine lets us mount no small disk")
    yield Disk(folder)
    subprocess.run(["umount", "--lazy", folder], check=True)
    folder.rmdir()


@pytest.fixture
def disk(data_dir: Path) -> Iterator[Disk]:
    """A disk of 200 MB."""
    with mounted(data_dir.parent / "disk", "200m") as disk:
        yield disk


@pytest.fixture
def tiny(data_dir: Path) -> Iterator[Disk]:
    """A disk with room for two pages."""
    with mounted(data_dir.parent / "tiny", "8k") as disk:
        yield disk


async def test_a_start_without_room_is_one_sentence(disk: Disk, tmp_path: Path) -> None:
    disk.resize("20m")
    code, written = await run(cwd=tmp_path, DATA_DIR=str(disk.data))
    assert (code, written) == (2, f"The disk with {disk.data} is full. Free some space, then try again.\n")


async def test_what_is_said_on_a_full_disk_is_answered_once_there_is_room_and_no_file_is_half_written(
    disk: Disk, tiny: Disk, tmp_path: Path, settings: dict[str, str], telegram: BotApi
) -> None:
    own = {name: value for name, value in settings.items() if name != "DATABASE_URL"}
    bot = BotProcess(tmp_path, {**own, "DATA_DIR": str(disk.data)})
    await bot.start()
    filling = disk.fill()
    for number in range(8):  # PostgreSQL's files have some room left
        telegram.send_text(f"Number {number} {'x' * 3_000}")
    await telegram.bot_message(str(DiskFull()))
    filling.unlink()
    await telegram.bot_message("Number 7")
    assert [it.text for it in telegram.messages()].count(str(DiskFull())) == 1
    for command, name in (("backup", "all.backup"), ("export", "all.json")):
        arguments = (command, "--user", "1", name) if command == "export" else (command, name)
        code, written = await run(*arguments, cwd=tiny.folder, **bot.settings)
        assert code == 2
        assert written.startswith("The disk with ")
        assert os.listdir(tiny.folder) == []  # noqa: PTH208 - names are enough
    await bot.stop()


@pytest.mark.parametrize("said", ["Hello", "/help"])
async def test_a_disk_that_is_full_after_a_message_is_stored_is_said_once_too(
    bot_process: BotProcess, telegram: BotApi, database_url: str, said: str
) -> None:
    await bot_process.start()
    with administration(database_url) as connection:
        connection.execute(FULL)
        telegram.send_text(said)
        await telegram.bot_message(str(DiskFull()))
        await bot_process.logged(lambda line: "disk is full" in str(line), after=len(bot_process.log))
        connection.execute("DROP FUNCTION full_disk CASCADE")
    await telegram.bot_message("Echo: Hello" if said == "Hello" else "/memory")
    assert [it.text for it in telegram.messages()].count(str(DiskFull())) == 1


def test_settings_without_room_stay_as_they_were(tiny: Disk) -> None:
    file = tiny.folder / ".env"
    file.write_text("TIMEZONE=Europe/London\n")
    tiny.fill()
    with pytest.raises(OSError, match="No space left"):
        set_values(file, {"TELEGRAM_BOT_TOKEN": "1000:tests" * 1_000})
    assert file.read_text() == "TIMEZONE=Europe/London\n"
    assert {it.name for it in tiny.folder.iterdir()} == {".env", "filling"}
