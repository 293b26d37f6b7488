"""`python -m bot doctor` tells what Telegram says of the webhook, and what to do about it."""

from pathlib import Path

import httpx
import pytest

from practice.telegram.bot_api import BotApi
from tests.conftest import TOKEN
from tests.process import Script
from tests.scenarios.test_doctor import examined, well

HOST, URL = "keepsake.example.org", "https://keepsake.example.org/telegram"


async def register(telegram: BotApi, telegram_url: str, to: str) -> None:
    """Set the webhook, as the bot does, at a proxy that passes everything on to an address."""
    telegram.webhooks.hosts[HOST] = to
    async with httpx.AsyncClient() as http:
        assert (await http.post(f"{telegram_url}/bot{TOKEN}/setWebhook", json={"url": URL})).json()["ok"]


async def test_what_telegram_says_of_the_webhook_is_explained(
    telegram: BotApi, telegram_url: str, tmp_path: Path, settings: dict[str, str], model: Script
) -> None:
    settings["WEBHOOK_URL"] = URL
    well(model)
    found = await examined(tmp_path, settings)
    assert found.marks()["webhook"] == "ok"
    assert found.text("webhook") == f"not registered yet; the next start registers {URL}"

    await register(telegram, telegram_url, "http://127.0.0.1:9")
    telegram.send_text("Is anybody there?")
    await telegram.wait_for(lambda: telegram.webhooks.info().get("last_error_message"))
    well(model)
    found = await examined(tmp_path, settings)
    assert found.code == 0
    assert found.marks()["webhook"] == "warning"
    assert found.text("webhook").startswith(f"registered at {URL}, 1 update waiting; the last delivery failed on ")
    assert "UTC: Connection refused. Telegram can't reach keepsake.example.org." in found.text("webhook")

    await register(telegram, telegram_url, telegram_url)  # what doesn't take posts from there
    await telegram.wait_for(lambda: "403" in str(telegram.webhooks.info().get("last_error_message")))
    well(model)
    found = await examined(tmp_path, settings)
    assert "The proxy has to pass the header X-Telegram-Bot-Api-Secret-Token on." in found.text("webhook")


@pytest.mark.parametrize("url", ["", "https://other.example.org/telegram"])
async def test_anothers_webhook_is_reported_whether_one_is_set_here_or_not(
    telegram: BotApi, telegram_url: str, tmp_path: Path, settings: dict[str, str], model: Script, url: str
) -> None:
    await register(telegram, telegram_url, "http://127.0.0.1:9")
    well(model)
    found = await examined(tmp_path, {**settings, "WEBHOOK_URL": url})
    assert found.marks()["webhook"] == "warning"
    assert "another program at keepsake.example.org receives this bot's messages" in found.text("webhook")


async def test_whether_big_files_can_be_read_is_told(tmp_path: Path, settings: dict[str, str], model: Script) -> None:
    well(model)
    found = await examined(tmp_path, {**settings, "TELEGRAM_API_FOLDER": str(tmp_path), "ATTACHMENT_MB": "500"})
    assert found.marks()["big files"] == "ok"
    assert found.text("big files").startswith(f"read in {tmp_path}, up to 500 MB (ATTACHMENT_MB).")
    well(model)
    found = await examined(tmp_path, {**settings, "TELEGRAM_API_FOLDER": str(tmp_path / "nowhere")})
    assert found.code == 1
    assert found.marks()["big files"] == "problem"
