"""Managing memories in the chat with `/memory` and its buttons."""

import re

from practice.telegram.bot_api import BotApi
from tests.pressing import asked, labels, pressed
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


async def test_a_memory_is_edited_by_the_reply_that_its_card_asks_for_and_taken_back(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await asked(telegram, "/memory add person Anna: Anna likes sailing", "Remembered:")
    card = await pressed(telegram, await asked(telegram, "/memory", "Your memories"), "1")
    (edit,) = [it.callback_data for it in card.buttons if "Edit" in it.text]
    telegram.press(card.message_id, edit)
    prompt = await telegram.bot_message("Reply to this message with the new text.", after=card.message_id)
    assert prompt.asks_reply
    await bot.kill()  # what a reply is for outlasts a restart
    await bot.start()
    sent = telegram.send_text("My sister Anna likes rowing", reply_to=prompt.message_id)
    changed = await telegram.bot_message("Anna likes sailing → Your sister Anna likes rowing", after=sent)
    assert labels(changed) == ["↩️ Undo"]
    sent = telegram.send_text("Anna", reply_to=prompt.message_id)
    await telegram.bot_message("A memory has 5 to 500 characters. This text has 4.", after=sent)
    card = await pressed(telegram, await asked(telegram, "/memory", "Your memories"), "1")
    assert card.text.endswith("Your sister Anna likes rowing\nChanged with /memory.")
    history = await pressed(telegram, card, "History")
    assert (await pressed(telegram, history, "1")).text.endswith("Anna likes sailing\nChanged with /memory.")
    assert model.requests == []
    await asked(telegram, "Hello", "")  # any other message is a message
    await telegram.wait_for(lambda: model.requests)
