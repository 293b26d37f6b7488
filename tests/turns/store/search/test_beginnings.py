"""Memories are listed by the beginnings of their words, by an index that finds the same as a look at each text."""

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from bot.kit.owner import Owner
from bot.memory.store.memories import insert_memories, set_deleted, set_text
from bot.memory.store.pages import MemoryFilter, count, filtered_page, narrowed
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.values.origins import Origin

TEXTS = [
    "The user's boat is called Marlin-Two",
    "Email: anna.smith@example.com, phone +49 170",
    "Uses snake_case and C++ (not C#) at 3.14",
    "Straße in Kraków, ÉCOLE, İstanbul",
    "ผู้ใช้ชอบชา and 東京タワー",
    "50% of what's said is 'quoted' \\ back",
]
GONE = "The boat was sold to Anna"
PIECES = [*"-@C+#_3.sßÉéi京タ%'\\x", "boat", "Marlin", "two", "Two", "example", "case", "14", "str", "ชา", "50", "back"]
LOOK = r"""
SELECT content FROM agent_memories AS memory
JOIN agent_memory_versions AS its ON its.memory_id = memory.id AND version_number = version
WHERE user_id = 1 AND deleted_at IS NULL AND (SELECT bool_and(lower(content) ~ (
    CASE WHEN at_beginning THEN '(^|\W)' ELSE '' END || regexp_replace(lower(word), '(\W)', '\\\1', 'g')
)) FROM unnest(CAST(:words AS text[]), CAST(:at AS boolean[])) AS asked (word, at_beginning))
"""
"""A look at each text: words that begin with a letter or digit begin a word of it, all else is anywhere."""


def addition(content: str) -> Addition:
    """Return a wanted memory."""
    return Addition(content=content, category=MemoryCategory.CONTEXT)


async def found(database: Database, owner: Owner, words: str, *, deleted: bool = False) -> Sequence[str]:
    """Return the texts of the memories that are listed for words, which are as many as are counted."""
    async with database.transaction() as tx:
        which = await narrowed(tx, owner, MemoryFilter(words=words, deleted=deleted))
        shown = [it.content for it in await filtered_page(tx, which, 50)]
        assert await count(tx, which) == len(shown)
        assert [it.content for it in await filtered_page(tx, which, 50, total=len(shown))] == shown
    return shown


@pytest.fixture
async def stored(database: Database, owner: Owner) -> Database:
    """A database with memories, one of them deleted, and with those of another owner."""
    async with database.transaction() as tx:
        *_, last = await insert_memories(tx, owner, [addition(it) for it in (*TEXTS, GONE)], Origin.COMMAND)
        await set_deleted(tx, [last.id], datetime.now(UTC))
        await insert_memories(tx, Owner(owner.bot_id, 2), [addition("Their boat is 50 years old")], Origin.COMMAND)
    return database


@given(st.lists(st.lists(st.sampled_from(PIECES), min_size=1, max_size=3).map("".join), min_size=1, max_size=2))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
async def test_the_index_finds_what_a_look_at_each_text_finds(
    stored: Database, owner: Owner, several: Sequence[str]
) -> None:
    at = [it[0].isalnum() and it[0] < "\u0e01" for it in several]
    async with stored.transaction() as tx:
        looked = list(await tx.connection.scalars(text(LOOK), {"words": list(several), "at": at}))
    assert sorted(await found(stored, owner, " ".join(several))) == sorted(looked)


async def test_a_changed_memory_is_found_by_its_present_words(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        (memory,) = await insert_memories(tx, owner, [addition("The user likes tea")], Origin.COMMAND)
        await set_text(tx, memory, "The user likes coffee", "Drinks", None, Origin.COMMAND)
    assert [await found(database, owner, it) for it in ("tea", "cof", "dri lik")] == [
        [],
        ["The user likes coffee"],
        ["The user likes coffee"],
    ]
