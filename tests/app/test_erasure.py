"""What is erased is gone from every row, and nothing else is."""

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import func, select

from bot.app.features import METADATA, export_sections
from bot.features.data import store
from bot.features.notes import operations as notes
from bot.features.notes.store import notes as stored_notes
from bot.features.notes.values import Writing
from bot.features.reminders.operations import Reminders, Wanted
from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.prompt_text import own
from bot.kit.usage import Usage
from bot.memory.operations import Memories
from bot.memory.store import memories as stored
from bot.memory.store.summaries import checked
from bot.memory.values import Addition, Memory, MemoryCategory, MemoryUpdate
from bot.model.values import AssistantMessage, Message, ToolResult
from bot.store.engine import Database, Transaction
from bot.store.ids import uuid7
from bot.store.tables import belong
from bot.turns.message_text import user_message
from bot.turns.store import acts, erasure, history, tool_choices, usages
from bot.turns.store import conversations as stored_conversations
from bot.turns.store import turns as stored_turns
from bot.turns.store.outbox import AnswerId, Outbox
from bot.turns.store.updates import IncomingUpdate, Updates
from bot.turns.store.usages import Request
from bot.turns.values.acts import Act, ActState, Risk
from bot.turns.values.conversations import FROM_THE_BEGINNING, CarriedTurns, Conversation, ConversationMode, Earlier
from bot.turns.values.incoming import IncomingMessage
from bot.turns.values.origins import Source
from bot.turns.values.turns import Turn, TurnState, UsagePurpose
from tests.dump import dumped
from tests.memory.telegram.conversing import messages_of, started

SECRET = "Xanthippe"
OTHER = "Timbuktu"

memories = Memories()
reminders = Reminders(None)


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation, and its one turn."""

    conversation: Conversation
    turn: Turn

    @property
    def source(self) -> Source:
        """Where something was learned that was learned in it."""
        return Source(conversation_id=self.conversation.id, turn_id=self.turn.id)

    def put_up(self, words: str) -> Act:
        """Return an act of the turn."""
        return Act(
            id=uuid7(),
            conversation_id=self.conversation.id,
            turn_id=self.turn.id,
            call_id="call",
            family="shelf",
            name="put_up",
            arguments=f'{{"thing": "{words}"}}',
            risk=Risk.WRITES,
            state=ActState.DONE,
            words=f"Put {words} up",
            undo={"thing": words},
            created_at=datetime.now(UTC),
        )


async def remember(tx: Transaction, owner: Owner, content: str, source: Source | None = None) -> Memory:
    """Have something remembered."""
    wanted = Addition(content=content, category=MemoryCategory.PERSON)
    return (await memories.change(tx, owner, wanted, source=source)).memory


async def talked(
    database: Database,
    owner: Owner,
    words: str,
    *further: Message,
    mode: ConversationMode = ConversationMode.KEPT,
    carried: CarriedTurns | None = None,
    is_open: bool = False,
) -> Talk:
    """Have a conversation in which everything there is holds some words; it is over unless it `is_open`."""
    updates, outbox = Updates(owner.bot_id), Outbox(owner.bot_id)
    async with database.transaction() as tx:
        conversation = await started(tx, owner, prompt=f"Help with {words}.", carried=carried, mode=mode)
        turn = await stored_turns.begin(tx, conversation.id)
        said = [
            replace(
                user_message(IncomingMessage(f"I speak of {words}", datetime.now(UTC)), UTC),
                note=own(f"A note on {words}"),
            ),
            *further,
        ]
        await stored_turns.append(tx, turn.id, [*said, AssistantMessage(f"So do I: {words}")])
        await stored_turns.end(tx, turn.id, TurnState.ANSWERED)
        update_id = turn.id.int % 1_000_000_007 + 1
        update = IncomingUpdate(
            update_id=update_id, chat_id=owner.user_id, message_id=7, payload={"message": {"text": words}}
        )
        await updates.add(tx, [update], datetime.now(UTC))
        await updates.acknowledge(tx, [update_id])
        await stored_turns.link(tx, turn, [update_id])
        await outbox.add_answer(tx, private_chat(owner), AnswerId(turn.id, 1), [{"content": f"So do I: {words}"}])
        usage = Usage(input_tokens=10, output_tokens=2)
        asked = Request(owner=owner, turn_id=turn.id, purpose=UsagePurpose.ANSWER, model="scripted", usage=usage)
        await usages.add(tx, [asked])
        if not is_open:
            await stored_conversations.end(tx, conversation.id)
    return Talk(conversation, turn)


def all_of(talk: Talk) -> CarriedTurns:
    """Carry a conversation's turn along."""
    return CarriedTurns(conversation_id=talk.conversation.id, from_turn_id=talk.turn.id, to_turn_id=talk.turn.id)


async def erased(database: Database, talk: Talk) -> None:
    """Erase a conversation."""
    async with database.transaction() as tx:
        await erasure.erase_conversation(tx, talk.conversation)


async def read(database: Database, talk: Talk) -> Conversation:
    """Read a conversation again."""
    async with database.transaction() as tx:
        return await stored_conversations.get(tx, talk.conversation.id)


async def count(database: Database, table: str, condition: str = "true") -> int:
    """Count a table's rows."""
    async with database.transaction() as tx:
        counted = await tx.connection.exec_driver_sql(f"SELECT count(*) FROM {table} WHERE {condition}")
        return int(counted.scalar_one())


async def test_an_erased_conversation_is_in_no_row_but_what_was_learned_in_it_stays_and_what_it_cost(
    database: Database, database_url: str, owner: Owner
) -> None:
    talk = await talked(database, owner, SECRET)
    await talked(database, owner, OTHER)
    async with database.transaction() as tx:
        await acts.add(tx, owner, talk.put_up(SECRET))
        memory = await remember(tx, owner, "The user likes tea", talk.source)
        note = (await notes.change(tx, owner, Writing(name="Tea", text="- [ ] green"), source=talk.source)).after
    assert SECRET in await dumped(database_url)
    await erased(database, talk)
    rows = await dumped(database_url)
    for gone in (SECRET, SECRET.lower(), str(talk.conversation.id), str(talk.turn.id)):
        assert gone not in rows
    assert OTHER in rows
    assert await count(database, "telegram_updates", "payload IS NULL AND turn_id IS NULL") == 1
    assert await count(database, "telegram_updates") == 2
    assert await count(database, "agent_usage", "turn_id IS NULL AND input_tokens = 10") == 1
    assert (await talked(database, owner, OTHER)).conversation.number == 3  # a number is not used again
    async with database.transaction() as tx:
        past, of = await history.newest(tx, owner, skip=0, most=9)
        (version,) = await stored.versions(tx, memory.id)
        (kept,) = await stored_notes.versions(tx, note.id, skip=0, most=9)
    assert ([it.number for it in past], of) == ([3, 2], 2)
    assert (kept.content, kept.source) == ("- [ ] green", None)
    assert (version.content, version.source) == ("The user likes tea", None)


async def test_a_conversation_that_carried_erased_turns_loses_them_and_is_invalidated(
    database: Database, owner: Owner
) -> None:
    talk = await talked(database, owner, SECRET)
    carrying = await talked(database, owner, OTHER, carried=all_of(talk), is_open=True)
    earlier = Earlier(turns_before=carrying.turn.id, summary=f"They spoke of {SECRET}.")
    async with database.transaction() as tx:
        assert await stored_conversations.compact(tx, carrying.conversation, earlier, checked)
    before = await read(database, carrying)
    await erased(database, talk)
    after = await read(database, carrying)
    assert after == replace(
        before,
        carried=None,
        revision=before.revision + 1,
        earlier=Earlier(turns_before=carrying.turn.id, left_out_from=FROM_THE_BEGINNING),
    )
    assert SECRET not in repr(await messages_of(database, replace(after, earlier=None)))


async def test_passages_found_of_an_erased_conversation_leave_the_results(database: Database, owner: Owner) -> None:
    talk = await talked(database, owner, SECRET)
    number = talk.conversation.number
    found = [
        f"[conversation {number}, 21 Nov 2026, 10:00, the user] I speak of {SECRET}",
        f"[conversation {number}1, 21 Nov 2026, 10:00, you] So do I: {OTHER}",
        f"[conversation {number}, 21 Nov 2026, 10:00, you] So do I: {SECRET}",
    ]
    some = await talked(database, owner, OTHER, ToolResult("c1", own("\n".join(found))))
    only = await talked(database, owner, OTHER, ToolResult("c1", own(found[0])), is_open=True)
    none = await talked(database, Owner(owner.bot_id, 2), OTHER, ToolResult("c1", own(found[0].replace(SECRET, OTHER))))
    carrying = await talked(database, Owner(owner.bot_id, 2), OTHER, carried=all_of(some), is_open=True)
    everything = (some, only, none, carrying)
    before = [await read(database, each) for each in everything]
    await erased(database, talk)
    after = [await read(database, each) for each in everything]
    assert [new.revision - old.revision for old, new in zip(before, after, strict=True)] == [1, 1, 0, 1]
    results = [
        message.content
        for each in after[:3]
        for message in await messages_of(database, each)
        if isinstance(message, ToolResult)
    ]
    assert results == [found[1], "What was found has been erased by the user.", found[0].replace(SECRET, OTHER)]


async def test_what_waits_to_be_sent_about_an_erased_turn_or_from_private_goes_too(
    database: Database, database_url: str, owner: Owner
) -> None:
    outbox = Outbox(owner.bot_id)
    async with database.transaction() as tx:
        await outbox.add(tx, private_chat(owner), [{"content": "From before"}])
    private = await talked(database, owner, SECRET, mode=ConversationMode.PRIVATE, is_open=True)
    async with database.transaction() as tx:
        for message in (
            {"content": "The file", "file": SECRET.encode()},
            {"content": "Rings", "due_at": datetime.now(UTC)},
        ):
            await outbox.add(tx, private_chat(owner), [message])
    await erased(database, private)
    assert SECRET.encode().hex() not in await dumped(database_url)
    talk, other = await talked(database, owner, SECRET), await talked(database, owner, OTHER)
    buttons = [[{"text": "Bring it back", "data": f"back:{talk.turn.id.hex}"}]]
    waiting: list[dict[str, Any]] = [
        {"content": f"Heard: {SECRET}", "about": f"heard:{talk.turn.id.hex}"},
        {"content": f"Taken back: {SECRET}", "buttons": buttons},
        {"content": "Heard", "about": f"heard:{other.turn.id.hex}"},
    ]
    async with database.transaction() as tx:
        for message in waiting:
            await outbox.add(tx, private_chat(owner), [message])
    await erased(database, talk)
    assert SECRET not in await dumped(database_url)
    async with database.transaction() as tx:
        left = [it.columns["content"] for it in await outbox.waiting(tx, private_chat(owner)) if it.turn_id is None]
        assert left == ["From before", "Heard", "Rings"]


async def test_everything_of_an_owner_goes_and_nothing_of_another(
    database: Database, database_url: str, owner: Owner
) -> None:
    other = Owner(owner.bot_id, 2)
    updates, outbox = Updates(owner.bot_id), Outbox(owner.bot_id)
    for each, words in ((owner, SECRET), (other, OTHER)):
        talk = await talked(database, each, words)
        await talked(database, each, words, carried=all_of(talk))
        async with database.transaction() as tx:
            at = reminders.at_wall(reminders.wall_now.replace(microsecond=0) + timedelta(days=1))
            reminder = await reminders.add(tx, each, Wanted(text=f"Call {words}", schedule=at))
            await reminders.change(tx, each, reminder.id, Wanted(text=f"Ring {words}"))
        await talked(database, each, words, mode=ConversationMode.PRIVATE, is_open=True)
        async with database.transaction() as tx:
            memory = await remember(tx, each, f"The user is {words}", talk.source)
            await memories.change(tx, each, MemoryUpdate(memory_id=memory.id, content=f"The user was {words}"))
            await memories.forget(tx, each, (await remember(tx, each, f"The user knows {words}")).id)
            wanted = Writing(name=f"About {words}", text=f"{words} for {each.user_id}")
            note = (await notes.change(tx, each, wanted, source=talk.source)).after
            await notes.change(tx, each, replace(wanted, text=f"More about {words}"))
            await notes.delete(tx, each, note.id)
            await notes.change(tx, each, wanted)
            await acts.add(tx, each, talk.put_up(words))
            await tool_choices.choose(tx, each, f"server of {words}", is_pinned=True)
            await outbox.add(tx, private_chat(each), [{"content": f"You have {words}"}])
            payload = {"message": {"from": {"id": each.user_id}, "text": words}}
            for number, chat_id in enumerate((each.user_id, None)):
                update_id = 10 * each.user_id + number
                update = IncomingUpdate(update_id=update_id, chat_id=chat_id, payload=payload, problem="Odd")
                await updates.add(tx, [update], datetime.now(UTC))
    before = [line for line in (await dumped(database_url)).splitlines() if OTHER in line]
    async with database.transaction() as tx:
        await erasure.erase_everything(tx, owner)
    rows = await dumped(database_url)
    assert SECRET.lower() not in rows.lower()
    assert [line for line in rows.splitlines() if OTHER in line] == before
    owned = ("conversations", "memories", "notes", "reminders", "acts", "tools", "usage", "owners")
    for table in (f"agent_{it}" for it in owned):
        assert await count(database, table, "user_id = 2") > 0
    async with database.transaction() as tx:
        for table_ in METADATA.sorted_tables:
            left = select(func.count()).select_from(table_).where(belong(table_, owner))
            assert not await tx.connection.scalar(left), table_
        left_over = await store.amounts(tx, owner, export_sections())
    assert (left_over.memories, left_over.conversations) == (0, 0)
