"""Whether a user said something in their own words. Pure."""

import re
from collections.abc import Iterable, Sequence
from typing import Final
from unicodedata import normalize

from bot.message_text import OWN_MARK, is_of_other_member, without_marked
from bot.values.messages import Message, UserMessage
from bot.values.text import folded

_SENTENCE_END: Final = re.compile(
    r"[.!?;\u2026](?=\s)|[\u3002\uff01\uff1f\u061f]|\n|(?<=\bno),|(?<=\bnein),", re.IGNORECASE
)
_QUESTION: Final = re.compile(
    r"(?:[^.!?;\u2026\u3002\uff01\uff1f\u061f\n]|[.!?;\u2026](?!\s|$))*(?:\?(?=\s|$)|[\uff1f\u061f])"
)
_REQUEST: Final = re.compile(
    r"\b(?:can|could|would|will) you\b|\bplease\b"
    r"|\b(?:kannst|k\u00f6nntest|w\u00fcrdest) du\b|\bbitte\b|\b(?:peux|pourrais)[- ]tu\b"
    r"|\bpuedes\b|\bpodr\u00edas\b|\bpuoi\b|\bpotresti\b|\bpodes\b|\bkun je\b",
    re.IGNORECASE,
)
"""What asks for something to be done, where its sentence is a question."""
_WORD: Final = re.compile(r"[^\W_]+(?:(?<=\d)[.,:/-](?=\d)[^\W_]+)*")
"""A word, or a number with its signs, such as 9:30."""
_OF_KEEPSAKE: Final = frozenset(
    """
    the a an user users is are was were be been has have had do does did i you he she it they we my your his her its
    their our me him them us of to in on at by for with from as and or that this these those who whose which there s m
    """.split()  # noqa: SIM905 - easier to read
)
"""Words that tell nothing, or that a memory has in place of "I" and "my"."""
_NOT: Final = "not"
_NEGATIONS: Final = frozenset(
    """
    not no never none nobody nothing nowhere neither nor without cannot
    dont doesnt didnt isnt arent wasnt werent wont cant couldnt wouldnt shouldnt havent hasnt hadnt
    nicht nichts nie niemals niemand kein keine keinen keinem keiner keines ohne weder
    ne pas jamais aucun aucune rien sans non não nunca jamás ningún ninguna nada sin tampoco sem
    niet geen nooit niets zonder inte aldrig ingen ikke aldri nigdy bez не нет никогда без değil
    """.split()  # noqa: SIM905 - easier to read
)
_SHORT_NOT: Final = re.compile(r"(?:\b(?:ca|wo|sha))?n['\u2019]t\b", re.IGNORECASE)
_ASKS_TO_REMEMBER: Final = re.compile(
    r"\b(?:do not|don['\u2019]?t|never) forget\b|\bvergiss(?: bitte)? nicht\b|\bnicht vergessen\b", re.IGNORECASE
)
"""What holds a negation, and negates nothing."""
_ENDING: Final = 3
"""Most characters at the end of a word that another form of it has otherwise."""


def own_words(messages: Iterable[Message]) -> str:
    """Return what a user wrote or said themself in messages, without what these quote, forward, or have attached.

    In a group that is what its manager wrote.
    """
    users = (it for it in messages if isinstance(it, UserMessage))
    texts = (it.content.partition("\n")[2] for it in users)  # without the time
    return "\n".join(without_marked(it) for it in texts if not (it.startswith(OWN_MARK) or is_of_other_member(it)))


def are_said(text: str, words: str) -> bool:
    """Tell whether each sentence of a text is said in one sentence of a user's own words.

    That has all its words that tell something, and a negation just if it has one; what is negated is in the same order.
    Words in lower case may have another form; names and numbers are the same. Of questions, only those
    count that ask for something to be done.
    """
    said, told = _sentences(_without_questions(words)), _sentences(text)
    return bool(told) and all(any(_says(own, it) for own in said) for it in told)


def _without_questions(words: str) -> str:
    return _QUESTION.sub(lambda found: found[0] if _REQUEST.search(found[0]) else "\n", words)


def _sentences(text: str) -> Sequence[Sequence[str]]:
    """Return the telling words of each sentence that has any, with one word for each negation."""
    plain = _SHORT_NOT.sub(f" {_NOT}", _ASKS_TO_REMEMBER.sub(" ", normalize("NFC", text)))
    found = ([_NOT if folded(it) in _NEGATIONS else it for it in _WORD.findall(s)] for s in _SENTENCE_END.split(plain))
    telling = ([it for it in sentence if folded(it) not in _OF_KEEPSAKE] for sentence in found)
    return [it for it in telling if it]


def _says(said: Sequence[str], told: Sequence[str]) -> bool:
    if (_NOT in said) != (_NOT in told):
        return False
    if _NOT in told:
        rest = iter(said)
        return all(any(_are_forms(it, other) for other in rest) for it in told)
    return all(any(_are_forms(it, other) for other in said) for it in told)


def _are_forms(one: str, other: str) -> bool:
    """Tell whether two words are the same, or may be forms of one, as "like" and "likes" are."""
    if folded(one) == folded(other):
        return True
    if any(it != it.lower() or any(map(str.isdigit, it)) for it in (one, other)):
        return False
    longest = max(len(one), len(other))
    same = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return same >= max(3, 0.55 * longest, longest - _ENDING)
