"""`/memory`: what the owner sees and does of their memories, straight from the database."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Final, TypeAlias

from bot.database.engine import Transaction
from bot.database.memories import Memories
from bot.errors import SameMemory
from bot.messages import Memory, MemoryCategory, MemoryVersion, Owner, folded, one_line
from bot.telegram.formatting import MAX_UNITS, Part, RichText, bold, code, compose

MAX_MESSAGES: Final = 3
"""How many messages a list may fill."""
SHORTEST_PREFIX: Final = 4
"""How many characters of an id are enough, if they fit one memory only."""

USAGE = """\
/memory list: all that I remember
/memory list <category or words>: part of it; categories are person, preference, context and project
/memory show <id>: every wording of a memory
/memory delete <id>: forget a memory
/memory restore <id>: bring it back

The first 4 characters of an id are enough."""


@dataclass(frozen=True, slots=True)
class ListMemories:
    """Show the memories, or those that fit a category or words."""

    words: str = ""


@dataclass(frozen=True, slots=True)
class ShowMemory:
    """Show a memory's wordings."""

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
class ShowUsage:
    """Say what /memory can do."""


Request: TypeAlias = ListMemories | ShowMemory | DeleteMemory | RestoreMemory | ShowUsage


def parse(words: str) -> Request:
    """Read what stands after `/memory`."""
    verb, _, rest = one_line(words).partition(" ")
    memory_id = rest.strip("[]").removeprefix("id:")
    match verb.casefold(), memory_id:
        case ("" | "list", _):
            return ListMemories(rest)
        case (_, ""):
            return ShowUsage()
        case ("show", _):
            return ShowMemory(memory_id)
        case ("delete", _):
            return DeleteMemory(memory_id)
        case ("restore", _):
            return RestoreMemory(memory_id)
        case _:
            return ShowUsage()


class MemoryCommand:
    """Carries out `/memory …`. Every answer comes from the database alone."""

    def __init__(self, memories: Memories, timezone: tzinfo | None) -> None:
        self._memories = memories
        self._timezone = timezone

    async def answer(self, tx: Transaction, owner: Owner, words: str) -> list[Part]:
        """Do what is asked, in the caller's transaction, and return what to say."""
        match parse(words):
            case ListMemories(wanted):
                return listing(await self._memories.live(tx, owner), wanted)
            case ShowUsage():
                return [Part(USAGE)]
            case request:
                return await self._with_one(tx, owner, request)

    async def _with_one(
        self, tx: Transaction, owner: Owner, request: ShowMemory | DeleteMemory | RestoreMemory
    ) -> list[Part]:
        if len(request.id) < SHORTEST_PREFIX:
            return compose(f"Give at least {SHORTEST_PREFIX} characters of the id; /memory list shows them.")
        await self._memories.hold(tx, owner)  # what is found must not change before it is shown or changed
        match await self._memories.starting_with(tx, owner, request.id):
            case []:
                return compose("I have no memory with the id ", code(request.id), ".")
            case [memory]:
                return await self._carry_out(tx, owner, request, memory)
            case several:
                return compose("Several ids start like this; which one?\n", *_lines(several))

    async def _carry_out(
        self, tx: Transaction, owner: Owner, request: ShowMemory | DeleteMemory | RestoreMemory, memory: Memory
    ) -> list[Part]:
        restore = code(f"/memory restore {memory.id}")
        match request:
            case ShowMemory():
                return self._shown(memory, await self._memories.history(tx, memory))
            case DeleteMemory() if memory.deleted_at:
                return compose("This memory is deleted already. To bring it back: ", restore)
            case DeleteMemory():
                await self._memories.delete(tx, owner, memory.id)
                return compose(f"Deleted: '{one_line(memory.content)}'\n\nTo bring it back: ", restore)
            case RestoreMemory() if memory.deleted_at is None:
                return compose(f"This one is not deleted: '{one_line(memory.content)}'")
            case RestoreMemory():
                return await self._restored(tx, owner, memory)

    async def _restored(self, tx: Transaction, owner: Owner, memory: Memory) -> list[Part]:
        try:
            await self._memories.restore(tx, owner, memory.id)
        except SameMemory as refused:
            return compose(str(refused))
        return compose(f"Restored: '{one_line(memory.content)}'")

    def _shown(self, memory: Memory, versions: Sequence[MemoryVersion]) -> list[Part]:
        title = one_line(memory.subject or memory.category.value.title())
        wordings = (f"\n\nv{it.number}, {self._date(it.created_at)}\n{it.content}" for it in versions)
        state = f"\n\nDeleted on {self._date(memory.deleted_at)}." if memory.deleted_at else ""
        return compose(bold(title), f" ({memory.category.value}) [", code(memory.id), "]", *wordings, state)

    def _date(self, at: datetime) -> str:
        return f"{at.astimezone(self._timezone):%d %b %Y, %H:%M}"


def listing(memories: Sequence[Memory], wanted: str = "") -> list[Part]:
    """Render the memories that fit `wanted`, grouped by category, in at most three messages."""
    fitting = _fitting(memories, wanted)
    if not fitting and wanted:
        return compose(f"No memory fits “{wanted}”. /memory list shows all {len(memories)}.")
    if not fitting:
        return [Part("I don't remember anything yet. Tell me something, such as: Remember that I like tea.")]
    groups: list[str | RichText] = ["📝 ", bold("Your memories:")]
    for category, group in groupby(_enough(fitting), key=lambda memory: memory.category):
        groups += ["\n\n", bold(category.value.title()), *_lines(group)]
    whole = compose(*groups, "\n\nUse /memory delete <id> to remove a memory.")
    if len(whole) <= MAX_MESSAGES:
        return whole
    shown = compose(*groups)[:MAX_MESSAGES]
    hint = f"That is not all: {len(fitting)} memories fit. Narrow it down with /memory list <category or words>."
    return [*shown[:-1], *_with_hint(shown[-1], hint)]


def _enough(memories: Sequence[Memory]) -> Sequence[Memory]:
    """Return the first of the memories: all, or at least as many as fill the messages of a list."""
    room = MAX_MESSAGES * MAX_UNITS
    for number, memory in enumerate(memories, start=1):
        room -= len(one_line(memory.content))
        if room < 0:
            return memories[:number]
    return memories


def _with_hint(last: Part, hint: str) -> list[Part]:
    """Put a hint under the last message, which gives up its last lines for it."""
    lines = last.text.splitlines(keepends=True)
    room = MAX_UNITS - len(hint) - 2
    text = last.text
    while lines and len(text.encode("utf-16-le")) // 2 > room:
        lines.pop()
        text = "".join(lines)
    units = len(text.encode("utf-16-le")) // 2
    kept = tuple(entity for entity in last.entities if entity.offset + entity.length <= units)
    return [Part(f"{text.rstrip()}\n\n{hint}", kept)]


def _lines(memories: Iterable[Memory]) -> list[str | RichText]:
    return [piece for memory in memories for piece in ("\n• [", code(memory.id), f"] {one_line(memory.content)}")]


def _fitting(memories: Sequence[Memory], wanted: str) -> Sequence[Memory]:
    """Return the memories of the category asked for, or those that hold every word asked for."""
    asked = folded(wanted)
    if not asked:
        return memories
    if asked in set(MemoryCategory):
        return [memory for memory in memories if memory.category.value == asked]
    return [memory for memory in memories if _holds(memory, asked.split())]


def _holds(memory: Memory, words: Sequence[str]) -> bool:
    held = folded(f"{memory.subject or ''} {memory.content} {memory.id}")
    return all(word in held for word in words)
