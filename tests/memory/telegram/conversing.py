"""A conversation in the database, without a bot."""

from datetime import UTC, datetime
from uuid import UUID

from bot.kit.owner import Owner
from bot.kit.place import Place, private_chat
from bot.memory.operations import Memories
from bot.memory.store import memories as stored
from bot.memory.values import Addition, Memory, MemoryCategory
from bot.model.values import Message, ToolSpec, UserMessage
from bot.store.engine import Database, Transaction
from bot.turns.message_text import user_message
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.values.conversations import CarriedTurns, Conversation, ConversationMode, SystemPrompt
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.origins import Source
from tests.prompts import by_hand


async def started(
    tx: Transaction,
    owner: Owner,
    place: Place | None = None,
    *,
    prompt: str | SystemPrompt = "",
    tools: tuple[ToolSpec, ...] = (),
    carried: CarriedTurns | None = None,
    mode: ConversationMode = ConversationMode.KEPT,
    offers_untrusted: bool = False,
) -> Conversation:
    """Start a conversation, by default in the owner's chat."""
    return await stored_conversations.start(
        tx,
        owner,
        place or private_chat(owner),
        system_prompt=by_hand(prompt) if isinstance(prompt, str) else prompt,
        tools=tools,
        first_message_at=datetime.now(UTC),
        carried=carried,
        mode=mode,
        offers_untrusted=offers_untrusted,
    )


async def begun(database: Database, owner: Owner, *messages: Message, prompt: str = "") -> Source:
    """Begin a conversation, with a turn that says something."""
    async with database.transaction() as tx:
        conversation = await started(tx, owner, prompt=prompt)
        turn = await stored_turns.begin(tx, conversation.id)
        if messages:
            await stored_turns.append(tx, turn.id, messages)
        return Source(conversation_id=conversation.id, turn_id=turn.id)


async def messages_of(database: Database, conversation: Conversation) -> list[Message]:
    """Return all that a conversation's prompt holds."""
    async with database.transaction() as tx:
        return [message for _, message in await stored_turns.messages(tx, conversation)]


async def added(
    database: Database, owner: Owner, content: str, subject: str | None = None, *, is_new: bool = False
) -> Memory:
    """Have something about a person remembered."""
    wanted = Addition(content=content, category=MemoryCategory.PERSON, subject=subject, is_new=is_new)
    async with database.transaction() as tx:
        return (await Memories().change(tx, owner, wanted)).memory


async def remembered(database: Database, owner: Owner) -> list[str]:
    """Return what is remembered."""
    async with database.transaction() as tx:
        return [memory.content for memory in await stored.live(tx, owner)]


def spoken(text: str) -> UserMessage:
    """Return what a user says now."""
    return user_message(IncomingMessage(text, datetime.now(UTC)), UTC)


async def notes(database: Database, conversation_id: UUID) -> list[str]:
    """Return what the model is to be told with the next message."""
    query = f"SELECT pending_notes FROM agent_conversations WHERE id = '{conversation_id}'"
    async with database.transaction() as tx:
        return list((await tx.connection.exec_driver_sql(query)).scalar_one())
