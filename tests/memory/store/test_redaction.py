"""A deleted memory's versions leave all that is stored to be sent, but for what was said in words."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from uuid import UUID

from bot.kit.capture_modes import CaptureMode
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.memory.operations import Memories, clear, undo_clear
from bot.memory.store import memories as stored
from bot.memory.store import summaries
from bot.memory.store.summaries import checked
from bot.memory.tools.tools import memory_tools
from bot.memory.values import Memory, MemoryUpdate
from bot.model.values import AssistantMessage, ToolCall, ToolResult, UserMessage
from bot.store.engine import Database
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.tools.tool import Caller
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.conversations import FROM_THE_BEGINNING, CarriedTurns, Conversation, ConversationMode, Earlier
from bot.turns.values.origins import Source
from bot.turns.values.turns import Turn
from tests.memory.telegram.conversing import added, messages_of, started
from tests.waiting import until_waiting

WORDING = 'Zanzibar is "lovely"'

memories = Memories()
tools = ToolSet([memory_tools(memories)])


async def begun(
    database: Database, owner: Owner, *, prompt: str = "Help.", carried: CarriedTurns | None = None
) -> tuple[Conversation, Turn]:
    """Start a conversation in a chat of its own, with a turn."""
    async with database.transaction() as tx:
        place = Place(int(datetime.now(UTC).timestamp() * 1_000_000))
        conversation = await started(tx, owner, place, prompt=prompt, tools=tools.specs(), carried=carried)
        turn = await stored_turns.begin(tx, conversation.id)
        await stored_turns.append(tx, turn.id, [UserMessage(own("Hello"))])
    return conversation, turn


async def called(database: Database, owner: Owner, turn: Turn, calls: Sequence[ToolCall]) -> list[str]:
    """Store and run calls as the runner does; return their results."""
    caller = Caller(owner, Source(conversation_id=turn.conversation_id, turn_id=turn.id))
    async with database.transaction() as tx:
        await stored_turns.append(tx, turn.id, [AssistantMessage("", tuple(calls))])
        results = [await tools.run(tx, caller, call) for call in calls]
        await stored_turns.append(tx, turn.id, results)
    return [result.content for result in results]


async def deleted(database: Database, owner: Owner, memory: Memory) -> None:
    """Delete a memory in a transaction of its own."""
    async with database.transaction() as tx:
        await memories.forget(tx, owner, memory.id)


async def stored_calls(database: Database, conversation: Conversation) -> list[ToolCall]:
    """Return the calls of a conversation."""
    said = await messages_of(database, conversation)
    return [call for message in said if isinstance(message, AssistantMessage) for call in message.calls]


HOLDING = (
    {"memory": {"content": WORDING}},
    {"content": [[{"text": ["other", WORDING]}]]},
    {WORDING: True},
    {"content": json.dumps(json.dumps({"content": WORDING}))},
    {"content": f"The user says {WORDING.upper()}".replace(" ", "\n\t ") + 500 * "x"},
    {"content": 'Zan\0zibar is "lovely" \ud83d'},
    WORDING,
)
RAW = (
    *map(json.dumps, HOLDING),
    r'{"content": "Zanz\u0069bar is \"lovely\"",',
    r'{"content": "{\"content\": \"Zanz\\u0069bar is \\\"lovely\\\"\"}"',
    '{"content": "Zanzibar is lov',
    f'{{"content": {json.dumps(WORDING)}, "content": "Something else"}}',
    "[" * 100_000 + json.dumps(WORDING) + "]" * 100_000,
)
"""Arguments that hold the version, which can be read or can't."""
OTHERS = (
    '{ "content":"Timbuktu is  lovely", "category" : "person" }',
    r'{"content": "Timb\u0075ktu',
    "[" * 100_000,
    "",
)
"""Arguments that don't."""


async def test_calls_that_hold_a_version_lose_their_arguments_and_others_stay_byte_for_byte(
    database: Database, owner: Owner
) -> None:
    other = await added(database, owner, WORDING)  # which had it once
    async with database.transaction() as tx:
        await memories.change(tx, owner, MemoryUpdate(memory_id=other.id, content="Lovely"))  # which it quotes
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, WORDING)
    raw = (*RAW, *OTHERS)
    await called(database, owner, turn, [ToolCall(str(n), "add_to_memory", it) for n, it in enumerate(raw)])
    await deleted(database, owner, memory)
    left = [call.arguments for call in await stored_calls(database, conversation)]
    assert left == ["{}"] * len(RAW) + list(OTHERS)
    assert "zanzibar" not in repr(await messages_of(database, conversation)).lower()


async def test_letters_of_every_kind_are_found_and_numbers(database: Database, owner: Owner) -> None:
    conversation, turn = await begun(database, owner)
    versions = ["Zanzibar straße", "Занзибар", "4711123"]
    raw = [json.dumps({"content": it.casefold()}, ensure_ascii=escaped) for it in versions for escaped in (True, False)]
    raw.append('{"content": 4711123, "is_new": false}')
    await called(database, owner, turn, [ToolCall(str(n), "use_tool", it) for n, it in enumerate(raw)])
    for version in versions:
        await deleted(database, owner, await added(database, owner, version))
    assert {call.arguments for call in await stored_calls(database, conversation)} == {"{}"}


async def test_the_mark_of_what_was_deleted_is_never_stored(database: Database, owner: Owner) -> None:
    mark = '"Deleted  by the user."'
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, WORDING)
    asked = [
        ToolCall("1", "add_to_memory", json.dumps({"content": mark, "category": "person", "is_new": True})),
        ToolCall("2", "update_memory", json.dumps({"memory_id": memory.id, "content": mark})),
    ]
    assert [it.partition(" This text")[0] for it in await called(database, owner, turn, asked)] == [
        "Nothing was stored.",
        "Nothing was changed.",
    ]
    async with database.transaction() as tx:
        assert [it.content for it in await stored.live(tx, owner)] == [WORDING]
    await deleted(database, owner, memory)
    assert [call.arguments for call in await stored_calls(database, conversation)] == [it.arguments for it in asked]


async def test_the_call_that_taught_a_live_memory_stays_though_it_holds_the_version(
    database: Database, owner: Owner
) -> None:
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, WORDING)
    kept, gone = f"{WORDING} and warm in März", f"{WORDING} and wet"
    asked = [
        ToolCall(category, "add_to_memory", json.dumps({"content": content, "category": category}))
        for content, category in ((kept, "context"), (gone, "nonsense"))
    ]
    await called(database, owner, turn, asked)
    await deleted(database, owner, memory)
    calls = await stored_calls(database, conversation)
    assert json.loads(calls[0].arguments)["content"] == kept
    assert calls[1].arguments == "{}"
    async with database.transaction() as tx:
        (live,) = await stored.live(tx, owner)
    await deleted(database, owner, live)
    assert "Zanzibar" not in repr(await stored_calls(database, conversation))


async def test_every_result_of_a_memory_tool_loses_the_versions(database: Database, owner: Owner) -> None:
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, "Zanzibar\nwas lovely", "Z")
    note = f'The user restored a memory:\n- [id:{memory.id}] (person) "{WORDING}"'
    asking = UserMessage(own("Where it is lovely?"), own(note))
    async with database.transaction() as tx:
        await stored_turns.append(tx, turn.id, [asking, AssistantMessage("There")])
    update: dict[str, object] = {"memory_id": memory.id, "content": WORDING}
    asked: list[tuple[str, dict[str, object]]] = [
        ("add_to_memory", {"content": "ZANZIBAR was lovely", "category": "person"}),
        ("update_memory", update),
        ("update_memory", {**update, "subject": "Places"}),
        ("update_memory", {"memory_id": WORDING, "content": WORDING}),
        ("add_to_memory", {"content": WORDING, "category": WORDING, "is_new": WORDING, "subject": [WORDING]}),
        ("forget_memory", {"memory_id": f"[id:{WORDING}]"}),
        ("no_such_tool", {"content": WORDING}),
    ]
    calls = [ToolCall(str(n), name, json.dumps(it)) for n, (name, it) in enumerate(asked)]
    calls += [ToolCall("raw", "add_to_memory", f'{{"content": {WORDING}'), ToolCall("text", "add_to_memory", WORDING)]
    results = await called(database, owner, turn, calls)
    assert results[2] == f'Updated [id:{memory.id}]: "{WORDING}", subject: Z → Places'
    await deleted(database, owner, memory)
    messages = await messages_of(database, conversation)
    left = [it.content for it in messages if isinstance(it, ToolResult)]
    assert left[1] == f'Updated [id:{memory.id}]: "deleted by the user" → "deleted by the user"'
    assert left[2] == f'Updated [id:{memory.id}]: "deleted by the user", subject: Z → Places'
    assert "zanzibar" not in repr([(it.content, getattr(it, "calls", ())) for it in messages]).lower()
    assert replace(asking, note=own(note.replace(WORDING, "deleted by the user"))) in messages


async def test_cached_conversations_that_hold_it_are_invalidated_also_closed_ones_and_those_of_others_are_not(
    database: Database, owner: Owner
) -> None:
    asked = [ToolCall("1", "add_to_memory", json.dumps({"content": WORDING}))]
    other = replace(owner, user_id=owner.user_id + 1)
    others, others_turn = await begun(database, other)
    await called(database, other, others_turn, asked)
    before = await messages_of(database, others)
    memory = await added(database, owner, WORDING)
    with_call, turn = await begun(database, owner)
    await called(database, owner, turn, asked)
    with_prompt, _ = await begun(database, owner, prompt=f"Known:\n- [id:{memory.id}] {WORDING}\n- [id:x] More")
    carrying, _ = await begun(
        database, owner, carried=CarriedTurns(conversation_id=with_call.id, from_turn_id=turn.id, to_turn_id=turn.id)
    )
    untouched, _ = await begun(database, owner)
    everything = (with_call, with_prompt, carrying, untouched, others)
    async with database.transaction() as tx:
        for conversation in everything:
            await stored_conversations.end(tx, conversation.id)
    await deleted(database, owner, memory)
    async with database.transaction() as tx:
        assert [await stored_conversations.revision(tx, it.id) for it in everything] == [1, 1, 1, 0, 0]
        assert (await stored_conversations.get(tx, with_prompt.id)).system_prompt == "Known:\n- [id:x] More"
    assert await messages_of(database, others) == before


async def summarised(
    database: Database, conversation: Conversation, summary: str, made_without: tuple[str, ...] = ()
) -> tuple[str, UUID | None]:
    """Compact a conversation's prompt into a summary; return what is stored of it."""
    async with database.transaction() as tx:
        before = Earlier(turns_before=UUID(int=2**128 - 1), summary=summary, made_without=made_without)
        now = await stored_conversations.get(tx, conversation.id)
        assert await stored_conversations.compact(tx, now, before, checked)
    return await summary_of(database, conversation)


async def summary_of(database: Database, conversation: Conversation) -> tuple[str, UUID | None]:
    """Return the stored summary, and from which turn on the next one is made."""
    async with database.transaction() as tx:
        earlier = (await stored_conversations.get(tx, conversation.id)).earlier
    assert earlier
    return earlier.summary, earlier.left_out_from


ANNA = "Anna likes tea ceremonies; the flight to Rome is booked."


async def test_a_summary_loses_all_that_is_doubtful_until_it_is_made_anew(database: Database, owner: Owner) -> None:
    tea = await added(database, owner, "The user likes tea")
    conversation, _ = await begun(database, owner)
    doubtful = f"{ANNA} The user enjoys a cup of tea every morning. [id:{tea.id}] is stored. The boat leaks."
    await summarised(database, conversation, doubtful)
    await deleted(database, owner, tea)
    assert await summary_of(database, conversation) == ("The boat leaks.", FROM_THE_BEGINNING)
    anew = f"{ANNA} The boat leaks."
    assert await summarised(database, conversation, anew, (tea.id,)) == (anew, None)


async def test_of_a_summary_in_another_language_nothing_stays_where_the_deleted_was_taught(
    database: Database, owner: Owner
) -> None:
    conversation, turn = await begun(database, owner)
    tea = ToolCall("1", "add_to_memory", '{"content": "The user likes tea", "category": "preference"}')
    await called(database, owner, turn, [tea])
    elsewhere, _ = await begun(database, owner)
    summary = "Der Nutzer trinkt morgens gern eine Tasse Assam."
    for one in (conversation, elsewhere):
        await summarised(database, one, summary)
    async with database.transaction() as tx:
        (memory,) = await stored.live(tx, owner)
    await deleted(database, owner, memory)
    assert await summary_of(database, conversation) == ("", FROM_THE_BEGINNING)
    assert await summary_of(database, elsewhere) == (summary, None)


async def test_a_summary_that_was_made_without_a_memory_is_made_anew_when_it_is_restored(
    database: Database, owner: Owner
) -> None:
    tea = await added(database, owner, "The user likes tea")
    without, other = [(await begun(database, owner))[0] for _ in range(2)]
    async with database.transaction() as tx:
        cleared = await clear(tx, owner)
    await summarised(database, without, "The boat leaks.", (tea.id,))
    await summarised(database, other, "The boat leaks.")
    async with database.transaction() as tx:
        known = (await summaries.deleted(tx, other, set(), [])).known
        await undo_clear(tx, owner, cleared.at)
        being_made = Earlier(turns_before=UUID(int=2**128 - 1), summary="The boat leaks.")
        now = await stored_conversations.get(tx, other.id)
        assert not await stored_conversations.compact(tx, now, being_made, partial(checked, known_deleted=known))
    assert await summary_of(database, without) == ("The boat leaks.", FROM_THE_BEGINNING)
    assert await summary_of(database, other) == ("The boat leaks.", None)


async def test_a_summary_has_to_leave_out_the_deleted_that_was_spoken_of(database: Database, owner: Owner) -> None:
    conversation, _ = await begun(database, owner)
    versions = ["The user likes tea", "Alec is the user's boss", "The user's cat is Tom"]
    for version in versions:
        await deleted(database, owner, await added(database, owner, version))
    await added(database, owner, "The user's cat is Tom")
    said = ("I drink tea every morning, by the way.", "Tom is my cat.", "I would like to go to Rome.")
    async with database.transaction() as tx:
        for one, texts, left_out in (
            (conversation, said, versions[:1]),
            (conversation, (*said, "Alec? My boss!"), versions[1::-1]),
            (replace(conversation, mode=ConversationMode.PRIVATE), said, []),
            (replace(conversation, capture=CaptureMode.NONE), said, []),
        ):
            assert list((await summaries.deleted(tx, one, set(), texts)).contents) == left_out


async def test_a_deletion_and_a_summary_at_once_leave_nothing_of_it(database: Database, owner: Owner) -> None:
    conversation, _ = await begun(database, owner)
    memory = await added(database, owner, "Alec is the user's boss")
    async with database.transaction() as tx:
        before = Earlier(turns_before=UUID(int=2**128 - 1), summary=f"The boss is Alec, by the way! {ANNA}")
        now = await stored_conversations.get(tx, conversation.id)
        assert await stored_conversations.compact(tx, now, before, checked)
        deletion = asyncio.create_task(deleted(database, owner, memory))
        async with database.transaction() as other:
            await until_waiting(other)
    await deletion
    assert "Alec" not in (await summary_of(database, conversation))[0]
