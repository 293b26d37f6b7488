"""What holds of two people's memories, whatever the model's tools and `/memory` do to them at the same time."""

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count, permutations
from typing import TypeAlias

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from pydantic import TypeAdapter, ValidationError

from bot.database.conversations import Conversations
from bot.database.engine import Database, Transaction
from bot.database.memories import Memories
from bot.database.turns import Turns
from bot.messages import MemoryContent, Owner, Source, ToolCall, folded, one_line
from bot.prompt import system_prompt
from bot.telegram.formatting import Part
from bot.telegram.memory_command import MemoryCommand
from bot.tools.memory import memory_tools
from bot.tools.toolset import Caller, ToolSet

WORDINGS = ("Alec is the boss", "ALEC  is the\nboss", "Alec has a dog", "Sarah likes tea")
"""Few, so that they meet; the first two are one text."""
SUBJECTS = ("", "Alec", " alec ", "Tea")
CATEGORIES = ("person", "project")

NAMED = re.compile(r"\[(?:id:)?([A-Za-z0-9]{8})\]|/memory restore ([A-Za-z0-9]{8})")
DATE = re.compile(r"\d\d \w{3} \d{4}, \d\d:\d\d")
PROMPTED = re.compile(r"^- \[id:(\w{8})\]", re.MULTILINE)

memories, conversations, turns = Memories(), Conversations(), Turns()
tools, command = ToolSet(memory_tools(memories)), MemoryCommand(memories, UTC)

# What is done to memories. `which` counts through all that there ever were, of both people.


@dataclass(frozen=True, slots=True)
class Add:
    """The model calls add_to_memory."""

    content: str
    category: str
    subject: str
    is_new: bool


@dataclass(frozen=True, slots=True)
class Update:
    """The model calls update_memory."""

    which: int
    content: str
    subject: str


@dataclass(frozen=True, slots=True)
class Forget:
    """The model calls forget_memory."""

    which: int


@dataclass(frozen=True, slots=True)
class Ask:
    """The user writes `/memory delete`, `restore` or `show` with an id."""

    verb: str
    which: int


@dataclass(frozen=True, slots=True)
class List:
    """The user writes `/memory`."""


Operation: TypeAlias = Add | Update | Forget | Ask | List

WHICH = st.integers(min_value=0, max_value=9)
ADDS = st.builds(
    Add,
    content=st.sampled_from(WORDINGS),
    category=st.sampled_from(CATEGORIES),
    subject=st.sampled_from(SUBJECTS),
    is_new=st.booleans(),
)
UPDATES = st.builds(Update, WHICH, st.sampled_from(WORDINGS), st.sampled_from(SUBJECTS))
ASKED = st.builds(Ask, st.sampled_from(["delete", "restore", "show"]), WHICH)
OPERATIONS: st.SearchStrategy[Operation] = st.one_of(ADDS, UPDATES, ASKED, st.builds(Forget, WHICH), st.just(List()))


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an operation: the answer or its beginning, the ids it names in brackets, and the receipt."""

    text: str
    ids: frozenset[str] = frozenset()
    receipt: str | None = None


# The model: what one person's memories should be, after one operation and then another


@dataclass(frozen=True, slots=True)
class Known:
    """A memory."""

    category: str
    subject: str
    wordings: tuple[str, ...]
    deleted: bool = False

    @property
    def content(self) -> str:
        """The newest wording."""
        return self.wordings[-1]


@dataclass(frozen=True, slots=True)
class Person:
    """All that one person ever taught, by id, and the ids that stand in their conversation's prompt."""

    known: Mapping[str, Known] = field(default_factory=dict)
    prompt: frozenset[str] = frozenset()

    def having(self, memory_id: str, memory: Known) -> "Person":
        """Return the person with a memory that is new or changed."""
        prompt = self.prompt - {memory_id} if memory.deleted else self.prompt
        return Person({**self.known, memory_id: memory}, prompt)

    def live(self) -> dict[str, Known]:
        """Return what is not deleted."""
        return {memory_id: it for memory_id, it in self.known.items() if not it.deleted}

    def saying(self, content: str, except_id: str = "") -> frozenset[str]:
        """Return which live memory has a text."""
        return frozenset(
            memory_id
            for memory_id, it in self.live().items()
            if memory_id != except_id and folded(it.content) == folded(content)
        )

    def about(self, subject: str) -> frozenset[str]:
        """Return which live memories have a subject."""
        return frozenset(
            memory_id for memory_id, it in self.live().items() if subject and folded(it.subject) == folded(subject)
        )


def after(person: Person, operation: Operation, memory_id: str) -> tuple[Answer, Person]:
    """Say what an operation on a memory should answer and come to; of an addition, `memory_id` is the new one's."""
    match operation:
        case Add():
            return _after_add(person, operation, memory_id)
        case Update():
            return _after_update(person, operation, memory_id)
        case Forget():
            return _after_forget(person, memory_id)
        case Ask():
            return _after_ask(person, operation.verb, memory_id)
        case List():
            shown = sorted(f"• [{it_id}] {one_line(it.content)}" for it_id, it in person.live().items())
            return Answer("\n".join(shown), frozenset(person.live())), person


def _after_add(person: Person, call: Add, memory_id: str) -> tuple[Answer, Person]:
    if same := person.saying(call.content):
        return Answer("Nothing was stored. A memory already says exactly this", same), person
    if (similar := person.about(call.subject)) and not call.is_new:
        return Answer("Nothing was stored. There are memories about this subject already", similar), person
    if memory_id in person.known:
        return Answer("A new memory has an id of its own."), person
    receipt = f"💾 Remembered: {one_line(call.content)} [{memory_id}]"
    added = Known(call.category, call.subject.strip(), (call.content,))
    return Answer("Stored as ", frozenset({memory_id}), receipt), person.having(memory_id, added)


def _after_update(person: Person, call: Update, memory_id: str) -> tuple[Answer, Person]:
    before = person.known.get(memory_id)
    if before is None or before.deleted:
        problem = f"Memory {memory_id} was deleted" if before else f"There is no memory with the id {memory_id}."
        return Answer(f"Nothing was changed. {problem}"), person
    if call.content != before.content and (same := person.saying(call.content, memory_id)):
        return Answer("Nothing was changed. A memory already says exactly this", same), person
    new = (call.content,) if call.content != before.content else ()
    now = replace(before, wordings=before.wordings + new, subject=call.subject.strip() or before.subject)
    if now == before:
        return Answer("Nothing was changed: "), person
    old, text = one_line(before.content), one_line(now.content)
    if not new:
        old, text = f"{before.subject or 'no subject'}: {old}", f"{now.subject}: {text}"
    receipt = f"✏️ {old} → {text} [{memory_id}]"
    return Answer("Updated ", frozenset({memory_id}), receipt), person.having(memory_id, now)


def _after_forget(person: Person, memory_id: str) -> tuple[Answer, Person]:
    if memory_id not in person.live():
        return Answer("Nothing was forgotten. "), person
    memory = person.known[memory_id]
    receipt = f"🗑 Forgot: {one_line(memory.content)} [{memory_id}]"
    return Answer("Forgotten: ", frozenset({memory_id}), receipt), person.having(
        memory_id, replace(memory, deleted=True)
    )


def _after_ask(person: Person, verb: str, memory_id: str) -> tuple[Answer, Person]:
    memory = person.known.get(memory_id)
    if memory is None:
        return Answer(f"I have no memory with the id {memory_id}."), person
    quoted, named = f"'{one_line(memory.content)}'", frozenset({memory_id})
    same = person.saying(memory.content)
    match verb, memory.deleted:
        case "delete", True:
            answer = Answer("This memory is deleted already.", named)
        case "delete", False:
            answer, memory = Answer(f"Deleted: {quoted}\n", named), replace(memory, deleted=True)
        case "restore", False:
            answer = Answer(f"This one is not deleted: {quoted}")
        case "restore", True if same:
            answer = Answer("A memory already says exactly this", same)
        case "restore", True:
            answer, memory = Answer(f"Restored: {quoted}"), replace(memory, deleted=False)
        case _:
            answer = Answer(_shown(memory_id, memory), named)
    return answer, person.having(memory_id, memory)


def _shown(memory_id: str, memory: Known) -> str:
    title = one_line(memory.subject or memory.category.title())
    wordings = (f"\n\nv{number}, DATE\n{wording}" for number, wording in enumerate(memory.wordings, 1))
    deleted = "\n\nDeleted on DATE." if memory.deleted else ""
    return f"{title} ({memory.category}) [{memory_id}]{''.join(wordings)}{deleted}"


@dataclass(frozen=True, slots=True)
class Done:
    """An operation that was carried out, the memory it was about, and what was answered."""

    operation: Operation
    memory_id: str
    answer: Answer


def outcomes(person: Person, done: Sequence[Done]) -> Iterator[Person]:
    """Yield what a person's memories may be after operations that were carried out at once.

    That is, after all orders of one after the other in which each would have been answered as it was.
    """
    for order in permutations(done):
        now: Person | None = person
        for it in order:
            now = now and _if_answered_so(now, it)
        if now is not None:
            yield now


def _if_answered_so(person: Person, done: Done) -> Person | None:
    expected, now = after(person, done.operation, done.memory_id)
    got = done.answer
    as_expected = got.text.startswith(expected.text) and (got.ids, got.receipt) == (expected.ids, expected.receipt)
    return now if as_expected else None


# The real thing


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

    async def at_once(self, operations: Sequence[tuple[int, Operation]]) -> None:
        """Carry out operations in tasks and transactions of their own, and see that some order explains it."""
        done = await asyncio.gather(*(self._carry_out(self.people[it], operation) for it, operation in operations))
        self.ids += [it.memory_id for it in done if isinstance(it.operation, Add) and it.answer.receipt]
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
            await conversations.end(tx, someone.source.conversation_id)
            someone.source = await begun(tx, someone.owner)
        someone.expected = replace(someone.expected, prompt=frozenset(someone.expected.live()))
        assert await self._stored(someone) == someone.expected

    async def _carry_out(self, someone: Someone, operation: Operation) -> Done:
        memory_id = ""
        if isinstance(operation, Update | Forget | Ask):
            memory_id = self.ids[operation.which % len(self.ids)] if self.ids else "nosuchid"
        async with self._database.transaction() as tx:
            answer = await answered(tx, someone, operation, memory_id)
        (new_id,) = answer.ids if isinstance(operation, Add) and answer.receipt else (memory_id,)
        return Done(operation, new_id, answer)

    async def _stored(self, someone: Someone) -> Person:
        async with self._database.transaction() as tx:
            stored = await memories.starting_with(tx, someone.owner, "")
            histories = [await memories.history(tx, memory) for memory in stored]
            conversation = await conversations.get(tx, someone.source.conversation_id)
        known: dict[str, Known] = {}
        for memory, history in zip(stored, histories, strict=True):
            assert [it.number for it in history] == list(range(1, memory.version + 1))
            wordings = tuple(it.content for it in history)
            known[memory.id] = Known(memory.category.value, memory.subject or "", wordings, bool(memory.deleted_at))
            assert known[memory.id].content == memory.content
        person = Person(known, frozenset(PROMPTED.findall(conversation.system_prompt)))
        assert len({folded(it.content) for it in person.live().values()}) == len(person.live())
        return person


async def answered(tx: Transaction, someone: Someone, operation: Operation, memory_id: str) -> Answer:
    """Carry out an operation as the model or the user does, and return what they are told."""
    match operation:
        case Ask(verb):
            return _said(await command.answer(tx, someone.owner, f"{verb} {memory_id}"))
        case List():
            said = _said(await command.answer(tx, someone.owner, ""))
            lines = sorted(line for line in said.text.split("\n") if line.startswith("• "))
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
    call = ToolCall("1", name, json.dumps(arguments))
    result = await tools.run(tx, Caller(someone.owner, someone.source), call)
    return Answer(result.content, _named(result.content), result.receipt)


def _said(parts: Sequence[Part]) -> Answer:
    text = DATE.sub("DATE", "\n".join(part.text for part in parts))
    return Answer(text, _named(text))


def _named(text: str) -> frozenset[str]:
    return frozenset(shown or restorable for shown, restorable in NAMED.findall(text))


async def begun(tx: Transaction, owner: Owner) -> Source:
    """Begin a conversation, as after `/new`."""
    prompt = system_prompt("", await memories.live(tx, owner))
    conversation = await conversations.start(
        tx, owner, owner.user_id, system_prompt=prompt, tools=tools.specs, first_message_at=datetime.now(UTC)
    )
    turn = await turns.begin(tx, conversation.id)
    return Source(conversation_id=conversation.id, turn_id=turn.id)


class MemoryMachine(RuleBasedStateMachine):
    """Two people who teach, ask and forget in any order, and at the same time."""

    def __init__(self, runner: asyncio.Runner, database: Database, user_ids: Iterator[int]) -> None:
        super().__init__()
        self._runner = runner
        self._database = database
        self._user_ids = user_ids

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

    @rule(whose=st.integers(0, 1))
    def a_new_conversation(self, whose: int) -> None:
        """Begin a conversation anew: its prompt holds what is remembered now."""
        self._runner.run(self.household.converse(whose))


def test_whatever_is_done_to_memories_at_once_comes_to_some_order_of_it(database_url: str) -> None:
    """None is lost, no text stands twice, wordings are counted without gaps, and every answer and receipt is true."""
    user_ids = count(1)
    with asyncio.Runner() as runner:
        database = runner.run(_opened(database_url))

        class Here(MemoryMachine):
            def __init__(self) -> None:
                super().__init__(runner, database, user_ids)

        try:
            run_state_machine_as_test(Here)
        finally:
            runner.run(database.close())


async def _opened(url: str) -> Database:
    return Database(url)


def test_a_text_that_shows_nothing_is_no_memory() -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(MemoryContent).validate_python("\x1c\x1d\x1e\x1f\x1c")
