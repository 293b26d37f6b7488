"""The words of a text that tell something, by which texts are compared. Pure."""

# ruff: noqa: RUF001 - letters of other languages look like ours

import re
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple, TypeAlias
from unicodedata import normalize

from bot.kit.function_words import ANY_USER, LETTER, function_words
from bot.kit.text import folded
from bot.turns.tools import requests

_SENTENCE_END: Final = re.compile(r"[.;:](?=\s|$)|[。：！？\n]")
_WORD: Final = re.compile(rf"(?:(?<!\S)[-−+](?=\d))?{LETTER}+(?:(?:[.:/@_-]|(?<=\d),)+{LETTER}+)*|[$€£¥₹₽₴₺%°]")
_UNSPACED_WORD: Final = re.compile(rf"[A-Za-z0-9]+(?:[.,:/@_-]+[A-Za-z0-9]+)*|{LETTER}|[$€£¥%°]")
NOT: Final = "NOT"
_SHORT_NOT: Final = re.compile(r"(?:\b(?:ca|wo|sha))?n['\u2019]t\b", re.IGNORECASE)
_CLITIC: Final = re.compile(r"-(se|me|te|lhe)\b")
_SPELLING: Final[Mapping[str, Mapping[int, int | None]]] = {
    "tr": str.maketrans("İI", "iı"),
    "uk": str.maketrans("", "", "'\u2019\u02bc"),
}
_ARABIC_SIGNS: Final = re.compile("[\u064b-\u0652]")
_UNSPACED: Final = {
    "ja": re.compile(r"(?:ユーザー?|利用者|私|僕|俺|わたし|ぼく|自分)(?:たち|達)?[はがのもにを]?"),
    "zh": re.compile(r"(?:用户|用戶|使用者|我)(?:们|們)?的?"),
}
"""The user, with the particle after it, by language without spaces."""
_ENDS: Final = (
    (re.compile(r"(?:だ|である|な)?(?:と(?:いう)?)?(?:こと|の|よう)?(?:に|を|は|も|と|って|ので|から)?$"), ""),
    (re.compile(r"(?:です|だ|である)$"), ""),
    (re.compile(r"(?:てい|て)(?:ます|る)$"), "て"),
    (re.compile(r"(?:ません|ない)(?:です)?$"), "×"),
    (re.compile(r"[いきしちにみりび](?=×$)"), lambda it: "わかさたなまらば"["いきしちにみりび".index(it[0])]),
    (re.compile(r"(?:ます|る)$"), ""),
    (re.compile(r"[うくすつぬむぶ]$"), lambda it: "いきしちにみび"["うくすつぬむぶ".index(it[0])]),
    (re.compile(r"り$"), ""),
)
"""What becomes of the end of a Japanese sentence, so that a polite one is as a plain one."""
_IDLE: Final = {
    language: requests.LIGHT | function_words(language) - telling for language, telling in requests.TELLING.items()
}
"""Words that tell nothing alone, by language."""


class Kind(Enum):
    """What a word may become in the third person."""

    USER = auto()
    OTHER = auto()
    """A person who may be the user, in the third person."""
    EXACT = auto()
    FREE = auto()
    """A word that may have another form."""


class Word(NamedTuple):
    """A word that tells something, or one for the user."""

    text: str
    kind: Kind


Words: TypeAlias = Sequence[Word]


def plain_text(text: str) -> str:
    """Return a text without signs and short forms that differ between writers."""
    return _ARABIC_SIGNS.sub("", _SHORT_NOT.sub(f" {NOT}", normalize("NFC", text)))


def words_of(language: str, text: str) -> Words:
    """Return the telling words of a text in a language."""
    text = plain_text(text).translate(_SPELLING.get(language, {}))
    text = requests.POLITE[language].sub(" ", _CLITIC.sub(r" \1", text))
    words: list[Word] = []
    for sentence in _SENTENCE_END.split(text):
        words += _letters(language, sentence) if language in _UNSPACED else _spaced(language, sentence)
    return words


def _spaced(language: str, sentence: str) -> Words:
    """Return the words of a sentence in a language with spaces."""
    words: list[Word] = []
    former = ""
    for found in _WORD.finditer(sentence):
        if word := _word(language, found[0], former, is_first=not words):
            words.append(word)
        former = folded(found[0])
    return words


def _word(language: str, word: str, former: str, *, is_first: bool) -> Word | None:
    """Return a word that tells something."""
    plain = folded(word)
    is_name = word.isupper() and len(word) > 1 and word != NOT
    if is_name:
        return Word(word, Kind.EXACT)
    if plain in ANY_USER or plain in requests.FIRST_PERSON[language]:
        return Word(plain, Kind.USER)
    if plain in requests.OTHER_PERSONS[language]:
        return Word(plain, Kind.OTHER)
    if plain in _IDLE[language]:
        return None
    if word == NOT or plain in requests.NEGATIONS[language]:
        return Word(NOT, Kind.EXACT)
    is_free = plain.isalpha() and (word == word.lower() or is_first) and former not in requests.FIXING.get(language, ())
    return Word(word, Kind.FREE if is_free else Kind.EXACT)


def _letters(language: str, sentence: str) -> Words:
    """Return the letters of a sentence in a language without spaces, and its numbers and words of others."""
    bare = re.sub(r"^[\s、，]+[把将將]?|^[把将將]|[\s、，！!?？.「」吗嗎哦啊]+$", "", sentence)
    plain = _UNSPACED[language].sub("\0", bare)
    if language == "ja":
        for end, becomes in _ENDS:
            plain = end.sub(becomes, plain)
    found = re.findall(rf"\0|{_UNSPACED_WORD.pattern}|×", plain)
    return [Word(it, Kind.USER if it == "\0" else Kind.EXACT) for it in found]


def length(words: Words) -> int:
    """Return how many words there are besides those for the user."""
    return sum(it.kind is not Kind.USER for it in words)
