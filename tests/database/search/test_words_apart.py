"""Words are found beside any mark, and in languages that part no words, on whatever database."""

from datetime import UTC, datetime

import pytest

from bot.database import conversations as stored_conversations
from bot.database import memories as stored
from bot.database import turns as stored_turns
from bot.database.engine import Database
from bot.database.search import words as word_index
from bot.database.search.conversation_search import Wanted, search
from bot.database.search.likeness import alike
from bot.database.search.memory_search import match_memories
from bot.memory.operations import Memories
from bot.message_text import user_message
from bot.values.changes import Addition
from bot.values.conversations import SystemPrompt
from bot.values.incoming import IncomingMessage
from bot.values.memories import MemoryCategory
from bot.values.owner import Owner
from bot.values.place import private_chat

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
DOG, HARPSICHORD, TOKYO, BANGKOK, BERLIN = (
    "The user's dog is called Xantippe",
    "用户的羽管键琴是在根特制造的",
    "ユーザーのチェンバロは東京にある",
    "ผู้ใช้อาศัยอยู่ที่กรุงเทพ",
    "用户住在柏林市中心",
)
memories = Memories()


@pytest.fixture(autouse=True)
async def taught(database: Database, owner: Owner) -> None:
    """Several things are remembered."""
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
        await word_index.index_more(tx)
        for content in (DOG, HARPSICHORD, TOKYO, BANGKOK, BERLIN):
            await memories.change(tx, owner, Addition(content=content, category=MemoryCategory.CONTEXT, is_new=True))


async def test_a_memory_is_found(database: Database, owner: Owner) -> None:
    for asked, content in {
        "“Xantippe” again": DOG,
        "What is Xantippe\u2019s age?": DOG,
        "¿Xantippe?": DOG,
        "我的羽管键琴是在哪里制造的\uff1f": HARPSICHORD,
        "チェンバロはどこ": TOKYO,
        "กรุงเทพเป็นอย่างไร": BANGKOK,
    }.items():
        async with database.transaction() as tx:
            found = await match_memories(tx, owner, asked, None, limit=3)
            (best, *_) = await stored.those(tx, owner, [it.memory_id for it in found])
        assert best.content == content


async def test_a_near_duplicate_is_recognised(database: Database, owner: Owner) -> None:
    for new, known in {"用户住在慕尼黑市中心": BERLIN, "The user\u2019s dog is called “Xantippe”…": DOG}.items():
        async with database.transaction() as tx:
            (near, *_) = await stored.those(tx, owner, await alike(tx, owner, new, None))
        assert near.content == known


@pytest.mark.parametrize(
    ("said", "hits"),
    [
        ("My dog is called “Xantippe”, she is old…", {"xantippe": "Xantippe", "“called Xantippe”": "called"}),
        ("我的羽管键琴是在根特制造的。", {"羽管键琴": "羽管", '"羽管键琴"': "羽管"}),
        ("كلبي اسمه ركس؟ نعم", {"ركس": "ركس"}),
    ],
)
async def test_what_was_said_is_found(database: Database, owner: Owner, said: str, hits: dict[str, str]) -> None:
    await say(database, owner, f"{'Well then, listen. ' * 40}{said}")
    for asked, hit in hits.items():
        async with database.transaction() as tx:
            (passage,) = await search(tx, owner, Wanted(words=asked), limit=8, most=100)
        assert hit in [passage.excerpt.text[first:last] for first, last in passage.excerpt.hits]


async def say(database: Database, owner: Owner, *messages: str) -> None:
    """Store a conversation in which the user says something."""
    async with database.transaction() as tx:
        conversation = await stored_conversations.start(
            tx, owner, private_chat(owner), system_prompt=SystemPrompt(""), tools=(), first_message_at=NOW
        )
        for said in messages:
            turn = await stored_turns.begin(tx, conversation.id)
            await stored_turns.append(tx, turn.id, [user_message(IncomingMessage(said, NOW), UTC)])


async def test_an_excluded_phrase_may_be_in_any_quotation_marks(database: Database, owner: Owner) -> None:
    await say(database, owner, "My boat is a red boat", "My boat is red")
    async with database.transaction() as tx:
        found = await search(tx, owner, Wanted(words="boat -“red boat”"), limit=8, most=100)
    assert [it.excerpt.text for it in found] == ["My boat is red"]
