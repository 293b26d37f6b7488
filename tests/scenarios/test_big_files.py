"""With a Bot API server of one's own, files beyond Telegram's 20 MB are read from its folder."""

from pathlib import Path

import pytest

from practice.model.opus import recording
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document, Voice
from practice.telegram.messenger import Upload
from tests.conftest import TOKEN
from tests.process import BotProcess, Script
from tests.scenarios.test_api import free_port

WORDS = "My sister Mara lives in Lisbon."
BEYOND = 20_000_001
LIMIT_MB = 22


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of the server."""
    return tmp_path / "telegram-bot-api"


@pytest.fixture
def telegram(folder: Path) -> BotApi:
    """A Bot API server of one's own."""
    folder.mkdir()
    return BotApi(TOKEN, local_folder=folder)


@pytest.fixture
def settings(settings: dict[str, str], model: Script, folder: Path) -> dict[str, str]:
    """The settings of a bot that listens, with such a server."""
    return {
        **settings,
        "TELEGRAM_API_FOLDER": str(folder),
        "ATTACHMENT_MB": str(LIMIT_MB),
        "TRANSCRIPTION_BASE_URL": model.url,
        "TRANSCRIPTION_API_KEY": settings["OPENAI_API_KEY"],
    }


async def test_big_documents_and_recordings_are_read_and_bigger_ones_refused(telegram: BotApi, bot: BotProcess) -> None:
    text = f"The code is 4711.\n{'All work and no play. ' * (BEYOND // 22 + 1)}".encode()
    assert len(text) > BEYOND
    asked = telegram.send(Document(Upload("log.txt", "text/plain", text)), caption="What is the code?")
    answer = await telegram.bot_message("Echo: What is the code?", after=asked)
    assert "The code is 4711." in answer.text
    heard = telegram.send(Voice(recording(WORDS, 4) + bytes(BEYOND), 4))
    await telegram.bot_message(WORDS, after=heard)
    await bot.answered(2)
    too_big = telegram.send(Document(Upload("huge.txt", "text/plain", bytes(1_000_000 * LIMIT_MB + 1))))
    refused = await telegram.bot_message("huge.txt", after=too_big)
    assert "larger than I accept (ATTACHMENT_MB)" in refused.text
    assert telegram.downloads == []


async def test_nothing_outside_the_servers_folder_is_read(
    telegram: BotApi, bot_process: BotProcess, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()
    bot_process.settings["TELEGRAM_API_FOLDER"] = str(tmp_path / "elsewhere")
    await bot_process.start()
    asked = telegram.send(Document(Upload("note.txt", "text/plain", b"The code is 4711.")), caption="The code?")
    answer = await telegram.bot_message("Echo: The code?", after=asked)
    assert "4711" not in answer.text
    await bot_process.logged(lambda line: "not in the Bot API server's folder" in str(line.get("event")))


async def test_its_webhook_may_be_on_this_machine_without_encryption(telegram: BotApi, bot_process: BotProcess) -> None:
    port = free_port()
    bot_process.settings |= {"WEBHOOK_URL": f"http://127.0.0.1:{port}/telegram", "WEBHOOK_PORT": str(port)}
    await bot_process.start()
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    assert "getUpdates" not in {call.method for call in telegram.calls}
