"""What can stand after `/memory`. Pure."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.database.memory_pages import EVERY, Selection, category_named
from bot.values import MemoryCategory, clean, one_line

USAGE = """\
/memory list: all that I remember
/memory list <category or words>: part of it; categories are person, preference, context and project
/memory search <words>: those that fit best, also by parts of words
/memory show <id>: every version of a memory, and where I learned it
/memory add <category> <text>: remember something; /memory add person Anna: Anna lives in Munich
/memory edit <id> <text>: change what a memory says
/memory pin <id>: mark a memory as important; /memory unpin <id>
/memory delete <id>: forget a memory
/memory restore <id>: bring it back
/memory deleted: what I have forgotten
/memory stats: how much I remember
/memory clear: forget everything, after asking
/memory mode: whether I store things by myself, ask first, or don't
/memory export: all of them, as files
/memory import: store those in a file you send, or in a list behind it; /memory import undo takes that back

The first 4 characters of an id are enough."""

ADD_EXAMPLE: Final = "/memory add person Anna: Anna lives in Munich"

_SUBJECT: Final = re.compile(r"([^:]+):\s+(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class ListMemories:
    """Show the memories, or those that fit a category or words."""

    selection: Selection = EVERY


@dataclass(frozen=True, slots=True)
class ShowMemory:
    """Show every version of a memory."""

    id: str


@dataclass(frozen=True, slots=True)
class DeleteMemory:
    """Forget a memory."""

    id: str


@dataclass(frozen=True, slots=True)
class RestoreMemory:
    """Bring a deleted memory back."""

    id: str


@dataclass(frozen=True, slots=True)
class PinMemory:
    """Mark a memory as important."""

    id: str


@dataclass(frozen=True, slots=True)
class UnpinMemory:
    """Take that mark away."""

    id: str


@dataclass(frozen=True, slots=True)
class EditMemory:
    """Change what a memory says."""

    id: str
    content: str


@dataclass(frozen=True, slots=True)
class AddMemory:
    """Remember something; without a category it can't be."""

    category: MemoryCategory | None
    subject: str
    content: str


@dataclass(frozen=True, slots=True)
class ShowStats:
    """Tell how much is remembered."""


@dataclass(frozen=True, slots=True)
class ClearMemories:
    """Forget everything, if the phrase is the one that is asked for."""

    phrase: str = ""


@dataclass(frozen=True, slots=True)
class ShowUsage:
    """Say what /memory can do, or the right form of a request that lacks something, perhaps with an example."""

    text: str = USAGE
    example: str = ""


OfOne: TypeAlias = ShowMemory | DeleteMemory | RestoreMemory | PinMemory | UnpinMemory | EditMemory
Request: TypeAlias = ListMemories | OfOne | AddMemory | ShowStats | ClearMemories | ShowUsage


def parse(words: str) -> Request:
    """Read what stands after `/memory`; a text that is to be remembered stays as it is written."""
    verb, rest = _split(clean(words))
    read = _READ.get(verb.casefold())
    return read(rest) if read else ShowUsage()


def searched_for(words: str) -> str:
    """Return what the words after `/memory` search for; empty if they don't search."""
    match parse(words):
        case ListMemories(Selection(best=True) as selection):
            return selection.words
        case _:
            return ""


def _of_one(verb: str, request: Callable[[str], Request], listed_by: str = "/memory list") -> Callable[[str], Request]:
    """Return what reads a request that names a memory."""

    def read(rest: str) -> Request:
        memory_id = _id(one_line(rest))
        usage = f"Usage: /memory {verb} <id>. {listed_by} shows the ids."
        return request(memory_id) if memory_id else ShowUsage(usage)

    return read


def _search(rest: str) -> Request:
    words = one_line(rest)
    return ListMemories(Selection(words, best=True)) if words else ShowUsage("Usage: /memory search <words>.")


def _edit(rest: str) -> Request:
    memory_id, content = _split(rest)
    if not content:
        return ShowUsage("Usage: /memory edit <id> <text>. /memory list shows the ids.")
    return EditMemory(_id(memory_id), content)


def _add(rest: str) -> Request:
    name, text = _split(rest)
    category = category_named(name)
    told = _SUBJECT.fullmatch(text)
    subject, content = (told[1].strip(), told[2].strip()) if told else ("", text)
    if not content and (category or not name):
        return ShowUsage("Usage: /memory add <category> <text>. For example: ", ADD_EXAMPLE)
    return AddMemory(category, subject, content)


def _split(text: str) -> tuple[str, str]:
    """Return the first word of a text, and the rest."""
    first, rest = [*text.strip().split(None, 1), "", ""][:2]
    return first, rest


def _id(text: str) -> str:
    """Return an id, or its beginning, however it was copied."""
    return text.strip("[]").removeprefix("id:")


_READ: Final[Mapping[str, Callable[[str], Request]]] = {
    "": lambda _: ListMemories(),
    "list": lambda rest: ListMemories(Selection(one_line(rest))),
    "search": _search,
    "deleted": lambda rest: ListMemories(Selection(one_line(rest), deleted=True)),
    "show": _of_one("show", ShowMemory),
    "delete": _of_one("delete", DeleteMemory),
    "restore": _of_one("restore", RestoreMemory, "/memory deleted"),
    "pin": _of_one("pin", PinMemory),
    "unpin": _of_one("unpin", UnpinMemory),
    "edit": _edit,
    "add": _add,
    "stats": lambda _: ShowStats(),
    "clear": lambda rest: ClearMemories(one_line(rest)),
}
