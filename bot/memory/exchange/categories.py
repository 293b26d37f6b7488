"""Guesses of a memory's category, from the heading above it or from its words."""

import re
from typing import Final

from bot.values.memories import MemoryCategory
from bot.values.text import folded

_HEADINGS: Final = {
    MemoryCategory.PREFERENCE: """preference preferences instruction instructions style tone format formatting likes
        dislikes corrections correction interest interests hobby hobbies taste tastes favorites favourites
        communication response responses rules habits""",
    MemoryCategory.PROJECT: "project projects goal goals plans initiatives",
    MemoryCategory.PERSON: """people person persons family friends friend relationships relationship contacts colleagues
        coworkers team partner pets""",
    MemoryCategory.CONTEXT: """context identity career work job profession professional background personal history
        facts location education health tools technical technology skills languages frameworks about details
        demographics lifestyle general other misc miscellaneous mind""",
}
"""Heading words by category. The first category with a word of the heading is chosen."""

_RELATED: Final = (
    "wife|husband|spouse|partner|girlfriend|boyfriend|fianc[eé]e?|son|daughter|child|children|kids?|mother|father|mum"
    "|mom|dad|parents?|brothers?|sisters?|uncle|aunt|cousins?|grand(?:mother|father|parents|son|daughter)|friends?"
    "|boss|manager|colleagues?|co-?workers?|teammates?|mentor|neighbou?rs?|landlord|doctor|dentist|therapist|dog|cat"
)
_LIKED: Final = (
    r"prefers?|likes?|loves?|hates?|dislikes?|enjoys?|favou?rites?|can't stand|wants? (?:answers|replies|responses|me)"
)
_PATTERNS: Final = {
    rf"^(?:(?:the )?user|i|you)(?: \w+ly)? (?:{_LIKED})\b|^(?:always|never|please|don't)\b": MemoryCategory.PREFERENCE,
    rf"\b(?:['’]s|my|your|his|her|their|has an?|is an?|is the) (?:\w+ )?(?:{_RELATED})\b": MemoryCategory.PERSON,  # noqa: RUF001 - either apostrophe
    rf"\b(?:{_LIKED})\b": MemoryCategory.PREFERENCE,
    r"\bprojects?\b|\b(?:is|am|are) (?:building|developing|designing|writing an?|working on)\b": MemoryCategory.PROJECT,
}
"""Patterns in a memory's text by category. The first match is chosen."""


def of_heading(heading: str) -> MemoryCategory | None:
    """Return the category of a heading or of a category's name."""
    words = set(re.findall(r"[^\W_]+", folded(heading)))
    return next((category for category, known in _HEADINGS.items() if words & set(known.split())), None)


def guessed(content: str) -> MemoryCategory:
    """Return the likeliest category of a text."""
    words = folded(content)
    return next((category for it, category in _PATTERNS.items() if re.search(it, words)), MemoryCategory.CONTEXT)
