"""Transcriptions and speech, over real HTTP: recordings carry the words they stand for (`practice.model.opus`)."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from practice.faults import Faults
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
    """A recording to be transcribed: the file's name, its bytes, and how."""

    name: str
    content: bytes
    asked: TranscriptionFields


class SpeechRequest(BaseModel):
    """A text to be spoken."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    model: Annotated[str, Field(min_length=1)]
    input: Annotated[str, Field(min_length=1, max_length=4096)]
    voice: str
    response_format: Literal["mp3", "opus"] = "mp3"


async def parse_transcription(request: Request) -> TranscriptionRequest | Refusal:
    """Read a request's form; a Refusal says what is wrong with it."""
    if (size := len(await request.body())) > MOST_BYTES:
        return Refusal(413, f"Maximum content size limit ({MOST_BYTES}) exceeded ({size} bytes read)")
    async with request.form() as form:
        fields = dict(form)
        file = fields.pop("file", None)
        content = await file.read() if isinstance(file, UploadFile) else b""
    try:
        asked = TranscriptionFields.model_validate(fields)
    except ValidationError as error:
        return malformed(error)
    if not isinstance(file, UploadFile):
        return Refusal(400, "Missing required parameter: 'file'.", param="file")
    name = file.filename or ""
    if PurePath(name).suffix.lower().lstrip(".") not in FORMATS:
        message = f"Unrecognized file format. Supported formats: {list(FORMATS)}"
        return Refusal(400, message, code="unsupported_value", param="file")
    if not content.startswith(_BEGINNINGS) and content[_MP4_AT:][:4] != b"ftyp":
        return Refusal(400, "Audio file might be corrupted or unsupported", code="invalid_value", param="file")
    return TranscriptionRequest(name, content, asked)


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


def heard(asked: TranscriptionRequest) -> str:
    """Return the words that a recording carries, or else a sentence about it."""
    words = words_in(asked.content)
    if words is not None:
        return words
    seconds = seconds_of(asked.content)
    length = f"{round(seconds)} seconds" if seconds else f"{max(1, len(asked.content) // 1000)} KB"
    return f"This is a practice transcript of a recording of {length}."


def spoken(asked: SpeechRequest) -> bytes:
    """Return a silent recording that carries a text."""
    return recording(asked.input, len(asked.input) / _CHARACTERS_A_SECOND)


class Audio:
    """The Audio API of a model's server.

    `transcribe` and `speak` are the models. `transcribed` and `spoken` hold what was asked of them. A recording of
    more than `most_seconds` is refused, and so is one in another format than Opus to be spoken. `struck` lets faults
    strike a call, and returns what is answered instead, if anything.
    """

    def __init__(
        self,
        faults: Faults,
        struck: Callable[..., Awaitable[Response | None]],
        refuse: Callable[[Refusal], Response],
        wrong_key: Callable[[Request], Refusal | None],
    ) -> None:
        self.transcribe: Callable[[TranscriptionRequest], str | Awaitable[str]] = heard
        self.speak: Callable[[SpeechRequest], bytes] = spoken
        self.models: Collection[str] | None = None
        self.most_seconds: float = 1_500
        self.transcribed: list[TranscriptionRequest] = []
        self.spoken: list[SpeechRequest] = []
        self._faults = faults
        self._struck = struck
        self._refuse = refuse
        self._wrong_key = wrong_key
        self.routes = [
            Route("/v1/audio/transcriptions", self._transcriptions, methods=["POST"]),
            Route("/v1/audio/speech", self._speech, methods=["POST"]),
        ]

    async def _transcriptions(self, request: Request) -> Response:
        asked = self._wrong_key(request) or await parse_transcription(request)
        if isinstance(asked, Refusal):
            return self._refuse(asked)
        if refusal := self._unknown(asked.asked.model) or self._wrong_length(asked):
            return self._refuse(refusal)
        self.transcribed.append(asked)
        faults = self._faults.due(TRANSCRIPTIONS)
        if instead := await self._struck(faults, after_effect=False):
            return instead
        found = self.transcribe(asked)
        text = found if isinstance(found, str) else await found
        if instead := await self._struck(faults, after_effect=True):
            return instead
        seconds = round(seconds_of(asked.content) or 1)
        return JSONResponse({"text": text, "usage": {"type": "duration", "seconds": seconds}})

    async def _speech(self, request: Request) -> Response:
        asked = self._wrong_key(request) or parse_speech(await request.body())
        if isinstance(asked, Refusal):
            return self._refuse(asked)
        if refusal := self._unknown(asked.model):
            return self._refuse(refusal)
        self.spoken.append(asked)
        faults = self._faults.due(SPEECH)
        if instead := await self._struck(faults, after_effect=False):
            return instead
        content = self.speak(asked)
        return await self._struck(faults, after_effect=True) or Response(content, media_type="audio/ogg")

    def _unknown(self, model: str) -> Refusal | None:
        if self.models is None or model in self.models:
            return None
        message = f"The model `{model}` does not exist or you do not have access to it."
        return Refusal(404, message, code="model_not_found")

    def _wrong_length(self, asked: TranscriptionRequest) -> Refusal | None:
        seconds = seconds_of(asked.content)
        if seconds is not None and seconds < _SHORTEST_SECONDS:
            message = "Audio file is too short. Minimum audio length is 0.1 seconds."
            return Refusal(400, message, code="audio_too_short", param="file")
        if seconds is None or seconds <= self.most_seconds:
            return None
        message = (
            f"audio duration {seconds} seconds is longer than {self.most_seconds} seconds "
            "which is the maximum for this model"
        )
        return Refusal(400, message, code="invalid_value", param="file")
