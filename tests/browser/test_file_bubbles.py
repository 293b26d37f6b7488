"""A file has a bubble of its own, and the bot's files can be downloaded."""

from pathlib import Path

import pytest
from playwright.async_api import Page, expect

from tests.browser.bot import Bot, entity

pytestmark = pytest.mark.asyncio(loop_scope="session")

CONTENT = b'{"name": "\xc3\xa9"}\r\n' * 600


async def test_a_file_shows_its_name_size_and_caption_and_is_saved_as_it_was_sent(
    page: Page, bot: Bot, tmp_path: Path
) -> None:
    caption = "All that I know."
    await bot.send_file("keepsake.json", CONTENT, caption, entities=[entity("bold", caption, "All")])
    bubble = page.locator(".message.theirs")
    await expect(bubble.locator("strong").first).to_have_text("keepsake.json")
    await expect(bubble.locator("small")).to_have_text("9.6 kB")
    await expect(bubble.locator(".text strong")).to_have_text("All")
    async with page.expect_download() as download:
        await page.get_by_role("link", name="Download keepsake.json, 9.6 kB").click()
    saved = await download.value
    assert saved.suggested_filename == "keepsake.json"
    await saved.save_as(tmp_path / "saved")
    assert (tmp_path / "saved").read_bytes() == CONTENT


async def test_a_file_is_chosen_and_sent_with_what_was_written_as_its_caption(
    page: Page, bot: Bot, tmp_path: Path
) -> None:
    (tmp_path / "notes.md").write_bytes(CONTENT)
    await page.get_by_label("Message", exact=True).fill("/memory import")
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("button", name="Attach files").click()
    await (await chooser.value).set_files(tmp_path / "notes.md")
    bubble = page.locator(".message.mine").last
    await expect(bubble.locator("strong").first).to_have_text("notes.md")
    await expect(bubble).to_contain_text("/memory import")
    await expect(page.get_by_label("Message", exact=True)).to_have_value("")
    sent = bot.api.messages()[-1]
    assert bot.api.file(sent.message_id) == CONTENT
