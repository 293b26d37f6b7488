"""A private chat uses no memories, and nothing of it is in the database when it has ended."""

import asyncio

from bot.chat.private_chat import PRIVATE_OVER
from bot.memory.receipts import PRIVATE_RECEIPT
from practice.faults import Dropped, Fault
from practice.model.server import Refusal, Reply
from practice.telegram.bot_api import BotApi
from tests.dump import dumped
from tests.process import START_SECONDS, BotProcess, Script, call, said, stored_id

SECRET = "Xanthippe"
ANSWER = "Quetzalcoatl"
SHORT = "0.05"
"""In minutes: long enough to say something, and short enough to wait for. Telegram's dates are whole seconds."""


async def whisper(telegram: BotApi, model: Script) -> None:
    """Open a private chat, and say something in it; both are sent at once, so that no idle limit passes between them."""
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
    telegram.send_text("Remember that I like tea")
    await telegram.bot_message("Noted.")
    await whisper(telegram, model)
    private = model.requests[-1]
    assert said(private.request) == [f"Don't tell {SECRET}"]
    assert "tea" not in private.prompt
    assert not private.request.tools
    assert "private chat" in str(private.request.messages[0].content)
    assert SECRET in await dumped(database_url)
    telegram.send_text("/new")
    over = await telegram.bot_message(PRIVATE_OVER)
    assert over.text == f"{PRIVATE_OVER} This is a new conversation. I still remember 1 thing."
    await nothing_kept(database_url)
    telegram.send_text("What did I say?")
    await telegram.bot_message("Echo: What did I say?")
    assert said(model.requests[-1].request) == ["What did I say?"]
    assert "The user likes tea" in str(model.requests[-1].request.messages[0].content)
    assert bot.pid


async def test_every_answer_of_a_private_chat_says_that_it_is_one(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await whisper(telegram, model)
    model.then(
        Reply(error=Refusal(400, "no")),
        Reply(pieces=("It is a long story. ", "Never told."), gates={2: asyncio.Event()}),
    )
    telegram.send_text("Does it fail?")
    failed = await telegram.bot_message("failed to answer")
    telegram.send_text("Tell me a story")
    await telegram.bot_message("It is a long story.")
    telegram.send_text("/stop")
    await telegram.bot_message("Stopped.")
    story = await telegram.bot_message(PRIVATE_RECEIPT, after=failed.message_id)
    answers = [it.text for it in telegram.messages() if it.from_bot and it.text.endswith(PRIVATE_RECEIPT)]
    assert answers[0] == f"{ANSWER} is all I say.\n\n{PRIVATE_RECEIPT}"
    assert len(answers) == 3
    assert story.text.startswith("It is a long story.")
    telegram.send_text("/new")
    await telegram.bot_message(PRIVATE_OVER)
    telegram.send_text("Hello")
    answer = await telegram.bot_message("Echo: Hello")
    assert answer.text == "Echo: Hello"
    assert bot.pid


async def test_a_private_chat_is_asked_for_once(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    await whisper(telegram, model)
    telegram.send_text("/private")
    await telegram.bot_message("This is already a private chat.")
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert said(model.requests[-1].request) == [f"Don't tell {SECRET}", "And now?"]
    assert bot.pid


async def test_private_off_ends_a_private_chat_and_never_starts_one(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    sent = telegram.send_text("/private off")
    assert (await telegram.bot_message("", after=sent)).text == "This is not a private chat. /private starts one."
    sent = telegram.send_text("/private please")
    await telegram.bot_message("Send /private to start a private chat, and /private off to end it.", after=sent)
    telegram.send_text("Hello")
    assert (await telegram.bot_message("Echo: Hello")).text == "Echo: Hello"
    await whisper(telegram, model)
    sent = telegram.send_text("/private OFF")
    await telegram.bot_message(PRIVATE_OVER, after=sent)
    await nothing_kept(database_url)
    assert bot.pid


async def test_nothing_of_what_was_said_before_comes_into_a_private_chat(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    gate = asyncio.Event()
    model.then(Reply(text="A long answer", gates={0: gate}))
    telegram.send_text("Something open")
    await model.server.wait_for_request(1)
    telegram.send_text("/private")
    begun = await telegram.bot_message("🔒")
    assert begun.text.startswith("Stopped. 🔒 This is a private chat.")
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    assert said(model.requests[-1].request) == ["Hello"]
    assert bot.pid


async def test_a_call_that_the_model_makes_up_changes_nothing_in_private(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    telegram.send_text("/private")
    await telegram.bot_message("🔒")
    model.then(call("add_to_memory", content=f"The user knows {SECRET}", category="person"), "Done.")
    telegram.send_text(f"Remember {SECRET}")
    await telegram.bot_message("Done.")
    assert "There is no such tool here." in model.requests[-1].prompt
    telegram.send_text("/new")
    await telegram.bot_message("I remember nothing yet")
    await nothing_kept(database_url)
    assert bot.pid


async def test_a_memory_restored_meanwhile_does_not_reach_a_private_chat(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    telegram.send_text("Remember that I like tea")
    await telegram.bot_message("💾")
    memory_id = stored_id(model)
    telegram.send_text(f"/memory delete {memory_id}")
    await telegram.bot_message("Deleted:")
    await whisper(telegram, model)
    telegram.send_text(f"/memory restore {memory_id}")
    await telegram.bot_message("Restored:")
    telegram.send_text("And now?")
    await telegram.bot_message("Echo: And now?")
    assert "tea" not in model.requests[-1].prompt
    assert bot.pid


async def test_a_private_chat_that_is_left_idle_ends_though_nothing_is_written(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str
) -> None:
    bot_process.settings["CONVERSATION_IDLE_MINUTES"] = SHORT
    await bot_process.start()
    await whisper(telegram, model)
    over = await telegram.bot_message(PRIVATE_OVER)
    assert over.text == PRIVATE_OVER
    await nothing_kept(database_url)
    telegram.send_text("Hello again")
    answer = await telegram.bot_message("Echo: Hello again")
    assert answer.text == "Echo: Hello again"
    assert said(model.requests[-1].request) == ["Hello again"]


async def test_a_turn_that_runs_at_the_idle_limit_ends_first(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str
) -> None:
    bot_process.settings["CONVERSATION_IDLE_MINUTES"] = SHORT
    await bot_process.start()
    model.then(Script.slow(f"{ANSWER} " + "is slow to come here today", seconds=0.6))
    telegram.send_text("/private")
    telegram.send_text(f"Tell me of {SECRET}")
    answer = await telegram.bot_message(PRIVATE_RECEIPT)
    assert answer.text.startswith(f"{ANSWER} is slow to come here today")
    over = await telegram.bot_message(PRIVATE_OVER)
    assert over.message_id > answer.message_id
    await nothing_kept(database_url)


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


async def test_a_private_chat_continues_after_a_restart_and_still_ends_in_time(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str
) -> None:
    await bot_process.start()
    await whisper(telegram, model)
    await bot_process.kill()
    await bot_process.start()
    sent = telegram.send_text("Are you there?")
    answer = await telegram.bot_message(PRIVATE_RECEIPT, after=sent)
    assert answer.text == f"Echo: Are you there?\n\n{PRIVATE_RECEIPT}"
    assert said(model.requests[-1].request) == [f"Don't tell {SECRET}", "Are you there?"]
    await bot_process.kill()
    bot_process.settings["CONVERSATION_IDLE_MINUTES"] = "0.1"
    await bot_process.start()
    await telegram.bot_message(PRIVATE_OVER)
    await nothing_kept(database_url)


async def test_what_was_said_in_time_is_private_though_the_bot_hears_of_it_late(
    telegram: BotApi, model: Script, bot_process: BotProcess, database_url: str
) -> None:
    bot_process.settings["CONVERSATION_IDLE_MINUTES"] = "0.1"
    await bot_process.start()
    await whisper(telegram, model)
    await bot_process.kill()
    sent = telegram.send_text(f"And more of {SECRET}")
    await bot_process.start()
    answer = await telegram.bot_message(PRIVATE_RECEIPT, after=sent)
    assert answer.text == f"Echo: And more of {SECRET}\n\n{PRIVATE_RECEIPT}"
    await telegram.bot_message(PRIVATE_OVER, after=answer.message_id)
    await nothing_kept(database_url)


async def test_a_private_chat_ends_once_though_the_bot_is_killed_as_it_says_so(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    await whisper(telegram, model)
    killed = asyncio.Event()

    async def kill() -> None:
        await bot.kill()
        killed.set()

    telegram.add_fault(Fault(method="sendMessage", callback=kill, error=Dropped(), times=1, after_effect=False))
    telegram.send_text("/new")
    await killed.wait()
    await nothing_kept(database_url)
    await bot.start()
    await telegram.bot_message(PRIVATE_OVER)
    telegram.send_text("Hello")
    await telegram.bot_message("Echo: Hello")
    assert sum(PRIVATE_OVER in it.text for it in telegram.messages() if it.from_bot) == 1


async def test_unsent_command_answers_are_erased_with_the_private_chat(
    telegram: BotApi, bot: BotProcess, database_url: str
) -> None:
    telegram.send_text("/private")
    await telegram.bot_message("🔒")
    telegram.fail("sendMessage", error_code=429, retry_after=3)
    telegram.send_text(f"/search {SECRET}")
    await bot.logged(lambda line: line.get("event") == "Telegram wants a chat left alone")
    telegram.send_text("/new")
    await nothing_kept_soon(database_url)
    telegram.heal()
    await telegram.bot_message(PRIVATE_OVER)
    assert not [it for it in telegram.messages() if it.from_bot and SECRET in it.text]


async def test_an_unsent_answer_is_erased_with_the_private_chat(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    telegram.send_text("/private")
    await telegram.bot_message("🔒")
    telegram.fail("sendMessage", error_code=429, retry_after=3)
    model.then(f"{ANSWER} is never sent.")
    telegram.send_text(f"Don't tell {SECRET}")
    await bot.logged(lambda line: line.get("event") == "Telegram wants a chat left alone")
    telegram.send_text("/new")
    await nothing_kept_soon(database_url)
    telegram.heal()
    await telegram.bot_message(PRIVATE_OVER)
    assert not [it for it in telegram.messages() if it.from_bot and ANSWER in it.text]
