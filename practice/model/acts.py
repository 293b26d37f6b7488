"""Acts: what a sentence of the user can lead to, a rule for each."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from practice.model.answer import ToolCall
from practice.model.calls import add, forget, update
from practice.model.facts import Fact, about, outdated, same, stored
from practice.model.grammar import closed, said_back, second_person, third_person
from practice.model.past import asked_about
from practice.model.phrases import MARKDOWN, NOTHING_TO_FORGET, PASSING, SMALL_TALK, STORY, UNCLEAR
from practice.model.recall import recalled, told
from practice.model.statements import fact_in

LEAST_CONTENT, MOST_CONTENT = 5, 500
"""Bounds of a memory's text, in characters."""


class Weight(IntEnum):
    """How much an act matters: what weighs less than another of the same turn is left unsaid."""

    FALLBACK = 0
    SMALL_TALK = 1
    REAL = 2


@dataclass(frozen=True, slots=True)
class Act:
    """What a sentence leads to: words, or calls whose outcome will be put into words."""

    words: str = ""
    calls: tuple[ToolCall, ...] = ()
    offer: Fact | None = None
    """What the words ask to remember."""
    past: str = ""
    """What was said of this before is asked for; the words are for when it can't be found."""
    weight: Weight = Weight.REAL


Facts = tuple[Fact, ...]
Rule = Callable[[str, Facts], Act | None]
"""What a rule makes of a plain sentence and all that is known, in the order learned; None if it does not fit."""


SHOW_STORY = re.compile(r"(?:tell|write|read) .*\bstory|(?:a )?long story", re.IGNORECASE)
SHOW_MARKDOWN = re.compile(r"(?:show|test|write|send) .*\b(?:markdown|formatting)|markdown", re.IGNORECASE)


def _show(text: str, _: Facts) -> Act | None:
    if SHOW_STORY.fullmatch(text):
        return Act(STORY)
    return Act(MARKDOWN) if SHOW_MARKDOWN.fullmatch(text) else None


def _small_talk(text: str, _: Facts) -> Act | None:
    words = next((words for pattern, words in SMALL_TALK.items() if pattern.fullmatch(text)), "")
    return Act(words, weight=Weight.SMALL_TALK) if words else None


FORGET = re.compile(
    r"(?:forget|delete)(?P<how_much>(?: (?:about|of|everything|all|what(?:ever)?|you know|you remember|it|this|that|me"
    r"|(?:the|my|your) memor(?:y|ies))\b)*) ?(?P<topic>.*)",
    re.IGNORECASE,
)


def _forget(text: str, facts: Facts) -> Act | None:
    asked = FORGET.fullmatch(text)
    if not asked:
        return None
    memories = stored(facts)
    if asked["topic"]:
        meant = about(asked["topic"], memories)
    elif re.search(r"\b(?:everything|all|me|memories)\b", asked["how_much"], re.IGNORECASE):
        meant = memories
    else:
        meant = [memory for memory in memories[-1:] if memory.learned_here]
    return Act(calls=tuple(map(forget, meant))) if meant else Act(NOTHING_TO_FORGET)


REMEMBER = re.compile(
    r"(?:remember|don't forget|do not forget|note|keep in mind|make a note|(?:store|save)(?= that))"
    r"(?: (?:that|this|it))?[:,]?(?: (?P<what>.+))?",
    re.IGNORECASE,
)
WISH = re.compile(
    r"(?:from now on|in (?:the )?future|going forward)[,:]? (?P<what>.+)|(?P<order>(?:always|never) .+)", re.IGNORECASE
)
ORDER = re.compile(r"(?:to |please )?((?:always|never|call|use|set|send|answer|reply|write|be|keep) .+)", re.IGNORECASE)


def _remember(text: str, facts: Facts) -> Act | None:
    asked = REMEMBER.fullmatch(text)
    if not asked:
        return None
    return _store(_fact_of(asked["what"]), facts) if asked["what"] else Act(UNCLEAR)


def _wish(text: str, facts: Facts) -> Act | None:
    wish = WISH.fullmatch(text)
    return _store(_fact_of(wish["what"] or wish["order"], "preference"), facts) if wish else None


def _fact_of(text: str, category: str = "context") -> Fact:
    """Make a fact of whatever is to be remembered."""
    if fact := fact_in(text):
        return fact
    if order := ORDER.fullmatch(text):
        return Fact(third_person(f"I want you to {order[1][0].lower()}{order[1][1:]}"), "preference")
    return Fact(third_person(f"I want {text}" if text.lower().startswith("to ") else text), category)


def _store(fact: Fact, facts: Facts, *, asking: bool = False, changed: bool = False) -> Act:
    """Store a fact, as a change if it is one; `asking` before it stores something new."""
    if not LEAST_CONTENT <= len(fact.content) <= MOST_CONTENT:
        return Act(f"A memory holds {LEAST_CONTENT} to {MOST_CONTENT} characters. Can you say it in one sentence?")
    if memory := same(fact, stored(facts)):
        return Act(f"I remember that already: {told([memory])}")
    if old := outdated(fact, facts, changed=changed):
        return Act(calls=(update(old, fact),))
    if asking:
        question = f"Would you like me to remember that {second_person(fact.content)} for future conversations?"
        return Act(question, offer=fact)
    return Act(calls=(add(fact),))


TASK = re.compile(
    r"(?:create|make|add|set|write|draft|schedule|send|prepare|book|plan|email|call|text|order|buy|remind|tell (?!me\b)"
    r"\w+) (?!me (?:who|what|where|when)).+",
    re.IGNORECASE,
)


def _task(text: str, facts: Facts) -> Act | None:
    if not TASK.fullmatch(text):
        return None
    named = [fact for fact in facts if fact.subject and re.search(rf"\b{re.escape(fact.subject)}\b", text)]
    recall = f" As I remember it: {told(named)}" if named else ""
    promise = closed(f"I'll {said_back(text[0].lower() + text[1:])}")
    return Act(f"{promise}{recall} (In practice mode I only say so.)")


def _past(text: str, facts: Facts) -> Act | None:
    topic = asked_about(text)
    if not topic:
        return None
    found = about(topic, facts)
    return Act(told(found)) if found else Act(recalled(text, facts), past=topic)


def _recall(text: str, facts: Facts) -> Act | None:
    words = recalled(text, facts)
    return Act(words) if words else None


CHANGE = re.compile(
    r"\b(?:actually|correction|now|no longer|any ?more|instead|moved|switched|transferred|joined|left|became|quit)\b",
    re.IGNORECASE,
)
TRANSIENT = re.compile(
    r"\b(?:today|tonight|tomorrow|right now|at the moment|for now|just for|this (?:morning|afternoon|evening|task))\b",
    re.IGNORECASE,
)
OF_NOW = re.compile(r"(?:I|it|this|that|my|the)\b.*", re.IGNORECASE)
MOOD = re.compile(r"I (?:am|feel) (?:so |very |a bit |really )?\w+")


def stated(text: str) -> Fact | None:
    """Find what a statement says that will still be so tomorrow."""
    return None if TRANSIENT.search(text) else fact_in(text)


def _statement(text: str, facts: Facts) -> Act | None:
    fact = stated(text)
    return _store(fact, facts, asking=True, changed=bool(CHANGE.search(text))) if fact else None


def _passing(text: str, _: Facts) -> Act | None:
    passes = MOOD.fullmatch(text) or (OF_NOW.fullmatch(text) and TRANSIENT.search(text))
    return Act(PASSING, weight=Weight.SMALL_TALK) if passes else None


RULES: tuple[Rule, ...] = (_show, _small_talk, _forget, _remember, _wish, _task, _past, _recall)
"""In the order they are tried."""
RULES_FOR_STATEMENTS: tuple[Rule, ...] = (*RULES, _statement, _passing)
"""What is no question may also tell something."""
