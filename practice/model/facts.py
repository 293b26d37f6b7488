"""Facts known from the prompt and the conversation, and which fact replaces which."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from practice.model.conversation import Conversation, Step, Turn
from practice.model.english import is_question, plain, stems, third_person

DESCRIBED = re.compile(r'- \[id:(?P<id>\w+)\] \(.+?\) "(?P<content>.+)"\]?$')
"""A memory as listed in tool results and notes."""
LINE = re.compile(r"- (?:\[id:(?P<id>\w+)\] )?(?:\[[^\]]+\] )?(?P<content>.+)$")
"""A memory as listed in the prompt; in a summary, a fact that is not stored has no id."""
EARLIER = "## Earlier in this conversation\n"
DELETED = "deleted by the user"
NAME = (
    r"(?!(?:User|It|This|That|There|He|She|They|We|You|The|What|Who|Today|Tomorrow|Remember|Forget)\b)"
    r"[^\W\d_a-z][\w'-]+(?: [^\W\d_a-z][\w'-]*)*"
)
LIKES = "(?:likes|loves|hates|prefers)"
VERB = f"(?:is|has|works|lives|{LIKES})"
CATEGORIES = {
    re.compile(pattern): category
    for pattern, category in {
        rf"User {LIKES} .+": "preference",
        r"User (?:lives|works|has an?) .+": "context",
        rf"User's \w+ (?P<subject>{NAME}) {VERB} .+": "person",
        r"User's .+? (?:is|are) .+": "context",
        rf"(?P<subject>{NAME}) {VERB} .+": "person",
    }.items()
}
"""Patterns of facts worth storing, with their categories; the subject is the person a fact is about."""
EXCLUSIVE = re.compile(
    r"(?:the )?user's .+? (?:is|are|works|lives)\b|.+? (?:works|lives|is(?= the user's))\b", re.IGNORECASE
)
"""Beginnings of facts that exclude each other."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact in the third person; without an id it is not stored."""

    content: str
    id: str = ""

    @property
    def kind(self) -> tuple[str, str]:
        """Its category and the person it is about; both are empty for a fact not worth storing unasked."""
        for pattern, category in CATEGORIES.items():
            if match := pattern.fullmatch(self.content):
                return category, match.groupdict().get("subject", "")
        return "", ""

    @property
    def words(self) -> frozenset[str]:
        """The stems of its words."""
        return stems(self.content)

    @property
    def topic(self) -> frozenset[str]:
        """What the fact is about: of two facts with one topic, the later one holds."""
        beginning = EXCLUSIVE.match(self.content)
        return frozenset(beginning[0].lower().split()) - {"the"} if beginning else self.words


def known(conversation: Conversation) -> tuple[Fact, ...]:
    """Return all facts known when the turn begins."""
    block, _, summary = conversation.prompt.partition(EARLIER)
    facts = [*listed(block), *_lines(summary)]
    for turn in conversation.past:
        facts += [*listed(turn.notes), *(taught(step) for step in turn.steps if step.memory_id)]
    return latest([*facts, *listed(conversation.turn.notes)])


def stored(facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that are stored as memories."""
    return [fact for fact in facts if fact.id]


def latest(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Return the latest version of each live memory, and the other facts that no memory or later fact replaces."""
    last = {fact.id or fact.topic: fact for fact in facts}
    of_memories = {fact.topic for fact in stored(last.values())}
    kept = (fact for fact in last.values() if fact.id or fact.topic not in of_memories)
    return tuple(fact for fact in kept if fact.content not in {"", DELETED})


def listed(text: str) -> list[Fact]:
    """Return the memories listed in a prompt, a note or a tool result."""
    return stored(_lines(text))


def taught(step: Step) -> Fact:
    """Return the fact that a call stores; its content is empty for a call that forgets."""
    return Fact(step.given("content"), step.memory_id)


def stated(text: str) -> Fact | None:
    """Return the fact in a plain statement, if it is worth storing."""
    fact = Fact(third_person(text))
    return fact if any(fact.kind) else None


def stated_in(turn: Turn) -> Iterator[Fact]:
    """Yield the facts worth storing in the user's statements of a turn."""
    for sentence in turn.sentences:
        if not is_question(sentence) and (fact := stated(plain(sentence))):
            yield fact


def same(fact: Fact, facts: Iterable[Fact]) -> Fact | None:
    """Return a known fact that already says this, perhaps with more detail."""
    return next((it for it in facts if fact.words <= it.words), None)


def outdated(fact: Fact, facts: Iterable[Fact]) -> Fact | None:
    """Return the memory that a fact replaces."""
    return next((memory for memory in stored(facts) if memory.topic == fact.topic), None)


def about(text: str, facts: Iterable[Fact]) -> list[Fact]:
    """Return the facts that contain all words of a text."""
    words = stems(text)
    return [fact for fact in facts if words and words <= fact.words]


def _lines(text: str) -> Iterator[Fact]:
    for match in filter(None, (DESCRIBED.match(line) or LINE.match(line) for line in text.splitlines())):
        yield Fact(third_person(match["content"]), match["id"] or "")
