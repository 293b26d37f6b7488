"""Invariants of two people's memories under concurrent changes by the model's tools and `/memory`."""

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count, cycle, islice
from typing import TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from pydantic import TypeAdapter, ValidationError
from sqlalchemy import text

from bot.chat.prompt import system_prompt
from bot.database import conversations as stored_conversations
from bot.database import memories as stored
from bot.database import turns as stored_turns
from bot.database.engine import Database, Transaction
from bot.errors import ChangedSince, NoSuchImport, NoSuchMemory, SameMemory
from bot.memory import imports
from bot.memory.operations import Memories, undo_clear
from bot.memory.receipts import line
from bot.message_text import user_message
from bot.telegram.buttons import parse as parse_button
from bot.telegram.memory.command import CLEAR_PHRASE
from bot.telegram.memory.requests import UndoClearing, read_button
from bot.telegram.texts import Text
from bot.tools.memory import memory_tools
from bot.tools.tool import Caller
from bot.tools.toolset import ToolSet
from bot.values.calls import ToolCall
from bot.values.changes import Addition, Change, ChangeKind, Receipt, Refusal
from bot.values.incoming import IncomingMessage
from bot.values.memories import MemoryCategory, MemoryContent, Source
from bot.values.owner import Owner
from bot.values.place import private_chat
from bot.values.text import folded
from tests.properties.memory_model import (
    NOTHING_TO_UNDO,
    Answer,
    Done,
    Imported,
    Known,
    Person,
    Waiting,
    outcomes,
)
from tests.properties.memory_operations import (
    ADDS,
    CALLS,
    FILES,
    OPERATIONS,
    PINS,
    Add,
    Ask,
    BringBack,
    Clear,
    Decide,
    Edit,
    Forget,
    Import,
    List,
    Offer,
    OfImports,
    OfMemories,
    Operation,
    TakeBack,
    Undo,
    Update,
)
from tests.telegram.memory.asker import command as memory_command

T = TypeVar("T")

STEPS = 10
"""Many of them do several things."""
SONGS = 4
"""With the other texts they are as many as one page of a list shows."""

NAMED = re.compile(r"\[(?:id:)?([A-Za-z0-9]{8})\]|/memory restore ([A-Za-z0-9]{8})")
LISTED = re.compile(r"\d+\. (.*) \[\w{8}\]")
ORIGIN = re.compile(
    r"\n(?:You said: “(?:Hello … )?Hello” \(conversation \d+\)"
    r"|Changed with /memory\.|Brought back by an undo\.|Imported\.)"
)
UNDONE = {
    ChangeKind.ADDED: "Undone. I no longer remember it.",
    ChangeKind.UPDATED: "Undone. The earlier version is back.",
    ChangeKind.FORGOTTEN: "Undone. I remember it again.",
}
DATE = re.compile(r"\d{1,2} \w{3} \d{4}, \d\d:\d\d")
PROMPTED = re.compile(r"^- \[id:(\w{8})\]", re.MULTILINE)
IMPORTS = text("SELECT * FROM agent_memory_imports WHERE bot_id = :bot_id AND user_id = :user_id")
IMPORTED = text("SELECT id FROM agent_memories WHERE import_id = :import_id ORDER BY created_at")
ALL_BUT_PINS = [
    text("SELECT to_jsonb(it) - 'pinned' FROM agent_memories it ORDER BY id"),
    text("SELECT to_jsonb(it) FROM agent_memory_versions it ORDER BY id"),
    text("SELECT to_jsonb(it) FROM agent_memory_imports it ORDER BY id"),
    text("SELECT to_jsonb(it) FROM agent_conversations it ORDER BY id"),
]

memories = Memories()
tools, command = ToolSet([memory_tools(memories)]), memory_command(memories)


@dataclass(slots=True)
class Someone:
    """A person, their conversation, and what should be remembered of them."""

    owner: Owner
    source: Source
    expected: Person = field(default_factory=Person)


class Household:
    """Two people whom nobody knows yet, and one database."""

    def __init__(self, database: Database, people: Sequence[Someone]) -> None:
        self._database = database
        self.people = people
        self.ids: list[str] = []
        self.import_ids: list[str] = []
        self.changes: list[Change] = []
        self.clearings: list[datetime] = []

    async def at_once(self, operations: Sequence[tuple[int, Operation]]) -> None:
        """Carry out operations in tasks and transactions of their own, and see that some order explains it."""
        only_pins = all(isinstance(it, Ask) and it.verb in {"pin", "unpin"} for _, it in operations)
        before = await self._all_but_pins() if only_pins else []
        done = await asyncio.gather(*(self._carry_out(self.people[it], operation) for it, operation in operations))
        if only_pins:
            assert await self._all_but_pins() == before
        self.ids += [it.named for it in done if isinstance(it.operation, Add) and it.answer.receipt]
        self.ids += [memory_id for it in done for memory_id in it.imported]
        self.import_ids += [it.named for it in done if isinstance(it.operation, Import | Offer) and it.named]
        self.changes += [it.answer.change for it in done if it.answer.change]
        self.clearings += [it.cleared for it in done if isinstance(it.operation, Clear) and it.cleared]
        assert len(set(self.ids)) == len(self.ids)
        for number, someone in enumerate(self.people):
            own = [it for it, (whose, _) in zip(done, operations, strict=True) if whose == number]
            stored = await self._stored(someone)
            assert stored in list(outcomes(someone.expected, own)), (someone.expected, own, stored)
            someone.expected = stored

    async def converse(self, number: int) -> None:
        """Begin a person's next conversation, with what is remembered."""
        someone = self.people[number]
        async with self._database.transaction() as tx:
            await stored_conversations.end(tx, someone.source.conversation_id)
            someone.source = await begun(tx, someone.owner)
        someone.expected = replace(someone.expected, prompt=frozenset(someone.expected.live()))
        assert await self._stored(someone) == someone.expected

    async def _carry_out(self, someone: Someone, operation: Operation) -> Done:
        match operation:
            case Undo(which):
                return await self._undo(someone, operation, _one_of(self.changes, which))
            case BringBack(which):
                return await self._bring_back(someone, operation, _one_of(self.clearings, which))
            case Import() | Offer():
                return await self._import(someone, operation, "")
            case Decide(which) | TakeBack(which):
                return await self._import(someone, operation, _one_of(self.import_ids, which) or "nosuchid")
            case Update(which) | Forget(which) | Ask(_, which) | Edit(which):
                memory_id = _one_of(self.ids, which) or "nosuchid"
            case Add() | List() | Clear():
                memory_id = ""
        async with self._database.transaction() as tx:
            answer = await answered(tx, someone, operation, memory_id)
        (new_id,) = answer.ids if isinstance(operation, Add) and answer.receipt else (memory_id,)
        return Done(operation, new_id, answer, cleared=answer.cleared)

    async def _undo(self, someone: Someone, operation: Undo, change: Change | None) -> Done:
        """Press a button, as the bot carries it out."""
        if change is None:
            return Done(operation, "", Answer(NOTHING_TO_UNDO))
        try:
            async with self._database.transaction() as tx:
                await memories.undo(tx, someone.owner, change)
        except (ChangedSince, NoSuchMemory):
            said = "Not undone. This memory has changed since then."
        except SameMemory:
            said = "Not undone. Another memory already says this."
        else:
            said = UNDONE[change.kind]
        return Done(operation, change.memory_id, Answer(said), change)

    async def _bring_back(self, someone: Someone, operation: BringBack, at: datetime | None) -> Done:
        """Press the button under a clearing, as the bot carries it out."""
        if at is None:
            return Done(operation, "", Answer(NOTHING_TO_UNDO))
        async with self._database.transaction() as tx:
            return Done(operation, "", Answer(str(await undo_clear(tx, someone.owner, at))), cleared=at)

    async def _import(self, someone: Someone, operation: OfImports, import_id: str) -> Done:
        try:
            async with self._database.transaction() as tx:
                import_id, said = await decided(tx, someone, operation, import_id)
                found = await tx.connection.execute(IMPORTED, {"import_id": import_id})
                is_new = isinstance(operation, Import | Decide) and said.startswith("Import(")
                return Done(operation, import_id, Answer(said), imported=tuple(found.scalars()) if is_new else ())
        except NoSuchImport as error:
            return Done(operation, import_id, Answer(str(error)))

    async def _all_but_pins(self) -> list[object]:
        """Return all that is stored but for which memories are pinned."""
        async with self._database.transaction() as tx:
            return [row for query in ALL_BUT_PINS for row in await tx.connection.execute(query)]

    async def _stored(self, someone: Someone) -> Person:
        async with self._database.transaction() as tx:
            found = await stored.starting_with(tx, someone.owner, "")
            histories = [await stored.versions(tx, memory.id) for memory in found]
            conversation = await stored_conversations.get(tx, someone.source.conversation_id)
            imported, waiting = await stored_imports(tx, someone.owner)
        known: dict[str, Known] = {}
        for memory, history in zip(found, histories, strict=True):
            assert [it.number for it in history] == list(range(1, memory.version + 1))
            versions = tuple(it.content for it in history)
            known[memory.id] = Known(
                memory.category.value, memory.subject or "", versions, bool(memory.deleted_at), memory.pinned
            )
            assert known[memory.id].content == memory.content
        cleared: dict[datetime, frozenset[str]] = {}
        for memory in found:
            if memory.deleted_at in self.clearings:
                cleared[memory.deleted_at] = cleared.get(memory.deleted_at, frozenset()) | {memory.id}
        prompt = frozenset(PROMPTED.findall(conversation.system_prompt))
        person = Person(known, prompt, imported, waiting, cleared)
        assert len({folded(it.content) for it in person.live().values()}) == len(person.live())
        return person


def _one_of(those: Sequence[T], which: int) -> T | None:
    return those[-1 - which % len(those)] if those else None


async def stored_imports(tx: Transaction, owner: Owner) -> tuple[dict[str, Imported], Waiting | None]:
    """Return an owner's imports, and what waits for a yes."""
    rows = (await tx.connection.execute(IMPORTS, owner.columns)).all()
    imported: dict[str, Imported] = {}
    for row in rows:
        if row.put_at:
            memory_ids = (await tx.connection.execute(IMPORTED, {"import_id": row.id})).scalars()
            imported[row.id] = Imported(tuple(memory_ids), row.undone_at is not None)
            assert row.added == len(imported[row.id].memory_ids)
    offered = [row for row in rows if not row.put_at]
    assert len(offered) < 2
    waiting = [Waiting(row.id, tuple(_proposal(*it) for it in row.proposals), row.found) for row in offered]
    return imported, waiting[0] if waiting else None


def _proposal(category: str, subject: str | None, content: str) -> Addition:
    return Addition(category=MemoryCategory(category), subject=subject, content=content)


async def decided(tx: Transaction, someone: Someone, operation: OfImports, import_id: str) -> tuple[str, str]:
    """Do something about an import; return its id, if it has one, and what came of that. Raises NoSuchImport."""
    match operation:
        case Import(proposals):
            put = await imports.put(tx, memories, someone.owner, proposals, "notes.md")
            return put.id or "", str(put)
        case Offer(proposals):
            offer = await imports.offer(tx, memories, someone.owner, proposals, "notes.md")
            return offer.id or "", str(offer)
        case Decide(yes=True):
            return import_id, str(await imports.confirm(tx, memories, someone.owner, import_id))
        case Decide():
            await imports.withdraw(tx, someone.owner, import_id)
            return import_id, "withdrawn"
        case TakeBack():
            return import_id, str(await imports.undo(tx, someone.owner, import_id))


async def answered(tx: Transaction, someone: Someone, operation: OfMemories, memory_id: str) -> Answer:
    """Carry out an operation as the model or the user, and return the answer."""
    match operation:
        case Ask(verb):
            return _said(await command.answer(tx, someone.owner, f"{verb} {memory_id}"))
        case Edit(_, content):
            return _said(await command.answer(tx, someone.owner, f"edit {memory_id} {content}"))
        case Clear():
            parts = await command.answer(tx, someone.owner, f"clear {CLEAR_PHRASE}")
            return replace(_said(parts), cleared=_cleared_at(parts))
        case List():
            said = _said(await command.answer(tx, someone.owner, ""))
            lines = sorted(line[1] for line in map(LISTED.fullmatch, said.text.split("\n")) if line)
            return replace(said, text="\n".join(lines))
        case Add(content, category, subject, is_new):
            name = "add_to_memory"
            arguments: dict[str, object] = {
                "content": content, "category": category, "subject": subject, "is_new": is_new,
            }  # fmt: skip
        case Update(_, content, subject):
            name, arguments = "update_memory", {"memory_id": memory_id, "content": content, "subject": subject}
        case Forget():
            name, arguments = "forget_memory", {"memory_id": memory_id}
    call = ToolCall("1", name, json.dumps(arguments))  # it was refused before, so that it counts whatever it is like
    refused = [(call, Refusal.SIMILAR), (call, Refusal.UNRELATED)]
    result = await tools.run(tx, Caller(someone.owner, someone.source, refused=refused), call)
    return Answer(
        result.content, _named(result.content), line(Receipt(result.change)) if result.change else None, result.change
    )


def _said(parts: Sequence[Text]) -> Answer:
    text = ORIGIN.sub("", DATE.sub("DATE", "\n".join(part.text for part in parts)))
    return Answer(text, _named(text))


def _cleared_at(parts: Sequence[Text]) -> datetime | None:
    """Return what the button under a clearing brings back."""
    buttons = [button for part in parts if isinstance(part, Text) for row in part.buttons for button in row]
    for told in (parse_button(button.data) for button in buttons):
        if told and isinstance(pressed := read_button(told[1]), UndoClearing):
            return pressed.at
    return None


def _named(text: str) -> frozenset[str]:
    return frozenset(shown or restorable for shown, restorable in NAMED.findall(text))


async def begun(tx: Transaction, owner: Owner) -> Source:
    """Begin a conversation, as after `/new`."""
    prompt = system_prompt("", await stored.live(tx, owner))
    conversation = await stored_conversations.start(
        tx, owner, private_chat(owner), system_prompt=prompt, tools=tools.specs(), first_message_at=datetime.now(UTC)
    )
    turn = await stored_turns.begin(tx, conversation.id)
    await stored_turns.append(tx, turn.id, [user_message(IncomingMessage("Hello", datetime.now(UTC)), UTC)])
    return Source(conversation_id=conversation.id, turn_id=turn.id)


class MemoryMachine(RuleBasedStateMachine):
    """Two people who teach, ask and forget in any order, and at the same time."""

    def __init__(self, runner: asyncio.Runner, database: Database, user_ids: Iterator[int]) -> None:
        super().__init__()
        self._runner = runner
        self._database = database
        self._user_ids = user_ids
        self._songs = cycle(f"Max sings song number {number}" for number in range(SONGS))

    @initialize()
    def meet(self) -> None:
        """Begin with two people of whom nothing is remembered."""
        self.household = self._runner.run(self._meet())

    async def _meet(self) -> Household:
        async with self._database.transaction() as tx:
            owners = [Owner(1000, next(self._user_ids)) for _ in range(2)]
            return Household(self._database, [Someone(owner, await begun(tx, owner)) for owner in owners])

    @rule(whose=st.integers(0, 1), operation=OPERATIONS)
    def one(self, whose: int, operation: Operation) -> None:
        """Do one thing."""
        self._runner.run(self.household.at_once([(whose, operation)]))

    @rule(whose=st.integers(0, 1), operations=st.lists(OPERATIONS, min_size=2, max_size=4))
    def several_of_one_person_at_once(self, whose: int, operations: list[Operation]) -> None:
        """Do several things of one person at once, as the model's tools and `/memory` do."""
        self._runner.run(self.household.at_once([(whose, operation) for operation in operations]))

    @rule(operations=st.lists(st.tuples(st.integers(0, 1), OPERATIONS), min_size=2, max_size=4))
    def several_of_both_at_once(self, operations: list[tuple[int, Operation]]) -> None:
        """Do things of both people at once."""
        self._runner.run(self.household.at_once(operations))

    @rule(whose=st.integers(0, 1), updates=st.integers(0, 3), also=st.lists(CALLS, max_size=1), beside=OPERATIONS)
    def the_last_change_is_undone(self, whose: int, updates: int, also: list[Operation], beside: Operation) -> None:
        """Have the model store something and change it, and undo the last change while something else is done."""
        add = Add(next(self._songs), "person", "", is_new=True)
        steps: list[list[Operation]] = [[add], *([it] for it in self._updates(updates)), also, [Undo(0), beside]]
        for operations in steps:
            self._runner.run(self.household.at_once([(whose, operation) for operation in operations]))

    @rule(whose=st.integers(0, 1), file=FILES, updates=st.integers(0, 2), beside=OPERATIONS)
    def an_import_is_taken_back(self, whose: int, file: tuple[Addition, ...], updates: int, beside: Operation) -> None:
        """Import memories, have the model change one, and take the import back while something else is done."""
        for operations in ([Import(file)], self._updates(updates), [TakeBack(0), beside]):
            self._runner.run(self.household.at_once([(whose, operation) for operation in operations]))

    @rule(
        whose=st.integers(0, 1),
        adds=st.lists(ADDS, max_size=2),
        since=st.lists(CALLS, max_size=2),
        beside=OPERATIONS,
    )
    def a_clearing_is_taken_back(
        self, whose: int, adds: list[Operation], since: list[Operation], beside: Operation
    ) -> None:
        """Clear memories, have the model store and change some, and take that back while something else is done."""
        for operations in (adds, [Clear()], since, [BringBack(0), beside]):
            self._runner.run(self.household.at_once([(whose, operation) for operation in operations]))

    def _updates(self, number: int) -> list[Operation]:
        """Return a number of updates of the newest memory."""
        return [Update(0, content, "") for content in islice(self._songs, number)]

    @rule(whose=st.integers(0, 1), file=FILES, also=st.builds(Decide, st.just(0), st.booleans()), beside=OPERATIONS)
    def an_offer_is_decided_on(self, whose: int, file: tuple[Addition, ...], also: Decide, beside: Operation) -> None:
        """Offer to import memories, and say yes to it, and once more yes or no, while something else is done."""
        for operations in ([Offer(file)], [Decide(0, yes=True), also, beside]):
            self._runner.run(self.household.at_once([(whose, operation) for operation in operations]))

    @rule(pins=st.lists(st.tuples(st.integers(0, 1), PINS), min_size=1, max_size=3))
    def pins_at_once(self, pins: list[tuple[int, Ask]]) -> None:
        """Pin and unpin memories, which changes nothing else."""
        self._runner.run(self.household.at_once(pins))

    @rule(whose=st.integers(0, 1))
    def a_new_conversation(self, whose: int) -> None:
        """Begin a new conversation, with the present memories in its prompt."""
        self._runner.run(self.household.converse(whose))


def test_whatever_is_done_to_memories_at_once_comes_to_some_order_of_it(database_url: str) -> None:
    """None is lost, no text is stored twice, versions have no gaps, and every answer and receipt is true."""
    user_ids = count(1)
    with asyncio.Runner() as runner:
        database = runner.run(_opened(database_url))

        class Here(MemoryMachine):
            def __init__(self) -> None:
                super().__init__(runner, database, user_ids)

        try:
            run_state_machine_as_test(Here, settings=settings(stateful_step_count=STEPS))
        finally:
            runner.run(database.close())


async def _opened(url: str) -> Database:
    return Database(url)


def test_a_text_that_shows_nothing_is_no_memory() -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(MemoryContent).validate_python("\x1c\x1d\x1e\x1f\x1c")
    with pytest.raises(ValidationError):
        TypeAdapter(MemoryContent).validate_python("\u200b" * 5)
