"""The process of a server, guarded: it ends with us, however we end, and all that it has started ends with it."""

import asyncio
import os
import shutil
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Final

from bot.errors import ToolServerFailed
from bot.language import Sentence, mark
from bot.mcp_servers.listed import Local
from bot.mcp_servers.tasks import to_its_end

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
_LIFE: Final = "KEEPSAKE_LIFE"
_PASSED_ON: Final = frozenset(
    {"HOME", "LANG", "LANGUAGE", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER", "SSL_CERT_FILE"}
    | {"SSL_CERT_DIR", "NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "PIP_CONFIG_FILE", "NPM_CONFIG_REGISTRY"}
    | {name for it in ("http_proxy", "https_proxy", "no_proxy", "all_proxy") for name in (it, it.upper())}
    | {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR"}
)
"""Names of our environment that a server gets: none of them is a setting of ours, which may be a secret."""
_NO_COMMAND: Final = mark("there is no command {command}. Install it, or give its path")
_GRACE_SECONDS: Final = 2.0


@asynccontextmanager
async def guarded(server: Local) -> AsyncIterator[Process]:
    """Yield the process of a server, and end it: its input closes, and what still runs after 2 s is killed.

    Raises ToolServerFailed if it can't be started.
    """
    ours = {name: value for name, value in os.environ.items() if name in _PASSED_ON or name.startswith("LC_")}
    env = {**ours, **server.env}
    if shutil.which(server.command, path=env.get("PATH", os.defpath)) is None and "/" not in server.command:
        raise ToolServerFailed(Sentence.of(_NO_COMMAND, command=repr(server.command)))
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
            env={**env, _LIFE: str(watched)},
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
        async with asyncio.timeout(_GRACE_SECONDS):
            while process.returncode is None:  # noqa: ASYNC110 - as in the docstring
                await asyncio.sleep(0.01)
    return process.returncode is not None
