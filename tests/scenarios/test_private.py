"""A private chat uses no memories, and nothing of it is in the database when it has ended."""

import asyncio

import pytest

from bot.turns.private_chat import PRIVATE_OVER, PRIVATE_RECEIPT
from practice.telegram.bot_api import BotApi
from tests.crash.postgres_proxy import Lost, PostgresProxy, Statement
from tests.dump import dumped
from tests.pressing import asked
from tests.process import START_SECONDS, BotProcess, Script, call, said, stored_id

SECRET = "Xanthippe"
ANSWER = "Quetzalcoatl"
SHORT = "0.05"
"""In minutes: long enough to say something, and short enough to wait for. Telegram's dates are whole seconds."""


async def whisper(telegram: BotApi, model: Script) -> None:
    """Open a private chat, and say something in it; both at once, so that no idle limit passes between them."""
    model.then(f"{ANSWER} is all I say.")
    sent = telegram.send_text("/private")
    telegram.send_text(f"Don't tell {SECRET}")
    await telegram.bot_message("🔒 This is a private chat.", after=sent)
    answer = await telegram.bot_message(PRIVATE_RECEIPT, after=sent)
    assert answer.text == f"{ANSWER} is all I say.\n\n{PRIVATE_RECEIPT}"


async def nothing_kept(database_url: str) -> None:
    """See that no row holds a word of what was whispered."""
    rows = await dumped(database_url)
    assert "agent_conversations" in rows
    assert SECRET.lower() not in rows.lower()
    assert ANSWER.lower() not in rows.lower()


async def nothing_kept_soon(database_url: str) -> None:
    """Wait until nothing is kept; what waits in the outbox is no witness, and the log has no words."""
    async with asyncio.timeout(START_SECONDS):
        while SECRET in await dumped(database_url):  # noqa: ASYNC110 - the database is the only witness
            await asyncio.sleep(0.05)
    await nothing_kept(database_url)


async def test_nothing_of_a_private_chat_is_kept_when_new_ends_it(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    await asked(telegram, "Remember that I like tea", "Noted.")
    memory_id = stored_id(model)
    await whisper(telegram, model)
    private = model.requests[-1]
    assert said(private.request) == [f"Don't tell {SECRET}"]
    assert "tea" not in private.prompt
    assert not private.request.tools
    assert "private chat" in str(private.request.messages[0].content)
    assert SECRET in await dumped(database_url)
    await telegram.bot_message("This is already a private chat.", after=telegram.send_text("/private"))
    await telegram.bot_message("Deleted:", after=telegram.send_text(f"/memory delete {memory_id}"))
    await telegram.bot_message("Restored:", after=telegram.send_text(f"/memory restore {memory_id}"))
    await telegram.bot_message(PRIVATE_RECEIPT, after=telegram.send_text("And now?"))
    assert said(model.requests[-1].request) == [f"Don't tell {SECRET}", "And now?"]
    assert "tea" not in model.requests[-1].prompt
    over = await asked(telegram, "/new", PRIVATE_OVER)
    assert over.text == f"{PRIVATE_OVER} This is a new conversation. I still remember 1 thing."
    await nothing_kept(database_url)
    await asked(telegram, "What did I say?", "Echo: What did I say?")
    assert said(model.requests[-1].request) == ["What did I say?"]
    assert "The user likes tea" in str(model.requests[-1].request.messages[0].content)
    assert bot.pid


async def test_nothing_said_before_comes_into_a_private_chat_and_no_call_changes_anything(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    assert (await asked(telegram, "/private off")).text == "This is not a private chat. /private starts one."
    model.then(model.held("A long answer", before=0))
    telegram.send_text("Something open")
    await model.server.wait_for_request(1)
    begun = await asked(telegram, "/private", "🔒")
    assert begun.text.startswith("Stopped. 🔒 This is a private chat.")
    model.then(call("add_to_memory", content=f"The user knows {SECRET}", category="person"), "Done.")
    await asked(telegram, f"Remember {SECRET}", "Done.")
    assert said(model.requests[-1].request) == [f"Remember {SECRET}"]
    assert "There is no such tool here." in model.requests[-1].prompt
    await asked(telegram, "/private OFF", PRIVATE_OVER)
    await nothing_kept(database_url)
    assert bot.pid


async def test_a_private_chat_whose_time_is_over_while_the_bot_is_down_is_erased_at_the_start(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    await whisper(telegram, model)
    await bot.kill()
    assert SECRET in await dumped(database_url)
    bot.settings["CONVERSATION_IDLE_MINUTES"] = "0.0001"
    await bot.start()
    await telegram.bot_message(PRIVATE_OVER)
    await nothing_kept(database_url)
    assert [it.text for it in telegram.messages() if it.from_bot].count(PRIVATE_OVER) == 1


async def test_an_unsent_answer_is_erased_with_the_private_chat(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    await asked(telegram, "/private", "🔒")
    telegram.fail("sendMessage", error_code=429, retry_after=3)
    model.then(f"{ANSWER} is never sent.")
    telegram.send_text(f"Don't tell {SECRET}")
    await bot.logged(lambda line: line.get("event") == "Telegram wants a chat left alone")
    telegram.send_text("/new")
    await nothing_kept_soon(database_url)
    telegram.heal()
    await telegram.bot_message(PRIVATE_OVER)
    assert not [it for it in telegram.messages() if it.from_bot and ANSWER in it.text]


@pytest.mark.parametrize("is_committed_and_killed", [False, True])
async def test_it_ends_wholly_and_once_though_the_commit_that_erases_it_is_interrupted(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str, *, is_committed_and_killed: bool
) -> None:
    came = asyncio.Event()

    async def interrupt(statement: Statement) -> None:
        erases = any(sql.startswith("DELETE FROM agent_conversations") for sql in statement.transaction)
        if came.is_set() or statement.sql != "COMMIT" or not erases or statement.done is not is_committed_and_killed:
            return
        if is_committed_and_killed:
            await bot_process.kill()
        came.set()
        raise Lost

    if not is_committed_and_killed:
        bot_process.settings["CONVERSATION_IDLE_MINUTES"] = SHORT  # so that its timer ends it
    async with PostgresProxy(database_url, interrupt) as proxy:
        bot_process.settings["DATABASE_URL"] = proxy.url
        await bot_process.start()
        await whisper(telegram, model)
        if is_committed_and_killed:
            telegram.send_text("/new")
        await came.wait()
        if is_committed_and_killed:
            await bot_process.start()
        await telegram.bot_message(PRIVATE_OVER)
        await nothing_kept_soon(database_url)
        assert (await asked(telegram, "Hello again", "Echo: Hello again")).text == "Echo: Hello again"
        assert sum(PRIVATE_OVER in it.text for it in telegram.messages() if it.from_bot) == 1
        await bot_process.stop()
