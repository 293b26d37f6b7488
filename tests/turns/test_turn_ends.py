"""Notices at the end of a turn besides the answer."""

from dataclasses import replace

from bot.app.core import tool_set, turn_services
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.prompt_text import own
from bot.kit.settings import Settings
from bot.model.choice import Models
from bot.model.values import AssistantMessage, ToolSpec, UserMessage
from bot.store.engine import Database
from bot.turns.store import turns as stored_turns
from bot.turns.turn_ends import TurnEnds
from tests.memory.telegram.conversing import begun
from tests.plain_channel import PlainChannel, PlainReply
from tests.talking import talking_to

TOOLS = (ToolSpec.of(name="add_to_memory", description="", parameters={}),)


async def test_a_refusal_of_tools_is_reported_again_after_they_were_accepted(database: Database, owner: Owner) -> None:
    channel = PlainChannel(private_chat(owner))
    async with talking_to("http://nowhere") as nobody:
        settings = Settings.model_validate({})
        services = turn_services(settings, owner.bot_id, database, Models(nobody, nobody), tool_set(settings))
        ends = TurnEnds(services, owner, channel)
        conversation_id = (await begun(database, owner)).conversation_id
        for number, without_tools in enumerate([True, True, False, True]):
            async with database.transaction() as tx:
                turn = await stored_turns.begin(tx, conversation_id)
                await stored_turns.append(
                    tx, turn.id, [UserMessage(own("Hello")), AssistantMessage(f"Answer {number}")]
                )
                work = await services.runner.load(tx, turn.id)
            work.conversation, work.without_tools = replace(work.conversation, tools=TOOLS), without_tools
            await ends.answered(work, PlainReply(channel, lambda: True))
    assert [it.words for it in channel.outcomes] == ["Answer 0", "Answer 1", "Answer 2", "Answer 3"]
    notice = "This model can't use tools"
    told = [[remark.partition(", ")[0] for remark in it.remarks] for it in channel.outcomes]
    assert told == [[notice], [], [], [notice]]
