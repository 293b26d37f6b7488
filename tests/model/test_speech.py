"""A model that speaks in Chat Completions, as OpenAI's default does, reads a text aloud."""

from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from bot.kit.errors import NotSpoken
from bot.kit.settings import Settings
from bot.model.choice import speaker
from bot.model.speech import OpenAISpeaker
from practice.model.opus import recording
from practice.serving import serve

SPOKEN = recording("Good morning", 1)
MP3 = b"ID3 good morning"


class Audio:
    """A server whose chat model answers aloud."""

    def __init__(self, *answers: object) -> None:
        self._answers = list(answers)
        self.asked: list[dict[str, Any]] = []

    async def answer(self, request: Request) -> JSONResponse:
        """Answer a request with the next answer: a recording, a status, or a whole body."""
        self.asked.append(await request.json())
        match self._answers.pop(0):
            case bytes() as content:
                audio = {"id": "audio_1", "data": b64encode(content).decode(), "transcript": "…", "expires_at": 1}
                message = {"role": "assistant", "content": None, "refusal": None, "audio": audio}
                return JSONResponse({"id": "chatcmpl-1", "choices": [{"index": 0, "message": message}]})
            case int() as status:
                return JSONResponse({"error": {"message": "Unsupported value: 'opus'."}}, status)
            case body:
                return JSONResponse(body)


@asynccontextmanager
async def speaking(audio: Audio) -> AsyncIterator[OpenAISpeaker]:
    """Yield a speaker that asks this server."""
    app = Starlette(routes=[Route("/v1/chat/completions", audio.answer, methods=["POST"])])
    async with serve(app) as url:
        made = OpenAISpeaker("gpt-audio-1.5", "alloy", api_key="sk-none", base_url=f"{url}/v1")
        yield made
        await made.close()


async def test_it_is_asked_to_read_the_text_and_nothing_else() -> None:
    audio = Audio(SPOKEN)
    async with speaking(audio) as model:
        assert await model.speak("Good morning") == SPOKEN
    (asked,) = audio.asked
    assert (asked["model"], asked["modalities"]) == ("gpt-audio-1.5", ["text", "audio"])
    assert asked["audio"] == {"voice": "alloy", "format": "opus"}
    assert [it["role"] for it in asked["messages"]] == ["system", "user"]
    assert "word for word" in asked["messages"][0]["content"]
    assert asked["messages"][1]["content"] == "Good morning"


async def test_what_speaks_no_opus_speaks_mp3_from_then_on() -> None:
    audio = Audio(400, MP3, MP3)
    async with speaking(audio) as model:
        assert await model.speak("One") == MP3
        assert await model.speak("Two") == MP3
    assert [it["audio"]["format"] for it in audio.asked] == ["opus", "mp3", "mp3"]


async def test_an_answer_without_a_recording_is_a_failure() -> None:
    async with speaking(Audio(*[{"choices": [{"message": {"content": "Hi"}}]}] * 2)) as model:
        with pytest.raises(NotSpoken):
            await model.speak("Good morning")


def test_it_is_the_default_at_openai_and_nowhere_else() -> None:
    def chosen(**settings: str) -> str | None:
        found = speaker(Settings.model_validate(settings))
        return found.name if found else None

    assert chosen(openai_api_key="sk-none") == "gpt-audio-1.5"
    assert chosen(openai_api_key="sk-none", speech_base_url="http://localhost:1/v1") == "tts-1"
    assert chosen(openai_base_url="http://localhost:1/v1") is None
