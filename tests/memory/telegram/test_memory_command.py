import re
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from bot.kit.errors import ActRefused
from bot.kit.owner import Owner
from bot.kit.prompt_text import own
from bot.memory.tools.tools import memory_tools
from bot.memory.values import Addition, MemoryCategory, MemoryUpdate
from bot.model.values import ToolResult, UserMessage
from bot.store.engine import Database
from bot.telegram.texts import Button, Text
from bot.turns.acts import Acts
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store.acts import newest
from bot.turns.store.updates import IncomingUpdate, Updates
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.origins import PAGE, Origin
from tests.memory.telegram.asker import Asker, labels
from tests.memory.telegram.conversing import begun, notes, spoken


@pytest.fixture
def asker(database: Database, owner: Owner) -> Asker:
    """Someone who writes `/memory …`."""
    return Asker(database, owner)


async def test_show_tells_the_page_from_a_program(asker: Asker, database: Database, owner: Owner) -> None:
    addition = Addition(content="Alec is the boss", category=MemoryCategory.PERSON)
    async with database.transaction() as tx:
        added = await asker.memories.change(tx, owner, addition, origin=Origin.API, through=PAGE)
        update = MemoryUpdate(memory_id=added.memory.id, content="Alec was the boss")
        await asker.memories.change(tx, owner, update, origin=Origin.API, through="Calendar")
    shown = await asker.ask(f"show {added.memory.id}")
    assert "\nAdded on the page.\n" in shown
    assert shown.endswith("\nChanged by Calendar.")


async def test_four_characters_of_an_id_are_enough_and_fewer_are_not(asker: Asker) -> None:
    assert await asker.ask("delete zzzzzzzz") == "There is no memory with the id zzzzzzzz."
    assert await asker.ask("show %_%_") == "There is no memory with the id %_%_."
    memory_id = await asker.add("Alec is the boss")
    assert "at least 4 characters" in await asker.ask(f"delete {memory_id[:3]}")
    assert await asker.ask(f"delete {memory_id[:4]}") == (
        f"Deleted: “Alec is the boss”\n\nTo bring it back: /memory restore {memory_id}"
    )
    assert "already deleted" in await asker.ask(f"delete {memory_id}")
    assert "Deleted on" in await asker.ask(f"show {memory_id}")
    assert await asker.ask(f"restore {memory_id[:4]}") == "Restored: “Alec is the boss”"
    assert "isn't deleted" in await asker.ask(f"restore {memory_id}")
    assert "Alec is the boss" in await asker.ask("")


async def test_a_prefix_of_several_ids_asks_which_one(asker: Asker, database: Database) -> None:
    await asker.add("Alec is the boss")
    await asker.add("Sarah is the boss", category=MemoryCategory.PROJECT)
    same = "'same000' || (category = 'project')::int"
    of_memory = "FROM agent_memories AS memory WHERE memory.id = memory_id"
    async with database.transaction() as tx:
        await tx.connection.exec_driver_sql("SET LOCAL session_replication_role = replica")  # keys are not checked
        await tx.connection.exec_driver_sql(f"UPDATE agent_memory_versions SET memory_id = (SELECT {same} {of_memory})")
        await tx.connection.exec_driver_sql(f"UPDATE agent_memories SET id = {same}")
    asked = await asker.ask("delete same")
    assert "Which one do you mean?" in asked
    assert "[same0000] Alec is the boss" in asked
    assert "[same0001] Sarah is the boss" in asked


async def test_a_number_is_that_of_the_list_seen_last(asker: Asker) -> None:
    for number in range(1, 11):
        await asker.add(f"Fact {number} is known")
    assert await asker.ask("delete 2") == "The last list has no number 2. /memory list shows the numbers."
    first = await asker.opened()
    assert "Deleted: “Fact 2 is known”" in await asker.ask("delete 2")
    assert "Fact 3 is known" in await asker.ask("show 3")  # the list in the chat is still the same
    assert "already deleted" in await asker.ask("pin 2")
    assert await asker.ask("restore #2") == "Restored: “Fact 2 is known”"
    assert "Fact 4 is known → Fact 4 is old" in await asker.ask("edit 4. Fact 4 is old")
    await asker.turned(first, "Next")
    assert await asker.ask("pin 10") == "📌 Pinned: “Fact 10 is known”"
    assert "no number 8" in await asker.ask("unpin 8")
    assert "1. Fact 4 is old" in await asker.ask("list old")
    assert "Deleted: “Fact 4 is old”" in await asker.ask("delete 1")
    assert "1. Fact 4 is old" in await asker.ask("deleted")
    assert await asker.ask("restore 1") == "Restored: “Fact 4 is old”"


async def test_an_added_memory_has_its_subject_and_reaches_the_conversation(
    asker: Asker, database: Database, owner: Owner
) -> None:
    source = await begun(database, owner)
    said = await asker.ask("add person Anna:  Anna lives in Munich\nsince May")
    (memory_id,) = re.findall(r"^💾 Remembered: Anna lives in Munich since May \[(\w{8})\]$", said)
    assert await asker.ask(f"show {memory_id}") == (
        f"Anna (Person) [{memory_id}]\n\nv1, {await learned(asker, memory_id)}\n"
        "Anna lives in Munich\nsince May\nAdded with /memory."
    )
    (note,) = await notes(database, source.conversation_id)
    assert note == (
        f'The user has stored a memory:\n- [id:{memory_id}] (person, Anna) "Anna lives in Munich since May"'
    )
    again = await asker.ask("add context ANNA LIVES IN MUNICH since May")
    assert again == f"I already remember this: “Anna lives in Munich since May” [{memory_id}]"
    assert (await asker.ask("add context anna: She likes tea")).startswith("💾 Remembered: anna: She likes tea [")


async def learned(asker: Asker, memory_id: str) -> str:
    """Return when a memory was learned, as it is shown."""
    (date,) = re.findall(r"v1, (.*)", await asker.ask(f"show {memory_id}"))
    return str(date)


async def test_an_edit_is_a_new_version_and_reaches_the_conversation(
    asker: Asker, database: Database, owner: Owner
) -> None:
    memory_id = await asker.add("Alec is the boss", "Alec")
    other = await asker.add("Sarah is the boss")
    source = await begun(database, owner)
    assert await asker.ask(f"edit {memory_id[:4]} Alec was the boss") == (
        f"✏️ Alec is the boss → Alec was the boss [{memory_id}]"
    )
    shown = await asker.ask(f"show {memory_id}")
    assert shown.startswith(f"Alec (Person) [{memory_id}]")
    assert shown.endswith("\nAlec was the boss\nChanged with /memory.")
    (note,) = await notes(database, source.conversation_id)
    assert f'[id:{memory_id}] (person, Alec) "Alec was the boss"' in note
    assert "already says this" in await asker.ask(f"edit {memory_id} Alec was the boss")
    same = await asker.ask(f"edit {memory_id} sarah is the boss")
    assert same == f"Not changed. I already remember this: “Sarah is the boss” [{other}]"
    await asker.ask(f"delete {other}")
    assert "already deleted. To bring it back:" in await asker.ask(f"edit {other} Sarah was the boss")
    assert len(await notes(database, source.conversation_id)) == 1


async def test_what_a_command_added_or_changed_is_undone_by_its_button(asker: Asker) -> None:
    added = await asker.opened("add Anna likes kayaking")
    assert re.fullmatch(r"💾 Remembered: Anna likes kayaking \[\w{8}\]", added.text)
    await asker.opened()
    changed = await asker.opened("edit 1 Anna likes rowing")
    refused = await asker.press(added, "Undo")
    assert (refused.shows, "changed since" in refused.toast) == (None, True)
    undone = await asker.turned(changed, "Undo")
    assert (undone.text, undone.buttons) == ("✏️ Anna likes kayaking → Anna likes rowing", [])
    assert [it.type for it in undone.entities] == ["strikethrough"]
    assert "1. Anna likes kayaking [" in await asker.ask("")
    added = await asker.opened("add Tom likes chess")
    assert (await asker.turned(added, "Undo")).text == "💾 Remembered: Tom likes chess"
    assert "Tom" not in await asker.ask("")


async def test_a_version_is_brought_back_for_the_conversation_too_but_not_to_a_deleted_memory(
    asker: Asker, database: Database, owner: Owner
) -> None:
    memory_id = await asker.add("Alec is the boss")
    await asker.update(memory_id, "Alec was the boss")
    source = await begun(database, owner)
    shown = await asker.opened(f"show {memory_id}")
    await asker.press(shown, "Undo")
    (note,) = await notes(database, source.conversation_id)
    assert note == f'The user has changed a memory; it says now:\n- [id:{memory_id}] (person) "Alec is the boss"'
    former = Text("", buttons=[[Button("v2", f"mem:to:{memory_id}:2")]])  # a button of an earlier release
    assert "\n\nv4, " in (await asker.turned(former, "v2")).text
    await asker.ask(f"delete {memory_id}")
    assert (await asker.press(former, "v2")).toast.startswith("Not changed.")
    assert labels(await asker.turned(shown, "Edit"))[0] == ["↩️ Restore"]
    assert labels(await asker.turned(shown, "History")) == [["◀️ Back"]]


async def test_stats_count_everything(asker: Asker) -> None:
    assert "I don't remember anything" in await asker.ask("stats")
    first = await asker.add("Alec is the boss", "Alec")
    await asker.add("The user likes tea", category=MemoryCategory.PREFERENCE)
    gone = await asker.add("Sarah is the boss")
    await asker.update(first, "Alec was the boss")
    await asker.ask(f"delete {gone}")
    assert re.fullmatch(
        r"📊 I remember 2 things:\n• Person: 1\n• Preference: 1\n\n"
        r"1 deleted\. 4 versions in total\.\n"
        r"Oldest: \d{1,2} \w{3} \d{4}\. Newest: \d{1,2} \w{3} \d{4}\.\n"
        r"Together they take about \d+ tokens of a prompt\.",
        await asker.ask("stats"),
    )


async def test_all_memories_are_deleted_once_the_phrase_is_typed_and_brought_back_by_a_button(
    asker: Asker, database: Database, owner: Owner
) -> None:
    assert "nothing to delete" in await asker.ask("clear")
    ids = [await asker.add(content) for content in ("Alec is the boss", "Sarah is the boss", "Bob is the boss")]
    await asker.ask(f"pin {ids[1]}")
    await asker.ask(f"delete {ids[2]}")
    listed = await asker.ask("list")
    result = ToolResult("c1", own('Stored as [id:x]: "Alec is the boss"'))
    prompt = f"Before\n- [id:{ids[0]}] line\nAfter"
    source = await begun(database, owner, UserMessage(own("Alec is the boss")), result, prompt=prompt)
    for phrase in ("", "everything", "all my memories now"):
        asked = await asker.ask(f"clear {phrase}")
        assert "2 memories" in asked
        assert asked.endswith("/memory clear all my memories")
    assert "I remember 2 things" in await asker.ask("stats")
    cleared = await asker.opened("clear all my\nmemories")
    assert cleared.text.startswith("All 2 memories are deleted.")
    assert labels(cleared) == [["↩️ Undo"]]
    assert await notes(database, source.conversation_id) == ["The user has deleted all memories."]
    async with database.transaction() as tx:
        conversation = await stored_conversations.get(tx, source.conversation_id)
        said = [message for _, message in await stored_turns.messages(tx, conversation)]
    assert (conversation.system_prompt, conversation.revision > 0) == ("Before\nAfter", True)
    assert said == [
        UserMessage(own("Alec is the boss")),
        replace(result, content=own('Stored as [id:x]: "deleted by the user"')),
    ]
    deleted = await asker.ask("deleted")
    assert all(it in deleted for it in ("Alec is", "Sarah is", "Bob is"))
    assert (await asker.turned(cleared, "Undo")).text == "↩️ Undone: 2 memories are restored."
    assert await asker.ask("list") == listed
    note = (await notes(database, source.conversation_id))[-1]
    assert note.startswith("The user restored memories they had deleted:\n- [id:")
    assert "Bob" not in note
    assert (await asker.press(cleared, "Undo")).toast == "All of them are already restored."
    again = await asker.opened("clear all my memories")
    await asker.add("ALEC is the boss")
    assert (await asker.turned(again, "Undo")).text == (
        "↩️ Undone: 1 memory is restored. 1 memory is not restored, as another one already says the same."
    )
    assert (await asker.press(again, "Undo")).toast == "Not restored. Another memory already says this."


async def test_show_quotes_the_source_of_each_version_and_its_message(
    asker: Asker, database: Database, owner: Owner
) -> None:
    words = "Please remember\nthat Alec is my boss " + "and so on " * 40
    source = await begun(database, owner, spoken("Hello"), spoken(words))
    assert source.turn_id
    updates = Updates(owner.bot_id)
    async with database.transaction() as tx:
        wanted = Addition(content="Alec is the boss", category=MemoryCategory.PERSON)
        memory = (await asker.memories.change(tx, owner, wanted, source=source)).memory
        sent = [IncomingUpdate(update_id=it, chat_id=1, message_id=it, payload={}) for it in (7, 8)]
        await updates.add(tx, sent, datetime.now(UTC))
        await updates.acknowledge(tx, [7, 8])
        await stored_turns.link(tx, await stored_turns.get(tx, source.turn_id), [7, 8])
    await asker.ask(f"edit {memory.id} Alec was the boss")
    shown = await asker.opened(f"show {memory.id}")
    assert shown.quoted_id == 8
    assert "\nYou said: “Hello Please remember that Alec is my boss and so on" in shown.text
    (quote,) = re.findall(r"You said: “(.*)” \(conversation 1\)\n", shown.text)
    assert len(quote) <= 200
    assert shown.text.endswith("Alec was the boss\nChanged with /memory.")
    opened = await asker.turned(await asker.opened(), "1")
    assert opened.text == shown.text
    assert opened.quoted_id is None
    (where,) = (await asker.press(opened, "💬 Source")).says
    assert isinstance(where, Text)
    assert (where.quoted_id, where.text) == (8, f"You said: “{quote}”")


async def test_a_version_that_is_back_already_is_not_done_again(asker: Asker, database: Database, owner: Owner) -> None:
    tea = await asker.add("The user likes tea")
    await asker.update(tea, "The user likes cocoa")
    versions = await asker.turned(await asker.opened(f"show {tea}"), "History")
    for _ in range(2):  # pressed twice, before the message shows it
        assert (await asker.press(versions, "1")).toast == "Version 1 is back."
    async with database.transaction() as tx:
        done = await newest(tx, owner, most=9)
    assert [it.words for it in done] == ["✏️ You like cocoa → You like tea"]


async def test_undoing_that_a_memory_was_pinned_is_refused_once_it_is_unpinned(
    asker: Asker, database: Database, owner: Owner
) -> None:
    tea = await asker.add("The user likes tea")
    await asker.ask(f"pin {tea}")
    async with database.transaction() as tx:
        (pinned,) = await newest(tx, owner, most=9)
    await asker.ask(f"unpin {tea}")
    async with database.transaction() as tx:
        with pytest.raises(ActRefused, match="changed since"):
            await Acts(ToolSet([memory_tools(asker.memories)])).undo(tx, owner, pinned.id)
