"""How a memory should be worded: in the third person, and with one fact. Pure.

Only what is certain is found, so that no proper name or quotation is taken for a mistake. A sentence is changed only
if it is English, and if the result, read in the second person, says what the user wrote.
"""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import takewhile
from typing import Final

from bot.kit.text import folded
from bot.memory.second_person import (
    COMMON_VERBS,
    IRREGULAR_VERBS,
    UNCHANGED_VERBS,
    is_adverb,
    second_person,
    verb_for_you,
)

_FIRST_PERSON: Final = re.compile(
    r"(?:"
    r"I(?:['\u2019](?:m|ve|d|ll))?\s+[a-z]|(?:My|We|Our)\s+[a-z]"  # not the name of a band or a company
    r"|(?:Ich|Meine?|Meinem|Meinen|Meiner|Wir|Unsere?)\s"
    r"|(?:Je\s|J['\u2019]|(?:Mon|Ma|Mes|Nous)\s+[a-zà-ÿ])"
    r"|(?:Yo|Eu|Minha|Meu|Nosotros)\s"
    r"|(?:Я|Мой|Моя|Моё|Мои|Мы|Мій|Моє|Мої)\s"
    r"|(?:Benim)\s|(?:我|私|僕|わたし)|(?:मैं|मेरा|मेरी|मेरे)\s|أنا\s"
    r")"
)
"""The beginning of a sentence in which its writer speaks of themselves."""
_SENTENCE_END: Final = re.compile(r"(?<=[.!?;])\s+|(?<=[。！？；])|\n+")  # noqa: RUF001 - full-width ones
_ITEM: Final = re.compile(r"\s*(?:[-*•]|\d{1,2}[.)])\s+")
_WORDS_ALIKE: Final = 2
_CHARACTERS_ALIKE: Final = 2
_LEAST_WORDS: Final = 3
_UNSPACED: Final = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
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


def is_first_person(text: str) -> bool:
    """Tell whether a text begins as if its user had written it."""
    return _FIRST_PERSON.match(text) is not None


def has_several_facts(text: str) -> bool:
    """Tell whether a text is a list, or has sentences that begin alike, as "The user …. The user …." does."""
    if sum(_ITEM.match(line) is not None for line in text.split("\n")) > 1:
        return True
    sentences = (it.strip() for it in _SENTENCE_END.split(text))
    beginnings = Counter(filter(None, map(_beginning, sentences)))
    return any(count > 1 for count in beginnings.values())


def third_person(text: str) -> str | None:
    """Return a sentence in the first person as one about the user; None if that isn't certain."""
    plain = text.replace("\u2019", "'").strip()
    begun = _BEGUN.match(plain)
    if begun is None or any(it.search(plain, 1) for it in (_OTHERS, _FURTHER, _UNSURE)):
        return None
    third, second, rest = _begun_in_both(begun)
    third += _PRONOUN.sub(lambda it: _LATER[it[0].lower()][0], rest)
    second += _PRONOUN.sub(lambda it: _LATER[it[0].lower()][1], rest)
    third, second = (it[:1].upper() + it[1:] for it in (third, second))
    return third if second_person(third) == second else None


def _beginning(sentence: str) -> str:
    """Return how a sentence begins; empty for one that is too short to be a fact."""
    if _UNSPACED.match(sentence):
        return sentence[:_CHARACTERS_ALIKE]
    words = folded(sentence).split()
    if len(words) < _LEAST_WORDS:
        return ""
    return " ".join(words[:_WORDS_ALIKE]).removesuffix("'s").removesuffix("\u2019s")


def _begun_in_both(begun: re.Match[str]) -> tuple[str, str, str]:
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
