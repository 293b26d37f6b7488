"""A note with a checklist as a rich message, whose items are ticked off in their own lines. Pure."""

from collections.abc import Iterator

from bot.notebook.checklist import Item, ItemKey, items, keyed
from bot.telegram import rich
from bot.telegram.formatting.markdown import clean
from bot.telegram.notebook.requests import ItemButton
from bot.telegram.rich import Block, button
from bot.telegram.texts import Buttons, Rich
from bot.values.notes import Note

OPEN, DONE = "☐", "☑"
"""Boxes of items."""
_TITLE_SIZE = 3


def rich_note(note: Note, buttons: Buttons) -> Rich | None:
    """Return a whole note with `buttons` below it; None for one without items, or too long."""
    there = {item.line: (key, item) for key, item in keyed(items(note.content))}
    title: Block = {"type": "heading", "text": f"📓 {clean(note.name)}", "size": _TITLE_SIZE}
    blocks = [title, *_blocks(note, there)]
    return Rich(blocks, buttons) if there and rich.size_of(blocks).fits else None


def _blocks(note: Note, there: dict[int, tuple[ItemKey, Item]]) -> Iterator[Block]:
    """Yield a note's paragraphs and, one by one, its items."""
    text: list[str] = []
    for number, line in enumerate([*note.content.split("\n"), ""]):
        found = there.get(number)
        if found is None and line.strip():
            text.append(clean(line))
            continue
        if text:
            yield {"type": "paragraph", "text": "\n".join(text)}
            text = []
        if found:
            indent = line[: len(line) - len(line.lstrip())]
            yield {"type": "paragraph", "text": [*([indent] if indent else []), _item(note, *found)]}


def _item(note: Note, key: ItemKey, item: Item) -> Block:
    """Return an item as a button that looks like its line."""
    pressed = ItemButton(note.id, key.digest, key.number, key.of, int(not item.done), 1)
    shown = f"{DONE if item.done else OPEN} {clean(item.text)}"
    return {"type": "button", "button": button(shown, pressed.data, style="link")}
