"""Offers are in one message, with a line and buttons for each, which show its state."""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.app.features import ACTS, RENDERING
from bot.kit.owner import Owner
from bot.kit.prompt_text import own
from bot.memory.acts import offer
from bot.memory.operations import Memories
from bot.memory.tools.tools import memory_tools
from bot.memory.values import CONTENT_MAX, Addition, Forgetting, MemoryCategory, MemoryUpdate, Wanted
from bot.model.values import UserMessage
from bot.store.engine import Database
from bot.store.ids import uuid7
from bot.telegram.acts import ActButton
from bot.telegram.buttons import NoSuchButton, Press, Reaction, parse
from bot.telegram.formatting import MAX_UNITS, utf16_length
from bot.telegram.texts import Text
from bot.turns.acts import Acts
from bot.turns.channel import Outcome
from bot.turns.store import erasure
from bot.turns.store.acts import of_turn, set_state
from bot.turns.store.acts import offer as offer_turn
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.acts import Act, ActState, Door, Risk
from bot.turns.values.origins import Source
from tests.memory.telegram.asker import labels
from tests.memory.telegram.conversing import added, begun, remembered

memories = Memories()
presses = ACTS.actions(Acts(ToolSet([memory_tools(memories)])))


def new(content: str) -> Addition:
    """Want something remembered."""
    return Addition(content=content, category=MemoryCategory.PERSON)


@pytest.fixture
async def said(database: Database, owner: Owner) -> Source:
    """A turn of a conversation."""
    return await begun(database, owner, UserMessage(own("Hello")))


async def offers(
    database: Database, owner: Owner, said: Source, *several: Wanted, review: bool = False
) -> Sequence[Text]:
    """Offer several things; return the messages that tell of them."""
    turn_id, offer_id = (None, uuid7()) if review else (said.turn_id, None)
    async with database.transaction() as tx:
        proposed = [
            await offer(
                tx,
                memories,
                owner,
                it,
                conversation_id=said.conversation_id,
                turn_id=turn_id,
                offer_id=offer_id,
                untrusted=not review,
            )
            for it in several
        ]
        return ACTS.offered(await offer_turn(tx, owner, turn_id) if turn_id else proposed)


async def press(database: Database, owner: Owner, message: Text, label: str) -> Reaction:
    """Press a button under a message."""
    (data,) = [button.data for row in message.buttons for button in row if label in button.text]
    named = parse(data)
    assert named
    assert named[0] == ActButton.NAME
    async with database.transaction() as tx:
        return await presses[named[0]](tx, owner, Press(data=named[1], shown=message))


async def test_each_has_a_line_and_a_button_and_is_stored_alone(database: Database, owner: Owner, said: Source) -> None:
    tea, dog = await added(database, owner, "The user likes tea"), await added(database, owner, "The dog is Rex")
    wanted = (
        replace(new("The sister is\nZoe"), subject="zoe"),
        MemoryUpdate(memory_id=tea.id, content="The user likes cocoa", subject="Hot\ndrinks"),
        Forgetting(memory_id=dog.id),
    )
    (message,) = await offers(database, owner, said, *wanted, review=True)
    assert message.text == (
        "From our last conversation. Shall I remember this?\n\n"
        "💾 Remember: The sister is Zoe\n"
        "✏️ Change: You like tea → Hot drinks: You like cocoa\n"
        "🗑 Forget: The dog is Rex"
    )
    assert labels(message) == [
        ["💾 The sister is Zoe", "No"],
        ["✏️ Hot drinks: You like cocoa", "No"],
        ["🗑 The dog is Rex", "No"],
    ]
    one = await press(database, owner, message, "Zoe")
    assert one.toast == "Remembered."
    assert one.shows
    assert await remembered(database, owner) == ["The user likes tea", "The dog is Rex", "The sister is\nZoe"]
    two = await press(database, owner, one.shows, "cocoa")
    three = await press(database, owner, two.shows or message, "Rex")
    assert (two.toast, three.toast) == ("Changed.", "Forgotten.")
    assert three.shows
    assert three.shows.text == (
        "From our last conversation:\n\n"
        "💾 Remembered: The sister is Zoe\n"
        "✏️ You like tea → Hot drinks: You like cocoa\n"
        "🗑 Forgot: The dog is Rex"
    )
    assert labels(three.shows) == [
        ["↩️ Undo: The sister is Zoe"],
        ["↩️ Undo: You like tea → Hot drinks: You…"],
        ["↩️ Undo: The dog is Rex"],
    ]
    assert await remembered(database, owner) == ["The user likes cocoa", "The sister is\nZoe"]


async def test_a_change_that_is_no_longer_possible_is_reported(database: Database, owner: Owner, said: Source) -> None:
    tea = await added(database, owner, "The user likes tea")
    (message,) = await offers(
        database, owner, said, new("The sister is Zoe"), MemoryUpdate(memory_id=tea.id, content="The user likes cocoa")
    )
    await added(database, owner, "The sister is Zoe")
    async with database.transaction() as tx:
        await memories.change(tx, owner, MemoryUpdate(memory_id=tea.id, content="The user likes water"))
    assert (await press(database, owner, message, "Zoe")).toast == "Not done. Another memory already says this."
    assert (await press(database, owner, message, "cocoa")).toast == "Not done. This memory has changed since then."
    assert await remembered(database, owner) == ["The user likes water", "The sister is Zoe"]
    async with database.transaction() as tx:
        await memories.forget(tx, owner, tea.id)
    assert (await press(database, owner, message, "cocoa")).toast == "Not done. This memory is deleted."
    async with database.transaction() as tx:
        await erasure.erase_everything(tx, owner)
    assert await press(database, owner, message, "Zoe") == Reaction(toast="I no longer know what this was about.")


async def test_an_odd_button_does_nothing(database: Database, owner: Owner) -> None:
    for data in ("", "yes:7", f"maybe:{'0' * 32}", f"yes:{'0' * 32}:1", f"yes:{UUID(int=7)}"):
        async with database.transaction() as tx:
            with pytest.raises(NoSuchButton):
                await presses[ActButton.NAME](tx, owner, Press(data=data))


def test_all_of_every_offer_can_be_read_however_long_they_are() -> None:
    def update(number: int) -> Act:
        content = f"{number:03}{'🎉' * (CONTENT_MAX - 3)}"
        wanted = {"memory_id": "aaaaaaaa", "content": content, "former": "é" * CONTENT_MAX}
        return Act(
            id=UUID(int=number),
            conversation_id=UUID(int=1),
            door=Door.REVIEW,
            family="memory",
            name="update_memory",
            arguments=json.dumps(wanted),
            risk=Risk.WRITES,
            state=ActState.OFFERED,
            created_at=datetime.now(UTC),
        )

    messages = ACTS.offered([update(number) for number in range(7)])
    assert all(utf16_length(it.text) <= MAX_UNITS for it in messages)
    assert [sum(line.startswith("✏️") for line in it.text.splitlines()) for it in messages] == [2, 2, 2, 1]
    assert [len(it.buttons) for it in messages] == [2, 2, 2, 1]


async def test_a_message_of_several_shows_only_its_own(database: Database, owner: Owner, said: Source) -> None:
    several = [new(f"{number}{'x' * (CONTENT_MAX - 1)}") for number in range(9)]
    first, second = await offers(database, owner, said, *several, review=True)
    assert first.text.startswith("From our last conversation. Shall I remember this?\n\n💾 Remember: 0x")
    reaction = await press(database, owner, second, "8x")
    assert reaction.shows
    assert [row[0].data for row in reaction.shows.buttons[:-1]] == [row[0].data for row in second.buttons[:-1]]
    assert "💾 Remembered: 8x" in reaction.shows.text
    assert "💾 Remember: 7x" in reaction.shows.text


async def test_an_answer_has_no_button_of_what_was_asked_in_another_message(
    database: Database, owner: Owner, said: Source
) -> None:
    (asked_apart,) = await offers(database, owner, said, new("Zoe is the user's sister"))
    await press(database, owner, asked_apart, "Remember")
    async with database.transaction() as tx:
        await offer(tx, memories, owner, new("Rex is the dog"), **asdict(said))
        await offer_turn(tx, owner, said.turn_id)
        brought_back = RENDERING.rendered(
            Outcome(turn_id=said.turn_id, words="Hello!", acts=await of_turn(tx, owner, said.turn_id))
        )
    answer, apart = brought_back
    assert labels(answer) == [["💾 Remember", "No"]]
    assert apart.text.endswith("\n\n💾 Remembered: Zoe is your sister")
    assert labels(apart) == [["↩️ Undo"]]
    pressed = await press(database, owner, answer, "No")
    assert pressed.shows
    assert labels(pressed.shows) == []


async def test_what_an_earlier_release_has_undone_with_its_turn_is_done_again(
    database: Database, owner: Owner, said: Source
) -> None:
    acts = Acts(ToolSet([memory_tools(memories)]))
    async with database.transaction() as tx:
        undone = await offer(tx, memories, owner, new("Rex is the dog"), **asdict(said))
        await set_state(tx, undone.id, ActState.UNDONE)  # it knew nothing any more that undoes it
        await acts.redo(tx, owner, [undone.id])
        (again,) = await of_turn(tx, owner, said.turn_id)
    assert again.can_be_undone
    assert await remembered(database, owner) == ["Rex is the dog"]
