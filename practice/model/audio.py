"""Transcriptions and speech, over real HTTP: recordings carry the words they stand for (`practice.model.opus`)."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Final, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from practice.faults import Fault, Faults
from practice.forms import FormFile, read_form
from practice.model.chat_api import Refusal
from practice.model.opus import recording, seconds_of, words_in
from practice.model.validation import malformed

MOST_BYTES: Final = 26_214_400
FORMATS: Final = ("flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "oga", "ogg", "wav", "webm")
_BEGINNINGS: Final = (b"fLaC", b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"OggS", b"RIFF", b"\x1aE\xdf\xa3")
_MP4_AT: Final = 4


class TranscriptionFields(BaseModel):
    """How a recording is to be transcribed."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    model: Annotated[str, Field(min_length=1)]
    response_format: Literal["json"]


@dataclass(frozen=True, slots=True)
class TranscriptionRequest:
    """A recording to be transcribed."""

    file: FormFile
    asked: TranscriptionFields


class SpeechRequest(BaseModel):
    """A text to be spoken."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    model: Annotated[str, Field(min_length=1)]
    input: Annotated[str, Field(min_length=1, max_length=4096)]
    voice: str
    response_format: Literal["mp3", "opus"] = "mp3"


def parse_transcription(body: bytes, content_type: str) -> TranscriptionRequest | Refusal:
    """Read a request's form; a Refusal says what is wrong with it."""
    if len(body) > MOST_BYTES:
        return Refusal(413, f"Maximum content size limit ({MOST_BYTES}) exceeded ({len(body)} bytes read)")
    try:
        values, files = read_form(body, content_type)
        asked = TranscriptionFields.model_validate(values)
    except UnicodeError:
        return Refusal(400, "Could not parse multipart form")
    except ValidationError as error:
        return malformed(error)
    file = files.pop("file", None)
    if file is None or files:
        return Refusal(400, "Missing required parameter: 'file'.", param="file")
    return _unusable(file) or TranscriptionRequest(file, asked)


def _unusable(file: FormFile) -> Refusal | None:
    if PurePath(file.name).suffix.lower().lstrip(".") not in FORMATS:
        message = f"Unrecognized file format. Supported formats: {list(FORMATS)}"
        return Refusal(400, message, code="unsupported_value", param="file")
    if not file.content.startswith(_BEGINNINGS) and file.content[_MP4_AT:][:4] != b"ftyp":
        return Refusal(400, "Audio file might be corrupted or unsupported", code="invalid_value", param="file")
    return None


def parse_speech(body: bytes) -> SpeechRequest | Refusal:
    """Read a request's body; a Refusal says what is wrong with it."""
    try:
        asked = SpeechRequest.model_validate_json(body)
    except ValidationError as error:
        return malformed(error)
    if asked.response_format != "opus":
        return Refusal(400, "This server speaks in Opus only.", param="response_format")
    return asked


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
    return recording(asked.input, len(asked.input) / _CHARACTERS_A_SECOND)


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

    async def wait_for_transcribed(self, number: int = 1) -> TranscriptionRequest:
        """Wait until this many recordings have come to be transcribed, and give that one. Raises TimeoutError."""
        async with asyncio.timeout(60), self.arrived:
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
        seconds = round(seconds_of(asked.file.content) or 1)
        return JSONResponse({"text": text, "usage": {"type": "duration", "seconds": seconds}})

    async def _speech(self, request: Request) -> Response:
        asked = self._wrong_key(request) or parse_speech(await request.body())
        if isinstance(asked, Refusal):
            return self._refuse(asked)
        if refusal := self._unknown(asked.model):
            return self._refuse(refusal)
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
