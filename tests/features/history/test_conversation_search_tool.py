"""The model searches earlier conversations and gets one line for each passage."""

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.features.history.tools import MOST_TOKENS, PASSAGES, conversation_search_tools
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.model.tokens import text_tokens
from bot.model.values import AssistantMessage, ToolCall
from bot.store.engine import Database
from bot.turns.message_text import user_message
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.tools.tool import Caller
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.conversations import Conversation, SystemPrompt
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.origins import Source

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
tools = ToolSet([conversation_search_tools(ZoneInfo("Asia/Tokyo"))])


@pytest.fixture(autouse=True)
async def english(database: Database) -> None:
    """What is said is indexed in English."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")


async def talk(database: Database, owner: Owner, users: Sequence[str], answer: str = "") -> tuple[Conversation, Source]:
    """Store a conversation of one turn; it ends."""
    async with database.transaction() as tx:
        conversation = await stored_conversations.start(
            tx, owner, Place(1), system_prompt=SystemPrompt(own("")), tools=(), first_message_at=NOW
        )
        turn = await stored_turns.begin(tx, conversation.id)
        said = [user_message(IncomingMessage(words, NOW), UTC) for words in users]
        await stored_turns.append(tx, turn.id, [*said, *([AssistantMessage(answer)] if answer else [])])
        await stored_conversations.end(tx, conversation.id)
        return conversation, Source(conversation_id=conversation.id, turn_id=turn.id)


async def call(database: Database, owner: Owner, source: Source, **arguments: object) -> str:
    """Call the tool, and return what the model reads."""
    async with database.transaction() as tx:
        asked = ToolCall("1", "search_conversations", json.dumps(arguments))
        return (await tools.run(tx, Caller(owner, source), asked)).content


async def test_each_passage_is_a_line_that_says_where_when_and_by_whom(database: Database, owner: Owner) -> None:
    await talk(database, owner, ["The boat is\ncalled Wavedancer"], "A fine boat")
    _, source = await talk(database, owner, ["What was my boat called?"])
    async with database.transaction() as tx:
        (at,) = {row[0] for row in await tx.connection.exec_driver_sql("SELECT max(created_at) FROM agent_messages")}
    told = f"{at.astimezone(ZoneInfo('Asia/Tokyo')):%d %b %Y, %H:%M}"
    lines = (await call(database, owner, source, query="boat")).splitlines()
    assert sorted(lines) == [
        f"[conversation 1, {told}, the user] The boat is called Wavedancer",
        f"[conversation 1, {told}, you] A fine boat",
    ]


async def test_another_users_words_are_not_found(database: Database, owner: Owner) -> None:
    await talk(database, replace(owner, user_id=2), ["My boat"])
    _, source = await talk(database, owner, ["Hello"])
    assert (await call(database, owner, source, query="boat")).startswith("Nothing was found.")


async def test_a_result_is_short(database: Database, owner: Owner) -> None:
    await talk(database, owner, [f"boat {'Ж' * 8} " * 100 for _ in range(20)])
    _, source = await talk(database, owner, ["Hello"])
    result = await call(database, owner, source, query="boat")
    assert 0 < text_tokens(result) <= MOST_TOKENS
    await talk(database, owner, ["car"] * 20)
    assert len((await call(database, owner, source, query="car")).splitlines()) == PASSAGES


async def test_days_narrow_it_down(database: Database, owner: Owner) -> None:
    await talk(database, owner, ["My boat"])
    _, source = await talk(database, owner, ["Hello"])
    found = {
        (after, before): await call(database, owner, source, query="boat", after=after, before=before)
        for after, before in (("2020-01-01", None), (None, "2020-01-01"), ("", ""), ("9000-01-01", None))
    }
    assert [key for key, result in found.items() if "My boat" in result] == [("2020-01-01", None), ("", "")]
    assert "Nothing was done. The " in await call(database, owner, source, query="boat", after="yesterday")
