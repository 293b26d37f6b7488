"""The message that says that an answer was cut is found for as long as that is the chat's last answer."""

from bot.database.engine import Database
from bot.database.outbox import AnswerId, Outbox, Text
from bot.database.turns import Turns
from bot.messages import AssistantMessage, Owner, UserMessage
from tests.telegram.memory.conversing import begun

CUT = AssistantMessage("A long answer that", is_cut=True)
FIRST_MESSAGE_ID = 70

turns = Turns()


async def test_it_is_the_last_message_of_the_answer_once_all_of_that_is_sent(database: Database, owner: Owner) -> None:
    outbox, chat_id = Outbox(owner.bot_id), owner.user_id
    said = await begun(database, owner, UserMessage("Hello"), CUT)
    found = []
    async with database.transaction() as tx:
        await outbox.add_answer(tx, chat_id, AnswerId(said.turn_id, 1), [Text(CUT.content), Text("It was cut.")])
        for message_id, waiting in enumerate(await outbox.waiting(tx, chat_id), FIRST_MESSAGE_ID):
            found.append(await outbox.cut_notice(tx, owner, chat_id))
            await outbox.sent(tx, waiting.id, message_id)
        found.append(await outbox.cut_notice(tx, owner, chat_id))
        await turns.begin(tx, said.conversation_id, after=await turns.get(tx, said.turn_id))
        found.append(await outbox.cut_notice(tx, owner, chat_id))
    assert found == [None, None, FIRST_MESSAGE_ID + 1, None]


async def test_an_answer_that_is_whole_has_none(database: Database, owner: Owner) -> None:
    outbox, chat_id = Outbox(owner.bot_id), owner.user_id
    said = await begun(database, owner, UserMessage("Hello"), AssistantMessage("A whole answer."))
    async with database.transaction() as tx:
        await outbox.add_answer(tx, chat_id, AnswerId(said.turn_id, 1), [Text("A whole answer.")])
        (waiting,) = await outbox.waiting(tx, chat_id)
        await outbox.sent(tx, waiting.id, FIRST_MESSAGE_ID)
        assert await outbox.cut_notice(tx, owner, chat_id) is None
