"""Voice messages through the whole process: heard once, shown before the answer, answered aloud."""

import pytest

from practice.model.opus import recording, words_in
from practice.telegram.bot_api import BotApi
from practice.telegram.media import Document, Voice
from practice.telegram.messenger import Message, Upload
from tests.pressing import asked
from tests.process import BotProcess, Script

WORDS = "My sister Mara lives in Lisbon."


@pytest.fixture
def settings(settings: dict[str, str], model: Script) -> dict[str, str]:
    """The settings of a bot that also listens and speaks."""
    return {
        **settings,
        "TRANSCRIPTION_BASE_URL": model.url,
        "TRANSCRIPTION_API_KEY": settings["OPENAI_API_KEY"],
        "SPEECH_BASE_URL": model.url,
        "SPEECH_API_KEY": settings["OPENAI_API_KEY"],
    }


def is_quote_of(message: Message, message_id: int) -> bool:
    """Tell whether a message is a transcript below another one."""
    (entity,) = message.entities
    is_whole = (entity.type, entity.offset, entity.length) == ("expandable_blockquote", 0, len(message.text))
    return is_whole and message.reply_to == message_id


async def test_a_transcript_is_shown_below_its_recording_before_the_answer(telegram: BotApi, bot: BotProcess) -> None:
    sent = telegram.send(Voice(recording(WORDS, 4), 4))
    await telegram.bot_message("Echo")
    transcript, answer = (it for it in telegram.messages(1) if it.from_bot)
    assert transcript.text == WORDS
    assert is_quote_of(transcript, sent)
    assert answer.text == f"Echo: [voice message, 0:04]\n{WORDS}"
    telegram.send_text("/search Lisbon")
    assert WORDS in (await telegram.bot_message("Lisbon", after=answer.message_id)).text
    await bot.answered(1)
    assert bot.turns_answered == 1
    sent = telegram.send(Document(Upload("memo.ogg", "audio/ogg", recording(WORDS, 4))), caption="Who is that?")
    answer = await telegram.bot_message("Echo", after=sent)
    assert answer.text == f'Echo: Who is that?\n[Not the user\'s words: audio file "memo.ogg"]\n{WORDS}'


async def test_an_answer_comes_as_a_voice_message_with_its_text_beneath(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await asked(telegram, "/voice on", "Spoken answers: on")
    model.then("It is **nine** o'clock now.")
    beneath = await asked(telegram, "What time is it?", "nine o'clock")
    await bot.answered(1)
    voice, text = [it for it in telegram.messages(1) if it.from_bot][-2:]
    assert text == beneath
    assert voice.extra["voice"]["mime_type"] == "audio/ogg"  # type: ignore[index]
    assert words_in(model.server.audio.speak(model.server.audio.spoken[-1])) == "It is nine o'clock now."
    telegram.press(telegram.messages(1)[1].message_id, "voice:off")
    await telegram.bot_message("Spoken answers: off")
    await asked(telegram, "And now?", "Echo: And now?")
    assert len(model.server.audio.spoken) == 1
