"""An act that is declared once, as docs/architecture.md shows, is there at every door."""

import asyncio
import re
import shutil
import sys
from asyncio.subprocess import DEVNULL
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import httpx
from mcp_types import Implementation

from practice.telegram.bot_api import BotApi
from tests.doors.mcp_server.assistants import by_http
from tests.doors.mcp_server.assistants import call as call_tool
from tests.forks import REPOSITORY, environment
from tests.pressing import pressed, toast
from tests.process import Script, call, free_port, run
from tests.striking import marked

ACT: Final = re.compile(r"## Adding an act\n.*?```python\n(.*?)```", re.DOTALL)
MOST_LINES: Final = 40
LINES: Final = ["🍽 Logged: Pear", "🍽 Logged: Tea", "🍽 Logged: Soup"]


def copy_with_act(folder: Path) -> None:
    """Make a copy of the bot with the act of the docs: its file, and its name in the list."""
    found = ACT.search((REPOSITORY / "docs/architecture.md").read_text())
    assert found
    assert found[1].count("\n") <= MOST_LINES
    for part in ("bot", "migrations"):
        shutil.copytree(REPOSITORY / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "bot/features/notes/meals.py").write_text(found[1])
    features = folder / "bot/app/features.py"
    listed = features.read_text().replace("    DATA,\n", "    DATA,\n    MEALS,\n")
    features.write_text(listed.replace("\nfrom", "\nfrom bot.features.notes.meals import MEALS\nfrom", 1))


@asynccontextmanager
async def running(folder: Path, settings: dict[str, str]) -> AsyncIterator[None]:
    """Run the bot of a folder."""
    command = (sys.executable, "-m", "bot")
    bot = await asyncio.create_subprocess_exec(*command, cwd=folder, env=environment(**settings), stderr=DEVNULL)
    yield
    bot.terminate()
    assert await bot.wait() == 0


async def test_what_is_declared_once_is_a_tool_and_a_route_with_receipt_undo_and_entry(
    telegram: BotApi, model: Script, settings: dict[str, str], tmp_path: Path
) -> None:
    copy_with_act(tmp_path / "copy")
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    async with running(tmp_path / "copy", {**settings, "API_PORT": str(port)}):
        model.then(call("log_meal", meal="Soup"), "Enjoy!")
        answer = await telegram.bot_message("Enjoy!", after=telegram.send_text("I had soup"))
        assert answer.text == "Enjoy!\n\n🍽 Logged: Soup"
        _, said = await run("token", "add", "Kitchen", "--user", "1", cwd=tmp_path, **settings)
        token = said.splitlines()[-1]
        async with httpx.AsyncClient(base_url=url, headers={"Authorization": f"Bearer {token}"}) as http:
            done = await http.post("/api/acts/log_meal", json={"meal": "Tea"})
            assert done.json() == {"words": "Logged.", "receipt": "🍽 Logged: Tea", "data": {}}
            assert (await http.post("/api/acts/log_meal", json={"meal": "x" * 101})).status_code == 422
            operations = (await http.get("/openapi.json")).json()["paths"]["/api/acts/log_meal"]
        assert operations["post"]["operationId"] == "act_log_meal"
        async with by_http(url, token, "auto", Implementation(name="Chef", version="1")) as assistant:
            assert not (await call_tool(assistant, "log_meal", meal="Pear")).is_error
        told = await telegram.bot_message("🍽 Logged: Pear\n(through Chef)")
        log = await telegram.bot_message("🗒 What I did:", after=telegram.send_text("/activity"))
        assert [it.partition(". ")[2] for it in log.text.split("\n")[2:7:2]] == LINES
        assert await toast(telegram, answer, "Undo") == "This note has changed since then."
        assert marked(await pressed(telegram, told, "Undo")) == "~🍽 Logged: Pear~\n(through Chef)"
        assert "~🍽 Logged: Tea~" in marked(await pressed(telegram, log, "↩️ 2"))
        assert marked(await pressed(telegram, answer, "Undo")) == "Enjoy!\n\n~🍽 Logged: Soup~"
