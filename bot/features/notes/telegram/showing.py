"""Notes as messages, with their buttons. Pure."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from itertools import accumulate, pairwise
from typing import Final

from bot.features.notes.checklist import Item, ItemKey, items, keyed
from bot.features.notes.store.search import FoundNote
from bot.features.notes.telegram.requests import DONE, OPEN, Act, ItemButton, NoteButton, NotesPage, VersionButton
from bot.features.notes.values import Note, NoteVersion
from bot.kit.language import date_time, mark, number, plural, t
from bot.telegram.buttons import ButtonData, message, shortened
from bot.telegram.formatting import bold, compose, filled, utf16_length
from bot.telegram.listing import PAGE, Entry, Listing, Page, nothing_found, turns_of
from bot.telegram.texts import MOST_BYTES, Button, Buttons, File, Text
from bot.turns.values.acts import Act as Doing
from bot.turns.values.origins import Origin

ITEMS: Final = 24
"""Most items of a checklist with a button on a page."""
_MOST_UNITS: Final = 3_400
"""Most UTF-16 units shown of a note in one message."""
_MOST_LINES: Final = 3
_LINE_UNITS: Final = 60
_NOTHING: Final = mark("There are no notes yet. Ask me to keep a list or a text, or send /notes add Shopping: milk")
_NOTHING_DELETED: Final = mark("There are no deleted notes.")
_EMPTY: Final = mark("This note is empty.")
_MARK: Final = r"(?:[-*+]|\d{1,9}[.)])\s+\[([ xX])\](?=\s+\S)"
_BOXES: Final = re.compile(rf"^([^\S\n]*){_MARK}", re.MULTILINE)
_BOXES_WITHIN: Final = re.compile(rf"(?<!\S)(){_MARK}")
_UNSAFE: Final = re.compile(r"[^\w\- ]+")
_WAYS: Final = {
    Origin.CONVERSATION: mark("in our conversation"),
    Origin.COMMAND: mark("by you"),
    Origin.UNDO: mark("by an undo"),
    Origin.API: mark("by a program"),
}


def listed(shown: Page[Note], which: NotesPage, timezone: tzinfo | None) -> Text:
    """Return a page of the live notes, or of the deleted ones."""
    if not shown.items:
        return Text(t(_NOTHING_DELETED) if which.is_deleted else t(_NOTHING))
    return Listing(
        sign="🗑" if which.is_deleted else "📓",
        heading=t("Your deleted notes:") if which.is_deleted else t("Your notes:"),
        page=shown,
        entry=lambda note: Entry(says=[_line(note, timezone)], opens=NoteButton(Act.SHOW, note.id)),
        hints=[] if which.is_deleted else [t("More commands: {commands}", commands="/notes help")],
    ).text


def found(notes: Sequence[FoundNote], words: str) -> list[Text]:
    """Return the notes that have some words."""
    if not notes:
        return compose(nothing_found(words))
    return [_found("🔎", t("Best matches:"), notes, Act.SHOW)]


def found_in_notes(notes: Sequence[FoundNote]) -> Text:
    """Return the notes that a search of everything has found; a button opens each in a message of its own."""
    return _found("📓", t("In your notes:"), notes, Act.OPEN)


def _found(sign: str, heading: str, notes: Sequence[FoundNote], act: Act) -> Text:
    def entry(it: FoundNote) -> Entry:
        return Entry(says=[bold(it.note.name), f": {boxed_line(it.excerpt.text)}"], opens=NoteButton(act, it.note.id))

    return Listing(sign=sign, heading=heading, page=Page(items=notes), entry=entry).text


def whole(note: Note) -> list[Text]:
    """Return all that a note says, in as many messages as it takes, the last one with the buttons."""
    parts = compose("📓 ", bold(note.name), "\n\n", boxed(note.content))
    return [*parts[:-1], replace(parts[-1], buttons=_rows(note, 1))]


def opened(note: Note, page: int = 1) -> Text:
    """Return a note as one message, with a page of its items; a long one is cut and says so."""
    text = boxed(note.content)
    if utf16_length(text) > _MOST_UNITS:
        text = f"{cut(text, _MOST_UNITS)}\n\n{t('/notes show {note} shows all of it.', note=note.name)}"
    sign = "🗑 " if note.deleted_at else "📓 "
    return message(sign, bold(note.name), "\n\n", text, buttons=_rows(note, page))


def open_buttons(done: Doing) -> list[Button]:
    """Return the button that opens the note which was changed; none for other acts, and for a note that is deleted."""
    undo = done.undo or {}
    opens = isinstance(undo.get("note_id"), str) and not undo.get("is_deleted")
    return [NoteButton(Act.OPEN, undo["note_id"]).button(t("📓 Open"))] if opens else []


def deleted(note: Note) -> Text:
    """Report a deletion, with a button that brings the note back."""
    undo = NoteButton(Act.RESTORE, note.id).button(t("↩️ Undo"))
    return message(
        "🗑 ", filled(t("Deleted: {note}"), note=bold(note.name)), buttons=[[undo, NotesPage().button(t("◀️ Notes"))]]
    )


def history(note: Note, versions: Sequence[NoteVersion], page: int, timezone: tzinfo | None) -> Text:
    """Return a page of a note's versions, the newest first, with what each one changed.

    The version before the last one that is shown comes with them, if there is one.
    """
    before = {newer.number: older for newer, older in pairwise(versions)}
    turns = turns_of(page, note.version, lambda number: NoteButton(Act.HISTORY, note.id, number))

    def entry(it: NoteVersion) -> Entry:
        how = f", {t(_WAYS[it.origin])}" if it.origin in _WAYS else ""
        lines = [f"{_date(it.created_at, timezone)}{how}", *_differences(before.get(it.number), it)]
        return Entry(number=it.number, says=["\n".join(lines)], opens=VersionButton("show", note.id, it.number))

    return Listing(
        sign="📜",
        heading=f"{note.name}:",
        page=Page(items=versions[:PAGE], first=(page - 1) * PAGE + 1, of=note.version, turns=turns),
        entry=entry,
        back=NoteButton(Act.SHOW, note.id),
    ).text


def version(note: Note, it: NoteVersion, timezone: tzinfo | None) -> Text:
    """Return a version of a note, with a button that makes it the newest."""
    pieces = "📜 ", bold(note.name), f", v{it.number}, {_date(it.created_at, timezone)}\n\n{boxed(it.content)}"
    restore = VersionButton("restore", note.id, it.number).button(t("↩️ Use this version"))
    acts = [] if note.deleted_at or it.number == note.version else [restore]
    page = (note.version - it.number) // PAGE + 1
    return message(*pieces, buttons=[acts, [NoteButton(Act.HISTORY, note.id, page).button(t("◀️ History"))]])


def as_file(note: Note) -> File:
    """Return a note as a file."""
    return File(f"{_file_name(note.name)}.md", f"{note.content}\n".encode(), t("Your note “{note}”.", note=note.name))


def all_in_a_file(notes: Sequence[Note], of: int, at: datetime) -> Text | File:
    """Return the first of so many notes in one file: as many as fit into it, which the caption says."""
    if not notes:
        return Text(t(_NOTHING))
    texts = [f"# {note.name}\n\n{note.content}\n".encode() for note in notes]
    sizes = accumulate(len(text) + 1 for text in texts)
    fitting = sum(size <= MOST_BYTES for size in sizes)
    caption = plural("{count} note.", "{count} notes.", fitting)
    if fitting < of:
        caption = plural(
            "The last changed note of {all}. /export sends all of them.",
            "The {count} last changed notes of {all}. /export sends all of them.",
            fitting,
            all=number(of),
        )
    return File(f"notes-{at:%Y-%m-%d}.md", b"\n".join(texts[:fitting]), caption)


def _rows(note: Note, page: int) -> Buttons:
    """Return a note's buttons: those of a page of its items, and those for all of it."""
    history = NoteButton(Act.HISTORY, note.id).button(t("📜 History"))
    if note.deleted_at:
        restore = NoteButton(Act.RESTORE, note.id).button(t("↩️ Restore"))
        return [[restore, history], [NotesPage("deleted").button(t("◀️ Back"))]]
    boxes, turns = boxes_on(ItemButton, note, page, ITEMS, lambda number: NoteButton(Act.SHOW, note.id, number))
    acts = [
        history,
        NoteButton(Act.EXPORT, note.id).button(t("📄 File")),
        NoteButton(Act.DELETE, note.id).button(t("🗑 Delete")),
    ]
    return [*boxes, turns, acts, [NotesPage().button(t("◀️ Notes"))]]


def boxes_on(
    kind: type[ItemButton], note: Note, page: int, most: int, to: Callable[[int], ButtonData]
) -> tuple[Buttons, Sequence[Button]]:
    """Return the buttons that tick off the items of a page, and those that turn `to` other pages.

    It is the last page if there are fewer now.
    """
    shown = Page.cut(list(keyed(items(note.content))), page, to, most)
    return [[_box(kind, note, *it, shown.number)] for it in shown.items], shown.turns


def _box(kind: type[ItemButton], note: Note, key: ItemKey, item: Item, page: int) -> Button:
    pressed = kind(note.id, key.digest, key.number, key.of, int(not item.done), page)
    return pressed.button(f"{DONE if item.done else OPEN} {item.text}")


def _line(note: Note, timezone: tzinfo | None) -> str:
    there = items(note.content)
    size = plural("{count} character", "{count} characters", len(note.content))
    if there:
        size = t("{open} of {all} open", open=number(sum(not it.done for it in there)), all=number(len(there)))
    return f"{note.name}: {_date(note.deleted_at or note.updated_at, timezone)}, {size}"


def boxed(text: str) -> str:
    """Return a note's text with boxes in place of their marks."""
    return _with_boxes(_BOXES, text)


def boxed_line(line: str) -> str:
    """Return an excerpt on one line with boxes in place of their marks."""
    return _with_boxes(_BOXES_WITHIN, line)


def cut(text: str, units: int) -> str:
    """Return the beginning of a text that has more than a number of UTF-16 units, with an ellipsis."""
    if utf16_length(text) <= units:
        return text
    while utf16_length(text) >= units:
        text = text[: int(0.95 * len(text))]
    return f"{text.rstrip()}…"


def _with_boxes(marks: re.Pattern[str], text: str) -> str:
    return marks.sub(lambda it: f"{it[1]}{OPEN if it[2] == ' ' else DONE}", text) or t(_EMPTY)


def _differences(before: NoteVersion | None, after: NoteVersion) -> Iterable[str]:
    """Return the name that a version changed, and the first lines that it ticked off or not, added and removed."""
    if before and before.name != after.name:
        yield f"“{before.name}” → “{after.name}”"
    old, new = (Counter(filter(str.strip, it.content.split("\n") if it else ())) for it in (before, after))
    added, removed = map(list, (new - old, old - new))
    both = {item.text for item in items("\n".join(added))} & {item.text for item in items("\n".join(removed))}

    def is_ticked(line: str) -> bool:
        return any(item.text in both for item in items(line))

    lines = [
        *(boxed(line.strip()) if is_ticked(line) else f"+ {boxed(line.strip())}" for line in added),
        *(f"\N{MINUS SIGN} {boxed(line.strip())}" for line in removed if not is_ticked(line)),
    ]
    for line in lines[:_MOST_LINES]:
        yield shortened(line, _LINE_UNITS)
    if len(lines) > _MOST_LINES:
        yield plural("… and {count} more line", "… and {count} more lines", len(lines) - _MOST_LINES)


def _date(at: datetime, timezone: tzinfo | None) -> str:
    return date_time(at.astimezone(timezone))


def _file_name(name: str) -> str:
    return _UNSAFE.sub(" ", name).strip() or "note"
