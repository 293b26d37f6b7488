"""Transcriptions and speech, over real HTTP: recordings carry the words they stand for (`practice.model.opus`)."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Final, Protocol

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from practice.faults import Fault, Faults
from practice.model.audio_api import (
    SpeechRequest,
    TranscriptionRequest,
    parse_speech,
    parse_transcription,
)
from practice.model.chat_api import Refusal
from practice.model.opus import recording, seconds_of, words_in

TRANSCRIPTIONS: Final = "audio/transcriptions"
SPEECH: Final = "audio/speech"
"""The methods, as faults name them."""
_SHORTEST_SECONDS: Final = 0.1
_CHARACTERS_A_SECOND: Final = 15


class Struck(Protocol):
    """Lets faults strike a call, before or after its effect; returns what is answered instead, if anything."""

    async def __call__(self, faults: Sequence[Fault], *, after_effect: bool) -> Response | None:
        """Strike."""
        ...


def heard(asked: TranscriptionRequest) -> str:
    """Return the words that a recording carries, or else a sentence about it."""
    words = words_in(asked.file.content)
    if words is not None:
        return words
    seconds = seconds_of(asked.file.content)
    length = f"{round(seconds)} seconds" if seconds else f"{max(1, len(asked.file.content) // 1000)} KB"
    return f"This is a practice transcript of a recording of {length}."


def spoken(asked: SpeechRequest) -> bytes:
    """Return a silent recording that carries a text."""
    return recording(asked.input, len(asked.input) / _CHARACTERS_A_SECOND / asked.speed)


class Audio:
    """The Audio API of a model's server.

    `transcribe` and `speak` are the models. `transcribed` and `spoken` hold what was asked of them. A recording of
    more than `most_seconds` is refused, and so is one in another format than Opus to be spoken.
    """

    def __init__(
        self,
        faults: Faults,
        struck: Struck,
        refuse: Callable[[Refusal], Response],
        wrong_key: Callable[[Request], Refusal | None],
    ) -> None:
        self.transcribe: Callable[[TranscriptionRequest], str | Awaitable[str]] = heard
        self.speak: Callable[[SpeechRequest], bytes] = spoken
        self.models: Collection[str] | None = None
        self.most_seconds: float = 1_500
        self.transcribed: list[TranscriptionRequest] = []
        self.spoken: list[SpeechRequest] = []
        self.arrived = asyncio.Condition()
        self._faults = faults
        self._struck = struck
        self._refuse = refuse
        self._wrong_key = wrong_key
        self.routes = [
            Route("/v1/audio/transcriptions", self._transcriptions, methods=["POST"]),
            Route("/v1/audio/speech", self._speech, methods=["POST"]),
        ]

    async def wait_for_transcribed(self, number: int = 1, *, within: float = 60) -> TranscriptionRequest:
        """Wait until this many recordings have come to be transcribed, and give that one. Raises TimeoutError."""
        async with asyncio.timeout(within), self.arrived:
            await self.arrived.wait_for(lambda: len(self.transcribed) >= number)
        return self.transcribed[number - 1]

    async def _transcriptions(self, request: Request) -> Response:
        asked = self._wrong_key(request) or parse_transcription(
            await request.body(), request.headers.get("content-type", "")
        )
        if isinstance(asked, Refusal):
            return self._refuse(asked)
        if refusal := self._unknown(asked.asked.model) or self._wrong_length(asked):
            return self._refuse(refusal)
        await self._note(self.transcribed, asked)
        faults = self._faults.due(TRANSCRIPTIONS)
        if instead := await self._struck(faults, after_effect=False):
            return instead
        found = self.transcribe(asked)
        text = found if isinstance(found, str) else await found
        if instead := await self._struck(faults, after_effect=True):
            return instead
        if asked.asked.response_format == "text":
            return PlainTextResponse(f"{text}\n")
        seconds = round(seconds_of(asked.file.content) or 1)
        return JSONResponse({"text": text, "usage": {"type": "duration", "seconds": seconds}})

    async def _speech(self, request: Request) -> Response:
        asked = self._wrong_key(request) or parse_speech(await request.body())
        if isinstance(asked, Refusal):
            return self._refuse(asked)
        if refusal := self._unknown(asked.model):
            return self._refuse(refusal)
        if asked.response_format != "opus":
            return self._refuse(Refusal(400, "This server speaks in Opus only.", param="response_format"))
        await self._note(self.spoken, asked)
        faults = self._faults.due(SPEECH)
        if instead := await self._struck(faults, after_effect=False):
            return instead
        content = self.speak(asked)
        return await self._struck(faults, after_effect=True) or Response(content, media_type="audio/ogg")

    async def _note(self, asked: list[TranscriptionRequest] | list[SpeechRequest], request: object) -> None:
        async with self.arrived:
            asked.append(request)  # type: ignore[arg-type] # of its own kind
            self.arrived.notify_all()

    def _unknown(self, model: str) -> Refusal | None:
        if self.models is None or model in self.models:
            return None
        message = f"The model `{model}` does not exist or you do not have access to it."
        return Refusal(404, message, code="model_not_found")

    def _wrong_length(self, asked: TranscriptionRequest) -> Refusal | None:
        seconds = seconds_of(asked.file.content)
        if seconds is None or _SHORTEST_SECONDS <= seconds <= self.most_seconds:
            return None
        if seconds < _SHORTEST_SECONDS:
            message = "Audio file is too short. Minimum audio length is 0.1 seconds."
            return Refusal(400, message, code="audio_too_short", param="file")
        message = (
            f"audio duration {seconds} seconds is longer than {self.most_seconds} seconds "
            "which is the maximum for this model"
        )
        return Refusal(400, message, code="invalid_value", param="file")
