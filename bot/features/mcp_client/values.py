"""Servers of tools that the owner has listed, and their tools."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.kit.language import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoteTool:
    """A tool of a server as it is offered to the model: its `name`, and what its server calls it (`own_name`).

    The `description` (one line) and `parameters` (a JSON schema) are the server's, shortened. Its server says that the
    tool only `reads`, and does not say that this stays in a closed world unless it `reaches_out`: then words in a call
    may end up anywhere, as those in a web address do. The `fingerprint` changes with anything of it.
    """

    name: str
    own_name: str
    description: str
    parameters: Mapping[str, Any]
    reads: bool
    reaches_out: bool
    fingerprint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerState:
    """What is known of a server. `since` is when it was connected or lost; None before it was either.

    The owner relies on what one that `is_trusted` says of its tools. Only owners use one that is not `for_people`. A
    `problem` is a clause: "it can't be reached".
    Each tool that is `left_out` has a sentence.
    """

    name: str
    is_trusted: bool = False
    for_people: bool = False
    is_connected: bool = False
    since: datetime | None = None
    problem: Words = ""
    tools: Sequence[RemoteTool] = ()
    left_out: Sequence[str] = ()
