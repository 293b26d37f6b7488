"""What a person in the chat does and sees: joining, stopping, retrying, starting over, editing."""

import asyncio

import pytest

from practice.model.server import Reply
from practice.telegram.bot_api import BotApi
from tests.databases import administration
from tests.pressing import asked
from tests.process import BotProcess, Script, call, said, stored_id

pytestmark = pytest.mark.usefixtures("bot")


async def test_messages_that_arrive_before_anything_was_shown_are_answered_together(
    telegram: BotApi, model: Script
) -> None:
    model.then(Reply(text="Too early", gates={0: asyncio.Event()}), "Both.")
    telegram.send_text("First")
    await model.server.wait_for_request(1)
    reply = await asked(telegram, "Second", "Both.")
    assert said(model.requests[-1].request) == ["First", "Second"]
    assert reply.reply_to is None
    assert [message.text for message in telegram.messages() if message.from_bot] == ["Both."]


async def test_stop_keeps_what_was_said_and_drops_what_waited(telegram: BotApi, model: Script) -> None:
    model.then(Reply(pieces=("It is a long story. ", "Never told."), gates={2: asyncio.Event()}))
    await asked(telegram, "Tell me", "It is a long story.")
    telegram.send_text("And this")
    telegram.send_text("And that")
    stopped = await asked(telegram, "/stop", "Stopped.")
    assert stopped.text == "Stopped. I won't answer 2 messages that were waiting."
    await asked(telegram, "Go on?", "Echo: Go on?")
    messages = model.requests[-1].request.messages
    assert [message.role for message in messages] == ["system", "user", "assistant", "user"]
    assert messages[2].content == "It is a long story."
    await telegram.bot_message("There is nothing to stop.", after=telegram.send_text("/stop"))


async def test_retry_supersedes_the_final_words_of_an_answered_turn(telegram: BotApi, model: Script) -> None:
    model.then(
        call("add_to_memory", content="The user likes tea", category="preference"),
        "First wording.",
        "Second wording.",
        "After it.",
    )
    first = await asked(telegram, "Remember that I like tea", "First wording.")
    second = await asked(telegram, "/retry", "Second wording.")
    assert second.message_id != first.message_id
    assert [message.role for message in model.requests[-1].request.messages] == ["system", "user", "assistant", "tool"]
    await asked(telegram, "And now?", "After it.")
    last = model.requests[-1].prompt
    assert "Second wording." in last
    assert "First wording." not in last


async def test_new_ends_a_running_turn_and_what_is_written_after_it_belongs_to_the_new_conversation(
    telegram: BotApi, model: Script
) -> None:
    model.then(Reply(text="Never said", gates={0: asyncio.Event()}))
    telegram.send_text("Hello")
    await model.server.wait_for_request(1)
    telegram.delay("sendMessage", 0.3)
    for text in ("/help", "/memory", "/new", "Again"):
        telegram.send_text(text)
    await telegram.bot_message("Stopped. This is a new conversation. I remember nothing yet.")
    await telegram.bot_message("Echo: Again")
    assert said(model.requests[-1].request) == ["Again"]


async def test_a_command_comes_between_a_cut_text_and_what_follows(telegram: BotApi, model: Script) -> None:
    model.then(Reply(text="Never", gates={0: asyncio.Event()}))
    telegram.send_text("First")
    await model.server.wait_for_request(1)
    telegram.send_text("x" * 4096)
    await telegram.wait_for(lambda: not telegram.pending_updates)
    telegram.send_text("/stop")
    telegram.send_text("Third")
    stopped = await telegram.bot_message("Stopped.")
    assert "I won't answer 1 message that was waiting." in stopped.text
    await telegram.bot_message("Echo: Third")
    assert said(model.requests[-1].request) == ["First", "Third"]
    telegram.send_text("x" * 4096)
    await telegram.wait_for(lambda: not telegram.pending_updates)
    await asked(telegram, "the rest", "Echo: the rest")
    assert said(model.requests[-1].request)[-2:] == ["x" * 4096, "the rest"]


async def test_memory_waits_for_no_answer_that_is_being_delivered(telegram: BotApi, model: Script) -> None:
    gate = asyncio.Event()
    model.then(Reply(pieces=("A first part of the answer. ", "The rest."), gates={2: gate}))
    await asked(telegram, "Hello", "A first part")
    telegram.fail("editMessageText", error_code=429, retry_after=3, times=1)
    telegram.delay("editMessageText", 3)
    gate.set()
    telegram.send_text("/retry")
    await asked(telegram, "/memory", "I don't remember anything yet")
    assert not any("The rest." in it.text for it in telegram.messages())


async def test_a_command_that_failed_is_not_carried_out_later(
    telegram: BotApi, bot: BotProcess, model: Script, database_url: str
) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    await asked(telegram, "Remember that I like tea", "💾")
    memory_id = stored_id(model)
    with administration(database_url) as connection:
        connection.execute("ALTER TABLE agent_memories RENAME COLUMN deleted_at TO gone_at")
        await asked(telegram, f"/memory delete {memory_id}", "I failed several times")
        connection.execute("ALTER TABLE agent_memories RENAME COLUMN gone_at TO deleted_at")
    await bot.stop()
    await bot.start()
    telegram.send_text("/memory")
    await telegram.bot_message("You like tea", after=telegram.messages()[-2].message_id)


async def test_what_arrives_once_an_answer_shows_waits_for_the_next_turn_and_can_be_edited(
    telegram: BotApi, model: Script
) -> None:
    gate = asyncio.Event()
    model.then(Reply(pieces=("A first part of the answer. ", "The rest."), gates={2: gate}))
    first = telegram.send_text("First")
    await telegram.bot_message("A first part")
    waiting, third = telegram.send_text("Secnod"), telegram.send_text("Third")
    telegram.edit_text(waiting, "/new")
    await telegram.bot_message("can't become a command")
    telegram.edit_text(waiting, "Second")
    await telegram.wait_for(lambda: not telegram.pending_updates)
    gate.set()
    model.then("Second and third.")
    answer = await telegram.bot_message("The rest.")
    later = await telegram.bot_message("Second and third.")
    assert said(model.requests[-1].request) == ["First", "Second", "Third"]
    assert (answer.reply_to, later.reply_to) == (None, third)  # the bot's sentence is below it
    assert first < answer.message_id < waiting < third < later.message_id


async def test_someone_who_blocked_the_bot_finds_everything_as_it_was(telegram: BotApi, model: Script) -> None:
    gate = asyncio.Event()
    model.then(Reply(text="Into the void", gates={0: gate}))
    telegram.send_text("Hello")
    await model.server.wait_for_request(1)
    telegram.block()
    gate.set()
    await telegram.wait_for(lambda: [it for it in telegram.calls if it.method == "sendMessage"])
    telegram.unblock()
    await asked(telegram, "I am back", "Echo: I am back")
    assert said(model.requests[-1].request) == ["Hello", "I am back"]
    assert "Into the void" in model.requests[-1].prompt


def leave_idle(database_url: str) -> None:
    """Let the last message have been said longer ago than the idle limit."""
    with administration(database_url) as connection:
        connection.execute("UPDATE agent_conversations SET last_message_at = last_message_at - interval '241 minutes'")


async def test_after_the_idle_limit_memories_load_and_the_last_turns_come_along(
    telegram: BotApi, model: Script, database_url: str
) -> None:
    long_ago = "Long ago " + "and far away " * 310
    for text in (long_ago, long_ago + "twice"):
        await asked(telegram, text, "Echo: Long ago")
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    await asked(telegram, "Remember that I like tea", "💾")
    leave_idle(database_url)
    await asked(telegram, "And what do I like?", "Echo: And what")
    await asked(telegram, "Still there?", "Echo: Still there?")
    *_, before, last = model.requests
    assert "[id:" in str(last.request.messages[0].content)
    assert said(last.request) == ["Remember that I like tea", "And what do I like?", "Still there?"]
    assert last.prompt.startswith(before.prompt.removesuffix("]"))
    await asked(telegram, "/new", "This is a new conversation")
    await asked(telegram, "Fresh", "Echo: Fresh")
    assert said(model.requests[-1].request) == ["Fresh"]
