"""The transcription adapter, against the practice server and a real other one."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.kit.errors import NotHeard
from bot.kit.settings import Settings
from bot.model.choice import transcriber
from bot.model.transcription import OpenAITranscriber
from practice.faults import Dropped, Fault
from practice.model.opus import recording
from practice.model.server import ModelServer, Reply
from practice.serving import serve


@asynccontextmanager
async def asking(url: str, name: str = "whisper-1") -> AsyncIterator[OpenAITranscriber]:
    """Yield the adapter of a server."""
    adapter = OpenAITranscriber(name, api_key="", base_url=url, seconds=60, retry_seconds=0)
    yield adapter
    await adapter.close()


@pytest.mark.parametrize(
    ("content", "name", "sent_as"),
    [
        (recording("x"), "", "audio.ogg"),
        (bytes(4) + b"ftypM4A " + bytes(100), "My song.mp3", "audio.m4a"),
        (bytes(4) + b"ftypisom" + bytes(100), "", "audio.mp4"),
    ],
)
async def test_a_recording_is_named_by_its_format_and_nothing_else(content: bytes, name: str, sent_as: str) -> None:
    server = ModelServer(lambda _: Reply(text=""))
    async with serve(server.app) as url, asking(f"{url}/v1") as adapter:
        await adapter.transcribe(content, name)
    assert [it.name for it in server.audio.transcribed] == [sent_as]


async def test_what_fails_once_at_the_server_is_asked_again() -> None:
    server = ModelServer(lambda _: Reply(text=""))
    async with serve(server.app) as url, asking(f"{url}/v1") as adapter:
        for fault in (Fault(error=Dropped(), times=1), Fault(error=Dropped(), times=1, after_effect=True)):
            server.add_fault(fault)
            assert await adapter.transcribe(recording("Hello.")) == "Hello."
        server.fail(503, times=2)
        with pytest.raises(NotHeard, match="The transcription server failed") as failure:
            await adapter.transcribe(recording("Hello."))
    assert failure.value.may_pass


async def test_a_format_that_the_server_refuses_is_no_passing_failure() -> None:
    server = ModelServer(lambda _: Reply(text=""))
    async with serve(server.app) as url, asking(f"{url}/v1") as adapter:
        with pytest.raises(NotHeard, match="can't read its format") as failure:
            await adapter.transcribe(b"#!AMR" + bytes(100), "voice.amr")
    assert not failure.value.may_pass


@pytest.mark.parametrize(
    ("settings", "model"),
    [
        ({}, None),
        ({"openai_api_key": "sk-1"}, "gpt-transcribe"),
        ({"openai_base_url": "http://localhost:1/v1", "transcription_model": "base"}, "base"),
        ({"transcription_base_url": "http://localhost:1/v1"}, "whisper-1"),
    ],
)
def test_the_model_is_the_one_that_is_set(settings: dict[str, str], model: str | None) -> None:
    chosen = transcriber(Settings.model_validate(settings))
    assert (chosen and chosen.name) == model
