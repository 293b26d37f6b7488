"""The practice Audio API, asked by the real OpenAI client; its recordings are read by ffmpeg."""

import shutil
import subprocess
from pathlib import Path

import pytest
from openai import AsyncOpenAI, BadRequestError

from practice.model.opus import recording, seconds_of, words_in
from practice.model.server import ModelServer, Reply
from practice.serving import serve


async def test_what_it_says_it_hears_again() -> None:
    server, text = ModelServer(lambda _: Reply(text="Hi")), "Mara lives in Lisbon — “she” says."
    async with (
        serve(server.app) as address,
        AsyncOpenAI(base_url=f"{address}/v1", api_key="any", max_retries=0, timeout=10) as client,
    ):
        spoken = await client.audio.speech.create(model="tts-1", voice="alloy", input=text, response_format="opus")
        found = await client.audio.transcriptions.create(
            model="whisper-1", file=("voice.ogg", spoken.content), response_format="json"
        )
        with pytest.raises(BadRequestError, match="corrupted or unsupported"):
            await client.audio.transcriptions.create(
                model="whisper-1", file=("voice.ogg", b"no sound"), response_format="json"
            )
    assert seconds_of(spoken.content) == pytest.approx(len(text) / 15, abs=0.02)
    assert found.text == text


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_its_recordings_are_real_ones(tmp_path: Path) -> None:
    """The title that ffmpeg gives a recording is what that says."""
    made, read = tmp_path / "made.ogg", tmp_path / "read.ogg"
    made.write_bytes(recording("Hello " * 300, 3.5))
    options = ["-map_metadata:s:a", "-1", "-metadata", "title=Anything", "-c:a", "libopus", "-b:a", "24k"]
    ffmpeg = ["ffmpeg", "-v", "warning", "-xerror", "-i", str(made), *options, str(read)]
    assert subprocess.run(ffmpeg, check=True, capture_output=True).stderr == b""
    assert seconds_of(read.read_bytes()) == pytest.approx(3.5, abs=0.1)
    assert words_in(read.read_bytes()) == "Anything"
