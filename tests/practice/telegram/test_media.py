"""What users and bots send besides text, in the Bot API's form and with Telegram's errors."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from io import BytesIO

import httpx
import pytest
from PIL import Image
from telegram import Bot, InputMediaPhoto, Message, Update

from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.contents import Contact, Dice, Location, Poll, Venue
from practice.telegram.media import Animation, Audio, Content, Document, Photo, Sticker, Video, VideoNote, Voice
from practice.telegram.messenger import Upload
from tests.pictures import photo

TOKEN = "1:practice"
Json = dict[str, object]
SMALL = (320, 240)
OPUS = b"OggS" + bytes(24) + b"OpusHead"
CLIP = Upload("clip.mp4", "video/mp4", b"mp4")
EVERYTHING = [
    "message",
    "edited_message",
    "callback_query",
    "message_reaction",
]


@dataclass(frozen=True)
class Caller:
    """Calls methods with a form."""

    url: str
    client: httpx.AsyncClient

    async def __call__(self, method: str, files: dict[str, bytes] | None = None, **fields: object) -> Json:
        """Return the whole answer."""
        texts = {name: it if isinstance(it, str) else json.dumps(it) for name, it in fields.items()}
        named = {name: (f"{name}.bin", content) for name, content in (files or {}).items()}
        answer = await self.client.post(f"{self.url}/bot{TOKEN}/{method}", data=texts, files=named)
        body: Json = answer.json()
        return body


@pytest.fixture
def api() -> BotApi:
    api = BotApi(TOKEN)
    api.send_text("hi")
    return api


@pytest.fixture
async def call(api: BotApi) -> AsyncIterator[Caller]:
    async with serve(api.app) as url, httpx.AsyncClient(timeout=30) as client:
        yield Caller(url, client)


@pytest.fixture
async def bot(call: Caller) -> AsyncIterator[Bot]:
    async with Bot(TOKEN, base_url=f"{call.url}/bot", base_file_url=f"{call.url}/file/bot") as bot:
        yield bot


def newest(api: BotApi) -> Message:
    """Return the message of the newest update, as python-telegram-bot reads it."""
    message = Update.de_json(api.pending_updates[-1], None).effective_message
    assert message
    return message


# ---- what users send


async def test_a_photo_has_several_sizes(api: BotApi, bot: Bot) -> None:
    api.send(Photo(photo("red", (3_000, 2_000))), caption="Look")
    sent = newest(api)
    assert [(it.width, it.height) for it in sent.photo] == [
        (90, 60),
        (320, 213),
        (800, 533),
        (1_280, 853),
        (2_560, 1_707),
    ]
    assert len({it.file_id for it in sent.photo}) == len({it.file_unique_id for it in sent.photo}) == 5
    assert (sent.caption, sent.text) == ("Look", None)
    file = await bot.get_file(sent.photo[-1].file_id)
    assert file.file_path
    assert file.file_path.endswith(".jpg")
    with Image.open(BytesIO(await file.download_as_bytearray())) as opened:
        assert (opened.format, opened.size) == ("JPEG", (2_560, 1_707))
    assert api.downloads == [file.file_path.partition(f"{TOKEN}/")[2]]


def test_an_album_is_several_messages_with_the_caption_at_the_first(api: BotApi) -> None:
    ids = api.send_album(Photo(photo("red", SMALL)), Photo(photo("blue", SMALL)), caption="Two")
    messages = [Update.de_json(it, None).effective_message for it in api.pending_updates[1:]]
    assert [it and it.message_id for it in messages] == ids
    assert [it and it.caption for it in messages] == ["Two", None]
    assert len({it and it.media_group_id for it in messages}) == 1


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (Document(CLIP, photo("red", SMALL)), "document"),
        (Voice(OPUS, 4), "voice"),
        (Audio(Upload("song.mp3", "audio/mpeg", b"ID3"), 60, "Ann", "Sea"), "audio"),
        (VideoNote(b"mp4", 5, thumbnail=photo("red", SMALL)), "video_note"),
        (Video(CLIP, 7, thumbnail=photo("red", SMALL)), "video"),
        (Animation(CLIP, 2, thumbnail=photo("red", SMALL)), "animation"),
        (Sticker(photo("red", (512, 512), kind="WEBP"), "🎈", "Balloons"), "sticker"),
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


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (Location(48.137, 11.575, live_seconds=60), "location", "48.137"),
        (Venue("Harbour", "Quay 1", Location(48.137, 11.575)), "venue", "Quay 1"),
        (Contact("+4912345", "Ann", "Sea"), "contact", "+4912345"),
        (Poll("Where?", ("Here", "There")), "poll", "There"),
        (Dice("🎯", 3), "dice", "3"),
    ],
)
def test_what_is_no_file_has_telegrams_form(api: BotApi, content: Content, name: str, words: str) -> None:
    api.send(content)
    sent = newest(api)
    assert words in str(getattr(sent, name))
    assert not sent.api_kwargs


def test_a_forward_is_the_same_file_with_another_id(api: BotApi) -> None:
    first = api.send(Photo(photo("red", SMALL)))
    before = newest(api)
    api.forward_message(first)
    after = newest(api)
    assert after.forward_origin
    assert [it.file_unique_id for it in after.photo] == [it.file_unique_id for it in before.photo]
    assert not {it.file_id for it in after.photo} & {it.file_id for it in before.photo}
    api.delete_message(first)
    assert api.file(after.message_id)
    api.forward(Voice(OPUS), origin="Ann")
    assert newest(api).forward_origin


def test_a_file_is_replied_to_and_quoted(api: BotApi) -> None:
    first = api.send(Photo(photo("red", SMALL)), caption="The red one")
    api.send_text("What is it?", reply_to=first, quote="red")
    sent = newest(api)
    assert sent.reply_to_message
    assert sent.reply_to_message.photo
    assert sent.quote
    assert sent.quote.position == 4


def test_captions_and_files_are_edited(api: BotApi) -> None:
    message_id = api.send(Photo(photo("red", SMALL)), caption="Read")
    before = newest(api)
    api.edit_caption(message_id, "Red")
    api.edit_media(message_id, Photo(photo("blue", SMALL)))
    after = newest(api)
    assert (after.caption, bool(after.edit_date)) == ("Red", True)
    assert after.photo[-1].file_unique_id != before.photo[-1].file_unique_id
    with pytest.raises(ValueError, match="no file"):
        api.edit_caption(1, "x")
    with pytest.raises(ValueError, match="not a picture"):
        api.send(Photo(b"x"))


async def test_reactions_reach_a_bot_that_asks_for_them(api: BotApi, bot: Bot) -> None:
    api.react(1, "👍")
    assert len(api.pending_updates) == 1
    await bot.get_updates(allowed_updates=EVERYTHING)
    api.react(1, "👎")
    update = Update.de_json(api.pending_updates[-1], None).message_reaction
    assert update
    assert update.user
    assert [getattr(it, "emoji", "") for it in (*update.old_reaction, *update.new_reaction)] == ["👍", "👎"]
    api.react(1)
    assert api.messages()[0].reactions == ()


# ---- what bots do


async def test_a_bot_sends_a_photo_and_a_voice_message(api: BotApi, bot: Bot) -> None:
    picture = await bot.send_photo(1, photo("red", SMALL), caption="Red")
    assert picture.photo[-1].width == 320
    voice = await bot.send_voice(1, OPUS, caption="Hear", duration=3)
    assert voice.voice
    assert voice.voice.to_dict()["duration"] == 3
    again = await bot.send_voice(1, voice.voice.file_id)
    assert again.voice
    assert again.voice.file_unique_id == voice.voice.file_unique_id
    other = await bot.send_voice(1, b"RIFF, which is no voice message")
    assert (other.voice, bool(other.document)) == (None, True)
    assert api.file(voice.message_id) == OPUS


async def test_a_bot_edits_captions_and_files(bot: Bot) -> None:
    sent = await bot.send_photo(1, photo("red", SMALL))
    edited = await bot.edit_message_caption(1, sent.message_id, caption="Now with words")
    assert isinstance(edited, Message)
    assert edited.caption == "Now with words"
    edited = await bot.edit_message_media(InputMediaPhoto(photo("blue", SMALL), caption="Blue"), 1, sent.message_id)
    assert isinstance(edited, Message)
    assert edited.photo[-1].file_unique_id != sent.photo[-1].file_unique_id
    text = await bot.send_message(1, "Only words")
    edited = await bot.edit_message_media(InputMediaPhoto(photo("blue", SMALL)), 1, text.message_id)
    assert isinstance(edited, Message)
    assert edited.photo


async def test_a_bot_reacts_and_deletes_several_messages(api: BotApi, bot: Bot) -> None:
    await bot.set_message_reaction(1, 1, "👍")
    assert api.messages()[0].bot_reactions == ("👍",)
    await bot.set_message_reaction(1, 1)
    assert api.messages()[0].bot_reactions == ()
    sent = [(await bot.send_message(1, text)).message_id for text in ("one", "two", "three")]
    assert await bot.delete_messages(1, [*sent[:2], 99])
    assert [it.message_id for it in api.messages()] == [1, sent[2]]


@pytest.mark.parametrize(
    ("method", "files", "fields", "description"),
    [
        ("sendPhoto", None, {}, "there is no photo in the request"),
        ("sendPhoto", {"photo": b"no picture"}, {}, "IMAGE_PROCESS_FAILED"),
        ("sendPhoto", {"photo": b"x" * (10 << 20) + b"x"}, {}, "file of size 10485761 bytes is too big for a photo"),
        ("sendPhoto", {"photo": photo("red", (2_100, 100))}, {}, "PHOTO_INVALID_DIMENSIONS"),
        ("sendVoice", None, {"voice": "practice-file-99"}, "wrong file identifier/HTTP URL specified"),
        ("sendVoice", {"voice": b""}, {}, "file must be non-empty"),
        ("sendVoice", {"voice": OPUS}, {"caption": "x" * 1_025}, "message caption is too long"),
        (
            "setMessageReaction",
            None,
            {"message_id": 1, "reaction": [{"type": "emoji", "emoji": "🍕"}]},
            "REACTION_INVALID",
        ),
        (
            "setMessageReaction",
            None,
            {"message_id": 1, "reaction": [{"type": "emoji", "emoji": "👍"}, {"type": "emoji", "emoji": "👎"}]},
            "REACTIONS_TOO_MANY",
        ),
        ("setMessageReaction", None, {"message_id": 9}, "message to react not found"),
        ("deleteMessages", None, {"message_ids": list(range(1, 102))}, "too many message identifiers specified"),
        ("deleteMessages", None, {}, "message identifiers are not specified"),
        ("editMessageCaption", None, {"message_id": 2, "caption": "x"}, "there is no caption in the message to edit"),
        ("editMessageMedia", None, {"message_id": 2}, "media is empty"),
        (
            "editMessageMedia",
            {"it": OPUS},
            {"message_id": 2, "media": {"type": "voice", "media": "attach://it"}},
            "can't parse InputMedia: type voice is not supported",
        ),
    ],
)
async def test_mistakes_are_refused_in_telegrams_words(
    call: Caller, method: str, files: dict[str, bytes] | None, fields: Json, description: str
) -> None:
    await call("sendMessage", chat_id="1", text="A text")
    answer = await call(method, files, **{"chat_id": "1", **fields})
    assert answer.get("description") == f"Bad Request: {description}"


async def test_a_bot_can_not_delete_what_is_older_than_two_days(api: BotApi, call: Caller) -> None:
    api.pass_time(48 * 3_600 + 60)
    refused = await call("deleteMessage", chat_id="1", message_id="1")
    assert refused["description"] == "Bad Request: message can't be deleted for everyone"
    assert len(api.messages()) == 1
