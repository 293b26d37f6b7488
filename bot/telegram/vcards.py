"""What a shared contact's vCard tells besides name and number (Bot API, Contact; RFC 6350 and 2426). Pure."""

import re
from collections.abc import Iterator
from quopri import decodestring
from typing import Final

_TOLD: Final = frozenset({"EMAIL", "TEL", "ORG", "TITLE", "ADR", "URL", "BDAY"})
"""Properties that are told. A NOTE isn't: it may be any text of anybody, and a contact isn't marked as such."""
_MOST: Final = 12
"""Most values told of a contact."""
_LONGEST: Final = 120
_FOLDED: Final = re.compile(r"\r?\n[ \t]")
_SOFT_BREAK: Final = re.compile(r"=\r?\n")
_PROPERTY: Final = re.compile(r"(?:[\w-]+\.)?(?P<name>[A-Za-z-]+)(?P<options>(?:;[^:]*)?):(?P<value>.*)")
_ESCAPED: Final = re.compile(r"\\(.)")


def details_of(vcard: str, *, phone_number: str) -> list[str]:
    """Return a vCard's e-mail and postal addresses, organisation, title, links, birthday, and other numbers."""
    told = {_digits(phone_number): ""}  # by what makes it the same as another
    for name, value in _properties(vcard):
        told.setdefault(_digits(value) if name == "TEL" else value, value[:_LONGEST])
    return [value for value in told.values() if value][:_MOST]


def _properties(vcard: str) -> Iterator[tuple[str, str]]:
    """Yield the name and the value in words of each property that is told."""
    for line in _FOLDED.sub("", _SOFT_BREAK.sub("", vcard)).splitlines():
        found = _PROPERTY.fullmatch(line)
        if found and found["name"].upper() in _TOLD:
            is_quoted = "QUOTED-PRINTABLE" in found["options"].upper()
            value = decodestring(found["value"]).decode(errors="replace") if is_quoted else found["value"]
            parts = (_unescaped(part) for part in re.split(r"(?<!\\);", value))
            yield found["name"].upper(), ", ".join(filter(None, parts))


def _unescaped(text: str) -> str:
    plain = _ESCAPED.sub(lambda it: " " if it[1] in "nN" else it[1], text)
    return " ".join(plain.split())


def _digits(number: str) -> str:
    return re.sub(r"\D", "", number)
