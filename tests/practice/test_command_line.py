"""`python -m practice` is all it takes to chat with a bot that knows nothing of it."""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from tests.forks import REPOSITORY, environment
from tests.process import START_SECONDS, BotProcess, Script

PORTS = ("--port", "0", "--model-port", "0")


class Served:
    """A practice process and the settings that it prints."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.settings = dict[str, str]()

    async def read(self) -> None:
        """Read its output until it is ready."""
        assert self.process.stdout
        async with asyncio.timeout(START_SECONDS):
            while not (line := (await self.process.stdout.readline()).decode()).startswith("On the page you write"):
                assert line, "it ended"
                name, _, value = line.strip().partition("=")
                if name.isupper():
                    self.settings[name] = value.split(" ")[0]

    async def has_shown(self, begins: str) -> None:
        """Wait until the page shows a bot message with this beginning and no request is open."""
        page = httpx.AsyncClient(base_url=self.settings["TELEGRAM_API_URL"], timeout=START_SECONDS)
        is_asked, is_there = True, False
        async with page, page.stream("GET", "/page/changes") as stream:
            async for line in stream.aiter_lines():
                news = json.loads(line[6:]) if line.startswith("data: ") else {}
                is_asked = news.get("is_asked", is_asked)
                is_there |= any(it["from_bot"] and it["text"].startswith(begins) for it in news.get("messages", ()))
                if is_there and not is_asked:
                    return


async def started(*arguments: str) -> Served:
    """Start the practice servers."""
    command = (sys.executable, "-m", "practice", *PORTS, *arguments)
    process = await asyncio.create_subprocess_exec(*command, cwd=REPOSITORY, env=environment(), stdout=-1)
    served = Served(process)
    await served.read()
    return served


@pytest.fixture
async def bot(tmp_path: Path, database_url: str) -> AsyncIterator[BotProcess]:
    """A bot without any settings but for its database and who may write."""
    bot = BotProcess(tmp_path, {"DATABASE_URL": database_url, "TELEGRAM_ALLOWED_USER_IDS": "1"})
    yield bot
    await bot.stop()


@pytest.mark.parametrize("answers", ["by rules", "of a server upstream"])
async def test_a_bot_with_the_printed_settings_answers_and_its_request_is_shown(
    bot: BotProcess, model: Script, answers: str
) -> None:
    upstream = answers == "of a server upstream"
    served = await started(*(["--upstream", model.url] if upstream else []))
    bot.settings |= served.settings
    if upstream:
        bot.settings |= {"OPENAI_MODEL": "scripted", "OPENAI_API_KEY": "sk-tests"}
    await bot.start()
    async with httpx.AsyncClient(base_url=served.settings["TELEGRAM_API_URL"]) as page:
        await page.post("/page/send", json={"text": "How are you?"})
        await served.has_shown("Echo: How are you?" if upstream else "I'm the practice model")
        request = (await page.get("/page/request")).json()
        assert [block["title"] for block in request["blocks"]][-2:] == ["System prompt", "You"]
        assert request["usage"]["prompt"] > 100
        assert (await page.get("/page/memories")).json() == []
    await bot.stop()
    served.process.send_signal(signal.SIGTERM)
    assert await served.process.wait() == 0


async def test_a_busy_port_is_reported_in_one_sentence(model: Script) -> None:
    busy = model.url.removesuffix("/v1").rpartition(":")[2]
    command = (sys.executable, "-m", "practice", "--port", "0", "--model-port", busy)
    process = await asyncio.create_subprocess_exec(*command, cwd=REPOSITORY, env=environment(), stderr=-1)
    _, said = await process.communicate()
    assert said.decode() == "The servers can't be started: Address already in use.\n"
    assert process.returncode == 1


@pytest.mark.parametrize(
    "wrong", [("--port", "70000"), ("--token", "abc"), ("--upstream", "localhost:1/v1"), ("--endpoint", "here")]
)
async def test_invalid_arguments_are_reported(wrong: tuple[str, str]) -> None:
    command = (sys.executable, "-m", "practice", *wrong)
    process = await asyncio.create_subprocess_exec(*command, cwd=REPOSITORY, env=environment(), stderr=-1)
    _, said = await process.communicate()
    assert f"argument {wrong[0]}: " in said.decode()
    assert "Traceback" not in said.decode()
