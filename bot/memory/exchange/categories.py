"""What a memory is about, told from the heading it stands under, or else guessed from its words."""

import re
from typing import Final

from bot.values import MemoryCategory, folded

_PERSON, _PREFERENCE, _PROJECT, _CONTEXT = (
    MemoryCategory.PERSON,
    MemoryCategory.PREFERENCE,
    MemoryCategory.PROJECT,
    MemoryCategory.CONTEXT,
)
_HEADINGS: Final = {
    _PREFERENCE: """preference preferences instruction instructions style tone format formatting likes dislikes
        corrections correction interest interests hobby hobbies taste tastes favorites favourites communication
        response responses rules habits""",
    _PROJECT: "project projects goal goals plans initiatives",
    _PERSON: """people person persons family friends friend relationships relationship contacts colleagues coworkers
        team partner pets""",
    _CONTEXT: """context identity career work job profession professional background personal history facts location
        education health tools technical technology skills languages frameworks about details demographics lifestyle
        general other misc miscellaneous mind""",
}
"""The words a heading is known by. The first category that has one of a heading's words is meant."""
_KNOWN: Final = tuple((category, frozenset(words.split())) for category, words in _HEADINGS.items())

_RELATED: Final = (
    "wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|child|children|kids?|mother|father|mum"
    "|mom|dad|parents?|brothers?|sisters?|uncle|aunt|cousins?|grand(?:mother|father|parents|son|daughter)|friends?"
    "|boss|manager|colleagues?|co-?workers?|teammates?|mentor|neighbou?rs?|landlord|doctor|dentist|therapist|dog|cat"
)
_LIKED: Final = (
    r"prefers?|likes?|loves?|hates?|dislikes?|enjoys?|favou?rites?|can't stand|wants? (?:answers|replies|responses|me)"
)
_GUESSES: Final = (
    (_PREFERENCE, re.compile(rf"^(?:(?:the )?user|i|you)(?: \w+ly)? (?:{_LIKED})\b|^(?:always|never|please|don't)\b")),
    (_PERSON, re.compile(rf"\b(?:'s|’s|my|your|his|her|their|has an?|is an?|is the) (?:\w+ )?(?:{_RELATED})\b")),  # noqa: RUF001 - as people and assistants write
    (_PREFERENCE, re.compile(rf"\b(?:{_LIKED})\b")),
    (_PROJECT, re.compile(r"\bprojects?\b|\b(?:is|am|are) (?:building|developing|designing|writing an?|working on)\b")),
)


def of_heading(heading: str) -> MemoryCategory | None:
    """Return the category that a heading, or a category's name elsewhere, means, if it means one."""
    words = set(re.findall(r"[^\W_]+", folded(heading)))
    return next((category for category, known in _KNOWN if words & known), None)


def guessed(content: str) -> MemoryCategory:
    """Return the likeliest category of a memory: context, unless its words tell another."""
    words = folded(content)
    return next((category for category, pattern in _GUESSES if pattern.search(words)), _CONTEXT)
