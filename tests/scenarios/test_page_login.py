"""The page is opened with a link from the chat or from the command line."""

import asyncio
import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from practice.telegram.bot_api import BotApi
from tests.chat_page import Page
from tests.forks import environment
from tests.process import BotProcess, run
from tests.scenarios.test_api import free_port
from tests.scenarios.test_practice_mode import address


@asynccontextmanager
async def logged_in(link: str) -> AsyncIterator[httpx.AsyncClient]:
    """Follow a link as a browser does, and yield the browser."""
    address = urlsplit(link)
    own = f"{address.scheme}://{address.netloc}"
    async with httpx.AsyncClient(base_url=own, headers={"Origin": own}) as http:
        assert (await http.post("/login", data={"key": parse_qs(address.query)["key"][0]})).status_code == 303
        yield http


async def test_the_chat_opens_the_page_and_shows_and_ends_its_session(
    telegram: BotApi, bot_process: BotProcess
) -> None:
    port = free_port()
    bot_process.settings["API_PORT"] = str(port)
    await bot_process.start()
    shown = await telegram.bot_message("opens your memories", after=telegram.send_text("/memory open"))
    ((button,),) = shown.keyboard
    assert button.url.startswith(f"http://127.0.0.1:{port}/login?key=")
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
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{json.loads(door)['port']}") as http:
            assert (await http.get("/healthz")).status_code == 200
        assert "fastapi" in log.read_text()
    finally:
        bot.terminate()
        await bot.wait()


async def test_bots_that_start_at_once_have_a_port_each(
    bot_process: BotProcess, tmp_path: Path, data_dir: Path
) -> None:
    bot_process.settings["API_PORT"] = ""
    other = BotProcess(tmp_path, {"DATA_DIR": str(data_dir)})
    await asyncio.gather(bot_process.start(), other.start())
    ports = {json.loads(it)["port"] for bot in (bot_process, other) for it in bot.log if '"door open"' in it}
    await other.stop()
    assert len(ports) == 2


@pytest.mark.usefixtures("bot")
async def test_the_chat_says_how_to_turn_the_page_on(telegram: BotApi) -> None:
    shown = await telegram.bot_message("The page is off", after=telegram.send_text("/memory open"))
    assert "API_PORT" in shown.text


async def test_the_chat_says_what_opens_the_page_to_other_machines(telegram: BotApi, bot_process: BotProcess) -> None:
    bot_process.settings |= {"API_PORT": str(free_port()), "API_HOST": "0.0.0.0"}
    await bot_process.start()
    await telegram.bot_message("once there is a token", after=telegram.send_text("/memory open"))


async def test_a_proxys_address_is_the_link_s(telegram: BotApi, bot_process: BotProcess) -> None:
    bot_process.settings |= {"API_PORT": str(free_port()), "API_PUBLIC_URL": "https://keepsake.example.org"}
    await bot_process.start()
    shown = await telegram.bot_message("opens your memories", after=telegram.send_text("/memory open"))
    assert shown.keyboard[0][0].url.startswith("https://keepsake.example.org/login?key=")


async def test_the_command_line_opens_the_page(
    bot_process: BotProcess, settings: dict[str, str], tmp_path: Path
) -> None:
    settings |= {"API_PORT": str(free_port())}
    bot_process.settings |= settings
    await bot_process.start()
    code, said = await run("open", "--user", "1", cwd=tmp_path, **settings)
    assert code == 0, said
    async with logged_in(said.splitlines()[-1]) as http:
        assert (await http.get("/api/session")).json()["user_id"] == 1
        _, listed = await run("token", "list", "--user", "1", cwd=tmp_path, **settings)
        assert "page: a browser, created " in listed
    code, said = await run("open", "--user", "1", cwd=tmp_path, **{**settings, "API_PORT": "0"})
    assert (code, "API_PORT" in said) == (2, True)
    code, said = await run(
        "open", "--user", "1", cwd=tmp_path, **{**settings, "API_PORT": "", "DATA_DIR": f"{tmp_path}"}
    )
    assert (code, "Start it first." in said) == (2, True)


async def test_the_list_of_memories_opens_the_mini_app(telegram: BotApi, bot_process: BotProcess) -> None:
    bot_process.settings |= {"API_PORT": str(free_port()), "API_PUBLIC_URL": "https://keepsake.example.org"}
    await bot_process.start()
    await telegram.bot_message("Remembered", after=telegram.send_text("/memory add person The user is called Ada"))
    shown = await telegram.bot_message("Your memories", after=telegram.send_text("/memory"))
    (_numbers, (opening,)) = shown.keyboard
    assert opening.web_app
    assert opening.web_app.url == "https://keepsake.example.org"


async def test_practice_mode_has_a_page(tmp_path: Path, data_dir: Path) -> None:
    process = BotProcess(tmp_path, {"DATA_DIR": str(data_dir)})
    await process.start()
    chat = Page(address(process))
    await chat.say("/memory open")
    await chat.seen(lambda texts: "opens your memories" in texts[-1])
    async with logged_in(await chat.link()) as http:
        assert (await http.get("/api/session")).json() == {"user_id": 1, "through": "page", "language": "en"}
    code, said = await run("open", cwd=tmp_path, DATA_DIR=str(data_dir))
    assert code == 0, said
    async with logged_in(said.splitlines()[-1]) as http:
        assert (await http.get("/api/session")).status_code == 200
    await chat.close()
    await process.stop()
