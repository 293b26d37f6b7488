"""Understanding: from the sentences of a turn to acts."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from practice.model.acts import RULES, RULES_FOR_STATEMENTS, Act, Weight
from practice.model.calls import add
from practice.model.conversation import Conversation, is_prose
from practice.model.facts import Fact, known
from practice.model.grammar import plain
from practice.model.phrases import DECLINED, FALLBACK
from practice.model.recall import is_question

ANSWER = re.compile(
    r"^(?:(?P<yes>yes|yeah|yep|sure|ok|okay|please do|please|do it|do that|go ahead|of course|definitely|correct|y|👍"
    r"|(?:please )?remember (?:that|it|this)(?=[\s.!]*$))"
    r"|no|nope|nah|don't(?! forget)|do not(?! forget)|not now|never ?mind|forget (?:it|that)(?=[\s.!]*$)|n|👎)(?!\w)"
    r"[\s,.!]*(?:please(?: do)?|(?:do|remember|store|save) (?:that|it|this)|thanks|thank you)?[\s,.!]*(?:and |also )*",
    re.IGNORECASE,
)
"""A yes or no at the head of a sentence."""
STORES_AT_ONCE = re.compile(r"(store (?:it|what is worth knowing) at once)|ask before you store|ask first")
"""What the model is told of how memories come about; what was said last holds."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What a sentence is understood in: what is known, and what the last answer offered to remember."""

    facts: tuple[Fact, ...]
    offered: tuple[Fact, ...] = ()
    asks: bool = True
    """Whether something new is stored only once the user agrees."""

    @classmethod
    def of(cls, conversation: Conversation) -> "Situation":
        """See how things stand when the turn begins."""
        facts = known(conversation)
        asks = not any(STORES_AT_ONCE.findall(_instructed(conversation))[-1:])
        last = conversation.past[-1] if conversation.past else None
        if not last or not re.search(r"\bremember\b[^?]*\?\s*$", last.answer):
            return cls(facts, asks=asks)
        acts = (_act(ANSWER.sub("", sentence), facts) for sentence in last.sentences)
        return cls(facts, tuple(act.offer for act in acts if act.offer), asks)


def understood(sentences: Iterable[str], situation: Situation) -> list[Act]:
    """Understand the sentences of a turn; what weighs less than the rest is left out."""
    acts = list[Act]()
    for sentence in sentences:
        answer = ANSWER.match(sentence) if situation.offered else None
        if answer:
            acts.append(Act(calls=tuple(map(add, situation.offered))) if answer["yes"] else Act(DECLINED))
            situation = replace(situation, offered=())
        act = _act(sentence[answer.end() :] if answer else sentence, situation.facts)
        acts.append(Act(calls=(add(act.offer),)) if act.offer and not situation.asks else act)
    heaviest = max((act.weight for act in acts), default=Weight.FALLBACK)
    return [act for act in acts if act.weight == heaviest]


def _instructed(conversation: Conversation) -> str:
    """Give the prompt, and all that was told beside messages."""
    notes = (turn.notes for turn in (*conversation.past, conversation.turn))
    return "\n".join([conversation.prompt, *notes])


def _act(sentence: str, facts: tuple[Fact, ...]) -> Act:
    """Find what a sentence leads to: the first rule that fits."""
    text = plain(sentence) if is_prose(sentence) else ""
    rules = RULES if text and is_question(sentence) else RULES_FOR_STATEMENTS
    acts = (rule(text, facts) for rule in rules if text)
    return next((act for act in acts if act), Act(FALLBACK, weight=Weight.FALLBACK))
