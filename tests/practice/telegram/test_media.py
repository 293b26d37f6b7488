"""What users send besides text, in the Bot API's form, and what bots answer it with."""

from collections.abc import AsyncIterator
from io import BytesIO

import pytest
from PIL import Image
from telegram import Bot, Message, Update

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Animation, Audio, Content, Photo, Sticker
from practice.telegram.messenger import Upload
from tests.pictures import photo

TOKEN = "1:practice"
SMALL = (320, 240)
OPUS = b"OggS" + bytes(24) + b"OpusHead"
CLIP = Upload("clip.mp4", "video/mp4", b"mp4")


@pytest.fixture
def api() -> BotApi:
    api = BotApi(TOKEN)
    api.send_text("hi")
    return api


@pytest.fixture
async def bot(api: BotApi) -> AsyncIterator[Bot]:
    async with (
        serve(api.app) as url,
        Bot(TOKEN, base_url=f"{url}/bot", base_file_url=f"{url}/file/bot") as bot,
    ):
        yield bot


def newest(api: BotApi) -> Message:
    """Return the message of the newest update, as python-telegram-bot reads it."""
    message = Update.de_json(api.pending_updates[-1], None).effective_message
    assert message
    return message


async def test_a_photo_has_several_sizes(api: BotApi, bot: Bot) -> None:
    api.send(Photo(photo("red", (900, 600))), caption="Look")
    sent = newest(api)
    assert [(it.width, it.height) for it in sent.photo] == [
        (90, 60),
        (320, 213),
        (800, 533),
        (900, 600),
    ]
    assert len({it.file_id for it in sent.photo}) == len({it.file_unique_id for it in sent.photo}) == 4
    assert (sent.caption, sent.text) == ("Look", None)
    file = await bot.get_file(sent.photo[-1].file_id)
    assert file.file_path
    assert file.file_path.endswith(".jpg")
    with Image.open(BytesIO(await file.download_as_bytearray())) as opened:
        assert (opened.format, opened.size) == ("JPEG", (900, 600))
    assert api.downloads == [file.file_path.partition(f"{TOKEN}/")[2]]


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (Audio(Upload("song.mp3", "audio/mpeg", b"ID3"), 60, "Ann", "Sea"), "audio"),
        (Animation(CLIP, 2, thumbnail=photo("red", SMALL)), "animation"),
        (Sticker(b"webm", "🎈", is_video=True, thumbnail=photo("red", SMALL)), "sticker"),
    ],
)
async def test_a_file_of_each_kind_is_handed_out(api: BotApi, bot: Bot, content: Content, name: str) -> None:
    message_id = api.send(content)
    sent = newest(api)
    medium = getattr(sent, name)
    assert bool(sent.document) == (name in {"document", "animation"})
    for it in filter(None, (medium, getattr(medium, "thumbnail", None))):
        file = await bot.get_file(it.file_id)
        assert (file.file_unique_id, file.file_size) == (it.file_unique_id, it.file_size)
        assert len(await file.download_as_bytearray()) == it.file_size
    assert api.file(message_id) is not None


async def test_a_bot_sends_a_voice_message_and_another_sound_as_a_document(api: BotApi, bot: Bot) -> None:
    voice = await bot.send_voice(1, OPUS, caption="Hear", duration=3)
    assert voice.voice
    assert voice.voice.to_dict()["duration"] == 3
    other = await bot.send_voice(1, b"RIFF, which is no voice message")
    assert (other.voice, bool(other.document)) == (None, True)
    assert api.file(voice.message_id) == OPUS
