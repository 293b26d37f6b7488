"""Notes as messages, with their buttons. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from itertools import pairwise
from math import ceil
from typing import Final

from bot.database.search.note_search import FoundNote
from bot.notebook.checklist import Item, items
from bot.telegram.buttons import message, quantity, shortened
from bot.telegram.formatting import RichText, bold, compose, utf16_length
from bot.telegram.notebook.requests import Act, ItemButton, NoteButton, NotesPage, VersionButton
from bot.telegram.texts import Button, Buttons, File, Text
from bot.values.activities import Activity
from bot.values.memories import Origin
from bot.values.notes import Note, NoteVersion

PAGE: Final = 10
"""Most notes on a page, and most versions."""
ITEMS: Final = 24
"""Most items of a checklist with a button on a page."""
_ROW: Final = 5
_MOST_UNITS: Final = 3_400
"""Most UTF-16 units shown of a note in one message."""
_MOST_LINES: Final = 3
_LINE_UNITS: Final = 60
_NOTHING: Final = "There are no notes yet. Ask me to keep a list or a text, or send /notes add Shopping: milk"
_NOTHING_DELETED: Final = "No note is deleted."
_EMPTY: Final = "Nothing is in it."
_BOXES: Final = re.compile(r"^(\s*)(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\](?=\s+\S)", re.MULTILINE)
_UNSAFE: Final = re.compile(r"[^\w\- ]+")
_WAYS: Final = {
    Origin.CONVERSATION: "in our conversation",
    Origin.COMMAND: "by you",
    Origin.UNDO: "by undo",
}


def listed(notes: Sequence[Note], of: int, page: NotesPage, timezone: tzinfo | None) -> Text:
    """Return a page of notes, with a button for each."""
    pages = max(1, ceil(of / PAGE))
    if not notes:
        return Text(_NOTHING_DELETED if page.is_deleted else _NOTHING)
    act = Act.RESTORE if page.is_deleted else Act.SHOW
    buttons = [NoteButton(act, note.id).button(f"{'↩️ ' if page.is_deleted else ''}{note.name}") for note in notes]
    earlier = [NotesPage(page.which, page.page - 1).button("◀️ Previous")] if page.page > 1 else []
    later = [NotesPage(page.which, page.page + 1).button("Next ▶️")] if page.page < pages else []
    position = f", page {page.page:,} of {pages:,}" if pages > 1 else ""
    lines = [_line(note, timezone) for note in notes]
    heading = "🗑 ", bold(f"Your deleted notes{position}:")
    if not page.is_deleted:
        heading = "📓 ", bold(f"Your notes{position}:")
    hint = "\n\nTap one to bring it back." if page.is_deleted else "\n\nTap one to open it. /notes help shows more."
    rows = [buttons[first : first + 2] for first in range(0, len(buttons), 2)]
    return message(*heading, "\n", *lines, hint, buttons=[*rows, [*earlier, *later]])


def found(notes: Sequence[FoundNote], words: str) -> list[Text]:
    """Return the notes that have some words, with a button for each."""
    if not notes:
        return compose(f"No note has “{words}”, in its name or in its text. /notes lists them all.")
    pieces: list[str | RichText] = ["🔎 ", bold("What fits best:"), "\n"]
    for it in notes:
        pieces += ["\n• ", bold(it.note.name), f": {it.excerpt.text or _EMPTY}"]
    buttons = [[NoteButton(Act.SHOW, it.note.id).button(it.note.name)] for it in notes]
    return [message(*pieces, buttons=buttons)]


def whole(note: Note) -> list[Text]:
    """Return all that a note says, in as many messages as it takes, the last one with the buttons."""
    parts = compose("📓 ", bold(note.name), "\n\n", boxed(note.content))
    return [*parts[:-1], replace(parts[-1], buttons=_rows(note, 1))]


def opened(note: Note, page: int = 1) -> Text:
    """Return a note as one message, with a page of its items; a long one is cut and says so."""
    text = boxed(note.content)
    if utf16_length(text) > _MOST_UNITS:
        while utf16_length(text) > _MOST_UNITS:
            text = text[: int(0.95 * len(text))]
        text = f"{text.rstrip()}…\n\n/notes show {note.name} shows all of it."
    return message("📓 ", bold(note.name), "\n\n", text, buttons=_rows(note, page))


def open_buttons(activity: Activity) -> list[Button]:
    """Return the button that opens the note which an activity has changed; none for other activities."""
    note_id = (activity.undo or {}).get("note_id")
    return [NoteButton(Act.OPEN, note_id).button("📓 Open")] if isinstance(note_id, str) else []


def deleted(note: Note) -> Text:
    """Report a deletion, with a button that brings the note back."""
    undo = NoteButton(Act.RESTORE, note.id).button("↩️ Undo")
    return message("🗑 Deleted: ", bold(note.name), buttons=[[undo, NotesPage().button("◀️ Notes")]])


def history(note: Note, versions: Sequence[NoteVersion], page: int, timezone: tzinfo | None) -> Text:
    """Return a page of a note's versions, the newest first, with what each one changed.

    The version before the last one that is shown comes with them, if there is one.
    """
    shown, pages = versions[:PAGE], ceil(note.version / PAGE)
    before = {newer.number: older.content for newer, older in pairwise(versions)}
    pieces: list[str | RichText] = ["📜 ", bold(note.name), f": {quantity(note.version, 'version', 'versions')}"]
    for it in shown:
        how = _WAYS.get(it.origin, "")
        pieces.append(f"\n\nv{it.number}, {_date(it.created_at, timezone)}, {how}")
        pieces += [f"\n{line}" for line in _differences(before.get(it.number, ""), it.content)]
    opens = [VersionButton("show", note.id, it.number).button(f"v{it.number}") for it in shown]
    newer = [NoteButton(Act.HISTORY, note.id, page - 1).button("◀️ Newer")] if page > 1 else []
    earlier = [NoteButton(Act.HISTORY, note.id, page + 1).button("Earlier ▶️")] if page < pages else []
    back = [] if note.deleted_at else [NoteButton(Act.SHOW, note.id).button("◀️ Back")]
    return message(*pieces, buttons=[*_rows_of(opens), [*newer, *earlier], back])


def version(note: Note, it: NoteVersion, timezone: tzinfo | None) -> Text:
    """Return a version of a note, with a button that makes it the newest."""
    pieces = "📜 ", bold(note.name), f", v{it.number}, {_date(it.created_at, timezone)}\n\n{boxed(it.content)}"
    restore = VersionButton("restore", note.id, it.number).button("↩️ Use this one again")
    acts = [] if note.deleted_at or it.number == note.version else [restore]
    page = (note.version - it.number) // PAGE + 1
    return message(*pieces, buttons=[acts, [NoteButton(Act.HISTORY, note.id, page).button("◀️ History")]])


def as_file(note: Note) -> Text:
    """Return a note as a file."""
    return Text(f"Your note “{note.name}”.", file=File(f"{_file_name(note.name)}.md", f"{note.content}\n".encode()))


def all_in_a_file(notes: Sequence[Note], at: datetime) -> Text:
    """Return all notes in one file."""
    if not notes:
        return Text(_NOTHING)
    text = "\n".join(f"# {note.name}\n\n{note.content}\n" for note in notes)
    return Text(f"{quantity(len(notes), 'note', 'notes')}.", file=File(f"notes-{at:%Y-%m-%d}.md", text.encode()))


def _rows(note: Note, page: int) -> Buttons:
    """Return a note's buttons: those of a page of its items, and those for all of it."""
    there = items(note.content)
    pages = max(1, ceil(len(there) / ITEMS))
    page = min(page, pages)
    boxes = [[_box(note, it, page)] for it in there[(page - 1) * ITEMS : page * ITEMS]]
    earlier = [NoteButton(Act.SHOW, note.id, page - 1).button("◀️ Previous")] if page > 1 else []
    later = [NoteButton(Act.SHOW, note.id, page + 1).button("Next ▶️")] if page < pages else []
    acts = [
        NoteButton(Act.HISTORY, note.id).button("📜 History"),
        NoteButton(Act.EXPORT, note.id).button("📄 File"),
        NoteButton(Act.DELETE, note.id).button("🗑 Delete"),
    ]
    return [*boxes, [*earlier, *later], acts, [NotesPage().button("◀️ Notes")]]


def _box(note: Note, item: Item, page: int) -> Button:
    label = f"{'☑' if item.done else '☐'} {item.text}"
    return ItemButton(note.id, item.line, item.digest, int(not item.done), page).button(label)


def _rows_of(buttons: Sequence[Button]) -> Iterator[Sequence[Button]]:
    return (buttons[first : first + _ROW] for first in range(0, len(buttons), _ROW))


def _line(note: Note, timezone: tzinfo | None) -> str:
    there = items(note.content)
    still_open = f", {sum(not it.done for it in there)} of {len(there)} open" if there else ""
    length = "" if there else f", {quantity(len(note.content), 'character', 'characters')}"
    return f"\n• {note.name}: {_date(note.deleted_at or note.updated_at, timezone)}{still_open}{length}"


def boxed(text: str) -> str:
    """Return a note's text with boxes in place of their marks."""
    return _BOXES.sub(lambda it: f"{it[1]}{'☐' if it[2] == ' ' else '☑'}", text) or _EMPTY


def _differences(before: str, after: str) -> Iterable[str]:
    """Return the first lines that a version added and removed."""
    old, new = Counter(filter(str.strip, before.split("\n"))), Counter(filter(str.strip, after.split("\n")))
    lines = [*(("+", line) for line in new - old), *(("\N{MINUS SIGN}", line) for line in old - new)]
    for sign, line in lines[:_MOST_LINES]:
        yield shortened(f"{sign} {boxed(line.strip())}", _LINE_UNITS)
    if len(lines) > _MOST_LINES:
        yield f"… and {quantity(len(lines) - _MOST_LINES, 'more line', 'more lines')}"


def _date(at: datetime, timezone: tzinfo | None) -> str:
    return f"{at.astimezone(timezone):%d %b %Y, %H:%M}"


def _file_name(name: str) -> str:
    return _UNSAFE.sub(" ", name).strip() or "note"
