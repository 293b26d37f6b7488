"""Pictures, sounds and files in the chat: they are chosen, dropped, pasted, recorded, shown and played."""

import base64
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from practice.model.opus import seconds_of
from practice.telegram.media import Photo
from practice.telegram.messenger import Message
from tests.browser.bot import Bot, entity
from tests.browser.conftest import opened
from tests.pictures import photo

pytestmark = pytest.mark.asyncio(loop_scope="session")

SMALL = (640, 480)
CONTENT = b'{"name": "\xc3\xa9"}\r\n' * 600
PNG = ("shot.png", "image/png")
DROPPED = """([target, shift, ...files]) => {
  const data = new DataTransfer();
  for (const [name, type, content] of files) {
    const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0));
    data.items.add(new File([bytes], name, { type }));
  }
  const chosen = document.querySelector(target);
  if (target === "#text") {
    chosen.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  } else {
    for (const kind of ["dragover", "drop"]) {
      const options = { dataTransfer: data, bubbles: true, cancelable: true, shiftKey: shift };
      chosen.dispatchEvent(new DragEvent(kind, options));
    }
  }
}"""


def encoded(name: str, media_type: str, content: bytes) -> list[str]:
    """Return a file for the page's script."""
    return [name, media_type, base64.b64encode(content).decode()]


async def sent(bot: Bot, number: int = 1) -> list[Message]:
    """Wait until the user has sent a number of messages after the first, and return them."""
    mine = await bot.api.wait_for(
        lambda: found if len(found := [it for it in bot.api.messages()[1:] if not it.from_bot]) >= number else None
    )
    return list(mine)


@pytest_asyncio.fixture(loop_scope="session")
async def speaking(browser: Browser, bot: Bot, url: str) -> AsyncIterator[Page]:
    """The chat page of a user whose microphone the page may use."""
    context = await browser.new_context(permissions=["microphone"])
    async with opened(context, url) as page:
        await expect(page.locator(".message")).to_have_count(len(bot.api.messages()))
        yield page
    await context.close()


async def test_a_chosen_picture_goes_as_a_photo_with_its_caption(page: Page, bot: Bot, tmp_path: Path) -> None:
    (tmp_path / "red.png").write_bytes(photo("red", SMALL, kind="PNG"))
    await page.get_by_label("Message", exact=True).fill("Look")
    await page.locator("#file").set_input_files(tmp_path / "red.png")
    bubble = page.locator(".message.mine").last
    await expect(bubble.get_by_role("img", name="Photo")).to_be_visible()
    await expect(bubble).to_contain_text("Look")
    (message,) = await sent(bot)
    assert "photo" in message.extra
    await bubble.get_by_role("button", name="Show the photo in full size").click()
    await expect(page.locator("dialog.enlarged img")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.locator("dialog.enlarged")).to_have_count(0)


async def test_a_picture_is_pasted_and_dropped_and_with_shift_it_stays_a_file(page: Page, bot: Bot) -> None:
    picture = encoded(*PNG, photo("red", SMALL, kind="PNG"))
    for number, (target, shift) in enumerate((("#text", False), ("#log", False), ("#log", True)), start=1):
        await page.evaluate(DROPPED, [target, shift, picture])
        await sent(bot, number)
    media = [message.medium for message in await sent(bot, 3)]
    assert media == ["photo", "photo", "document"]


async def test_a_voice_message_is_recorded_and_can_be_played(speaking: Page, bot: Bot) -> None:
    await speaking.get_by_label("Message", exact=True).fill("What I said")
    await speaking.get_by_role("button", name="Record a voice message").click()
    await expect(speaking.get_by_role("button", name="Send the recording")).to_be_visible()
    await speaking.clock.run_for(1_500)
    await speaking.wait_for_timeout(700)
    await speaking.get_by_role("button", name="Send the recording", exact=True).click()
    (message,) = await sent(bot)
    content = bot.api.file(message.message_id) or b""
    assert (message.medium, message.text, content[:4]) == ("voice", "", b"OggS")
    assert 0.3 < (seconds_of(content) or 0) < 30
    player = speaking.get_by_label("Voice message, ")
    await expect(player).to_be_visible()
    seconds = await speaking.locator("audio").first.evaluate(
        "it => new Promise((known) => {"
        "  if (it.readyState) known(it.duration); else it.onloadedmetadata = () => known(it.duration);"
        "})"
    )
    assert seconds > 0.3


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


async def test_a_forward_names_its_author_and_reactions_come_and_go(page: Page, bot: Bot) -> None:
    answer = await bot.send("An answer")
    bot.api.forward(Photo(photo("red", SMALL)), origin="Ann", caption="Not mine")
    await expect(page.locator(".origin")).to_have_text("Forwarded from Ann")
    await bot.call("setMessageReaction", message_id=1, reaction=[{"type": "emoji", "emoji": "👍"}])
    await expect(page.get_by_label("Reactions: 👍")).to_be_visible()
    bubble = page.locator(f".message[data-id='{answer}']")
    await bubble.hover()
    await bubble.get_by_role("button", name="More actions").click()
    for emoji in ("👍", "👎"):
        await bubble.get_by_role("button", name=f"React with {emoji}").click()
        await expect(bubble.get_by_label(f"Reactions: {emoji}")).to_be_visible()
        assert next(it for it in bot.api.messages() if it.message_id == answer).reactions == (emoji,)
    await bubble.get_by_role("button", name="React with 👎").click()
    await expect(bubble.locator(".reactions")).to_have_count(0)
    await bubble.get_by_role("button", name="Forward").click()
    await expect(page.locator(".origin").last).to_have_text("Forwarded from Practice bot")
    await bubble.get_by_role("button", name="Delete").click()
    await expect(bubble).to_have_count(0)
