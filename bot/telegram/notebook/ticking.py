"""The press of an item's button, below a note or an answer."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.database import notebook as stored
from bot.database.engine import Transaction
from bot.language import mark, t
from bot.notebook import operations
from bot.notebook.refusals import NoSuchItem, NoSuchNote
from bot.telegram.buttons import parse, shortened
from bot.telegram.notebook.requests import DONE, OPEN, ItemButton, ListedItemButton
from bot.telegram.texts import Button, Text
from bot.values.notes import Note
from bot.values.owner import Owner

IS_DELETED: Final = mark("This note is deleted. /notes deleted lists it.")
_NOT_FOUND: Final = mark("Not done: this line has changed. Here is the current list.")
_HAS_CHANGED: Final = mark("(the list has changed since)")
_LABEL: Final = 60


@dataclass(frozen=True, slots=True)
class Ticked:
    """What came of a press: a toast, the note as it is now if it isn't deleted, and whether the item was found."""

    toast: str
    note: Note | None
    is_found: bool = False

    def toast_after(self, before: Text, after: Text) -> str:
        """Return the toast, which also says so if a message shows other items than before."""
        is_same = not self.is_found or _items(before.buttons) == _items(after.buttons)
        return self.toast if is_same else f"{self.toast} {t(_HAS_CHANGED)}"


async def tick(tx: Transaction, owner: Owner, pressed: ItemButton) -> Ticked:
    """Tick off an item, or untick it, as its button says."""
    done = bool(pressed.done)
    try:
        change = await operations.tick_item(tx, owner, pressed.note_id, pressed.key, done=done)
    except NoSuchItem:
        return Ticked(t(_NOT_FOUND), await stored.with_id(tx, owner, pressed.note_id))
    except NoSuchNote:
        return Ticked(t(IS_DELETED), None)
    toast = shortened(f"{DONE if done else OPEN} {' '.join(change.changed)}", _LABEL)
    return Ticked(toast, change.after, is_found=True)


def _items(buttons: Iterable[Sequence[Button]]) -> list[tuple[str, int]]:
    """Return which items there are buttons for."""
    parsed = filter(None, (parse(button.data) for row in buttons for button in row))
    kinds = {kind.NAME: kind for kind in (ItemButton, ListedItemButton)}
    read = (kinds[name].read(data) for name, data in parsed if name in kinds)
    return [(it.digest, it.number) for it in read if it]
