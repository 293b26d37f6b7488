"""A deleted note leaves all calls and results that are stored to be sent; what was said in words stays."""

import json
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import select, update

from bot.features.notes import operations
from bot.features.notes.reading import NOTEBOOK, deed_of, wish
from bot.features.notes.store.redaction import NOTE_DELETED
from bot.features.notes.tools import notebook_tools
from bot.features.notes.values import NOTE_TOOLS, Appending, Renaming, Replacing, Writing
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.prompt_text import own
from bot.memory.store.summaries import checked
from bot.model.values import AssistantMessage, Message, ToolCall, ToolResult, ToolSpec, UserMessage
from bot.store.engine import Database
from bot.turns.acts import Acts
from bot.turns.store import acts as stored_acts
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store.tables import AgentAct, AgentConversation
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.acts import ActState, Deed, Done, Door
from bot.turns.values.conversations import Conversation, Earlier
from tests.memory.telegram.conversing import messages_of, started

TOOLS = tuple(ToolSpec.of(name, "", {}) for name in sorted(NOTE_TOOLS))


def called(number: int, tool: str, **arguments: object) -> ToolCall:
    """Return a call."""
    return ToolCall(f"call_{number}", tool, json.dumps(arguments))


async def talked(database: Database, owner: Owner, place: Place, messages: Sequence[Message]) -> Conversation:
    """Have a conversation with a turn of these messages."""
    async with database.transaction() as tx:
        conversation = await started(tx, owner, place, tools=TOOLS)
        turn = await stored_turns.begin(tx, conversation.id)
        await stored_turns.append(tx, turn.id, messages)
    return conversation


async def deleted(database: Database, owner: Owner, name: str) -> None:
    """Delete a note."""
    async with database.transaction() as tx:
        await operations.delete(tx, owner, (await operations.get(tx, owner, name)).id)


async def written(database: Database, owner: Owner, *names: str) -> None:
    """Write some notes."""
    async with database.transaction() as tx:
        for name in names:
            await operations.change(tx, owner, Writing(name=name, text=f"{name} it is"))


async def test_calls_and_results_about_a_deleted_note_are_emptied_and_no_others(
    database: Database, owner: Owner
) -> None:
    await written(database, owner, "Diary", "Shopping")
    calls = (
        called(1, "change_note", name="DIARY ", text="Xanthippe"),
        called(2, "append_to_note", name="Shopping", text="- [ ] milk"),
        ToolCall("call_3", "edit_note", '{"name": "Diary", "passage": "Xanth'),
        called(4, "find_notes", words="it"),
        called(5, "add_to_memory", name="Diary", content="a fact"),
        called(6, "use_tool", name="write_note", arguments=json.dumps({"name": "Diary", "text": "Xanthippe"})),
        called(7, "use_tool", name="write_note", arguments={"name": "Diary", "text": "Xanthippe"}),
        ToolCall("call_8", "use_tool", '{"name": "append_to_note", "arguments": {"name": "Diary", "text": "Xanth'),
        called(9, "use_tool", name="read_note", arguments='{"name": "Shopping"}'),
    )
    found = '[note "Shopping"] milk it is\n[note "Diary", not the user\'s own words] Xanthippe'
    results = ("Written.", "Added.", "Nothing was done: Xanth", found, "Stored.", *4 * ("Of it.",))
    conversation = await talked(
        database,
        owner,
        Place(1),
        [
            UserMessage(
                own("About Xanthippe"), own("The user has undone this:\n📓 Diary: + Xanthippe\n📓 Diary 2: + Xanthos")
            ),
            AssistantMessage("", calls),
            *(ToolResult(call.id, own(text)) for call, text in zip(calls, results, strict=True)),
            AssistantMessage("Xanthippe is in your diary."),
        ],
    )
    await deleted(database, owner, "diary")
    asked, called_now, *results_now, answer = await messages_of(database, conversation)
    told = f"The user has undone this:\n📓 Diary: {NOTE_DELETED}\n📓 Diary 2: + Xanthos"
    assert asked == UserMessage(own("About Xanthippe"), own(told))
    assert answer == AssistantMessage("Xanthippe is in your diary.")
    emptied = {0, 2, 5, 6, 7}
    assert called_now == AssistantMessage(
        "", tuple(replace(call, arguments="{}") if n in emptied else call for n, call in enumerate(calls))
    )
    kept = {1: "Added.", 3: '[note "Shopping"] milk it is', 4: "Stored.", 8: "Of it."}
    assert [it.content for it in results_now] == [kept.get(n, NOTE_DELETED) for n in range(len(calls))]


async def test_calls_under_an_earlier_name_of_a_deleted_note_are_emptied(database: Database, owner: Owner) -> None:
    await written(database, owner, "Diary")
    calls = (called(1, "rename_note", name="Diary", new_name="Log"), called(2, "read_note", name="log"))
    results = [ToolResult(call.id, own("Xanthippe")) for call in calls]
    conversation = await talked(database, owner, Place(1), [AssistantMessage("", calls), *results])
    async with database.transaction() as tx:
        await operations.change(tx, owner, Renaming(name="Diary", new_name="Log"))
    await deleted(database, owner, "Log")
    assert await messages_of(database, conversation) == [
        AssistantMessage("", tuple(replace(call, arguments="{}") for call in calls)),
        *(replace(result, content=own(NOTE_DELETED)) for result in results),
    ]


async def test_a_running_turn_reads_its_messages_again_and_a_summary_is_made_again(
    database: Database, owner: Owner
) -> None:
    await written(database, owner, "Diary")
    calls = (called(1, "read_note", name="Diary"),)
    of_it = await talked(
        database, owner, Place(1), [AssistantMessage("", calls), ToolResult("call_1", own("Diary it is"))]
    )
    other = await talked(database, owner, Place(2), [UserMessage(own("Hello"))])
    async with database.transaction() as tx:
        turn = await stored_turns.begin(tx, of_it.id)
        earlier = Earlier(turns_before=turn.id, summary="The diary says so.")
        assert await stored_conversations.compact(tx, of_it, earlier, checked)
        before = [await stored_conversations.revision(tx, it.id) for it in (of_it, other)]
    await deleted(database, owner, "Diary")
    async with database.transaction() as tx:
        after = [await stored_conversations.revision(tx, it.id) for it in (of_it, other)]
        now = (await stored_conversations.get(tx, of_it.id)).earlier
    assert [now > then for now, then in zip(after, before, strict=True)] == [True, False]
    assert now
    assert (now.summary, now.left_out) == ("", True)


async def test_what_was_undone_or_declined_of_a_deleted_note_is_in_no_note_to_the_model(
    database: Database, owner: Owner
) -> None:
    await written(database, owner, "Diary", "Log")
    acts = Acts(ToolSet([notebook_tools(None)]))
    sent = own('The user has undone this: change_note, "📓 Diary: + "Xanthippe" it is". Read it again.')
    conversation = await talked(database, owner, Place(1), [UserMessage(own("Hello"), sent)])
    async with database.transaction() as tx:
        adding = Appending(name="Diary", text="Xanthippe")
        done = deed_of(adding, await operations.change(tx, owner, adding))
        assert done
        replacing = Replacing(name="Diary", passage="Xanthippe", text="Socrates")
        for its, state in ((done, ActState.DONE), (Deed(lambda: wish(replacing)), ActState.WAITING)):
            act = await stored_acts.record(tx, owner, Done(NOTEBOOK, "change_note", its), Door.CALL, "")
            here = update(AgentAct).where(AgentAct.id == act.id)
            await tx.connection.execute(here.values(state=state, conversation_id=conversation.id))
            await (acts.undo if state is ActState.DONE else acts.decline)(tx, owner, act.id)
    assert "Xanthippe" in str(await pending(database, conversation))
    then = "Don't do it unless they ask for it again."
    await deleted(database, owner, "Diary")
    assert await pending(database, conversation) == [
        f'The user has undone this: change_note, "📓 Diary: {NOTE_DELETED}".',
        f'The user has pressed No, so this is not done: change_note, "Change the note “Diary”: {NOTE_DELETED}". {then}',
        'The user has deleted the note "Diary".',
    ]
    (said,) = await messages_of(database, conversation)
    told = f'The user has undone this: change_note, "📓 Diary: {NOTE_DELETED}". Read it again.'
    assert said == UserMessage(own("Hello"), own(told))


async def pending(database: Database, conversation: Conversation) -> Sequence[str]:
    """Return the notes that go with a conversation's next message."""
    async with database.transaction() as tx:
        its = select(AgentConversation.pending_notes).where(AgentConversation.id == conversation.id)
        return await tx.connection.scalar(its) or []
