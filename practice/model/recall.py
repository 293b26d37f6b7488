"""Recall: what is known about what is asked."""

import re
from collections.abc import Iterable

from practice.model.facts import Fact, about, stems
from practice.model.grammar import closed, plain, said_back, second_person

MOST_IN_A_LINE = 3
"""More facts than this are listed."""
QUESTION = re.compile(r"(?:who|what|where|when|which|whose|how|do|does|am|is|are) ", re.IGNORECASE)
ABOUT_ME = re.compile(
    r"(?:tell me )?what (?:do|did|have) you (?:know|remember|learn(?:ed)?|stored?)(?: (?:about|of) (?:me|us)| so far)?"
    r"|who am I|do you (?:know|remember) me|tell me about (?:me|myself)"
    r"|(?:show|list)(?: me)? (?:my|your|all|the|what)\b.*\bmemories|what (?:is|are) (?:in )?your memor(?:y|ies)",
    re.IGNORECASE,
)
ABOUT = re.compile(
    r"who (?:is|was|are) (.{1,60})|what (?:is|was|are) (my .{1,60})"
    r"|(?:tell me|what do you (?:know|remember)|what can you tell me) about (.{1,60})"
    r"|(?:do you know|tell me|remind me) who (.{1,60}?) is|do you (?:know|remember) (.{1,60})",
    re.IGNORECASE,
)


def is_question(sentence: str) -> bool:
    """Tell whether a sentence asks something."""
    return sentence.rstrip(" \"'”*").endswith("?") or bool(QUESTION.match(plain(sentence)))


def recalled(question: str, facts: tuple[Fact, ...]) -> str:
    """Answer a question from the facts; empty where it is no question, or none about what could be known."""
    if ABOUT_ME.fullmatch(question):
        return told(facts) or "I don't know anything about you yet. Tell me something, and I can remember it."
    asked = ABOUT.fullmatch(question)
    topic = next(filter(None, asked.groups())) if asked else ""
    if found := (topic and about(topic, facts)) or _closest(question, facts):
        return told(found)
    if topic:
        return f"I don't know anything about {said_back(topic)} yet. Tell me, and I can remember it."
    return "I don't know that yet. Tell me, and I can remember it." if _personal(question) else ""


def told(facts: Iterable[Fact]) -> str:
    """Tell facts to the user."""
    sentences = [closed(second_person(fact.content)) for fact in facts]
    if len(sentences) > MOST_IN_A_LINE:
        return "Here's what I remember:\n\n" + "\n".join(f"- {sentence}" for sentence in sentences)
    return " ".join(sentences)


def _closest(question: str, facts: tuple[Fact, ...]) -> list[Fact]:
    """Find the facts about whom the question names, or else about the user, that share most of its words."""
    if not QUESTION.match(question):
        return []
    asked = stems(question)
    named = [fact for fact in facts if fact.subject and stems(fact.subject) <= asked]
    own = [fact for fact in facts if re.search(r"\buser\b", fact.content, re.IGNORECASE)]
    pool = named or (own if _personal(question) else [])
    shared = {fact: len((asked & fact.keywords) - stems(fact.subject)) for fact in pool}
    most = max(shared.values(), default=0)
    return [fact for fact in pool if shared[fact] == most] if most or named else []


def _personal(question: str) -> bool:
    return bool(QUESTION.match(question) and re.search(r"\b(?:I|my|me|we|our)\b", question))
