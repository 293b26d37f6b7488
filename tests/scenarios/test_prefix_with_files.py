"""The prompt is a prefix with pictures, too, and /context names them."""

import json
from itertools import pairwise
from typing import Any

from practice.model.server import Received
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document, Photo
from practice.telegram.messages import Upload
from tests.process import BotProcess, Script
from tests.scenarios.test_context import looked
from tests.scenarios.test_prefix import continues
from tests.sent_files import photo

SIZE = (320, 240)
RESTARTED_AT = 3


def urls(request: Received) -> list[str]:
    """Return the URLs of the pictures in a request's bytes."""
    return urls_in(request.body)


def urls_in(body: bytes) -> list[str]:
    """Return the URLs of the pictures in a body."""
    parts: list[dict[str, Any]] = [
        part for it in json.loads(body)["messages"] if isinstance(it["content"], list) for part in it["content"]
    ]
    return [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]


async def test_each_request_begins_with_the_bytes_of_the_one_before(
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
    assert len(urls(model.requests[-1])) == 2 + 3 + 1
    assert len(telegram.downloads) == 2 + 3 + 1 + 1


async def test_context_names_pictures(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    telegram.send_album(Photo(photo(size=SIZE)), Photo(photo(size=SIZE)), caption="What is this?")
    await telegram.bot_message("Echo: What is this?")
    await bot.answered(1)
    sizes = [len(telegram.file(it.message_id) or b"") for it in telegram.messages() if not it.from_bot]
    figures, body = await looked(telegram)
    assert "1 turn" in figures
    assert urls_in(body) == [f"[picture of 320 by 240 pixels, {size:,} bytes]" for size in sizes]
    assert b"base64" not in body
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert all(url.startswith("data:image/jpeg;base64,") for url in urls(model.requests[-1]))
