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
from bot.database.tables.acts import AgentAct, AgentTool
from bot.database.tables.base import Base, Owned
from bot.database.tables.conversations import (
    AgentAttachment,
    AgentConversation,
    AgentDocumentPart,
    AgentMessage,
    AgentOwner,
    AgentRefusedPart,
    AgentTurn,
    AgentUsage,
)
from bot.database.tables.memories import AgentMemory, AgentMemoryImport, AgentMemoryVersion
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
    "AgentAct",
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
