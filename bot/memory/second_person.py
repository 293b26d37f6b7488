"""Memories as their owner reads them: "The user's boss is Alec" becomes "Your boss is Alec". Pure, for display only.

English texts only, and only where the grammar is certain. A text with a doubtful place stays as it is.
"""

import re
from collections.abc import Mapping
from typing import Final

from bot.kit.text import one_line


def _set_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


IRREGULAR_VERBS: Final[Mapping[str, str]] = {
    "is": "are",
    "was": "were",
    "has": "have",
    "does": "do",
    "goes": "go",
    "isn't": "aren't",
    "wasn't": "weren't",
    "hasn't": "haven't",
    "doesn't": "don't",
    "focuses": "focus",
    "aches": "ache",
    "caches": "cache",
}
UNCHANGED_VERBS: Final = _set_of(
    """
    are aren't ate became began bought broke brought built came can can't cannot caught chose could couldn't cut did
    did didn't do don't drank drove fell felt flew forgot found gave got grew had hadn't have haven't heard held
    hurt kept knew learnt led left lent let lost made may meant met might must mustn't needn't paid put quit ran
    read rode said sang sat saw sent set should shouldn't slept sold spent spoke stood swam taught thought told took
    went were weren't will won won't wore would wouldn't wrote
    """
)
"""Verbs that are the same for "you"; so are those that end in "-ed"."""
_NOUNS: Final = _set_of(
    """
    accounts data docs experiences groups guides ids interfaces interviews manuals names permissions profiles
    requirements roles sessions settings stories tests
    """
)
"""Words after "user" that make a noun with it, although they look like verbs."""
_ADVERBS: Final = _set_of(
    """
    already also always currently generally just longer mainly mostly never no normally not now often once only
    previously probably rarely really recently sometimes still strongly typically usually
    """
)
_CLAUSE: Final = _set_of(
    """
    after although and as because before but how if or since so than that though until what when where which while
    why
    """
)
"""Words before "the user" at the beginning of a clause."""
_AFTER_OBJECT: Final = _set_of(
    """
    a about after again an and any as at because before but by during each every for from her his how if in into
    like of on once or over so that the their to twice under until what when where which while who why with without
    """
)
"""Words after "the user" as an object."""
_CONTRACTED: Final = _set_of(
    """
    a afraid allergic also an at been currently divorced from going in interested married never no not now on still
    the very
    """
)
"""Words after "user's" that is short for "user is" or "user has"."""
_PRONOUNS: Final[Mapping[str, str]] = {
    "their": "your",
    "his": "your",
    "themselves": "yourself",
    "themself": "yourself",
    "himself": "yourself",
    "herself": "yourself",
}
_LATER_PRONOUNS: Final[Mapping[str, str]] = {**_PRONOUNS, "they": "you", "them": "you"}
_OTHERS: Final = _set_of(
    """
    anybody anyone audience band brother child children client colleague company couple crew daughter everybody everyone
    family father firm friend government group he husband it kin man manager men mother neighbour neighbor nobody parent
    partner people person police public school she sister somebody someone son staff team that university who whose wife
    woman women
    """
)
"""Words that a later pronoun may refer to, besides names and plurals."""
_OTHER_SUBJECT: Final = _CLAUSE.difference({"and", "or", "but"}) | {"who", "whose", "says", "thinks", "believes"}
"""Words after which a further verb may not be the user's."""
COMMON_VERBS: Final = _set_of(
    """
    dislikes does doesn't drinks eats enjoys goes has hasn't hates is isn't knows likes lives loves needs owns plans
    plays prefers speaks studies uses wants was wasn't works
    """
)
"""Forms that are verbs after "and"."""
LIVING_VERBS: Final = COMMON_VERBS - _set_of("does doesn't goes has hasn't is isn't was wasn't")
"""Those of what lives: a name before them is somebody's."""

_SHORT: Final = 4
"""Letters of words whose endings tell little, such as "red", "bus", "dies" and "only"."""

_USER: Final = re.compile(
    r"(?:\b[Tt]he [Uu]ser|(?:(?<=\A)|(?<=[.!?] ))User)(?P<possessive>['\u2019]s)?\b(?!['\u2019-])"
)
_WORD: Final = re.compile(r"[^\W\d_](?:['\u2019]?[^\W_])*")
_LEFT: Final = re.compile(r"\b(?:the user|user['\u2019]s)\b", re.IGNORECASE)
_SENTENCE_END: Final = (".", "!", "?")
_SENTENCE: Final = re.compile(r"[^.!?]+")
_PLURAL: Final = re.compile(r"[^\W\d_]{2,}[^\Wus]s")


def second_person(text: str) -> str:
    """Return a text about the user as they read it themselves; unchanged if that isn't certain, or not in English.

    No word is lost: only the user, their verbs and their pronouns change.
    """
    done, at = "", 0
    for user in _USER.finditer(text):
        if user.start() < at:
            return text
        changed = _changed(text, user)
        if changed is None:
            return text
        words, end = changed
        starts = not text[: user.start()].strip() or text[: user.start()].rstrip().endswith(_SENTENCE_END)
        done += text[at : user.start()] + (words[:1].upper() + words[1:] if starts else words)
        at = end
    whole = done + text[at:]
    if at == 0 or _LEFT.search(whole):
        return text
    return _SENTENCE.sub(lambda it: _with_later_pronouns(it[0]), whole)


def read_line(content: str) -> str:
    """Return a memory's text on one line, as its owner reads it."""
    return second_person(one_line(content))


def _with_later_pronouns(sentence: str) -> str:
    """Return a sentence about the user with their later pronouns changed, up to where these may refer to others."""
    words = list(_WORD.finditer(sentence))
    if not words or words[0][0] != "You":
        return sentence
    done, at, before = "", 0, "you"
    for word in words[1:]:
        plain = _plain(word[0])
        if plain in _LATER_PRONOUNS:
            done, at = f"{done}{sentence[at : word.start()]}{_LATER_PRONOUNS[plain]}", word.end()
        elif _is_other(word[0], before):
            break
        before = plain
    return done + sentence[at:]


def _is_other(word: str, before: str) -> bool:
    """Tell whether a later pronoun may refer to a word: a person, a plural, or a name that is no place."""
    plain = _plain(word)
    is_name, is_plural = word != plain and before != "in", _PLURAL.fullmatch(plain) and not is_adverb(plain)
    return bool(plain in _OTHERS or is_name or is_plural)


def _changed(text: str, user: re.Match[str]) -> tuple[str, int] | None:
    """Return the words for "the user" and what follows, and where those end in the text; None if in doubt."""
    rest, before = text[user.end() :], _words(text[: user.start()])
    after = rest[:1]
    follows = _WORD.match(rest[1:]) if after == " " else None
    word = _plain(follows[0]) if follows else ""
    if user["possessive"]:
        return None if word in _CONTRACTED or not word else ("your", user.end())
    is_first = not before or text[: user.start()].rstrip().endswith(_SENTENCE_END)
    if is_first or before[-1] in _CLAUSE or text[: user.start()].rstrip().endswith(","):
        clause = _clause(rest)
        if clause:
            words, length = clause
            return f"you{words}", user.end() + length
        return ("you", user.end()) if word in {"and", "or"} else None
    is_object = not rest or not (after == " " or after.isalnum()) or word in _AFTER_OBJECT
    return ("you", user.end()) if is_object else None


def _clause(rest: str) -> tuple[str, int] | None:
    """Return what follows the user as a subject, with its verbs changed, and its length; None without a verb."""
    at = 0  # the end of the adverbs
    while (adverb := _WORD.match(rest, at + 1)) and rest[at] == " " and is_adverb(_plain(adverb[0])):
        at = adverb.end()
    verb = _WORD.match(rest, at + 1) if rest[at : at + 1] == " " else None
    changed = verb_for_you(verb[0]) if verb else None
    if verb is None or changed is None:
        return None
    words, end = f"{rest[: verb.start()]}{changed}", verb.end()
    pronoun = _WORD.match(rest, end + 1) if rest[end : end + 1] == " " else None
    said = _plain(pronoun[0]) if pronoun else ""
    is_complete = said.endswith(("self", "selves")) or (pronoun and re.match(r" [^\W\d_]", rest[pronoun.end() :]))
    if pronoun and said in _PRONOUNS and is_complete:  # a possessive one needs a noun
        words, end = f"{words} {_PRONOUNS[said]}", pronoun.end()
    more = _further(rest, end)
    return (words + more[0], more[1]) if more else (words, end)


def _further(rest: str, begin: int) -> tuple[str, int] | None:
    """Return the text up to a further verb of the same subject, as in "and has a dog", and where that verb ends."""
    user = _USER.search(rest, begin)
    stops = [it for it in (rest.find(mark, begin) for mark in (". ", "! ", "? ", "; ", ": ")) if it >= 0]
    stop = min([user.start() if user else len(rest), *stops])
    found = re.compile(r",? (?:and|but) (?P<verb>[a-z]+(?:['\u2019]t)?)\b").finditer(rest, begin, stop)
    words, end = "", begin
    for it in found:
        if _plain(it["verb"]) not in COMMON_VERBS or _OTHER_SUBJECT.intersection(_words(rest[end : it.start()])):
            break
        words += rest[end : it.start("verb")] + (verb_for_you(it["verb"]) or it["verb"])
        end = it.end()
    return (words, end) if words else None


def verb_for_you(word: str) -> str | None:
    """Return the form for "you" of a verb for "the user"; None if the word may be none."""
    verb = _plain(word)
    if verb in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[verb].replace("'", "\u2019") if "\u2019" in word else IRREGULAR_VERBS[verb]
    if verb in UNCHANGED_VERBS or (verb.endswith("ed") and len(verb) > _SHORT):
        return word
    if word != word.lower() or verb in _NOUNS or "'" in verb or len(verb) < _SHORT or not re.search(r"[^su]s$", verb):
        return None
    if verb.endswith("ies"):
        return f"{verb[:-3]}y" if len(verb) > _SHORT else verb[:-1]
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else verb[:-1]


def is_adverb(word: str) -> bool:
    """Tell whether a word, in lower case, is an adverb that stands before a verb."""
    return word in _ADVERBS or (word.endswith("ly") and len(word) > _SHORT)


def _plain(word: str) -> str:
    return word.lower().replace("\u2019", "'")


def _words(text: str) -> list[str]:
    return [_plain(it[0]) for it in _WORD.finditer(text)]
