"""What the chat is told as a turn ends, besides the answer."""

from dataclasses import replace

from telegram.ext import ExtBot

from bot.database.engine import Database
from bot.database.outbox import AnswerId
from bot.model.choice import Models
from bot.settings import Settings
from bot.telegram.replies import Reply
from bot.telegram.request import Request
from bot.telegram.sender import ChatSender
from bot.telegram.turn_ends import CurrentTurn, TurnEnds
from bot.values import AssistantMessage, Owner, ToolSpec, UserMessage
from bot.wiring import turn_services
from practice.telegram.bot_api import BotApi
from tests.conftest import TOKEN
from tests.talking import talking_to
from tests.telegram.memory.conversing import begun

TOOLS = (ToolSpec(name="add_to_memory", description="", parameters={}),)


async def test_a_model_that_refuses_tools_is_told_of_again_once_it_has_taken_them(
    telegram: BotApi, telegram_url: str, database: Database, owner: Owner
) -> None:
    telegram.send_text("Hello", owner.user_id)
    async with (
        talking_to("http://nowhere") as nobody,
        ExtBot[None](TOKEN, base_url=f"{telegram_url}/bot", request=Request(telegram_url, 4)) as bot,
    ):
        services = turn_services(Settings.model_validate({}), owner.bot_id, database, Models(nobody, nobody))
        sender = ChatSender(bot, database, services.outbox, owner.user_id)
        ends = TurnEnds(services, owner, sender)
        conversation_id = (await begun(database, owner)).conversation_id
        for number, without_tools in enumerate([True, True, False, True]):
            async with database.transaction() as tx:
                turn = await services.turns.begin(tx, conversation_id)
                await services.turns.append(tx, turn.id, [UserMessage("Hello"), AssistantMessage(f"Answer {number}")])
                work = await services.runner.load(tx, turn.id)
            work.conversation, work.without_tools = replace(work.conversation, tools=TOOLS), without_tools
            answer = AnswerId(turn.id, 1)
            reply = Reply(sender, database, services.outbox, answer, begin_showing=lambda: True, quote=lambda: None)
            await ends.answered(CurrentTurn(work, 1), reply)
            await sender.settle()
    told = [it.text.partition(" because ")[0] for it in telegram.messages(owner.user_id) if it.from_bot]
    notice = "I can't store or change memories while we talk"
    assert told == ["Answer 0", notice, "Answer 1", "Answer 2", "Answer 3", notice]
