"""The past: questions about what was said before, and where their answers are found."""

import re
from collections.abc import Iterable, Sequence

from practice.model.conversation import Step, Turn
from practice.model.facts import STOP_WORDS, stems
from practice.model.grammar import said_back
from practice.model.recall import is_question

WE = r"(?:I|we|you)"
SPOKE = r"(?:say|said|tell|told|talk(?:ed)?|speak|spoken?|mention(?:ed)?|discuss(?:ed)?|decided?|agreed?|write|wrote)"
OF = r"(?: you| me)?(?: about| of| on)"
ASKED = re.compile(
    r"(?:(?:do you (?:know|remember)|remind me|tell me) )?(?:"
    rf"(?:what|when|where|how|why) (?:did|have) {WE} (?:ever )?{SPOKE}(?:{OF})? (.{{1,80}})"
    rf"|(?:what|when|where) {WE} {SPOKE}{OF} (.{{1,80}})"
    rf"|what (?:is|are|was|were) ((?:the|that|those|my|our) .{{1,60}}?) (?:that |which )?{WE} {SPOKE}(?: .{{1,60}})?"
    rf")|did {WE} (?:ever )?{SPOKE}(?:{OF})? (.{{1,80}})",
    re.IGNORECASE,
)
PASSAGE = re.compile(r"\[conversation \d+, (?P<date>[^,\]]+), [^,\]]+, (?P<who>[^\]]+)\] (?P<words>.+)")
"""As the search lists what it found, a line each."""


def asked_about(question: str) -> str:
    """Give what a plain question wants to know that was said about; empty if it is none of that kind."""
    asked = ASKED.fullmatch(question)
    topic = next(filter(None, asked.groups()), "") if asked else ""
    return topic if stems(topic) else ""


def query(topic: str) -> str:
    """Give the words to search for."""
    return " ".join(word for word in re.findall(r"[^\W_]+", topic) if word.lower() not in STOP_WORDS)


def said_before(topic: str, turns: Iterable[Turn]) -> str:
    """Tell what the user said last of something in these turns; empty if nothing."""
    told = [
        sentence
        for turn in turns
        for sentence in turn.sentences
        if stems(topic) <= stems(sentence) and not is_question(sentence)
    ]
    return f'You said: "{told[-1]}"' if told else ""


def found(topic: str, searches: Sequence[Step]) -> str:
    """Tell what searches have found, the user's own statements before anything else."""
    passages = [passage for step in searches for passage in map(PASSAGE.match, step.result.splitlines()) if passage]
    best = min(passages, key=lambda it: (is_question(it["words"]), it["who"] != "the user"), default=None)
    if best is None:
        return f"I found nothing about {said_back(topic)} in what we said before."
    who = {"the user": "you", "you": "I"}.get(best["who"], "somebody else")
    return f'On {best["date"]} {who} said: "{best["words"]}"'
