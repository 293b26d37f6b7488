"""The prompt is a prefix: each request's messages begin with the bytes of the one before."""

from bot.database.engine import Database
from bot.practice.model.server import Received
from bot.practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, call


def continues(earlier: Received, later: Received) -> bool:
    """Tell whether a request is an earlier one and something behind it."""
    assert earlier.sent("tools") == later.sent("tools") != ""
    return later.sent("messages").startswith(earlier.sent("messages").removesuffix("]"))


async def test_twenty_turns_with_memories_and_a_restart_share_one_growing_prefix(
    telegram: BotApi, model: Script, bot: BotProcess, database: Database
) -> None:
    for number in range(20):
        if number in {4, 14}:
            fact = f"The user's fact number {number} is “quoted” — ünïcode"
            model.then(call("add_to_memory", content=fact, category="context"))
        if number == 10:
            await bot.answered(10)
            await bot.stop()
            await bot.start()
        model.then(f"Answer {number}: *emphasis*, `code` and 💾.")
        sent = telegram.send_text(f"Question {number}? <tag> \\ “quotes” 🙂")
        await telegram.bot_message(f"Answer {number}:", after=sent)
    assert len(model.requests) == 22
    await bot.answered(20)
    for earlier, later in zip(model.requests, model.requests[1:], strict=False):
        assert continues(earlier, later)
    async with database.transaction() as tx:
        used = (
            "SELECT model, input_tokens > 0, output_tokens > 0, state "
            "FROM agent_usage JOIN agent_turns ON agent_turns.id = turn_id ORDER BY agent_usage.id"
        )
        turns = (await tx.connection.exec_driver_sql(used)).all()
    assert [tuple(turn) for turn in turns] == [("scripted", True, True, "answered")] * 22


async def test_a_new_conversation_has_a_prompt_of_its_own(telegram: BotApi, model: Script, bot: BotProcess) -> None:
    model.then(call("add_to_memory", content="The user likes tea", category="preference"), "Noted.", "Tea!")
    telegram.send_text("Remember that I like tea")
    await telegram.bot_message("Noted.")
    telegram.send_text("/new")
    await telegram.bot_message("A new conversation begins")
    telegram.send_text("What do I like?")
    await telegram.bot_message("Tea!")
    assert bot.pid
    first, _, last = model.requests
    assert "The user likes tea" not in str(first.request.messages[0].content)
    assert "The user likes tea" in str(last.request.messages[0].content)
    assert len(last.request.messages) == 2
