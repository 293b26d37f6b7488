"""Facts: what is known from the memory block and the conversation, and how one fact stands to another."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from practice.model.conversation import Conversation, Step
from practice.model.grammar import of_user, words_of

LISTED = re.compile(r'- \[id:(?P<id>\w+)\] \((?P<category>\w+)(?:, (?P<subject>.+?))?\) "(?P<content>.+)"\]?$')
"""As tool results and notes list a memory."""
REMEMBERED = re.compile(r"- \[id:(?P<id>\w+)\] (?:\[(?P<subject>[^\]]+)\] )?(?P<content>.+)$")
"""As the memory block lists it, under the heading of its category."""
TOLD = re.compile(r"(?:- )?(?:\[(?P<subject>[^\]]+)\] )?(?P<content>.+)$")
"""As a summary of what was said before tells what was never stored."""
EARLIER = "## Earlier in this conversation\n"
ABOUT_EARLIER = ("This is over", "Some of what was said is left out")
"""How the paragraphs behind that heading begin that are no part of the summary."""
OPEN = "- Still open: "
"""How a summary's lines begin that are no facts."""
DELETED = "deleted by the user"
STOP_WORDS = words_of(
    "a an the this that these i me my you your we our us it user he she they his her their who what whose where when"
    " why how which is are am was be been do does did can could will would should to of in on at for with about from"
    " by as and or but if know remember have has tell"
)
KINDS = {
    "team": re.compile(r"\bworks? (?:on|in) |\b(?:team|squad|crew|group|department|division|office|unit)\b"),
    "employer": re.compile(r"\bworks? (?:at|for)\b"),
    "home": re.compile(r"\blives? in\b|\bis based in\b"),
    "role": re.compile(r"\b(?:is|was) (?:no longer )?the user's\b"),
    "taste": re.compile(r"\b(?:prefer|like|love|hate|dislike|enjoy|stand)s?\b"),
}
MANY_AT_ONCE = {"role", "taste", ""}
"""Of these kinds several facts can hold at once. A new one replaces one that it denies or that has enough in common."""
ENOUGH_IN_COMMON = 3
SOMEONE_OF_THE_USER = re.compile(
    r"(?:the )?(user's [\w -]+?) (?:works?|lives?|prefers?|likes?|loves?|hates?|dislikes?|enjoys?)\b", re.IGNORECASE
)
NEGATION = re.compile(r"\b(?:not?|never|\w+n't)\b", re.IGNORECASE)
AVERSION = re.compile(r"\b(?:hate|dislike)s?\b", re.IGNORECASE)
TASTE_VERBS = "prefer like love hate dislike enjoy stand"


@dataclass(frozen=True, slots=True)
class Fact:
    """Something known or worth knowing, in the third person; without an id it is not stored."""

    content: str
    category: str = "context"
    subject: str = ""
    id: str = ""
    learned_here: bool = False
    """In this conversation."""

    @property
    def about(self) -> str:
        """What it is about, comparable; empty for the user."""
        if not self.subject and (someone := SOMEONE_OF_THE_USER.match(self.content)):
            return someone[1].casefold()
        return "" if self.subject.casefold() in {"user", "the user"} else self.subject.casefold()

    @property
    def kind(self) -> str:
        """What it tells of its subject, empty for anything else."""
        if attribute := re.match(r"(.+'s [\w -]+?) (?:is|are) ", self.content):
            return attribute[1].lower()
        return next((kind for kind, pattern in KINDS.items() if pattern.search(self.content)), "")

    @property
    def keywords(self) -> frozenset[str]:
        """The stems that it is found by."""
        return stems(f"{self.content} {self.subject} {self.category}")

    @property
    def negative(self) -> bool:
        """Whether it says that something is not so, or not liked."""
        return bool(NEGATION.search(self.content)) != bool(AVERSION.search(self.content))

    @property
    def matter(self) -> frozenset[str]:
        """The stems of what it says of its subject, whether that is so or not, liked or not."""
        return stems(NEGATION.sub("", self.content)) - stems(self.subject) - stems(TASTE_VERBS)


def known(conversation: Conversation) -> tuple[Fact, ...]:
    """Give all that is known when the turn begins, what was learned last at the end."""
    facts = {fact.id or fact.content: fact for fact in (*summarised(conversation.prompt), *listed(conversation.prompt))}
    for turn in conversation.past:
        facts |= {fact.id: fact for fact in listed(turn.notes)}
        for step in turn.steps:
            _learn(facts, step)
    facts |= {fact.id: fact for fact in listed(conversation.turn.notes)}
    return lasting(facts.values())


def stored(facts: Iterable[Fact]) -> list[Fact]:
    """Give those facts that are memories."""
    return [fact for fact in facts if fact.id]


def lasting(facts: Iterable[Fact]) -> tuple[Fact, ...]:
    """Leave out of what is not stored whatever a memory or a later fact says too, or says otherwise."""
    facts = list(facts)
    memories = stored(facts)
    return tuple(
        fact
        for at, fact in enumerate(facts, 1)
        if fact.id or not any(_replaces(other, fact) for other in (*memories, *facts[at:]))
    )


def _replaces(new: Fact, old: Fact) -> bool:
    return contradicts(new, old) or same(old, [new]) is not None


def summary_lines(prompt: str) -> list[str]:
    """Give the lines of the summary that a prompt holds of what was said before."""
    lines = prompt.partition(EARLIER)[2].splitlines()
    return [line for line in lines if line and not line.startswith(ABOUT_EARLIER)]


def summarised(prompt: str) -> Iterator[Fact]:
    """Find the facts that a prompt's summary tells, but for memories and for what was deleted."""
    for line in summary_lines(prompt):
        match = TOLD.match(line)
        if match and not line.startswith(OPEN) and not REMEMBERED.match(line) and DELETED not in line:
            yield Fact(match["content"], subject=match["subject"] or "")


def listed(text: str) -> Iterator[Fact]:
    """Find the memories that a prompt, a note or a tool result lists, but for those whose text was deleted."""
    category = "context"
    for line in text.splitlines():
        if line.startswith("### "):
            category = line.removeprefix("### ").lower()
        match = LISTED.match(line) or REMEMBERED.match(line)
        if match and match["content"] != DELETED:
            found = match.groupdict()
            content = of_user(found["content"])
            yield Fact(content, found.get("category") or category, found["subject"] or "", found["id"])


def taught(step: Step) -> Fact:
    """Give the fact that a call was to store."""
    given = step.arguments
    return Fact(given.get("content", ""), given.get("category", "context"), given.get("subject", ""), step.memory_id)


def same(fact: Fact, facts: Iterable[Fact]) -> Fact | None:
    """Find the fact that says the same already, or the same and more."""
    words = stems(fact.content)
    alike = (other for other in facts if other.about == fact.about and other.negative == fact.negative)
    return next((other for other in alike if words and words <= stems(other.content)), None)


def contradicts(one: Fact, other: Fact) -> bool:
    """Tell whether two facts can't hold at once: only one of their kind can, or one denies what the other says."""
    if (one.about, one.kind) != (other.about, other.kind):
        return False
    if one.kind not in MANY_AT_ONCE:
        return True
    denies = one.negative != other.negative and one.matter and other.matter
    return bool(denies) and (one.matter <= other.matter or other.matter <= one.matter)


def outdated(fact: Fact, facts: Iterable[Fact], *, changed: bool) -> Fact | None:
    """Find the memory that a fact replaces; `changed` where the user speaks of a change."""
    memories = [other for other in facts if other.id and other.kind == fact.kind]
    if contrary := [other for other in memories if contradicts(fact, other)]:
        return contrary[-1]
    rivals = [other for other in memories if other.about == fact.about or (changed and fact.kind == "role")]
    in_common = {other: len(fact.matter & other.matter) for other in rivals}
    best = max(rivals, key=in_common.__getitem__, default=None)
    return best if best and in_common[best] >= (1 if changed else ENOUGH_IN_COMMON) else None


def about(topic: str, facts: Iterable[Fact]) -> list[Fact]:
    """Give the facts about a person or thing: those with this subject, else those that hold all its words."""
    facts = list(facts)
    exact = [fact for fact in facts if fact.about == topic.casefold()]
    words = stems(topic)
    return exact or [fact for fact in facts if words and words <= fact.keywords]


def stems(text: str) -> frozenset[str]:
    """Reduce a text to what its words have in common with their other forms, without the smallest words."""
    words = re.findall(r"[^\W_]+", re.sub(r"'s\b", "", text.lower()))
    return frozenset(re.sub(r"(?<=\w{3})(?:ing|e?s|ed|e)$", "", word) for word in words if word not in STOP_WORDS)


def _learn(facts: dict[str, Fact], step: Step) -> None:
    """Change the facts as a call has changed them."""
    if not step.memory_id:
        return
    old, new = facts.pop(step.memory_id, None), taught(step)
    if new.content and new.content != DELETED:
        subject = new.subject or (old.subject if old else "")
        category = old.category if old else new.category
        facts[new.id] = replace(new, subject=subject, category=category, learned_here=True)
