"""/instructions: what a user asks of every answer is in the prompt of their next conversations."""

from pathlib import Path

from practice.telegram.bot_api import BotApi
from tests.pressing import pressed
from tests.process import BotProcess, Script

HEADING = "# The owner's instructions\n\n"


def system(model: Script) -> str:
    """Return the system prompt of the last request."""
    return str(model.requests[-1].request.messages[0].content)


async def say(telegram: BotApi, words: str, answer: str) -> str:
    """Say something, and return the message with the answer."""
    return (await telegram.bot_message(answer, after=telegram.send_text(words))).text


async def test_they_apply_from_the_next_conversation_on(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await say(telegram, "Hello", "Echo: Hello")
    before = system(model)
    telegram.send_text("/instructions Be brief.\nNo emoji.")
    shown = await telegram.bot_message("Your instructions:")
    assert "Be brief.\nNo emoji.\nThey apply from your next conversation on." in shown.text
    await say(telegram, "Still here", "Echo: Still here")
    assert system(model) == before
    await bot.stop()
    await bot.start()
    (data,) = [it.callback_data for row in shown.keyboard for it in row if "New conversation" in it.text]
    telegram.press(shown.message_id, data)
    await telegram.bot_message("This is a new conversation", after=shown.message_id)
    await say(telegram, "Now", "Echo: Now")
    assert f"{HEADING}Be brief.\nNo emoji." in system(model)
    removed = await pressed(telegram, shown, "Remove")
    assert removed.text == "Removed. This conversation keeps them until it ends."
    assert "no instructions of your own" in await say(telegram, "/instructions", "instructions")
    await say(telegram, "/new", "This is a new conversation")
    await say(telegram, "Without", "Echo: Without")
    assert HEADING not in system(model)


async def test_they_follow_those_of_the_host(
    telegram: BotApi, model: Script, bot_process: BotProcess, tmp_path: Path
) -> None:
    (file := tmp_path / "own.md").write_text("Call everybody Captain.")
    bot_process.settings["SYSTEM_PROMPT_FILE"] = str(file)
    await bot_process.start()
    assert "whoever hosts me come first" in await say(telegram, "/instructions Be brief.", "Your instructions:")
    await say(telegram, "Hello", "Echo: Hello")
    assert f"{HEADING}Call everybody Captain.\n\nBe brief." in system(model)
    await telegram.bot_message("Echo: Hi", user_id=2, after=telegram.send_text("Hi", user_id=2))
    assert "Be brief." not in system(model)
