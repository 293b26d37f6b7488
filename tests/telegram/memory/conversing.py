"""A conversation as the database holds it, without a bot."""

from datetime import UTC, datetime
from uuid import UUID

from bot.database.conversations import Conversations
from bot.database.engine import Database
from bot.database.turns import Turns
from bot.values import Message, Owner, Source


async def begun(database: Database, owner: Owner, *messages: Message, prompt: str = "") -> Source:
    """Begin a conversation, with a turn that says something."""
    async with database.transaction() as tx:
        conversation = await Conversations().start(
            tx, owner, owner.user_id, system_prompt=prompt, tools=(), first_message_at=datetime.now(UTC)
        )
        turn = await Turns().begin(tx, conversation.id)
        if messages:
            await Turns().append(tx, turn.id, messages)
        return Source(conversation_id=conversation.id, turn_id=turn.id)


async def notes(database: Database, conversation_id: UUID) -> list[str]:
    """Return what the model is to be told with the next message."""
    query = f"SELECT pending_notes FROM agent_conversations WHERE id = '{conversation_id}'"
    async with database.transaction() as tx:
        return list((await tx.connection.exec_driver_sql(query)).scalar_one())
