"""Items of a note's checklist, ticked off by buttons below the note, or below an answer that shows or changes it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.features.notes import operations
from bot.features.notes.checklist import items
from bot.features.notes.refusals import NoSuchItem, NoSuchNote
from bot.features.notes.store import notes as stored
from bot.features.notes.telegram.requests import DONE, OPEN, ItemButton, ListedItemButton, ListPage
from bot.features.notes.telegram.showing import boxes_on
from bot.features.notes.values import Note
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.telegram.buttons import Press, Reaction, parse, shortened
from bot.telegram.texts import Button, Buttons, Text

IS_DELETED: Final = mark("This note is deleted. /notes deleted lists it.")
_NOT_FOUND: Final = mark("Not done: this line has changed. Here is the current list.")
_HAS_CHANGED: Final = mark("(the list has changed since)")
_LABEL: Final = 60
ITEMS: Final = 10
"""Most items on a page below an answer."""


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


def list_rows(note: Note, page: int = 1) -> Buttons:
    """Return the buttons of a page of a note's items; of the last page if there are fewer now."""
    boxes, turns = boxes_on(ListedItemButton, note, page, ITEMS, lambda number: ListPage(note.id, number))
    return [*boxes, turns] if turns else boxes


def rows_of_list(buttons: Buttons) -> Buttons:
    """Return the rows of a message's buttons that belong to its list."""
    return [row for row in buttons if any(map(_pressed, row))]


async def refreshed(tx: Transaction, owner: Owner, shown: Text) -> Text:
    """Return an answer's message with its list as it is now, if it has one."""
    pressed = next((it for row in shown.buttons for it in map(_pressed, row) if it), None)
    if pressed is None:
        return shown
    page = pressed.page if isinstance(pressed, ListedItemButton) else 1
    return _redrawn(shown, await stored.with_id(tx, owner, pressed.note_id), page)


async def press_item(tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Tick off an item, or untick it; the answer's message shows the list as it is now."""
    pressed = ListedItemButton.parsed(press.data)
    ticked = await tick(tx, owner, pressed)
    if press.shown is None:
        return Reaction(toast=ticked.toast)
    shows = _redrawn(press.shown, ticked.note, pressed.page)
    return Reaction(toast=ticked.toast_after(press.shown, shows), shows=shows)


async def turn_page(tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Show another page of the list."""
    pressed = ListPage.parsed(press.data)
    note = await stored.with_id(tx, owner, pressed.note_id)
    return Reaction(shows=_redrawn(press.shown, note, pressed.page) if press.shown else None)


def _pressed(button: Button) -> ListedItemButton | ListPage | None:
    name, data = parse(button.data) or ("", "")
    kinds: Sequence[type[ListedItemButton | ListPage]] = (ListedItemButton, ListPage)
    return next((kind.read(data) for kind in kinds if name == kind.NAME), None)


def _redrawn(shown: Text, note: Note | None, page: int) -> Text:
    """Return an answer's message with a page of a note's items; without any if the note is deleted."""
    live = note if note and note.deleted_at is None else None
    old = rows_of_list(shown.buttons)
    at = list(shown.buttons).index(old[0]) if old else 0
    others = [row for row in shown.buttons if row not in old]
    new = list_rows(live, page) if live else []
    text = "\n".join(_lines(shown.text, live)) if live else shown.text
    return replace(shown, text=text, buttons=[*others[:at], *new, *others[at:]])


def _lines(text: str, note: Note) -> Iterator[str]:
    """Yield a text's lines; those that are items of a note have their present boxes, which are as long."""
    boxes = _boxes(note)
    for line in text.split("\n"):
        sign, _, words = line.lstrip().partition(" ")
        is_done = boxes.get(words) if sign in {OPEN, DONE} else None
        yield line if is_done is None else line.replace(sign, DONE if is_done else OPEN, 1)


def _boxes(note: Note) -> dict[str, bool]:
    """Return which items of a note are done, by what they say, if all that say the same agree."""
    done: dict[str, set[bool]] = {}
    for item in items(note.content):
        done.setdefault(item.text, set()).add(item.done)
    return {text: all(several) for text, several in done.items() if len(several) == 1}
