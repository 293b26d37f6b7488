"""A test stand: a bot as a process between the practice servers, and the times of its turns."""

import asyncio
import sys
import tempfile
from asyncio.subprocess import DEVNULL, Process
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from practice.model.server import ChatRequest, ModelServer, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi, Call
from tests.forks import environment

TOKEN = "1000:bench"
FIRST_WORDS = "These first words are enough for a preview,"
LAST_WORDS = " and these end the answer."
SETTLE_SECONDS = 0.03
"""Seconds between two turns: nobody writes at once, and what is stored meanwhile delays no answer."""
_PATIENCE_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class TurnTimes:
    """The times of a turn, in milliseconds."""

    request: float
    """From the update to the model's request, its last byte."""
    preview: float
    """From the model's first words to the call that shows them."""
    final: float
    """From the model's last words to the call that shows the whole answer."""


@dataclass
class Stand:
    """A bot between its own practice servers. Times are monotonic seconds."""

    telegram: BotApi
    log: TextIO
    """The bot's output."""
    folder: Path
    """The bot's working folder: `python -m` imports files from it, so it is not shared."""
    process: Process | None = None
    start_seconds: float = 0.0
    note: str = ""
    """The prompt before the user's last message."""
    answers: Callable[[ChatRequest], Reply] | None = None
    """The model, where a few words are not enough."""
    asked: asyncio.Queue[float] = field(default_factory=asyncio.Queue)
    """When the model's server has read each request."""
    _gates: dict[int, asyncio.Event] = field(default_factory=dict)

    async def turn(self, words: str = "How are you?") -> TurnTimes:
        """Take a turn and measure it: the model answers a complete request, and ends once its preview shows."""
        first, last = asyncio.Event(), asyncio.Event()
        self._gates = {1: first, 2: last}
        written_at = monotonic()
        self.telegram.send_text(words)
        asked_at = await asyncio.wait_for(self.asked.get(), _PATIENCE_SECONDS)
        first.set()
        began_at = monotonic()
        preview = await self._call(lambda call: FIRST_WORDS in call.parameters.get("text", ""), since=began_at)
        last.set()
        ended_at = monotonic()
        final = await self._call(lambda call: LAST_WORDS in call.parameters.get("text", ""), since=ended_at)
        await asyncio.sleep(SETTLE_SECONDS)
        return TurnTimes(
            request=1000 * (asked_at - written_at),
            preview=1000 * (preview.at - began_at),
            final=1000 * (final.at - ended_at),
        )

    async def say(self, words: str = "How are you?") -> float:
        """Take a turn without holding the model back; return the milliseconds from the update to its request."""
        self._gates = {}
        written_at = monotonic()
        self.telegram.send_text(words)
        asked_at = await asyncio.wait_for(self.asked.get(), _PATIENCE_SECONDS)
        await self._call(lambda call: LAST_WORDS in call.parameters.get("text", ""), since=asked_at)
        await asyncio.sleep(SETTLE_SECONDS)
        return 1000 * (asked_at - written_at)

    async def command(self, words: str) -> float:
        """Send a command; return the milliseconds until the first message of its answer is sent."""
        written_at = monotonic()
        self.telegram.send_text(words)
        answer = await self._call(lambda call: call.method == "sendMessage", since=written_at)
        await asyncio.sleep(SETTLE_SECONDS)
        return 1000 * (answer.at - written_at)

    async def launch(self, module: str, settings: Mapping[str, str]) -> None:
        """Start a bot, and wait until it polls."""
        started_at = monotonic()
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", module),
            cwd=self.folder,
            env=environment(TELEGRAM_BOT_TOKEN=TOKEN, MEMORY_REVIEW="false", **settings),
            stdout=DEVNULL,
            stderr=self.log.fileno(),
        )
        polling = asyncio.create_task(
            self._call(lambda call: call.method == "getUpdates", since=started_at, answered=False)
        )
        ending = asyncio.create_task(self.process.wait())
        await asyncio.wait({polling, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if not polling.done():
            polling.cancel()
            self.log.seek(0)
            raise RuntimeError(f"{module} ended instead of polling:\n{self.log.read()}")
        self.start_seconds = (await polling).at - started_at

    @property
    def pid(self) -> int:
        """The bot's process."""
        if self.process is None:
            raise LookupError
        return self.process.pid

    def resident_megabytes(self) -> float:
        """Return the bot's resident memory."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        kilobytes = next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))
        return int(kilobytes) / 1024

    def reply(self, request: ChatRequest) -> Reply:
        """Answer for the model."""
        self.note = str(request.messages[-1].content).rpartition("\n\n")[0]
        return self.answers(request) if self.answers else Reply(pieces=(FIRST_WORDS, LAST_WORDS), gates=self._gates)

    async def _call(self, fits: Callable[[Call], bool], *, since: float, answered: bool = True) -> Call:
        """Wait for a call that began after a time."""

        def there() -> Call | None:
            for call in reversed(self.telegram.calls):
                if call.at < since:
                    return None
                if fits(call) and (call.outcome == "ok" or not answered):
                    return call
            return None

        return await self.telegram.wait_for(there, timeout=_PATIENCE_SECONDS)


@asynccontextmanager
async def stand(module: str, settings: Mapping[str, str]) -> AsyncIterator[Stand]:
    """Yield a stand on which a bot polls; it is ended with it."""
    with tempfile.TemporaryFile("w+") as log, tempfile.TemporaryDirectory(prefix="keepsake-bench-") as folder:
        made = Stand(BotApi(TOKEN), log, Path(folder))
        model = _Reads(ModelServer(made.reply, models=("bench",)).app, made.asked)
        async with serve(made.telegram.app) as telegram_url, serve(model) as model_url:
            try:
                await made.launch(
                    module, {"TELEGRAM_API_URL": telegram_url, "OPENAI_BASE_URL": f"{model_url}/v1", **settings}
                )
                yield made
            finally:
                if made.process and made.process.returncode is None:
                    made.process.terminate()
                    await made.process.wait()


class _Reads:
    """An ASGI app whose requests for answers are noted once their last byte was read."""

    def __init__(self, app: ASGIApp, asked: asyncio.Queue[float]) -> None:
        self._app = app
        self._asked = asked

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        asks_for_answer = scope["path"].endswith("/chat/completions")

        async def received() -> Message:
            message = await receive()
            is_whole = message["type"] == "http.request" and not message.get("more_body")
            if is_whole and asks_for_answer:
                self._asked.put_nowait(monotonic())
            return message

        await self._app(scope, received, send)
