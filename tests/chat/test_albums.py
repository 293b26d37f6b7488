"""An album is one message, also if the rest of it comes late."""

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.chat.worker import ChatWorker
from bot.database.engine import Database
from bot.database.updates import IncomingUpdate
from bot.files import Files
from bot.model.choice import Models
from bot.settings import Settings
from bot.values.incoming import IncomingMessage, UpdateKind
from bot.values.owner import Owner
from tests.chat.test_preparation import colour, sent
from tests.file_chat import FileChat
from tests.pictures import photo
from tests.process import Script
from tests.talking import talking_to


@pytest.fixture
async def chat(database: Database, owner: Owner, model: Script, tmp_path: Path) -> AsyncIterator[FileChat]:
    """A chat whose model is the script, with a red and a blue picture."""
    settings = Settings.model_validate({"data_dir": tmp_path})
    async with talking_to(model.url, picture=Files(settings.files_folder).get) as adapter:
        chat = FileChat(database, owner, settings, Models(adapter, adapter))
        chat.channel.files |= {"one": photo("red"), "two": photo("blue")}
        yield chat
        await chat.worker.close()


async def arrive(chat: FileChat, file_id: str, text: str = "") -> None:
    """Bring in a message of the album."""
    chat.messages += 1
    number, now = chat.messages, datetime.now(UTC)
    message = IncomingMessage(text, now, files=(sent(file_id),), album="album")
    incoming = IncomingUpdate(
        update_id=number,
        chat_id=chat.channel.place.chat_id,
        message_id=number,
        kind=UpdateKind.MESSAGE,
        message=message,
        payload={},
    )
    async with chat.database.transaction() as tx:
        await chat.services.updates.add(tx, [incoming], now)
    chat.worker.hear()


async def downloading(chat: FileChat, file_id: str) -> None:
    """Wait until a file is asked for."""
    while file_id not in chat.channel.downloads:  # noqa: ASYNC110 - nothing tells it
        await asyncio.sleep(0.01)


def last_message(model: Script) -> Any:
    """Return the last message that the model was sent."""
    return json.loads(model.requests[-1].body)["messages"][-1]["content"]


async def test_the_rest_of_an_album_is_added_to_its_message(chat: FileChat, model: Script) -> None:
    chat.channel.arrived = asyncio.Event()
    model.then("Red and blue.")
    await arrive(chat, "one", "What are these?")
    await downloading(chat, "one")
    await arrive(chat, "two", "Tell me")
    await downloading(chat, "two")
    chat.channel.arrived.set()
    await chat.ended(1)
    text, first, second = last_message(model)
    assert text["text"].endswith("\nWhat are these?\nTell me\n[photo]\n[photo]")
    assert [colour(it) for it in (first, second)] == ["red", "blue"]
    assert len(model.requests) == 1


async def test_the_rest_of_an_album_is_added_after_a_restart(chat: FileChat, model: Script) -> None:
    chat.channel.arrived = asyncio.Event()
    model.then("Red and blue.")
    await arrive(chat, "one", "What are these?")
    await downloading(chat, "one")
    await chat.worker.close()
    chat.channel.arrived.set()
    chat.worker = ChatWorker(chat.services, chat.owner, chat.channel)
    await arrive(chat, "two")
    await chat.ended(1)
    text, first, second = last_message(model)
    assert text["text"].endswith("\nWhat are these?\n[photo]\n[photo]")
    assert [colour(it) for it in (first, second)] == ["red", "blue"]


async def test_what_comes_after_the_answer_is_named_as_more_of_the_album(chat: FileChat, model: Script) -> None:
    model.then("Red.", "And blue.")
    await arrive(chat, "one", "What are these?")
    await chat.ended(1)
    await arrive(chat, "two")
    await chat.ended(2)
    text, picture = last_message(model)
    assert text["text"].endswith("\n[More of the album above]\n[photo]")
    assert colour(picture) == "blue"
