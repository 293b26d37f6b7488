"""Files of a Bot API server of one's own: only those in its folder, links resolved."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from telegram.error import BadRequest

from bot.files import beginning
from bot.telegram.polling_bot import PollingBot, is_local
from bot.telegram.request import Request
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document
from practice.telegram.messenger import Upload
from tests.conftest import TOKEN

NOTE = b"The code is 4711."


def polling_bot(url: str, folder: Path | None) -> PollingBot:
    return PollingBot(TOKEN, url, Request(url, 2), Request(url, 1), files_folder=folder)


def _link(path: Path, to: Path) -> None:
    path.unlink()
    path.symlink_to(to)


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[tuple[str, str]]:
    """The address of such a server, and the id of a file that was sent through it."""
    telegram = BotApi(TOKEN, local_folder=tmp_path / "server")
    async with serve(telegram.app) as url:
        sent = telegram.message(1, telegram.send(Document(Upload("note.txt", "text/plain", NOTE))))
        assert sent
        document = sent.extra["document"]
        assert isinstance(document, dict)
        yield url, document["file_id"]


async def test_a_file_in_the_folder_is_read_there(served: tuple[str, str], tmp_path: Path) -> None:
    url, file_id = served
    async with polling_bot(url, tmp_path / "server") as bot:
        file = await bot.get_file(file_id)
    assert is_local(file)
    assert beginning(Path(file.file_path or ""), 100) == NOTE
    assert file.file_size == len(NOTE)


@pytest.mark.parametrize("folder", ["elsewhere", "server/other-bot", "serv", None])
async def test_a_file_elsewhere_is_refused(served: tuple[str, str], tmp_path: Path, folder: str | None) -> None:
    url, file_id = served
    if folder:
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    async with polling_bot(url, tmp_path / folder if folder else None) as bot:
        with pytest.raises(BadRequest, match="not in the server's folder"):
            await bot.get_file(file_id)


async def test_a_link_out_of_the_folder_is_refused(served: tuple[str, str], tmp_path: Path) -> None:
    url, file_id = served
    (tmp_path / "secret").write_text("The server may not read this.")
    async with polling_bot(url, tmp_path / "server") as bot:
        there = Path((await bot.get_file(file_id)).file_path or "")
        _link(there, tmp_path / "secret")
        with pytest.raises(BadRequest, match="not in the server's folder"):
            await bot.get_file(file_id)
