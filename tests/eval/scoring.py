"""What came of a conversation, compared with what must, may and must not: by words, without a judge. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields

from bot.memory.values import MemoryCategory
from tests.eval.conversation import Conversation, Wanted, Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """A memory at the end, with the texts of all its versions, the newest last."""

    versions: tuple[str, ...]
    category: MemoryCategory = MemoryCategory.CONTEXT
    is_live: bool = True
    was_known: bool = False
    """Whether it was there at the beginning."""

    @property
    def content(self) -> str:
        """The newest text."""
        return self.versions[-1]

    @property
    def is_untouched(self) -> bool:
        """Whether it is as it was at the beginning."""
        return self.was_known and self.is_live and len(self.versions) == 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a conversation."""

    memories: Sequence[Kept] = ()
    offers: Sequence[str] = ()
    """The texts that the user was asked about, whatever they answered."""
    unanswered: int = 0
    """Messages that got no answer, as the model failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """What was to be done, and how much of it was; a sum over conversations."""

    conversations: int = 0
    right: int = 0
    """Conversations without any failure."""
    to_store: int = 0
    stored: int = 0
    too_many: int = 0
    """Memories that nothing asks for or allows."""
    to_update: int = 0
    updated: int = 0
    to_forget: int = 0
    forgotten: int = 0
    to_ask: int = 0
    asked: int = 0
    asked_needlessly: int = 0
    forbidden: int = 0
    """Texts stored or offered that must never be."""

    def __add__(self, other: "Counts") -> "Counts":
        """Return the sum."""
        return Counts(**{it.name: getattr(self, it.name) + getattr(other, it.name) for it in fields(Counts)})

    @property
    def precision(self) -> float | None:
        """The share of the stored memories that must be stored; those that only may be don't count."""
        return _share(self.stored, self.stored + self.too_many)

    @property
    def recall(self) -> float | None:
        """The share of what must be stored that is."""
        return _share(self.stored, self.to_store)


def _share(part: int, whole: int) -> float | None:
    """Return a share; None of nothing."""
    return part / whole if whole else None


@dataclass(slots=True)
class Score:
    """The counts of one conversation, and what was wrong with it."""

    counts: Counts = field(default_factory=Counts)
    failures: list[str] = field(default_factory=list)

    def add(self, failure: str = "", **counts: int) -> None:
        """Count something, and note what was wrong with it."""
        self.counts += Counts(**counts)
        if failure:
            self.failures.append(failure)


def score(conversation: Conversation, outcome: Outcome) -> Score:
    """Compare what came of a conversation with what was to come of it."""
    it = Score()
    for memory in _stored(it, conversation, outcome):
        if not _is_one_of(conversation.may, memory.content):
            it.add(f"too many: {memory.content}", too_many=1)
    _forgotten(it, conversation, outcome)
    _offered(it, conversation, outcome)
    new = [text for memory in outcome.memories if not memory.was_known for text in memory.versions]
    for text in dict.fromkeys([*new, *outcome.offers]):  # stored or offered, if only for a while
        if _is_one_of(conversation.never, text):
            it.add(f"must never be stored: {text}", forbidden=1)
    if outcome.unanswered:
        it.add(f"{outcome.unanswered} messages got no answer")
    it.add(conversations=1, right=not it.failures)
    return it


def _stored(it: Score, conversation: Conversation, outcome: Outcome) -> list[Kept]:
    """Count what must be stored; return the live memories that nothing has asked for."""
    left = [memory for memory in outcome.memories if memory.is_live and not memory.is_untouched]
    for wanted in conversation.must:
        it.add(to_store=1, to_update=bool(wanted.was), to_ask=wanted.asked is True)
        fitting = [memory for memory in left if wanted.are_in(memory.content)]
        if not fitting:
            it.add(f"not stored: {_named(wanted)}")
            continue
        memory = max(fitting, key=lambda memory: _replaces(memory, wanted))
        left.remove(memory)
        it.add(stored=1)
        if wanted.was and not _replaces(memory, wanted):
            it.add(f"not stored as an update of {', '.join(wanted.was)}: {memory.content}")
        elif wanted.was:
            it.add(updated=1)
        _asked(it, wanted, outcome)
        if memory.category not in wanted.category:
            it.add(f"stored as {memory.category}: {memory.content}")
    return left


def _replaces(memory: Kept, wanted: Wanted) -> bool:
    return bool(wanted.was) and any(Words(words=wanted.was).are_in(it) for it in memory.versions[:-1])


def _asked(it: Score, wanted: Wanted, outcome: Outcome) -> None:
    was_asked = any(map(wanted.are_in, outcome.offers))
    if wanted.asked is True and was_asked:
        it.add(asked=1)
    elif wanted.asked is True:
        it.add(f"stored without asking: {_named(wanted)}")
    elif wanted.asked is False and was_asked:
        it.add(f"asked needlessly: {_named(wanted)}", asked_needlessly=1)


def _forgotten(it: Score, conversation: Conversation, outcome: Outcome) -> None:
    """Count what must be forgotten; nothing else that was known may be."""
    for words in conversation.gone:
        found = [memory for memory in outcome.memories if any(map(words.are_in, memory.versions))]
        is_gone = bool(found) and not any(memory.is_live and words.are_in(memory.content) for memory in found)
        it.add("" if is_gone else f"not forgotten: {_named(words)}", to_forget=1, forgotten=is_gone)
    for memory in outcome.memories:
        if memory.was_known and not memory.is_live and not _is_one_of(conversation.gone, memory.content):
            it.add(f"forgotten: {memory.content}")


def _offered(it: Score, conversation: Conversation, outcome: Outcome) -> None:
    """Count what must be offered; nothing else may be that is neither to be stored nor allowed."""
    for words in conversation.offered:
        was_asked = any(map(words.are_in, outcome.offers))
        it.add("" if was_asked else f"not offered: {_named(words)}", to_ask=1, asked=was_asked)
    expected = (*conversation.must, *conversation.offered, *conversation.may, *conversation.gone)
    for offer in outcome.offers:
        if not _is_one_of(expected, offer):
            it.add(f"asked needlessly: {offer}", asked_needlessly=1)


def _is_one_of(expected: Iterable[Words], text: str) -> bool:
    return any(words.are_in(text) for words in expected)


def _named(words: Words) -> str:
    return ", ".join(words.words)
