"""Whatever is done to memories, also at once, comes to some order of it.

None is lost, no text is live twice, versions have no gaps, and what is deleted leaves the prompt.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count, permutations
from typing import Literal, TypeAlias

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test
from sqlalchemy import text

from bot.kit.owner import Owner
from bot.kit.place import private_chat
from bot.kit.text import folded
from bot.memory import imports
from bot.memory.operations import BroughtBack, Memories, clear, undo_clear
from bot.memory.prompt_block import rendered
from bot.memory.refusals import MemoryRefused, NoSuchImport
from bot.memory.store import memories as stored
from bot.memory.values import Addition, Change, ChangeKind, MemoryCategory, MemoryUpdate
from bot.store.engine import Database, Transaction
from bot.turns.prompt import system_prompt
from bot.turns.store import conversations as stored_conversations

STEPS = 10
"""Many of them do several things."""
CONTENTS = ("Alec is the boss", "ALEC  is the\nboss", "Alec has a dog", "Sarah likes tea", "Bo plays chess")
"""Few, so that they meet; the first two are one text."""
SUBJECTS = ("", "Alec", "alec", "Tea")
IMPORTED = text("SELECT id FROM agent_memories WHERE import_id = :import_id ORDER BY created_at")
IMPORTS_OF = text("SELECT id, import_id FROM agent_memories WHERE user_id = :user_id AND import_id IS NOT NULL")
TAKEN_BACK = text("SELECT id FROM agent_memory_imports WHERE user_id = :user_id AND undone_at IS NOT NULL")

Verb: TypeAlias = Literal[
    "add", "update", "forget", "restore", "pin", "unpin", "undo", "clear", "bring back", "import", "take back"
]
OF_SEVERAL = {"clear", "bring back", "import", "take back"}

memories = Memories()


@dataclass(frozen=True, slots=True)
class Deed:
    """Something that is done. `which` counts back from the newest memory, change, clearing or import of both people."""

    verb: Verb
    which: int = 0
    contents: tuple[str, ...] = ()
    subject: str = ""
    is_new: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """A deed, what it was about, and what came of it: "done", numbers, or the error's name.

    `ids` are those of new memories. `made` is what a later deed can be about: a change, a clearing or an import.
    """

    deed: Deed
    about: object
    outcome: str
    ids: tuple[str, ...] = ()
    made: object = None


@dataclass(frozen=True, slots=True)
class Known:
    """A memory. `deleted` is "" for a live one, else by which clearing, or by something else.

    Each of its versions has its text, and whether that is others'.
    """

    subject: str
    versions: tuple[tuple[str, bool], ...]
    deleted: str = ""
    pinned: bool = False
    import_id: str = ""

    @property
    def text(self) -> str:
        """What it says."""
        return self.versions[-1][0]

    def saying(self, version: tuple[str, bool], subject: str) -> "Known":
        """Return it with a text and a subject: a new version, unless its owner said this already."""
        is_new = (version, subject) != (self.versions[-1], self.subject) and (
            version[0] != self.text or version[1] or self.versions[-1][1]
        )
        return replace(self, versions=(*self.versions, version) if is_new else self.versions, subject=subject)


@dataclass(frozen=True, slots=True)
class Person:
    """Pure: all memories that a person ever had, the ids in their prompt, and the imports they took back."""

    known: Mapping[str, Known] = field(default_factory=dict)
    prompt: frozenset[str] = frozenset()
    taken_back: frozenset[str] = frozenset()

    def having(self, changed: Mapping[str, Known]) -> "Person":
        """Return the person with new or changed memories."""
        gone = {memory_id for memory_id, it in changed.items() if it.deleted}
        return replace(self, known={**self.known, **changed}, prompt=self.prompt - gone)

    def live(self) -> dict[str, Known]:
        """Return what is not deleted."""
        return {memory_id: it for memory_id, it in self.known.items() if not it.deleted}

    def says(self, content: str, except_id: str = "") -> bool:
        """Tell whether a live memory has a text."""
        others = (it for memory_id, it in self.live().items() if memory_id != except_id)
        return any(folded(it.text) == folded(content) for it in others)


def after(person: Person, done: Done) -> tuple[str, Person]:
    """Return what a deed should come to."""
    deed, about = done.deed, done.about
    match deed.verb:
        case "add" | "import":
            return after_new(person, done)
        case "clear":
            live = person.live()
            return f"{len(live)}", person.having({it: replace(live[it], deleted=str(done.made)) for it in live})
        case "bring back":
            gone = {memory_id: it for memory_id, it in person.known.items() if it.deleted == str(about)}
            back = {it: replace(gone[it], deleted="") for it in gone if not person.says(gone[it].text)}
            return f"{len(back)}, {len(gone) - len(back)}", person.having(back)
        case "take back":
            return after_take_back(person, str(about))
        case "undo":
            return after_undo(person, about) if isinstance(about, Change) else ("nothing", person)
        case _:
            return after_one(person, deed, str(about))


def after_new(person: Person, done: Done) -> tuple[str, Person]:
    """Return what an addition or an import should come to."""
    deed, (content, *_) = done.deed, done.deed.contents
    if deed.verb == "add":
        subjects = {folded(it.subject) for it in person.live().values()} - {""}
        if person.says(content):
            return "SameMemory", person
        if folded(deed.subject) in subjects and not deed.is_new:
            return "SimilarMemories", person
        return "done", person.having({it: Known(deed.subject, ((content, False),)) for it in done.ids})
    firsts: dict[str, str] = {}
    for it in deed.contents:
        firsts.setdefault(folded(it), it)
    new = [it for it in firsts.values() if not person.says(it)]
    added = {
        memory_id: Known("", ((it, True),), import_id=str(done.made))
        for memory_id, it in zip(done.ids, new, strict=False)
    }
    return f"{len(new)}, {len(deed.contents) - len(new)}", person.having(added)


def after_one(person: Person, deed: Deed, memory_id: str) -> tuple[str, Person]:
    """Return what a deed about one memory should come to."""
    memory = person.known.get(memory_id)
    if memory is None:
        return "NoSuchMemory", person
    if deed.verb == "restore":
        if memory.deleted and person.says(memory.text):
            return "SameMemory", person
        return "done", person.having({memory_id: replace(memory, deleted="")})
    if memory.deleted:
        return "MemoryDeleted", person
    match deed.verb:
        case "update":
            (content,) = deed.contents
            if person.says(content, memory_id):
                return "SameMemory", person
            memory = memory.saying((content, False), deed.subject or memory.subject)
        case "forget":
            memory = replace(memory, deleted="otherwise")
        case verb:
            memory = replace(memory, pinned=verb == "pin")
    return "done", person.having({memory_id: memory})


def after_undo(person: Person, change: Change) -> tuple[str, Person]:
    """Return what the undo of a change should come to."""
    memory = person.known.get(change.memory_id)
    if memory is None:
        return "NoSuchMemory", person
    is_forgotten = change.kind is ChangeKind.FORGOTTEN
    if (len(memory.versions), memory.subject, bool(memory.deleted)) != (
        change.version,
        change.subject or "",
        is_forgotten,
    ):
        return "ChangedSince", person
    if change.kind is ChangeKind.ADDED:
        return "done", person.having({change.memory_id: replace(memory, deleted="otherwise")})
    former = memory.versions[change.former_version - 1]
    if person.says(former[0], change.memory_id):
        return "SameMemory", person
    restored = memory if is_forgotten else memory.saying(former, change.former_subject or "")
    restored = replace(restored, deleted="")
    return "done", person.having({change.memory_id: restored})


def after_take_back(person: Person, import_id: str) -> tuple[str, Person]:
    """Return what taking an import back should come to: what has changed since is kept."""
    own = {memory_id: it for memory_id, it in person.known.items() if it.import_id == import_id}
    if not own or import_id in person.taken_back:
        return "NoSuchImport", person
    live = {memory_id: it for memory_id, it in own.items() if not it.deleted}
    gone = {memory_id: replace(it, deleted="otherwise") for memory_id, it in live.items() if len(it.versions) == 1}
    taken_back = person.taken_back | ({import_id} if live else set())
    return f"{len(gone)}, {len(live) - len(gone)}", replace(person.having(gone), taken_back=taken_back)


def outcomes(person: Person, done: Sequence[Done]) -> Iterator[Person]:
    """Yield what there may be after deeds at once: after each order in which each would have come to what it did."""
    for order in permutations(done):
        now = person
        for it in order:
            expected, now = after(now, it)
            if expected != it.outcome:
                break
        else:
            yield now


async def do_to_one(tx: Transaction, owner: Owner, deed: Deed, about: object) -> Done:
    """Do something to one memory. Raises MemoryRefused."""
    memory_id, subject = str(about), deed.subject or None
    change: Change | None = None
    ids: tuple[str, ...] = ()
    match deed.verb, deed.contents:
        case "add", (content,):
            wanted = Addition(content=content, category=MemoryCategory.PERSON, subject=subject, is_new=deed.is_new)
            change = (await memories.change(tx, owner, wanted)).change
            ids = (change.memory_id,)
        case "update", (content,):
            update = MemoryUpdate(memory_id=memory_id, content=content, subject=subject)
            change = (await memories.change(tx, owner, update)).change
        case "forget", _:
            change = (await memories.forget(tx, owner, memory_id)).change
        case "restore", _:
            await memories.restore(tx, owner, memory_id)
        case "undo", _ if isinstance(about, Change):
            await memories.undo(tx, owner, about)
        case "undo", _:
            return Done(deed, about, "nothing")
        case verb, _:
            await memories.pin(tx, owner, memory_id, pinned=verb == "pin")
    return Done(deed, about, "done", ids, change)


async def do_to_several(tx: Transaction, owner: Owner, deed: Deed, about: object) -> Done:
    """Clear or import memories, or undo that. Raises NoSuchImport."""
    match deed.verb:
        case "clear":
            cleared = await clear(tx, owner)
            return Done(deed, about, f"{cleared.forgotten}", made=cleared.at)
        case "import":
            several = [Addition(category=MemoryCategory.PERSON, content=it) for it in deed.contents]
            put = await imports.put(tx, memories, owner, several, "notes.md")
            ids = (await tx.connection.execute(IMPORTED, {"import_id": put.id})).scalars()
            return Done(deed, about, f"{len(put.new)}, {put.known}", tuple(ids), put.id)
        case "take back":
            undone = await imports.undo(tx, owner, str(about))
            return Done(deed, about, f"{undone.forgotten}, {undone.kept}")
        case _:
            back = await undo_clear(tx, owner, about) if isinstance(about, datetime) else BroughtBack(0, 0)
            return Done(deed, about, f"{back.restored}, {back.kept_out}")


class Household:
    """Two people of whom nothing is remembered yet."""

    def __init__(self, database: Database, owners: Sequence[Owner]) -> None:
        self._database = database
        self._owners = owners
        self._expected = [Person() for _ in owners]
        self._made: dict[str, list[object]] = {"undo": [], "bring back": [], "take back": []}
        self._ids: list[str] = []

    async def at_once(self, deeds: Sequence[tuple[int, Deed]]) -> None:
        """Do things in transactions of their own, and see that some order explains what they came to."""
        done = await asyncio.gather(*(self._do(self._owners[whose], deed) for whose, deed in deeds))
        for it in done:
            self._ids += it.ids
            later = {"clear": "bring back", "import": "take back"}.get(it.deed.verb, "undo")
            self._made[later] += [it.made] if it.made else []
        assert len({*self._ids}) == len(self._ids)
        for whose, expected in enumerate(self._expected):
            own = [it for it, (number, _) in zip(done, deeds, strict=True) if number == whose]
            found = await self._stored(whose)
            assert found in list(outcomes(expected, own)), (expected, own, found)
            self._expected[whose] = found

    async def converse(self, whose: int) -> None:
        """Begin a person's next conversation, with what is remembered in its prompt."""
        owner = self._owners[whose]
        async with self._database.transaction() as tx:
            before = await stored_conversations.open_in(tx, owner, private_chat(owner))
            if before:
                await stored_conversations.end(tx, before.id)
            prompt = system_prompt("", rendered(await stored.live(tx, owner)))
            await stored_conversations.start(
                tx, owner, private_chat(owner), system_prompt=prompt, tools=(), first_message_at=datetime.now(UTC)
            )
        self._expected[whose] = replace(self._expected[whose], prompt=frozenset(self._expected[whose].live()))
        assert await self._stored(whose) == self._expected[whose]

    async def _do(self, owner: Owner, deed: Deed) -> Done:
        several = self._made.get(deed.verb, self._ids)
        about = several[-1 - deed.which % len(several)] if several else "nosuchid"
        try:
            async with self._database.transaction() as tx:
                do = do_to_several if deed.verb in OF_SEVERAL else do_to_one
                return await do(tx, owner, deed, about)
        except (MemoryRefused, NoSuchImport) as error:
            return Done(deed, about, type(error).__name__)

    async def _stored(self, whose: int) -> Person:
        owner = self._owners[whose]
        async with self._database.transaction() as tx:
            found = await stored.everything(tx, owner)
            conversation = await stored_conversations.open_in(tx, owner, private_chat(owner))
            own = {"user_id": owner.user_id}
            import_ids = {row.id: row.import_id for row in await tx.connection.execute(IMPORTS_OF, own)}
            taken_back = frozenset((await tx.connection.execute(TAKEN_BACK, own)).scalars())
        known: dict[str, Known] = {}
        for memory, versions in found:
            assert [it.number for it in versions] == list(range(1, memory.version + 1))
            assert versions[-1].content == memory.content
            deleted = str(memory.deleted_at) if memory.deleted_at in self._made["bring back"] else "otherwise"
            known[memory.id] = Known(
                memory.subject or "",
                tuple((it.content, it.untrusted) for it in versions),
                deleted if memory.deleted_at else "",
                memory.pinned,
                import_ids.get(memory.id, ""),
            )
        prompt = conversation.system_prompt if conversation else ""
        person = Person(known, frozenset(it for it in known if f"\n- [id:{it}]" in prompt), taken_back)
        assert len({folded(it.text) for it in person.live().values()}) == len(person.live())
        return person


WHICH = st.integers(0, 5)
ONE = st.sampled_from(CONTENTS).map(lambda it: (it,))
ADDS = st.builds(Deed, st.just("add"), contents=ONE, subject=st.sampled_from(SUBJECTS), is_new=st.booleans())
UPDATES = st.builds(Deed, st.just("update"), WHICH, ONE, st.sampled_from(SUBJECTS))
IMPORTS = st.builds(
    Deed, st.just("import"), contents=st.lists(st.sampled_from(CONTENTS), min_size=1, max_size=4).map(tuple)
)
OTHERS = st.builds(
    Deed, st.sampled_from(["forget", "restore", "pin", "unpin", "undo", "clear", "bring back", "take back"]), WHICH
)
DEEDS = ADDS | UPDATES | IMPORTS | OTHERS | OTHERS


class MemoryMachine(RuleBasedStateMachine):
    """Two people who teach, change and forget in any order, and at the same time."""

    def __init__(self, runner: asyncio.Runner, database: Database, user_ids: Iterator[int]) -> None:
        super().__init__()
        self._run = runner.run
        self._household = Household(database, [Owner(1000, next(user_ids)) for _ in range(2)])

    @initialize()
    def begin(self) -> None:
        """Begin with a conversation of each."""
        for whose in range(2):
            self._run(self._household.converse(whose))

    @rule(deeds=st.lists(st.tuples(st.integers(0, 1), DEEDS), min_size=1, max_size=4))
    def some_at_once(self, deeds: list[tuple[int, Deed]]) -> None:
        """Do things of both people at once."""
        self._run(self._household.at_once(deeds))

    @rule(
        whose=st.integers(0, 1),
        first=st.tuples(ADDS, st.just(Deed("undo")))
        | st.tuples(UPDATES, st.just(Deed("undo")))
        | st.tuples(IMPORTS, st.just(Deed("take back")))
        | st.just((Deed("clear"), Deed("bring back"))),
        since=st.lists(ADDS | UPDATES, max_size=2),
        beside=DEEDS,
    )
    def the_last_is_undone(self, whose: int, first: tuple[Deed, Deed], since: list[Deed], beside: Deed) -> None:
        """Do something, perhaps other things, and undo it while something else is done."""
        doing, undoing = first
        for deeds in ([doing], since, [undoing, beside]):
            self._run(self._household.at_once([(whose, it) for it in deeds]))

    @rule(whose=st.integers(0, 1))
    def a_new_conversation(self, whose: int) -> None:
        """Begin a new conversation, with the present memories in its prompt."""
        self._run(self._household.converse(whose))


def test_whatever_is_done_to_memories_at_once_comes_to_some_order_of_it(database_url: str) -> None:
    user_ids = count(1)
    with asyncio.Runner() as runner:
        database = Database(database_url)

        class Here(MemoryMachine):
            def __init__(self) -> None:
                super().__init__(runner, database, user_ids)

        try:
            run_state_machine_as_test(
                Here, settings=settings(max_examples=settings().max_examples // 2, stateful_step_count=STEPS)
            )
        finally:
            runner.run(database.close())
