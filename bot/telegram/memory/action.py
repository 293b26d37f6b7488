"""The buttons under memories: they turn pages, open a memory, delete it, bring it back, bring back all, pin it."""

from typing import Final

from bot.database import memories as stored
from bot.database.engine import Transaction
from bot.errors import SameMemory
from bot.memory.operations import BroughtBack, Memories, undo_clear
from bot.telegram.buttons import NOTHING_TO_PRESS, Press, Reaction, shortened
from bot.telegram.formatting import compose
from bot.telegram.memory.command import deleted_text
from bot.telegram.memory.listing import MemoryList
from bot.telegram.memory.presses import Act, Place, PressOfClearing, PressOfOne, parse
from bot.telegram.memory.showing import QUOTED_UNITS, Learned, MemoryView
from bot.telegram.texts import Text
from bot.values import Memory, Owner

_GONE: Final = "This memory is erased."
_DELETED: Final = "This memory is deleted already."
_LIVE: Final = "This memory is not deleted."
_NOTHING_CLEARED: Final = "Nothing of that is deleted any more."
_SAME: Final = "Not restored: another memory already says this."


class MemoryAction:
    """Carries out the presses of these buttons; each shows in its own message what came of it."""

    def __init__(self, memories: Memories, listing: MemoryList, view: MemoryView) -> None:
        self._memories = memories
        self._list = listing
        self._view = view

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Do what a button is for, in the caller's transaction."""
        match parse(press.data):
            case None:
                return Reaction(toast=NOTHING_TO_PRESS)
            case Place() as place:
                return Reaction(shows=await self._list.page(tx, owner, place, press.embedding))
            case PressOfClearing(at):
                return _restored(await undo_clear(tx, owner, at))
            case pressed:
                await stored.lock(tx, owner)  # what is found must not change before it is shown or changed
                found = await stored.starting_with(tx, owner, pressed.memory_id)
                return await self._of_one(tx, owner, pressed, found[0]) if found else Reaction(toast=_GONE)

    async def _of_one(self, tx: Transaction, owner: Owner, pressed: PressOfOne, memory: Memory) -> Reaction:
        toast = ""
        match pressed.act:
            case Act.WHERE:
                return _where(await self._view.learned(tx, owner, memory))
            case Act.DELETE if not memory.deleted_at:
                await self._memories.forget(tx, owner, memory.id)
                return Reaction(toast="Deleted.", shows=deleted_text(memory, pressed.back))
            case Act.DELETE | Act.PIN | Act.UNPIN if memory.deleted_at:
                toast = _DELETED
            case Act.PIN | Act.UNPIN:
                await self._memories.pin(tx, owner, memory.id, pinned=pressed.act is Act.PIN)
                toast = "Pinned." if pressed.act is Act.PIN else "Not pinned any more."
            case Act.RESTORE if memory.deleted_at is None:
                toast = _LIVE
            case Act.RESTORE:
                try:
                    await self._memories.restore(tx, owner, memory.id)
                except SameMemory:
                    return Reaction(toast=_SAME)
                toast = "Restored."
            case Act.SHOW:
                pass
        return Reaction(toast=toast, shows=await self._opened(tx, owner, pressed))

    async def _opened(self, tx: Transaction, owner: Owner, pressed: PressOfOne) -> Text:
        """Return the memory as it stands now."""
        (memory,) = await stored.starting_with(tx, owner, pressed.memory_id)
        return self._view.opened(await self._view.learned(tx, owner, memory), pressed.back)


def _restored(back: BroughtBack) -> Reaction:
    """Say what came back of a clearing."""
    if not back.restored:
        return Reaction(toast=_SAME if back.kept_out else _NOTHING_CLEARED)
    counted = "One memory is" if back.restored == 1 else f"{back.restored:,} memories are"
    others = f" Not restored: {back.kept_out:,}; other memories say the same by now." if back.kept_out else ""
    (text,) = compose(f"↩️ Undone: {counted} restored.{others}")
    return Reaction(shows=text)


def _where(learned: Learned) -> Reaction:
    """Quote the message that taught a memory: a message in a private chat has no link, but a quote leads to it."""
    taught = [source for version in reversed(learned.versions) if (source := learned.source(version))]
    source = next((it for it in taught if it.message_id), None)
    if source is None:
        return Reaction(toast="The message that taught me this is erased.")
    words = compose(f"You said: “{shortened(source.words, QUOTED_UNITS)}”")
    return Reaction(says=[Text(it.text, it.entities, quoted_id=source.message_id) for it in words])
