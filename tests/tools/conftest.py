"""A turn in which tools are called."""

from datetime import UTC, datetime

import pytest

from bot.database import conversations as stored_conversations
from bot.database import turns as stored_turns
from bot.database.engine import Database
from bot.database.search import words as word_index
from bot.values.conversations import SystemPrompt
from bot.values.memories import Source
from bot.values.owner import Owner
from bot.values.place import Place
from bot.values.prompt_text import own


@pytest.fixture
async def source(database: Database, owner: Owner) -> Source:
    """A turn of a conversation, whose words are indexed in English."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        conversation = await stored_conversations.start(
            tx, owner, Place(1), system_prompt=SystemPrompt(own("")), tools=(), first_message_at=datetime.now(UTC)
        )
        turn = await stored_turns.begin(tx, conversation.id)
    return Source(conversation_id=conversation.id, turn_id=turn.id)
