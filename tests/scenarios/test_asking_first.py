"""What acts outside asks first: a button runs it once, and what waits survives everything."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from sqlalchemy import select, update

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.memory.store import memories
from bot.model.values import ToolCall
from bot.store.engine import Database
from bot.turns.store import mailbox, tool_choices
from bot.turns.store.tables import AgentAct
from bot.turns.values.incoming import IncomingMessage
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.acting import ActingBot, acting_bot
from tests.pressing import labels, pressed
from tests.process import Script, call
from tests.scenarios.test_chat import leave_idle

WAITING = """\
🔐 Shall I do this?
send_letter

A letter to Mom: Dear Mom"""
DONE = """\
✅ Done:
send_letter

📮 Sent to Mom: Dear Mom"""


@pytest.fixture
async def bot(settings: dict[str, str], database: Database, model: Script) -> AsyncIterator[ActingBot]:
    """The bot, running."""
    async with acting_bot(settings, database, model.url) as bot:
        yield bot


async def asked(telegram: BotApi, model: Script, text: str = "Dear Mom") -> Message:
    """Let the model want to send a letter; return the message that asks about it."""
    model.then(call("send_letter", to="Mom", text=text), "It waits for you.")
    return await telegram.bot_message("Shall I do this?", after=telegram.send_text("Write to Mom"))


async def becomes(telegram: BotApi, message: Message, text: str) -> Message:
    """Wait until a message has a text."""

    def now() -> Message | None:
        found = telegram.message(message.user_id, message.message_id)
        return found if found and text in found.text else None

    return await telegram.wait_for(now)


async def states(database: Database) -> list[str]:
    """Return the states of what calls did or are to do, but for memories."""
    its = select(AgentAct.state).where(AgentAct.family != "memory", AgentAct.door == "call").order_by(AgentAct.id)
    async with database.transaction() as tx:
        return [it.value for it in await tx.connection.scalars(its)]


async def test_a_press_runs_the_call_once_in_a_turn_of_its_own(
    telegram: BotApi, model: Script, bot: ActingBot, database: Database
) -> None:
    message = await asked(telegram, model)
    assert message.text == WAITING
    assert labels(message) == ["✅ Do it", "No", "Always allow send_letter"]
    assert bot.post.sent == []
    assert "Nothing is done yet" in model.requests[-1].prompt
    model.then("Mom has it.")
    (data, *_) = [button.callback_data for row in message.keyboard for button in row]
    for _ in range(3):
        telegram.press(message.message_id, data)
    done = await becomes(telegram, message, "Done")
    await telegram.bot_message("Mom has it.", after=message.message_id)
    assert (done.text, labels(done)) == (DONE, [])
    assert bot.post.sent == ["Dear Mom"]
    assert await states(database) == ["done"]
    last, result = model.requests[-1].request.messages[-3], model.requests[-1].request.messages[-1]
    assert "[From Keepsake, not from the user] The user has pressed “Do it”" in str(last.content)
    assert '[Not the user\'s words: from the tool "send_letter"]\n> A letter to Mom: Dear Mom' in str(last.content)
    assert "Sent to Mom." in str(result.content)
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert bot.post.sent == ["Dear Mom"]


async def test_a_tool_that_is_always_allowed_asks_no_more(telegram: BotApi, model: Script, bot: ActingBot) -> None:
    message = await asked(telegram, model)
    model.then("Mom has it.")
    await pressed(telegram, message, "Always allow")
    await telegram.bot_message("Mom has it.", after=message.message_id)
    model.then("Hello.")
    telegram.send_text("/new")
    await telegram.bot_message("Hello.", after=telegram.send_text("Hi"))
    model.then(call("send_letter", to="Mom", text="P.S."), "That, too.")
    answer = await telegram.bot_message("That, too.", after=telegram.send_text("Write a P.S."))
    assert answer.text == "That, too.\n\n📮 Sent to Mom: P.S."
    assert bot.post.sent == ["Dear Mom", "P.S."]


async def test_after_a_day_it_is_too_late(telegram: BotApi, model: Script, bot: ActingBot, database: Database) -> None:
    message = await asked(telegram, model)
    await bot.delivered()
    await bot.end()
    async with database.transaction() as tx:
        expired = datetime.now(UTC) - timedelta(seconds=1)
        await tx.connection.execute(update(AgentAct).values(expires_at=expired))
    await bot.start()
    message = await becomes(telegram, message, "nobody answered in time")
    assert (labels(message), await states(database)) == ([], ["expired"])
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    assert "The user has not decided in time" in model.heard
    assert bot.post.sent == []


async def test_no_does_nothing_and_goes_with_its_turn_into_the_next_conversation(
    telegram: BotApi, model: Script, bot: ActingBot, database: Database, database_url: str
) -> None:
    message = await asked(telegram, model)
    await bot.delivered()
    leave_idle(database_url)
    message = await pressed(telegram, message, "No")
    assert (message.text.partition("\n")[0], labels(message)) == ("✖️ Not done:", [])
    await telegram.bot_message("Echo: And now?", after=telegram.send_text("And now?"))
    sent = model.requests[-1].prompt
    assert "Write to Mom" in sent  # carried
    assert sent.count("so this is not done: send_letter") == 1
    await telegram.bot_message("Echo: Well", after=telegram.send_text("Well"))
    assert model.requests[-1].prompt.startswith(sent.removesuffix("]"))
    assert (bot.post.sent, await states(database)) == ([], ["declined"])


async def test_what_was_interrupted_is_never_run_again(
    telegram: BotApi, model: Script, bot: ActingBot, database: Database
) -> None:
    message = await asked(telegram, model)
    bot.post.may_end = asyncio.Event()
    await pressed(telegram, message, "Do it")
    await bot.post.begun.wait()
    assert await states(database) == ["running"]
    await bot.end()
    bot.post.may_end = None
    model.then("I don't know whether she has it.")
    await bot.start(after_death=True)
    await telegram.bot_message("I don't know", after=message.message_id)
    await becomes(telegram, message, "⚠️ This was interrupted. It may have been done:")
    assert "it is not known whether it took effect" in model.heard
    assert (bot.post.sent, await states(database)) == (["Dear Mom"], ["unknown"])


async def test_stop_ends_what_was_allowed(telegram: BotApi, model: Script, bot: ActingBot, database: Database) -> None:
    first, second = await asked(telegram, model), await asked(telegram, model, "Dear Dad")
    bot.post.may_end = asyncio.Event()
    await pressed(telegram, first, "Do it")
    await bot.post.begun.wait()
    await pressed(telegram, second, "Do it")
    await telegram.bot_message("Stopped", after=telegram.send_text("/stop"))
    await becomes(telegram, first, "may have been done")
    await becomes(telegram, second, "Not done")
    assert (bot.post.sent, await states(database)) == (["Dear Mom"], ["unknown", "declined"])


async def test_a_message_from_keepsake_waits_for_the_running_turn(
    telegram: BotApi, model: Script, bot: ActingBot
) -> None:
    message = await asked(telegram, model)
    held = model.held("Well, the weather is nice.", before=0)
    model.then(held, "Mom has it.")
    telegram.send_text("How is the weather?")
    await model.server.wait_for_request(3)
    await pressed(telegram, message, "Do it")
    telegram.send_text("And tomorrow?")
    await asyncio.sleep(0.2)
    assert bot.post.sent == []
    held.gates[0].set()
    await telegram.bot_message("Mom has it.", after=message.message_id)
    await telegram.bot_message("Echo: And tomorrow?", after=message.message_id)
    assert bot.post.sent == ["Dear Mom"]
    alone = next(it for it in model.requests if "Sent to Mom." in it.prompt).request.messages
    assert "And tomorrow?" not in str(alone)


async def test_what_was_allowed_in_an_erased_conversation_is_not_done(
    telegram: BotApi, model: Script, bot: ActingBot, database: Database
) -> None:
    await telegram.bot_message("Echo: Hi", after=telegram.send_text("Hi"))
    erased = ToolCall(f"allowed_{uuid4().hex}", "send_letter", '{"to": "Mom", "text": "Dear Mom"}')
    message = IncomingMessage("Do it", datetime.now(UTC), from_keepsake=True, call=erased)
    model.then("I could not.")
    await bot.end()
    async with database.transaction() as tx:
        await tool_choices.choose(tx, Owner(1000, 1), "send_letter", is_allowed=True)
        await mailbox.post(tx, Owner(1000, 1), Place(1), message)
    await bot.start()
    await telegram.bot_message("I could not.")
    assert "Nothing was done: the user has not allowed this" in model.heard
    assert bot.post.sent == []


async def test_what_fails_is_shown_as_failed_and_taints_the_conversation_where_it_is_told(
    telegram: BotApi, model: Script, bot: ActingBot, database: Database
) -> None:
    message = await asked(telegram, model, "The user likes spiders")
    await telegram.bot_message("new conversation", after=telegram.send_text("/new"))
    fact = {"content": "The user likes spiders", "category": "preference"}
    model.then(call("add_to_memory", **fact), "Shall I remember that?")
    bot.post.fails = True  # so that its result is Keepsake's own
    await pressed(telegram, message, "Do it")
    await telegram.bot_message("Shall I remember that?", after=message.message_id)
    await becomes(telegram, message, "⚠️ This failed:")
    assert "it is not known whether a part of it took effect" in model.requests[-1].prompt
    assert await states(database) == ["failed"]
    async with database.transaction() as tx:
        assert await memories.live(tx, Owner(1000, 1)) == []


async def test_undo_takes_back_what_its_turn_carried_out(
    telegram: BotApi, model: Script, bot: ActingBot, database: Database
) -> None:
    bot.post.can_be_undone = True
    message = await asked(telegram, model)
    model.then("Mom has it.")
    await pressed(telegram, message, "Do it")
    await telegram.bot_message("Mom has it.", after=message.message_id)
    assert labels(await becomes(telegram, message, "Done")) == ["↩️ Undo"]
    answer = await telegram.bot_message("Taken back", after=telegram.send_text("/undo"))
    assert answer.text == ("Taken back, with what your button led to: 📮 Sent to Mom: Dear Mom\n1 action undone.")
    assert (bot.post.taken_down, await states(database)) == (["Dear Mom"], ["undone"])
    await becomes(telegram, message, "Undone")
