"""The notice that an answer was cut is found for as long as that is the chat's last answer, and nothing else is."""

from uuid import UUID

from bot.database import turns as stored_turns
from bot.database.engine import Database
from bot.database.outbox import AnswerId, Columns, Outbox
from bot.values.messages import AssistantMessage, UserMessage
from bot.values.owner import Owner
from bot.values.place import private_chat
from bot.values.turns import TurnState
from tests.telegram.memory.conversing import begun

CUT = AssistantMessage("A long answer that", is_cut=True)
ANSWER: Columns = {"content": CUT.content, "about": None}
NOTICE: Columns = {"content": "It was cut.", "about": "continue:1"}
FIRST_MESSAGE_ID = 70


async def answered(database: Database, owner: Owner, *texts: Columns) -> tuple[Outbox, UUID, UUID]:
    """Have a cut answer shown by such texts; return the outbox, the conversation and the turn."""
    outbox, said = Outbox(owner.bot_id), await begun(database, owner, UserMessage("Hello"), CUT)
    async with database.transaction() as tx:
        await outbox.note_preview(tx, private_chat(owner), AnswerId(said.turn_id, 1), FIRST_MESSAGE_ID)
        await outbox.add_answer(tx, private_chat(owner), AnswerId(said.turn_id, 1), texts)
        for message_id, waiting in enumerate(await outbox.waiting(tx, private_chat(owner)), FIRST_MESSAGE_ID):
            await outbox.sent(tx, waiting.id, message_id)
    return outbox, said.conversation_id, said.turn_id


async def test_it_is_found_until_the_next_turn_begins(database: Database, owner: Owner) -> None:
    outbox, conversation_id, turn_id = await answered(database, owner, ANSWER, NOTICE)
    async with database.transaction() as tx:
        found = await outbox.about_last_turn(tx, owner, private_chat(owner))
        assert found == ("continue:1", FIRST_MESSAGE_ID + 1)
        await stored_turns.begin(tx, conversation_id, after=await stored_turns.get(tx, turn_id))
        assert await outbox.about_last_turn(tx, owner, private_chat(owner)) is None


async def test_a_preview_becomes_it(database: Database, owner: Owner) -> None:
    outbox, *_ = await answered(database, owner, NOTICE)
    async with database.transaction() as tx:
        assert await outbox.about_last_turn(tx, owner, private_chat(owner))


async def test_the_answer_itself_is_not_taken_for_it_where_the_turn_was_stopped_before_there_was_one(
    database: Database, owner: Owner
) -> None:
    outbox, _, turn_id = await answered(database, owner, ANSWER)
    async with database.transaction() as tx:
        await stored_turns.end(tx, turn_id, TurnState.STOPPED)
        assert await outbox.about_last_turn(tx, owner, private_chat(owner)) is None
