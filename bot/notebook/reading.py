"""Notes in parts that fit into a result, and in one line. Pure."""

from collections.abc import Iterator
from typing import Final

from bot.notebook.checklist import items
from bot.values.notes import Appending, Note, NoteChange, Replacing, Ticking, WantedNote, Writing, receipt_beginning
from bot.values.text import one_line

_LONGEST: Final = 80
"""Most characters of a text in a line."""


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
        return f"{sum(not it.done for it in there)} of {len(there)} items open"
    return f"{len(note.content):,} characters"


def receipt(wanted: WantedNote, done: NoteChange) -> str:
    """Return what a change did, in one line for its user.

    That of a new note has none of its text: the model is told of it when it is undone, which deletes the note.
    """
    return receipt_beginning(done.after.name) + _did(wanted, done)


def _did(wanted: WantedNote, done: NoteChange) -> str:
    if done.before is None:
        return f"new, {size(done.after)}"
    match wanted:
        case Writing():
            return f"written anew, {size(done.after)}"
        case Appending(text=text):
            return f"+ {_line(text)}"
        case Replacing(passage=passage, text=text):
            return f"“{_line(passage)}” → “{_line(text)}”" if text else f"\N{MINUS SIGN} {_line(passage)}"
        case Ticking(done=is_done):
            return f"{'☑' if is_done else '☐'} {_line(', '.join(done.changed))}"


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
