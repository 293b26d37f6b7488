"""What a message replies to reaches the model whole, from what is stored, with its author."""

import asyncio

import pytest

from practice.faults import Dropped, Fault
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, said

LONG = "\n\n".join(
    f"Paragraph {number}: " + " ".join(f"words and words {word}" for word in range(50)) for number in range(8)
)
"""Longer than one Telegram message."""


async def test_a_reply_brings_the_whole_answer_along(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(LONG)
    asked = telegram.send_text("Tell me a lot")
    first = await telegram.bot_message("Paragraph 0", after=asked)
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


async def test_a_reply_to_ones_own_message_is_marked(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    own = telegram.send_text("Tea is fine")
    await telegram.bot_message("Echo: Tea", after=own)
    forwarded = telegram.forward("Coffee is better", origin="Bob")
    await telegram.bot_message("Echo: ", after=forwarded)
    await bot.answered(2)
    await telegram.bot_message("Echo: ", after=telegram.send_text("Still so", reply_to=own))
    assert said(model.requests[-1].request)[-1] == "[The user replies to their own message]\n> Tea is fine\n\nStill so"
    await telegram.bot_message("Echo: ", after=telegram.send_text("And this?", reply_to=forwarded))
    assert said(model.requests[-1].request)[-1] == (
        '[Not the user\'s words: the message replied to, from "Bob"]\n> Coffee is better\n\nAnd this?'
    )


@pytest.mark.usefixtures("bot")
async def test_a_reply_to_the_result_of_a_command_is_untrusted(telegram: BotApi, model: Script) -> None:
    await telegram.bot_message("Echo: ", after=telegram.send_text("Hello"))
    shown = await telegram.bot_message("Give the number", after=telegram.send_text("/forget x"))
    await telegram.bot_message("Echo: ", after=telegram.send_text("What is that?", reply_to=shown.message_id))
    assert said(model.requests[-1].request)[-1].startswith(
        '[Not the user\'s words: the message replied to, from "Keepsake"]\n> Give the number'
    )


async def test_an_erased_conversation_is_erased_from_replies_to_it(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    own = telegram.send_text("The harbour code is 1234")
    answer = await telegram.bot_message("Echo: The harbour", after=own)
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


@pytest.mark.parametrize(
    ("at_model", "after_effect"),
    [(False, False), (True, False), (True, True)],
    ids=["arrived", "asked", "answered"],
)
async def test_a_reply_outlives_a_kill(
    telegram: BotApi, model: Script, bot: BotProcess, *, at_model: bool, after_effect: bool
) -> None:
    model.then("Tea is fine.")
    answer = await telegram.bot_message("Tea is fine.", after=telegram.send_text("Tea?"))
    await bot.answered(1)
    reached, killed = asyncio.Event(), asyncio.Event()

    async def hold() -> None:
        reached.set()
        await killed.wait()

    fault = Fault(
        method="*" if at_model else "getUpdates", callback=hold, error=Dropped(), times=1, after_effect=after_effect
    )
    (model.server if at_model else telegram).add_fault(fault)
    asked = telegram.send_text("Really?", reply_to=answer.message_id)
    async with asyncio.timeout(20):
        await reached.wait()
    await bot.kill()
    killed.set()
    await bot.start()
    await telegram.bot_message("Really?", after=asked)
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert said(model.requests[-1].request)[1] == "[The user replies to you]\n> Tea is fine.\n\nReally?"
    answers = [it.text.splitlines()[-1] for it in telegram.messages() if it.from_bot]
    assert answers == ["Tea is fine.", "Really?", "Echo: And now?"]
