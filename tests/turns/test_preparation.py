"""Files are downloaded once, made ready, and sent to the model in the same bytes each time."""

import asyncio
import base64
import json
import shutil
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from sqlalchemy import text as sql

from bot.kit.owner import Owner
from bot.model.rendering import NOT_SEEN
from bot.store.engine import Database
from bot.turns.files.sweeping import sweep
from bot.turns.store.attachments import LEFT_OVER
from bot.turns.store.erasure import erase_everything
from bot.turns.values.attachments import AttachmentKind, SentFile
from tests.file_chat import FileChat
from tests.pictures import photo
from tests.process import Script


def sent(file_id: str, **about: Any) -> SentFile:
    """Return a photo as Telegram describes it."""
    usual = {"kind": AttachmentKind.PICTURE, "what": "photo", "unique_id": f"unique-{file_id}"}
    return SentFile(file_id=file_id, **{**usual, **about})


async def rows(database: Database, query: str) -> list[tuple[Any, ...]]:
    """Ask the database."""
    async with database.transaction() as tx:
        return [tuple(row) for row in await tx.connection.execute(sql(query))]


def colour(part: dict[str, Any]) -> str:
    """Return the colour of a picture in a request."""
    with Image.open(BytesIO(base64.b64decode(part["image_url"]["url"].partition(",")[2]))) as seen:
        red, _, blue = seen.convert("RGB").resize((1, 1)).getpixel((0, 0))  # type: ignore[misc]
    return "red" if red > blue else "blue"


async def test_a_photo_is_scaled_and_sent(chat: FileChat, model: Script) -> None:
    chat.channel.files["one"] = photo("red")
    model.then("Red.", "Still red.")
    await chat.say("What colour is this?", sent("one"))
    text, picture = json.loads(model.requests[-1].body)["messages"][-1]["content"]
    assert text["text"].endswith("\nWhat colour is this?\n[photo]")
    kind, _, data = picture["image_url"]["url"].partition(",")
    assert kind == "data:image/jpeg;base64"
    with Image.open(BytesIO(base64.b64decode(data))) as seen:
        assert seen.size == (1_536, 1_024)
    await chat.say("And now?")
    first, second = (request.prompt for request in model.requests)
    assert second.startswith(first.removesuffix("]"))


async def test_what_is_ready_stays_so_when_the_bot_is_ended_before_the_rest_is(chat: FileChat, model: Script) -> None:
    chat.channel.files |= {"one": photo("red"), "two": photo("blue")}
    chat.channel.held = {"two"}
    model.then("Red and blue.")
    saying = asyncio.create_task(chat.say("What is this?", sent("one"), sent("two")))
    ready = "SELECT file_id FROM agent_attachments WHERE is_ready"
    while not await rows(chat.database, ready):  # noqa: ASYNC110 - only the database knows
        await asyncio.sleep(0.01)
    chat.channel.held.clear()
    await chat.restart()
    await saying
    assert chat.channel.downloads == ["one", "two", "two"]
    _, first, second = json.loads(model.requests[-1].body)["messages"][-1]["content"]
    assert [colour(it) for it in (first, second)] == ["red", "blue"]


async def test_a_download_goes_on_when_another_message_joins_the_turn(chat: FileChat, model: Script) -> None:
    chat.channel.files |= {"one": photo("red"), "two": photo("blue")}
    arrived = chat.channel.arrived = asyncio.Event()
    model.then("Red and blue.")
    first = asyncio.create_task(chat.say("What is this?", sent("one")))
    await downloading(chat, "one")
    second = asyncio.create_task(chat.say("And this?", sent("two")))
    while len(await rows(chat.database, "SELECT id FROM agent_attachments")) < 2:  # noqa: ASYNC110 - as above
        await asyncio.sleep(0.01)
    arrived.set()
    await asyncio.wait([first, second], return_when=asyncio.FIRST_COMPLETED)
    second.cancel()
    assert chat.channel.downloads == ["one", "two"]
    assert len(model.requests) == 1


async def test_a_picture_that_is_not_here_any_more_is_downloaded_again_and_else_costs_its_sentence(
    chat: FileChat, model: Script, tmp_path: Path
) -> None:
    chat.channel.files["one"] = photo("red")
    model.then("Red.", "Still red.", "I can't see it any more.")
    await chat.say("What colour is this?", sent("one"))
    shutil.rmtree(tmp_path / "files")  # as on another machine
    await chat.say("And now?")
    assert chat.channel.downloads == ["one", "one"]
    first, second = (request.prompt for request in model.requests)
    assert second.startswith(first.removesuffix("]"))
    shutil.rmtree(tmp_path / "files")
    chat.channel.files.clear()
    await chat.say("Still not?")
    text, instead = json.loads(model.requests[-1].body)["messages"][1]["content"]
    assert text["text"].endswith("[photo]")
    assert instead == {"type": "text", "text": NOT_SEEN}


async def test_a_picture_is_not_shown_any_more_once_the_days_it_is_kept_are_over(
    chat: FileChat, model: Script, owner: Owner
) -> None:
    chat.channel.files["one"] = photo("red")
    model.then("Red.", "I can't see it any more.")
    await chat.say("What is this?", sent("one"))
    for days, swept in ((1, 0), (0, 1)):
        assert await sweep(chat.database, chat.services.files, owner.bot_id, keeps=timedelta(days=days)) == swept
    await chat.say("And now?")
    assert json.loads(model.requests[-1].body)["messages"][1]["content"][1] == {"type": "text", "text": NOT_SEEN}


async def downloading(chat: FileChat, file_id: str) -> None:
    """Wait until a file is asked for."""
    while file_id not in chat.channel.downloads:  # noqa: ASYNC110 - the channel only keeps them
        await asyncio.sleep(0.01)


async def test_the_rest_of_an_album_is_added_to_its_message_or_follows_the_answer(
    chat: FileChat, model: Script
) -> None:
    chat.channel.files |= {"one": photo("red"), "two": photo("blue"), "three": photo("red", (64, 64))}
    chat.channel.arrived = asyncio.Event()
    model.then("Red and blue.", "And red.")
    first = asyncio.create_task(chat.say("What are these?", sent("one"), album="album"))
    await downloading(chat, "one")
    second = asyncio.create_task(chat.say("Tell me", sent("two"), album="album"))
    await downloading(chat, "two")
    chat.channel.arrived.set()
    await asyncio.wait([first, second], return_when=asyncio.FIRST_COMPLETED)
    second.cancel()
    text, *pictures = json.loads(model.requests[-1].body)["messages"][-1]["content"]
    assert text["text"].endswith("\nWhat are these?\nTell me\n[photo]\n[photo]")
    assert [colour(it) for it in pictures] == ["red", "blue"]
    await chat.say("", sent("three"), album="album")
    text, picture = json.loads(model.requests[-1].body)["messages"][-1]["content"]
    assert text["text"].endswith("[More of the album above]\n[photo]")
    assert (colour(picture), len(model.requests)) == ("red", 2)


async def test_a_file_that_can_not_be_used_costs_a_sentence(chat: FileChat, model: Script) -> None:
    chat.channel.files["odd"] = b"GIF89a, but not really"
    model.then("I can't see it.", "Nor that.", "Nor that one.")
    await chat.say("What is this?", sent("odd"))
    await chat.say("What is this?", sent("gone"))
    await chat.say("What is this?", sent("large", size=20_000_001))
    told = [json.loads(request.body)["messages"][-1]["content"].splitlines()[-1] for request in model.requests]
    assert told == [
        "[photo, which can't be used: I can't read it as a picture]",
        "[photo, which can't be used: Telegram no longer has it]",
        "[photo, which can't be used: it is larger than I accept (ATTACHMENT_MB)]",
    ]
    assert [outcome.remarks for outcome in chat.channel.outcomes] == [
        ["I can't use this file: I can't read it as a picture."],
        ["I can't use this file: Telegram no longer has it."],
        ["I can't use this file: it is larger than I accept (ATTACHMENT_MB)."],
    ]


async def test_an_erasure_leaves_no_file(chat: FileChat, model: Script, owner: Owner, tmp_path: Path) -> None:
    chat.channel.files |= {"one": photo("red"), "two": photo("blue")}
    model.then("Red and blue.")
    await chat.say("What is this?", sent("one"), sent("two"))
    folder = tmp_path / "files" / str(owner.bot_id)
    names = {file.name for file in folder.iterdir()}
    assert {file.stat().st_mode & 0o777 for file in folder.iterdir()} == {0o600}
    (folder / "0123.unfinished").touch()
    assert await sweep(chat.database, chat.services.files, owner.bot_id, keeps=None) == 1
    assert {file.name for file in folder.iterdir()} == names
    async with chat.database.transaction() as tx:
        await erase_everything(tx, owner)
    assert chat.database.events[LEFT_OVER].is_set()
    assert await sweep(chat.database, chat.services.files, owner.bot_id, keeps=None) == len(names)
    assert list(folder.iterdir()) == []


async def test_a_model_that_can_not_see_is_asked_without_pictures_and_its_user_told_once(
    chat: FileChat, model: Script
) -> None:
    chat.channel.files["one"] = photo("red")
    model.server.fail(400, message="This model does not support image inputs.", times=1)
    model.then("I can't see it.", "Still not.")
    await chat.say("What is this?", sent("one"))
    await chat.say("And now?", sent("two", unique_id="unique-one"))
    text, instead = json.loads(model.requests[-1].body)["messages"][-1]["content"]
    assert (text["text"].splitlines()[-1], instead["text"]) == ("[photo]", NOT_SEEN)
    first, second = (outcome.remarks for outcome in chat.channel.outcomes)
    assert [remark[:22] for remark in first] == ["This model can't see p"]
    assert second == []
