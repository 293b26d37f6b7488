"""The memory tools: the model adds, updates and forgets what it remembers of its user."""

import re
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic_core import PydanticCustomError

from bot.database.engine import Transaction
from bot.database.memories import Memories
from bot.errors import MemoryRefused, SimilarMemories
from bot.messages import CONTENT_MAX, Memory, MemoryCategory, MemoryContent, MemorySubject, clean, one_line, quoted
from bot.tools.toolset import Caller, Outcome, Tool


def _id_shaped(value: str) -> str:
    """Refuse what can't be an id: results repeat ids, and must not repeat a memory's text put in an id's place."""
    if not re.fullmatch(r"[A-Za-z0-9]{8}", value):
        raise PydanticCustomError("memory_id", "there is no memory with the id given; ids are 8 letters and digits")
    return value


MemoryId: TypeAlias = Annotated[
    str,
    AfterValidator(_id_shaped),
    BeforeValidator(lambda value: clean(value).strip(" []").removeprefix("id:") if isinstance(value, str) else value),
    Field(description="The memory's 8-character id"),
]
Subject: TypeAlias = Annotated[
    MemorySubject,
    BeforeValidator(lambda value: "" if value is None else value),
]
Category: TypeAlias = Literal["context", "person", "preference", "project"]


class _Arguments(BaseModel):
    model_config = ConfigDict(extra="ignore")


class AddToMemory(_Arguments):
    """Arguments of add_to_memory."""

    content: MemoryContent = Field(description="The fact, as one self-contained sentence in the third person")
    category: Category = Field(
        description="person: people; preference: what the user likes; context: recurring facts; project: of a project"
    )
    subject: Subject = Field("", description="The person or project it is about, by name; none for the user")
    is_new: bool = Field(
        default=False, description="True only to repeat a refused call for another fact about the same subject"
    )


class UpdateMemory(_Arguments):
    """Arguments of update_memory."""

    memory_id: MemoryId
    content: MemoryContent = Field(description="The memory's whole new text")
    subject: Subject = Field("", description="A new subject, only if it changes")


class ForgetMemory(_Arguments):
    """Arguments of forget_memory."""

    memory_id: MemoryId


def memory_tools(memories: Memories) -> tuple[Tool[Any], ...]:
    """Return the memory tools: system tools, which every conversation is offered."""
    calls = _MemoryCalls(memories)
    return (
        Tool(
            name="add_to_memory",
            description=(
                "Store something for future conversations: a fact about people, a preference, recurring context, "
                f"a project's facts. At most {CONTENT_MAX} characters. Ask before storing, unless told to remember."
            ),
            arguments=AddToMemory,
            run=calls.add,
        ),
        Tool(
            name="update_memory",
            description="Give a memory a new text when the information has changed; instead of adding another one.",
            arguments=UpdateMemory,
            run=calls.update,
        ),
        Tool(
            name="forget_memory",
            description="Delete a memory that the user wants forgotten.",
            arguments=ForgetMemory,
            run=calls.forget,
        ),
    )


class _MemoryCalls:
    """What the tools do, and what each says of it to the model and to the user."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def add(self, tx: Transaction, caller: Caller, arguments: AddToMemory) -> Outcome:
        try:
            memory = await self._memories.add(
                tx,
                caller.owner,
                content=arguments.content,
                category=MemoryCategory(arguments.category),
                subject=arguments.subject,
                is_new=arguments.is_new,
                source=caller.source,
            )
        except SimilarMemories as similar:
            return Outcome(
                f"Nothing was stored. {similar}\nIf this changes one of them, call update_memory with its id; "
                "if it is truly another fact, repeat the call with is_new: true."
            )
        except MemoryRefused as refused:
            return Outcome(f"Nothing was stored. {refused}")
        return Outcome(
            f"Stored as [id:{memory.id}]: {quoted(memory.content)}",
            f"💾 Remembered: {one_line(memory.content)} [{memory.id}]",
        )

    async def update(self, tx: Transaction, caller: Caller, arguments: UpdateMemory) -> Outcome:
        try:
            before, after = await self._memories.update(
                tx,
                caller.owner,
                arguments.memory_id,
                content=arguments.content,
                subject=arguments.subject,
                source=caller.source,
            )
        except MemoryRefused as refused:
            return Outcome(f"Nothing was changed. {refused}")
        return _updated(before, after)

    async def forget(self, tx: Transaction, caller: Caller, arguments: ForgetMemory) -> Outcome:
        try:
            memory = await self._memories.delete(tx, caller.owner, arguments.memory_id)
        except MemoryRefused as refused:
            return Outcome(f"Nothing was forgotten. {refused}")
        return Outcome(
            f"Forgotten: [id:{memory.id}]. The user can bring it back with /memory restore {memory.id}.",
            f"🗑 Forgot: {one_line(memory.content)} [{memory.id}]",
        )


def _updated(before: Memory, after: Memory) -> Outcome:
    """Say what an update changed; nothing, when text and subject were the same."""
    if (before.content, before.subject) == (after.content, after.subject):
        return Outcome(f"Nothing was changed: memory {after.id} already says this.")
    old, new = one_line(before.content), one_line(after.content)
    if before.content != after.content:
        told = f"Updated [id:{after.id}]: {quoted(before.content)} → {quoted(after.content)}"
        return Outcome(told, f"✏️ {old} → {new} [{after.id}]")
    was, now = (one_line(memory.subject or "no subject") for memory in (before, after))
    return Outcome(
        f"Updated [id:{after.id}]: {quoted(after.content)}, subject: {was} → {now}",
        f"✏️ {was}: {old} → {now}: {new} [{after.id}]",
    )
