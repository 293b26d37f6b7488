"""A deleted memory's versions leave all that is stored to be sent, but for what was said in words."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

import pytest

from bot.database import conversations as stored_conversations
from bot.database import memories as stored
from bot.database import summaries
from bot.database import turns as stored_turns
from bot.database.engine import Database
from bot.memory.operations import Memories, clear, undo_clear
from bot.tools.memory import memory_tools
from bot.tools.tool import Caller
from bot.tools.toolset import ToolSet
from bot.values.calls import ToolCall
from bot.values.changes import Addition, MemoryUpdate
from bot.values.conversations import FROM_THE_BEGINNING, CarriedTurns, Conversation, ConversationMode, Earlier
from bot.values.memories import CaptureMode, Memory, MemoryCategory, Source
from bot.values.messages import AssistantMessage, Message, ToolResult, UserMessage
from bot.values.owner import Owner
from bot.values.place import Place
from bot.values.turns import Turn
from tests.prompts import by_hand
from tests.waiting import until_waiting

WORDING = 'Zanzibar is "lovely"'

memories = Memories()
tools = ToolSet([memory_tools(memories)])


async def begun(
    database: Database, owner: Owner, *, prompt: str = "Help.", carried: CarriedTurns | None = None
) -> tuple[Conversation, Turn]:
    """Start a conversation in a chat of its own, with a turn."""
    async with database.transaction() as tx:
        conversation = await stored_conversations.start(
            tx,
            owner,
            Place(int(datetime.now(UTC).timestamp() * 1_000_000)),
            system_prompt=by_hand(prompt),
            tools=tools.specs(),
            first_message_at=datetime.now(UTC),
            carried=carried,
        )
        turn = await stored_turns.begin(tx, conversation.id)
        await stored_turns.append(tx, turn.id, [UserMessage("Hello")])
    return conversation, turn


async def added(database: Database, owner: Owner, content: str, subject: str | None = None) -> Memory:
    """Add a memory in a transaction of its own."""
    async with database.transaction() as tx:
        return (
            await memories.change(
                tx, owner, Addition(content=content, category=MemoryCategory.PERSON, subject=subject, is_new=True)
            )
        ).memory


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


async def messages_of(database: Database, conversation: Conversation) -> list[Message]:
    """Return what was said in a conversation."""
    async with database.transaction() as tx:
        return [message for _, message in await stored_turns.messages(tx, conversation)]


async def stored_calls(database: Database, conversation: Conversation) -> list[ToolCall]:
    """Return the calls of a conversation."""
    said = await messages_of(database, conversation)
    return [call for message in said if isinstance(message, AssistantMessage) for call in message.calls]


async def after_deletion(database: Database, owner: Owner, raw: str, *, version: str = WORDING) -> str:
    """Return what is left of a call's arguments when the memory with the version was deleted."""
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, version)
    await called(database, owner, turn, [ToolCall("1", "add_to_memory", raw)])
    await deleted(database, owner, memory)
    (call,) = await stored_calls(database, conversation)
    assert "zanzibar" not in repr(await messages_of(database, conversation)).lower()
    assert isinstance(json.loads(call.arguments), dict)
    return call.arguments


@pytest.mark.parametrize(
    "arguments",
    [
        {"memory": {"content": WORDING}},
        {"content": [WORDING]},
        {"content": [[{"text": ["other", WORDING]}]]},
        {WORDING: True},
        {"content": json.dumps({"content": WORDING})},
        {"content": json.dumps(json.dumps({"content": WORDING}))},
        {"content": WORDING.upper().replace(" ", "\n\t ")},
        {"content": f"{WORDING} and warm"},
        {"content": f"The user says {WORDING.lower()}" + 500 * "x"},
        {"content": 'Zan\0zibar is "lovely" \ud83d'},
        {"memory_id": WORDING},
        {"category": WORDING, "subject": WORDING, "is_new": WORDING},
        [WORDING],
        WORDING,
    ],
)
async def test_a_call_that_holds_a_version_loses_its_arguments_wherever_it_stands(
    database: Database, owner: Owner, arguments: object
) -> None:
    assert await after_deletion(database, owner, json.dumps(arguments)) == "{}"


@pytest.mark.parametrize(
    "raw",
    [
        r'{"content": "Zanz\u0069bar is \"lovely\"",',
        r'{"content": "\u005A\u0061\u006e\u007a\u0069\u0062\u0061\u0072 is \"lovely\""',
        r'{"content": "Zanzibar\nis \"lovely\""',
        r'{"content": "{\"content\": \"Zanz\\u0069bar is \\\"lovely\\\"\"}"',
        '{"content": "Zanzibar is "lovely""}',
        '{"content": "Zanzibar is lov',
        'add_to_memory(ZANZIBAR IS "LOVELY")',
        f'{{"content": {json.dumps(WORDING)}, "content": "Something else"}}',
        '{"a":' * 100_000 + json.dumps(WORDING),
        "[" * 600 + json.dumps(WORDING) + "]" * 600,
        "[" * 100_000 + json.dumps(WORDING) + "]" * 100_000,
    ],
)
async def test_arguments_that_cannot_be_read_are_replaced_by_an_object(
    database: Database, owner: Owner, raw: str
) -> None:
    assert await after_deletion(database, owner, raw) == "{}"


@pytest.mark.parametrize("version", ["Zanzibar straße", "Занзибар zanzibar", "ZANZIBAR STRASSE", "12345"])
async def test_letters_of_every_kind_are_found(database: Database, owner: Owner, version: str) -> None:
    for written in (json.dumps({"content": version.casefold()}), json.dumps({"content": version}, ensure_ascii=False)):
        assert await after_deletion(database, owner, written, version=version) == "{}"


async def test_a_number_can_be_a_version(database: Database, owner: Owner) -> None:
    assert await after_deletion(database, owner, '{"content": 4711123, "is_new": false}', version="4711123") == "{}"


@pytest.mark.parametrize("mark", ["deleted by the user", '"Deleted  by the user."'])
async def test_the_mark_of_what_was_deleted_is_never_stored(database: Database, owner: Owner, mark: str) -> None:
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


async def test_what_holds_no_version_stays_byte_for_byte(database: Database, owner: Owner) -> None:
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, WORDING)
    raw = [
        '{ "content":"Timbuktu is  lovely", "category" : "person" }',
        r'{"content": "Zo\u00eb is lov\u0065ly", "category": "person"}',
        r'{"content": "Timb\u0075ktu',
        "[" * 100_000,
        "",
    ]
    await called(database, owner, turn, [ToolCall(str(n), "add_to_memory", it) for n, it in enumerate(raw)])
    before = await messages_of(database, conversation)
    await deleted(database, owner, memory)
    assert await messages_of(database, conversation) == before


async def test_the_call_that_taught_a_live_memory_stays_though_it_holds_the_version(
    database: Database, owner: Owner
) -> None:
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, WORDING)
    kept, gone = f"{WORDING} and warm", f"{WORDING} and wet"
    await called(
        database,
        owner,
        turn,
        [
            ToolCall("1", "add_to_memory", json.dumps({"content": kept, "category": "context"})),
            ToolCall("2", "add_to_memory", json.dumps({"content": gone, "category": "nonsense"})),
        ],
    )
    await deleted(database, owner, memory)
    calls = await stored_calls(database, conversation)
    assert json.loads(calls[0].arguments)["content"] == kept
    assert calls[1].arguments == "{}"
    async with database.transaction() as tx:
        (live,) = await stored.live(tx, owner)
    await deleted(database, owner, live)
    assert "Zanzibar" not in repr(await stored_calls(database, conversation))


@pytest.mark.parametrize("march", ["März", r"M\u00e4rz"])
async def test_the_call_that_taught_a_live_memory_stays_however_its_letters_are_written(
    database: Database, owner: Owner, march: str
) -> None:
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, "Zanzibar is lovely")
    kept = f'{{"content": " Zanzibar is lovely in {march}", "category": "context"}}'
    await called(database, owner, turn, [ToolCall("1", "add_to_memory", kept)])
    await deleted(database, owner, memory)
    (call,) = await stored_calls(database, conversation)
    assert call.arguments == kept


async def test_a_version_goes_though_it_quotes_what_a_live_memory_says(database: Database, owner: Owner) -> None:
    await added(database, owner, "Lovely")
    assert await after_deletion(database, owner, json.dumps({"content": WORDING})) == "{}"


async def test_a_version_goes_though_a_live_memory_once_had_it_too(database: Database, owner: Owner) -> None:
    conversation, turn = await begun(database, owner)
    other = await added(database, owner, WORDING)
    async with database.transaction() as tx:
        await memories.change(tx, owner, MemoryUpdate(memory_id=other.id, content="Timbuktu is lovely"))
    memory = await added(database, owner, WORDING)
    await called(database, owner, turn, [ToolCall("1", "add_to_memory", json.dumps({"content": WORDING}))])
    await deleted(database, owner, memory)
    assert "Zanzibar" not in repr(await messages_of(database, conversation))


async def test_every_result_of_a_memory_tool_loses_the_versions(database: Database, owner: Owner) -> None:
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, "Zanzibar\nwas lovely", "Z")
    asked: list[tuple[str, dict[str, object]]] = [
        ("add_to_memory", {"content": "ZANZIBAR was lovely", "category": "person"}),
        ("add_to_memory", {"content": "Something else", "category": "person", "subject": "z"}),
        ("update_memory", {"memory_id": memory.id, "content": WORDING}),
        ("update_memory", {"memory_id": memory.id, "content": WORDING, "subject": "Places"}),
        ("update_memory", {"memory_id": memory.id, "content": WORDING}),
        ("update_memory", {"memory_id": WORDING, "content": WORDING}),
        ("add_to_memory", {"content": WORDING, "category": WORDING, "is_new": WORDING, "subject": [WORDING]}),
        ("add_to_memory", {"content": WORDING + 500 * "x", "category": "person"}),
        ("add_to_memory", {WORDING: WORDING}),
        ("forget_memory", {"memory_id": f"[id:{WORDING}]"}),
        ("no_such_tool", {"content": WORDING}),
    ]
    calls = [ToolCall(str(n), name, json.dumps(it)) for n, (name, it) in enumerate(asked)]
    calls += [ToolCall("raw", "add_to_memory", f'{{"content": {WORDING}'), ToolCall("text", "add_to_memory", WORDING)]
    results = await called(database, owner, turn, calls)
    assert results[3] == f'Updated [id:{memory.id}]: "{WORDING}", subject: Z → Places'
    await deleted(database, owner, memory)
    left = [it.content for it in await messages_of(database, conversation) if isinstance(it, ToolResult)]
    assert left[2] == f'Updated [id:{memory.id}]: "deleted by the user" → "deleted by the user"'
    assert left[3] == f'Updated [id:{memory.id}]: "deleted by the user", subject: Z → Places'
    sent = [(it.content, getattr(it, "calls", ())) for it in await messages_of(database, conversation)]
    assert "zanzibar" not in repr(sent).lower()


async def test_words_stay_and_notes_go(database: Database, owner: Owner) -> None:
    conversation, turn = await begun(database, owner)
    memory = await added(database, owner, WORDING)
    async with database.transaction() as tx:
        note = f'The user restored a memory:\n- [id:{memory.id}] (person) "{WORDING}"'
        await stored_turns.append(tx, turn.id, [UserMessage(f'"{WORDING}"', note), AssistantMessage(f'"{WORDING}"')])
    await deleted(database, owner, memory)
    assert (await messages_of(database, conversation))[1:] == [
        UserMessage(f'"{WORDING}"', note.replace(WORDING, "deleted by the user")),
        AssistantMessage(f'"{WORDING}"'),
    ]


async def test_a_cached_closed_conversation_is_invalidated_by_a_change(database: Database, owner: Owner) -> None:
    memory = await added(database, owner, WORDING)
    with_call, turn = await begun(database, owner)
    await called(database, owner, turn, [ToolCall("1", "add_to_memory", json.dumps({"content": WORDING}))])
    with_prompt, _ = await begun(database, owner, prompt=f"Known:\n- [id:{memory.id}] {WORDING}\n- [id:x] More")
    carrying, _ = await begun(
        database, owner, carried=CarriedTurns(conversation_id=with_call.id, from_turn_id=turn.id, to_turn_id=turn.id)
    )
    untouched, _ = await begun(database, owner)
    everything = (with_call, with_prompt, carrying, untouched)
    async with database.transaction() as tx:
        for conversation in everything:
            await stored_conversations.end(tx, conversation.id)
    await deleted(database, owner, memory)
    async with database.transaction() as tx:
        assert [await stored_conversations.revision(tx, it.id) for it in everything] == [1, 1, 1, 0]
        assert (await stored_conversations.get(tx, with_prompt.id)).system_prompt == "Known:\n- [id:x] More"


async def test_nothing_of_another_owner_changes(database: Database, owner: Owner) -> None:
    other = Owner(bot_id=owner.bot_id, user_id=owner.user_id + 1)
    conversation, turn = await begun(database, other)
    await called(database, other, turn, [ToolCall("1", "add_to_memory", json.dumps({"content": WORDING}))])
    before = await messages_of(database, conversation)
    await deleted(database, owner, await added(database, owner, WORDING))
    assert await messages_of(database, conversation) == before


async def summarised(
    database: Database, conversation: Conversation, summary: str, made_without: tuple[str, ...] = ()
) -> str:
    """Compact a conversation's prompt into a summary; return it as stored."""
    async with database.transaction() as tx:
        before = Earlier(turns_before=UUID(int=2**128 - 1), summary=summary, made_without=made_without)
        assert await stored_conversations.compact(tx, await stored_conversations.get(tx, conversation.id), before)
    return await summary_of(database, conversation)


async def left_out_from(database: Database, conversation: Conversation) -> UUID | None:
    """Return from which turn on the next summary is made."""
    async with database.transaction() as tx:
        earlier = (await stored_conversations.get(tx, conversation.id)).earlier
        return earlier.left_out_from if earlier else None


async def summary_of(database: Database, conversation: Conversation) -> str:
    """Return the stored summary."""
    async with database.transaction() as tx:
        earlier = (await stored_conversations.get(tx, conversation.id)).earlier
        return earlier.summary if earlier else ""


SUMMARY = "They planned a trip to Rome. The boss of the user is Alec, by the way! Tea was served.\n- The boat leaks."


async def test_a_summary_loses_the_sentences_that_may_tell_what_is_deleted(database: Database, owner: Owner) -> None:
    memory = await added(database, owner, "Alec is the user's boss")
    conversation, _ = await begun(database, owner)
    assert await summarised(database, conversation, SUMMARY) == SUMMARY
    await deleted(database, owner, memory)
    assert await summary_of(database, conversation) == (
        "They planned a trip to Rome. Tea was served.\n- The boat leaks."
    )
    async with database.transaction() as tx:
        assert await stored_conversations.revision(tx, conversation.id) == 2


ANNA = "Anna likes tea ceremonies; the flight to Rome is booked."


async def test_a_summary_loses_all_that_is_doubtful_until_it_is_made_anew(database: Database, owner: Owner) -> None:
    tea = await added(database, owner, "The user likes tea")
    conversation, _ = await begun(database, owner)
    doubtful = f"{ANNA} The user enjoys a cup of tea every morning. [id:{tea.id}] is stored. The boat leaks."
    await summarised(database, conversation, doubtful)
    await deleted(database, owner, tea)
    assert await summary_of(database, conversation) == "The boat leaks."
    assert await left_out_from(database, conversation) == FROM_THE_BEGINNING
    anew = f"{ANNA} The boat leaks."
    assert await summarised(database, conversation, anew, (tea.id,)) == anew
    assert await left_out_from(database, conversation) is None


async def test_a_summary_that_repeats_what_is_deleted_loses_all_that_is_doubtful(
    database: Database, owner: Owner
) -> None:
    tea, boss = [await added(database, owner, it) for it in ("The user likes tea", "Alec is the user's boss")]
    conversation, _ = await begun(database, owner)
    for memory in (tea, boss):
        await deleted(database, owner, memory)
    repeats = f"{ANNA} They like tea. They report to Alec. The boat leaks."
    assert await summarised(database, conversation, repeats, (tea.id, boss.id)) == "The boat leaks."


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
        await memories.forget(tx, owner, memory.id)
    assert await summary_of(database, conversation) == ""
    assert await left_out_from(database, conversation) == FROM_THE_BEGINNING
    assert await summary_of(database, elsewhere) == summary
    assert await left_out_from(database, elsewhere) is None


@pytest.mark.parametrize("by", ["restore", "clearing"])
async def test_a_summary_that_was_made_without_a_memory_is_made_anew_when_it_is_restored(
    database: Database, owner: Owner, by: str
) -> None:
    tea = await added(database, owner, "The user likes tea")
    without, other = [(await begun(database, owner))[0] for _ in range(2)]
    async with database.transaction() as tx:
        cleared = await clear(tx, owner)
    await summarised(database, without, "The boat leaks.", (tea.id,))
    await summarised(database, other, "The boat leaks.")
    async with database.transaction() as tx:
        known = (await summaries.deleted(tx, other, set(), [])).known
        if by == "restore":
            await memories.restore(tx, owner, tea.id)
        else:
            await undo_clear(tx, owner, cleared.at)
        being_made = Earlier(turns_before=UUID(int=2**128 - 1), summary="The boat leaks.")
        assert not await stored_conversations.compact(
            tx, await stored_conversations.get(tx, other.id), being_made, known
        )
    assert await left_out_from(database, without) == FROM_THE_BEGINNING
    assert await left_out_from(database, other) is None


async def to_leave_out(database: Database, conversation: Conversation, *texts: str) -> list[str]:
    """Return what a summary of some texts has to leave out."""
    async with database.transaction() as tx:
        return list((await summaries.deleted(tx, conversation, set(), texts)).contents)


async def test_a_summary_has_to_leave_out_the_deleted_that_was_spoken_of(database: Database, owner: Owner) -> None:
    conversation, _ = await begun(database, owner)
    versions = ["The user likes tea", "Alec is the user's boss", "The user's cat is Tom"]
    for version in versions:
        await deleted(database, owner, await added(database, owner, version))
    await added(database, owner, "The user's cat is Tom")
    said = ("I drink tea every morning, by the way.", "Tom is my cat.", "I would like to go to Rome.")
    assert await to_leave_out(database, conversation, *said) == ["The user likes tea"]
    assert await to_leave_out(database, conversation, *said, "Alec? My boss!") == versions[1::-1]
    unread = (replace(conversation, mode=ConversationMode.PRIVATE), replace(conversation, capture=CaptureMode.NONE))
    for one in unread:
        assert await to_leave_out(database, one, *said) == []


async def test_turns_that_are_left_out_while_a_summary_is_made_wait_for_the_next(
    database: Database, owner: Owner
) -> None:
    conversation, _ = await begun(database, owner)
    summary = Earlier(turns_before=UUID(int=3), summary="So it was.")
    async with database.transaction() as tx:
        await stored_conversations.leave_out(tx, conversation.id, UUID(int=5))
        assert (await stored_conversations.get(tx, conversation.id)).earlier == Earlier(
            turns_before=UUID(int=5), left_out_from=FROM_THE_BEGINNING
        )
        assert await stored_conversations.compact(tx, conversation, summary)
        assert (await stored_conversations.get(tx, conversation.id)).earlier == replace(
            summary, turns_before=UUID(int=5), left_out_from=UUID(int=3)
        )


async def test_a_summary_that_is_made_after_a_deletion_does_not_bring_it_back(database: Database, owner: Owner) -> None:
    await deleted(database, owner, await added(database, owner, "Alec is the user's boss"))
    conversation, _ = await begun(database, owner)
    assert "Alec" not in await summarised(database, conversation, SUMMARY)
    await added(database, owner, "Alec is the user's boss")
    assert await summarised(database, conversation, SUMMARY) == SUMMARY


async def test_a_deletion_and_a_summary_at_once_leave_nothing_of_it(database: Database, owner: Owner) -> None:
    conversation, _ = await begun(database, owner)
    memory = await added(database, owner, "Alec is the user's boss")
    async with database.transaction() as tx:
        before = Earlier(turns_before=UUID(int=2**128 - 1), summary=SUMMARY)
        assert await stored_conversations.compact(tx, await stored_conversations.get(tx, conversation.id), before)
        deletion = asyncio.create_task(deleted(database, owner, memory))
        async with database.transaction() as other:
            await until_waiting(other)
    await deletion
    assert "Alec" not in await summary_of(database, conversation)


async def test_nothing_stays_of_a_summary_in_another_language_that_is_stored_during_the_deletion(
    database: Database, owner: Owner
) -> None:
    conversation, turn = await begun(database, owner)
    tea = ToolCall("1", "add_to_memory", '{"content": "The user likes tea", "category": "preference"}')
    await called(database, owner, turn, [tea])
    async with database.transaction() as tx:
        (memory,) = await stored.live(tx, owner)
        before = Earlier(turns_before=UUID(int=2**128 - 1), summary="Der Nutzer trinkt morgens gern Assam.")
        assert await stored_conversations.compact(tx, await stored_conversations.get(tx, conversation.id), before)
        deletion = asyncio.create_task(deleted(database, owner, memory))
        async with database.transaction() as other:
            await until_waiting(other)
    await deletion
    assert await summary_of(database, conversation) == ""


@pytest.mark.parametrize(
    ("deleted_one", "sentence", "stays"),
    [
        ("Alec is the user's boss", "Alec is their boss.", False),
        ("Alec is the user's boss", "Alec, boss, called.", False),
        ("The user's name is Jo", "The name they go by is Jo.", False),
        ("The user's name is Jo", "The name of the boat is Nina.", True),
        ("The user's cat is Tom", "The user will communicate the plan tomorrow.", True),
        ("The user likes tea", "They like green tea.", True),
        ("用户喜欢喝茶", "用户喜欢足球。", True),
        ("用户喜欢喝茶", "用户喜欢喝茶。", False),
    ],
)
async def test_only_what_may_tell_the_deleted_leaves_a_summary(
    database: Database, owner: Owner, deleted_one: str, sentence: str, *, stays: bool
) -> None:
    await added(database, owner, "The user likes green tea")
    conversation, _ = await begun(database, owner)
    await deleted(database, owner, await added(database, owner, deleted_one))
    assert (sentence in await summarised(database, conversation, f"First this. {sentence}")) == stays
