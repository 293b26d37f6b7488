"""Which sentences may tell of deleted memories: their words are compared with what the memories said. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

from bot.database.parts import Parts
from bot.values import clean, folded

_SENTENCE_END: Final = re.compile(r"(?<=[.!?…])\s+|(?<=[\u3002\uff01\uff1f])|\n+")
"""The last three marks are those of Chinese and Japanese."""
_CLAUSE_END: Final = re.compile(r"[;:]")
_GRAMMAR: Final = """
a an and are as at be by do for had has have he her his i in is it its my no of on or our she so that the their them
they this to user users was we were who with you your
"""
_COMMON: Final = frozenset(_GRAMMAR.split())
_OFTEN_USED: Final = """
about also call called calls enjoy enjoys hate hates how know knows like liked likes live lived lives love loved loves
make makes name named names need needs not own owned owns prefer preferred prefers very want wants what when where which
will work worked works would
"""
_FREQUENT: Final = frozenset(_OFTEN_USED.split())
_THE_USERS_NAMES: Final = "he her him his i me my she their them they user users you your"
_THE_USER: Final = frozenset(_THE_USERS_NAMES.split())
_STEM: Final = 4
"""Words that begin with this many of the same letters count as forms of one word."""
_SHORT_STEM: Final = 3
"""A word of this many letters may begin a longer one, such as a plural."""
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{2,}")
"""A run of letters in a language that puts few spaces or none between words."""


def without(text: str, is_out: Callable[[str], bool]) -> str:
    """Return a text without some of its sentences; the others keep their bytes."""
    kept, start = "", 0
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        sentence, start = text[start:end], end
        if not is_out(sentence):
            kept += sentence
    return kept


class Doubt:
    """Finds sentences that may name or paraphrase deleted memories: it rather finds too many.

    A sentence is doubtful if it shares a word with them, other than the commonest, or holds one of their `names`. It is
    not if a live memory says all that is shared, and more, and the sentence says that too.
    """

    def __init__(self, versions: Collection[str], names: Collection[str] = (), live: Collection[str] = ()) -> None:
        keys = [folded(version) for version in versions]
        self._parts = Parts(keys)
        self._telling = frozenset(stem for key in (*keys, *map(folded, names)) for stem in _telling_stems(key))
        self._all = self._telling.union(*map(_stems, keys))
        self._live = live

    def is_in(self, sentence: str) -> bool:
        """Tell whether a sentence is doubtful."""
        words = _Words.of(sentence)
        if self._telling.isdisjoint(words.pieces):
            return bool(self._parts.found_in(folded(clean(sentence))))
        shared = self._all.intersection(words.pieces)
        return not any(stems > shared for _, stems in self._live_versions.told_by(words))

    @cached_property
    def _live_versions(self) -> "_Versions":
        return _Versions(map(folded, self._live))


class Repetition:
    """Finds what repeats deleted memories almost word for word; other sentences about the same things don't.

    A clause repeats a memory if it holds all its words that matter. Where only one of these is a rare one, the clause
    has to be about the user too, or to say nothing else. Not if a live memory says all that is repeated, and more.
    """

    def __init__(self, versions: Collection[str], live: Collection[str] = ()) -> None:
        self._versions = _Versions(map(folded, versions))
        self._live = live
        self._parts = Parts([folded(version) for version in versions])

    def of(self, text: str) -> set[str]:
        """Return the versions, folded, that a text repeats."""
        repeated: set[str] = set()
        for sentence in _SENTENCE_END.split(text):
            repeated |= self._parts.found_in(folded(clean(sentence)))
            for clause in _CLAUSE_END.split(sentence):
                repeated |= self._in_clause(_Words.of(clause))
        return repeated

    def _in_clause(self, words: "_Words") -> set[str]:
        told = [(key, stems) for key, stems in self._versions.told_by(words) if _is_about_it(words, key, stems)]
        if not told:
            return set()
        most = frozenset[str]().union(*(stems for _, stems in told))
        if any(stems > most for _, stems in self._live_versions.told_by(words)):
            return set()
        return {key for key, _ in told}

    @cached_property
    def _live_versions(self) -> "_Versions":
        return _Versions(map(folded, self._live))


def mentioned(versions: Sequence[str], texts: Iterable[str]) -> set[int]:
    """Return which versions any of the texts may tell: at least half of the rare words of one are in it."""
    several = [_telling_stems(folded(version)) for version in versions]
    by_stem: dict[str, list[int]] = defaultdict(list)
    for place, stems in enumerate(several):
        for stem in stems:
            by_stem[stem].append(place)
    found: set[int] = set()
    for text in texts:
        pieces = _Words.of(text).pieces
        shared = Counter(place for stem in by_stem.keys() & pieces for place in by_stem[stem])
        found |= {place for place, count in shared.items() if 2 * count >= len(several[place])}
    return found


@dataclass(frozen=True, slots=True)
class _Words:
    """The words of a text, and their beginnings."""

    words: Sequence[str]
    whole: frozenset[str]
    beginnings: frozenset[str]

    @classmethod
    def of(cls, text: str) -> Self:
        """Take a text apart."""
        words = _words(text)
        return cls(words, frozenset(words), frozenset(word[:_STEM] for word in words))

    @property
    def pieces(self) -> set[str]:
        """All that a stem may be equal to."""
        words = self.whole - _COMMON
        short = {word[:_SHORT_STEM] for word in words if len(word) >= _SHORT_STEM}
        return {*words, *(word[:_STEM] for word in words), *short, *(pair for word in words for pair in _pairs(word))}

    def hold(self, stems: frozenset[str]) -> bool:
        """Tell whether each stem is a word's beginning; a short one has to be the whole word."""
        return all(self._has(stem) for stem in stems)

    def _has(self, stem: str) -> bool:
        if len(stem) < _STEM:
            return stem in self.whole
        return stem[:_STEM] in self.beginnings and any(word.startswith(stem) for word in self.words)


class _Versions:
    """What many versions of memories say, by their stems; each is kept under its rarest, so that few are compared."""

    def __init__(self, keys: Iterable[str]) -> None:
        several = [(key, stems) for key in keys if (stems := _stems(key))]
        counts = Counter(stem for _, stems in several for stem in stems)
        self._by_rarest: dict[str, list[tuple[str, frozenset[str]]]] = defaultdict(list)
        for key, stems in several:
            rarest = min(stems, key=lambda stem: (counts[stem], stem))
            self._by_rarest[rarest[:_STEM]].append((key, stems))

    def told_by(self, words: _Words) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield each version whose words that matter are all there, with its stems."""
        for beginning in words.beginnings:
            for key, stems in self._by_rarest.get(beginning, ()):
                if words.hold(stems):
                    yield key, stems


def _is_about_it(words: _Words, key: str, stems: frozenset[str]) -> bool:
    """Tell whether a clause that holds all words of a version says it of the same person, as far as words tell."""
    if len(_telling_stems(key)) > 1 or _THE_USER.isdisjoint(_words(key)):
        return True
    says_nothing_else = all(word.startswith(tuple(stems)) for word in words.whole - _COMMON)
    return says_nothing_else or not _THE_USER.isdisjoint(words.whole)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", re.sub(r"['\u2019]s\b", "", folded(text)))


def _stems(key: str) -> frozenset[str]:
    """Return the beginnings of the words that matter; a word that is alone matters whole."""
    words = [word for word in _words(key) if word not in _COMMON]
    return frozenset(words if len(words) == 1 else (word[:_STEM] for word in words))


def _telling_stems(key: str) -> frozenset[str]:
    """Return the beginnings of the rare words, or of all if there are none; pairs of letters where no spaces are."""
    words = [word for word in _words(key) if word not in _COMMON]
    rare = [word for word in words if word not in _FREQUENT] or words
    return frozenset(piece for word in rare for piece in (_pairs(word) or [word[:_STEM]]))


def _pairs(word: str) -> list[str]:
    """Return each two letters that follow one another, in a language without spaces."""
    runs = _UNSPACED.findall(word)
    return [run[at : at + 2] for run in runs for at in range(len(run) - 1)]
