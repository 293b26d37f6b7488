"""`python -m bot doctor` checks everything the bot needs and prints a line about each."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from pathlib import Path

from bot.database import people
from bot.database.engine import Database
from bot.values.owner import Owner
from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from tests.conftest import MODEL_KEY, TOKEN
from tests.examined import Examined
from tests.mcp_servers.hosting import hostile
from tests.process import BotProcess, Script, call, run

PASSWORD = "hunter2-hunter2"
WRONG_TOKEN = "1000:not-the-token-it-should-be"
WRONG_KEY = "sk-not-the-key-it-should-be"
SECRETS = (TOKEN, MODEL_KEY, PASSWORD, WRONG_TOKEN, WRONG_TOKEN[5:15], WRONG_KEY, WRONG_KEY[:8], WRONG_KEY[-6:])
NOWHERE = "127.0.0.1:9"
COUNTING = "One, two, three, four, five, six, seven, eight, nine, ten."


async def examined(folder: Path, settings: Mapping[str, str]) -> Examined:
    """Run the doctor; whatever it finds, it tells no secret and shows no trace of its inside."""
    code, written = await run("doctor", cwd=folder, **settings)
    assert [secret for secret in SECRETS if secret in written] == []
    assert "Traceback" not in written
    assert "\033" not in written
    return Examined(code, written)


def well(model: Script) -> None:
    """Let the model answer both of the doctor's questions as it should."""
    model.then(Script.slow(COUNTING, seconds=0.1), call("note", word="keepsake"))


async def test_all_is_well(tmp_path: Path, settings: dict[str, str], model: Script) -> None:
    well(model)
    (tmp_path / ".env").write_text("LOG_FORMAT=json\n")
    (tmp_path / ".env").chmod(0o600)
    found = await examined(tmp_path, settings)
    assert found.marks() == {
        **dict.fromkeys(("settings", ".env", "database", "schema", "api", "telegram"), "ok"),
        **dict.fromkeys(("topics", "users"), "ok"),
        **dict.fromkeys(("model", "context", "streaming", "tools", "usage", "time zone"), "ok"),
        "clock": "skipped",
    }
    assert found.code == 0
    assert found.text("telegram") == "the token belongs to @practice_bot"
    assert found.text("model") == f"scripted at {model.url}"
    assert found.text("users") == "2 owners"
    assert found.text("clock") == "not checked"
    assert found.text("time zone") == "Europe/London"
    assert "two short test questions" in found.written.splitlines()[0]
    assert found.written.splitlines()[-1] == "All is well. Keepsake can run."
    assert len(model.requests) == 2


async def test_threaded_mode_is_explained(tmp_path: Path, settings: dict[str, str], telegram: BotApi) -> None:
    found = await examined(tmp_path, settings)
    assert "choose @practice_bot at @BotFather, Bot Settings, then Threaded Mode" in found.text("topics")
    telegram.has_topics = True
    found = await examined(tmp_path, settings)
    assert found.text("topics") == "on: each topic of the private chat is a conversation of its own"


async def test_practice_mode_is_well_and_nothing_is_made(tmp_path: Path, data_dir: Path) -> None:
    found = await examined(tmp_path, {"DATA_DIR": str(data_dir)})
    assert [subject for subject, mark in found.marks().items() if mark != "ok"] == ["clock"]
    assert found.code == 0
    assert "created at the first start" in found.text("database")
    assert "practice mode" in found.text("telegram")
    assert "practice model" in found.text("model")
    assert os.listdir(data_dir.parent) == []  # noqa: PTH208 - a path's own methods are blocking calls to ruff


async def test_the_embedded_database_is_looked_at_beside_the_bot_and_without_it(tmp_path: Path, data_dir: Path) -> None:
    bot = BotProcess(tmp_path, {"DATA_DIR": str(data_dir)})
    await bot.start()
    pid_file = data_dir / "postgres/data/postmaster.pid"
    server = pid_file.read_text().split()[0]
    beside = await examined(tmp_path, {"DATA_DIR": str(data_dir)})
    still = pid_file.read_text().split()[0]
    assert await bot.stop() == 0
    without = await examined(tmp_path, {"DATA_DIR": str(data_dir)})
    for found in (beside, without):
        assert found.code == 0
        assert found.text("database") == "PostgreSQL 18.4, embedded"
        assert found.marks()["schema"] == "ok"
    assert still == server
    assert not pid_file.exists()


async def test_a_wrong_setting_keeps_only_what_needs_it_from_being_looked_at(
    tmp_path: Path, settings: dict[str, str], model: Script
) -> None:
    wrong = {"TIMEZONE": "Mars/Olympus", "TELEGRAM_BOT_TOKEN": f"{PASSWORD} is no token"}
    well(model)
    found = await examined(tmp_path, settings | wrong)
    assert found.code == 2
    assert found.written.count("problem  settings") == 2
    assert "Mars/Olympus" in found.written
    assert found.marks() | {"settings": "problem", "telegram": "skipped", "time zone": "skipped"} == found.marks()
    assert [found.marks()[it] for it in ("database", "schema", "model", "streaming", "tools")] == ["ok"] * 5
    assert found.text("telegram") == "not checked: TELEGRAM_BOT_TOKEN is invalid"


async def test_an_open_or_misspelled_env_file_is_reported(tmp_path: Path, data_dir: Path) -> None:
    (tmp_path / ".env").write_text(f"TELEGRAM_BOT_TOKN={TOKEN}\n")
    (tmp_path / ".env").chmod(0o644)
    found = await examined(tmp_path, {"DATA_DIR": str(data_dir)})
    assert found.code == 0
    assert "chmod 600 .env" in found.written
    assert "TELEGRAM_BOT_TOKN" in found.written
    assert found.written.splitlines()[-1] == "2 warnings. Keepsake can run."


async def test_unavailable_parts_are_reported_and_the_rest_checked(tmp_path: Path, settings: dict[str, str]) -> None:
    away = {
        "DATABASE_URL": f"postgresql://someone:{PASSWORD}@{NOWHERE}/memories",
        "TELEGRAM_API_URL": f"http://user:{PASSWORD}@{NOWHERE}",
        "OPENAI_BASE_URL": f"http://user:{PASSWORD}@{NOWHERE}/v1",
    }
    found = await examined(tmp_path, settings | away)
    assert found.code == 1
    assert found.text("database").startswith(f"{NOWHERE}/memories: connection failed")
    assert "Check DATABASE_URL" in found.text("database")
    assert found.text("telegram").startswith(f"http://{NOWHERE} can't be reached (NetworkError)")
    assert found.text("model").startswith(f"http://{NOWHERE}/v1 can't be reached")
    assert {"context", "streaming", "tools", "usage"}.isdisjoint(found.marks())
    assert found.marks()["time zone"] == "ok"
    assert found.written.splitlines()[-1] == "3 problems. Keepsake cannot run."


async def test_people_who_were_let_in_are_counted(
    tmp_path: Path, settings: dict[str, str], database: Database, model: Script
) -> None:
    well(model)
    async with database.transaction() as tx:
        assert await people.admit(tx, Owner(1000, 7), "Anna", await people.invite_owner(tx, 1000))
        assert await people.admit(tx, Owner(1000, 8), "Ben", await people.invite(tx, Owner(1000, 7)))
    found = await examined(tmp_path, settings | {"TELEGRAM_ALLOWED_USER_IDS": ""})
    assert found.text("users") == "1 owner, 1 other"


async def test_a_bot_that_nobody_can_use_yet_is_pointed_out(tmp_path: Path, settings: dict[str, str]) -> None:
    found = await examined(tmp_path, settings | {"TELEGRAM_ALLOWED_USER_IDS": ""})
    assert found.marks()["users"] == "warning"
    assert "open the link it shows" in found.text("users")


async def test_a_server_that_answers_as_another_bot_is_pointed_out(
    telegram: BotApi, tmp_path: Path, settings: dict[str, str]
) -> None:
    telegram.bot["id"] = 2_000
    found = await examined(tmp_path, settings)
    assert found.marks()["telegram"] == "problem"
    assert "answers as another bot, @practice_bot. Check TELEGRAM_API_URL." in found.text("telegram")


async def test_refusals_are_reported(tmp_path: Path, settings: dict[str, str]) -> None:
    refused = {
        "DATABASE_URL": f"postgresql://someone:{PASSWORD}@{NOWHERE}x/memories",
        "TELEGRAM_BOT_TOKEN": WRONG_TOKEN,
        "OPENAI_API_KEY": WRONG_KEY,
        "TELEGRAM_ALLOWED_USER_IDS": "",
    }
    found = await examined(tmp_path, settings | refused)
    assert found.code == 1
    assert "its address can't be read" in found.text("database")
    assert "refused the token. Copy TELEGRAM_BOT_TOKEN from @BotFather again." in found.text("telegram")
    assert "refused the key. Copy OPENAI_API_KEY again." in found.text("model")
    assert found.text("users") == "not checked: this depends on the database"


async def examined_model(folder: Path, url: str, **settings: str) -> Examined:
    """Run the doctor for the model alone, beside the practice page."""
    own = {"OPENAI_BASE_URL": url, "OPENAI_API_KEY": MODEL_KEY, "DATA_DIR": str(folder / "data")}
    return await examined(folder, own | settings)


async def test_a_model_that_neither_streams_nor_calls_tools_nor_counts_runs_with_warnings(
    tmp_path: Path, model: Script
) -> None:
    whole = {"object": "chat.completion", "choices": [{"message": {"content": COUNTING}, "finish_reason": "stop"}]}
    model.then(Reply(raw=(json.dumps(whole).encode(),)), "I will note it!")
    found = await examined_model(tmp_path, model.url)
    assert found.code == 0
    assert [found.marks()[it] for it in ("model", "streaming", "tools", "usage")] == ["ok", "warning", "warning", "ok"]
    assert "all at once" in found.text("streaming")
    assert "It can't store or change memories, but /memory add works" in found.text("tools")
    assert "estimated: the server counts no tokens" in found.text("usage")


async def test_models_that_are_to_be_shut_down_are_named_with_their_settings(tmp_path: Path, model: Script) -> None:
    well(model)
    model.server.models = ("scripted", "small", "seeing", "speaking")
    model.server.listed = {"shutdown_date": "2026-12-11"}
    others = {"REVIEW_MODEL": "small", "VISION_MODEL": "seeing", "TRANSCRIPTION_MODEL": "elsewhere"}
    found = await examined_model(tmp_path, model.url, OPENAI_MODEL="scripted", **others)
    assert found.code == 0
    assert [line for line in found.written.splitlines() if "shut down" in line] == [
        f"warning  {subject:<12} {name} is shut down by its provider on 11 Dec 2026. Set {setting} to another model."
        for subject, name, setting in (
            ("model", "scripted", "OPENAI_MODEL"),
            ("summaries", "small", "REVIEW_MODEL"),
            ("pictures", "seeing", "VISION_MODEL"),
        )
    ]


async def test_what_the_server_says_of_a_failure_is_passed_on_without_the_key(tmp_path: Path, model: Script) -> None:
    words = f"model requires more system memory (8.0 GiB), {MODEL_KEY}"
    model.then(Reply(error=Refusal(500, words)))
    found = await examined_model(tmp_path, model.url)
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
    tmp_path: Path, settings: dict[str, str], model: Script
) -> None:
    well(model)
    async with odd_telegram(off=timedelta(minutes=10)) as url:
        found = await examined(tmp_path, settings | {"TELEGRAM_API_URL": url})
    assert found.code == 0
    assert found.marks()["clock"] == "warning"
    assert "s behind Telegram's. Set it" in found.text("clock")
    assert found.marks()["webhook"] == "warning"
    assert "at elsewhere.example receives" in found.text("webhook")
    assert found.text("telegram") == "the token belongs to @odd_bot"


async def test_listed_mcp_servers_are_connected(tmp_path: Path, settings: dict[str, str], model: Script) -> None:
    well(model)
    settings["DATA_DIR"] = data = str(tmp_path)
    entries = {"works": hostile("works"), "bombs": hostile("bombs"), "no": {"command": "no-such-command"}, "bad": {}}
    (tmp_path / "mcp.json").write_text(json.dumps({"mcpServers": entries}))
    found = await examined(tmp_path, settings)
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
