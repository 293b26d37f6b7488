"""What the practice model says of the results of its calls."""

import re
from collections.abc import Iterable, Sequence

from practice.model import notebook, phrases, reminding, web
from practice.model.calls import REACT, SEARCH
from practice.model.conversation import Step
from practice.model.english import closed, second_person
from practice.model.facts import Fact, listed

PASSAGE = re.compile(r"\[conversation \d+, (?P<date>[^,\]]+), [^,\]]+, (?P<who>[^\]]+)\] (?P<words>.+)")
"""A passage in the result of a conversation search."""
FIRST_PERSON = "This is in the first person"
"""In the refusal of a memory that its user could have written."""


def said(facts: Iterable[Fact]) -> str:
    """Put facts into sentences for the user."""
    return " ".join(closed(second_person(fact.content)) for fact in facts)


def outcomes(steps: Sequence[Step]) -> list[str]:
    """Put the result of each call into words; of a retried call, the last one."""
    told = (step for step in steps if step.call.name != REACT and FIRST_PERSON not in step.result)
    last = {step.given("content") or step.call: step for step in told}
    return [_outcome(step) for step in last.values()]


def reaction(steps: Sequence[Step]) -> str:
    """Return the last reaction, which is the answer if nothing else is to be said."""
    return next((step.given("emoji") for step in reversed(steps) if step.call.name == REACT), "")


def _outcome(step: Step) -> str:
    if step.call.name == SEARCH:
        return _found(step)
    if step.call.name in notebook.TOOLS:
        return notebook.outcome(step.call.name, step.given("name"), step.result)
    if step.call.name in reminding.TOOLS:
        return reminding.outcome(step)
    if step.call.name in {web.FETCH, web.SEARCH}:
        return web.told(step)
    if similar := listed(step.result):
        return f"I remember that already: {said(similar[:1])}"
    words = next(words for pattern, words in phrases.OUTCOMES.items() if pattern.match(step.result))
    return words.format(second_person(step.given("content")))


def _found(step: Step) -> str:
    """Quote the best passage of a search result."""
    best = next(filter(None, map(PASSAGE.match, step.result.splitlines())), None)
    if not best:
        return phrases.NOTHING_FOUND
    who = {"the user": "you", "you": "I"}.get(best["who"], "somebody else")
    return f'On {best["date"]} {who} said: "{best["words"]}"'
