"""A chat without Telegram, in which files are sent."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.kit.files import Files
from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.model.choice import Models
from bot.store.engine import Database
from tests.file_chat import FileChat
from tests.process import Script
from tests.talking import talking_to


@pytest.fixture
async def chat(database: Database, owner: Owner, model: Script, tmp_path: Path) -> AsyncIterator[FileChat]:
    """A chat whose model is the script."""
    settings = Settings.model_validate({"data_dir": tmp_path})
    async with talking_to(model.url, picture=Files(settings.files_folder).get) as adapter:
        chat = FileChat(database, owner, settings, Models(adapter, adapter))
        yield chat
        await chat.worker.close()
