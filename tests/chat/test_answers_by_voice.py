"""Answers are spoken where their user wants that, and where they are made to be heard."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.chat.speaking import speakable
from bot.chat.worker import ChatWorker
from bot.database import owners
from bot.database.engine import Database
from bot.model.choice import Models
from bot.model.speech import OpenAISpeaker
from bot.model.transcription import OpenAITranscriber
from bot.settings import Settings
from bot.values.attachments import AttachmentKind, SentFile
from bot.values.owner import Owner
from bot.values.preferences import VoiceMode
from practice.model.opus import recording, words_in
from tests.conftest import MODEL_KEY
from tests.file_chat import FileChat
from tests.process import Script
from tests.talking import talking_to

VOICE = SentFile(
    kind=AttachmentKind.SPEECH, what="voice message", file_id="one", unique_id="one", seconds=2, message_id=7
)


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("**Tea** is *ready*, `now`.", "Tea is ready, now."),
        ("# Plan\n\n- one\n- two\n> three", "Plan\n\none\ntwo\nthree"),
        ("See [the page](https://example.com/x) or <https://example.com>.", "See the page or ."),
        ("```py\nx = 1\n```", ""),
        ("x" * 41, ""),
        ("👍", ""),
        ("2 * 3 is 6", "2 * 3 is 6"),
    ],
)
def test_an_answer_is_said_without_its_marks(markdown: str, said: str) -> None:
    assert speakable(markdown, 40) == said


@pytest.fixture
async def chat(database: Database, owner: Owner, model: Script, tmp_path: Path) -> AsyncIterator[FileChat]:
    """A chat whose model answers, transcribes and speaks."""
    settings = Settings.model_validate({"data_dir": tmp_path, "speech_characters": 200})
    transcriber = OpenAITranscriber("whisper-1", api_key=MODEL_KEY, base_url=model.url, seconds=5, retry_seconds=0)
    speaker = OpenAISpeaker("tts-1", "alloy", api_key=MODEL_KEY, base_url=model.url)
    async with talking_to(model.url) as adapter:
        chat = FileChat(database, owner, settings, Models(adapter, adapter, transcribing=transcriber, speaking=speaker))
        chat.channel.files["one"] = recording("What time is it?")
        yield chat
        await chat.worker.close()
    await transcriber.close()
    await speaker.close()


async def set_mode(chat: FileChat, mode: VoiceMode) -> None:
    """Set the mode as `/voice` does."""
    async with chat.database.transaction() as tx:
        await owners.change(tx, chat.owner, voice=mode)


async def test_on_speaks_each_answer(chat: FileChat, model: Script) -> None:
    await chat.say("", VOICE)
    assert chat.channel.outcomes.pop().voice == b""
    await set_mode(chat, VoiceMode.ON)
    model.then("It is **nine** o'clock.")
    await chat.say("What time is it?")
    (outcome,) = chat.channel.outcomes
    assert outcome.words == "It is **nine** o'clock."
    assert words_in(outcome.voice) == "It is nine o'clock."
    (asked,) = model.server.audio.spoken
    assert (asked.model, asked.voice, asked.response_format) == ("tts-1", "alloy", "opus")


async def test_auto_answers_voice_with_voice(chat: FileChat, model: Script) -> None:
    await set_mode(chat, VoiceMode.AUTO)
    model.then("It is nine.", "Ten past.")
    await chat.say("", VOICE)
    await chat.say("And now?")
    assert [words_in(it.voice) if it.voice else "" for it in chat.channel.outcomes] == ["It is nine.", ""]


async def test_what_cant_be_spoken_is_written_and_the_reason_told_once(chat: FileChat, model: Script) -> None:
    await set_mode(chat, VoiceMode.ON)
    model.server.fail(401, method="audio/speech", times=2)
    for _ in range(3):
        await chat.say("Hello")
    first, second, third = chat.channel.outcomes
    sentence = "I couldn't say this aloud: the speech server refused the API key. Check SPEECH_API_KEY."
    assert (first.remarks, second.remarks, third.remarks) == ([sentence], [], [])
    assert (first.voice, second.voice) == (b"", b"")
    assert words_in(third.voice) == "Echo: Hello"


async def test_a_turn_that_was_answered_but_not_delivered_is_spoken_when_it_is_resumed(
    chat: FileChat, model: Script, database: Database
) -> None:
    await set_mode(chat, VoiceMode.ON)
    await chat.say("Hello")
    async with database.transaction() as tx:
        await tx.connection.exec_driver_sql("UPDATE agent_turns SET state = 'running', ended_at = NULL")
    await chat.worker.close()
    chat.worker = ChatWorker(chat.services, chat.owner, chat.channel)
    chat.worker.look()
    await chat.ended(2)
    assert words_in(chat.channel.outcomes[1].voice) == "Echo: Hello"
    assert len(model.requests) == 1
