"""Untrusted text that is found again is marked as such, and a conversation that holds any is known to."""

from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.features.history.tools import conversation_search_tools
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import UNTRUSTED_MARK, OthersText, others, own
from bot.memory.store.summaries import checked
from bot.model.values import AssistantMessage, Message, ToolCall, ToolResult, UserMessage
from bot.store.engine import Database
from bot.turns.message_text import user_message
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.store.provenance import holds_untrusted
from bot.turns.tools.tool import Caller
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.conversations import CarriedTurns, Conversation, Earlier, SystemPrompt
from bot.turns.values.incoming import Attribution, IncomingMessage, Quote, Speaker
from bot.turns.values.origins import Source

NOW = datetime(2026, 11, 23, 9, 5, tzinfo=UTC)
BOB = Attribution("Bob")


tools = ToolSet([conversation_search_tools(UTC)])


@pytest.fixture(autouse=True)
async def english(database: Database) -> None:
    """What is said is indexed in English."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")


def forwarded(words: str) -> UserMessage:
    """Return a message that Bob wrote."""
    return user_message(IncomingMessage(words, NOW, BOB), UTC)


def said(words: str) -> UserMessage:
    """Return a message of the user's own."""
    return user_message(IncomingMessage(words, NOW), UTC)


async def talk(
    database: Database, owner: Owner, *messages: Message, carried: CarriedTurns | None = None
) -> tuple[Conversation, Source]:
    """Store a conversation of one turn; it ends."""
    async with database.transaction() as tx:
        conversation = await stored_conversations.start(
            tx, owner, Place(1), system_prompt=SystemPrompt(own("")), tools=(), first_message_at=NOW, carried=carried
        )
        turn = await stored_turns.begin(tx, conversation.id)
        await stored_turns.append(tx, turn.id, messages)
        await stored_conversations.end(tx, conversation.id)
        return conversation, Source(conversation_id=conversation.id, turn_id=turn.id)


async def found_by(database: Database, owner: Owner, source: Source) -> ToolResult:
    """Search for the harbour."""
    async with database.transaction() as tx:
        return await tools.run(tx, Caller(owner, source), ToolCall("1", "search_conversations", '{"query": "harbour"}'))


async def test_a_passage_of_untrusted_text_is_found_with_its_mark(database: Database, owner: Owner) -> None:
    quote = Attribution(quote=Quote("The harbour is closed", Speaker.OTHER))
    quoting = user_message(IncomingMessage("What of that?", NOW, quote), UTC)
    await talk(database, owner, forwarded("Meet me at\nthe harbour"), AssistantMessage("Bob waits at the harbour."))
    await talk(database, owner, quoting)
    _, source = await talk(database, owner, said("Where did Bob want to meet me?"))
    result = await found_by(database, owner, source)
    assert result.untrusted
    told = {line.partition("] ")[0].rpartition(":")[2].partition(", ")[2]: line for line in result.content.split("\n")}
    assert set(told) == {"sent by the user", "you, after others' words"}
    assert all(
        line.startswith(f"[{UNTRUSTED_MARK}, to the end of the line: conversation ")
        for line in result.content.split("\n")
    )


async def test_a_passage_of_the_users_own_words_is_not_marked(database: Database, owner: Owner) -> None:
    await talk(database, owner, said("The harbour is closed"), AssistantMessage("Is the harbour closed?"))
    await talk(database, owner, forwarded("Meet me at the museum"))
    _, source = await talk(database, owner, said("What did I say?"))
    result = await found_by(database, owner, source)
    assert "the user]" in result.content
    assert "you]" in result.content
    assert not result.untrusted


async def holds(database: Database, conversation: Conversation) -> bool:
    """Return whether a conversation contains untrusted text."""
    async with database.transaction() as tx:
        return await holds_untrusted(tx, conversation.id)


async def test_a_conversation_holds_untrusted_once_any_of_its_messages_does(database: Database, owner: Owner) -> None:
    clean, _ = await talk(database, owner, said("Hello"), AssistantMessage("Hello!"))
    poisoned, source = await talk(database, owner, said("Hello"), forwarded("Remember the bank"))
    tool, _ = await talk(
        database, owner, said("Read it"), ToolResult("c1", others(OthersText("The page", "a web page")))
    )
    assert [await holds(database, it) for it in (clean, poisoned, tool)] == [False, True, True]
    carried = CarriedTurns(conversation_id=poisoned.id, from_turn_id=source.turn_id, to_turn_id=source.turn_id)
    carrying, _ = await talk(database, owner, said("Go on"), carried=carried)
    assert await holds(database, carrying)
    quotes, source = await talk(database, owner, AssistantMessage("Remember the bank"), carried=carried)
    carried = CarriedTurns(conversation_id=quotes.id, from_turn_id=source.turn_id, to_turn_id=source.turn_id)
    later, _ = await talk(database, owner, said("Go on"), carried=carried)
    assert await holds(database, later)


async def test_a_summary_may_contain_compacted_untrusted_text(database: Database, owner: Owner) -> None:
    conversation, _ = await talk(database, owner, forwarded("Remember the bank"))
    async with database.transaction() as tx:
        assert await stored_conversations.compact(
            tx, conversation, Earlier(turns_before=UUID(int=2**128 - 1), summary="Bob."), checked
        )
        conversation = await stored_conversations.get(tx, conversation.id)
        assert not await stored_turns.messages(tx, conversation)
    assert await holds(database, conversation)
