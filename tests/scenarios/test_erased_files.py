"""Whatever erases a message erases its files, too: no byte, no row and no entry of the update log is left."""

import asyncio
from io import BytesIO
from pathlib import Path

from PIL import Image

from bot.chat.dead_letters import SORRY
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Upload
from tests.databases import administration
from tests.dump import dumped
from tests.process import BotProcess, Script, run
from tests.scenarios.test_dead_letters import REFUSING

NAME = "zanzibar"
"""What the files are called."""


async def show(telegram: BotApi, bot: BotProcess, colour: str) -> None:
    """Send a picture, and wait for the answer."""
    written, answered = BytesIO(), bot.turns_answered
    Image.new("RGB", (64, 64), colour).save(written, "PNG")
    sent = telegram.send_file(Upload(f"{NAME}.png", "image/png", written.getvalue()), caption="What is this?")
    await telegram.bot_message("Echo: ", after=sent)
    await bot.answered(answered + 1)


async def fail_to_show(telegram: BotApi) -> None:
    """Send a picture that becomes a dead letter."""
    sent = telegram.send_file(Upload(f"{NAME}.png", "image/png", b"poison"), caption="This is poison")
    await telegram.bot_message(SORRY, after=sent)


def number_of(folder: Path) -> int:
    """Return how many files are kept."""
    return len(list(folder.iterdir()))


async def gone(folder: Path, database_url: str, *, but: int = 0) -> None:
    """Wait until no more files are there, and see that no row tells of others."""
    async with asyncio.timeout(20):
        while number_of(folder) > but:  # noqa: ASYNC110 - only the folder shows it
            await asyncio.sleep(0.02)
    assert number_of(folder) == but
    with administration(database_url) as connection:
        assert connection.execute("SELECT count(*) FROM agent_attachments").fetchone() == (but,)
    if not but:
        rows = await dumped(database_url)
        assert NAME not in rows
        assert "practice-file" not in rows


async def test_files_go_with_the_messages_that_are_forgotten_private_or_erased(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "data" / "files" / "1000"
    with administration(database_url) as connection:
        connection.execute(REFUSING)
    await bot_process.start()
    await show(telegram, bot_process, "red")
    await telegram.bot_message("", after=telegram.send_text("/private"))
    await show(telegram, bot_process, "blue")
    await fail_to_show(telegram)
    assert number_of(folder) == 2
    await telegram.bot_message("", after=telegram.send_text("/new"))
    await gone(folder, database_url, but=1)
    assert NAME in await dumped(database_url)
    await telegram.bot_message("Conversation 1 is erased", after=telegram.send_text("/forget 1 yes"))
    await gone(folder, database_url)

    await show(telegram, bot_process, "red")
    await fail_to_show(telegram)
    asked = telegram.send_text("/erase everything I told you")
    await telegram.bot_message("Everything is erased", after=asked)
    await gone(folder, database_url)

    await show(telegram, bot_process, "blue")
    await bot_process.stop()
    code, said = await run("erase", "--user", "1", "--yes", cwd=tmp_path, **bot_process.settings)
    assert (code, said) == (0, "Deleted all data of user 1: 1 conversation.\n")
    assert number_of(folder) == 0
    await gone(folder, database_url)
    assert model.requests
