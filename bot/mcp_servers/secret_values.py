"""What is secret among the values of a server's entry, hidden in what the server says. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final
from urllib.parse import parse_qsl, urlsplit

_SHORTEST: Final = 6
"""Fewest characters of a value that is hidden; shorter ones are parts of words."""
_NAMES: Final = re.compile(r"token|key|secret|pass|pwd|auth|cred|bearer|header|cookie|login", re.IGNORECASE)
"""What the name of an option or a variable says whose value is secret."""
_PLAIN: Final = re.compile(r"-.*|[~./].*|@?[A-Za-z][A-Za-z./_-]*(?:(?:@|==)[\d.]+)?")
"""Names of options, paths, words, and packages with a version."""


def hidden(words: str, values: Iterable[str]) -> str:
    """Return a text without secret values, and without what is secret in each."""
    secrets = {part for value in values for part in _parts(value) if len(part) >= _SHORTEST}
    for secret in sorted(secrets, key=len, reverse=True):
        words = words.replace(secret, "[secret]")
    return words


def secret_arguments(args: Sequence[str]) -> Iterator[str]:
    """Yield the arguments of a command that may be secret: by the name before them, or since they look like none."""
    for before, argument in pairwise(("", *args)):
        name, equals, value = argument.partition("=")
        is_named = bool(equals) and "://" not in name
        if is_named and _NAMES.search(name):
            yield value
        elif before.startswith("-") and "=" not in before and _NAMES.search(before):
            yield argument
        elif not _PLAIN.fullmatch(found := value if is_named else argument):
            yield found


def _parts(value: str) -> Iterator[str]:
    """Yield a value, its words, and the password, queries and odd parts of the path of one that is an address."""
    yield from (value, *value.split())
    try:
        address = urlsplit(value)
    except ValueError:
        return
    if address.netloc:
        yield address.password or ""
        yield from (it for _, it in parse_qsl(address.query))
        yield from (it for it in address.path.split("/") if not _PLAIN.fullmatch(it))
