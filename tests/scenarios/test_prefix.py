"""The prompt is a prefix: each request's messages begin with the bytes of the one before."""

import json
import re
from itertools import pairwise

import pytest

from bot.kit.owner import Owner
from bot.kit.text import quoted
from bot.memory import imports
from bot.memory.conversing import RECALLED
from bot.memory.operations import Memories
from bot.memory.store.redaction import DELETED
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from practice.model.server import Received
from practice.telegram.bot_api import BotApi
from tests.process import BotProcess, Script, call

INSTRUMENTS = ("zither", "oboe", "lute", "viola", "harp", "tuba", "flute", "cello")
MANY = 2_000


def continues(earlier: Received, later: Received) -> bool:
    """Tell whether a request extends an earlier one."""
    assert earlier.sent("tools") == later.sent("tools") != ""
    return later.prompt.startswith(earlier.prompt.removesuffix("]"))


def attic(instrument: str) -> str:
    """Say what is remembered of an instrument."""
    return f"The user's {instrument} stands in the attic"


def known(model: Script, pattern: str) -> str:
    """Return what fits a pattern in what the model was told last."""
    told = "\n".join(str(message.content) for message in model.requests[-1].request.messages)
    found = re.search(pattern, told)
    assert found
    return found[1]


async def deleted(telegram: BotApi, memory_id: str) -> None:
    """Have a memory deleted."""
    await telegram.bot_message("Deleted", after=telegram.send_text(f"/memory delete {memory_id}"))


@pytest.fixture
async def well_read(bot: BotProcess, database: Database, owner: Owner) -> BotProcess:
    """The bot, with more memories than its prompt holds; what matters least are some instruments."""
    contents = [*map(attic, INSTRUMENTS), *(f"The user owns book number {n}" for n in range(MANY - len(INSTRUMENTS)))]
    proposals = [Addition(category=MemoryCategory.CONTEXT, subject=None, content=content) for content in contents]
    async with database.transaction() as tx:
        await imports.put(tx, Memories(), owner, proposals, "all.md")
    return bot


async def test_with_many_memories_and_a_note_in_every_message_the_prompt_stays_a_prefix(
    telegram: BotApi, model: Script, well_read: BotProcess
) -> None:
    """What is deleted leaves the requests, one memory a note and another the memory block, and nothing else does."""
    gone: dict[int, tuple[str, str]] = {}
    """What is replaced, and by what, by the number of requests before."""
    for turn, instrument in enumerate(INSTRUMENTS):
        await well_read.answered(turn)
        match turn:
            case 3:
                lute = known(model, r"- \[id:(\w{8})\] \(context\) \[[^]]*\] \"The user's lute")
                model.then(call("update_memory", memory_id=lute, content="The user has sold the lute"))
            case 4:
                await well_read.stop()
                await well_read.start()
            case 5:
                await deleted(telegram, known(model, r"- \[id:(\w{8})\] \(context\) \[[^]]*\] \"The user's oboe"))
                gone[len(model.requests)] = quoted(attic("oboe")), f'"{DELETED}"'
            case 6:
                line = known(model, r"\n(- \[id:\w{8}\] \[[^]]*\] \"The user owns book number \d+\"\n)")
                await deleted(telegram, line[len("- [id:") :][:8])
                gone[len(model.requests)] = line, ""
        model.then(f"Answer {turn}: *emphasis*, `code`, “ünïcode” and 💾.")
        await telegram.bot_message(f"Answer {turn}:", after=telegram.send_text(f"Where is my {instrument}? <b> \\ 🙂"))
        asked = [str(it.content) for it in model.requests[-1].request.messages if it.role == "user"][-1]
        assert f"of {MANY} memories" in str(model.requests[-1].request.messages[0].content)
        assert RECALLED in asked
        assert attic(instrument) in asked
    assert len(model.requests) == len(INSTRUMENTS) + 1
    assert len(gone) == 2
    for number, (earlier, later) in enumerate(pairwise(model.requests), 1):
        was, by = (json.dumps(text, ensure_ascii=False)[1:-1] for text in gone.get(number, ("", "")))
        kept = earlier.prompt.removesuffix("]")
        assert was in kept
        assert later.prompt.startswith(kept.replace(was, by) if was else kept)
        assert earlier.sent("tools") == later.sent("tools")
