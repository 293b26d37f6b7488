"""Words are found beside any mark, and in languages that part no words, on whatever database."""

import pytest

from bot.kit.owner import Owner
from bot.memory.operations import Memories
from bot.memory.store import memories as stored
from bot.memory.store.likeness import alike
from bot.memory.store.search import match_memories
from bot.memory.values import Addition, MemoryCategory
from bot.store.engine import Database
from bot.turns.store import words as word_index
from tests.features.history.test_conversation_search import found, search
from tests.past import talk

DOG, HARPSICHORD, TOKYO, BANGKOK, BERLIN = (
    "The user's dog is called Xantippe",
    "用户的羽管键琴是在根特制造的",
    "ユーザーのチェンバロは東京にある",
    "ผู้ใช้อาศัยอยู่ที่กรุงเทพ",
    "用户住在柏林市中心",
)


@pytest.fixture(autouse=True)
async def taught(database: Database, owner: Owner) -> None:
    """Several things are remembered."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        await word_index.index_more(tx)
        for content in (DOG, HARPSICHORD, TOKYO, BANGKOK, BERLIN):
            wanted = Addition(content=content, category=MemoryCategory.CONTEXT, is_new=True)
            await Memories().change(tx, owner, wanted)


async def test_a_memory_is_found_and_a_near_duplicate_recognised(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        for asked, content in {
            "“Xantippe” again": DOG,
            "What is Xantippe\u2019s age?": DOG,
            "¿Xantippe?": DOG,
            "我的羽管键琴是在哪里制造的\uff1f": HARPSICHORD,
            "チェンバロはどこ": TOKYO,
            "กรุงเทพเป็นอย่างไร": BANGKOK,
        }.items():
            matches = await match_memories(tx, owner, asked, None, limit=3)
            (best, *_) = await stored.those(tx, owner, [it.memory_id for it in matches])
            assert best.content == content
        for new, known in {"用户住在慕尼黑市中心": BERLIN, "The user\u2019s dog is called “Xantippe”…": DOG}.items():
            (near, *_) = await stored.those(tx, owner, await alike(tx, owner, new, None))
            assert near.content == known


async def test_what_was_said_is_found(database: Database, owner: Owner) -> None:
    for said, hits in {
        "My dog is called “Xantippe”, she is old…": {"xantippe": "Xantippe", "“called Xantippe”": "called"},
        "我的羽管键琴是在根特制造的。": {"羽管键琴": "羽管", '"羽管键琴"': "羽管"},
        "كلبي اسمه ركس؟ نعم": {"ركس": "ركس"},
    }.items():
        await talk(database, owner, [f"user: {'Well then, listen. ' * 40}{said}"])
        for asked, hit in hits.items():
            (passage,) = await search(database, owner, asked)
            assert hit in [passage.excerpt.text[first:last] for first, last in passage.excerpt.hits]


async def test_an_excluded_phrase_may_be_in_any_quotation_marks(database: Database, owner: Owner) -> None:
    await talk(database, owner, ["user: My boat is a red boat"], ["user: My boat is red"])
    assert await found(database, owner, "boat -“red boat”") == ["My boat is red"]
