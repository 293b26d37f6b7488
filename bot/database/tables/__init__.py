"""The tables. Migrations own their schema and have its checks; a test compares both."""

from bot.database.tables.access import (
    AgentAccessToken,
    AgentApiRequest,
    AgentInvitation,
    AgentLoginLink,
    AgentOAuthClient,
    AgentOAuthGrant,
    AgentPerson,
)
from bot.database.tables.base import Base, Owned
from bot.database.tables.conversations import (
    AgentActivity,
    AgentAttachment,
    AgentConversation,
    AgentDocumentPart,
    AgentMessage,
    AgentOwner,
    AgentRefusedPart,
    AgentTool,
    AgentTurn,
    AgentUsage,
)
from bot.database.tables.memories import AgentMemory, AgentMemoryImport, AgentMemoryProposal, AgentMemoryVersion
from bot.database.tables.notes import AgentNote, AgentNoteVersion, AgentNoteWords, AgentReminder
from bot.database.tables.search import (
    AgentEmbedding,
    AgentMemoryBeginnings,
    AgentMemoryVector,
    AgentMemoryWords,
    AgentMessageVector,
    AgentSearch,
    AgentWords,
)
from bot.database.tables.telegram import TelegramMessage, TelegramPause, TelegramTopic, TelegramUpdate

__all__ = [
    "AgentAccessToken",
    "AgentActivity",
    "AgentApiRequest",
    "AgentAttachment",
    "AgentConversation",
    "AgentDocumentPart",
    "AgentEmbedding",
    "AgentInvitation",
    "AgentLoginLink",
    "AgentMemory",
    "AgentMemoryBeginnings",
    "AgentMemoryImport",
    "AgentMemoryProposal",
    "AgentMemoryVector",
    "AgentMemoryVersion",
    "AgentMemoryWords",
    "AgentMessage",
    "AgentMessageVector",
    "AgentNote",
    "AgentNoteVersion",
    "AgentNoteWords",
    "AgentOAuthClient",
    "AgentOAuthGrant",
    "AgentOwner",
    "AgentPerson",
    "AgentRefusedPart",
    "AgentReminder",
    "AgentSearch",
    "AgentTool",
    "AgentTurn",
    "AgentUsage",
    "AgentWords",
    "Base",
    "Owned",
    "TelegramMessage",
    "TelegramPause",
    "TelegramTopic",
    "TelegramUpdate",
]
