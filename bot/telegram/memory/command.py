"""`/memory …`, straight from the database: no model, no conversation."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import tzinfo
from typing import Final, TypeAlias

from pydantic import TypeAdapter, ValidationError

from bot.database import memories as stored
from bot.database.engine import Transaction
from bot.database.memory_stats import memory_stats
from bot.errors import SameMemory, StoreFull
from bot.memory.operations import Cleared, Memories, clear
from bot.telegram.formatting import RichText, code, compose
from bot.telegram.memory.listing import MemoryList
from bot.telegram.memory.presses import Act, Place, PressOfClearing, PressOfOne
from bot.telegram.memory.requests import (
    ADD_EXAMPLE,
    AddMemory,
    ClearMemories,
    DeleteMemory,
    EditMemory,
    ListMemories,
    OfOne,
    PinMemory,
    RestoreMemory,
    ShowMemory,
    ShowStats,
    ShowUsage,
    UnpinMemory,
    parse,
)
from bot.telegram.memory.showing import MemoryView
from bot.telegram.memory.stats import told
from bot.telegram.texts import Button, Text
from bot.values import (
    CONTENT_MAX,
    CONTENT_MIN,
    SUBJECT_MAX,
    Addition,
    Embedding,
    Memory,
    MemoryCategory,
    MemoryContent,
    MemorySubject,
    MemoryUpdate,
    Origin,
    Owner,
    one_line,
)

SHORTEST_PREFIX: Final = 4
"""How many characters of an id are enough, if they fit one memory only."""
CLEAR_PHRASE: Final = "all my memories"
_NOTHING_TO_CLEAR: Final = "I don't remember anything: there is nothing to delete."

_CONTENT: Final = TypeAdapter[str](MemoryContent)
_SUBJECT: Final = TypeAdapter[str](MemorySubject)
_MOST_NAMED: Final = 10
"""Most memories named whose ids begin alike."""

Said: TypeAlias = Sequence[Text]


class MemoryCommand:
    """Carries out `/memory …`. Every answer comes from the database alone."""

    def __init__(
        self,
        memories: Memories,
        listing: MemoryList,
        view: MemoryView,
        timezone: tzinfo | None,
    ) -> None:
        self._memories = memories
        self._list = listing
        self._view = view
        self._timezone = timezone

    async def answer(self, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None) -> Said:
        """Do what is asked, in the caller's transaction, and return what to say."""
        match parse(words):
            case ListMemories(selection):
                return [await self._list.page(tx, owner, Place(selection), embedding)]
            case AddMemory() as request:
                return await self._add(tx, owner, request)
            case ShowStats():
                return told(await memory_stats(tx, owner), self._timezone)
            case ClearMemories(phrase):
                return await self._clear(tx, owner, phrase)
            case ShowUsage(usage, example):
                return compose(usage, *([code(example)] if example else []))
            case request:
                return await self._with_one(tx, owner, request)

    async def _with_one(self, tx: Transaction, owner: Owner, request: OfOne) -> Said:
        if len(request.id) < SHORTEST_PREFIX:
            return compose(f"Give at least {SHORTEST_PREFIX} characters of the id; /memory list shows them.")
        await stored.lock(tx, owner)  # what is found must not change before it is shown or changed
        match await stored.starting_with(tx, owner, request.id):
            case []:
                return compose("I have no memory with the id ", code(request.id), ".")
            case [memory]:
                return await self._carry_out(tx, owner, request, memory)
            case several:
                return compose("Several ids start like this; which one?\n", *_lines(several[:_MOST_NAMED]))

    async def _carry_out(self, tx: Transaction, owner: Owner, request: OfOne, memory: Memory) -> Said:
        match request:
            case ShowMemory():
                return self._view.whole(await self._view.learned(tx, owner, memory))
            case RestoreMemory():
                return await self._restored(tx, owner, memory)
            case _ if memory.deleted_at:
                return compose("This memory is deleted already. To bring it back: ", _restoring(memory))
            case change:
                return await self._change(tx, owner, change, memory)

    async def _change(
        self,
        tx: Transaction,
        owner: Owner,
        request: DeleteMemory | EditMemory | PinMemory | UnpinMemory,
        memory: Memory,
    ) -> Said:
        match request:
            case DeleteMemory():
                await self._memories.forget(tx, owner, memory.id)
                return [deleted_text(memory)]
            case EditMemory(_, content):
                return await self._edited(tx, owner, memory, content)
            case PinMemory() | UnpinMemory():
                pinned = isinstance(request, PinMemory)
                await self._memories.pin(tx, owner, memory.id, pinned=pinned)
                return compose(f"{'📌 Pinned' if pinned else 'Not pinned any more'}: '{one_line(memory.content)}'")

    async def _restored(self, tx: Transaction, owner: Owner, memory: Memory) -> Said:
        if memory.deleted_at is None:
            return compose(f"This one is not deleted: '{one_line(memory.content)}'")
        try:
            await self._memories.restore(tx, owner, memory.id)
        except SameMemory as same:
            return compose("Not restored. ", *_known(same.memory))
        return compose(f"Restored: '{one_line(memory.content)}'")

    async def _edited(self, tx: Transaction, owner: Owner, memory: Memory, text: str) -> Said:
        if not (content := _content(text)):
            return compose(_out_of_bounds(text))
        try:
            wanted = MemoryUpdate(memory_id=memory.id, content=content)
            change = (await self._memories.change(tx, owner, wanted, origin=Origin.COMMAND)).change
        except SameMemory as same:
            return compose("Not changed. ", *_known(same.memory))
        if change.former_content == change.content:
            return compose(f"This memory says so already: '{one_line(content)}'")
        return compose(
            f"Changed: '{one_line(change.former_content)}' → '{one_line(change.content)}'\n\nEvery version of it: ",
            code(f"/memory show {memory.id}"),
        )

    async def _add(self, tx: Transaction, owner: Owner, request: AddMemory) -> Said:
        if request.category is None:
            categories = ", ".join(category.value for category in MemoryCategory)
            return compose(f"Choose a category: {categories}. For example: ", code(ADD_EXAMPLE))
        if not (content := _content(request.content)):
            return compose(_out_of_bounds(request.content))
        if (subject := _subject(request.subject)) is None:
            return compose(f"A subject has at most {SUBJECT_MAX} characters; this one has {len(request.subject)}.")
        try:
            wanted = Addition(content=content, category=request.category, subject=subject, is_new=True)
            done = await self._memories.change(tx, owner, wanted, origin=Origin.COMMAND)
        except SameMemory as same:
            return compose(*_known(same.memory))
        except StoreFull as full:
            return compose(str(full))
        return compose(f"Remembered: '{one_line(content)}' [", code(done.memory.id), "]")

    async def _clear(self, tx: Transaction, owner: Owner, phrase: str) -> Said:
        if phrase == CLEAR_PHRASE:
            cleared = await clear(tx, owner)
            return [_cleared_text(cleared)] if cleared.forgotten else compose(_NOTHING_TO_CLEAR)
        count = (await memory_stats(tx, owner)).live
        if not count:
            return compose(_NOTHING_TO_CLEAR)
        asked = (
            f"This deletes all that I remember of you: {_counted(count)}. Our conversations stay. A button will bring "
            "all of it back; /erase erases it for good.\n\nTo go ahead, send:\n"
        )
        return compose(asked, code(f"/memory clear {CLEAR_PHRASE}"))


def deleted_text(memory: Memory, back: Place | None = None) -> Text:
    """Say that a memory was deleted, with a button that brings it back, and one that leads back to a list."""
    (text, *_) = compose(f"Deleted: '{one_line(memory.content)}'\n\nTo bring it back: ", _restoring(memory))
    row = [Button("↩️ Undo", PressOfOne(Act.RESTORE, memory.id, back or Place()).data)]
    return replace(text, buttons=[[*row, Button("◀️ Back", back.data)] if back else row])


def _cleared_text(cleared: Cleared) -> Text:
    """Say that all memories were deleted, with a button that brings them back."""
    (text,) = compose(
        f"{_all(cleared.forgotten)} deleted. Our conversations stay. /memory deleted lists what was forgotten; "
        "/memory restore <id> brings one back."
    )
    return replace(text, buttons=[[Button("↩️ Undo", PressOfClearing(cleared.at).data)]])


def _restoring(memory: Memory) -> RichText:
    return code(f"/memory restore {memory.id}")


def _content(text: str) -> str | None:
    try:
        return _CONTENT.validate_python(text)
    except ValidationError:
        return None


def _subject(text: str) -> str | None:
    try:
        return _SUBJECT.validate_python(text)
    except ValidationError:
        return None


def _known(memory: Memory) -> list[str | RichText]:
    return [f"Already remembered: “{one_line(memory.content)}” [", code(memory.id), "]"]


def _out_of_bounds(text: str) -> str:
    return f"A memory has {CONTENT_MIN} to {CONTENT_MAX} characters; this text has {len(text)}."


def _lines(memories: Iterable[Memory]) -> list[str | RichText]:
    return [piece for memory in memories for piece in ("\n• [", code(memory.id), f"] {one_line(memory.content)}")]


def _counted(count: int) -> str:
    return "1 memory" if count == 1 else f"{count:,} memories"


def _all(count: int) -> str:
    return "The one memory is" if count == 1 else f"All {count:,} memories are"
