"""An import stores only new memories, once, and can be undone as a whole."""

from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.kit.owner import Owner
from bot.kit.prompt_text import own
from bot.memory import imports
from bot.memory.exchange.reading import read_text
from bot.memory.exchange.writing import markdown
from bot.memory.imports import Import, Undone
from bot.memory.operations import Memories
from bot.memory.prompt_block import rendered
from bot.memory.refusals import NoSuchImport
from bot.memory.store import imports as stored_imports
from bot.memory.store import memories as stored
from bot.memory.values import Addition, MemoryCategory, MemoryUpdate
from bot.model.values import ToolResult
from bot.store.engine import Database
from bot.turns.prompt import system_prompt
from bot.turns.store import turns as stored_turns
from bot.turns.values.conversations import Conversation
from tests.memory.telegram.conversing import notes, remembered, started

OTHER = Owner(1000, 2)

memories = Memories()


def proposals(*contents: str, subject: str | None = None) -> list[Addition]:
    """Return proposals of people."""
    return [Addition(category=MemoryCategory.PERSON, subject=subject, content=it) for it in contents]


async def put(database: Database, owner: Owner, several: list[Addition]) -> Import:
    """Put memories in a transaction of its own."""
    async with database.transaction() as tx:
        return await imports.put(tx, memories, owner, several, "notes.md")


async def undo(database: Database, owner: Owner, import_id: str | None) -> Undone:
    """Take an import back in a transaction of its own."""
    async with database.transaction() as tx:
        return await imports.undo(tx, owner, import_id or "")


async def test_known_and_duplicate_memories_are_left_out(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        await memories.change(tx, owner, Addition(content="Alec is the boss", category=MemoryCategory.PERSON))
        gone = (await memories.change(tx, owner, Addition(content="Sarah left", category=MemoryCategory.PERSON))).memory
        await memories.forget(tx, owner, gone.id)
    several = proposals("ALEC  is\nthe boss", "Sarah left", "Bo plays chess", "bo plays  CHESS", "Zoe skis")
    async with database.transaction() as tx:
        preview = await imports.preview(tx, owner, several)
        assert preview == Import([several[1], several[2], several[4]], known=2)
    done = await put(database, owner, several)
    assert (len(done.new), done.known) == (3, 2)
    assert await remembered(database, owner) == ["Alec is the boss", "Sarah left", "Bo plays chess", "Zoe skis"]
    assert await put(database, owner, several) == Import([], 5)


async def test_a_file_of_keepsake_brings_nothing_back_that_was_deleted_or_changed_since(
    database: Database, owner: Owner
) -> None:
    async with database.transaction() as tx:
        for content in ("Alec is the boss", "Sarah\nleft", "Bo plays chess", "Zoe skis"):
            await memories.change(tx, owner, Addition(content=content, category=MemoryCategory.PERSON, is_new=True))
        several = await stored.live(tx, owner)
        file = read_text(markdown([*several, replace(several[0], content="Kim sings")]))
        sarah, bo, zoe = several[1:]
        await memories.forget(tx, owner, sarah.id)
        await memories.change(tx, owner, MemoryUpdate(memory_id=bo.id, content="Bo plays go"))
        await memories.forget(tx, owner, zoe.id)
        await memories.restore(tx, owner, zoe.id)
        found = await imports.without_former(tx, owner, file)
        typed = await imports.without_former(tx, owner, replace(file, is_own=False))
    assert sorted(it.content for it in found.additions) == ["Alec is the boss", "Kim sings", "Zoe skis"]
    assert {it.text: it.why for it in found.left_out} == dict.fromkeys(
        ("Sarah left", "Bo plays chess"), "deleted or changed since"
    )
    assert typed.additions == file.additions


async def rows(database: Database, query: str) -> list[tuple[object, ...]]:
    """Return what is stored."""
    async with database.transaction() as tx:
        return [tuple(row) for row in await tx.connection.execute(text(query))]


async def test_exactly_what_was_offered_is_put_once(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        offer = await imports.offer(
            tx, memories, owner, proposals("Bo plays chess", "Zoe skis", "zoe SKIS"), "notes.md"
        )
        assert (len(offer.new), offer.known) == (2, 1)
        offered = await stored_imports.offered(tx, owner)
        assert offered
        assert offered.id == offer.id
        assert await stored_imports.newest(tx, owner) is None
        await memories.change(tx, owner, Addition(content="Zoe skis", category=MemoryCategory.PERSON))
    assert offer.id
    async with database.transaction() as tx:
        for act in (imports.confirm(tx, memories, OTHER, offer.id), imports.undo(tx, OTHER, offer.id)):
            with pytest.raises(NoSuchImport):
                await act
        assert await imports.confirm(tx, memories, owner, offer.id) == Import(proposals("Bo plays chess"), 2, offer.id)
        assert await stored_imports.offered(tx, owner) is None
        newest = await stored_imports.newest(tx, owner)
        assert newest
        assert newest.id == offer.id
        with pytest.raises(NoSuchImport, match="already imported"):
            await imports.confirm(tx, memories, owner, offer.id)
    assert sorted(await remembered(database, owner)) == ["Bo plays chess", "Zoe skis"]


async def test_an_offer_ends_with_the_next_one_and_when_it_is_withdrawn(database: Database, owner: Owner) -> None:
    async with database.transaction() as tx:
        first = await imports.offer(tx, memories, owner, proposals("Bo plays chess"), "one.md")
        second = await imports.offer(tx, memories, owner, proposals("Zoe skis"), "two.md")
        with pytest.raises(NoSuchImport):
            await imports.confirm(tx, memories, owner, first.id or "")
        await imports.withdraw(tx, owner, second.id or "")
        with pytest.raises(NoSuchImport):
            await imports.withdraw(tx, owner, second.id or "")
        with pytest.raises(NoSuchImport):
            await imports.confirm(tx, memories, owner, second.id or "")
        offer = await imports.offer(tx, memories, owner, [], "empty.md")
        assert (offer.id, await stored_imports.offered(tx, owner)) == (None, None)


async def test_an_import_is_its_owners_alone(database: Database, owner: Owner) -> None:
    other = Owner(owner.bot_id, 2)
    async with database.transaction() as tx:
        offer = await imports.offer(tx, memories, owner, proposals("Bo plays chess"), "notes.md")
        await imports.offer(tx, memories, other, proposals("Bo plays chess"), "notes.md")
        assert offer.id
        with pytest.raises(NoSuchImport):
            await imports.confirm(tx, memories, other, offer.id)
        await imports.confirm(tx, memories, owner, offer.id)
        with pytest.raises(NoSuchImport):
            await imports.undo(tx, other, offer.id)


async def begun(database: Database, owner: Owner) -> Conversation:
    """Start a conversation whose prompt holds the memories there are."""
    async with database.transaction() as tx:
        return await started(tx, owner, prompt=system_prompt("", rendered(await stored.live(tx, owner))))


async def test_what_is_taken_back_leaves_prompts_results_and_notes(database: Database, owner: Owner) -> None:
    many = 3
    async with database.transaction() as tx:
        await memories.change(tx, owner, Addition(content="Alec is the boss", category=MemoryCategory.PERSON))
    done = await put(database, owner, proposals(*(f"Person number {number} sings" for number in range(many))))
    conversation = await begun(database, owner)
    assert conversation.system_prompt.count(' sings"') == many
    async with database.transaction() as tx:
        turn = await stored_turns.begin(tx, conversation.id)
        result = ToolResult("1", own('Known: "Person number 1 sings", "Alec is the boss", "Person number 0 sings"'))
        await stored_turns.append(tx, turn.id, [result])
    await put(database, owner, proposals("Zoe skis"))
    assert await undo(database, owner, done.id) == Undone(many, 0)
    ((prompt, revision),) = await rows(database, "SELECT system_prompt, revision FROM agent_conversations")
    async with database.transaction() as tx:
        alec, *_ = await stored.live(tx, owner)
    assert str(prompt).rpartition("\n\n### From programs")[0] == system_prompt("", rendered([alec])).text
    assert revision == 1
    assert await rows(database, "SELECT content FROM agent_messages WHERE role = 'tool'") == [
        ('Known: "deleted by the user", "Alec is the boss", "deleted by the user"',)
    ]
    told = str(await notes(database, conversation.id))
    assert "sings" not in told
    assert "Zoe skis" in told


async def test_a_running_conversation_hears_of_an_import_and_that_it_was_taken_back(
    database: Database, owner: Owner
) -> None:
    conversation = await begun(database, owner)
    done = await put(database, owner, proposals(*(f"Person number {number}" for number in range(7))))
    await undo(database, owner, done.id)
    imported, undone = await notes(database, conversation.id)
    assert imported.startswith("The user imported 7 memories:\n- [id:")
    assert imported.count('file] "deleted by the user"') == 5
    assert imported.endswith("\n- and 2 more")
    assert undone == "The user took back 7 memories they had imported."
