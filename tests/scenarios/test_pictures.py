"""Pictures of every kind reach the model, each is downloaded once, and nothing is lost when the bot is killed."""

import pytest

from practice.model.pictures import Seen, seen_in
from practice.telegram.bot_api import DOWNLOAD, BotApi
from practice.telegram.media import Animation, Content, Document, Photo, Sticker, Video
from practice.telegram.messenger import Upload
from tests.pictures import photo
from tests.pressing import asked
from tests.process import BotProcess, Script, kill_at, said

SMALL = (320, 240)


def seen(model: Script) -> list[Seen]:
    """Return what the model sees in the last request."""
    return seen_in(model.requests[-1].request.messages)


def colours(model: Script) -> list[str]:
    """Return the colours of the pictures in the last request, in order."""
    return [it.colour for it in seen(model)]


@pytest.mark.usefixtures("bot")
async def test_a_photo_and_an_album_are_seen_with_their_captions(telegram: BotApi, model: Script) -> None:
    model.then("Red.")
    telegram.send(Photo(photo("red")), caption="What colour is this?")
    await telegram.bot_message("Red.")
    assert said(model.requests[0].request) == ["What colour is this?\n[photo]"]
    assert seen(model) == [Seen(1_536, 1_024, "red")]
    await asked(telegram, "And now?", "Echo: And now?")
    assert model.requests[1].prompt.startswith(model.requests[0].prompt[:-1])
    assert len(telegram.downloads) == 1
    names = ["red", "green", "blue", "yellow"]
    sent = telegram.send_album(*(Photo(photo(name, SMALL)) for name in names), caption="Which colours are these?")[-1]
    await telegram.bot_message("Echo: Which", after=sent)
    assert said(model.requests[2].request)[-1] == "Which colours are these?" + "\n[photo]" * 4
    assert colours(model)[1:] == names


@pytest.mark.usefixtures("bot")
async def test_what_shows_a_picture_is_seen_and_one_sent_again_is_not_downloaded_again(
    telegram: BotApi, model: Script
) -> None:
    kinds: list[tuple[Content, str, int]] = [
        (
            Document(Upload("a.png", "image/png", photo("red", (2_000, 500), kind="PNG"))),
            'Not the user\'s words: picture "a.png"',
            1_536,
        ),
        (Sticker(photo("red", (512, 512), kind="WEBP"), "🎈"), "sticker", 512),
        (Sticker(b"tgs", "🎈", is_animated=True, thumbnail=photo("red", (320, 320))), "sticker", 320),
        (Video(Upload("a.mp4", "video/mp4", b"1"), 7, thumbnail=photo("red", SMALL)), "first frame of a video", 320),
        (Animation(Upload("b.mp4", "video/mp4", b"2"), thumbnail=photo("red", SMALL)), "first frame of a GIF", 320),
    ]
    for number, (content, line, side) in enumerate(kinds, start=1):
        model.then("Red.")
        sent = telegram.send(content)
        await telegram.bot_message("Red.", after=sent)
        words = said(model.requests[-1].request)[-1]
        assert f"[{line}" in words
        assert ("🎈" in words) == isinstance(content, Sticker)
        picture = seen(model)[-1]
        assert (picture.colour, max(picture.width, picture.height)) == ("red", side)
        assert len(telegram.downloads) == number
    await telegram.bot_message("Echo: ", after=telegram.forward_message(sent))
    assert len(telegram.downloads) == number


async def test_a_photo_outlives_a_kill(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    killed = kill_at(telegram, bot, DOWNLOAD, after_effect=True)
    telegram.send(Photo(photo("red", SMALL)), caption="What is this?")
    await killed.wait()
    await bot.start()
    await telegram.bot_message("Echo: What is this?")
    await asked(telegram, "And now?", "Echo: And now?")
    answers = [it.text.splitlines()[0] for it in telegram.messages() if it.from_bot]
    assert answers == ["Echo: What is this?", "Echo: And now?"]
    assert colours(model) == ["red"]
    assert len(telegram.downloads) <= 2
