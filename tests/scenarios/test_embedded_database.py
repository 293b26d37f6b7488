"""A running bot survives the death of its embedded database."""

import asyncio
import os
import signal
from pathlib import Path

from bot.store.embedded import EmbeddedServer
from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script
from tests.shown import shown


async def test_a_killed_database_is_restarted_and_pending_work_continues(
    telegram: BotApi, model: Script, bot_process: BotProcess, data_dir: Path
) -> None:
    del bot_process.settings["DATABASE_URL"]
    bot_process.settings["DATA_DIR"] = str(data_dir)
    await bot_process.start()
    gate = asyncio.Event()
    model.then(Reply(pieces=("An answer that shows at once. ", "Its end."), gates={2: gate}))
    telegram.send_text("One")
    begun = await shown(telegram, "An answer that shows", EmbeddedServer(data_dir).url)
    pid_file = data_dir / "postgres" / "data" / "postmaster.pid"
    for _ in range(2):
        already = len(bot_process.log)
        os.kill(int(pid_file.read_text().split()[0]), signal.SIGKILL)
        await bot_process.logged(lambda line: line.get("event") == "embedded database runs again", after=already)
    gate.set()
    await bot_process.answered(1)
    telegram.send_text("Two")
    await bot_process.answered(2)
    texts = [it.text for it in telegram.messages() if it.from_bot]
    assert texts in (["An answer that shows at once. Its end.", "Echo: Two"], ["Echo: One", "Echo: Two"])  # asked anew?
    assert telegram.message(1, begun)
    assert await bot_process.stop() == 0
    assert not pid_file.exists()
