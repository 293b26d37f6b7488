"""The model reads a document part by part, and finds words in it."""

import json
from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.features.files import document_tools
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.prompt_text import own
from bot.model.values import ToolCall, ToolResult
from bot.store.engine import Database
from bot.turns.message_text import user_message
from bot.turns.store import attachments, documents, erasure
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.tools.tool import Caller
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.attachments import AttachmentKind, DocumentPart, SentFile, document_id
from bot.turns.values.conversations import Conversation, SystemPrompt
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.origins import Source

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
FILE = SentFile(kind=AttachmentKind.DOCUMENT, what="file", file_id="one", unique_id="unique", name="boats.pdf")
PARTS = (
    DocumentPart("page 1: Boats", "Old boats are sailed by the sea.\nThey cost 12.50 a day."),
    DocumentPart("page 2: Harbours", "Harbours are where boats sleep. A harbour is quiet."),
    DocumentPart("page 3", "船は青い。 The rest is silence."),
)
tools = ToolSet([document_tools()])


@pytest.fixture(autouse=True)
async def english(database: Database) -> None:
    """Words are searched in English."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")


async def stored(database: Database, owner: Owner) -> tuple[Conversation, Source, UUID]:
    """Store a conversation with a document."""
    async with database.transaction() as tx:
        conversation = await stored_conversations.start(
            tx,
            owner,
            private_chat(owner),
            system_prompt=SystemPrompt(own("")),
            tools=tools.specs(),
            first_message_at=NOW,
        )
        turn = await stored_turns.begin(tx, conversation.id)
        await stored_turns.append(tx, turn.id, [user_message(IncomingMessage("Look", NOW, files=(FILE,)), UTC)])
        await attachments.add(tx, owner, turn.id, [FILE])
        (message,) = await attachments.pending(tx, turn.id)
        (file,) = message.attachments
        await documents.store(tx, file.id, PARTS)
        return conversation, Source(conversation_id=conversation.id, turn_id=turn.id), file.id


async def call(database: Database, owner: Owner, source: Source, tool: str, **arguments: object) -> ToolResult:
    """Call a tool, and return its result."""
    async with database.transaction() as tx:
        return await tools.run(tx, Caller(owner, source), ToolCall("1", tool, json.dumps(arguments)))


async def test_a_part_is_read_as_untrusted_text(database: Database, owner: Owner) -> None:
    _, source, file = await stored(database, owner)
    read = await call(database, owner, source, "read_document", id=document_id(file).upper(), part=2)
    assert read.untrusted
    assert read.content == (
        "[Not the user's words: a document]\n"
        "> [part 2 of 3, page 2: Harbours]\n> Harbours are where boats sleep. A harbour is quiet."
    )
    missing = await call(database, owner, source, "read_document", id=document_id(file), part=4)
    assert missing.content.endswith("There is no such part: they are numbered 1 to 3.")


async def test_words_are_found_in_their_other_forms(database: Database, owner: Owner) -> None:
    _, source, file = await stored(database, owner)
    for words, parts in (("boat", [1, 2]), ("青い", [3])):
        found = await call(database, owner, source, "read_document", id=document_id(file), words=words)
        lines = [line for line in found.content.splitlines() if line.startswith("> [part ")]
        assert sorted(int(line.removeprefix("> [part ").partition(",")[0]) for line in lines) == parts
    nothing = await call(database, owner, source, "search_document", id=document_id(file), words="aeroplane")
    assert "Nothing was found in this document." in nothing.content


async def test_a_document_of_another_user_or_of_nobody_is_not_there(database: Database, owner: Owner) -> None:
    conversation, source, file = await stored(database, owner)
    stranger = Owner(bot_id=owner.bot_id, user_id=2)
    for tool, more in (("read_document", {"part": 1}), ("search_document", {"words": "boat"})):
        theirs = await call(database, stranger, source, tool, id=document_id(file), **more)
        assert "There is no document with this id." in theirs.content
        assert "The id is too short." in (await call(database, owner, source, tool, id="1234", **more)).content
    async with database.transaction() as tx:
        await erasure.erase_conversation(tx, conversation)
        assert await documents.outline(tx, file) == []
