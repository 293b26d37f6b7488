"""Managing memories in the chat with `/memory` and its buttons."""

import re

from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.pressing import pressed
from tests.process import BotProcess, Script, call, stored_id


async def asked(telegram: BotApi, words: str, answer: str) -> Message:
    """Ask with a command; return the answer."""
    return await telegram.bot_message(answer, after=telegram.send_text(words))


async def test_a_list_is_paged_and_a_memory_pinned_deleted_and_brought_back_in_one_message(
    telegram: BotApi, bot: BotProcess
) -> None:
    for number in range(10):
        await asked(telegram, f"/memory add project Fact {number} is known", "Remembered:")
    listed = await asked(telegram, "/memory", "Your memories")
    assert ": 1\N{EN DASH}8 of 10\n" in listed.text
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


async def test_what_the_owner_writes_reaches_the_running_conversation(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    added = await asked(telegram, "/memory add person Anna: Anna lives in Munich", "Remembered:")
    memory_id = re.findall(r"\[(\w{8})\]", added.text)[0]
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    told = str(model.requests[-1].request.messages[-1].content)
    assert f'- [id:{memory_id}] (person, Anna) "Anna lives in Munich"' in told
    await asked(telegram, f"/memory edit {memory_id} Anna lives in Rome", "✏️")
    await telegram.bot_message("Echo: And then?", after=telegram.send_text("And then?"))
    assert '"Anna lives in Rome"' in str(model.requests[-1].request.messages[-1].content)
    await asked(telegram, "/memory clear", "send:")
    await asked(telegram, "/memory clear all my memories", "The only memory is deleted.")
    await telegram.bot_message("Echo: At last?", after=telegram.send_text("At last?"))
    assert not {"Munich", "Rome"} & {*re.findall(r"\w+", model.requests[-1].prompt)}
    assert "deleted all memories" in str(model.requests[-1].request.messages[-1].content)
    cleared = next(it for it in reversed(telegram.messages()) if it.text.startswith("The only memory is deleted."))
    await pressed(telegram, cleared, "Undo")
    await telegram.bot_message("Echo: And then again?", after=telegram.send_text("And then again?"))
    told = str(model.requests[-1].request.messages[-1].content)
    assert f'- [id:{memory_id}] (person, Anna) "Anna lives in Rome"' in told
    await bot.answered(5)


async def test_a_memory_quotes_the_message_that_taught_it(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    taught = telegram.send_text("Remember that I like tea")
    await telegram.bot_message("💾", after=taught)
    memory_id = stored_id(model)
    await bot.answered(1)
    shown = await asked(telegram, f"/memory show {memory_id}", "v1")
    assert shown.reply_to == taught
    assert "You said: “Remember that I like tea” (conversation 1)" in shown.text
    opened = await pressed(telegram, await asked(telegram, "/memory", "Your memories"), "1")
    (data,) = [it.callback_data for row in opened.keyboard for it in row if "Source" in it.text]
    telegram.press(opened.message_id, data)
    where = await telegram.bot_message("You said:", after=opened.message_id)
    assert where.reply_to == taught
