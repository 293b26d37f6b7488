"""How a memory should be worded: in the third person, and with one fact. Pure.

Only what is certain is found, so that no proper name or quotation is taken for a mistake.
"""

import re
from collections import Counter
from typing import Final

from bot.values.text import folded

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


def _beginning(sentence: str) -> str:
    """Return how a sentence begins; empty for one that is too short to be a fact."""
    if _UNSPACED.match(sentence):
        return sentence[:_CHARACTERS_ALIKE]
    words = folded(sentence).split()
    if len(words) < _LEAST_WORDS:
        return ""
    return " ".join(words[:_WORDS_ALIKE]).removesuffix("'s").removesuffix("\u2019s")
