"""What was said before, stored as if it had been."""

from collections.abc import Sequence
from datetime import UTC, datetime

from bot.kit.owner import Owner
from bot.model.values import AssistantMessage, Message
from bot.store.engine import Database
from bot.turns.message_text import user_message
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.values.conversations import Conversation, ConversationMode
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.turns import Turn
from tests.memory.telegram.conversing import started

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)


def message(line: str | Message) -> Message:
    """Read "user: …" or "you: …"."""
    if not isinstance(line, str):
        return line
    who, _, said = line.partition(": ")
    return user_message(IncomingMessage(said, NOW), UTC) if who == "user" else AssistantMessage(said)


async def talk(
    database: Database,
    owner: Owner,
    *of_turns: Sequence[str | Message],
    mode: ConversationMode = ConversationMode.KEPT,
) -> tuple[Conversation, list[Turn]]:
    """Store a conversation, its turns as messages or lines of who says what; it ends."""
    async with database.transaction() as tx:
        conversation = await started(tx, owner, mode=mode)
        taken: list[Turn] = []
        for lines in of_turns:
            taken.append(await stored_turns.begin(tx, conversation.id, after=taken[-1] if taken else None))
            await stored_turns.append(tx, taken[-1].id, [message(line) for line in lines])
        await stored_conversations.end(tx, conversation.id)
        return conversation, taken
