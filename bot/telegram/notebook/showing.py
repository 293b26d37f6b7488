"""Notes as messages, with their buttons. Pure."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from itertools import accumulate, pairwise
from math import ceil
from typing import Final

from bot.database.search.note_search import FoundNote
from bot.language import date_time, mark, number, plural, t
from bot.notebook.checklist import Item, ItemKey, items, keyed
from bot.telegram.buttons import message, rows_of, shortened
from bot.telegram.formatting import RichText, bold, compose, filled, utf16_length
from bot.telegram.notebook.requests import DONE, OPEN, Act, ItemButton, NoteButton, NotesPage, VersionButton
from bot.telegram.texts import MOST_BYTES, Button, Buttons, File, Text
from bot.values.acts import Act as Doing
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
_PAGE: Final = mark("Your notes, page {page} of {pages}:")
_DELETED_PAGE: Final = mark("Your deleted notes, page {page} of {pages}:")


def listed(notes: Sequence[Note], of: int, page: NotesPage, timezone: tzinfo | None) -> Text:
    """Return a page of notes, with a button for each."""
    pages = max(1, ceil(of / PAGE))
    if not notes:
        return Text(t(_NOTHING_DELETED) if page.is_deleted else t(_NOTHING))
    act = Act.RESTORE if page.is_deleted else Act.SHOW
    buttons = [NoteButton(act, note.id).button(f"{'↩️ ' if page.is_deleted else ''}{note.name}") for note in notes]
    earlier = [NotesPage(page.which, page.page - 1).button(t("◀️ Previous"))] if page.page > 1 else []
    later = [NotesPage(page.which, page.page + 1).button(t("Next ▶️"))] if page.page < pages else []
    lines = [_line(note, timezone) for note in notes]
    sign = "🗑 " if page.is_deleted else "📓 "
    hint = t("Tap one to bring it back.") if page.is_deleted else t("Tap one to open it. /notes help shows more.")
    return message(
        sign,
        bold(_heading(page, pages)),
        "\n",
        *lines,
        f"\n\n{hint}",
        buttons=[*rows_of(buttons, 2), [*earlier, *later]],
    )


def _heading(page: NotesPage, pages: int) -> str:
    if pages == 1:
        return t("Your deleted notes:") if page.is_deleted else t("Your notes:")
    sentence = _DELETED_PAGE if page.is_deleted else _PAGE
    return t(sentence, page=number(page.page), pages=number(pages))


def found(notes: Sequence[FoundNote], words: str) -> list[Text]:
    """Return the notes that have some words, with a button for each."""
    if not notes:
        return compose(t("No note matches “{words}”. /notes lists them all.", words=words))
    return [_found("🔎 ", t("Best matches:"), notes, Act.SHOW)]


def found_in_notes(notes: Sequence[FoundNote]) -> Text:
    """Return the notes that a search of everything has found; a button opens each in a message of its own."""
    return _found("📓 ", t("In your notes:"), notes, Act.OPEN)


def _found(sign: str, heading: str, notes: Sequence[FoundNote], act: Act) -> Text:
    pieces: list[str | RichText] = [sign, bold(heading), "\n"]
    for it in notes:
        pieces += ["\n• ", bold(it.note.name), f": {boxed_line(it.excerpt.text)}"]
    return message(*pieces, buttons=[[NoteButton(act, it.note.id).button(it.note.name)] for it in notes])


def whole(note: Note) -> list[Text]:
    """Return all that a note says, in as many messages as it takes, the last one with the buttons."""
    parts = compose("📓 ", bold(note.name), "\n\n", boxed(note.content))
    return [*parts[:-1], replace(parts[-1], buttons=_rows(note, 1))]


def opened(note: Note, page: int = 1) -> Text:
    """Return a note as one message, with a page of its items; a long one is cut and says so."""
    text = boxed(note.content)
    if utf16_length(text) > _MOST_UNITS:
        text = f"{cut(text, _MOST_UNITS)}\n\n{t('/notes show {note} shows all of it.', note=note.name)}"
    return message("📓 ", bold(note.name), "\n\n", text, buttons=_rows(note, page))


def open_buttons(done: Doing) -> list[Button]:
    """Return the button that opens the note which was changed; none for other acts."""
    note_id = (done.undo or {}).get("note_id")
    return [NoteButton(Act.OPEN, note_id).button(t("📓 Open"))] if isinstance(note_id, str) else []


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
    shown, pages = versions[:PAGE], ceil(note.version / PAGE)
    before = {newer.number: older for newer, older in pairwise(versions)}
    title = plural("{note}: {count} version", "{note}: {count} versions", note.version, note="{note}")
    pieces: list[str | RichText] = ["📜 ", filled(title, note=bold(note.name))]
    for it in shown:
        how = f", {t(_WAYS[it.origin])}" if it.origin in _WAYS else ""
        pieces.append(f"\n\nv{it.number}, {_date(it.created_at, timezone)}{how}")
        pieces += [f"\n{line}" for line in _differences(before.get(it.number), it)]
    opens = [VersionButton("show", note.id, it.number).button(f"v{it.number}") for it in shown]
    newer = [NoteButton(Act.HISTORY, note.id, page - 1).button(t("◀️ Newer"))] if page > 1 else []
    earlier = [NoteButton(Act.HISTORY, note.id, page + 1).button(t("Earlier ▶️"))] if page < pages else []
    back = [] if note.deleted_at else [NoteButton(Act.SHOW, note.id).button(t("◀️ Back"))]
    return message(*pieces, buttons=[*rows_of(opens, _ROW), [*newer, *earlier], back])


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
    boxes, page, pages = boxes_on(ItemButton, note, page, ITEMS)
    earlier = [NoteButton(Act.SHOW, note.id, page - 1).button(t("◀️ Previous"))] if page > 1 else []
    later = [NoteButton(Act.SHOW, note.id, page + 1).button(t("Next ▶️"))] if page < pages else []
    acts = [
        NoteButton(Act.HISTORY, note.id).button(t("📜 History")),
        NoteButton(Act.EXPORT, note.id).button(t("📄 File")),
        NoteButton(Act.DELETE, note.id).button(t("🗑 Delete")),
    ]
    return [*boxes, [*earlier, *later], acts, [NotesPage().button(t("◀️ Notes"))]]


def boxes_on(kind: type[ItemButton], note: Note, page: int, most: int) -> tuple[Buttons, int, int]:
    """Return the buttons that tick off the items of a page, its number, and that of all pages.

    It is the last page if there are fewer now.
    """
    there = list(keyed(items(note.content)))
    pages = max(1, ceil(len(there) / most))
    page = min(page, pages)
    shown = there[(page - 1) * most : page * most]
    return [[_box(kind, note, *it, page)] for it in shown], page, pages


def _box(kind: type[ItemButton], note: Note, key: ItemKey, item: Item, page: int) -> Button:
    pressed = kind(note.id, key.digest, key.number, key.of, int(not item.done), page)
    return pressed.button(f"{DONE if item.done else OPEN} {item.text}")


def _line(note: Note, timezone: tzinfo | None) -> str:
    there = items(note.content)
    size = plural("{count} character", "{count} characters", len(note.content))
    if there:
        size = t("{open} of {all} open", open=number(sum(not it.done for it in there)), all=number(len(there)))
    return f"\n• {note.name}: {_date(note.deleted_at or note.updated_at, timezone)}, {size}"


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
