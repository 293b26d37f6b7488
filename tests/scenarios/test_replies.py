"""What a message replies to reaches the model whole, from what is stored, with its author."""

from practice.telegram.bot_api import BotApi
from tests.pressing import asked
from tests.process import BotProcess, Script, said

LONG = "\n\n".join(
    f"Paragraph {number}: " + " ".join(f"words and words {word}" for word in range(50)) for number in range(8)
)
"""Longer than one Telegram message."""


async def test_a_reply_brings_the_whole_answer_along(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(LONG)
    first = await asked(telegram, "Tell me a lot", "Paragraph 0")
    await telegram.bot_message("Paragraph 7", after=first.message_id)
    await bot.answered(1)
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    sent = telegram.send_text("Say that shorter", reply_to=first.message_id)
    await telegram.bot_message("Echo: ", after=sent)
    mark, *quoted, empty, own = said(model.requests[-1].request)[-1].split("\n")
    assert (mark, empty, own) == ("[The user replies to you]", "", "Say that shorter")
    assert "\n".join(line.removeprefix("> ") for line in quoted) == LONG
    await bot.answered(2)
    shown = await telegram.bot_message("Say that shorter", after=telegram.send_text("/history"))
    assert "Paragraph 1" not in shown.text


async def test_an_erased_conversation_is_erased_from_replies_to_it(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    answer = await asked(telegram, "The harbour code is 1234", "Echo: The harbour")
    await bot.answered(1)
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    model.then("Really.")
    await telegram.bot_message("Really.", after=telegram.send_text("Really?", reply_to=answer.message_id))
    await bot.answered(2)
    await telegram.bot_message("erased", after=telegram.send_text("/forget 1 yes"))
    model.then("Yes.")
    await telegram.bot_message("Yes.", after=telegram.send_text("And now?"))
    request = model.requests[-1].prompt
    assert "[The user quotes a message that was erased]\\n\\nReally?" in request
    assert "harbour" not in request
