"""Pure: the expected memories and imports of one person after each operation."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import permutations

from bot.errors import NoSuchImport
from bot.memory.imports import Import as Found
from bot.memory.imports import Undone
from bot.memory.operations import BroughtBack
from bot.values.changes import Addition, Change, ChangeKind
from bot.values.text import folded, one_line
from tests.properties.memory_operations import (
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
    Operation,
    TakeBack,
    Undo,
    Update,
)

NOTHING_TO_UNDO = "There is no receipt."


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of an operation: the answer or its beginning, the ids it names in brackets, and the receipt.

    And what the receipt's button undoes, and when what was cleared that a button brings back.
    """

    text: str
    ids: frozenset[str] = frozenset()
    receipt: str | None = None
    change: Change | None = None
    cleared: datetime | None = None


@dataclass(frozen=True, slots=True)
class Known:
    """A memory."""

    category: str
    subject: str
    versions: tuple[str, ...]
    deleted: bool = False
    pinned: bool = False

    @property
    def content(self) -> str:
        """The newest version."""
        return self.versions[-1]


@dataclass(frozen=True, slots=True)
class Imported:
    """An import: its memories, in the order of its file."""

    memory_ids: tuple[str, ...]
    taken_back: bool = False


@dataclass(frozen=True, slots=True)
class Waiting:
    """What waits for a yes: what was new of a file, and how much stood in it."""

    id: str
    proposals: tuple[Addition, ...]
    found: int


@dataclass(frozen=True, slots=True)
class Person:
    """All that one person ever taught, by id, the ids in their conversation's prompt, and their imports.

    And by when each clearing was, what is deleted by it still.
    """

    known: Mapping[str, Known] = field(default_factory=dict)
    prompt: frozenset[str] = frozenset()
    imports: Mapping[str, Imported] = field(default_factory=dict)
    waiting: Waiting | None = None
    cleared: Mapping[datetime, frozenset[str]] = field(default_factory=dict)

    def having(self, memory_id: str, memory: Known) -> "Person":
        """Return the person with a memory that is new or changed."""
        prompt = self.prompt - {memory_id} if memory.deleted else self.prompt
        person = replace(self, known={**self.known, memory_id: memory}, prompt=prompt)
        return person if memory.deleted else person.without_cleared(memory_id)

    def without_cleared(self, memory_id: str) -> "Person":
        """Return the person with a memory that no clearing has deleted any more."""
        left = {at: those - {memory_id} for at, those in self.cleared.items()}
        return replace(self, cleared={at: those for at, those in left.items() if those})

    def without(self, memory_ids: Iterable[str]) -> "Person":
        """Return the person with some memories deleted."""
        person = self
        for memory_id in memory_ids:
            person = person.having(memory_id, replace(person.known[memory_id], deleted=True))
        return person

    def having_imported(self, import_id: str, proposals: Sequence[Addition], memory_ids: Sequence[str]) -> "Person":
        """Return the person with memories that were imported, each under its id."""
        person = self
        for memory_id, it in zip(memory_ids, proposals, strict=False):
            person = person.having(memory_id, Known(it.category.value, it.subject or "", (it.content,)))
        return replace(person, imports={**self.imports, import_id: Imported(tuple(memory_ids))})

    def news(self, proposals: Iterable[Addition]) -> list[Addition]:
        """Return what of some proposals is new, each text once."""
        firsts: dict[str, Addition] = {}
        for it in proposals:
            firsts.setdefault(folded(it.content), it)
        return [it for it in firsts.values() if not self.saying(it.content)]

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


@dataclass(frozen=True, slots=True)
class Done:
    """An operation that was carried out, the memory or import it was about, what was answered, and what came of it.

    That is the change it undid, the memories it imported, or when it cleared them, or when they were cleared that it
    brought back.
    """

    operation: Operation
    named: str
    answer: Answer
    undone: Change | None = None
    imported: tuple[str, ...] = ()
    cleared: datetime | None = None


def after(person: Person, done: Done) -> tuple[Answer, Person]:
    """Say what an operation should answer and come to; of an addition, it is the new memory that is named."""
    match done.operation:
        case Import() | Offer() | Decide() | TakeBack() as operation:
            return _after_of_imports(person, operation, done)
        case Undo():
            return _after_undo(person, done.undone) if done.undone else (Answer(NOTHING_TO_UNDO), person)
        case Clear():
            return _after_clear(person, done.cleared)
        case BringBack():
            return _after_bringing_back(person, done.cleared)
        case List():
            lines = sorted(_pin(it) + one_line(it.content) for it in person.live().values())
            return Answer("\n".join(lines), frozenset(person.live())), person
        case operation:
            return _after_of_one(person, operation, done.named)


def _after_of_one(
    person: Person, operation: Add | Update | Forget | Ask | Edit, memory_id: str
) -> tuple[Answer, Person]:
    match operation:
        case Add():
            return _after_add(person, operation, memory_id)
        case Update():
            return _after_update(person, operation, memory_id)
        case Forget():
            return _after_forget(person, memory_id)
        case Ask(verb):
            return _after_ask(person, verb, memory_id)
        case Edit():
            return _after_edit(person, operation, memory_id)


def _after_of_imports(person: Person, operation: OfImports, done: Done) -> tuple[Answer, Person]:
    match operation:
        case Import(proposals):
            return _after_import(person, proposals, done)
        case Offer(proposals):
            return _after_offer(person, proposals, done.named)
        case Decide(yes=True):
            return _after_yes(person, done)
        case Decide():
            is_it = person.waiting is not None and person.waiting.id == done.named
            said = "withdrawn" if is_it else "This offer is no longer open."
            return Answer(said), replace(person, waiting=None) if is_it else person
        case TakeBack():
            return _after_take_back(person, done.named)


def _after_undo(person: Person, change: Change) -> tuple[Answer, Person]:
    """Say what the press of an Undo button should answer and come to."""
    memory = person.known.get(change.memory_id)
    left = (change.version, change.subject or "", change.kind is ChangeKind.FORGOTTEN)
    if memory is None or (len(memory.versions), memory.subject, memory.deleted) != left:
        return Answer("Not undone. This memory has changed since then."), person
    match change.kind:
        case ChangeKind.ADDED:
            answer, memory = "Undone. I no longer remember it.", replace(memory, deleted=True)
        case ChangeKind.FORGOTTEN:
            answer, former = "Undone. I remember it again.", memory.content
            memory = replace(memory, deleted=False)
        case ChangeKind.UPDATED:
            answer, former = "Undone. The earlier version is back.", memory.versions[change.former_version - 1]
            new = (former,) if former != memory.content else ()
            memory = replace(memory, versions=memory.versions + new, subject=change.former_subject or "")
    if change.kind is not ChangeKind.ADDED and _former_is_taken(person, change.memory_id, former, memory):
        return Answer("Not undone. Another memory already says this."), person
    return Answer(answer), person.having(change.memory_id, memory)


def _former_is_taken(person: Person, memory_id: str, former: str, memory: Known) -> bool:
    """Say whether another live memory has a text that an undo would give to a memory anew."""
    is_new = memory != person.known[memory_id]
    return is_new and bool(person.saying(former, memory_id))


def _after_clear(person: Person, at: datetime | None) -> tuple[Answer, Person]:
    live = person.live()
    match len(live):
        case 0:
            said = "I don't remember anything, so there is nothing to delete."
        case 1:
            said = "The only memory is deleted."
        case many:
            said = f"All {many} memories are deleted."
    if at is None:
        return Answer(said), person
    return Answer(said), replace(person.without(live), cleared={**person.cleared, at: frozenset(live)})


def _after_bringing_back(person: Person, at: datetime | None) -> tuple[Answer, Person]:
    """Restore what a clearing deleted, except texts that other memories have now."""
    if at is None:
        return Answer(NOTHING_TO_UNDO), person
    gone = person.cleared.get(at, frozenset())
    back = [memory_id for memory_id in gone if not person.saying(person.known[memory_id].content)]
    for memory_id in back:
        person = person.having(memory_id, replace(person.known[memory_id], deleted=False))
    return Answer(str(BroughtBack(len(back), len(gone) - len(back)))), person


def _after_import(person: Person, proposals: Sequence[Addition], done: Done) -> tuple[Answer, Person]:
    new = person.news(proposals)
    known = len(proposals) - len(new)
    if not new:
        return Answer(str(Found([], known))), person
    return Answer(str(Found(new, known, done.named))), person.having_imported(done.named, new, done.imported)


def _after_offer(person: Person, proposals: Sequence[Addition], import_id: str) -> tuple[Answer, Person]:
    new = person.news(proposals)
    known = len(proposals) - len(new)
    if not new:
        return Answer(str(Found([], known))), person
    offered = Found(new, known, import_id, person.waiting.id if person.waiting else None)
    return Answer(str(offered)), replace(person, waiting=Waiting(import_id, tuple(new), len(proposals)))


def _after_yes(person: Person, done: Done) -> tuple[Answer, Person]:
    waiting = person.waiting
    if imported := person.imports.get(done.named):
        said = "This import is already undone." if imported.taken_back else "This was already imported."
        return Answer(said), person
    if waiting is None or waiting.id != done.named:
        return Answer(str(NoSuchImport())), person
    decided, new = replace(person, waiting=None), person.news(waiting.proposals)
    if not new:
        return Answer(str(Found([], waiting.found))), decided
    put = Found(new, waiting.found - len(new), done.named)
    return Answer(str(put)), decided.having_imported(done.named, new, done.imported)


def _after_take_back(person: Person, import_id: str) -> tuple[Answer, Person]:
    """Forget what was imported, but for what was worded anew since; if anything of it is remembered."""
    if not (imported := person.imports.get(import_id)):
        return Answer(str(NoSuchImport())), person
    if imported.taken_back:
        return Answer("This import is already undone."), person
    live = [memory_id for memory_id in imported.memory_ids if not person.known[memory_id].deleted]
    if not live:
        return Answer(str(Undone(0, 0))), person
    as_they_came = [memory_id for memory_id in live if len(person.known[memory_id].versions) == 1]
    imports = {**person.imports, import_id: replace(imported, taken_back=True)}
    undone = Undone(len(as_they_came), len(live) - len(as_they_came))
    return Answer(str(undone)), replace(person.without(as_they_came), imports=imports)


def _pin(memory: Known) -> str:
    return "📌 " if memory.pinned else ""


def _after_edit(person: Person, edit: Edit, memory_id: str) -> tuple[Answer, Person]:
    memory, named = person.known.get(memory_id), frozenset({memory_id})
    if memory is None:
        return Answer(f"There is no memory with the id {memory_id}."), person
    if memory.deleted:
        return Answer("This memory is already deleted.", named), person
    if edit.content == memory.content:
        return Answer("This memory already says this: "), person
    if same := person.saying(edit.content, memory_id):
        return Answer("Not changed. I already remember this: ", same), person
    now = replace(memory, versions=(*memory.versions, edit.content))
    return Answer("✏️ ", named), person.having(memory_id, now)


def _after_add(person: Person, call: Add, memory_id: str) -> tuple[Answer, Person]:
    if same := person.saying(call.content):
        return Answer("Nothing was stored. A memory already says exactly this", same), person
    if (similar := person.about(call.subject)) and not call.is_new:
        return Answer("Nothing was stored. There are memories about this subject already", similar), person
    if memory_id in person.known:
        return Answer("A new memory has an id of its own."), person
    receipt = f"💾 Remembered: {one_line(call.content)}"
    added = Known(call.category, call.subject.strip(), (call.content,))
    return Answer("Stored as ", frozenset({memory_id}), receipt), person.having(memory_id, added)


def _after_update(person: Person, call: Update, memory_id: str) -> tuple[Answer, Person]:
    before = person.known.get(memory_id)
    if before is None or before.deleted:
        problem = "This memory is deleted." if before else "There is no memory with this id."
        return Answer(f"Nothing was changed. {problem}"), person
    if call.content != before.content and (same := person.saying(call.content, memory_id)):
        return Answer("Nothing was changed. A memory already says exactly this", same), person
    new = (call.content,) if call.content != before.content else ()
    now = replace(before, versions=before.versions + new, subject=call.subject.strip() or before.subject)
    if now == before:
        return Answer("Nothing was changed: "), person
    old, text = one_line(before.content), one_line(now.content)
    if not new:
        old, text = f"{before.subject or 'no subject'}: {old}", f"{now.subject}: {text}"
    receipt = f"✏️ {old} → {text}"
    return Answer("Updated ", frozenset({memory_id}), receipt), person.having(memory_id, now)


def _after_forget(person: Person, memory_id: str) -> tuple[Answer, Person]:
    if memory_id not in person.live():
        return Answer("Nothing was forgotten. "), person
    memory = person.known[memory_id]
    receipt = f"🗑 Forgot: {one_line(memory.content)}"
    return Answer("Forgotten: ", frozenset({memory_id}), receipt), person.having(
        memory_id, replace(memory, deleted=True)
    )


def _after_ask(person: Person, verb: str, memory_id: str) -> tuple[Answer, Person]:
    memory = person.known.get(memory_id)
    if memory is None:
        return Answer(f"There is no memory with the id {memory_id}."), person
    quoted, named = f"“{one_line(memory.content)}”", frozenset({memory_id})
    same = person.saying(memory.content)
    match verb, memory.deleted:
        case "delete", True:
            answer = Answer("This memory is already deleted.", named)
        case "delete", False:
            answer, memory = Answer(f"Deleted: {quoted}\n", named), replace(memory, deleted=True)
        case "restore", False:
            answer = Answer(f"This memory isn't deleted: {quoted}")
        case "restore", True if same:
            answer = Answer("Not restored. I already remember this: ", same)
        case "restore", True:
            answer, memory = Answer(f"Restored: {quoted}"), replace(memory, deleted=False)
        case "pin" | "unpin", True:
            answer = Answer("This memory is already deleted.", named)
        case "pin", False:
            answer, memory = Answer(f"📌 Pinned: {quoted}"), replace(memory, pinned=True)
        case "unpin", False:
            answer, memory = Answer(f"Unpinned: {quoted}"), replace(memory, pinned=False)
        case _:
            answer = Answer(_shown(memory_id, memory), named)
    return answer, person.having(memory_id, memory)


def _shown(memory_id: str, memory: Known) -> str:
    category = memory.category.title()
    title = f"{one_line(memory.subject)} ({category})" if memory.subject else category
    versions = (f"\n\nv{number}, DATE\n{version}" for number, version in enumerate(memory.versions, 1))
    deleted = "\n\nDeleted on DATE." if memory.deleted else ""
    return f"{_pin(memory)}{title} [{memory_id}]{''.join(versions)}{deleted}"


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
    expected, now = after(person, done)
    got = done.answer
    as_expected = got.text.startswith(expected.text) and (got.ids, got.receipt) == (expected.ids, expected.receipt)
    return now if as_expected else None
