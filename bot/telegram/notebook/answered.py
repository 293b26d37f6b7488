"""A note's checklist below the answer that shows or changes it: buttons that tick its items off."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from bot.database import notebook as stored
from bot.database.engine import Transaction
from bot.language import t
from bot.notebook.checklist import items
from bot.telegram.buttons import Press, Reaction, parse
from bot.telegram.notebook.requests import ListedItemButton, ListPage
from bot.telegram.notebook.showing import DONE, OPEN, boxes_on
from bot.telegram.notebook.ticking import tick
from bot.telegram.texts import Button, Buttons, Text
from bot.values.notes import Note
from bot.values.owner import Owner

ITEMS: Final = 10
"""Most items on a page below an answer."""


def list_rows(note: Note, page: int = 1) -> Buttons:
    """Return the buttons of a page of a note's items; of the last page if there are fewer now."""
    boxes, page, pages = boxes_on(ListedItemButton, note, page, ITEMS)
    earlier = [ListPage(note.id, page - 1).button(t("◀️ Previous"))] if page > 1 else []
    later = [ListPage(note.id, page + 1).button(t("Next ▶️"))] if page < pages else []
    return [row for row in (*boxes, [*earlier, *later]) if row]


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


async def press_item(tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Tick off an item, or untick it; the answer's message shows the list as it is now."""
    if not (pressed := ListedItemButton.read(press.data)):
        return None
    ticked = await tick(tx, owner, pressed)
    if press.shown is None:
        return Reaction(toast=ticked.toast)
    shows = _redrawn(press.shown, ticked.note, pressed.page)
    return Reaction(toast=ticked.toast_after(press.shown, shows), shows=shows)


async def turn_page(tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Show another page of the list."""
    if not (pressed := ListPage.read(press.data)):
        return None
    note = await stored.with_id(tx, owner, pressed.note_id)
    return Reaction(shows=_redrawn(press.shown, note, pressed.page) if press.shown else None)


def _pressed(button: Button) -> ListedItemButton | ListPage | None:
    name, data = parse(button.data) or ("", "")
    kinds: Sequence[type[ListedItemButton | ListPage]] = (ListedItemButton, ListPage)
    return next((kind.read(data) for kind in kinds if name == kind.NAME), None)


def _redrawn(shown: Text, note: Note | None, page: int) -> Text:
    """Return an answer's message with a page of a note's items; without any if the note is deleted."""
    is_live = note is not None and note.deleted_at is None
    old = rows_of_list(shown.buttons)
    at = list(shown.buttons).index(old[0]) if old else 0
    others = [row for row in shown.buttons if row not in old]
    new = list_rows(note, page) if note and is_live else []
    text = "\n".join(_lines(shown.text, note)) if note and is_live else shown.text
    return replace(shown, text=text, buttons=[*others[:at], *new, *others[at:]])


def _lines(text: str, note: Note) -> Iterator[str]:
    """Yield a text's lines; those that are items of a note have their present boxes, which are as long."""
    boxes: dict[str, set[str]] = {}
    for item in items(note.content):
        boxes.setdefault(item.text, set()).add(DONE if item.done else OPEN)
    for line in text.split("\n"):
        sign, _, words = line.lstrip().partition(" ")
        now = set(boxes.get(words, ())) if sign in {OPEN, DONE} else set[str]()
        yield line.replace(sign, now.pop(), 1) if len(now) == 1 else line
