"""What is to be remembered is compared with what is: by its words, by what it means, and by whom it is about."""

import pytest

from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.memory.operations import Memories, clear
from bot.memory.refusals import SameMemory, SimilarMemories
from bot.memory.store import memories as stored
from bot.memory.store.likeness import alike
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.store import words as word_index
from tests.turns.store.search.test_memory_search import know
from tests.turns.store.search.test_words import index_all

memories = Memories()
FACTS = """The user lives in Berlin
The user likes tea
The user likes hiking in the Alps
The user likes jazz
The user's favourite colour is blue
Anna lives in Ghent
Tom lives in Kiel
Tom works at Siemens as an engineer
The user takes 50 mg of sertraline each morning
The user bakes bread every Sunday
The user's boss is Alec""".splitlines()


@pytest.fixture(autouse=True)
async def taught(database: Database, owner: Owner) -> None:
    """Several things are remembered."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    await index_all(database)
    for content in FACTS:
        await teach(database, owner, content, is_new=True)


async def teach(
    database: Database,
    owner: Owner,
    content: str,
    *,
    subject: str = "",
    embedding: Embedding | None = None,
    is_new: bool = False,
) -> None:
    """Have something remembered."""
    async with database.transaction() as tx:
        await memories.change(
            tx,
            owner,
            Addition(content=content, category=MemoryCategory.CONTEXT, subject=subject, is_new=is_new),
            embedding=embedding,
        )


def named(refused: SimilarMemories) -> list[str]:
    """Return the texts of the memories that a refusal names."""
    return [it.content for it in refused.memories]


async def like(database: Database, owner: Owner, content: str, embedding: Embedding | None = None) -> list[str]:
    """Return the memories that are like a text."""
    async with database.transaction() as tx:
        found = await stored.those(tx, owner, await alike(tx, owner, content, embedding))
    return [memory.content for memory in found]


async def test_what_says_nearly_the_same_or_the_contrary_is_found_by_its_words(
    database: Database, owner: Owner
) -> None:
    for new, known in {
        "The user's home is in Berlin": "The user lives in Berlin",
        "The user does not like tea": "The user likes tea",
        "Tom works at Bosch": "Tom works at Siemens as an engineer",
        "The user takes 100 mg of sertraline": "The user takes 50 mg of sertraline each morning",
        "The user no longer bakes bread on Sundays": "The user bakes bread every Sunday",
    }.items():
        assert (await like(database, owner, new))[0] == known
        with pytest.raises(SimilarMemories) as refused:
            await teach(database, owner, new)
        assert known in named(refused.value)
    await teach(database, owner, "Tom works at Bosch", is_new=True)


async def test_another_fact_is_just_remembered_and_the_same_text_is_no_new_one(
    database: Database, owner: Owner
) -> None:
    for new in ("The user likes swimming in lakes", "The user's password manager is Bitwarden", "Zoe lives in Rome"):
        assert await like(database, owner, new) == []
        await teach(database, owner, new)
    with pytest.raises(SameMemory):
        await teach(database, owner, "the user  likes TEA", is_new=True)


@pytest.mark.parametrize(
    ("known", "others"),
    [
        ("Der Chef des Nutzers ist Alec", ["Der Nutzer ist Vegetarier", "Die Nutzerin ist Ärztin"]),
        ("用户的上司是小王", ["用户是素食者", "用户是医生"]),
    ],
)
async def test_words_that_nearly_every_memory_has_make_none_similar(
    database: Database, owner: Owner, known: str, others: list[str]
) -> None:
    async with database.transaction() as tx:
        await clear(tx, owner)
    await teach(database, owner, known)
    assert [await like(database, owner, it) for it in others] == [[]] * len(others)
    for other in others:
        await teach(database, owner, other)
    assert await like(database, owner, known) == [known]


async def test_what_is_said_of_somebody_is_not_like_what_is_said_of_another(database: Database, owner: Owner) -> None:
    await teach(database, owner, "Works at the harbour in Ghent", subject="Piet")
    await teach(database, owner, "Works at the harbour in Antwerp", subject="Ruth")
    with pytest.raises(SimilarMemories) as refused:
        await teach(database, owner, "Has three children", subject="Ruth")
    assert refused.value.of_subject
    with pytest.raises(SimilarMemories) as refused:
        await teach(database, owner, "Works at the harbour in Bruges", subject="Ruth Meier")
    assert named(refused.value) == ["Works at the harbour in Antwerp"]


async def test_a_similar_embedding_is_found_in_other_words(database: Database, owner: Owner) -> None:
    await know(database, {**dict.fromkeys(FACTS, (0.0, 1.0, 0.1)), "The user lives in Berlin": (1.0, 0.1, 0.0)})
    munich = "Der Nutzer wohnt in München"
    assert await like(database, owner, munich, Embedding("tests", (1.0, 0.2, 0.0))) == ["The user lives in Berlin"]
    assert await like(database, owner, munich, Embedding("tests", (0.0, 0.2, 1.0))) == []
    assert await like(database, owner, munich, Embedding("tests", (0.45, 0.3, 0.84))) == []
    assert await like(database, owner, munich, Embedding("another model", (1.0, 0.2, 0.0))) == []
    assert await like(database, owner, munich) == []
    with pytest.raises(SimilarMemories) as refused:
        await teach(database, owner, munich, embedding=Embedding("tests", (1.0, 0.2, 0.0)))
    assert named(refused.value) == ["The user lives in Berlin"]
    async with database.transaction() as tx:
        await clear(tx, owner)
    await teach(database, owner, "The user plays the zither")
    await know(database, {"The user plays the zither": (1.0, 0.0, 0.0)})
    assert await like(database, owner, "Something else", Embedding("tests", (0.9, 0.3, 0.0))) == []  # a single one
