"""Names of tools as models write them. Pure."""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Final

MOST_CHARACTERS: Final = 64
"""Longest name of a tool that OpenAI takes (https://platform.openai.com/docs/api-reference/chat/create)."""
BETWEEN: Final = "__"
"""Between the names of a server and its tool. Neither our tools' names nor a server's hold it, so that no server can
take the place of a tool of ours or of another server."""
_UNUSABLE: Final = re.compile(r"[^A-Za-z0-9_-]")
_HASH_CHARACTERS: Final = 6


def offered_names(server: str, tools: Iterable[str]) -> Mapping[str, str]:
    """Return the name that each tool of a server is offered by; it depends on nothing but the two names.

    One that has to be changed ends in a hash, so that no two are the same.
    """
    return {tool: _name(server, tool) for tool in tools}


def _name(server: str, tool: str) -> str:
    name = f"{server}{BETWEEN}{tool}"
    if tool and len(name) <= MOST_CHARACTERS and not _UNUSABLE.search(name):
        return name
    ending = f"_{sha256(tool.encode('utf-8', 'surrogatepass')).hexdigest()[:_HASH_CHARACTERS]}"
    return f"{_UNUSABLE.sub('_', name)[: MOST_CHARACTERS - len(ending)]}{ending}"
