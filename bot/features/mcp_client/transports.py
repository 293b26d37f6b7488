"""The lines to servers: by HTTP, and to a guarded process (the protocol's transports)."""

import asyncio
import os
import shutil
from asyncio import StreamReader
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

import anyio
import httpx2
from anyio.abc import ObjectReceiveStream, ObjectSendStream
from mcp.client._transport import TransportStreams
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.message import SessionMessage
from mcp_types import JSONRPCMessage, jsonrpc_message_adapter

from bot.features.mcp_client.line import MESSAGE_BYTES, Allowance, Line, Received, TooMuch, check_message
from bot.features.mcp_client.listed import Local, Remote
from bot.kit import environment
from bot.kit.background import background, to_its_end
from bot.kit.errors import ToolServerFailed
from bot.kit.language import Sentence, mark
from bot.kit.settings import on_this_machine

_CHUNK_BYTES: Final = 65_536
_STDERR_SECONDS: Final = 0.05
"""Pause between reads of what a server writes for people, which it may do without end."""
_STDERR_CHARACTERS: Final = 200

_GUARD: Final = """
life=$KEEPSAKE_LIFE
unset KEEPSAKE_LIFE
exec 4<&0 5>&1 0</dev/null 1>/dev/null
"$@" <&4 >&5 4<&- 5>&- &
server=$!
exec 4<&- 5>&- 2>/dev/null
{ read -r _ </dev/fd/$life; kill -9 $server; } &
wait $server
kill -9 0
"""
"""Runs a server in the background of a shell whose process group holds all that it starts. That ends with the server,
and when the other end of the pipe named by KEEPSAKE_LIFE closes: we keep it open as long as we live."""
_PASSED_ON: Final = (
    *("LOGNAME", "SHELL", "TERM", "USER", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "PIP_CONFIG_FILE"),
    *("NPM_CONFIG_REGISTRY", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"),
    *(name for it in ("http_proxy", "https_proxy", "no_proxy", "all_proxy") for name in (it, it.upper())),
)
"""Variables of ours that a server gets besides those of any process: its runtime finds packages and network by them."""
_CONNECT_SECONDS: Final = 10.0
_SEND_SECONDS: Final = 30.0
_REFUSED: Final = mark("it refused me (HTTP {status}): a header or login is missing, wrong or out of date")
_COMPRESSED: Final = mark("it compresses its answers, which I don't support")


@asynccontextmanager
async def stdio(server: Local, line: Line) -> AsyncIterator[TransportStreams]:
    """Run a server, and yield the streams of its messages. Raises ToolServerFailed."""
    async with guarded(server) as process:
        to_us, received = anyio.create_memory_object_stream[Received](0)
        sent, to_it = anyio.create_memory_object_stream[SessionMessage](0)
        try:
            async with background(_read(process, to_us, line), _write(process, to_it, line)):
                yield received, sent
        finally:
            for stream in (to_us, received, sent, to_it):
                stream.close()


async def _read(process: Process, to_us: ObjectSendStream[Received], line: Line) -> None:
    """Pass on what a server sends until it ends; then its last words for people are the reason."""
    if process.stdout is None or process.stderr is None:
        return
    last_words = _LastWords()
    async with background(last_words.read(process.stderr)):
        try:
            async with to_us:
                async for message in messages(process.stdout):
                    await to_us.send(SessionMessage(message))
                await asyncio.sleep(2 * _STDERR_SECONDS)
                line.end(mark("it ended"), last_words.line)
        except TooMuch as error:
            line.end(str(error))
        except (anyio.ClosedResourceError, anyio.BrokenResourceError):
            return


async def messages(stream: StreamReader) -> AsyncIterator[JSONRPCMessage]:
    """Yield the messages of a stream; lines that are none are left out. Raises TooMuch."""
    allowance, begun = Allowance(), bytearray()
    while chunk := await stream.read(_CHUNK_BYTES):
        allowance.take(chunk)
        *lines, rest = chunk.split(b"\n")
        for line in lines:
            begun += line
            if message := _message(bytes(begun)):
                yield message
            begun.clear()
        begun += rest
        check_message(len(begun))


def _message(line: bytes) -> JSONRPCMessage | None:
    """Return the message on a line; None for one on which a server prints for people. Raises TooMuch."""
    try:
        return jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValueError:
        if b'"jsonrpc"' in line:
            raise TooMuch(mark("it sends what I can't read")) from None
        return None


async def _write(process: Process, to_it: ObjectReceiveStream[SessionMessage], line: Line) -> None:
    """Pass on what we send until the line is closed."""
    if process.stdin is None:
        return
    async with to_it:
        async for message in to_it:
            json = message.message.model_dump_json(by_alias=True, exclude_unset=True)
            try:
                process.stdin.write(f"{json}\n".encode())
                async with asyncio.timeout(10):
                    await process.stdin.drain()
            except TimeoutError:
                line.end(mark("it doesn't read what I send"))
                return
            except OSError:
                return  # it ended, as its reader will notice


class _LastWords:
    """The last line that a server wrote for people."""

    def __init__(self) -> None:
        self._text = ""

    @property
    def line(self) -> str:
        return "".join(self._text.strip().splitlines()[-1:])

    async def read(self, stream: StreamReader) -> None:
        """Keep the end of what is written."""
        while chunk := await stream.read(_CHUNK_BYTES):
            text = self._text + chunk[-2 * _STDERR_CHARACTERS :].decode(errors="replace")
            self._text = text[-2 * _STDERR_CHARACTERS :]
            await asyncio.sleep(_STDERR_SECONDS)


@asynccontextmanager
async def guarded(server: Local) -> AsyncIterator[Process]:
    """Yield a server's process, which is closed and, after 2 s, killed at the end. Raises ToolServerFailed."""
    env = environment.of_child(*_PASSED_ON, **server.env)
    if shutil.which(server.command, path=env.get("PATH", os.defpath)) is None and "/" not in server.command:
        no_command = mark("there is no command {command}. Install it, or give its path")
        raise ToolServerFailed(Sentence.of(no_command, command=repr(server.command)))
    if server.cwd is not None and not server.cwd.is_dir():
        raise ToolServerFailed(Sentence.of(mark("there is no folder {folder}"), folder=repr(str(server.cwd))))
    process, life = await _started(server, env)
    try:
        yield process
    finally:
        await to_its_end(_ended(process, life))


async def _started(server: Local, env: Mapping[str, str]) -> tuple[Process, int]:
    """Return the process of a guard, and the pipe whose end ends it. Raises ToolServerFailed."""
    watched, life = os.pipe()
    try:
        process = await asyncio.create_subprocess_exec(
            *("/bin/sh", "-c", _GUARD, "keepsake", server.command, *server.args),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env={**env, "KEEPSAKE_LIFE": str(watched)},
            cwd=server.cwd,
            pass_fds=(watched,),
            start_new_session=True,
        )
    except BaseException as error:
        os.close(life)
        if isinstance(error, OSError):
            raise ToolServerFailed(Sentence.of(mark("it can't be started ({reason})"), reason=error.strerror)) from None
        raise
    finally:
        os.close(watched)
    return process, life


async def _ended(process: Process, life: int) -> None:
    """End a process, first by closing its input."""
    try:
        if process.stdin:
            process.stdin.close()
        ends = await _ends(process)
    finally:
        os.close(life)
    if not ends and not await _ends(process):
        with suppress(ProcessLookupError):
            process.kill()
    transport = getattr(process, "_transport", None)
    if transport:  # a descendant that left the group may hold its pipes open, and nothing public closes them
        transport.close()


async def _ends(process: Process) -> bool:
    """Return whether a process ends in time. `wait` would wait for its pipes, too."""
    with suppress(TimeoutError):
        async with asyncio.timeout(2):
            while process.returncode is None:  # noqa: ASYNC110 - as in the docstring
                await asyncio.sleep(0.01)
    return process.returncode is not None


@asynccontextmanager
async def http(
    server: Remote, line: Line, call_seconds: float, auth: httpx2.Auth | None = None, *, logs_in: bool = False
) -> AsyncIterator[TransportStreams]:
    """Yield the streams of a server's messages. Only one that `logs_in` follows where a refusal leads it."""
    watch = _Watch(line, call_seconds + 5, logs_in=logs_in)
    async with (
        httpx2.AsyncClient(
            headers={"Accept-Encoding": "identity", **server.headers},
            timeout=httpx2.Timeout(_SEND_SECONDS, connect=_CONNECT_SECONDS, read=None),
            auth=auth,
            event_hooks={"request": [watch.sends], "response": [watch.receives]},
            trust_env=not on_this_machine(server.url),
        ) as client,
        streamable_http_client(server.url, http_client=client, max_sse_event_size=MESSAGE_BYTES) as streams,
    ):
        yield streams


class _Watch:
    """Bounds what a server answers, in size and time, and notes what its status codes tell."""

    def __init__(self, line: Line, seconds: float, *, logs_in: bool) -> None:
        self._line = line
        self._seconds = seconds
        self._logs_in = logs_in
        self._allowance = Allowance()

    async def sends(self, request: httpx2.Request) -> None:
        """Give a request its time limit. A stream that may stay silent for days has none."""
        if not _is_open_ended(request):
            limits = request.extensions.setdefault("timeout", {"connect": _CONNECT_SECONDS, "write": _SEND_SECONDS})
            limits["read"] = self._seconds

    async def receives(self, response: httpx2.Response) -> None:
        """Bound an answer that is about to be read."""
        status, request = response.status_code, response.request
        if status in {httpx2.codes.UNAUTHORIZED, httpx2.codes.FORBIDDEN} and not self._logs_in:
            self._line.noted = refused = Sentence.of(_REFUSED, status=status)
            if "www-authenticate" in response.headers:
                raise ToolServerFailed(refused)  # before an address of the server's choice is fetched
        elif status == httpx2.codes.NOT_FOUND and "mcp-session-id" in request.headers:
            self._line.end(mark("it was restarted"))
        elif status >= httpx2.codes.INTERNAL_SERVER_ERROR:
            self._line.noted = Sentence.of(mark("it answers with HTTP {status}"), status=status)
        if response.headers.get("content-encoding", "identity") != "identity":
            self._line.noted = _COMPRESSED
            raise httpx2.RemoteProtocolError(_COMPRESSED, request=request)
        stream = response.stream
        if isinstance(stream, httpx2.AsyncByteStream):
            is_endless = response.headers.get("content-type", "").startswith("text/event-stream")
            until = None if _is_open_ended(request) else asyncio.get_running_loop().time() + self._seconds
            response.stream = _Bounded(stream, self._line, self._allowance, is_endless=is_endless, until=until)


def _is_open_ended(request: httpx2.Request) -> bool:
    return request.method == "GET" or request.headers.get("mcp-method") == "subscriptions/listen"


class _Bounded(httpx2.AsyncByteStream):
    """The bytes of an answer, up to a size and for a time; an endless stream may only be slow."""

    def __init__(
        self, stream: httpx2.AsyncByteStream, line: Line, allowance: Allowance, *, is_endless: bool, until: float | None
    ) -> None:
        self._stream = stream
        self._line = line
        self._allowance = allowance
        self._is_endless = is_endless
        self._until = until

    async def __aiter__(self) -> AsyncIterator[bytes]:
        count, chunks = 0, aiter(self._stream)
        while True:
            try:
                async with asyncio.timeout_at(self._until):
                    chunk = await anext(chunks)
                count += len(chunk)
                self._allowance.take(chunk)
                if not self._is_endless:
                    check_message(count)
            except StopAsyncIteration:
                return
            except TooMuch as error:
                self._line.noted = str(error)
                raise httpx2.StreamError(str(error)) from None
            except TimeoutError:
                raise httpx2.StreamError("it took too long") from None
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
