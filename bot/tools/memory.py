"""The memory tools: the model adds, updates and forgets what it remembers of its user."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Annotated, Any, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from bot.database import memories as stored
from bot.database.captures import Captures
from bot.database.engine import Transaction
from bot.database.importance import USED, add_use
from bot.database.proposals import of_turn
from bot.database.receipts import added
from bot.database.search.memory_search import ABOVE_OTHERS, MemorySearch
from bot.errors import MemoryRefused, NoSuchMemory, SameMemory, SimilarMemories, UnrelatedText
from bot.memory.block import describe
from bot.memory.operations import Memories
from bot.memory.proposals import propose
from bot.tools.query import Query
from bot.tools.toolset import Caller, Outcome, Tool, argument_error
from bot.values import (
    CONTENT_MAX,
    Addition,
    CaptureMode,
    Change,
    Forgetting,
    Memory,
    MemoryCategory,
    MemoryContent,
    MemorySubject,
    MemoryUpdate,
    Refusal,
    ToolCall,
    Wanted,
    clean,
    folded,
    one_line,
    quoted,
)

MOST_FOUND: Final = 10
MOST_ADDED: Final = 10
"""Most memories stored for each of the messages that a turn answers; also most changes that wait for a button."""
TOO_MANY_AT_ONCE: Final = (
    f"Nothing was done. {MOST_ADDED} memories are the most for one message. Tell the user what is left, so that they "
    "can ask for it with their next message."
)
WAITS: Final = (
    "Waits for the owner's button: this turn holds text that is not the user's own words. Nothing is stored yet; "
    "don't say it is."
)
_UNLESS_NEW: Final = (
    "If this changes or contradicts one of them, change that one instead. Only if it is truly another fact, say that "
    "it is new."
)
"""The end of a refusal after which the same text can be stored as new."""
_UNLESS_MEANT: Final = "Something else is a memory of its own. A second update of this memory counts as meant."
"""The end of a refusal after which the same memory can be given a text that has nothing in common with it."""
READING: Final = (CaptureMode.ASK, CaptureMode.AUTO, CaptureMode.OFF)
"""The modes in which memories are read in conversations,"""
WRITING: Final = (CaptureMode.ASK, CaptureMode.AUTO)
"""and those in which they are written."""
_STORES: Final = (
    "Store something for future conversations: a fact about people, a preference, recurring context, "
    f"a project's facts. At most {CONTENT_MAX} characters. "
)
_AS_EVER: Final = Captures()
_TURNED_OFF: Final = "the user has turned that off (/memory mode)."
_NOTHING_FOUND: Final = "Nothing was found. Other words for it may find it, or it was only ever said in a conversation."
_ID: Final = re.compile(r"[A-Za-z0-9]{8}")


def _id_shaped(value: str) -> str:
    """Refuse what can't be an id: results repeat ids, and must not repeat a memory's text put in an id's place."""
    if not _ID.fullmatch(value):
        raise argument_error(str(NoSuchMemory()))
    return value


def _trimmed_id(value: object) -> object:
    return clean(value).strip(" []").removeprefix("id:") if isinstance(value, str) else value


def _id_or_none(value: object) -> object:
    """Take what can't be an id for none: small models fill in every argument there is."""
    trimmed = _trimmed_id(value)
    return trimmed if isinstance(trimmed, str) and _ID.fullmatch(trimmed) else ""


MemoryId: TypeAlias = Annotated[
    str,
    AfterValidator(_id_shaped),
    BeforeValidator(_trimmed_id),
    Field(description="The memory's 8-character id"),
]
Subject: TypeAlias = Annotated[
    MemorySubject,
    Refusal,
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
        default=False, description="True only for a fact that was refused as like others, and is truly another one"
    )
    replaces: Annotated[str, BeforeValidator(_id_or_none)] = Field(
        "", description="Only for a change or a correction: the 8-character id of the memory whose text this replaces"
    )

    @property
    def wanted(self) -> Addition | MemoryUpdate:
        """What is to be done."""
        if self.replaces:
            return MemoryUpdate(memory_id=self.replaces, content=self.content, subject=self.subject)
        category = MemoryCategory(self.category)
        return Addition(content=self.content, category=category, subject=self.subject, is_new=self.is_new)


class UpdateMemory(_Arguments):
    """Arguments of update_memory."""

    memory_id: MemoryId
    content: MemoryContent = Field(description="The memory's whole new text")
    subject: Subject = Field("", description="A new subject, only if it changes")

    @property
    def wanted(self) -> MemoryUpdate:
        """What is to be done."""
        return MemoryUpdate(memory_id=self.memory_id, content=self.content, subject=self.subject)


class ForgetMemory(_Arguments):
    """Arguments of forget_memory."""

    memory_id: MemoryId


class SearchMemory(_Arguments):
    """Arguments of search_memory."""

    query: Query = Field(description="A few words for what is looked for, or a question")
    category: Literal["", "context", "person", "preference", "project"] = Field(
        "", description="Only memories of this category"
    )


def wanted_by(call: ToolCall) -> Wanted | None:
    """Return what a call wants to be done to memories; None if that is nothing, or it can't be understood."""
    try:
        match call.name:
            case "add_to_memory":
                return AddToMemory.model_validate_json(call.arguments).wanted
            case "update_memory":
                return UpdateMemory.model_validate_json(call.arguments).wanted
            case "forget_memory":
                return Forgetting(memory_id=ForgetMemory.model_validate_json(call.arguments).memory_id)
            case _:
                return None
    except ValidationError:
        return None


def memory_tools(memories: Memories, captures: Captures = _AS_EVER) -> tuple[Tool[Any], ...]:
    """Return the memory tools: system tools, which every conversation is offered whose mode allows it.

    Each does nothing where its owner's mode at present does not.
    """
    calls = _MemoryCalls(memories, MemorySearch(), captures)
    return (
        Tool(
            name="add_to_memory",
            description=f"{_STORES}Ask before storing, unless told to remember.",
            instead={CaptureMode.AUTO: f"{_STORES}Store it at once, without asking."},
            offered_in=WRITING,
            arguments=AddToMemory,
            run=calls.add,
            means=lambda arguments: arguments.content,
            tells_own=True,
            only_at_first=("replaces",),
        ),
        Tool(
            name="update_memory",
            description="Give a memory a new text when the information has changed; instead of adding another one.",
            offered_in=WRITING,
            arguments=UpdateMemory,
            run=lambda tx, caller, arguments: calls.update(tx, caller, arguments.wanted),
            tells_own=True,
            follows="add_to_memory",
        ),
        Tool(
            name="forget_memory",
            description="Delete a memory that the user wants forgotten.",
            offered_in=WRITING,
            arguments=ForgetMemory,
            run=calls.forget,
            tells_own=True,
            follows="add_to_memory",
        ),
        Tool(
            name="search_memory",
            description=(
                'Find memories by words, parts of words, or meaning, those included that "Your Memory" has no room for.'
            ),
            offered_in=READING,
            arguments=SearchMemory,
            run=calls.search,
            means=lambda arguments: arguments.query,
            tells_own=True,
        ),
    )


class _MemoryCalls:
    """What the tools do, and what each says of it to the model and to the user.

    Where untrusted text may have led to a call, it changes nothing: what it asks for waits for the owner.
    """

    def __init__(
        self,
        memories: Memories,
        search: MemorySearch,
        captures: Captures,
    ) -> None:
        self._memories = memories
        self._search = search
        self._captures = captures

    async def add(self, tx: Transaction, caller: Caller, arguments: AddToMemory) -> Outcome:
        wanted = arguments.wanted
        if isinstance(wanted, MemoryUpdate):
            return await self.update(tx, caller, wanted)
        return await self._add(tx, caller, wanted)

    async def _add(self, tx: Transaction, caller: Caller, wanted: Addition) -> Outcome:
        if not await self._is(WRITING, tx, caller):
            return Outcome(f"Nothing was stored: {_TURNED_OFF}")
        if await added(tx, caller.source.turn_id) >= MOST_ADDED * caller.messages:
            return Outcome(TOO_MANY_AT_ONCE)
        wanted = replace(wanted, is_new=wanted.is_new and _was_refused(wanted, caller))
        try:
            if caller.holds_untrusted:
                return await self._propose(tx, caller, wanted)
            done = await self._memories.add(tx, caller.owner, wanted, embedding=caller.embedding, source=caller.source)
        except MemoryRefused as refused:
            return _refused("Nothing was stored.", refused)
        words = f"Stored as [id:{done.memory.id}]: {quoted(done.memory.content)}"
        return Outcome(words, done.change, memories=[done.memory])

    async def update(self, tx: Transaction, caller: Caller, wanted: MemoryUpdate) -> Outcome:
        if not await self._is(WRITING, tx, caller):
            return Outcome(f"Nothing was changed: {_TURNED_OFF}")
        try:
            await self._memories.check_related(tx, caller.owner, wanted, _refused_texts(wanted, caller))
            if caller.holds_untrusted:
                return await self._propose(tx, caller, wanted)
            done = await self._memories.update(tx, caller.owner, wanted, source=caller.source)
        except MemoryRefused as refused:
            return _refused("Nothing was changed.", refused)
        return replace(_updated(done.change), memories=[done.memory])

    async def forget(self, tx: Transaction, caller: Caller, arguments: ForgetMemory) -> Outcome:
        if not await self._is(WRITING, tx, caller):
            return Outcome(f"Nothing was forgotten: {_TURNED_OFF}")
        try:
            if caller.holds_untrusted:
                return await self._propose(tx, caller, Forgetting(memory_id=arguments.memory_id))
            done = await self._memories.forget(tx, caller.owner, arguments.memory_id)
        except MemoryRefused as refused:
            return _refused("Nothing was forgotten.", refused)
        gone = done.memory.id
        return Outcome(f"Forgotten: [id:{gone}]. The user can bring it back with /memory restore {gone}.", done.change)

    async def _propose(self, tx: Transaction, caller: Caller, wanted: Wanted) -> Outcome:
        """Let what is wanted wait for its owner, unless too much does. Raises MemoryRefused as doing it would."""
        source = caller.source
        if len(await of_turn(tx, caller.owner, source.turn_id)) >= MOST_ADDED * caller.messages:
            return Outcome(TOO_MANY_AT_ONCE)
        await propose(
            tx,
            self._memories,
            caller.owner,
            wanted,
            conversation_id=source.conversation_id,
            turn_id=source.turn_id,
            embedding=caller.embedding,
        )
        return Outcome(WAITS)

    async def search(self, tx: Transaction, caller: Caller, arguments: SearchMemory) -> Outcome:
        """Find memories; each counts as used, unless it only comes no further in meaning than others do."""
        if not await self._is(READING, tx, caller):
            return Outcome(f"Nothing was looked up: {_TURNED_OFF}")
        await stored.lock(tx, caller.owner)  # what is forgotten meanwhile is taken out of the result
        found = await self._search.search(
            tx, caller.owner, arguments.query, caller.embedding, limit=MOST_FOUND, category=arguments.category
        )
        fitting = (it.memory.id for it in found if it.rarity or not it.nearness or it.above_others >= ABOVE_OTHERS)
        await add_use(tx, list(fitting), USED)
        memories = [it.memory for it in found]
        return Outcome(describe(memories) if memories else _NOTHING_FOUND, memories=memories)

    async def _is(self, modes: Collection[CaptureMode], tx: Transaction, caller: Caller) -> bool:
        """Tell whether the owner's mode at present is one of these: the tools a conversation is offered are older."""
        return await self._captures.mode(tx, caller.owner) in modes


def _was_refused(wanted: Addition, caller: Caller) -> bool:
    """Tell whether the model has read what this text is like: only then can it say that it is new."""
    refused = (wanted_by(call) for call, why in caller.refused if why is Refusal.SIMILAR)
    return any(isinstance(it, Addition) and folded(it.content) == folded(wanted.content) for it in refused)


def _refused_texts(wanted: MemoryUpdate, caller: Caller) -> list[str]:
    """Return the texts that the model has read have nothing in common with this memory."""
    refused = (wanted_by(call) for call, why in caller.refused if why is Refusal.UNRELATED)
    return [it.content for it in refused if isinstance(it, MemoryUpdate) and it.memory_id == wanted.memory_id]


def _refused(words: str, refused: MemoryRefused) -> Outcome:
    refusals = {SimilarMemories: Refusal.SIMILAR, UnrelatedText: Refusal.UNRELATED}
    return Outcome(f"{words} {_why(refused)}", memories=_named(refused), refusal=refusals.get(type(refused)))


def _why(refused: MemoryRefused) -> str:
    """Say to the model why nothing was done, naming the memories in the way."""
    match refused:
        case SameMemory(memory=memory):
            return f"A memory already says exactly this:\n{describe([memory])}"
        case SimilarMemories(memories=memories, of_subject=of_subject, others=others):
            about = "about this subject" if of_subject else "like this"
            more = f"\n- and {others:,} more" if others else ""
            return f"There are memories {about} already:\n{describe(memories)}{more}\n{_UNLESS_NEW}"
        case UnrelatedText(memory=memory, content=content):
            return (
                f"The new text has nothing in common with the memory:\n{describe([memory])}\n"
                f"The new text is {quoted(content)}. {_UNLESS_MEANT}"
            )
        case _:
            return str(refused)


def _named(refused: MemoryRefused) -> Sequence[Memory]:
    """Return the memories that `_why` names."""
    match refused:
        case SameMemory(memory=memory) | UnrelatedText(memory=memory):
            return [memory]
        case SimilarMemories(memories=memories):
            return memories
        case _:
            return []


def _updated(change: Change) -> Outcome:
    """Say what an update changed; nothing if text and subject were the same."""
    of_which, new = f"Updated [id:{change.memory_id}]:", quoted(change.content)
    if change.former_content != change.content:
        return Outcome(f"{of_which} {quoted(change.former_content)} → {new}", change)
    if change.former_subject == change.subject:
        return Outcome("Nothing was changed: the memory already says this.")
    was, now = (one_line(subject or "no subject") for subject in (change.former_subject, change.subject))
    return Outcome(f"{of_which} {new}, subject: {was} → {now}", change)
