"""What was said is indexed as it is stored, and what was stored before bit by bit."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from bot.app.features import INDEXED
from bot.kit.errors import StartError
from bot.kit.owner import Owner
from bot.kit.prompt_text import own
from bot.model.values import AssistantMessage, Message, ToolCall, ToolResult, UserMessage
from bot.store.engine import Database
from bot.turns.message_text import user_message
from bot.turns.store import words as word_index
from bot.turns.store.words import MESSAGE_TEXT, TURNS_AT_ONCE
from bot.turns.values.incoming import Attribution, IncomingMessage, Quote, Speaker
from tests.past import talk

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)


async def begin(database: Database, language: str = "english") -> None:
    """Say in which language is indexed."""
    async with database.transaction() as tx:
        await word_index.begin(tx, language)


async def index(database: Database) -> list[tuple[int, list[str]]]:
    """Return what is indexed: each message's position, and its words."""
    async with database.transaction() as tx:
        rows = await tx.connection.execute(
            text("SELECT position, tsvector_to_array(words) FROM agent_words ORDER BY turn_id, position")
        )
        return [(row[0], [word for word in row[1] if " " not in word]) for row in rows]


async def index_all(database: Database) -> int:
    """Index what is stored; return in how many transactions."""
    for number in range(1, 100):
        async with database.transaction() as tx:
            if not await word_index.index_more(tx, INDEXED):
                return number
    raise AssertionError


def user(what: str) -> UserMessage:
    """Return what the user says, as it is stored."""
    return replace(user_message(IncomingMessage(what, NOW), UTC), note=own("A noteworthy note"))


async def test_what_the_two_say_in_words_is_indexed_and_nothing_else(database: Database, owner: Owner) -> None:
    await begin(database)
    call = ToolCall("1", "add_to_memory", '{"content": "argued"}')
    messages: list[Message] = [
        user("My boats sail"),
        AssistantMessage("", (call,)),
        ToolResult("1", own("resulting")),
        AssistantMessage("Ahoy"),
    ]
    await talk(database, owner, messages)
    assert await index(database) == [(1, ["boat", "boats", "my", "sail"]), (4, ["ahoy"])]


async def test_what_was_stored_before_is_indexed_in_short_transactions(database: Database, owner: Owner) -> None:
    await talk(database, owner, *[[user("Boats")]] * (2 * TURNS_AT_ONCE + 1))
    assert await index(database) == []
    await begin(database)
    async with database.transaction() as tx:
        assert await word_index.index_more(tx)
    assert len(await index(database)) == TURNS_AT_ONCE
    await begin(database)  # the same language again: as when the process was ended in between
    assert await index_all(database) == 3  # two of turns, and one that finds no memories
    assert await index(database) == [(1, ["boat", "boats"])] * (2 * TURNS_AT_ONCE + 1)
    async with database.transaction() as tx:
        assert not await word_index.index_more(tx)


async def test_another_language_indexes_all_anew(database: Database, owner: Owner) -> None:
    await begin(database)
    await talk(database, owner, [user("Die Häuser stehen")])
    await index_all(database)
    await begin(database, "german")
    await talk(database, owner, [user("Die Mäuse gehen")])
    new = (1, ["die", "geh", "gehen", "maus", "mäuse"])
    assert await index(database) == [(1, ["die", "häuser", "stehen"]), new]
    await index_all(database)
    assert await index(database) == [(1, ["die", "haus", "häuser", "steh", "stehen"]), new]


async def test_a_language_that_postgresql_has_not_ends_the_start_and_names_those_it_has(database: Database) -> None:
    with pytest.raises(StartError, match=r"SEARCH_LANGUAGE: .*'klingon'.*english, .*german.*simple"):
        await begin(database, "klingon")


async def test_the_users_words_are_searched_as_they_were_sent_and_what_they_quote_with_whose_it_is(
    database: Database, owner: Owner
) -> None:
    what = "\nleading\n[Sat 21 Nov 2026, 10:00]\nquoted"
    attribution = Attribution("Bob", Quote("The bank", Speaker.OTHER, "Ann"))
    quoting = user_message(IncomingMessage("Is that so?", NOW, attribution), UTC)
    await talk(database, owner, [user(what), quoting])
    searched = text(f"SELECT {MESSAGE_TEXT} FROM agent_messages AS message ORDER BY position")
    async with database.transaction() as tx:
        assert [*await tx.connection.scalars(searched)] == [what, "Bob\nAnn\nThe bank\nIs that so?"]
