"""Notes in parts that fit into a result, and in one line, and what was done to one. Pure."""

from collections.abc import Iterator
from typing import Final

from bot.features.notes.checklist import items
from bot.features.notes.values import (
    Appending,
    Note,
    NoteChange,
    Renaming,
    Replacing,
    Ticking,
    WantedNote,
    Writing,
    receipt_beginning,
)
from bot.kit.language import mark, number, plural, t
from bot.kit.text import one_line
from bot.turns.values.acts import Deed

NOTEBOOK: Final = "notebook"
"""The family of acts on notes."""
_LONGEST: Final = 80
"""Most characters of a text in a line."""
_MOST_SHOWN: Final = 1_200
"""Most characters of a text that is shown to the user who is asked."""
_DELETED: Final = mark("deleted")
_RESTORED: Final = mark("restored")


def parts(text: str, most: int) -> list[str]:
    """Return a text in parts of at most `most` bytes in UTF-8, which end with a line where they can."""
    found: list[str] = []
    part: list[str] = []
    room = most
    for piece in _pieces(text, most):
        size = len(piece.encode())
        if part and size > room:
            found.append("".join(part))
            part, room = [], most
        part.append(piece)
        room -= size
    return [*found, "".join(part)]


def size(note: Note) -> str:
    """Return how long a note is, in words."""
    there = items(note.content)
    if there:
        still_open = number(sum(not it.done for it in there))
        return plural("{open} of {count} item open", "{open} of {count} items open", len(there), open=still_open)
    return plural("{count} character", "{count} characters", len(note.content))


def receipt(wanted: WantedNote, done: NoteChange) -> str:
    """Return what a change did, in one line for its user.

    That of a new note has none of its text: the model is told of it when it is undone, which deletes the note.
    """
    return receipt_beginning(done.after.name) + _did(wanted, done)


def deed_of(wanted: WantedNote, done: NoteChange) -> Deed | None:
    """Return a change as a deed, which can be undone; None if it changed nothing."""
    if done.is_none:
        return None
    former = done.before.version if done.before else 0
    return Deed(
        lambda: receipt(wanted, done), {"note_id": done.after.id, "version": done.after.version, "former": former}
    )


def deed_of_deleting(note: Note) -> Deed:
    """Return the deletion or the restoring of a note, as it is now, as a deed."""
    is_deleted = note.deleted_at is not None
    did = _DELETED if is_deleted else _RESTORED
    undo = {"note_id": note.id, "is_deleted": is_deleted, "version": note.version}
    return Deed(lambda: receipt_beginning(note.name) + t(did), undo)


def wish(wanted: WantedNote) -> str:
    """Return what a change would do, for the user who is asked: a line, and below it the text, cut if it is long."""
    name = wanted.name
    match wanted:
        case Writing(text=text):
            return f"{t('Write the note “{name}”:', name=name)}\n{_shown(text)}"
        case Appending(text=text):
            return f"{t('Add to the note “{name}”:', name=name)}\n{_shown(text)}"
        case Replacing(passage=passage, text=text):
            return f"{t('Change the note “{name}”:', name=name)}\n“{_shown(passage)}”\n→ “{_shown(text)}”"
        case Ticking(items=names, done=True):
            return f"{t('Tick off in the note “{name}”:', name=name)}\n{_shown(', '.join(names))}"
        case Ticking(items=names):
            return f"{t('Untick in the note “{name}”:', name=name)}\n{_shown(', '.join(names))}"
        case Renaming(new_name=new_name):
            return t("Rename the note “{name}” to “{new_name}”", name=name, new_name=new_name)


def _shown(text: str) -> str:
    if len(text) <= _MOST_SHOWN:
        return text
    length = plural("{count} character", "{count} characters", len(text))
    return f"{text[:_MOST_SHOWN]}… ({length})"


def _did(wanted: WantedNote, done: NoteChange) -> str:
    if done.before is None:
        return t("new, {size}", size=size(done.after))
    match wanted:
        case Writing():
            return t("rewritten, {size}", size=size(done.after))
        case Appending(text=text):
            return f"+ {_line(text)}"
        case Replacing(passage=passage, text=text):
            return f"“{_line(passage)}” → “{_line(text)}”" if text else f"\N{MINUS SIGN} {_line(passage)}"
        case Ticking(done=is_done):
            return f"{'☑' if is_done else '☐'} {_line(', '.join(done.changed))}"
        case Renaming():
            return t("renamed from “{name}”", name=done.before.name)


def _pieces(text: str, most: int) -> Iterator[str]:
    """Yield the lines of a text with their ends; those that are too long in pieces."""
    for line in text.splitlines(keepends=True):
        if len(line.encode()) <= most:
            yield line
        else:
            yield from (line[first : first + most // 4] for first in range(0, len(line), most // 4))


def _line(text: str) -> str:
    """Return a text on one line, the items of a list separated by commas, cut if it is long."""
    there = items(text)
    lines = text.split("\n")
    is_list = len(there) == len(lines)
    line = ", ".join(it.text for it in there) if is_list else one_line(text)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1].rstrip()}…"
