"""The bot as a process, and the model as a script."""

import asyncio
import json
import re
import signal
import socket
from asyncio import StreamReader
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from practice.faults import Dropped, Fault
from practice.model.conversation import text_of
from practice.model.phrases import PICTURE
from practice.model.pictures import seen_in
from practice.model.server import ChatRequest, ModelServer, Received, Refusal, Reply, ToolCall
from practice.telegram.bot_api import BotApi
from tests.forks import Forked, environment

START_SECONDS = 30
_TIME = re.compile(r"^\[\w{3} \d{1,2} \w{3} \d{4}, \d\d:\d\d\]\n", re.MULTILINE)


class BotProcess:
    """`python -m bot`, perhaps with arguments, in a folder and with settings of its own.

    It can be restarted; its log is continued. It reviews no conversation unless that is set:
    tests count the requests to the model.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str], *arguments: str) -> None:
        self._folder = folder
        self._arguments = arguments
        self.settings = {"MEMORY_REVIEW": "false", **settings}
        self._process: Forked | None = None
        self._reader: asyncio.Task[None] | None = None
        self._logged = asyncio.Event()
        self.ended_by_itself = asyncio.Event()
        self.logged_error = asyncio.Event()
        self.log: list[str] = []
        self.output: list[str] = []
        self.pid = 0

    async def start(self) -> None:
        """Start the process and wait until it polls."""
        already = len(self.log)
        await self.launch()
        await self.logged(lambda line: line.get("event") == "running", after=already)

    async def launch(self) -> None:
        """Start the process."""
        settings = environment(LOG_FORMAT="json", **self.settings)
        self._process = await Forked.start(self._arguments, settings, self._folder)
        self.pid = self._process.pid
        self.output = []
        self._reader = asyncio.create_task(self._read(self._process))

    async def logged(self, fits: Callable[[dict[str, Any]], bool], *, after: int = 0) -> None:
        """Wait for a line of the log."""
        async with asyncio.timeout(START_SECONDS):
            while not any(fits(_parsed(line)) for line in self.log[after:]):
                self._logged.clear()
                if self._process is not None and self._reader is not None and self._reader.done():
                    raise AssertionError("the bot ended:\n" + "\n".join(self.log))
                await self._logged.wait()

    async def answered(self, turns: int, seconds: float = START_SECONDS) -> None:
        """Wait until a number of turns are stored as answered; their answers are visible slightly earlier."""
        async with asyncio.timeout(seconds):
            while self.turns_answered < turns:
                self._logged.clear()
                await self._logged.wait()

    @property
    def turns_answered(self) -> int:
        """How many turns were stored as answered."""
        return sum(_parsed(line).get("event") == "turn answered" for line in self.log)

    async def stop(self) -> int:
        """Ask the process to end, and return its exit code."""
        return await self.end(signal.SIGTERM)

    async def kill(self) -> int:
        """End the process without asking, and return its exit code: -9, unless it had ended before."""
        return await self.end(signal.SIGKILL)

    async def end(self, how: signal.Signals) -> int:
        """Send the process a signal, and return its exit code."""
        if self._process is None or self._reader is None:
            return 0
        process, self._process = self._process, None
        code = await process.end(how)
        await self._reader
        return code

    async def _read(self, process: Forked) -> None:
        await asyncio.gather(self._collect(process.log, self.log), self._collect(process.output, self.output))
        self._logged.set()
        if self._process is process:
            self.ended_by_itself.set()

    async def _collect(self, stream: StreamReader, lines: list[str]) -> None:
        async for line in stream:
            lines.append(line.decode().rstrip())
            self._logged.set()
            if _parsed(lines[-1]).get("level") == "error":
                self.logged_error.set()


def _parsed(line: str) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


async def run(*arguments: str, cwd: Path, typed: str = "", **settings: str) -> tuple[int, str]:
    """Run `python -m bot` to its end; return its exit code and what it wrote."""
    process = await Forked.start(arguments, environment(**settings), cwd, typed=typed, joined=True)
    async with asyncio.timeout(START_SECONDS):
        written = await process.output.read()
        return await process.ended, written.decode()


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def kill_at(telegram: BotApi, bot: BotProcess, method: str, *, after_effect: bool = False) -> asyncio.Event:
    """Kill the bot as it first calls a method, or once that had its effect; return what is set then."""
    killed = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    fault = Fault(method=method, callback=kill, error=Dropped(), times=1, after_effect=after_effect)
    telegram.add_fault(fault)
    return killed


class Script:
    """The model's side of a test: replies in the order they are given, then an echo of the user's last words.

    The echo comes in one chunk. Pictures that leave a prompt are described as the practice model sees them.
    """

    server: ModelServer
    url: str

    def __init__(self) -> None:
        self.is_blind = False  # then there are no descriptions
        self.otherwise: Callable[[ChatRequest], Reply] = echo  # what answers a request without a reply of its own
        self._replies: deque[Reply] = deque()

    @property
    def heard(self) -> str:
        """The last message that the model was sent."""
        return str(self.requests[-1].request.messages[-1].content)

    def then(self, *replies: Reply | str) -> None:
        """Answer the next requests like this."""
        self._replies.extend(Reply(text=reply) if isinstance(reply, str) else reply for reply in replies)

    def reply(self, request: ChatRequest) -> Reply:
        """Answer a request."""
        if is_description(request):
            if self.is_blind:
                return Reply(error=Refusal(503, "Busy"))
            seen = seen_in(request.messages)
            return Reply(text="\n\n".join(PICTURE.format(it.width, it.height, it.colour) for it in seen))
        return self._replies.popleft() if self._replies else self.otherwise(request)

    @staticmethod
    def raw_call(name: str, arguments: str) -> Reply:
        """Return a reply that calls a tool with raw arguments."""
        return Reply(calls=(ToolCall(name=name, arguments=arguments),))

    @staticmethod
    def slow(text: str, *, seconds: float) -> Reply:
        """Return a reply that is written word by word, with seconds in between."""
        return Reply(text=text, delay=seconds)

    @staticmethod
    def held(text: str, *, before: int) -> Reply:
        """Return a reply whose stream pauses before a chunk."""
        return Reply(text=text, gates={before: asyncio.Event()})

    @property
    def requests(self) -> list[Received]:
        """The well-formed requests so far."""
        return self.server.requests

    @property
    def refusals(self) -> list[Refusal]:
        """What was refused so far, but for the first request of a model that takes the other API only."""
        return [it for it in self.server.refusals if "use /v1/responses" not in it.message]


def echo(request: ChatRequest) -> Reply:
    """Return what the user said last."""
    return Reply(pieces=(f"Echo: {said(request)[-1]}",))


def call(name: str, /, **arguments: object) -> Reply:
    """Return a reply that calls a tool; what it adds to memory, the user has asked for unless it says otherwise."""
    if name == "add_to_memory":
        arguments = {"user_asked": True} | arguments
    return Reply(calls=(ToolCall(name=name, arguments=json.dumps(arguments)),))


def is_description(request: ChatRequest) -> bool:
    """Tell whether a request asks what pictures show that leave a prompt."""
    return text_of(request.messages[-1].content).startswith("Describe each of these pictures")


def stored_id(model: Script) -> str:
    """Return the id of the memory that a call stored last."""
    return str(re.findall(r"Stored as \[id:(\w{8})\]", model.requests[-1].prompt)[-1])


def said(request: ChatRequest) -> list[str]:
    """Return the user's messages of a request, without the line with the time and what comes before it."""
    return [_TIME.split(text_of(message.content))[-1] for message in request.messages if message.role == "user"]
