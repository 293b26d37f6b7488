"""Documents of a message share its room, and are read once; of what does not fit there is an outline."""

import json
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.model.choice import Models
from bot.model.tokens import text_tokens
from bot.store.engine import Database
from bot.turns.attached_documents import MOST_LINES, outline_lines, shares
from bot.turns.values.attachments import AttachmentKind, OutlinedPart, SentFile
from tests.file_chat import FileChat
from tests.process import Script
from tests.talking import talking_to

ROOM = 1_000
DIARY = "\n\n".join(f"# Day {day}\n\n{'We sail on. ' * 100}" for day in range(50)).encode()


def sent(file_id: str, **about: Any) -> SentFile:
    """Return a document as Telegram describes it."""
    usual = {"kind": AttachmentKind.DOCUMENT, "what": "file", "unique_id": f"unique-{file_id}", "name": f"{file_id}.md"}
    return SentFile(file_id=file_id, **{**usual, **about})


def heard(model: Script) -> str:
    """Return the last message that the model was sent."""
    return str(json.loads(model.requests[-1].body)["messages"][-1]["content"])


@pytest.fixture
async def chat(database: Database, owner: Owner, model: Script, tmp_path: Path) -> AsyncIterator[FileChat]:
    """A chat whose model is the script."""
    settings = Settings.model_validate({"data_dir": tmp_path, "document_tokens": ROOM})
    async with talking_to(model.url) as adapter:
        chat = FileChat(database, owner, settings, Models(adapter, adapter))
        yield chat
        await chat.worker.close()


async def test_documents_of_a_message_share_its_room(chat: FileChat, model: Script) -> None:
    chat.channel.files |= {"one": DIARY, "two": DIARY, "three": b"Short."}
    model.then("Two diaries.")
    await chat.say("What are these?", sent("one"), sent("two"), sent("three"))
    assert heard(model).endswith("> Short.")
    assert heard(model).count("the beginning of part 1 of ") == 2
    without_outlines = re.sub(r"\n\[[^\n]*outline of .*?(?=\n\[|\Z)", "", heard(model), flags=re.DOTALL)
    assert 0.5 * ROOM < text_tokens(without_outlines) < 1.2 * ROOM


async def test_the_same_document_is_read_once(chat: FileChat, model: Script) -> None:
    chat.channel.files["one"] = DIARY
    model.then("A diary.", "Again.", "Read.")
    await chat.say("What is this?", sent("one"))
    first = heard(model)
    chat.channel.files.clear()
    await chat.say("What is this?", sent("two", unique_id="unique-one", name="one.md"))
    again = heard(model)
    ids = [re.findall(r"document (\w{8})", it) for it in (first, again)]
    assert set(ids[0]).isdisjoint(ids[1])
    assert again.replace(ids[1][0], ids[0][0]).partition("]\n")[2] == first.partition("]\n")[2]


async def test_a_document_of_one_part_is_cut_where_it_has_no_room(chat: FileChat, model: Script) -> None:
    chat.channel.files |= {"one": b"We sail on. " * 250, "two": b"We sail on. " * 250}
    model.then("Two letters.")
    await chat.say("What are these?", sent("one"), sent("two"))
    assert heard(model).count("the beginning of part 1 of 1") == 2


def test_large_documents_share_what_small_ones_leave() -> None:
    one, two, three = (UUID(int=number) for number in (1, 2, 3))
    assert shares({one: 10, two: 20}, 30) == {one: 10, two: 20}
    assert shares({one: 1_000, two: 10, three: 500}, 100) == {two: 10, three: 45, one: 45}


def test_a_line_of_an_outline_names_a_part_or_in_a_long_one_several() -> None:
    parts = [OutlinedPart(number=number, label=f"page {number}", size=4) for number in range(1, 502)]
    assert outline_lines(parts[2:4]) == "3: page 3\n4: page 4"
    lines = outline_lines(parts).splitlines()
    assert len(lines) <= MOST_LINES
    assert (lines[0], lines[-1]) == ("1 to 13: page 1", "495 to 501: page 495")
