"""An edit of the last question is answered anew, in place; an earlier one's when its user wants."""

import pytest

from practice.telegram.bot_api import BotApi
from practice.telegram.media import Location
from tests.databases import administration
from tests.pressing import bubbles, pressed, toast
from tests.process import BotProcess, Script, call, said

LONG = "\n\n".join(
    f"Paragraph {number}: " + " ".join(f"words and words {word}" for word in range(50)) for number in range(8)
)
"""Longer than one Telegram message."""


async def test_an_answer_is_replaced_in_place(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    await telegram.bot_message("Echo: Hello", after=telegram.send_text("Hello"))
    model.then(LONG)
    asked = telegram.send_text("What is the cabital of France?")
    first = await telegram.bot_message("Paragraph 0", after=asked)
    await telegram.bot_message("Paragraph 7", after=asked)
    await bot.answered(2)
    telegram.edit_text(asked, "What is the capital of France?")
    await telegram.wait_for(lambda: bubbles(telegram) == ["Echo: Hello", "Echo: What is the capital of France?"])
    assert telegram.messages()[-1].message_id == first.message_id
    await bot.answered(3)
    assert said(model.requests[-1].request) == ["Hello", "What is the capital of France?"]
    before, after = (model.requests[at].prompt for at in (0, 2))
    assert after.startswith(before.removesuffix("]"))
    model.then(LONG)
    telegram.edit_text(asked, "What is the capital of Spain?")
    await telegram.wait_for(lambda: len(bubbles(telegram)) > 2)
    await bot.answered(4)
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert said(model.requests[-1].request) == ["Hello", "What is the capital of Spain?", "And now?"]
    with administration(database_url) as connection:
        states = connection.execute("SELECT state FROM agent_turns ORDER BY id").fetchall()
    assert [state for (state,) in states][:4] == ["answered", "superseded", "superseded", "answered"]
    found = await telegram.bot_message("", after=telegram.send_text("/search cabital"))
    assert "cabital" not in found.text.replace("/search cabital", "").replace("“cabital”", "")


async def test_what_the_old_answer_stored_and_what_was_accepted_of_it_is_undone(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    boat = call("add_to_memory", content="The user owns a boat", category="context")
    offer = call("add_to_memory", content="The user's boss is Alec", category="person", user_asked=False)
    model.then(boat, offer, "Alec?")
    asked = telegram.send_text("My boss is Alec")
    await pressed(telegram, await telegram.bot_message("Alec?", after=asked), "Your boss is Alec")
    await bot.answered(1)
    model.then(call("add_to_memory", content="The user's boss is Zoe", category="person", user_asked=False), "Zoe?")
    telegram.edit_text(asked, "My boss is Zoe")
    answer = await telegram.bot_message("💾 Remember: Your boss is Zoe", after=asked)
    await bot.answered(2)
    listed = await telegram.bot_message("remember anything yet", after=telegram.send_text("/memory"))
    assert "Alec" not in listed.text
    assert "boat" not in listed.text
    await pressed(telegram, answer, "Remember")


async def test_an_edit_while_the_answer_is_written_stops_it(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(model.slow("One two three four five six seven eight nine ten " * 20, seconds=0.05))
    asked = telegram.send_text("Count to ten")
    preview = await telegram.bot_message("One two", after=asked)
    telegram.edit_text(asked, "Count to three")
    await telegram.wait_for(lambda: bubbles(telegram) == ["Echo: Count to three"])
    assert telegram.messages()[-1].message_id == preview.message_id
    await bot.answered(1)
    assert said(model.requests[-1].request) == ["Count to three"]


async def test_an_earlier_message_is_answered_anew_when_its_user_wants_and_an_edit_of_nothing_does_nothing(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    first = telegram.send(Location(48.137, 11.575, live_seconds=600))
    await telegram.bot_message("Echo: [Live location: 48.137, 11.575]")
    telegram.touch(first)
    second = telegram.send_text("Two")
    await telegram.bot_message("Echo: Two", after=second)
    third = telegram.send_text("Three")
    await telegram.bot_message("Echo: Three", after=third)
    await bot.answered(3)
    for unchanged, text in ((third, "Three"), (second, "Two")):
        telegram.edit_text(unchanged, text)
    telegram.edit_text(second, "Due")
    offer = await telegram.bot_message("You edited an earlier message", after=second)
    assert offer.reply_to == second
    assert len(model.requests) == 3
    telegram.press(offer.message_id, offer.keyboard[0][0].callback_data)
    await telegram.wait_for(lambda: bubbles(telegram)[1:] == ["Echo: Due"])
    await bot.answered(4)
    await telegram.bot_message("Echo: Four", after=telegram.send_text("Four"))
    assert said(model.requests[-1].request)[1:] == ["Due", "Four"]


@pytest.mark.usefixtures("bot")
async def test_one_of_a_former_conversation_is_not_answered_anew_while_another_turn_runs(
    telegram: BotApi, model: Script
) -> None:
    first = telegram.send_text("One")
    await telegram.bot_message("Echo: One", after=first)
    await telegram.bot_message("This is a new conversation", after=telegram.send_text("/new"))
    telegram.edit_text(first, "Uno")
    offer = await telegram.bot_message("You edited an earlier message", after=first)
    held = model.held("Two it is.", before=0)
    model.then(held)
    telegram.send_text("Two")
    await model.server.wait_for_request(2)
    assert await toast(telegram, offer, "") == "I'm still working on it."
    held.gates[0].set()
    await telegram.bot_message("Two it is.")
    telegram.press(offer.message_id, offer.keyboard[0][0].callback_data)
    await telegram.bot_message("Echo: Uno")
