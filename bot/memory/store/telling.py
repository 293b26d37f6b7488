"""Detection of texts that repeat deleted memories, as they are written or by comparing words. Pure."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Self

from bot.kit.text import clean, folded

FEW: Final = 32
"""Most texts for which a search one by one is fastest."""
_HEAD: Final = 12
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
"""Common first letters of words that count as forms of one word."""
_SHORT_STEM: Final = 3
"""Letters of a word that may begin a longer form, such as a plural."""
_WORD: Final = re.compile(r"[^\W_]+")
_POSSESSIVE: Final = re.compile(r"['\u2019]s\b")
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{2,}")
"""A run of letters in a language that puts few spaces or none between words; its pairs of letters count as words."""


def without(text: str, is_out: Callable[[str], bool]) -> str:
    """Return a text without some of its sentences; the others keep their bytes."""
    kept, start = "", 0
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        sentence, start = text[start:end], end
        if not is_out(sentence):
            kept += sentence
    return kept


class Parts:
    """Texts to search for, none of them empty, in a time that hardly depends on their number."""

    def __init__(self, texts: Collection[str]) -> None:
        self._texts = frozenset(texts)
        self._by_head: dict[str, list[str]] = defaultdict(list)
        if len(self._texts) > FEW:
            for text in self._texts:
                self._by_head[text[:_HEAD]].append(text)
        self._lengths = {len(head) for head in self._by_head}

    def found_in(self, text: str) -> set[str]:
        """Return those contained in a text."""
        if len(self._texts) <= FEW:
            return {part for part in self._texts if part in text}
        heads = {text[at : at + length] for length in self._lengths for at in range(len(text))}
        return {part for head in heads & self._by_head.keys() for part in self._by_head[head] if part in text}

    def replaced(self, text: str, instead: str) -> str:
        """Return a text with each of them replaced, the longest first."""
        for part in sorted(self.found_in(text), key=len, reverse=True):
            text = text.replace(part, instead)
        return text


class Traces:
    """Finds text that may repeat or name deleted memories, unless a live memory says all of it and more."""

    def __init__(self, versions: Collection[str], names: Collection[str] = (), live: Collection[str] = ()) -> None:
        self._versions = [_Version.of(version) for version in versions]
        self._parts = Parts([version.key for version in self._versions])
        named = [*self._versions, *map(_Version.of, names)]
        self._telling = frozenset(stem for it in named for stem in it.telling)
        self._stems = self._telling.union(*(it.stems for it in self._versions))
        self._live = live

    def is_doubtful(self, sentence: str) -> bool:
        """Tell whether a sentence may name or paraphrase a memory: it shares a word with it that is not frequent.

        This rather finds too many. It finds none where the sentence says what a live memory says.
        """
        words = _words(sentence)
        pieces = _pieces(words)
        if self._telling.isdisjoint(pieces):
            return bool(self._parts.found_in(folded(clean(sentence))))
        return not self._are_live(_stems(words), self._stems & pieces)

    def repeated(self, text: str) -> set[str]:
        """Return the versions, folded, that a text repeats almost word for word.

        A clause repeats a memory if it holds all its words that matter. Where only one of these is a rare one, the
        clause has to be about the user too, or to say nothing else.
        """
        repeated: set[str] = set()
        for sentence in _SENTENCE_END.split(text):
            repeated |= self._parts.found_in(folded(clean(sentence)))
            for clause in _CLAUSE_END.split(sentence):
                repeated |= self._in_clause(_words(clause))
        return repeated

    def _in_clause(self, words: Collection[str]) -> set[str]:
        stems = _stems(words)
        near = (it for stem in stems & self._by_rarest_stem.keys() for it in self._by_rarest_stem[stem])
        told = [it for it in near if it.stems <= stems and it.is_meant_by(words)]
        said = frozenset[str]().union(*(it.stems for it in told))
        return set() if not told or self._are_live(stems, said) else {it.key for it in told}

    def _are_live(self, stems: frozenset[str], told: frozenset[str]) -> bool:
        """Return whether a live memory says more than `told`, and a sentence with these stems says all of it."""
        return any(told < live <= stems for live in self._live_stems)

    @cached_property
    def _by_rarest_stem(self) -> dict[str, list["_Version"]]:
        """The versions by their rarest stem, so that a clause is compared with few."""
        having = Counter(stem for it in self._versions for stem in it.stems)
        versions: dict[str, list[_Version]] = defaultdict(list)
        for it in self._versions:
            if it.stems:
                versions[min(it.stems, key=having.__getitem__)].append(it)
        return versions

    @cached_property
    def _live_stems(self) -> list[frozenset[str]]:
        return [_stems(_words(version)) for version in self._live]


def mentioned(versions: Sequence[str], texts: Iterable[str]) -> set[int]:
    """Return the indexes of versions that a text may repeat: it has at least half of their rare words."""
    several = [_Version.of(version).telling for version in versions]
    by_stem: dict[str, list[int]] = defaultdict(list)
    for place, stems in enumerate(several):
        for stem in stems:
            by_stem[stem].append(place)
    found: set[int] = set()
    for text in texts:
        pieces = _pieces(_words(text))
        shared = Counter(place for stem in by_stem.keys() & pieces for place in by_stem[stem])
        found |= {place for place, count in shared.items() if 2 * count >= len(several[place])}
    return found


@dataclass(frozen=True, slots=True)
class _Version:
    """A folded version with the stems of its significant words, and of the rare ones among these (`telling`).

    A word that is `alone` significant must occur whole, since "progress" has the stem of "programmer".
    """

    key: str
    stems: frozenset[str]
    telling: frozenset[str]
    alone: str
    is_about_user: bool

    @classmethod
    def of(cls, version: str) -> Self:
        words = _words(version)
        stems = _stems(words)
        telling = _stems(word for word in words if word not in _FREQUENT) or stems
        alone, *others = [word for word in words if word not in _COMMON] or [""]
        return cls(folded(version), stems, telling, "" if others else alone, not _THE_USER.isdisjoint(words))

    def is_meant_by(self, words: Collection[str]) -> bool:
        """Tell whether a clause with all significant stems is likely to be about the same person."""
        if not any(word.startswith(self.alone) for word in words):
            return False
        if len(self.telling) > 1 or not self.is_about_user or not _THE_USER.isdisjoint(words):
            return True
        return all(word.startswith(tuple(self.stems)) for word in words if word not in _COMMON)


def _words(text: str) -> list[str]:
    words = _WORD.findall(_POSSESSIVE.sub("", folded(text)))
    return words if text.isascii() else [part for word in words for part in (_pairs(word) or [word])]


def _pairs(word: str) -> list[str]:
    """Return each two letters that follow one another, in a language without spaces."""
    runs = _UNSPACED.findall(word)
    return [run[at : at + 2] for run in runs for at in range(len(run) - 1)]


def _stems(words: Iterable[str]) -> frozenset[str]:
    """Return the beginnings of the words that matter; a short word is whole."""
    return frozenset(word[:_STEM] for word in words if word not in _COMMON)


def _pieces(words: Iterable[str]) -> frozenset[str]:
    """Return all that a stem may be equal to: also what may be a form of a short word."""
    return frozenset(word[:length] for word in words if word not in _COMMON for length in (_SHORT_STEM, _STEM))
