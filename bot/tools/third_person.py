"""Whether a text says what a user said, in the third person. Pure."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Final

from bot.tools.telling_words import NOT, Kind, Part, Word, length
from bot.values import requests

_ARABIC_PERSON: Final = ("\u0623", "\u064a", "\u062a")
"""First letters of Arabic verbs: I, he, she."""
_LONGEST_ENDING: Final = max(len(ending) for ending, _ in requests.ENDINGS)
_MOST_MOVED: Final = 30
"""Most words among which a German verb is looked for."""
_MOST_OWNED: Final = 4
"""Most words of what is the user's, such as "older sister"."""
_MOST_SUBJECT: Final = 2
"""Most words after "I" for which what follows is the user's as well: more may have another subject."""


def holds(language: str, asked: Sequence[Part], told: Part) -> bool:
    """Tell whether some parts that follow each other say the same as a text."""
    ends, whole = list(accumulate(map(length, asked), initial=0)), length(told)
    for at, first in enumerate(asked):
        end = bisect_left(ends, ends[at] + whole)
        if end == len(ends) or ends[end] != ends[at] + whole:
            continue
        said = [it for part in asked[at:end] for it in part]
        if _is_same(said, told, has_subject=at == 0) or (language == "de" and _is_moved(said, told)):
            return True
        former = asked[at - 1] if at else ()
        is_users = former and former[0].text in requests.SUBJECTS and len(former) <= 1 + _MOST_SUBJECT
        if is_users and all(it.text != NOT for it in former) and _is_same([former[0], *first], told):
            return True
    return False


def _is_moved(said: Part, told: Part) -> bool:
    """Tell whether two texts are the same when the verb that ends a German clause stands earlier."""
    *others, verb = said
    if len(said) > _MOST_MOVED or verb.kind is not Kind.FREE or verb.text != verb.text.lower():
        return False
    return any(_is_same([*others[:at], verb, *others[at:]], told) for at in range(len(others)))


def _is_same(said: Part, told: Part, *, has_subject: bool = False) -> bool:
    """Tell whether a text has the same words, and the user where it has them.

    They may stand later there as an owner ("my sister", "la hermana del usuario"). What names no user has them as its
    subject if it begins a request, or its verb says so.
    """
    words, others = ([it for it in part if it.kind is not Kind.USER] for part in (said, told))
    if len(words) != len(others) or not all(_are_forms(*pair) for pair in zip(words, others, strict=True)):
        return False
    users, those = _places(said), _places(told)
    implied = set[int]()
    for at, (word, other) in enumerate(zip(words, others, strict=True)):
        if word.text.casefold() == other.text.casefold():
            continue
        if word.text in {f"{other.text}ي", f"{other.text[:-1]}تي"}:
            implied.add(at + 1)  # "my", in Arabic
        elif not any(it <= at for it in those):
            return False  # nobody who spoke of themself
        elif not other.text.endswith("s"):  # in English, "they like"
            implied.add(0)
    if has_subject and not users and not implied:
        implied.add(0)
    for at, user in users.items():
        implied.update({at, at - 1} if user in requests.SUBJECTS and at == 1 else _places_of_owner(words, at, user))
    return implied.issuperset(those)


def _places(part: Part) -> dict[int, str]:
    """Return the user's words by how many others stand before them."""
    before = accumulate((it.kind is not Kind.USER for it in part), initial=0)
    return {place: it.text for place, it in zip(before, part, strict=False) if it.kind is Kind.USER}


def _places_of_owner(words: Part, place: int, user: str) -> Iterator[int]:
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
    if one == other:
        return True
    if said.kind is not Kind.FREE or Kind.OTHER in {said.kind, told.kind} or told.text != told.text.lower():
        return False
    if (one, other) in requests.IRREGULAR:
        return True
    if one.startswith(_ARABIC_PERSON[0]) and other.startswith(_ARABIC_PERSON) and one[1:] == other[1:]:
        return True
    stems = range(max(1, len(one) - _LONGEST_ENDING), len(one) + 1)
    return any(one[:it] == other[:it] and (one[it:], other[it:]) in requests.ENDINGS for it in stems)
