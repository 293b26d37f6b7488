"""Earlier conversations are listed, continued as they were, and erased one by one."""

import re
from datetime import UTC, datetime

import pytest

from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.prompt_text import own
from bot.memory.conversing import NEWS
from bot.model.values import AssistantMessage
from bot.store.engine import Database
from bot.turns.message_text import user_message
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.values.conversations import SystemPrompt
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.turns import TurnState
from practice.telegram.bot_api import BotApi
from practice.telegram.messenger import Message
from tests.dump import dumped
from tests.pressing import asked, labels
from tests.pressing import pressed as turned
from tests.process import BotProcess, Script, call, said, stored_id
from tests.scenarios.test_chat import leave_idle
from tests.scenarios.test_prefix import continues

pytestmark = pytest.mark.usefixtures("bot")

FIRST = "Let us speak of Xanthippe"
NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
WHICH = "Give the number of a conversation, such as /{} 3. /history shows them."


async def converse(telegram: BotApi, *texts: str) -> None:
    """Begin a new conversation, and say some things in it."""
    await asked(telegram, "/new", "This is a new conversation")
    for text in texts:
        await asked(telegram, text, f"Echo: {text}")


async def answer(telegram: BotApi, command: str, beginning: str) -> str:
    """Send a command, and return what is said of it."""
    return (await asked(telegram, command, beginning)).text


def numbers(listed: str) -> list[str]:
    """Return the numbers of the conversations of a list."""
    return re.findall(r"^(\d+)\. ", listed, re.MULTILINE)


async def pressed(telegram: BotApi, message: Message, label: str, beginning: str) -> str:
    """Press a button that says something anew, and return that."""
    (data,) = [it.callback_data for row in message.keyboard for it in row if it.text == label]
    newest = telegram.messages()[-1].message_id
    query = telegram.press(message.message_id, data)
    await telegram.wait_for(lambda: telegram.press_answer(query))
    return (await telegram.bot_message(beginning, after=newest)).text


async def test_history_lists_the_conversations_that_are_kept(telegram: BotApi) -> None:
    assert await answer(telegram, "/history", "There are no conversations") == "There are no conversations yet."
    await converse(telegram, FIRST, "And more", "And more still")
    await converse(telegram, "A\nsecond " + "rather long " * 8 + "one")
    await answer(telegram, "/private", "🔒")
    await asked(telegram, "Not to be listed", "Echo: Not to be listed")
    listed = (await answer(telegram, "/history", "🗂")).splitlines()
    assert listed[0] == "🗂 Our conversations:"
    assert listed[2].startswith("2. ")
    assert listed[2].endswith(", 1 exchange: “A second rather long rather long rather long rather long …”")
    assert listed[3].startswith("1. ")
    assert listed[3].endswith(f", 3 exchanges: “{FIRST}”")
    assert listed[5] == "Tap a number to continue that conversation. /forget <number> erases one."
    assert "Not to be listed" not in "\n".join(listed)
    assert (await answer(telegram, "/history 2", "🗂")).splitlines() == listed  # there is no second page
    assert (await answer(telegram, "/history tea", "Send")).startswith("Send /history for the newest conversations")
    for command in ("resume", "forget"):
        missing = "There is no conversation 9. /history lists them."
        assert await answer(telegram, f"/{command} 9", "There is no") == missing
        assert await answer(telegram, f"/{command} it", "Give") == WHICH.format(command)


async def test_history_is_shown_in_pages(telegram: BotApi, database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        for number in range(1, 18):
            conversation = await stored_conversations.start(
                tx, owner, private_chat(owner), system_prompt=SystemPrompt(own("")), tools=(), first_message_at=NOW
            )
            turn = await stored_turns.begin(tx, conversation.id)
            said_then = user_message(IncomingMessage(f"Number {number}", NOW), UTC)
            await stored_turns.append(tx, turn.id, [said_then, AssistantMessage("Yes")])
            await stored_turns.end(tx, turn.id, TurnState.ANSWERED)
            await stored_conversations.end(tx, conversation.id)
    first = await answer(telegram, "/history", "🗂")
    assert first.splitlines()[0] == "🗂 Our conversations: 1\N{EN DASH}8 of 17"
    page = telegram.messages()[-1]
    assert labels(page) == [*map(str, range(17, 9, -1)), "Next ▶️", "⏭"]
    assert [len(row) for row in page.keyboard] == [4, 4, 2]
    last = await turned(telegram, page, "⏭")
    assert numbers(last.text) == ["1"]
    assert labels(last) == ["1", "⏮", "◀️ Previous"]
    second = await turned(telegram, last, "Previous")
    assert second.text == (await answer(telegram, "/history 2", "🗂"))
    assert (await turned(telegram, second, "Previous")).text == first


async def test_a_resumed_conversation_continues_even_after_a_restart_however_old_it_is(
    telegram: BotApi, model: Script, bot: BotProcess, database_url: str
) -> None:
    await converse(telegram, FIRST)
    await bot.answered(1)
    leave_idle(database_url)
    before = model.requests[-1]
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    await answer(telegram, "/new", "This is a new conversation")
    await answer(telegram, "Remember that I like tea", "💾")
    await bot.answered(2)
    listed = await telegram.bot_message("🗂", after=telegram.send_text("/resume"))
    await bot.kill()
    telegram.delay("answerCallbackQuery", 3, times=1)
    query = telegram.press(listed.message_id, "resume:1")
    sent = telegram.send_text("And now?")  # in one batch with the press
    await bot.start()
    resumed = (await telegram.bot_message("Back in", after=sent)).text
    assert resumed.startswith("Back in conversation 1, ")
    assert resumed.endswith(f", 1 exchange: “{FIRST}”")
    await telegram.bot_message("Echo: And now?", after=sent)
    assert telegram.press_answer(query) is None, "the message waited for the press to be answered"
    after = model.requests[-1]
    assert continues(before, after)
    told = str(after.request.messages[-1].content)
    assert NEWS in told
    assert '"The user likes tea"' in told
    assert said(after.request) == [FIRST, "And now?"]
    await answer(telegram, "Once more", "Echo: Once more")
    assert continues(after, model.requests[-1])
    assert await pressed(telegram, listed, "1", "We are already in") == "We are already in conversation 1."
    await answer(telegram, "/new", "This is a new conversation")
    await answer(telegram, "/forget 1 yes", "Conversation 1 is erased")
    gone = "There is no conversation 1. /history lists them."
    assert await pressed(telegram, listed, "1", "There is no") == gone


async def test_a_memory_that_was_deleted_or_restored_is_so_in_a_resumed_conversation(
    telegram: BotApi, model: Script
) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.")
    await answer(telegram, "Remember that I like tea", "💾")
    memory_id = stored_id(model)
    await converse(telegram, FIRST)
    assert "The user likes tea" in model.requests[-1].prompt
    await converse(telegram, "Something else")
    await answer(telegram, f"/memory delete {memory_id}", "Deleted:")
    await answer(telegram, "/resume 2", "Back in")
    await answer(telegram, "And now?", "Echo: And now?")
    assert said(model.requests[-1].request) == [FIRST, "And now?"]
    assert "The user likes tea" not in model.requests[-1].prompt
    await converse(telegram, "Something else again")
    await answer(telegram, f"/memory restore {memory_id}", "Restored")
    for number in ("1", "2"):  # one learned it from a call, the other at its beginning
        await answer(telegram, f"/resume {number}", "Back in")
        await answer(telegram, f"And now, {number}?", "Echo: And now")
        told = model.heard
        assert NEWS in told
        assert told.count(f'[id:{memory_id}] (preference) "The user likes tea"') == 1
    await answer(telegram, "Once more", "Echo: Once")
    assert NEWS not in model.heard


async def test_forget_asks_and_then_erases_for_good(telegram: BotApi, model: Script, database_url: str) -> None:
    await converse(telegram, "Something else")
    await converse(telegram, FIRST, "And more")
    asked = await answer(telegram, "/forget 2", "Conversation 2")
    assert f", 2 exchanges, current: “{FIRST}”" in asked
    assert asked.endswith("To go ahead, send: /forget 2 yes")
    assert "Xanthippe" in await dumped(database_url)
    erased = await answer(telegram, "/forget 2 yes", "Conversation 2 is erased.")
    assert erased.endswith("Your next message starts a new one.")
    assert "Xanthippe" not in await dumped(database_url)
    assert (await answer(telegram, "/resume 2", "There is no")) == "There is no conversation 2. /history lists them."
    await answer(telegram, "Hello", "Echo: Hello")
    assert said(model.requests[-1].request) == ["Hello"]
    lines = (await answer(telegram, "/history", "🗂")).splitlines()
    assert numbers("\n".join(lines)) == ["3", "1"]
