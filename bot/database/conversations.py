"""The conversations: everything said under one frozen prompt."""

from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy import ColumnElement, insert, select, update

from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.tables import AgentConversation
from bot.messages import CarriedTurns, Conversation, Owner, ToolSpec


class Conversations:
    """The conversations of every chat; a chat has at most one that is open. Works in the caller's transaction."""

    async def open_in(self, tx: Transaction, owner: Owner, chat_id: int) -> Conversation | None:
        """Return the chat's open conversation, if there is one."""
        return await self._one(
            tx,
            AgentConversation.bot_id == owner.bot_id,
            AgentConversation.user_id == owner.user_id,
            AgentConversation.chat_id == chat_id,
            AgentConversation.ended_at.is_(None),
        )

    async def get(self, tx: Transaction, conversation_id: UUID) -> Conversation:
        """Return a conversation that exists."""
        conversation = await self._one(tx, AgentConversation.id == conversation_id)
        if conversation is None:
            raise LookupError(conversation_id)
        return conversation

    async def revision(self, tx: Transaction, conversation_id: UUID) -> int:
        """Return how often what was stored of the conversation has changed."""
        revision = await tx.connection.scalar(
            select(AgentConversation.revision).where(AgentConversation.id == conversation_id)
        )
        if revision is None:
            raise LookupError(conversation_id)
        return revision

    async def start(
        self,
        tx: Transaction,
        owner: Owner,
        chat_id: int,
        *,
        system_prompt: str,
        tools: tuple[ToolSpec, ...],
        first_message_at: datetime,
        carried: CarriedTurns | None = None,
    ) -> Conversation:
        """Open a conversation with the prompt, the tools and the earlier turns that it keeps to its end."""
        conversation = Conversation(
            id=uuid7(),
            owner=owner,
            chat_id=chat_id,
            system_prompt=system_prompt,
            tools=tools,
            revision=0,
            last_message_at=first_message_at,
            carried=carried,
        )
        await tx.connection.execute(
            insert(AgentConversation).values(
                id=conversation.id,
                bot_id=owner.bot_id,
                user_id=owner.user_id,
                chat_id=chat_id,
                system_prompt=system_prompt,
                tools=[
                    {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
                    for tool in tools
                ],
                started_at=datetime.now(UTC),
                last_message_at=first_message_at,
                carried_conversation_id=carried and carried.conversation_id,
                carried_from_turn_id=carried and carried.from_turn_id,
            )
        )
        return conversation

    async def end(self, tx: Transaction, conversation_id: UUID) -> None:
        """Close a conversation; what was said in it stays."""
        await tx.connection.execute(
            update(AgentConversation)
            .where(AgentConversation.id == conversation_id)
            .values(ended_at=datetime.now(UTC), pending_notes=[])
        )

    async def hear(self, tx: Transaction, conversation_id: UUID, last_message_at: datetime) -> str:
        """Note when the user last spoke, and return what is to be told with their message."""
        of_this = AgentConversation.id == conversation_id
        before = select(AgentConversation.id, AgentConversation.pending_notes).where(of_this).with_for_update().cte()
        notes = await tx.connection.scalar(
            update(AgentConversation)
            .where(of_this, AgentConversation.id == before.c.id)
            .values(last_message_at=last_message_at, pending_notes=[])
            .returning(before.c.pending_notes)
        )
        return "\n".join(notes or [])

    async def _one(self, tx: Transaction, *conditions: ColumnElement[bool]) -> Conversation | None:
        query = select(
            AgentConversation.id,
            AgentConversation.bot_id,
            AgentConversation.user_id,
            AgentConversation.chat_id,
            AgentConversation.system_prompt,
            AgentConversation.tools,
            AgentConversation.revision,
            AgentConversation.last_message_at,
            AgentConversation.carried_conversation_id,
            AgentConversation.carried_from_turn_id,
        ).where(*conditions)
        row = (await tx.connection.execute(query)).one_or_none()
        if row is None:
            return None
        return Conversation(
            id=row.id,
            owner=Owner(row.bot_id, row.user_id),
            chat_id=row.chat_id,
            system_prompt=row.system_prompt,
            tools=tuple(ToolSpec(**tool) for tool in row.tools),
            revision=row.revision,
            last_message_at=row.last_message_at,
            carried=CarriedTurns(conversation_id=row.carried_conversation_id, from_turn_id=row.carried_from_turn_id)
            if row.carried_conversation_id and row.carried_from_turn_id
            else None,
        )
