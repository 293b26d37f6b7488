"""The page is opened with a link from the chat or from the command line."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx

from practice.telegram.bot_api import BotApi
from tests.forks import environment
from tests.process import BotProcess, free_port, run


@asynccontextmanager
async def logged_in(link: str) -> AsyncIterator[httpx.AsyncClient]:
    """Follow a link as a browser does, and yield the browser."""
    address = urlsplit(link)
    own = f"{address.scheme}://{address.netloc}"
    async with httpx.AsyncClient(base_url=own, headers={"Origin": own}) as http:
        assert (await http.post("/login", data={"key": parse_qs(address.query)["key"][0]})).status_code == 303
        yield http


async def test_the_chat_opens_the_page_and_shows_and_ends_its_session(
    telegram: BotApi, bot_process: BotProcess, api_url: str
) -> None:
    shown = await telegram.bot_message("opens your memories", after=telegram.send_text("/memory open"))
    ((button,),) = shown.keyboard
    assert button.url.startswith(f"{api_url}/login?key=")
    async with logged_in(button.url) as http:
        assert (await http.get("/api/session")).json() == {"user_id": 1, "through": "page", "language": "en"}
        await telegram.bot_message("page (a browser)", after=telegram.send_text("/api"))
        await telegram.bot_message("“page” no longer has access.", after=telegram.send_text("/api revoke page"))
        assert (await http.get("/api/session")).status_code == 401
    key = button.url.partition("key=")[2]
    assert not any(key in line for line in bot_process.log)


async def test_without_a_setting_the_page_is_open_on_this_machine_alone(
    telegram: BotApi, bot_process: BotProcess, settings: dict[str, str], tmp_path: Path
) -> None:
    settings["API_PORT"] = ""
    bot_process.settings |= settings
    await bot_process.start()
    door = next(it for it in map(json.loads, bot_process.log) if it["event"] == "door open")
    assert door["host"] == "127.0.0.1"
    shown = await telegram.bot_message("opens your memories", after=telegram.send_text("/memory open"))
    code, said = await run("open", "--user", "1", cwd=tmp_path, **settings)
    assert code == 0, said
    for link in (shown.keyboard[0][0].url, said.splitlines()[-1]):
        assert link.startswith(f"http://127.0.0.1:{door['port']}/login?key=")
        async with logged_in(link) as http:
            assert (await http.get("/api/session")).json()["user_id"] == 1
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{door['port']}") as http:
        assert (await http.get("/api/memory/")).status_code == 401
    elsewhere = {**settings, "DATA_DIR": f"{tmp_path}"}
    for others, why in (({**settings, "API_PORT": "0"}, "API_PORT"), (elsewhere, "Start it first.")):
        code, said = await run("open", "--user", "1", cwd=tmp_path, **others)
        assert (code, why in said) == (2, True)


async def test_what_serves_the_page_is_imported_once_somebody_asks(
    telegram: BotApi, settings: dict[str, str], tmp_path: Path
) -> None:
    log = tmp_path / "log"
    wanted = environment(**settings | {"API_PORT": "", "LOG_FORMAT": "json", "PYTHONPROFILEIMPORTTIME": "1"})
    with log.open("w") as errors:
        bot = await asyncio.create_subprocess_exec(sys.executable, "-m", "bot", cwd=tmp_path, env=wanted, stderr=errors)
    try:
        await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
        so_far = log.read_text()
        assert "fastapi" not in so_far
        door = next(line for line in so_far.splitlines() if "door open" in line)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{json.loads(door)['port']}", timeout=60) as http:
            assert (await http.get("/healthz")).status_code == 200
        assert "fastapi" in log.read_text()
    finally:
        bot.terminate()
        await bot.wait()


async def test_a_proxys_address_is_that_of_links_and_of_the_mini_app(telegram: BotApi, bot_process: BotProcess) -> None:
    bot_process.settings |= {"API_PORT": str(free_port()), "API_PUBLIC_URL": "https://keepsake.example.org"}
    await bot_process.start()
    await telegram.bot_message("Remembered", after=telegram.send_text("/memory add person The user is called Ada"))
    shown = await telegram.bot_message("Your memories", after=telegram.send_text("/memory"))
    (_numbers, (opening,)) = shown.keyboard
    assert opening.web_app
    assert opening.web_app.url == "https://keepsake.example.org"
    shown = await telegram.bot_message("opens your memories", after=telegram.send_text("/memory open"))
    assert shown.keyboard[0][0].url.startswith("https://keepsake.example.org/login?key=")
