"""Voice messages that a bot sends, as the Bot API takes and hands them out."""

from collections.abc import AsyncIterator

import pytest
from telegram import Bot, InputFile
from telegram.error import BadRequest

from practice.model.opus import recording, words_in
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Voice

TOKEN = "1:practice"


@pytest.fixture
def api() -> BotApi:
    """A server with a chat."""
    api = BotApi(TOKEN)
    api.send_text("hi")
    return api


@pytest.fixture
async def bot(api: BotApi) -> AsyncIterator[Bot]:
    """The real client."""
    async with serve(api.app) as url, Bot(TOKEN, base_url=f"{url}/bot", base_file_url=f"{url}/file/bot") as bot:
        yield bot


async def test_a_voice_message_is_sent_and_fetched_again(bot: Bot) -> None:
    reply = {"message_id": 1}
    sent = await bot.send_voice(1, InputFile(recording("Hello.", 3), "a.ogg"), api_kwargs={"reply_parameters": reply})
    assert sent.voice
    assert sent.voice.mime_type == "audio/ogg"
    assert sent.to_dict()["voice"]["duration"] == 3
    assert sent.reply_to_message
    file = await bot.get_file(sent.voice.file_id)
    assert words_in(bytes(await file.download_as_bytearray())) == "Hello."


async def test_what_telegram_cant_play_as_voice_becomes_a_document(bot: Bot) -> None:
    sent = await bot.send_voice(1, InputFile(b"RIFF" + bytes(100), "a.wav"), caption="Sound")
    assert sent.voice is None
    assert sent.document
    assert (sent.document.file_name, sent.caption) == ("a.wav", "Sound")


async def test_without_sound_there_is_no_voice_message(bot: Bot) -> None:
    with pytest.raises(BadRequest, match="File must be non-empty"):
        await bot.send_voice(1, InputFile(b"", "a.ogg"))
    with pytest.raises(BadRequest, match="nvalid file http url specified"):
        await bot.send_voice(1, "https://example.com/a.ogg")


async def test_a_voice_message_of_a_user_can_be_fetched(api: BotApi, bot: Bot) -> None:
    api.send(Voice(recording("Hi.", 2), 2))
    *_, update = await bot.get_updates()
    assert update.message
    assert update.message.voice
    file = await bot.get_file(update.message.voice.file_id)
    assert words_in(bytes(await file.download_as_bytearray())) == "Hi."
