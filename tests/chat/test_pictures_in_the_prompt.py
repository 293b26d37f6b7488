"""Pictures leave a prompt before words do, in batches, and what they showed is told in a summary."""

import json
from collections.abc import AsyncIterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from bot.chat.budget import shortened, size, tokens
from bot.chat.picture_budget import MOST_PICTURES, PictureRoom, fitting, shown_from
from bot.chat.prompt import SUMMARY_REQUEST
from bot.database.engine import Database
from bot.files import Files
from bot.model.choice import Models
from bot.settings import Settings
from bot.values.attachments import Picture
from bot.values.messages import AssistantMessage, Message, UserMessage
from bot.values.owner import Owner
from practice.model.server import Received, Reply, Usage
from tests.chat.test_preparation import sent
from tests.file_chat import FileChat
from tests.pictures import photo
from tests.process import Script
from tests.talking import talking_to

SMALL = Picture("a", "image/jpeg", 300, 250, 1_000)
"""A picture of 100 tokens."""


@pytest.fixture
async def chat(database: Database, owner: Owner, model: Script, tmp_path: Path) -> AsyncIterator[FileChat]:
    """A chat whose model is the script."""
    settings = Settings.model_validate({"data_dir": tmp_path})
    async with talking_to(model.url, picture=Files(settings.files_folder).get) as adapter:
        chat = FileChat(database, owner, settings, Models(adapter, adapter))
        yield chat
        await chat.worker.close()


def shown(*numbers: int) -> list[tuple[UUID, list[Message]]]:
    """Return turns, each with a number of pictures."""
    return [
        (UUID(int=at), [UserMessage("Look", pictures=(SMALL,) * number), AssistantMessage("I see")])
        for at, number in enumerate(numbers, 1)
    ]


def parts(request: Received) -> list[list[str]]:
    """Return the kinds of the parts of each message that has several."""
    messages = json.loads(request.body)["messages"]
    return [[part["type"] for part in it["content"]] for it in messages if isinstance(it["content"], list)]


def texts(request: Received) -> str:
    """Return the texts of a request."""

    def text(content: Any) -> str:
        return content if isinstance(content, str) else content[0]["text"]

    return "\n".join(text(it["content"]) for it in json.loads(request.body)["messages"])


@pytest.mark.parametrize(
    ("room", "first"),
    [
        (PictureRoom(1_000), 1),
        (PictureRoom(300), 3),
        (PictureRoom(1_000, number=4), 2),
        (PictureRoom(1_000, size=2_000), 3),
        (PictureRoom(0), 4),
    ],
)
def test_the_newest_pictures_that_fit_stay(room: PictureRoom, first: int) -> None:
    assert shown_from(shown(2, 2, 1, 1), UUID(int=4), room) == UUID(int=first)


def test_a_summary_is_asked_for_with_the_pictures_that_fit_together() -> None:
    assert fitting(shown(2, 2, 1, 1), PictureRoom(300)) == 1
    assert fitting(shown(2, 2, 1, 1), PictureRoom(500)) == 3


def test_a_turn_is_shortened_by_its_pictures_first() -> None:
    ((_, messages),) = shown(3)
    (turn,) = shown(3)
    assert tokens(messages) > 300
    _, left = shortened(turn, 50, size(0, "", []))
    assert left[0] == UserMessage("Look\n[The 3 pictures are no longer shown]")
    assert left[1] == messages[1]


async def test_pictures_leave_the_prompt_in_batches_and_the_words_stay(chat: FileChat, model: Script) -> None:
    most = MOST_PICTURES
    for number in range(most + 3):
        chat.channel.files[f"{number}"] = photo("red", (64, 64 + number))
        model.then(f"Answer {number}.")
        await chat.say(f"Question {number}?", sent(f"{number}"))
    pictures = [sum(kinds.count("image_url") for kinds in parts(request)) for request in model.requests]
    assert pictures == [*range(1, most + 1), most // 2, most // 2 + 1, most // 2 + 2]
    last = texts(model.requests[-1])
    assert all(f"Question {number}?\n[photo]" in last for number in range(most + 3))
    assert last.count("[The picture is no longer shown]") == most // 2 + 1
    requests = [request.sent("messages") for request in model.requests]
    for at, (earlier, later) in enumerate(pairwise(requests), 1):
        assert later.startswith(earlier.removesuffix("]")) == (at != most)


async def test_a_full_prompt_loses_its_pictures_first(chat: FileChat, model: Script) -> None:
    chat.services.compaction.context_tokens = 10_000
    chat.channel.files |= {"one": photo("red", (1_000, 1_500)), "two": photo("blue", (1_000, 1_500))}
    uncounted = Usage(0, 0)
    model.then(Reply(text="Red.", usage=uncounted), Reply(text="Blue.", usage=uncounted))
    await chat.say("What is this?", sent("one"))
    await chat.say("And this?", sent("two"))
    assert parts(model.requests[-1]) == [["text", "image_url"]]
    assert "What is this?\n[photo]\n[The picture is no longer shown]" in texts(model.requests[-1])


def test_a_summary_tells_what_pictures_showed() -> None:
    assert "what pictures showed" in SUMMARY_REQUEST
