"""The prompt is a prefix with pictures, too, and /context names them."""

import json
import re
from itertools import pairwise
from typing import Any

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document, Photo
from practice.telegram.messages import Upload
from tests.process import BotProcess, Script
from tests.scenarios.test_context import looked
from tests.scenarios.test_prefix import continues
from tests.sent_files import photo

SIZE = (320, 240)
RESTARTED_AT = 3


def urls(body: bytes) -> list[str]:
    """Return the URLs of the pictures in a body."""
    parts: list[dict[str, Any]] = [
        part for it in json.loads(body)["messages"] if isinstance(it["content"], list) for part in it["content"]
    ]
    return [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]


async def test_each_request_begins_with_the_bytes_of_the_one_before_and_context_names_its_pictures(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    kinds = ["photo", "text", "album", "picture", "document", "photo"]
    for number, kind in enumerate(kinds):
        if number == RESTARTED_AT:
            await bot.answered(number)
            await bot.stop()
            await bot.start()
        words = f"Question {number}?"
        model.then(f"Answer {number}.")
        match kind:
            case "text":
                telegram.send_text(words)
            case "photo":
                telegram.send(Photo(photo(size=SIZE)), caption=words)
            case "album":
                telegram.send_album(*(Photo(photo(size=SIZE)) for _ in range(3)), caption=words)
            case "picture":
                telegram.send(Document(Upload("a.jpg", "image/jpeg", photo(size=SIZE))), caption=words)
            case _:
                telegram.send(Document(Upload("a.txt", "text/plain", b"What is in it")), caption=words)
        await telegram.bot_message(f"Answer {number}.")
    assert len(model.requests) == len(kinds)
    for earlier, later in pairwise(model.requests):
        assert continues(earlier, later)
    assert len(urls(model.requests[-1].body)) == 2 + 3 + 1
    assert len(telegram.downloads) == 2 + 3 + 1 + 1
    await bot.answered(len(kinds))
    figures, body = await looked(telegram)
    assert "6 turns" in figures
    assert all(re.fullmatch(r"\[picture of 320 by 240 pixels, [\d,]+ bytes\]", it) for it in urls(body))
    assert b"base64" not in body
