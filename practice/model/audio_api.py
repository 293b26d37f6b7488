"""The Audio API as it is asked: its requests, read as strictly as OpenAI reads them.

https://platform.openai.com/docs/api-reference/audio
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from practice.forms import FormFile, read_form
from practice.model.chat_api import Refusal

MOST_BYTES: Final = 26_214_400
FORMATS: Final = ("flac", "m4a", "mp3", "mp4", "mpeg", "mpga", "oga", "ogg", "wav", "webm")
_BEGINNINGS: Final = (b"fLaC", b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2", b"OggS", b"RIFF", b"\x1aE\xdf\xa3")
_MP4_AT: Final = 4
_VOICES: Final = ("alloy", "ash", "ballad", "cedar", "coral", "echo", "fable", "marin", "nova", "onyx", "sage")
_MORE_VOICES: Final = ("shimmer", "verse")


class _Form(BaseModel):
    """A form's fields: numbers are written in digits, and nothing unknown is let through."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class TranscriptionFields(_Form):
    """How a recording is to be transcribed."""

    model: Annotated[str, Field(min_length=1)]
    language: Annotated[str, Field(pattern=r"^[a-z]{2,3}$")] | None = None
    prompt: str = ""
    response_format: Literal["json", "text"] = "json"
    temperature: Annotated[float, Field(ge=0, le=1)] = 0


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
    instructions: str = ""
    response_format: Literal["mp3", "opus", "aac", "flac", "wav", "pcm"] = "mp3"
    speed: Annotated[float, Field(ge=0.25, le=4)] = 1.0


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
        return _wrong(error)
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
        return _wrong(error)
    voices: Sequence[str] = (*_VOICES, *_MORE_VOICES)
    if asked.voice not in voices:
        return Refusal(400, f"Invalid value: '{asked.voice}'. Supported values are: {voices}.", param="voice")
    return asked


def _wrong(error: ValidationError) -> Refusal:
    problem = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(map(str, problem["loc"]))
    if problem["type"] == "extra_forbidden":
        return Refusal(400, f"Unknown parameter: '{place}'.", param=place, code="unknown_parameter")
    if problem["type"] == "missing":
        return Refusal(400, f"Missing required parameter: '{place}'.", param=place, code="missing_required_parameter")
    return Refusal(400, f"Invalid value for '{place}': {problem['msg']}.", param=place)
