"""Pictures of every kind reach the model, each is downloaded once, and nothing is lost when the bot is killed."""

import asyncio

import pytest

from practice.faults import Dropped, Fault
from practice.model.pictures import Seen, seen_in
from practice.telegram.bot_api import DOWNLOAD, BotApi
from practice.telegram.media import Animation, Document, Photo, Sticker, Video
from practice.telegram.messenger import Message, Upload
from tests.pictures import photo
from tests.process import BotProcess, Script, said

SMALL = (320, 240)


def seen(model: Script, request: int = -1) -> list[Seen]:
    """Return what the model sees in a request."""
    return seen_in(model.requests[request].request.messages)


def colours(model: Script) -> list[str]:
    """Return the colours of the pictures in the last request, in order."""
    return [it.colour for it in seen(model)]


def answers(telegram: BotApi) -> list[Message]:
    """Return the bot's messages."""
    return [it for it in telegram.messages() if it.from_bot]


@pytest.mark.usefixtures("bot")
async def test_a_photo_is_seen_with_its_caption(telegram: BotApi, model: Script) -> None:
    model.then("Red.")
    telegram.send(Photo(photo("red")), caption="What colour is this?")
    await telegram.bot_message("Red.")
    assert said(model.requests[0].request) == ["What colour is this?\n[photo]"]
    assert seen(model) == [Seen(1_536, 1_024, "red")]
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert model.requests[1].prompt.startswith(model.requests[0].prompt[:-1])
    assert len(telegram.downloads) == 1


@pytest.mark.usefixtures("bot")
async def test_an_album_is_one_message(telegram: BotApi, model: Script) -> None:
    model.then("Four colours.")
    names = ["red", "green", "blue", "yellow"]
    telegram.send_album(*(Photo(photo(name, SMALL)) for name in names), caption="Which colours are these?")
    await telegram.bot_message("Four colours.")
    assert len(model.requests) == 1
    assert said(model.requests[0].request) == ["Which colours are these?" + "\n[photo]" * 4]
    assert colours(model) == names


@pytest.mark.usefixtures("bot")
async def test_a_full_album_is_seen_whole_in_one_request(telegram: BotApi, model: Script) -> None:
    model.then("Ten.")
    telegram.send_album(*(Photo(photo("red", (1_280, 960))) for _ in range(10)), caption="How many are these?")
    await telegram.bot_message("Ten.")
    assert len(model.requests) == 1
    assert len(seen(model)) == 10


@pytest.mark.usefixtures("bot")
async def test_an_album_that_comes_in_two_parts_stays_in_order(telegram: BotApi, model: Script) -> None:
    for colour in ("red", "blue"):
        telegram.send(Photo(photo(colour, SMALL)), caption="Which?" if colour == "red" else "", album="9")
        await telegram.wait_for(lambda: not telegram.pending_updates)
    await telegram.bot_message("Echo: ")
    telegram.send_text("Done")
    await telegram.bot_message("Echo: Done")
    assert colours(model) == ["red", "blue"]


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize(
    ("content", "line", "side"),
    [
        (
            Document(Upload("shot.png", "image/png", photo("red", (2_000, 500), kind="PNG"))),
            'picture "shot.png"',
            1_536,
        ),
        (Sticker(photo("red", (512, 512), kind="WEBP"), "🎈"), "sticker", 512),
        (Sticker(b"tgs", "🎈", is_animated=True, thumbnail=photo("red", (320, 320))), "sticker", 320),
        (
            Video(Upload("sea.mp4", "video/mp4", b"mp4"), 7, thumbnail=photo("red", SMALL)),
            "first frame of a video",
            320,
        ),
        (Animation(Upload("a.mp4", "video/mp4", b"mp4"), thumbnail=photo("red", SMALL)), "first frame of a GIF", 320),
    ],
    ids=["picture document", "sticker", "moving sticker", "video", "GIF"],
)
async def test_what_shows_a_picture_is_seen(
    telegram: BotApi, model: Script, content: Photo, line: str, side: int
) -> None:
    model.then("Red.")
    telegram.send(content)
    await telegram.bot_message("Red.")
    (words,) = said(model.requests[0].request)
    assert f"[{line}" in words
    assert ("🎈" in words) == isinstance(content, Sticker)
    (picture,) = seen(model)
    assert (picture.colour, max(picture.width, picture.height)) == ("red", side)
    assert len(telegram.downloads) == 1


@pytest.mark.usefixtures("bot")
async def test_a_file_sent_again_is_not_downloaded_again(telegram: BotApi, model: Script) -> None:
    first = telegram.send(Photo(photo("red", SMALL)))
    await telegram.bot_message("Echo: ")
    telegram.forward_message(first)
    await telegram.bot_message("Echo: ", after=telegram.messages()[-1].message_id)
    assert colours(model) == ["red", "red"]
    assert len(telegram.downloads) == 1


@pytest.mark.usefixtures("bot")
async def test_a_model_that_can_not_see_gets_words_and_its_user_is_told_once(telegram: BotApi, model: Script) -> None:
    model.server.unsupported = {"image_url"}
    for number in (1, 2):
        telegram.send(Photo(photo("red", SMALL)), caption=f"Number {number}")
        await telegram.bot_message(f"Echo: Number {number}")
    assert seen(model) == []
    assert len(model.refusals) == 1
    told = [it for it in answers(telegram) if "can't see pictures" in it.text]
    assert len(told) == 1


@pytest.mark.usefixtures("bot")
async def test_a_message_that_joins_a_photo_costs_no_second_download(telegram: BotApi, model: Script) -> None:
    telegram.delay(DOWNLOAD, 1, times=1)
    telegram.send(Photo(photo("red", SMALL)))
    await telegram.wait_for(lambda: any(call.method == "getFile" for call in telegram.calls))
    telegram.send_text("What colour is this?")
    await telegram.bot_message("Echo: What colour is this?")
    assert len(model.requests) == 1
    assert colours(model) == ["red"]
    assert len(telegram.downloads) == 1


@pytest.mark.parametrize(
    ("method", "after_effect", "most"),
    [("getFile", False, 1), ("getFile", True, 1), (DOWNLOAD, False, 1), (DOWNLOAD, True, 2), ("the model", False, 1)],
)
async def test_a_photo_outlives_a_kill(
    telegram: BotApi, model: Script, bot: BotProcess, method: str, most: int, *, after_effect: bool
) -> None:
    killed = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    if method == "the model":
        model.server.add_fault(Fault(callback=kill, error=Dropped(), times=1))
    else:
        fault = Fault(method=method, callback=kill, error=Dropped(), times=1, after_effect=after_effect)
        telegram.add_fault(fault)
    telegram.send(Photo(photo("red", SMALL)), caption="What is this?")
    await killed.wait()
    await bot.start()
    await telegram.bot_message("Echo: What is this?")
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    echoes = [it.text.splitlines()[0] for it in answers(telegram) if it.text.startswith("Echo")]
    assert echoes == ["Echo: What is this?", "Echo: And now?"]
    assert colours(model) == ["red"]
    assert len(telegram.downloads) <= most


async def test_photos_that_come_while_the_bot_is_down_are_answered(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await bot.kill()
    telegram.send_album(Photo(photo("red", SMALL)), Photo(photo("blue", SMALL)), caption="What is this?")
    await bot.start()
    await telegram.bot_message("Echo: What is this?")
    assert colours(model) == ["red", "blue"]
    assert len(model.requests) == 1
