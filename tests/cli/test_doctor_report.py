"""What the doctor finds; `scenarios/test_doctor.py` runs it as a process."""

import asyncio
import fcntl
import io
import json
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

import psycopg
import pytest
from psycopg import sql
from pydantic import JsonValue
from sqlalchemy import make_url
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

from bot.cli.doctor.examination import clock, examine, mirror
from bot.cli.doctor.report import Report, Setup
from bot.kit.findings import Finding, Mark
from bot.kit.owner import Owner
from bot.kit.settings import Settings
from bot.store.engine import Database
from bot.turns.store import people
from practice.model.server import ModelServer, Refusal, Reply
from practice.serving import serve
from practice.telegram.bot_api import BotApi
from tests.conftest import MODEL_KEY, TOKEN
from tests.doors.http.serving import served, token
from tests.examined import Examined
from tests.features.mcp_client.hosting import hostile
from tests.forks import environment
from tests.process import Script, call, free_port

NOWHERE = "127.0.0.1:9"
PASSWORD = "hunter2-hunter2"
WRONG_TOKEN = "1000:not-the-token-it-should-be"
WRONG_KEY = "sk-not-the-key-it-should-be"
SECRETS = (TOKEN, MODEL_KEY, PASSWORD, WRONG_TOKEN, WRONG_TOKEN[5:15], WRONG_KEY, WRONG_KEY[:8], WRONG_KEY[-6:])
COUNTING = "One, two, three, four, five, six, seven, eight, nine, ten."


class Doctor:
    """The doctor in this process, in a folder without `.env`."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
        self._environment = monkeypatch
        self._folder = folder
        monkeypatch.chdir(folder)

    async def __call__(self, settings: Mapping[str, str]) -> Examined:
        """Examine a setup."""
        for name in map(str.upper, Settings.model_fields):
            self._environment.delenv(name, raising=False)
        for name, value in ({"DATA_DIR": str(self._folder / "data")} | dict(settings)).items():
            self._environment.setenv(name, value)
        out = io.StringIO()
        code = await examine(out)
        assert [secret for secret in SECRETS if secret in out.getvalue()] == []
        return Examined(code, out.getvalue())

    async def model(self, url: str, **settings: str) -> Examined:
        """Examine a model, beside the practice page."""
        return await self({"OPENAI_BASE_URL": url, "OPENAI_API_KEY": MODEL_KEY} | settings)


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Doctor:
    """The doctor."""
    return Doctor(monkeypatch, tmp_path)


async def test_an_env_file_that_is_no_text_ends_the_examination(examined: Doctor, tmp_path: Path) -> None:
    (tmp_path / ".env").write_bytes(b"TIMEZONE=\xff\xfe")
    found = await examined({})
    assert found.code == 2
    assert found.marks() == {"settings": "problem"}


async def test_a_data_folder_that_is_open_to_others_or_a_file_is_reported(examined: Doctor, tmp_path: Path) -> None:
    ((folder := tmp_path / "open") / "postgres").mkdir(parents=True)
    folder.chmod(0o755)
    found = await examined({"DATA_DIR": str(folder)})
    assert (found.code, f"chmod 700 {folder}" in found.text("database")) == (1, True)
    (tmp_path / "file").touch()
    found = await examined({"DATA_DIR": str(tmp_path / "file" / "data")})
    assert (found.code, found.marks()["data folder"]) == (1, "problem")
    assert "set DATA_DIR to a folder of your own" in found.text("data folder")


async def test_the_folder_for_the_copy_is_examined(tmp_path: Path) -> None:
    (folder := tmp_path / "vault").mkdir(mode=0o700)
    (tmp_path / "file").touch()

    async def found(place: Path) -> tuple[Mark, str]:
        settings = Settings.model_validate({"mirror_dir": place})
        (one,) = [it async for it in mirror(Setup(settings))]
        return one.mark, one.text

    assert (await found(folder))[0] is Mark.OK
    folder.chmod(0o755)
    assert await found(folder) == (
        Mark.WARNING,
        f"other users of this machine can see {folder}. Run `chmod 700 {folder}`.",
    )
    for place in (tmp_path / "file" / "below", Path("/proc/x")):  # in the latter root may write, as far as modes tell
        assert (await found(place))[0] is Mark.PROBLEM
    assert [it async for it in mirror(Setup(Settings.model_validate({})))] == []


async def test_the_api_is_examined(
    examined: Doctor, settings: dict[str, str], database: Database, tmp_path: Path
) -> None:
    assert (await examined(settings)).text("api") == "closed (API_PORT is 0)"
    unset = (await examined({"DATA_DIR": str(tmp_path / "data")})).text("api")
    assert unset.startswith("not open now; it will be at http://127.0.0.1:8")
    port = {"API_PORT": str(free_port())}
    found = await examined(settings | port)
    assert found.text("api") == f"not open now; it will be at http://127.0.0.1:{port['API_PORT']} once the bot runs"
    elsewhere = settings | port | {"API_HOST": "0.0.0.0"}
    found = await examined(elsewhere)
    assert found.marks()["api"] == "warning"
    assert "there is no token. Create one with `python -m bot token add NAME`" in found.text("api")
    owner = Owner(int(TOKEN.partition(":")[0]), 1)
    await token(database, owner)
    assert (await examined(elsewhere)).marks()["api"] == "ok"
    async with served(database, owner.bot_id, {1}) as url:
        assert (await examined(settings | {"API_PORT": url.rpartition(":")[2]})).text("api") == f"open at {url}"


async def test_a_port_that_another_program_has_is_reported(examined: Doctor, settings: dict[str, str]) -> None:
    async with serve(Starlette()) as url:
        found = await examined(settings | {"API_PORT": url.rpartition(":")[2]})
    assert (found.code, found.marks()["api"]) == (1, "problem")
    assert "Address already in use. Set API_PORT to a free port" in found.text("api")


@pytest.fixture
def administrator(database_url: str) -> Iterator[psycopg.Connection]:
    """A connection to the test's database, to make it odd."""
    plain = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(plain, autocommit=True) as connection:
        yield connection


async def test_a_database_without_tables_gets_them_at_the_start(
    examined: Doctor, settings: dict[str, str], administrator: psycopg.Connection
) -> None:
    administrator.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    found = await examined({"DATABASE_URL": settings["DATABASE_URL"]})
    assert found.code == 0
    assert found.marks()["schema"] == "warning"
    assert "python -m bot migrate" in found.text("schema")


async def test_an_unknown_search_language_is_reported(examined: Doctor, settings: dict[str, str]) -> None:
    found = await examined(settings | {"SEARCH_LANGUAGE": "klingon"})
    assert found.code == 1
    assert found.marks()["search"] == "problem"
    assert "doesn't know the language 'klingon'. Set SEARCH_LANGUAGE to one of arabic," in found.text("search")


async def test_a_read_only_database_of_another_keepsake_is_reported(
    examined: Doctor, settings: dict[str, str], administrator: psycopg.Connection
) -> None:
    name = sql.Identifier(administrator.info.dbname)
    administrator.execute("UPDATE alembic_version SET version_num = '9999'")
    administrator.execute(sql.SQL("ALTER DATABASE {} SET default_transaction_read_only = on").format(name))
    found = await examined({"DATABASE_URL": settings["DATABASE_URL"]})
    assert found.code == 1
    assert "from a newer Keepsake" in found.text("schema")
    assert "read-only" in found.text("database")


@pytest.fixture
def readers_url(settings: dict[str, str], administrator: psycopg.Connection) -> Iterator[str]:
    """The database's address for a role that may read its version, and nothing else."""
    role = sql.Identifier(name := f"reader_{os.getpid()}")
    administrator.execute(sql.SQL("CREATE ROLE {} LOGIN").format(role))
    administrator.execute(sql.SQL("GRANT SELECT ON alembic_version TO {}").format(role))
    yield make_url(settings["DATABASE_URL"]).set(username=name).render_as_string(hide_password=False)
    administrator.execute(sql.SQL("DROP OWNED BY {}").format(role))
    administrator.execute(sql.SQL("DROP ROLE {}").format(role))


async def test_a_role_that_may_not_write_and_a_server_without_pgvector_are_reported(
    examined: Doctor, readers_url: str, administrator: psycopg.Connection
) -> None:
    found = await examined({"DATABASE_URL": readers_url})
    assert found.code == 1
    assert "may not write" in found.text("database")
    assert "search" not in found.marks()
    administrator.execute("DROP EXTENSION IF EXISTS vector")
    found = await examined({"DATABASE_URL": readers_url, "EMBEDDING_MODEL": "any"})
    assert found.marks()["search"] == "warning"
    assert "pgvector 0.7 is missing, so EMBEDDING_MODEL has no effect" in found.text("search")


async def test_a_model_without_tools_is_reported(examined: Doctor, model: Script) -> None:
    refusal = Refusal(400, "registry.ollama.ai/library/gemma3:4b does not support tools")
    model.then(Script.slow(COUNTING, seconds=0.01), Reply(error=refusal))
    found = await examined.model(model.url)
    assert (found.code, found.marks()["tools"]) == (0, "warning")
    assert "takes no tools for this model" in found.text("tools")


async def test_a_silent_model_does_not_block_the_doctor(examined: Doctor, model: Script) -> None:
    model.then(Script.held("never", before=0))
    found = await examined.model(model.url, MODEL_FIRST_CHUNK_SECONDS="0.3")
    assert found.code == 1
    assert "It may be loading the model" in found.text("streaming")


async def test_an_unknown_model_is_reported_with_the_available_ones(examined: Doctor) -> None:
    async with serve(ModelServer(lambda _: Reply(text="Hi"), models=("small", "large")).app) as url:
        unnamed = await examined.model(f"{url}/v1")
        misnamed = await examined.model(f"{url}/v1", OPENAI_MODEL="medium", REVIEW_MODEL="tiny")
    assert (unnamed.code, misnamed.code) == (1, 1)
    assert "small, large" in unnamed.text("model")
    assert "lists small, large, but not medium" in misnamed.text("model")
    assert "but not tiny. Check REVIEW_MODEL" in misnamed.text("summaries")
    assert "doesn't know this model" in misnamed.text("streaming")


BUDGETS = [
    ({}, {}, "ok", "up to 32,000 tokens, the default: the server reports no limit."),
    ({"meta": {"n_ctx": 1024}}, {}, "warning", "up to 1,024 tokens, the model's limit. Instructions"),
    ({"context_length": 8192}, {"CONTEXT_TOKENS": "9000"}, "warning", "but the model takes at most 8,192. Lower"),
]


@pytest.mark.parametrize(("listed", "settings", "mark", "told"), BUDGETS)
async def test_the_prompt_budget_is_shown_with_its_reason(
    examined: Doctor, listed: dict[str, JsonValue], settings: dict[str, str], mark: str, told: str
) -> None:
    async with serve(ModelServer(lambda _: Reply(text="Hi"), listed=listed).app) as url:
        found = await examined.model(f"{url}/v1", **settings)
    assert found.marks()["context"] == mark
    assert told in found.text("context")


async def test_the_embedding_model_is_checked(examined: Doctor) -> None:
    server = ModelServer(lambda _: Reply(text="Hi"))
    async with serve(server.app) as url:
        fine = await examined.model(f"{url}/v1", EMBEDDING_MODEL="small")
        server.embed = lambda _: [0.1] * 5_000
        long = await examined.model(f"{url}/v1", EMBEDDING_MODEL="long")
        server.embedded_characters = 1
        refused = await examined.model(f"{url}/v1", EMBEDDING_MODEL="other")
        none = await examined.model(f"{url}/v1")
    practice = await examined({"EMBEDDING_MODEL": "small"})
    assert fine.text("embeddings") == "small, 64 dimensions"
    assert [it.marks()["embeddings"] for it in (fine, long, refused)] == ["ok", "warning", "warning"]
    assert "Choose another model" in long.text("embeddings")
    assert refused.text("embeddings").endswith("Until EMBEDDING_MODEL works, search goes by words only.")
    assert (refused.code, practice.marks()["embeddings"]) == (0, "ok")
    assert "embeddings" not in none.marks()


async def test_the_models_that_listen_and_speak_are_checked(examined: Doctor) -> None:
    server = ModelServer(lambda _: Reply(text="Hi"))
    async with serve(server.app) as url:
        here = {"TRANSCRIPTION_BASE_URL": f"{url}/v1", "SPEECH_BASE_URL": f"{url}/v1", "SPEECH_VOICE": "coral"}
        fine = await examined.model(f"{url}/v1", **here)
        server.audio.models = ["other"]
        wrong = await examined.model(f"{url}/v1", **here)
        none = await examined.model(f"{url}/v1")
    assert fine.text("transcripts") == "whisper-1"
    assert fine.text("speech") == "tts-1, voice coral"
    assert [wrong.marks()[it] for it in ("transcripts", "speech")] == ["warning", "warning"]
    assert "Check TRANSCRIPTION_MODEL" in wrong.text("transcripts")
    assert "Check SPEECH_MODEL" in wrong.text("speech")
    assert {"transcripts", "speech"}.isdisjoint(none.marks())


async def test_a_wrong_model_address_is_reported(examined: Doctor) -> None:
    page = HTMLResponse("<!doctype html><title>A web page</title>")
    methods = ["GET", "POST"]
    async with serve(Starlette(routes=[Route("/{path:path}", lambda _: page, methods=methods)])) as url:
        found = await examined.model(url, OPENAI_MODEL="any")
    assert found.code == 1
    assert "most end in /v1" in found.written


async def test_the_query_of_an_address_is_not_shown(examined: Doctor) -> None:
    async with serve(ModelServer(lambda _: Reply(text="Hi")).app) as url:
        found = await examined.model(f"{url}/v1?key=hidden-in-a-query")
    assert found.marks()["model"] == "problem"
    assert "hidden-in-a-query" not in found.written


def well(model: Script) -> None:
    """Let the model answer both of the doctor's questions as it should."""
    model.then(Script.slow(COUNTING, seconds=0.1), call("note", word="keepsake"))


async def test_practice_mode_is_well_and_nothing_is_made(examined: Doctor, data_dir: Path) -> None:
    found = await examined({"DATA_DIR": str(data_dir)})
    assert [subject for subject, mark in found.marks().items() if mark != "ok"] == ["clock"]
    assert found.code == 0
    assert "created at the first start" in found.text("database")
    assert "practice mode" in found.text("telegram")
    assert "practice model" in found.text("model")
    assert os.listdir(data_dir.parent) == []  # noqa: PTH208 - a path's own methods are blocking calls to ruff


async def test_a_wrong_setting_keeps_only_what_needs_it_from_being_looked_at(
    examined: Doctor, settings: dict[str, str], model: Script
) -> None:
    wrong = {"TIMEZONE": "Mars/Olympus", "TELEGRAM_BOT_TOKEN": f"{PASSWORD} is no token"}
    well(model)
    found = await examined(settings | wrong)
    assert found.code == 2
    assert found.written.count("problem  settings") == 2
    assert "Mars/Olympus" in found.written
    assert found.marks() | {"settings": "problem", "telegram": "skipped", "time zone": "skipped"} == found.marks()
    assert [found.marks()[it] for it in ("database", "schema", "model", "streaming", "tools")] == ["ok"] * 5
    assert found.text("telegram") == "not checked: TELEGRAM_BOT_TOKEN is invalid"


async def test_an_open_or_misspelled_env_file_is_reported(examined: Doctor, tmp_path: Path, data_dir: Path) -> None:
    (tmp_path / ".env").write_text(f"TELEGRAM_BOT_TOKN={TOKEN}\n")
    (tmp_path / ".env").chmod(0o644)
    found = await examined({"DATA_DIR": str(data_dir)})
    assert found.code == 0
    assert "chmod 600 .env" in found.written
    assert "TELEGRAM_BOT_TOKN" in found.written
    assert found.written.splitlines()[-1] == "2 warnings. Keepsake can run."


async def test_people_who_were_let_in_are_counted_and_threaded_mode_is_explained(
    examined: Doctor, settings: dict[str, str], database: Database, telegram: BotApi
) -> None:
    nobody = await examined(settings | {"TELEGRAM_ALLOWED_USER_IDS": ""})
    assert "choose @practice_bot at @BotFather, Bot Settings, then Threaded Mode" in nobody.text("topics")
    telegram.has_topics = True
    assert nobody.marks()["users"] == "warning"
    assert "open the link it shows" in nobody.text("users")
    async with database.transaction() as tx:
        assert await people.admit(tx, Owner(1000, 7), "Anna", await people.invite_owner(tx, 1000))
        assert await people.admit(tx, Owner(1000, 8), "Ben", await people.invite(tx, Owner(1000, 7)))
    found = await examined(settings | {"TELEGRAM_ALLOWED_USER_IDS": ""})
    assert found.text("users") == "1 owner, 1 other"
    assert found.text("topics") == "on: each topic of the private chat is a conversation of its own"


async def test_a_server_that_answers_as_another_bot_is_pointed_out(
    examined: Doctor, telegram: BotApi, settings: dict[str, str]
) -> None:
    telegram.bot["id"] = 2_000
    found = await examined(settings)
    assert found.marks()["telegram"] == "problem"
    assert "answers as another bot, @practice_bot. Check TELEGRAM_API_URL." in found.text("telegram")


async def test_refusals_are_reported(examined: Doctor, settings: dict[str, str]) -> None:
    refused = {
        "DATABASE_URL": f"postgresql://someone:{PASSWORD}@{NOWHERE}x/memories",
        "TELEGRAM_BOT_TOKEN": WRONG_TOKEN,
        "OPENAI_API_KEY": WRONG_KEY,
        "TELEGRAM_ALLOWED_USER_IDS": "",
    }
    found = await examined(settings | refused)
    assert found.code == 1
    assert "its address can't be read" in found.text("database")
    assert "refused the token. Copy TELEGRAM_BOT_TOKEN from @BotFather again." in found.text("telegram")
    assert "refused the key. Copy OPENAI_API_KEY again." in found.text("model")
    assert found.text("users") == "not checked: this depends on the database"


async def test_a_model_that_neither_streams_nor_calls_tools_nor_counts_runs_with_warnings(
    examined: Doctor, model: Script
) -> None:
    whole = {"object": "chat.completion", "choices": [{"message": {"content": COUNTING}, "finish_reason": "stop"}]}
    model.then(Reply(raw=(json.dumps(whole).encode(),)), "I will note it!")
    found = await examined.model(model.url)
    assert found.code == 0
    assert [found.marks()[it] for it in ("model", "streaming", "tools", "usage")] == ["ok", "warning", "warning", "ok"]
    assert "all at once" in found.text("streaming")
    assert "It can't store or change memories, but /memory add works" in found.text("tools")
    assert "estimated: the server counts no tokens" in found.text("usage")


async def test_models_that_are_to_be_shut_down_are_named_with_their_settings(examined: Doctor, model: Script) -> None:
    well(model)
    model.server.models = ("scripted", "small", "seeing", "speaking")
    model.server.listed = {"shutdown_date": "2026-12-11"}
    others = {"REVIEW_MODEL": "small", "VISION_MODEL": "seeing", "TRANSCRIPTION_MODEL": "elsewhere"}
    found = await examined.model(model.url, OPENAI_MODEL="scripted", **others)
    assert found.code == 0
    assert [line for line in found.written.splitlines() if "shut down" in line] == [
        f"warning  {subject:<12} {name} is shut down by its provider on 11 Dec 2026. Set {setting} to another model."
        for subject, name, setting in (
            ("model", "scripted", "OPENAI_MODEL"),
            ("summaries", "small", "REVIEW_MODEL"),
            ("pictures", "seeing", "VISION_MODEL"),
        )
    ]


async def test_what_the_server_says_of_a_failure_is_passed_on_without_the_key(examined: Doctor, model: Script) -> None:
    words = f"model requires more system memory (8.0 GiB), {MODEL_KEY}"
    model.then(Reply(error=Refusal(500, words)))
    found = await examined.model(model.url)
    assert found.code == 1
    assert "model requires more system memory (8.0 GiB), [secret]" in found.text("streaming")
    assert {"tools", "usage"}.isdisjoint(found.marks())


@asynccontextmanager
async def odd_telegram(*, off: timedelta) -> AsyncIterator[str]:
    """Serve a Telegram whose clock is off, and which pushes the bot's updates elsewhere."""
    date = format_datetime(datetime.now(UTC) + off, usegmt=True)
    results = {
        "getMe": {"id": 1000, "is_bot": True, "first_name": "Keepsake", "username": "odd_bot"},
        "getWebhookInfo": {
            "url": f"https://elsewhere.example/{PASSWORD}",
            "has_custom_certificate": False,
            "pending_update_count": 3,
        },
    }

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        method = head.split()[1].decode().rpartition("/")[2]
        body = json.dumps({"ok": True, "result": results[method]}).encode()
        writer.write(f"HTTP/1.1 200 OK\r\nDate: {date}\r\nContent-Length: {len(body)}\r\n".encode())
        writer.write(b"Connection: close\r\n\r\n" + body)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def test_a_wrong_clock_and_a_webhook_are_reported(
    examined: Doctor, settings: dict[str, str], model: Script
) -> None:
    well(model)
    async with odd_telegram(off=timedelta(minutes=10)) as url:
        found = await examined(settings | {"TELEGRAM_API_URL": url})
    assert found.code == 0
    assert found.marks()["clock"] == "warning"
    assert "s behind Telegram's. Set it" in found.text("clock")
    assert found.marks()["webhook"] == "warning"
    assert "at elsewhere.example receives" in found.text("webhook")
    assert found.text("telegram") == "the token belongs to @odd_bot"


async def test_listed_mcp_servers_are_connected(
    examined: Doctor, tmp_path: Path, settings: dict[str, str], model: Script
) -> None:
    well(model)
    settings["DATA_DIR"] = data = str(tmp_path)
    entries = {"works": hostile("works"), "bombs": hostile("bombs"), "no": {"command": "no-such-command"}, "bad": {}}
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": entries}))
    found = await examined(settings)
    lines = [line for line in found.written.splitlines() if " mcp " in line]
    assert f"warning  mcp          bad, in {data}/mcp.json: it needs either a command or a url." in lines
    assert (
        f"warning  mcp          other users of this machine can read {data}/mcp.json. Run `chmod 600` on it." in lines
    )
    assert "ok       mcp          works: 1 tool" in lines
    (bombs,) = [line for line in lines if " bombs: 2 tools. Left out: " in line]
    assert "deep: its arguments are nested too deeply, or are too many" in bombs
    assert any("no: there is no command 'no-such-command'. Install it, or give its path. Its" in line for line in lines)
    assert found.code == 0


@pytest.fixture
def held_lock(data_dir: Path) -> Iterator[None]:
    """The lock that starts of the embedded database wait for, held by somebody who never lets it go."""
    (data_dir / "postgres").mkdir(parents=True)
    data_dir.chmod(0o700)
    with (data_dir / "postgres/start.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.mark.usefixtures("held_lock")
async def test_a_database_that_holds_the_doctor_up_is_left(tmp_path: Path, data_dir: Path) -> None:
    script = "import asyncio, sys; from bot.cli.doctor.examination import examine; "
    script += "sys.exit(asyncio.run(examine(sys.stdout, most_seconds=0.5)))"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", script),
        cwd=tmp_path,
        env=environment(DATA_DIR=str(data_dir)),
        stdout=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(30):
        written, _ = await process.communicate()
    found = Examined(process.returncode or 0, written.decode())
    assert found.code == 1
    assert found.text("database") == "no answer within 0.5 s"
    assert found.marks()["clock"] == "skipped"


class Terminal(io.StringIO):
    """A terminal of 60 columns."""

    def isatty(self) -> bool:
        """Say so."""
        return True


def reported(out: io.StringIO, text: str, *secrets: str) -> str:
    """Return what a report writes of a finding."""
    Report(out, secrets).add(Finding(Mark.WARNING, "model", text))
    return out.getvalue()


def test_a_line_holds_no_secret_no_user_of_an_address_and_nothing_a_terminal_obeys() -> None:
    text = "http://me:hunter22@host/v1 says: sk-secret is \033[2Jwrong"
    assert reported(io.StringIO(), text, "sk-secret", "a") == (
        "warning  model        http://host/v1 says: [secret] is ?[2Jwrong\n"
    )


def test_a_terminal_has_colours_and_lines_that_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLUMNS", "64")
    written = reported(Terminal(), "word " * 20)
    assert written.startswith("\033[33mwarning \033[0m model        word")
    assert [len(line) <= 64 + len("\033[33m\033[0m") for line in written.splitlines()] == [True] * 3
    assert written.splitlines()[1].startswith(" " * 22 + "word")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033" not in reported(Terminal(), "word")


async def test_a_clock_may_be_a_minute_off() -> None:
    settings = Settings.load(Path("none"))
    for ahead, mark, told in (
        (59, Mark.OK, "agrees with"),
        (61, Mark.WARNING, "ahead of"),
        (-61, Mark.WARNING, "behind"),
    ):
        (found,) = [it async for it in clock(Setup(settings, {"Telegram's": ahead}))]
        assert found.mark == mark
        assert f"{told} Telegram's" in found.text
