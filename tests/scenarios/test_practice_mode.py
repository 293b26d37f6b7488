"""Practice mode without settings: a chat page, a model that remembers, a small web, all data in the data folder."""

import re
import signal
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chat_page import Page
from tests.conftest import MODEL_KEY
from tests.pictures import photo
from tests.process import BotProcess, Script, run


@pytest.fixture
async def practice(tmp_path: Path, data_dir: Path) -> AsyncIterator[BotProcess]:
    """The bot with no settings but its data folder."""
    process = BotProcess(tmp_path, {"DATA_DIR": str(data_dir)})
    await process.start()
    yield process
    await process.stop()


def open_to_others(data_dir: Path) -> list[Path]:
    """Return what another user of the machine could get at."""
    return [
        path
        for path in (data_dir, *data_dir.rglob("*"))
        if not path.is_symlink()
        and all(stat.S_IMODE(it.stat().st_mode) & 0o007 for it in (path, *path.parents) if it.is_relative_to(data_dir))
    ]


def address(process: BotProcess) -> str:
    """Return where the process says its page is."""
    found = re.search(r"Chat here: (http://127\.0\.0\.1:\d+)", "\n".join(process.output))
    assert found, process.output
    return found[1]


async def test_a_first_fact_is_remembered_and_recalled_after_a_kill_and_a_signal_ends_everything(
    practice: BotProcess, data_dir: Path, tmp_path: Path
) -> None:
    written = "\n".join(practice.output)
    assert "no AI model. Answers come from simple rules." in written
    assert "TELEGRAM_BOT_TOKEN" in written
    page = Page(address(practice))
    await page.say("Remember that Alec is my boss")
    first = await page.seen(lambda texts: any("💾 Remembered:" in text for text in texts))
    assert "practice model" in first[0]
    await practice.kill()
    await practice.start()
    await page.close()
    page = Page(address(practice))
    await page.say("/new")
    await page.say("Who is Alec?")
    texts = await page.seen(lambda texts: "boss" in texts[-1] and len(texts) >= 3)
    assert "💾 Remembered:" in texts[0]
    assert "your boss" in texts[-1]
    assert open_to_others(data_dir) == []
    code, written = await run(cwd=tmp_path, DATA_DIR=str(data_dir))
    assert code == 2
    assert re.search(rf"Keepsake is already running at http://127.0.0.1:\d+, on the data folder {data_dir}\.", written)
    assert await run("migrate", cwd=tmp_path, DATA_DIR=str(data_dir)) == (0, "The database is up to date.\n")
    await page.show(photo("red", (640, 480)), caption="What is this?")
    await page.seen(lambda texts: "I see a picture of 640 by 480 pixels, mostly red" in texts[-1])
    await page.say("Search the web for the ferry")
    found = await page.seen(lambda texts: "/ferry" in texts[-1])
    url = re.search(r"http://127\.0\.0\.1:\d+/ferry", found[-1])
    assert url, found
    await page.say(f"Read {url[0]}")
    read = await page.seen(lambda texts: "Bicycles" in texts[-1])
    assert f"I have read {url[0]}. It begins: “From this winter on, the ferry to Old Harbour" in read[-1]
    await page.close()
    assert (data_dir / "postgres/data/postmaster.pid").exists()
    assert await practice.end(signal.SIGHUP) == 0  # its terminal is closed
    assert not (data_dir / "postgres/data/postmaster.pid").exists()


async def test_with_a_model_and_no_token_the_page_has_the_real_model_and_says_so(
    tmp_path: Path, data_dir: Path, model: Script
) -> None:
    settings = {"DATA_DIR": str(data_dir), "OPENAI_BASE_URL": model.url, "OPENAI_API_KEY": MODEL_KEY}
    process = BotProcess(tmp_path, settings)
    try:
        await process.start()
        assert any("Your model answers: " in line for line in process.output)
        page = Page(address(process))
        await page.say("Hello")
        assert await page.seen(lambda texts: "Echo" in texts[0]) == ["Echo: Hello"]
        await page.close()
    finally:
        await process.stop()
