"""The memory tools for programs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field

from bot.doors.http.models import MemoryResponse, VersionResponse
from bot.kit.capture_modes import READING, WRITING
from bot.kit.prompt_text import OthersText, PromptText, joined, others, own
from bot.kit.text import quoted
from bot.memory.acts import deed_of
from bot.memory.block import describe
from bot.memory.operations import Memories
from bot.memory.store import memories as stored
from bot.memory.store import pages
from bot.memory.store.pages import MemoryFilter
from bot.memory.tools.arguments import Category, ForgetMemory, MemoryId, SearchMemory, Subject
from bot.memory.tools.tools import done_as, looked_up, told_of
from bot.memory.values.changes import Addition, MemoryUpdate, Wanted
from bot.memory.values.memories import CONTENT_MAX, Memory, MemoryCategory, MemoryContent, MemoryVersion
from bot.store.engine import Transaction
from bot.turns.tools.tool import Caller, Family, Outcome, Tool, ToolArguments
from bot.turns.values.acts import Risk

PAGE: Final = 50


class _Arguments(ToolArguments):
    model_config = ConfigDict(extra="ignore")


class ListMemories(_Arguments):
    """Arguments of list_memories."""

    category: Annotated[Category | None, Field(description="Only of this category")] = None
    cursor: str = Field("", max_length=8, description="The cursor that the page before has named")


class OneMemory(_Arguments):
    """Arguments of what is about one memory."""

    memory_id: MemoryId


class AddMemory(_Arguments):
    """Arguments of add_memory."""

    content: MemoryContent = Field(description="One self-contained sentence about the user in the third person")
    category: Category = Field(description="context: recurring facts; preference: what the user likes")
    subject: Subject = Field("", description="The person or project it is about, by name")
    is_new: bool = Field(
        default=False, description="True only if it was refused as like others, and is truly another fact"
    )


class UpdateMemory(_Arguments):
    """Arguments of update_memory."""

    memory_id: MemoryId
    content: MemoryContent = Field(description="The memory's whole new text")


def memory_tools(memories: Memories) -> Family:
    """Return the memory tools for programs, which store at once what their user has asked them to."""
    calls = _Calls(memories)
    tools: tuple[Tool[Any], ...] = (
        Tool(
            name="search_memory",
            description="Find what Keepsake remembers about the user, by words or meaning. Look here first.",
            arguments=SearchMemory,
            run=calls.search,
            offered_in=READING,
            embedded_text=lambda it: it.query,
        ),
        Tool(
            name="list_memories",
            description="List all that Keepsake remembers about the user, a page at a time.",
            arguments=ListMemories,
            run=calls.list,
            offered_in=READING,
        ),
        Tool(
            name="get_memory",
            description="Read a memory with its history: every version, when, and where it came from.",
            arguments=OneMemory,
            run=calls.get,
            offered_in=READING,
        ),
        Tool(
            name="add_memory",
            description=(
                "Store something about the user for future conversations, here and in their other assistants: a fact "
                "about people, a preference, recurring context, a project's facts. At most "
                f"{CONTENT_MAX} characters. Search first, and change what is there already."
            ),
            arguments=AddMemory,
            run=calls.add,
            risk=Risk.WRITES,
            offered_in=WRITING,
            embedded_text=lambda it: it.content,
        ),
        Tool(
            name="update_memory",
            description="Give a memory a new text when it has changed. Its earlier versions are kept.",
            arguments=UpdateMemory,
            run=calls.update,
            risk=Risk.WRITES,
            offered_in=WRITING,
            is_destructive=True,
        ),
        Tool(
            name="forget_memory",
            description="Delete a memory that the user wants forgotten. It can be restored.",
            arguments=ForgetMemory,
            run=calls.forget,
            risk=Risk.WRITES,
            offered_in=WRITING,
            is_destructive=True,
        ),
        Tool(
            name="restore_memory",
            description="Bring a deleted memory back, by its id.",
            arguments=OneMemory,
            run=calls.restore,
            risk=Risk.WRITES,
            offered_in=WRITING,
        ),
    )
    return Family(name="memory", purpose="", tools=tools)


class _Calls:
    """The functions of the tools."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def search(self, tx: Transaction, caller: Caller, asked: SearchMemory) -> Outcome:
        found = await looked_up(tx, caller.owner, asked, caller.embedding)
        return replace(told_of(found), data={"memories": [_shown(it) for it in found]})

    async def list(self, tx: Transaction, caller: Caller, asked: ListMemories) -> Outcome:
        which = MemoryFilter(category=MemoryCategory(asked.category) if asked.category else None)
        narrowed = await pages.narrowed(tx, caller.owner, which)
        total = await pages.count(tx, narrowed)
        found = await pages.filtered_page(tx, narrowed, PAGE + 1, asked.cursor, total=total)
        page, following = found[:PAGE], found[PAGE - 1].id if len(found) > PAGE else None
        more = f"\nThe next page has the cursor {following}." if following else ""
        words = joined([describe(page), own(f"{total:,} in all.{more}")]) if page else own("There are none.")
        return Outcome(words, data={"memories": [_shown(it) for it in page], "total": total, "next": following})

    async def get(self, tx: Transaction, caller: Caller, asked: OneMemory) -> Outcome:
        memory = await self._memories.get(tx, caller.owner, asked.memory_id)
        versions = await stored.versions(tx, memory.id)
        data = _shown(memory) | {"versions": [VersionResponse.of(it).model_dump(mode="json") for it in versions]}
        return Outcome(with_versions(memory, versions), data=data)

    async def add(self, tx: Transaction, caller: Caller, asked: AddMemory) -> Outcome:
        category, subject = MemoryCategory(asked.category), asked.subject or None
        wanted = Addition(content=asked.content, category=category, subject=subject, is_new=asked.is_new)
        return await self._change(tx, caller, wanted)

    async def update(self, tx: Transaction, caller: Caller, asked: UpdateMemory) -> Outcome:
        return await self._change(tx, caller, MemoryUpdate(memory_id=asked.memory_id, content=asked.content))

    async def forget(self, tx: Transaction, caller: Caller, asked: ForgetMemory) -> Outcome:
        return await self._change(tx, caller, asked.wanted)

    async def _change(self, tx: Transaction, caller: Caller, wanted: Wanted) -> Outcome:
        done = await self._memories.change(
            tx, caller.owner, wanted, embedding=caller.embedding, origin=caller.origin, through=caller.through
        )
        data = _shown(done.memory)
        if done.change.is_none:
            return replace(done_as(done), data=data)
        outcome = done_as(done)
        receipt = outcome.deed.words if outcome.deed else ""
        return replace(outcome, data=data | {"receipt": receipt})

    async def restore(self, tx: Transaction, caller: Caller, asked: OneMemory) -> Outcome:
        change = await self._memories.restore(tx, caller.owner, asked.memory_id)
        memory = await self._memories.get(tx, caller.owner, asked.memory_id)
        if change is None:
            return Outcome(own("Nothing was changed: this memory is not deleted."), data=_shown(memory))
        words = joined([own("Remembered again:"), describe([memory])])
        deed = deed_of(change)
        return Outcome(words, deed=deed, data=_shown(memory) | {"receipt": deed.words})


def with_versions(memory: Memory, versions: Sequence[MemoryVersion]) -> PromptText:
    """Return a memory with its versions, the oldest first."""
    return joined([describe([memory]), *map(_version_line, versions)])


def _version_line(version: MemoryVersion) -> PromptText:
    by = version.through or version.origin.value
    begins = f"v{version.number}, {version.created_at:%Y-%m-%d %H:%M} UTC, {by}:"
    if version.untrusted or version.through:
        return others(OthersText(f"{begins} {version.content}", "a version"), on_line=True)
    return own(f"{begins} {quoted(version.content)}")


def _shown(memory: Memory) -> dict[str, Any]:
    return MemoryResponse.of(memory).model_dump(mode="json")
