"""Reasoning before an answer, for a user who asks the practice model to think."""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from practice.model.answer import ReasoningForm, Reply

ASKED: Final = re.compile(r"\s*think (?P<how>first|in a field|in tags)\b[:,.]?\s*", re.IGNORECASE)
"""How a message begins that asks for reasoning."""
FORMS: Final = {
    "first": ReasoningForm.CONTENT,
    "in a field": ReasoningForm.FIELD,
    "in tags": ReasoningForm.TAGS,
}
SECONDS: Final = 0.05
"""Delay, in seconds, between the words of reasoning: together they take longer than an app shows nothing for."""
_THOUGHT: Final = """\
The user says: {said}

I should take my time with that. First I read what I was told to do. Then I look at everything I know: the memories in \
my instructions, what was said earlier in this conversation, and what my tools have found so far. One of my rules will \
fit, as there are not many of them. If none does, I will say so and not make anything up.

That is all there is to consider, so I can answer now."""


def form_asked_for(texts: Iterable[str]) -> ReasoningForm | None:
    """Return the form in which one of a user's messages asks for reasoning; None if none does."""
    asked = next(filter(None, map(ASKED.match, texts)), None)
    return FORMS[asked["how"].lower()] if asked else None


def without_request(text: str) -> str:
    """Return a message without its request for reasoning."""
    return ASKED.sub("", text, count=1) if ASKED.match(text) else text


def thought(reply: Reply, form: ReasoningForm | None, said: Iterable[str]) -> Reply:
    """Return a reply with reasoning before it, if that was asked for in a form."""
    if form is None:
        return reply
    reasoning = _THOUGHT.format(said=" ".join(said) or "nothing more")
    return replace(reply, reasoning=reasoning, reasoning_form=form, delay=SECONDS)
