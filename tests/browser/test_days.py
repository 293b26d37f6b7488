"""A date separates the messages of different days."""

from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from playwright.async_api import Page, expect
from pydantic import TypeAdapter

from practice.telegram.bot_api import BotApi
from practice.telegram.insight import Insight
from practice.telegram.messenger import Message, User
from practice.telegram.records import Records
from practice.telegram.sent_requests import SentRequests
from practice.telegram.texts import Entity
from tests.conftest import TOKEN
from tests.telling import Telling

pytestmark = pytest.mark.asyncio(loop_scope="session")

ZONE = "Pacific/Kiritimati"
"""Where the bot's days begin; for the browser they begin 13 or 14 hours later."""
NOON = datetime.now(ZoneInfo(ZONE)).replace(hour=12, minute=0)
MANY = 30


def kept(folder: Path, *messages: Message, zone: str = ZONE) -> BotApi:
    """Return a server that takes up a chat from its file."""
    records = Records(folder)
    records.open()
    records.put("user", 1, TypeAdapter(User).dump_json(User(1, "You")).decode())
    for message in messages:
        records.put("message", message.message_id, TypeAdapter(Message).dump_json(message).decode())
    records.put("messages", 1, str(len(messages) + 1))
    records.commit()
    records.close()

    return BotApi(TOKEN, folder, insight=Insight(SentRequests(), Telling(timezone=zone)))


def said(number: int, when: datetime, text: str, *entities: Entity) -> Message:
    return Message(
        message_id=number, user_id=1, from_bot=True, date=int(when.timestamp()), text=text, entities=entities
    )


@pytest.fixture
def api(tmp_path: Path) -> BotApi:
    """A server whose chat began last year."""
    old = NOON - timedelta(days=400)
    days = [*(old,) * MANY, NOON - timedelta(days=3), NOON - timedelta(days=1)]
    link = Entity("text_link", 0, 7, "javascript:alert(1)")
    return kept(tmp_path, *(said(number, day, f"message {number}.", link) for number, day in enumerate(days, 1)))


async def test_each_day_has_its_date_and_its_messages(page: Page) -> None:
    old, earlier = NOON - timedelta(days=400), NOON - timedelta(days=3)
    dates = page.locator(".date")
    await expect(dates).to_have_count(4)
    assert [name.replace(",", "") for name in await dates.all_inner_texts()] == [
        f"{old:%A} {old.day} {old:%B} {old.year}",
        f"{earlier:%A} {earlier.day} {earlier:%B}" + (f" {earlier.year}" if earlier.year != NOON.year else ""),
        "Yesterday",
        "Today",
    ]
    assert [await day.locator(".message").count() for day in await page.locator(".day").all()] == [MANY, 1, 1, 1]
    yesterday = page.get_by_role("region", name="Yesterday")
    await expect(yesterday).to_contain_text("message 32.")
    await expect(yesterday.locator("time")).to_have_text("12:00")


async def test_a_script_address_is_not_a_link(page: Page) -> None:
    link = page.locator(".message a").last
    await expect(link).to_have_text("message")
    assert await link.get_attribute("href") is None
