"""Rich messages on the chat page: drawn as their blocks, with buttons inside, and nothing of them read as HTML."""

import pytest
from playwright.async_api import Locator, Page, expect

from tests.browser.bot import Bot

pytestmark = pytest.mark.asyncio(loop_scope="session")

EVIL = '<img src=x onerror="document.title=1">'
CELL = {"align": "right", "valign": "middle"}


async def shown(page: Page, bot: Bot, *blocks: object) -> Locator:
    """Send a rich message; return the text of its bubble."""
    await bot.call("sendRichMessage", rich_message={"blocks": blocks})
    text = page.locator(".message .text.rich")
    await expect(text).to_be_visible()
    return text


async def test_each_block_is_drawn_as_what_it_is(page: Page, bot: Bot) -> None:
    text = await shown(
        page,
        bot,
        {"type": "heading", "text": "Plan", "size": 2},
        {"type": "table", "cells": [[{"text": "Age", "is_header": True, **CELL}], [{"text": "5", **CELL}]]},
        {
            "type": "list",
            "items": [
                {"blocks": [{"type": "paragraph", "text": "milk"}], "has_checkbox": True, "is_checked": True},
                {"blocks": [{"type": "paragraph", "text": "eggs"}], "has_checkbox": True},
            ],
        },
        {"type": "mathematical_expression", "expression": "E = mc^2"},
        {"type": "details", "summary": "More", "blocks": [{"type": "paragraph", "text": "Inside"}]},
        {"type": "paragraph", "text": ["Tap ", {"type": "bold", "text": "here"}, ": /help"]},
    )
    await expect(text.locator("th")).to_have_text("Age")
    await expect(text.locator("td")).to_have_css("text-align", "right")
    assert [await it.is_checked() for it in await text.get_by_role("checkbox").all()] == [True, False]
    await expect(text.locator(".formula code")).to_have_text("E = mc^2")
    await expect(text.get_by_text("Inside")).to_be_hidden()
    await text.locator("summary").click()
    await expect(text.get_by_text("Inside")).to_be_visible()
    await text.get_by_role("button", name="/help").click()
    await bot.heard("/help")


async def test_a_button_inside_is_pressed(page: Page, bot: Bot) -> None:
    key = {"text": "☐ milk", "callback_data": "item:1", "style": "link"}
    text = await shown(page, bot, {"type": "paragraph", "text": [{"type": "button", "button": key}]})
    await text.get_by_role("button", name="☐ milk").click()
    assert (await bot.pressed())["data"] == "item:1"


async def test_nothing_is_read_as_html(page: Page, bot: Bot) -> None:
    link = {"type": "url", "text": EVIL, "url": "javascript:document.title=1"}
    text = await shown(
        page,
        bot,
        {"type": "paragraph", "text": [EVIL, link]},
        {"type": "pre", "text": EVIL, "language": EVIL},
        {"type": "mathematical_expression", "expression": EVIL},
        {"type": "details", "summary": EVIL, "blocks": [{"type": "footer", "text": EVIL}], "is_open": True},
        {"type": "table", "cells": [[{"text": EVIL, **CELL}]]},
    )
    await expect(text.get_by_text(EVIL).first).to_be_visible()
    assert await text.locator("img").count() == 0
    assert await text.locator("a[href]").count() == 0
    assert await page.title() != "1"
