"""The conversations: everything said under one frozen prompt."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, TypeAlias
from uuid import UUID

from sqlalchemy import ColumnElement, Select, Update, bindparam, insert, select, update

from bot.database.engine import Transaction
from bot.database.ids import uuid7
from bot.database.tables import AgentConversation
from bot.messages import CarriedTurns, Conversation, Owner, ToolSpec

_Query: TypeAlias = """Select[
    UUID, int, int, int, str, list[dict[str, Any]], int, datetime, UUID | None, UUID | None
]"""


def _hear(*conditions: ColumnElement[bool]) -> Update:
    """Set when the user last spoke and empty the pending notes; the notes as they were are returned."""
    before = (
        select(AgentConversation.id, AgentConversation.pending_notes)
        .where(AgentConversation.id == bindparam("of_conversation"), *conditions)
        .with_for_update()
        .cte()
    )
    return (
        update(AgentConversation)
        .where(AgentConversation.id == before.c.id)
        .values(last_message_at=bindparam("at"), pending_notes=[])
        .returning(before.c.pending_notes)
    )


# Statements are built once: building one anew takes longer than PostgreSQL takes to run it.
_CONVERSATION = select(
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
)
_ONE = _CONVERSATION.where(AgentConversation.id == bindparam("conversation_id"))
_OPEN = _CONVERSATION.where(
    AgentConversation.bot_id == bindparam("bot_id"),
    AgentConversation.user_id == bindparam("user_id"),
    AgentConversation.chat_id == bindparam("chat_id"),
    AgentConversation.ended_at.is_(None),
)
_REVISION = select(AgentConversation.revision).where(AgentConversation.id == bindparam("conversation_id"))
_INSERT = insert(AgentConversation)
_END = (
    update(AgentConversation)
    .where(AgentConversation.id == bindparam("of_conversation"))
    .values(ended_at=bindparam("at"), pending_notes=[])
)
_HEAR = _hear()
_HEAR_MORE = _hear(
    AgentConversation.ended_at.is_(None),
    AgentConversation.revision == bindparam("known_revision"),
    AgentConversation.last_message_at >= bindparam("not_before"),
)


class Conversations:
    """The conversations of every chat; a chat has at most one that is open. Works in the caller's transaction."""

    async def open_in(self, tx: Transaction, owner: Owner, chat_id: int) -> Conversation | None:
        """Return the chat's open conversation, if there is one."""
        return await self._one(tx, _OPEN, {"bot_id": owner.bot_id, "user_id": owner.user_id, "chat_id": chat_id})

    async def get(self, tx: Transaction, conversation_id: UUID) -> Conversation:
        """Return a conversation that exists."""
        conversation = await self._one(tx, _ONE, {"conversation_id": conversation_id})
        if conversation is None:
            raise LookupError(conversation_id)
        return conversation

    async def revision(self, tx: Transaction, conversation_id: UUID) -> int:
        """Return how often what was stored of the conversation has changed."""
        revision: int | None = await tx.connection.scalar(_REVISION, {"conversation_id": conversation_id})
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
            _INSERT,
            {
                "id": conversation.id,
                "bot_id": owner.bot_id,
                "user_id": owner.user_id,
                "chat_id": chat_id,
                "system_prompt": system_prompt,
                "tools": [
                    {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
                    for tool in tools
                ],
                "started_at": datetime.now(UTC),
                "last_message_at": first_message_at,
                "carried_conversation_id": carried and carried.conversation_id,
                "carried_from_turn_id": carried and carried.from_turn_id,
            },
        )
        return conversation

    async def end(self, tx: Transaction, conversation_id: UUID) -> None:
        """Close a conversation; what was said in it stays."""
        await tx.connection.execute(_END, {"of_conversation": conversation_id, "at": datetime.now(UTC)})

    async def hear(self, tx: Transaction, conversation_id: UUID, at: datetime) -> str:
        """Note when the user last spoke, and return what is to be told with their message."""
        notes = await tx.connection.scalar(_HEAR, {"of_conversation": conversation_id, "at": at})
        return "\n".join(notes or [])

    async def hear_more(
        self, tx: Transaction, conversation: Conversation, at: datetime, *, not_before: datetime
    ) -> str | None:
        """Do as `hear` does, if a conversation that was read before is open, stands as it did, and is in use.

        None, and nothing is done, if it ended, if its revision is another, or if the user last spoke before
        `not_before`.
        """
        told = await tx.connection.execute(
            _HEAR_MORE,
            {
                "of_conversation": conversation.id,
                "at": at,
                "known_revision": conversation.revision,
                "not_before": not_before,
            },
        )
        row = told.one_or_none()
        return None if row is None else "\n".join(row[0])

    async def _one(self, tx: Transaction, query: _Query, values: Mapping[str, object]) -> Conversation | None:
        row = (await tx.connection.execute(query, values)).one_or_none()
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
