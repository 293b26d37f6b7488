"""`/undo` takes the last turn back whole, and one button brings it back."""

from practice.telegram.bot_api import BotApi
from tests.pressing import bubbles, pressed, toast
from tests.process import BotProcess, Script, call, said


async def test_a_turn_is_taken_back_and_brought_back(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    model.then(call("add_to_memory", content="The user's boss is Alec", category="person"), "Noted.")
    await telegram.bot_message("Noted.", after=telegram.send_text("Remember: my boss is Alec"))
    await bot.answered(2)
    told = await telegram.bot_message("Taken back", after=telegram.send_text("/undo"))
    assert told.text == "Taken back: “Remember: my boss is Alec”\n1 change to my memory undone."
    await telegram.wait_for(lambda: not any("Noted." in text for text in bubbles(telegram)))
    await telegram.bot_message("I don't remember anything yet", after=telegram.send_text("/memory"))
    telegram.press(told.message_id, told.keyboard[0][0].callback_data)
    back = await telegram.bot_message("Noted.", after=told.message_id)
    assert "💾 Remembered: Your boss is Alec" in back.text
    await telegram.wait_for(lambda: not any("Taken back" in text for text in bubbles(telegram)))
    assert "Alec" in (await telegram.bot_message("memor", after=telegram.send_text("/memory"))).text
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert said(model.requests[-1].request) == ["Hello", "Remember: my boss is Alec", "And now?"]


async def test_an_offer_that_was_accepted_is_taken_back_and_brought_back_with_its_button(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(call("add_to_memory", content="The user's boss is Alec", category="person", user_asked=False), "Alec?")
    answer = await telegram.bot_message("💾 Remember", after=telegram.send_text("Alec is my boss"))
    await bot.answered(1)
    await pressed(telegram, answer, "Remember")
    told = await telegram.bot_message("Taken back", after=telegram.send_text("/undo"))
    assert told.text.endswith("\n1 change to my memory undone.")
    await telegram.bot_message("I don't remember anything yet", after=telegram.send_text("/memory"))
    telegram.press(told.message_id, told.keyboard[0][0].callback_data)
    back = await telegram.bot_message("💾 Remembered: Your boss is Alec", after=told.message_id)
    assert [button.text for button in back.keyboard[0]] == ["↩️ Undo"]
    assert "Alec" in (await telegram.bot_message("memor", after=telegram.send_text("/memory"))).text


async def test_what_was_taken_back_is_gone_from_the_conversation(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    for words in ("One", "Two"):
        await telegram.bot_message(f"Echo: {words}", after=telegram.send_text(words))
    await bot.answered(2)
    told = await telegram.bot_message("“Two”", after=telegram.send_text("/undo"))
    await telegram.bot_message("Echo: Three", after=telegram.send_text("Three"))
    assert said(model.requests[-1].request) == ["One", "Three"]
    assert await toast(telegram, told, "") == "It's too late: our conversation has continued."
    await bot.answered(3)
    for words in ("Three", "One"):
        await telegram.bot_message(f"“{words}”", after=telegram.send_text("/undo"))
    await telegram.bot_message("There is nothing to undo.", after=telegram.send_text("/undo"))
    assert not any("Echo" in text for text in bubbles(telegram))
