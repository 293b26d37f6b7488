"""Variables of the environment: libraries trip over none of them, and no process of ours learns a secret from them."""

import ast
import asyncio
import os
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import httpx
import httpx2
import pytest

import bot
from bot.features.mcp_client.listed import Local
from bot.features.mcp_client.transports import guarded
from bot.kit.background import background
from bot.kit.environment import mended, problems
from bot.kit.settings import Settings
from bot.model.transcription import LocalTranscriber
from bot.store import backup
from bot.turns.files.documents.documents import DocumentReader
from tests.model.test_local_whisper import MISSING_MODEL
from tests.process import START_SECONDS, BotProcess, run

Work: TypeAlias = Callable[[str, Path], Coroutine[Any, Any, None]]

SOCKS = "socks://127.0.0.1:9"
PROXY = "http://127.0.0.1:9"
LIVE = {
    "TELEGRAM_BOT_TOKEN": "123456:abcdefghijklmnop",
    "TELEGRAM_API_URL": "http://telegram.invalid",
    "OPENAI_BASE_URL": "http://model.invalid/v1",
    "OPENAI_MODEL": "small",
}
"""Servers that are not on this machine, and that nobody can find."""
WRONG = [
    ({"ALL_PROXY": SOCKS}, "ALL_PROXY", "http://127.0.0.1:3128"),
    ({"all_proxy": SOCKS, "http_proxy": PROXY}, "all_proxy", "(socks://)"),
    ({"HTTP_PROXY": "http://127.0.0.1:secret"}, "HTTP_PROXY", "isn't the address of a proxy"),
    ({"SSL_CERT_FILE": "/nowhere"}, "SSL_CERT_FILE", "no such file or directory"),
    ({"SSL_CERT_FILE": "/etc/passwd"}, "SSL_CERT_FILE", "holds no certificates"),
    ({"SSL_CERT_DIR": "/nowhere"}, "SSL_CERT_DIR", "holds no certificates"),
    ({"SSLKEYLOGFILE": "/proc/keys"}, "SSLKEYLOGFILE", "can't be written"),
]
RIGHT: list[Mapping[str, str]] = [
    {},
    {"ALL_PROXY": SOCKS, "http_proxy": PROXY, "HTTPS_PROXY": PROXY},
    {"http_proxy": "", "HTTP_PROXY": "http://127.0.0.1:secret"},
    {"HTTPS_PROXY": "proxy.example:3128", "HTTP_PROXY": "HTTPS://someone:secret@proxy.example"},
    {"HTTPS_PROXY": f"  {PROXY} ", "HTTP_PROXY": f'"{PROXY}"', "ALL_PROXY": f"'{PROXY}'"},
    {"SSL_CERT_FILE": "", "SSL_CERT_DIR": "", "SSLKEYLOGFILE": ""},
]
EXEMPT = [
    ("localhost,127.0.0.1, .local,*.lan,example.com:8080", "localhost,127.0.0.1,.local,*.lan,example.com:8080"),
    ("localhost 127.0.0.1 ::1", "localhost,127.0.0.1,::1"),
    ("[::1],[::1]:8080", "::1,all://[::1]:8080"),
    ("fd00::/8,[FD00::]/8", "all://[fd00::]/8,all://[fd00::]/8"),
    ("10.0.0.0/8,1.2.3.4:80,fe80::1%eth0", "10.0.0.0/8,1.2.3.4:80,fe80::1%eth0"),
    ("a:port,a@b:c,[,/,[:::::],x\x01y,ü.de,xn--a,here", "here"),
    ("'here'", "here"),
]


def clear(monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]) -> None:
    """Let libraries read these variables alone."""
    for name in ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file", "ssl_cert_dir"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)


def make_clients() -> None:
    """Make a client of each library, as the bot's parts do."""
    httpx.AsyncClient()
    httpx2.AsyncClient()


@pytest.mark.parametrize(("environ", "name", "says"), WRONG)
def test_a_variable_that_no_library_can_use_is_named(environ: dict[str, str], name: str, says: str) -> None:
    found = problems({**environ, **mended(environ)})
    assert list(found) == [name]
    assert found[name].startswith(name)
    assert says in found[name]
    assert "secret" not in found[name]


@pytest.mark.parametrize("environ", RIGHT)
def test_what_is_usable_or_not_needed_is_no_problem_for_any_library(
    monkeypatch: pytest.MonkeyPatch, environ: Mapping[str, str]
) -> None:
    usable = {**environ, **mended(environ)}
    assert problems(usable) == {}
    clear(monkeypatch, usable)
    make_clients()


@pytest.mark.parametrize(("written", "read"), EXEMPT)
def test_entries_of_no_proxy_have_a_form_that_every_library_takes(
    monkeypatch: pytest.MonkeyPatch, written: str, read: str
) -> None:
    environ = mended({"NO_PROXY": written})
    assert environ == {"NO_PROXY": read}
    clear(monkeypatch, {"HTTPS_PROXY": PROXY, **environ})
    make_clients()


async def test_such_a_variable_ends_the_start_in_one_sentence(tmp_path: Path) -> None:
    code, written = await run(cwd=tmp_path, ALL_PROXY=SOCKS, DATA_DIR=str(tmp_path), **LIVE)
    assert code == 2
    assert "ALL_PROXY names a proxy that can't be used (socks://)." in written
    assert written.count("\n") == 1


@pytest.mark.usefixtures("telegram")
async def test_where_only_this_machine_is_asked_such_variables_are_ignored(
    bot_process: BotProcess, settings: dict[str, str]
) -> None:
    wrong = {name: value for environ, _, _ in WRONG for name, value in environ.items()}
    bot_process.settings = {**settings, **wrong}
    await bot_process.start()


async def test_what_libpq_reads_does_not_keep_the_embedded_database_away(tmp_path: Path, data_dir: Path) -> None:
    wrong = {"PGHOSTADDR": "nowhere", "PGSSLMODE": "nonsense", "PGTZ": "Mars", "PGSERVICE": "none"}
    code, written = await run("migrate", cwd=tmp_path, DATA_DIR=str(data_dir), **wrong)
    assert (code, written) == (0, "The database is up to date.\n")


@pytest.mark.parametrize(
    ("name", "written", "read"),
    [
        ("openai_model", "'it's mine'", "'it's mine'"),
        ("web_allowed_hosts", '"nas.home, pi.home"', frozenset({"nas.home", "pi.home"})),
    ],
)
def test_spaces_and_quotes_around_a_setting_are_taken_off_wherever_it_comes_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, written: str, read: object
) -> None:
    file = tmp_path / ".env"
    monkeypatch.setenv(name.upper(), written)
    assert getattr(Settings.load(file), name) == read
    monkeypatch.delenv(name.upper())
    escaped = written.replace('"', '\\"')
    file.write_text(f'{name.upper()}="{escaped}"\n')
    assert getattr(Settings.load(file), name) == read


SECRETS: Final = ("OPENAI_API_KEY", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "DATABASE_URL")
"""Names of secrets, also of other programs, that the environment of a bot may hold."""
STARTS: Final = frozenset(
    {"os.system", "os.popen", *(f"asyncio.create_subprocess_{how}" for how in ("exec", "shell"))}
    | {f"subprocess.{how}" for how in ("Popen", "run", "call", "check_call", "check_output")}
)
"""Functions that start a process."""


async def reads_a_document(_: str, __: Path) -> None:
    await DocumentReader().read(b"text", "a.txt", "")


async def transcribes(_: str, __: Path) -> None:
    if MISSING_MODEL:
        pytest.skip(f"not installed: {', '.join(MISSING_MODEL)}")
    await LocalTranscriber("local").transcribe(b"")


async def backs_up(url: str, pipe: Path) -> None:
    await backup.write(url, pipe)


async def restores(url: str, pipe: Path) -> None:
    await backup.restore(url, Path(__file__), replace=True, archive=pipe)


async def serves_tools(_: str, __: Path) -> None:
    async with guarded(Local(command="cat")):
        await asyncio.Event().wait()


@pytest.mark.parametrize("work", [reads_a_document, transcribes, backs_up, restores, serves_tools])
async def test_no_process_of_ours_learns_a_secret(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, database_url: str, work: Work
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)  # so that PostgreSQL's programs wait
    for name in SECRETS:
        monkeypatch.setenv(name, "hunter2")
    before = set(children())
    async with background(work(database_url, pipe)), asyncio.timeout(START_SECONDS):
        while not (new := {pid: it for pid, it in children().items() if pid not in before}):  # noqa: ASYNC110 - the system tells nobody
            await asyncio.sleep(0.01)
    (environ,) = new.values()
    assert f"HOME={os.environ['HOME']}" in environ
    assert not any("hunter2" in it for it in environ)


def children() -> Mapping[str, list[str]]:
    """Return the environments of this process's children, by their ids, once they run a program of their own."""
    found: dict[str, list[str]] = {}
    for listed in Path("/proc/self/task").glob("*/children"):
        for pid in listed.read_text().split():
            with suppress(OSError):
                process = Path("/proc", pid)
                if process.joinpath("cmdline").read_bytes() != Path("/proc/self/cmdline").read_bytes():
                    found[pid] = process.joinpath("environ").read_text().split("\0")
    return {pid: it for pid, it in found.items() if it != [""]}


def test_every_process_of_ours_is_given_its_environment() -> None:
    """Without `env`, a process gets all that we have."""
    for file in Path(bot.__file__).parent.rglob("*.py"):
        text = file.read_text()
        calls = (it for it in ast.walk(ast.parse(text)) if isinstance(it, ast.Call))
        started = [it for it in calls if ast.unparse(it.func) in STARTS]
        assert all(any(word.arg == "env" for word in it.keywords) for it in started), file
        assert not started or "os.environ" not in text, file
