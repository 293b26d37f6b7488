"""What is offered changes no memory before its owner accepts it, once, and can be undone."""

import asyncio
from dataclasses import replace
from uuid import uuid4

import pytest

from bot.kit.errors import ActRefused, NoSuchAct
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.prompt_text import OthersText, others, own
from bot.memory.acts import change_of, line, offer
from bot.memory.operations import Memories
from bot.memory.refusals import (
    AlreadyProposed,
    MemoryDeleted,
    NoSuchMemory,
    NothingChanges,
    SameMemory,
    SimilarMemories,
)
from bot.memory.store import memories as stored
from bot.memory.store.likeness import was_offered
from bot.memory.tools.tools import memory_tools
from bot.memory.values import Addition, Forgetting, MemoryCategory, MemoryUpdate, Wanted
from bot.model.values import UserMessage
from bot.store.engine import Database
from bot.store.ids import uuid7
from bot.telegram.texts import Button, Text, columns_of
from bot.turns.acts import Acts
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import erasure
from bot.turns.store import turns as stored_turns
from bot.turns.store import words as word_index
from bot.turns.store.acts import find, of_conversation, of_turn
from bot.turns.store.acts import offer as offer_turn
from bot.turns.store.outbox import Outbox
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.acts import Act, ActState
from bot.turns.values.origins import Origin, Source
from tests.dump import dumped
from tests.memory.telegram.conversing import added, begun, notes, remembered, spoken

SISTER = Addition(content="The user's sister is Xanthippe", category=MemoryCategory.PERSON, subject="Xanthippe")

memories = Memories()
acts = Acts(ToolSet([memory_tools(memories)]))


@pytest.fixture
async def said(database: Database, owner: Owner) -> Source:
    """A turn of a conversation that is open."""
    return await begun(database, owner, UserMessage(own("Hello")))


async def offered(
    database: Database, owner: Owner, said: Source, wanted: Wanted, *, review: bool = False, untrusted: bool = False
) -> Act:
    """Offer something in a turn, or in the review of its conversation, in a transaction of its own."""
    async with database.transaction() as tx:
        return await offer(
            tx,
            memories,
            owner,
            wanted,
            conversation_id=said.conversation_id,
            turn_id=None if review else said.turn_id,
            offer_id=uuid7() if review else None,
            untrusted=untrusted,
        )


async def accept(database: Database, owner: Owner, act: Act) -> Act:
    """Accept an offer in a transaction of its own."""
    async with database.transaction() as tx:
        return await acts.accept(tx, owner, act.id)


async def undo(database: Database, owner: Owner, act: Act) -> Act:
    """Take back what was accepted in a transaction of its own."""
    async with database.transaction() as tx:
        return (await acts.undo(tx, owner, act.id))[0]


async def test_nothing_is_stored_untouched_and_all_of_it_once_it_is_accepted(
    database: Database, owner: Owner, said: Source
) -> None:
    act = await offered(database, owner, said, SISTER)
    assert await remembered(database, owner) == []
    assert (act.state, act.undo) == (ActState.OFFERED, None)
    accepted, again = await asyncio.gather(*(accept(database, owner, act) for _ in range(2)))
    assert accepted == again
    assert accepted.state is ActState.DONE
    async with database.transaction() as tx:
        (memory,) = await stored.live(tx, owner)
        (version,) = await stored.versions(tx, memory.id)
        assert await of_turn(tx, owner, said.turn_id) == [accepted]
    assert (memory.content, memory.subject, memory.category) == (SISTER.content, SISTER.subject, SISTER.category)
    assert (version.source, version.origin) == (said, Origin.CONVERSATION)
    change = change_of(accepted)
    assert change
    assert change.memory_id == memory.id
    (note,) = await notes(database, said.conversation_id)
    assert note.startswith("A memory was stored beside this conversation:")


async def test_an_offer_of_a_turn_is_offered_once_unless_already_accepted(
    database: Database, owner: Owner, said: Source
) -> None:
    tea = Addition(content="The user likes tea", category=MemoryCategory.PREFERENCE)
    dog = Addition(content="The user has a dog", category=MemoryCategory.CONTEXT)
    first, second, third = [await offered(database, owner, said, wanted) for wanted in (SISTER, tea, dog)]
    await accept(database, owner, second)
    async with database.transaction() as tx:
        assert await offer_turn(tx, Owner(owner.bot_id, 2), said.turn_id) == []
        assert await offer_turn(tx, owner, said.turn_id) == [first, third]
        assert await offer_turn(tx, owner, said.turn_id) == []
    cat = await offered(database, owner, said, Addition(content="The user has a cat", category=MemoryCategory.CONTEXT))
    async with database.transaction() as tx:
        assert await offer_turn(tx, owner, said.turn_id) == [cat]


async def test_a_review_offers_nothing_that_a_turn_of_its_conversation_has_offered(
    database: Database, owner: Owner, said: Source
) -> None:
    act = await offered(database, owner, said, SISTER)
    async with database.transaction() as tx:
        await offer_turn(tx, owner, said.turn_id)
    await accept(database, owner, act)
    await undo(database, owner, act)
    with pytest.raises(AlreadyProposed):
        await offered(database, owner, said, replace(SISTER, content="the user's  sister is XANTHIPPE"), review=True)
    hot = Addition(content="Tea is hot", category=MemoryCategory.PERSON)
    accepted = await accept(database, owner, await offered(database, owner, said, hot, review=True))
    async with database.transaction() as tx:
        assert await of_conversation(tx, owner, said.conversation_id) == [await find(tx, owner, act.id), accepted]
        (memory,) = await stored.live(tx, owner)
        (version,) = await stored.versions(tx, memory.id)
    assert (accepted.turn_id, version.source, version.origin) == (None, None, Origin.REVIEW)


@pytest.mark.parametrize("led_to_it", ["untrusted text", "own words", "an undone offer"])
async def test_what_was_offered_is_known_in_other_words_until_its_owner_says_it_anew_if_they_were_not_asked(
    database: Database, owner: Owner, said: Source, led_to_it: str
) -> None:
    facts = ("User lives in Rome", "The user is living in Rome, near a river", "The user lives in Oslo", "The user")

    async def known(whose: Owner) -> list[str]:
        async with database.transaction() as tx:
            return [fact for fact in facts if await was_offered(tx, whose, fact, said.conversation_id)]

    async def say(message: UserMessage) -> None:
        async with database.transaction() as tx:
            await stored_turns.append(tx, said.turn_id, [message])

    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    await say(spoken("I live in Rome, near the river"))
    rome = Addition(content="The user lives in Rome", category=MemoryCategory.CONTEXT)
    act = await offered(database, owner, said, rome, untrusted=led_to_it == "untrusted text")
    assert await known(owner) == []
    async with database.transaction() as tx:
        await offer_turn(tx, owner, said.turn_id)
    assert await known(Owner(owner.bot_id, 2)) == []
    if led_to_it == "an undone offer":
        await accept(database, owner, act)
        await undo(database, owner, act)
    may_return = led_to_it in {"untrusted text", "an undone offer"}
    said_so = spoken("I live in Rome, near the river")
    await say(replace(said_so, content=others(OthersText(said_so.content, "forwarded"))))
    assert await known(owner) == list(facts[:2])
    await say(spoken("I live in Rome, as you know"))
    assert await known(owner) == list(facts[1:2] if may_return else facts[:2])
    await say(spoken("It is near the river"))
    assert await known(owner) == list(() if may_return else facts[:2])


async def test_a_no_is_final(database: Database, owner: Owner, said: Source) -> None:
    tea = (await added(database, owner, "The user likes tea")).id
    async with database.transaction() as tx:
        await word_index.begin(tx, "english")
    several = [
        await offered(database, owner, said, SISTER),
        await offered(database, owner, said, MemoryUpdate(memory_id=tea, content="The user likes green tea")),
    ]
    for act in several:
        async with database.transaction() as tx:
            declined = await acts.decline(tx, owner, act.id)
        assert (declined.state, declined.undo) == (ActState.DECLINED, None)
        assert await accept(database, owner, act) == declined
        with pytest.raises(ActRefused):
            await undo(database, owner, act)
    assert await remembered(database, owner) == ["The user likes tea"]
    sister, unchanged = await notes(database, said.conversation_id)
    assert sister == 'The user does not want this to be remembered: "The user\'s sister is Xanthippe"'
    assert tea in unchanged
    for content in ("the user's  sister is XANTHIPPE", "The user has a sister, who is Xanthippe"):
        with pytest.raises(AlreadyProposed):
            await offered(database, owner, said, replace(SISTER, content=content))


async def test_a_press_makes_a_memory_of_a_program_its_owners_unless_a_subject_stays(
    database: Database, owner: Owner, said: Source
) -> None:
    async with database.transaction() as tx:
        tea, dog = [
            (await memories.change(tx, owner, it, origin=Origin.API, through="App")).memory
            for it in (
                Addition(content="The user likes tea", category=MemoryCategory.PERSON),
                Addition(content="The dog is Rex", category=MemoryCategory.PERSON, subject="Evilbank"),
            )
        ]
    with pytest.raises(NothingChanges):
        await offered(database, owner, said, MemoryUpdate(memory_id=dog.id, content=dog.content), untrusted=True)
    same = MemoryUpdate(memory_id=tea.id, content=tea.content)
    act = await offered(database, owner, said, same, untrusted=True)
    assert line(act) == "✏️ Change: You like tea"
    assert line(await accept(database, owner, act)) == "✏️ You like tea"
    async with database.transaction() as tx:
        assert not (await memories.get(tx, owner, tea.id)).is_others


async def test_what_would_be_refused_is_not_offered(database: Database, owner: Owner, said: Source) -> None:
    tea = (await added(database, owner, "The user likes tea", "Tea")).id
    dog = (await added(database, owner, "The dog is Rex")).id
    async with database.transaction() as tx:
        await memories.forget(tx, owner, dog)
    refused: list[tuple[Wanted, type[Exception]]] = [
        (Addition(content="the user  likes TEA", category=MemoryCategory.PERSON), SameMemory),
        (Addition(content="Tea is hot", category=MemoryCategory.PERSON, subject="tea"), SimilarMemories),
        (MemoryUpdate(memory_id=tea, content="The user likes tea"), NothingChanges),
        (MemoryUpdate(memory_id=dog, content="The dog is Max"), MemoryDeleted),
        (Forgetting(memory_id=dog), MemoryDeleted),
        (Forgetting(memory_id="aaaaaaaa"), NoSuchMemory),
    ]
    for wanted, error in refused:
        with pytest.raises(error):
            await offered(database, owner, said, wanted)
    another = Addition(content="Tea is hot", category=MemoryCategory.PERSON, subject="tea", is_new=True)
    await offered(database, owner, said, another)
    with pytest.raises(AlreadyProposed):
        await offered(database, owner, said, another)


async def test_an_offer_is_its_owners_alone(database: Database, owner: Owner, said: Source) -> None:
    act = await offered(database, owner, said, SISTER)
    stranger = Owner(owner.bot_id, 2)
    async with database.transaction() as tx:
        assert await of_turn(tx, stranger, said.turn_id) == []
        assert await find(tx, stranger, act.id) is None
        for press in (acts.accept, acts.decline, acts.undo):
            with pytest.raises(NoSuchAct):
                await press(tx, stranger, act.id)
            with pytest.raises(NoSuchAct):
                await press(tx, owner, uuid4())


async def test_what_was_offered_goes_with_its_conversation(
    database: Database, database_url: str, owner: Owner, said: Source
) -> None:
    act = await offered(database, owner, said, SISTER, review=True)
    message = Text(SISTER.content, buttons=[[Button("Remember", f"offer:yes:{act.id.hex}")]])
    async with database.transaction() as tx:
        await Outbox(owner.bot_id).add(tx, private_chat(owner), columns_of([message, Text("Something else")]))
        await erasure.erase_conversation(tx, await stored_conversations.get(tx, said.conversation_id))
    with pytest.raises(NoSuchAct):
        await accept(database, owner, act)
    rows = await dumped(database_url)
    assert "Xanthippe" not in rows
    assert "Something else" in rows
