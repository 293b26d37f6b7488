"""Whether a text says what a user said, in the third person. Pure."""

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from bot.turns.tools import requests
from bot.turns.tools.telling_words import Kind, Word, Words

_ARABIC_PERSON: Final = ("\u0623", "\u064a", "\u062a")
"""First letters of Arabic verbs: I, he, she."""
_LONGEST_ENDING: Final = max(len(ending) for ending, _ in requests.ENDINGS)
_MOST_MOVED: Final = 30
"""Most words among which a German verb is looked for."""
_MOST_OWNED: Final = 4
"""Most words of what is the user's, such as "older sister"."""


def is_same(language: str, said: Words, told: Words) -> bool:
    """Tell whether what a user said is the same as a text, which has the user where they have "I"."""
    return _is_same(said, told) or (language == "de" and _is_moved(said, told))


def _is_moved(said: Words, told: Words) -> bool:
    """Tell whether two texts are the same when the verb that ends a German clause stands earlier."""
    if not 0 < len(said) <= _MOST_MOVED:
        return False
    *others, verb = said
    if verb.kind is not Kind.FREE or verb.text != verb.text.lower():
        return False
    return any(_is_same([*others[:at], verb, *others[at:]], told) for at in range(len(others)))


def _is_same(said: Words, told: Words) -> bool:
    """Tell whether a text has the same words, and the user where it has them.

    They may stand later there as an owner ("my sister", "la hermana del usuario"). What names no user has them as its
    subject, or where its verb says so.
    """
    words, others = ([it for it in part if it.kind is not Kind.USER] for part in (said, told))
    if len(words) != len(others) or not all(_are_forms(*pair) for pair in zip(words, others, strict=True)):
        return False
    users, those = _places(said), _places(told)
    implied = set[int]()
    for at, (word, other) in enumerate(zip(words, others, strict=True)):
        if _is_same_word(word.text.casefold(), other.text.casefold()):
            continue
        if word.text in {f"{other.text}ي", f"{other.text[:-1]}تي"}:
            implied.add(at + 1)  # "my", in Arabic
        elif not any(it <= at for it in those):
            return False  # nobody who spoke of themself
        elif not other.text.endswith("s"):  # in English, "they like"
            implied.add(0)
    if not users and not implied:
        implied.add(0)
    for at, user in users.items():
        implied.update({at, at - 1} if user in requests.SUBJECTS and at == 1 else _places_of_owner(words, at, user))
    return implied.issuperset(those)


def _places(part: Words) -> dict[int, str]:
    """Return the user's words by how many others stand before them."""
    before = accumulate((it.kind is not Kind.USER for it in part), initial=0)
    return {place: it.text for place, it in zip(before, part, strict=False) if it.kind is Kind.USER}


def _places_of_owner(words: Words, place: int, user: str) -> Iterator[int]:
    """Yield where an owner may stand: as in "my sister", or after what is theirs."""
    yield place
    if user not in requests.SUBJECTS:
        for at, word in enumerate(words[place : place + _MOST_OWNED], place):
            is_noun = at == place and user.startswith(("mein", "unser"))  # in German, in capitals
            if not is_noun and not word.text.islower():
                break
            yield at + 1


def _are_forms(said: Word, told: Word) -> bool:
    """Tell whether a word is another, or its third person."""
    one, other = said.text.casefold(), told.text.casefold()
    if _is_same_word(one, other):
        return True
    if said.kind is not Kind.FREE or Kind.OTHER in {said.kind, told.kind} or told.text != told.text.lower():
        return False
    if (one, other) in requests.IRREGULAR:
        return True
    if one.startswith(_ARABIC_PERSON[0]) and other.startswith(_ARABIC_PERSON) and one[1:] == other[1:]:
        return True
    stems = range(max(1, len(one) - _LONGEST_ENDING), len(one) + 1)
    return any(one[:it] == other[:it] and (one[it:], other[it:]) in requests.ENDINGS for it in stems)


def _is_same_word(one: str, other: str) -> bool:
    return one == other or (one[:-2] == other[:-2] and (one[-2:], other[-2:]) == requests.INFINITIVES)
