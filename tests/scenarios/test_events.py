"""The page hears of what is changed in the chat, and by another process."""

from pathlib import Path

import httpx

from practice.telegram.bot_api import BotApi
from tests.api.test_events import listening
from tests.process import BotProcess, run
from tests.scenarios.test_api import free_port

PATIENCE = 20
"""Seconds: the bot has to hear of it first. How soon the page does then, `tests/api/test_events.py` tells."""


async def test_the_chat_and_other_processes_are_heard(
    telegram: BotApi, bot_process: BotProcess, settings: dict[str, str], tmp_path: Path
) -> None:
    port = free_port()
    bot_process.settings["API_PORT"] = str(port)
    await bot_process.start()
    _, said = await run("token", "add", "Page", "--user", "1", cwd=tmp_path, **settings)
    bearer = {"Authorization": f"Bearer {said.splitlines()[-1]}"}
    async with (
        httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=bearer) as http,
        listening(http) as stream,
    ):
        telegram.send_text("/memory add preference The user likes tea")
        while "memories" not in await stream.kinds(PATIENCE):  # after the user's language, which was heard, too
            pass
        telegram.send_text("/notes add Shopping: milk")
        assert await stream.kinds(PATIENCE) == ["notes"]
        telegram.send_text("/remind in 3 hours tea")
        assert await stream.kinds(PATIENCE) == ["reminders"]
        telegram.send_text("Hello there")
        assert await stream.kinds(PATIENCE) == ["conversations"]
        await telegram.bot_message("Echo: Hello there")
        (tmp_path / "list.md").write_text("- The user is a nurse\n")
        _, said = await run("memory", "import", "list.md", "--user", "1", cwd=tmp_path, **settings)
        assert "1 new" in said
        while "memories" not in await stream.kinds(PATIENCE):
            pass
