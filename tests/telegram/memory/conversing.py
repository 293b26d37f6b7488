"""A conversation in the database, without a bot."""

from datetime import UTC, datetime
from uuid import UUID

from bot.database import conversations as stored_conversations
from bot.database import turns as stored_turns
from bot.database.engine import Database
from bot.message_text import user_message
from bot.values.incoming import IncomingMessage
from bot.values.memories import Source
from bot.values.messages import Message, UserMessage
from bot.values.owner import Owner
from bot.values.place import private_chat
from tests.prompts import by_hand


async def begun(database: Database, owner: Owner, *messages: Message, prompt: str = "") -> Source:
    """Begin a conversation, with a turn that says something."""
    async with database.transaction() as tx:
        conversation = await stored_conversations.start(
            tx, owner, private_chat(owner), system_prompt=by_hand(prompt), tools=(), first_message_at=datetime.now(UTC)
        )
        turn = await stored_turns.begin(tx, conversation.id)
        if messages:
            await stored_turns.append(tx, turn.id, messages)
        return Source(conversation_id=conversation.id, turn_id=turn.id)


def spoken(text: str) -> UserMessage:
    """Return what a user says now."""
    return user_message(IncomingMessage(text, datetime.now(UTC)), UTC)


async def notes(database: Database, conversation_id: UUID) -> list[str]:
    """Return what the model is to be told with the next message."""
    query = f"SELECT pending_notes FROM agent_conversations WHERE id = '{conversation_id}'"
    async with database.transaction() as tx:
        return list((await tx.connection.exec_driver_sql(query)).scalar_one())
