"""The message that shows the beginning of an answer becomes the answer."""

from bot.database.engine import Database
from bot.database.outbox import AnswerId, Outbox
from bot.values.messages import UserMessage
from bot.values.owner import Owner
from bot.values.place import private_chat
from tests.telegram.memory.conversing import begun


async def test_the_newest_one_counts_until_the_answer_takes_its_place(database: Database, owner: Owner) -> None:
    outbox, said = Outbox(owner.bot_id), await begun(database, owner, UserMessage("Hello"))
    answer = AnswerId(said.turn_id, 1)
    async with database.transaction() as tx:
        for message_id in (70, 71):
            await outbox.note_preview(tx, private_chat(owner), answer, message_id)
            assert await outbox.previews(tx, answer) == [message_id]
        await outbox.add_answer(tx, private_chat(owner), answer, [{"content": "Hi"}])
        await outbox.note_preview(tx, private_chat(owner), answer, 72)
        (waiting,) = await outbox.waiting(tx, private_chat(owner))
    assert (waiting.columns["message_id"], waiting.columns["content"]) == (71, "Hi")
