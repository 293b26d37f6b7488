"""`/memory …` and the buttons under memories, without the model."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import tzinfo
from typing import Final, TypeAlias

from bot.database import memories as stored
from bot.database.engine import Transaction
from bot.database.listed import listed_as
from bot.database.memory_pages import memory_stats
from bot.errors import MemoryDeleted, MemoryRefused, SameMemory
from bot.memory.operations import Memories, clear, undo_clear
from bot.memory.second_person import read_line
from bot.telegram.buttons import Press, Reaction, message, quantity, refused
from bot.telegram.formatting import RichText, code, compose
from bot.telegram.memory import modes
from bot.telegram.memory.listing import page
from bot.telegram.memory.requests import Act, OfOne, Place, Plain, Say, UndoClearing, parse, read_button
from bot.telegram.memory.showing import deleted, learned, opened, restoring, stats_shown, where, whole
from bot.telegram.texts import Text
from bot.values.changes import Addition, MemoryUpdate
from bot.values.memories import Embedding, Memory, Origin
from bot.values.owner import Owner

SHORTEST_PREFIX: Final = 4
"""Fewest characters of an id; they have to match a single memory."""
CLEAR_PHRASE: Final = "all my memories"

_DONE: Final = {
    Act.DELETE: "Deleted",
    Act.RESTORE: "Restored",
    Act.PIN: "Pinned",
    Act.UNPIN: "No longer pinned",
}
_NOTHING_TO_CLEAR: Final = "I don't remember anything: there is nothing to delete."
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")
_MOST_NAMED: Final = 10
"""Most memories listed for an ambiguous id."""

Answer: TypeAlias = Sequence[Text]


class MemoryCommand:
    """Handles `/memory …` and the presses of its buttons, which update their own messages."""

    def __init__(self, memories: Memories, timezone: tzinfo | None) -> None:
        self._memories = memories
        self._timezone = timezone

    async def answer(self, tx: Transaction, owner: Owner, words: str, embedding: Embedding | None = None) -> Answer:
        """Handle a command in the caller's transaction, and return the answer."""
        match parse(words):
            case Place() as place:
                return [await page(tx, owner, place, embedding)]
            case Addition() as wanted:
                return await self._add(tx, owner, wanted)
            case OfOne(memory_id=prefix) | MemoryUpdate(memory_id=prefix) as request:
                found = await _found(tx, owner, prefix)
                return await self._of_one(tx, owner, request, found) if isinstance(found, Memory) else found
            case Plain() as request:
                return await self._of_all(tx, owner, request)
            case Say(text, example):
                return compose(text, *([code(example)] if example else []))

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
        """Handle a press in the caller's transaction."""
        match read_button(press.data):
            case Place() as place:
                return Reaction(shows=await page(tx, owner, place, press.embedding))
            case OfOne() as request:
                return await self._pressed(tx, owner, request)
            case UndoClearing() as clearing:
                return await _undo_clearing(tx, owner, clearing)
            case None:
                return None

    async def _of_all(self, tx: Transaction, owner: Owner, request: Plain) -> Answer:
        match request.verb:
            case "stats":
                return stats_shown(await memory_stats(tx, owner), self._timezone)
            case "mode":
                return [await modes.answer(self._memories, tx, owner, request.words)]
            case "clear":
                return await _clear(tx, owner, request.words)

    async def _of_one(self, tx: Transaction, owner: Owner, request: OfOne | MemoryUpdate, memory: Memory) -> Answer:
        content = read_line(memory.content)
        try:
            match request:
                case MemoryUpdate():
                    return await self._edit(tx, owner, replace(request, memory_id=memory.id))
                case OfOne(Act.SHOW):
                    return whole(await learned(tx, owner, memory), self._timezone)
                case OfOne(Act.RESTORE) if memory.deleted_at is None:
                    return compose(f"This one is not deleted: '{content}'")
                case OfOne(act):
                    await self._do(tx, owner, act, memory.id)
                    pin = "📌 " if act is Act.PIN else ""
                    return [deleted(memory)] if act is Act.DELETE else compose(f"{pin}{_DONE[act]}: '{content}'")
        except MemoryDeleted:
            return compose("This memory is deleted already. To bring it back: ", restoring(memory))
        except MemoryRefused as why:
            return _not_done("Not changed. " if isinstance(request, MemoryUpdate) else "Not restored. ", why)

    async def _pressed(self, tx: Transaction, owner: Owner, request: OfOne) -> Reaction:
        memory = await _found(tx, owner, request.memory_id)
        if not isinstance(memory, Memory):
            return Reaction(toast="This memory is erased.")
        act, toast = request.act, f"{_DONE[request.act]}." if request.act in _DONE else ""
        if act is Act.WHERE:
            says = where(await learned(tx, owner, memory))
            return Reaction(says=says, toast="" if says else "The message that taught me this is erased.")
        if act is Act.RESTORE and memory.deleted_at is None:
            toast = "This memory is not deleted."
        try:
            await self._do(tx, owner, act, memory.id)
        except SameMemory as same:
            return refused("Not restored", same)
        except MemoryDeleted:
            toast = "This memory is deleted already."
        else:
            if act is Act.DELETE:
                return Reaction(toast=toast, shows=deleted(memory, request.back))
        (now,) = await stored.those(tx, owner, [memory.id])
        return Reaction(toast=toast, shows=opened(await learned(tx, owner, now), request.back, self._timezone))

    async def _do(self, tx: Transaction, owner: Owner, act: Act, memory_id: str) -> None:
        """Apply an action to a memory, if it changes anything. Raises MemoryDeleted or SameMemory."""
        match act:
            case Act.DELETE:
                await self._memories.forget(tx, owner, memory_id)
            case Act.RESTORE:
                await self._memories.restore(tx, owner, memory_id)
            case Act.PIN | Act.UNPIN:
                await self._memories.pin(tx, owner, memory_id, pinned=act is Act.PIN)
            case Act.SHOW | Act.WHERE:
                pass

    async def _edit(self, tx: Transaction, owner: Owner, wanted: MemoryUpdate) -> Answer:
        change = (await self._memories.change(tx, owner, wanted, origin=Origin.COMMAND)).change
        if change.former_content == change.content:
            return compose(f"This memory already says this: '{read_line(change.content)}'")
        return compose(
            f"Changed: '{read_line(change.former_content)}' → '{read_line(change.content)}'\n\nEvery version of it: ",
            code(f"/memory show {wanted.memory_id}"),
        )

    async def _add(self, tx: Transaction, owner: Owner, wanted: Addition) -> Answer:
        try:
            done = await self._memories.change(tx, owner, wanted, origin=Origin.COMMAND)
        except MemoryRefused as why:
            return _not_done("", why)
        return compose(f"Remembered: '{read_line(wanted.content)}' [", code(done.memory.id), "]")


async def _clear(tx: Transaction, owner: Owner, phrase: str) -> Answer:
    if phrase != CLEAR_PHRASE:
        count = (await memory_stats(tx, owner)).live
        asked = (
            f"This deletes all that I remember of you: {quantity(count, 'memory', 'memories')}. Our conversations "
            "stay. A button will bring all of it back; /erase erases it for good.\n\nTo go ahead, send:\n"
        )
        return compose(asked, code(f"/memory clear {CLEAR_PHRASE}")) if count else compose(_NOTHING_TO_CLEAR)
    cleared = await clear(tx, owner)
    if not cleared.forgotten:
        return compose(_NOTHING_TO_CLEAR)
    all_are = "The one memory is" if cleared.forgotten == 1 else f"All {cleared.forgotten:,} memories are"
    text = (
        f"{all_are} deleted. Our conversations stay. /memory deleted lists what was forgotten; "
        "/memory restore <number> brings one back."
    )
    return [message(text, buttons=[[UndoClearing.of(cleared.at).button("↩️ Undo")]])]


async def _undo_clearing(tx: Transaction, owner: Owner, clearing: UndoClearing) -> Reaction:
    """Restore the memories of a clearing, and report the result."""
    back = await undo_clear(tx, owner, clearing.at)
    if not back.restored:
        same = "Not restored: another memory already says this."
        return Reaction(toast=same if back.kept_out else "All of them are restored already.")
    all_are = "One memory is" if back.restored == 1 else f"{back.restored:,} memories are"
    others = f" Not restored: {back.kept_out:,}; other memories already say the same." if back.kept_out else ""
    return Reaction(shows=message(f"↩️ Undone: {all_are} restored.{others}"))


async def _found(tx: Transaction, owner: Owner, prefix: str) -> Memory | Answer:
    """Return the memory with this id prefix or number, under the owner's lock, or the answer if there isn't one."""
    await stored.lock(tx, owner)
    if _NUMBER.fullmatch(prefix) and (memory_id := await listed_as(tx, owner, int(prefix))):
        prefix = memory_id
    if len(prefix) < SHORTEST_PREFIX and prefix.isdecimal():
        return compose(f"The list you saw last has no number {prefix}. /memory list shows the numbers.")
    if len(prefix) < SHORTEST_PREFIX:
        return compose(f"Give the number of a memory, or at least {SHORTEST_PREFIX} characters of its id.")
    match await stored.starting_with(tx, owner, prefix):
        case []:
            return compose("I have no memory with the id ", code(prefix), ".")
        case [memory]:
            return memory
        case several:
            lines = [it for memory in several[:_MOST_NAMED] for it in _line(memory)]
            return compose("Several ids start like this; which one?\n", *lines)


def _line(memory: Memory) -> tuple[str | RichText, ...]:
    return "\n• [", code(memory.id), f"] {read_line(memory.content)}"


def _not_done(undone: str, why: MemoryRefused) -> Answer:
    """Explain why a memory is unchanged, with the one that has the same text."""
    if not isinstance(why, SameMemory):
        return compose(str(why))
    same = why.memory
    return compose(f"{undone}Already remembered: “{read_line(same.content)}” [", code(same.id), "]")
