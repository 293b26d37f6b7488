"""`python -m bot doctor` checks everything the bot needs and prints a line about each."""

from collections.abc import Mapping
from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from practice.serving import serve
from practice.web.site import Site
from tests.conftest import MODEL_KEY, TOKEN
from tests.examined import Examined
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


async def test_all_is_well(tmp_path: Path, settings: dict[str, str], model: Script) -> None:
    model.then(Script.slow(COUNTING, seconds=0.1), call("note", word="keepsake"))
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
    assert "two short test questions" in found.written.splitlines()[0]
    assert found.written.splitlines()[-1] == "All is well. Keepsake can run."
    assert len(model.requests) == 2


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


async def test_a_search_server_is_well_or_a_warning_that_says_what_to_do(tmp_path: Path) -> None:
    practice = {"DATA_DIR": str(tmp_path / "data")}
    async with serve(Site().app) as url:
        found = await examined(tmp_path, practice | {"SEARXNG_URL": url})
    assert found.marks()["web search"] == "ok"
    assert found.text("web search") == "SearXNG, 1 results for “weather”"
    app = Starlette(routes=[Route("/search", lambda _: PlainTextResponse("Forbidden", 403))])
    async with serve(app) as url:
        refused = await examined(tmp_path, practice | {"SEARXNG_URL": url})
    assert (refused.code, refused.marks()["web search"]) == (0, "warning")
    assert "search.formats" in refused.text("web search")
