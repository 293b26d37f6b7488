"""Facts: what is known from the prompt and the conversation, and which fact takes the place of which."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from practice.model.conversation import Conversation, Step, Turn
from practice.model.english import NOT, is_question, plain, stems, third_person

DESCRIBED = re.compile(r'- \[id:(?P<id>\w+)\] \(.+?\) "(?P<content>.+)"\]?$')
"""A memory as tool results and notes list it."""
LINE = re.compile(r"- (?:\[id:(?P<id>\w+)\] )?(?:\[[^\]]+\] )?(?P<content>.+)$")
"""A memory as the prompt lists it; in a summary, a fact that is not stored has no id."""
EARLIER = "## Earlier in this conversation\n"
DELETED = "deleted by the user"
NAME = (
    r"(?!(?:User|It|This|That|There|He|She|They|We|You|The|What|Who|Today|Tomorrow|Remember|Forget)\b)"
    r"[^\W\d_a-z][\w'-]+(?: [^\W\d_a-z][\w'-]*)*"
)
VERB = "(?:is|has|works|lives|likes|loves|hates|prefers|doesn't like)"
SETTLED = {
    re.compile(rf"(User|{NAME}) moved to (?:the )?(.+ team)$"): r"\1 works on the \2",
    re.compile(rf"(User|{NAME}) moved to (.+)$"): r"\1 lives in \2",
    re.compile(rf"User is working with ({NAME})\b.*$"): r"\1 is a project collaborator",
}
"""Events, and the states that follow from them."""
CATEGORIES = {
    re.compile(pattern): category
    for pattern, category in {
        r"User (?:likes|loves|hates|prefers|doesn't like|wants the assistant to) .+": "preference",
        r"User (?:lives|works|has an?) .+": "context",
        rf"User's \w+ (?P<subject>{NAME}) {VERB} .+": "person",
        r"User's .+? (?:is|are) .+": "context",
        rf"(?P<subject>{NAME}) {VERB} .+": "person",
    }.items()
}
"""Forms of facts worth knowing, and the category of each; the subject is the person a fact is about."""
EXCLUSIVE = re.compile(
    r"(?:the )?user's .+? (?:is|are|works|lives)\b"
    r"|.+? (?:works (?:on|in|at|for)|lives|is(?= (?:no longer )?the user's))\b",
    re.IGNORECASE,
)
"""Beginnings of facts of which only one can hold at a time."""
TASTE = stems("like love hate prefer not")


class Kind(NamedTuple):
    """The category of a fact, and the person it is about; both are empty for what is not worth knowing by itself."""

    category: str = ""
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something known or worth knowing, in the third person; without an id it is not stored."""

    content: str
    id: str = ""

    @property
    def kind(self) -> Kind:
        """Its category and its subject."""
        for pattern, category in CATEGORIES.items():
            if match := pattern.fullmatch(self.content):
                return Kind(category, match.groupdict().get("subject", ""))
        return Kind()

    @property
    def words(self) -> frozenset[str]:
        """The stems it is found by."""
        return stems(self.content)

    @property
    def topic(self) -> frozenset[str]:
        """What it is about: of two facts with the same topic, the later one holds."""
        beginning = EXCLUSIVE.match(self.content)
        return frozenset(beginning[0].lower().split()) - {"the"} if beginning else self.words - TASTE


def known(conversation: Conversation) -> tuple[Fact, ...]:
    """Give all that is known when the turn begins."""
    block, _, summary = conversation.prompt.partition(EARLIER)
    facts = [*listed(block), *_lines(summary)]
    for turn in conversation.past:
        facts += [*listed(turn.notes), *(taught(step) for step in turn.steps if step.memory_id)]
    return latest([*facts, *listed(conversation.turn.notes)])


def stored(facts: Iterable[Fact]) -> list[Fact]:
    """Give those facts that are memories."""
    return [fact for fact in facts if fact.id]


def latest(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Give each memory as it is last, unless it was deleted; of the rest, what no memory or later fact replaces."""
    last = {fact.id or fact.topic: fact for fact in facts}
    of_memories = {fact.topic for fact in stored(last.values())}
    kept = (fact for fact in last.values() if fact.id or fact.topic not in of_memories)
    return tuple(fact for fact in kept if fact.content not in {"", DELETED})


def listed(text: str) -> list[Fact]:
    """Find the memories that a prompt, a note or a tool result lists."""
    return stored(_lines(text))


def taught(step: Step) -> Fact:
    """Give the fact that a call was to store; of a call that forgets one, it has no content."""
    return Fact(step.given("content"), step.memory_id)


def stated(text: str) -> Fact | None:
    """Find what a plain statement tells that is worth knowing."""
    content = third_person(text)
    for pattern, words in SETTLED.items():
        content = pattern.sub(words, content)
    return Fact(content) if Fact(content).kind.category else None


def told(turn: Turn) -> Iterator[Fact]:
    """Give what the user told in a turn that is worth knowing."""
    for sentence in turn.sentences:
        if not is_question(sentence) and (fact := stated(plain(sentence))):
            yield fact


def same(fact: Fact, facts: Iterable[Fact]) -> Fact | None:
    """Find the fact that says the same already, or the same and more."""
    return next((it for it in facts if fact.words <= it.words and NOT not in it.words - fact.words), None)


def outdated(fact: Fact, facts: Iterable[Fact]) -> Fact | None:
    """Find the memory that a fact replaces."""
    return next((memory for memory in stored(facts) if memory.topic == fact.topic), None)


def about(text: str, facts: Iterable[Fact]) -> list[Fact]:
    """Give the facts that hold all words of a text."""
    words = stems(text)
    return [fact for fact in facts if words and words <= fact.words]


def _lines(text: str) -> Iterator[Fact]:
    for match in filter(None, (DESCRIBED.match(line) or LINE.match(line) for line in text.splitlines())):
        yield Fact(third_person(match["content"]), match["id"] or "")
