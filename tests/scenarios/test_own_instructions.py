"""/instructions: what a user asks of every answer is in the prompt of their next conversations."""

from pathlib import Path

from practice.telegram.bot_api import BotApi
from tests.pressing import asked, pressed
from tests.process import BotProcess, Script

HEADING = "# The owner's instructions\n\n"


def system(model: Script) -> str:
    """Return the system prompt of the last request."""
    return str(model.requests[-1].request.messages[0].content)


async def test_they_follow_the_hosts_from_the_next_conversation_on_and_are_their_users_alone(
    telegram: BotApi, model: Script, bot_process: BotProcess, tmp_path: Path
) -> None:
    bot = bot_process
    (file := tmp_path / "own.md").write_text("Call everybody Captain.")
    bot.settings["SYSTEM_PROMPT_FILE"] = str(file)
    await bot.start()
    await asked(telegram, "Hello", "Echo: Hello")
    before = system(model)
    telegram.send_text("/instructions Be brief.\nNo emoji.")
    shown = await telegram.bot_message("Your instructions:")
    assert "whoever hosts me come first" in shown.text
    assert "Be brief.\nNo emoji.\nThey apply from your next conversation on." in shown.text
    await asked(telegram, "Still here", "Echo: Still here")
    assert system(model) == before
    await bot.stop()
    await bot.start()
    (data,) = [it.callback_data for row in shown.keyboard for it in row if "New conversation" in it.text]
    telegram.press(shown.message_id, data)
    await telegram.bot_message("This is a new conversation", after=shown.message_id)
    await asked(telegram, "Now", "Echo: Now")
    assert f"{HEADING}Call everybody Captain.\n\nBe brief.\nNo emoji." in system(model)
    await telegram.bot_message("Echo: Hi", user_id=2, after=telegram.send_text("Hi", user_id=2))
    assert "Be brief." not in system(model)
    removed = await pressed(telegram, shown, "Remove")
    assert removed.text == "Removed. This conversation keeps them until it ends."
    assert "no instructions of your own" in (await asked(telegram, "/instructions", "instructions")).text
    await asked(telegram, "/new", "This is a new conversation")
    await asked(telegram, "Without", "Echo: Without")
    assert "Be brief." not in system(model)
