"""Statements: what a sentence says that is worth knowing."""

import re
from collections.abc import Iterator

from practice.model.facts import Fact
from practice.model.grammar import ADVERBS, plain, third_person, words_of

NAME = r"(?:(?:Dr|Mrs?|Ms|St)\. )?[^\W\d_a-z][\w'-]*(?: [^\W\d_a-z][\w'-]*){0,3}"
ANY_NAME = r"(?:(?:Dr|Mrs?|Ms|St)\. )?[^\W\d_][\w'-]*(?:(?: and)? [^\W\d_a-z][\w'-]*){0,3}"
NO_NAMES = words_of(
    "i it this that these those there here he she they we you my your our his her their the a an what who where when"
    " why how which if but and or so today tomorrow yesterday everything nothing something everyone everybody"
)
ROLES = (
    "(?:boss|manager|lead|supervisor|mentor|assistant|colleague|coworker|teammate|partner|wife|husband|girlfriend"
    "|boyfriend|friend|neighbou?r|flatmate|brother|sister|mother|mom|mum|father|dad|son|daughter|uncle|aunt|cousin"
    "|grandmother|grandfather|doctor|dentist|lawyer|teacher|coach|client|dog|cat)"
)
OWN = (
    "(?:name|birthday|time ?zone|address|e-?mail|phone|number|job|title|team|company|employer|school|university"
    "|hometown|language|car|diet|office|hobby|family|project)"
)
VERBS = (
    "(?:is|are|was|works?|lives?|likes?|loves?|hates?|prefers?|has|moved|joined|left|became|got|speaks?|owns?|plays?"
    "|studies|teaches|manages?|leads?|runs?|uses?|drives?|wants?|needs?|reports?|doesn't|can't|will|enjoys?|dislikes?)"
)
TASTES = "(?:prefer|like|love|hate|dislike|enjoy|don't like|can't stand)"
HABITS = (
    "(?:work|live|study|speak|own|drive|play|teach|manage|lead|come from|grew up|was born|use|left"
    "|am (?:based|from|an?|allergic|vegetarian|vegan|married|called|(?:on|in) the .+ team)"
    "|have (?:an? |two |three |\\d+ )?(?:\\w+ )?(?:dog|cat|kid|child|children|son|daughter|brother|sister|allergy)s?)"
)
TEAMS = re.compile(r"\b(?:team|squad|crew|group)$")
DEPARTMENTS = re.compile(r"\b(?:department|division|office|unit)$")
PASSED = re.compile(
    r"^(?:actually|correction)\b[,:]? |(?<=\w) (?:now|currently)\b"
    r"|\s(?:last \w+|yesterday|recently|(?:an?|one|two|three|\d+|a few) \w+ ago|any ?more)$",
    re.IGNORECASE,
)
"""What dates a fact, and would be wrong about it tomorrow."""
MOVE = re.compile(
    rf"(?P<who>I|{NAME}) (?:has |have )?(?:just )?(?:(?P<moved>moved)|switched|transferred|(?P<joined>joined))"
    r"(?: over)?(?: to| into)? (?:the )?(?P<where>.+)"
)
REWORDED = {
    re.compile(
        rf"^(?i:my|our) ((?:[\w-]+ ){{0,2}}{ROLES})(?:'s name)? is(?: called| named)? ({NAME})"
        r"((?: (?:at|on|in|from) .+)?)$"
    ): r"\2 is my \1\3",
    re.compile(rf"^I (?:am working|work) with ({NAME}) .*\bproject$"): r"\1 is a project collaborator",
}
CATEGORIES = {
    re.compile(pattern): category
    for pattern, category in {
        r"(?i:my (?:favou?rite|preferred)) .+ (?:is|are) .+": "preference",
        r".+ (?:is|are) my (?:favou?rite|preferred) .+": "preference",
        rf"I (?:(?:{ADVERBS}) )*{TASTES} (?!(?:it|that|this|you|them|how|what|your)\b).+": "preference",
        rf"I (?:am working|work) with (?P<name>{NAME})(?: .+)?": "person",
        rf"(?P<name>{ANY_NAME}) (?:is|are|was) (?:no longer )?(?:my|our) .+": "person",
        rf"(?i:my|our) {ROLES} (?P<name>{NAME}) {VERBS} .+": "person",
        r"(?i:my|our) (?:[\w'-]+ ){0,3}project .+": "project",
        rf"(?i:my|our) (?:[\w'-]+ ){{0,3}}{ROLES}(?:'s \w+)? {VERBS} .+": "person",
        rf"(?i:my|our) (?:[\w'-]+ ){{0,3}}{OWN} {VERBS} .+": "context",
        rf"I (?:(?:{ADVERBS}) )*{HABITS}\b.*": "context",
        rf"(?i:the )?(?P<name>Project [A-Z0-9][\w-]*|{NAME} project) {VERBS} .+": "project",
        rf"(?P<name>{NAME}(?: and {NAME})?)(?:'s [\w ]{{1,30}}? (?:is|are)| {VERBS}) .+": "person",
    }.items()
}
"""What is worth knowing; a `name` is the fact's subject."""


def fact_in(text: str) -> Fact | None:
    """Find what a statement says that is worth knowing."""
    said = _settled(PASSED.sub("", plain(text)))
    for pattern, words in REWORDED.items():
        said = pattern.sub(words, said)
    return next(_readings(said), None)


def _readings(said: str) -> Iterator[Fact]:
    for pattern, category in CATEGORIES.items():
        if match := pattern.fullmatch(said):
            name = match.groupdict().get("name") or ""
            if not name or name.split()[0].lower() not in NO_NAMES:
                yield Fact(third_person(said), category, name[:1].upper() + name[1:])


def _settled(said: str) -> str:
    """Turn a move into where it led: "Sarah moved to the Design team" into "Sarah works on the Design team"."""
    move = MOVE.fullmatch(said)
    if not move:
        return said
    who, where, s = move["who"], move["where"], "" if move["who"] == "I" else "s"
    if TEAMS.search(where):
        return f"{who} work{s} on the {where}"
    if DEPARTMENTS.search(where):
        return f"{who} work{s} in the {where}"
    if move["joined"]:
        return f"{who} work{s} at {where}"
    return f"{who} live{s} in {where}" if move["moved"] else said
