"""The practice Audio API, asked by the real OpenAI client."""

import shutil
import subprocess
from pathlib import Path

import httpx2
import pytest
from openai import APIConnectionError, AsyncOpenAI, BadRequestError, NotFoundError, RateLimitError

from practice.faults import Dropped, Fault
from practice.model.opus import recording, seconds_of, words_in
from practice.model.server import ModelServer, Reply
from practice.serving import serve


@pytest.fixture
def server() -> ModelServer:
    """A model server whose chat is of no interest."""
    return ModelServer(lambda _: Reply(text="Hi"))


async def transcript(
    server: ModelServer, content: bytes, name: str = "voice.ogg", model: str = "whisper-1", **more: object
) -> str:
    """Return what the real client is told."""
    async with (
        serve(server.app) as address,
        AsyncOpenAI(base_url=f"{address}/v1", api_key="any", max_retries=0, timeout=10) as client,
    ):
        found = await client.audio.transcriptions.create(model=model, file=(name, content), extra_body=more or None)
    return found.text


async def test_a_recording_says_what_it_carries(server: ModelServer) -> None:
    assert await transcript(server, recording("My sister is Mara.", 2.5)) == "My sister is Mara."
    (asked,) = server.audio.transcribed
    assert (asked.file.name, asked.asked.model, seconds_of(asked.file.content)) == ("voice.ogg", "whisper-1", 2.5)


async def test_any_other_recording_is_told_by_its_length(server: ModelServer) -> None:
    silent = recording("", 3).replace(b"TITLE=", b"OTHER=")
    assert await transcript(server, silent) == "This is a practice transcript of a recording of 3 seconds."
    assert await transcript(server, b"ID3" + bytes(5_000), "song.mp3") == (
        "This is a practice transcript of a recording of 5 KB."
    )


@pytest.mark.parametrize(
    ("content", "name", "words"),
    [
        (recording("x"), "voice.txt", "Unrecognized file format"),
        (b"not audio", "voice.ogg", "corrupted or unsupported"),
        (recording("x", 0.02), "voice.ogg", "too short"),
        (recording("x", 4), "voice.ogg", "longer than 3 seconds"),
    ],
)
async def test_a_file_that_it_cant_use_is_refused(server: ModelServer, content: bytes, name: str, words: str) -> None:
    server.audio.most_seconds = 3
    with pytest.raises(BadRequestError, match=words):
        await transcript(server, content, name)


async def test_what_no_request_may_hold_is_refused(server: ModelServer) -> None:
    with pytest.raises(BadRequestError, match="Unrecognized request argument supplied: speed"):
        await transcript(server, recording("x"), speed=2)
    server.audio.models = ["whisper-1"]
    with pytest.raises(NotFoundError):
        await transcript(server, recording("x"), model="other")
    async with serve(server.app) as address, httpx2.AsyncClient() as http:
        url = f"{address}/v1/audio/transcriptions"
        assert (await http.post(url, json={"model": "whisper-1"})).status_code == 400
        form = {"model": "whisper-1"}
        assert "'file'" in (await http.post(url, data=form, files={"other": ("a.ogg", b"OggS")})).text
        large = {"file": ("a.ogg", b"OggS" + bytes(26_214_400))}
        assert (await http.post(url, data=form, files=large)).status_code == 413


async def test_faults_strike_it(server: ModelServer) -> None:
    server.fail(429, method="audio/transcriptions", times=1)
    with pytest.raises(RateLimitError):
        await transcript(server, recording("x"))
    server.add_fault(Fault(method="audio/transcriptions", error=Dropped(), after_effect=True, times=1))
    with pytest.raises(APIConnectionError):
        await transcript(server, recording("x"))
    assert await transcript(server, recording("x")) == "x"
    assert len(server.audio.transcribed) == 3


async def test_it_speaks(server: ModelServer) -> None:
    text = "Mara lives in Lisbon — “she” says."
    async with (
        serve(server.app) as address,
        AsyncOpenAI(base_url=f"{address}/v1", api_key="any", max_retries=0, timeout=10) as client,
    ):
        answer = await client.audio.speech.create(model="tts-1", voice="alloy", input=text, response_format="opus")
        for wrong in ({"voice": "nobody"}, {"voice": "alloy", "input": "x" * 4_097}):
            with pytest.raises(BadRequestError):
                await client.audio.speech.create(**{"model": "tts-1", "input": "x", **wrong})  # type: ignore[arg-type]
    assert words_in(answer.content) == text
    assert seconds_of(answer.content) == pytest.approx(len(text) / 15, abs=0.02)


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_its_recordings_are_real_ones(tmp_path: Path) -> None:
    """They are read by ffmpeg; the title that it gives a recording is what that says."""
    made, read = tmp_path / "made.ogg", tmp_path / "read.ogg"
    made.write_bytes(recording("Hello " * 300, 3.5))
    options = ["-map_metadata:s:a", "-1", "-metadata", "title=Anything", "-c:a", "libopus", "-b:a", "24k"]
    ffmpeg = ["ffmpeg", "-v", "warning", "-xerror", "-i", str(made), *options, str(read)]
    assert subprocess.run(ffmpeg, check=True, capture_output=True).stderr == b""
    assert seconds_of(read.read_bytes()) == pytest.approx(3.5, abs=0.1)
    assert words_in(read.read_bytes()) == "Anything"
