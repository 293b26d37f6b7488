"""Managing memories in the chat with `/memory` and its buttons."""

import re

from practice.telegram.bot_api import BotApi
from tests.pressing import asked, pressed
from tests.process import BotProcess, Script


async def test_a_list_is_paged_and_a_memory_pinned_deleted_and_brought_back_in_one_message(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    for number in range(10):
        await asked(telegram, f"/memory add project Fact {number} is known", "Remembered:")
    listed = await asked(telegram, "/memory", "Your memories")
    assert ": 1\N{EN DASH}8 of 10\n\nProject\n1. Fact 0 is known [" in listed.text
    assert listed.text.endswith("Tap a number to open one. To delete one, send /memory delete <number>.")
    page = await pressed(telegram, listed, "Next")
    assert re.findall(r"Fact (\d)", page.text) == ["8", "9"]
    await bot.kill()  # buttons work however long ago their message was sent
    await bot.start()
    opened = await pressed(telegram, page, "10")
    assert "Fact 9 is known\nAdded with /memory." in opened.text
    pinned = await pressed(telegram, opened, "Pin")
    assert pinned.text.startswith("📌 Project")
    deleted = await pressed(telegram, pinned, "Delete")
    assert "Deleted: “Fact 9 is known”" in deleted.text
    restored = await pressed(telegram, deleted, "Undo")
    assert restored.text == pinned.text
    back = await pressed(telegram, restored, "Back")
    assert re.findall(r"\d\. (.*) \[\w{8}\]", back.text) == ["Fact 8 is known", "📌 Fact 9 is known"]
    assert [it.from_bot for it in telegram.messages()][-1]
    await bot.kill()  # and so do numbers
    await bot.start()
    await asked(telegram, "/memory delete 9", "Deleted: “Fact 8 is known”")
    assert len([it for it in telegram.messages() if "Your memories" in it.text]) == 1
    assert model.requests == []
