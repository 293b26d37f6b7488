"""Transcription of speech by an OpenAI-compatible server (https://platform.openai.com/docs/api-reference/audio)."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import PurePath
from typing import Final, TypeAlias

import httpx2
import structlog
from pydantic import BaseModel, ValidationError

from bot.errors import (
    KeyRefused,
    ModelError,
    NotHeard,
    QuotaExceeded,
    ServerSilent,
    ServerUnreachable,
    UnknownModel,
)
from bot.model.audio_server import audio_server
from bot.model.failures import FAILURES, retry_pause, translated, words_of
from bot.model.local_whisper.transcriber import LOCAL, LocalTranscriber
from bot.model.openai_chat import RETRY_SECONDS, client
from bot.settings import Settings
from bot.values.text import clean

_OPENAI_MODEL: Final = "gpt-transcribe"
_ANY_MODEL: Final = "whisper-1"
"""Servers of one's own know their model by this name, or ignore the name."""
_PATHS: Final = ("/", "~", ".")
_KEPT: Final = "Your recording is kept: send /retry to try again."
_SENTENCES: Final[Mapping[type[ModelError], str]] = {
    KeyRefused: (
        "The transcription server refused the API key. Check TRANSCRIPTION_API_KEY, restart me, then send /retry."
    ),
    QuotaExceeded: (
        "The transcription server says the quota or rate limit is used up. Check your plan there, then send /retry."
    ),
    UnknownModel: (
        "The transcription server doesn't know this model. Check TRANSCRIPTION_MODEL and TRANSCRIPTION_BASE_URL, "
        "restart me, then send /retry."
    ),
    ServerUnreachable: f"I can't reach the transcription server. {_KEPT}",
    ServerSilent: f"The transcription server stopped answering. {_KEPT}",
}
_REFUSED: Final = (400, 413, 415, 422)
_SITUATIONS: Final = (
    (re.compile(r"too short|no (?:speech|audio)"), "there is no speech in it"),
    (
        re.compile(r"longer than [\d.]+ seconds|maximum content size|too (?:large|long|big)|size limit"),
        "it is longer than the transcription server takes",
    ),
    (
        re.compile(r"corrupted|unsupported|file format|(?:decod|pars)(?:e|ing)|invalid (?:file|audio|data)"),
        "the transcription server can't read its format",
    ),
)
"""Patterns in a server's lower-cased message, and what is wrong with a recording."""
_BEGINNINGS: Final[Mapping[bytes, str]] = {
    b"OggS": "ogg",
    b"ID3": "mp3",
    b"\xff\xfb": "mp3",
    b"\xff\xf3": "mp3",
    b"\xff\xf2": "mp3",
    b"fLaC": "flac",
    b"RIFF": "wav",
    b"\x1aE\xdf\xa3": "webm",
}
_MP4: Final = slice(4, 8)

log = structlog.get_logger()


def transcriber(settings: Settings, address: str | None = None) -> "Transcriber | None":
    """Return the transcription model, or None if none is set; the model's server may be reached at an `address`.

    Raises StartError if a model that runs here is not installed.
    """
    name = settings.transcription_model
    if name == LOCAL or name.startswith(_PATHS):
        return LocalTranscriber(name)
    server = audio_server(
        settings,
        address,
        url=settings.transcription_base_url,
        model=name,
        at_openai=_OPENAI_MODEL,
        elsewhere=_ANY_MODEL,
    )
    if server is None:
        return None
    key, seconds = settings.transcription_key, settings.model_first_chunk_seconds
    return OpenAITranscriber(server.model, api_key=key, base_url=server.url, seconds=seconds)


class _Transcript(BaseModel):
    text: str


class OpenAITranscriber:
    """A transcription model on an OpenAI-compatible server, by default OpenAI's own."""

    def __init__(
        self,
        name: str,
        *,
        api_key: str,
        base_url: str | None,
        seconds: float,
        retry_seconds: float = RETRY_SECONDS,
    ) -> None:
        self.name = name
        self._retry_seconds = retry_seconds
        self._client = client(api_key, base_url, timeout=seconds, retries=0)

    async def transcribe(self, content: bytes, name: str = "") -> str:
        """Return the words of a recording, empty if there are none. Raises NotHeard.

        A request that failed at the server is retried once. The `name` says what format it has, if its bytes don't.
        """
        has_failed = False
        while True:
            try:
                return await self._transcribed(content, f"audio.{_format(content, name)}")
            except ModelError as failure:
                pause = None if has_failed else retry_pause(failure, self._retry_seconds)
                if pause is None:
                    raise _not_heard(failure) from failure
                log.warning("the transcription server failed; asking once more", error=type(failure).__name__)
            has_failed = True
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    async def _transcribed(self, content: bytes, name: str) -> str:
        try:
            response = await self._client.post(
                "/audio/transcriptions",
                cast_to=httpx2.Response,
                body={"model": self.name, "response_format": "json"},
                files=[("file", (name, content))],
                options={"headers": {"Content-Type": "multipart/form-data"}},
            )
            return clean(_Transcript.model_validate_json(response.content).text).strip()
        except ValidationError:
            raise ModelError from None
        except FAILURES as error:
            raise translated(error) from error


def _format(content: bytes, name: str) -> str:
    """Return the format of a recording, as servers know it by a file's name."""
    found = next((form for start, form in _BEGINNINGS.items() if content.startswith(start)), "")
    if not found and content[_MP4] == b"ftyp":
        found = "m4a" if b"M4A" in content[:16] else "mp4"
    return found or PurePath(name).suffix.lower().lstrip(".") or "ogg"


def _not_heard(failure: ModelError) -> NotHeard:
    """Return why a recording is not transcribed, in words for its sender."""
    cause, words = failure.__cause__, words_of(failure)
    if getattr(cause, "status_code", None) in _REFUSED:
        known = (problem for pattern, problem in _SITUATIONS if pattern.search(words.lower()))
        problem = next(known, f"the transcription server refuses it ({words})" if words else "the server refuses it")
        return NotHeard(f"I can't transcribe this: {problem}. {_KEPT}", problem=problem, may_pass=False)
    if sentence := _SENTENCES.get(type(failure)):
        return NotHeard(sentence)
    return NotHeard(f"The transcription server failed. {_KEPT}")


Transcriber: TypeAlias = OpenAITranscriber | LocalTranscriber
"""A model that turns recordings into text."""
