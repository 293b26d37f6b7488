"""A sentence that the user wrote about themself as a memory says it: "I like tea" becomes "The user likes tea". Pure.

English only, and only where the result, read in the second person, says what the user wrote.
"""

import re
from collections.abc import Mapping
from itertools import takewhile
from typing import Final

from bot.memory.second_person import (
    COMMON_VERBS,
    IRREGULAR_VERBS,
    UNCHANGED_VERBS,
    is_adverb,
    second_person,
    verb_for_you,
)

_FORMS: Final[Mapping[str, tuple[str, str]]] = {
    "i'm": ("the user is", "you are"),
    "i am": ("the user is", "you are"),
    "i've": ("the user has", "you have"),
    "i'll": ("the user will", "you will"),
    "my": ("the user's", "your"),
}
"""How a sentence begins, and the same in the third and in the second person."""
_LATER: Final[Mapping[str, tuple[str, str]]] = {
    "my": ("their", "your"),
    "me": ("them", "you"),
    "mine": ("theirs", "yours"),
    "myself": ("themselves", "yourself"),
}
_BEGUN: Final = re.compile(r"(?:(?:i'm|i am|i've|i'll|my)\b|i(?P<words>(?: [a-z]+(?:'t)?)+)\b)", re.IGNORECASE)
_PRONOUN: Final = re.compile(r"\b(?:my|me|mine|myself)\b", re.IGNORECASE)
_OTHERS: Final = re.compile(r"\b(?:i|we|us|our|ours)\b", re.IGNORECASE)
_THIRD: Final = {verb: form for form, verb in IRREGULAR_VERBS.items()} | {"was": "was"}
_UNSURE: Final = re.compile(
    r"\b(?:(?!need)\w+eed|\w*ply|rely|rally|tally|ai?nt|cant|couldnt|didnt|dont|wont)\b|y and\b", re.IGNORECASE
)
"""Verbs that look like others, or like adverbs, and possessives that stand together."""
_FURTHER: Final = re.compile(
    rf"\b(?:and|but|or) (?:am|{'|'.join(sorted(filter(None, map(verb_for_you, COMMON_VERBS))))})\b", re.IGNORECASE
)
"""A further verb, which would change as well."""
_SIBILANT: Final = re.compile(r"(?:[sxz]|[cs]h|o)\Z")


def third_person(text: str) -> str | None:
    """Return a sentence in the first person as one about the user; None if that isn't certain."""
    plain = text.replace("\u2019", "'").strip()
    begun = _BEGUN.match(plain)
    if begun is None or any(it.search(plain, 1) for it in (_OTHERS, _FURTHER, _UNSURE)):
        return None
    third, second, rest = _beginning(begun)
    third += _PRONOUN.sub(lambda it: _LATER[it[0].lower()][0], rest)
    second += _PRONOUN.sub(lambda it: _LATER[it[0].lower()][1], rest)
    third, second = (it[:1].upper() + it[1:] for it in (third, second))
    return third if second_person(third) == second else None


def _beginning(begun: re.Match[str]) -> tuple[str, str, str]:
    """Return how the sentence begins in the third and in the second person, and what follows."""
    if forms := _FORMS.get(begun[0].lower()):
        return *forms, begun.string[begun.end() :]
    words = begun["words"].split()
    adverbs = "".join(f" {it}" for it in takewhile(is_adverb, words[:-1]))
    verb = begun.string[len("i" + adverbs) :].split()[0]
    rest = begun.string[len(f"i{adverbs} {verb}") :]
    return f"the user{adverbs} {_third(verb)}", f"you{adverbs} {'were' if verb == 'was' else verb}", rest


def _third(verb: str) -> str:
    """Return a verb's form for "the user"."""
    if verb in _THIRD:
        return _THIRD[verb]
    if verb in UNCHANGED_VERBS or verb.endswith("ed"):
        return verb
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return f"{verb[:-1]}ies"
    return f"{verb}es" if _SIBILANT.search(verb) else f"{verb}s"
