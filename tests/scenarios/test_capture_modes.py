"""The bot's owner and each user set when memories are stored; a change applies at once."""

from collections.abc import Mapping

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.memory.conversing import RECALLED
from bot.memory.operations import Memories
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.prompt import MODE_NEWS
from practice.model.server import Received
from practice.telegram.bot_api import BotApi
from tests.pressing import asked, pressed
from tests.process import BotProcess, Script, call
from tests.scenarios.test_chat import leave_idle

TEA = "The user likes tea"
WRITING = {"add_to_memory", "update_memory", "forget_memory"}
READING = {"search_conversations", "read_document", "react"}
OFFERED: Mapping[str, set[str]] = {
    "ask": {*WRITING, "search_memory", *READING},
    "auto": {*WRITING, "search_memory", *READING},
    "off": {"search_memory", *READING},
    "none": READING,
}
FACTS = ("lives in Rome", "plays chess", "is allergic to nuts", "works as a nurse")
INSTRUCTED: Mapping[str, str] = {
    "ask": "with user_asked: false. That only shows",
    "auto": "store it at once, without asking",
    "off": "The user has turned storing off",
    "none": "The user has turned your memory off",
}


def system(received: Received) -> str:
    """Return the system prompt of a request."""
    return str(received.request.messages[0].content)


def offered(received: Received) -> set[str]:
    """Return the system's tools of a request."""
    return {tool.function.name for tool in received.request.tools or ()} & {*WRITING, "search_memory", *READING}


def told(model: Script) -> str:
    """Return all that the model was sent with the newest message."""
    return str(next(it.content for it in reversed(model.requests[-1].request.messages) if it.role == "user"))


async def set_mode(telegram: BotApi, mode: str) -> None:
    """Set how memories come about."""
    await asked(telegram, f"/memory mode {mode}", f"Memory mode: {mode}")


async def test_what_the_model_reads_and_may_call_is_up_to_the_mode(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await asked(telegram, f"/memory add preference {TEA}", "Remembered:")
    for turns, (mode, fact) in enumerate(zip(OFFERED, FACTS, strict=True), 1):
        await set_mode(telegram, mode)
        await asked(telegram, "/new", "new conversation")
        await asked(telegram, "Hello", "Echo")
        request = model.requests[-1]
        assert offered(request) == OFFERED[mode]
        assert (TEA in system(request)) is (mode != "none")
        assert {name: words in system(request) for name, words in INSTRUCTED.items()} == {
            name: name == mode for name in INSTRUCTED
        }
        assert ("update_memory" in request.prompt) is (mode in {"ask", "auto"})
        assert ("user_asked" in request.sent("tools")) is (mode == "ask")
        model.then(call("add_to_memory", content=f"The user {fact}", category="context"), "So be it.")
        await asked(telegram, "It is so", "So be it.")
        remembered = (await asked(telegram, "/memory", "Your memories")).text
        assert (fact.split()[-1] in remembered) is (mode in {"ask", "auto"})
        await bot.answered(2 * turns)


async def test_what_is_set_in_the_chat_counts_and_outlasts_the_process(
    telegram: BotApi, model: Script, bot_process: BotProcess
) -> None:
    bot_process.settings["MEMORY_CAPTURE"] = "auto"
    await bot_process.start()
    shown = await asked(telegram, "/memory mode", "Memory mode: auto")
    assert [[it.text for it in row] for row in shown.keyboard] == [["ask", "✓ auto", "off", "none"]]
    now = await pressed(telegram, shown, "off")
    assert now.text.startswith("Memory mode: off")
    assert [[it.text for it in row] for row in now.keyboard] == [["ask", "auto", "✓ off", "none"]]
    await bot_process.kill()
    await bot_process.start()
    await asked(telegram, "/memory mode whatever", "Choose a mode: ask, auto, off, none.")
    await asked(telegram, "Hello", "Echo")
    assert offered(model.requests[-1]) == OFFERED["off"]
    await asked(telegram, "/memory mode", "Memory mode: auto", user_id=2)
    await bot_process.answered(1)


async def test_a_running_conversation_hears_of_a_change_once_and_stores_as_it_says(
    telegram: BotApi, model: Script, bot: BotProcess
) -> None:
    await asked(telegram, "Hello", "Echo")
    for mode in ("off", "none"):
        await set_mode(telegram, mode)
        model.then(call("add_to_memory", content=TEA, category="preference"), "Well.")
        await asked(telegram, "Remember that I like tea", "Well.")
        result = model.heard
        assert result == "Nothing was stored: the user has turned that off (/memory mode)."
        assert MODE_NEWS[CaptureMode(mode)] in told(model)
        await asked(telegram, "And now?", "Echo")
        assert MODE_NEWS[CaptureMode(mode)] not in told(model)
        assert "don't remember anything yet" in (await asked(telegram, "/memory", "yet")).text
    await set_mode(telegram, "auto")
    model.then(call("add_to_memory", content=TEA, category="preference"), "Noted.")
    answer = await asked(telegram, "I like tea", "Noted.")
    assert "💾 Remembered: You like tea" in answer.text
    assert MODE_NEWS[CaptureMode.AUTO] in told(model)
    assert offered(model.requests[-1]) == OFFERED["ask"]
    await bot.answered(6)
    await asked(telegram, "/new", "new conversation")
    await asked(telegram, "Hello again", "Echo")
    assert INSTRUCTED["auto"] in system(model.requests[-1])
    assert "/memory mode" not in told(model)
    await bot.answered(7)


async def test_where_none_is_read_the_model_changes_nothing_and_no_memory_gets_into_a_conversation(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database, owner: Owner, database_url: str
) -> None:
    bot_process.settings["MEMORY_TOKENS"] = "100"
    await bot_process.start()
    async with database.transaction() as tx:
        for thing in ("a harpsichord", *(f"book number {number}" for number in range(50))):
            content = f"The user owns {thing}"
            adding = Addition(content=content, category=MemoryCategory.CONTEXT, is_new=True)
            memory_id = (await Memories().change(tx, owner, adding)).memory.id
    await asked(telegram, "Where is my harpsichord?", "Echo")
    assert RECALLED in told(model)
    await bot_process.answered(1)
    await set_mode(telegram, "none")
    await asked(telegram, "And fire?", "Echo")
    await bot_process.answered(2)
    leave_idle(database_url)
    await asked(telegram, "And water?", "Echo")
    assert "harpsichord" not in model.requests[-1].prompt
    await set_mode(telegram, "ask")
    await asked(telegram, "/new", "new conversation")
    await asked(telegram, "Where is my harpsichord?", "Echo")
    assert RECALLED in told(model)
    await set_mode(telegram, "none")
    model.then(
        call("update_memory", memory_id=memory_id, content="The user likes cocoa"),
        call("forget_memory", memory_id=memory_id),
        call("search_memory", query="zither"),
        "Well.",
    )
    await asked(telegram, "Change it, forget it, look for it", "Well.")
    results = [str(it.content) for it in model.requests[-1].request.messages if it.role == "tool"]
    assert [it.partition(":")[0] for it in results] == [
        "Nothing was changed",
        "Nothing was forgotten",
        "Nothing was looked up",
    ]
    await asked(telegram, "/memory add context The user owns a zither", "Remembered:")
    await asked(telegram, "Where are my zither and harpsichord?", "Echo")
    assert RECALLED not in told(model)
    assert "owns" not in told(model)
    await bot_process.answered(6)
