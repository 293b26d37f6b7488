"""Memories outside the prompt are added to a message that they match, once, and stay in place."""

from bot.kit.owner import Owner
from bot.memory.conversing import MOST_TOKENS, RECALLED
from bot.memory.store import memories as stored
from bot.memory.values import Addition, MemoryCategory
from bot.model.tokens import text_tokens
from bot.store.engine import Database
from bot.turns.store import words as word_index
from bot.turns.values.origins import Origin
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, said

MANY = 200
HARPSICHORD = "The user's harpsichord was built in Ghent"


async def say(telegram: BotApi, model: Script, words: str) -> str:
    """Say something, and return the message as the model reads it, its note included."""
    await telegram.bot_message("Echo", after=telegram.send_text(words))
    return model.heard


async def test_a_memory_that_fits_a_message_is_added_to_it_once_with_little_room_until_it_is_deleted(
    telegram: BotApi, model: Script, bot_process: BotProcess, database: Database, owner: Owner
) -> None:
    xylophones = (f"Xylophone {number}: " + "what there is to say of it " * 17 for number in range(6))
    books = (f"The user owns book number {number}" for number in range(MANY))
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        for origin, contents in ((Origin.IMPORT, (HARPSICHORD, *xylophones)), (Origin.CONVERSATION, books)):
            several = [Addition(content=content, category=MemoryCategory.CONTEXT) for content in contents]
            await stored.insert_memories(tx, owner, several, origin)  # what is imported matters least
    bot_process.settings["MEMORY_TOKENS"] = "500"
    await bot_process.start()
    told = await say(telegram, model, "Where was my harpsichord built?")
    assert RECALLED in told
    assert f'"{HARPSICHORD}"' in told
    assert said(model.requests[-1].request)[-1] == "Where was my harpsichord built?"
    assert RECALLED not in await say(telegram, model, "Is the harpsichord old?")
    system = str(model.requests[-1].request.messages[0].content)
    assert f"of {MANY + 7} memories, those that matter most" in system
    assert HARPSICHORD not in system
    memory_id = told.partition("[id:")[2][:8]
    await telegram.bot_message("Deleted", after=telegram.send_text(f"/memory delete {memory_id}"))
    await say(telegram, model, "And now?")
    assert HARPSICHORD not in model.requests[-1].prompt
    told = await say(telegram, model, "Tell me of the xylophone")
    assert 1 < told.count("Xylophone") < 6
    assert text_tokens(told) < MOST_TOKENS + 20
