"""An album is one message, also if the rest of it comes late."""

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.database.updates import IncomingUpdate
from bot.values.incoming import IncomingMessage, UpdateKind
from tests.chat.test_preparation import colour, sent
from tests.file_chat import FileChat
from tests.pictures import photo
from tests.process import Script


@pytest.fixture
def album(chat: FileChat) -> FileChat:
    """The chat, with a red and a blue picture."""
    chat.channel.files |= {"one": photo("red"), "two": photo("blue")}
    return chat


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


async def test_the_rest_of_an_album_is_added_to_its_message(album: FileChat, model: Script) -> None:
    album.channel.arrived = asyncio.Event()
    model.then("Red and blue.")
    await arrive(album, "one", "What are these?")
    await downloading(album, "one")
    await arrive(album, "two", "Tell me")
    await downloading(album, "two")
    album.channel.arrived.set()
    await album.ended(1)
    text, first, second = last_message(model)
    assert text["text"].endswith("\nWhat are these?\nTell me\n[photo]\n[photo]")
    assert [colour(it) for it in (first, second)] == ["red", "blue"]
    assert len(model.requests) == 1


async def test_what_comes_after_the_answer_is_named_as_more_of_the_album(album: FileChat, model: Script) -> None:
    model.then("Red.", "And blue.")
    await arrive(album, "one", "What are these?")
    await album.ended(1)
    await arrive(album, "two")
    await album.ended(2)
    text, picture = last_message(model)
    assert text["text"].endswith("\n[More of the album above]\n[photo]")
    assert colour(picture) == "blue"
