"""The notebook tools, by which the model finds, reads, writes and changes notes, with their arguments."""

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from functools import partial
from typing import Annotated, Any, Final, TypeAlias

from pydantic import BaseModel, Field, StringConstraints

from bot.database import notebook as stored
from bot.database.engine import Transaction
from bot.database.memories import lock
from bot.database.search.note_search import find_notes
from bot.errors import ActRefused
from bot.language import mark, t
from bot.notebook import operations
from bot.notebook.checklist import items
from bot.notebook.reading import parts, receipt, size, wish
from bot.notebook.refusals import AmbiguousItem, NoSuchItem, NoSuchNote, NoteRefused
from bot.tools.own_words import is_asked
from bot.tools.tool import Caller, Family, Outcome, Tool
from bot.values.acts import Deed, Risk
from bot.values.notes import (
    READ_NOTE,
    Appending,
    Note,
    NoteChange,
    NoteName,
    NoteText,
    Renaming,
    Replacing,
    Ticking,
    WantedNote,
    Writing,
    note_mark,
)
from bot.values.owner import Owner
from bot.values.prompt_text import OthersText, PromptText, joined, others, own
from bot.values.requests import Request
from bot.values.text import folded, quoted

LISTED: Final = 40
"""Most notes in a list."""
FOUND: Final = 8
"""Most notes that a search finds."""
PART_BYTES: Final = 6_400
"""Most bytes of a note in one result, about 1,600 tokens."""
_EXCERPT: Final = 220
_NAMED: Final = 20
"""Most items that a result names."""
_TICKS: Final = "\n(The user sees a button for each item below your answer, or with /notes.)"
_NOTHING: Final = "Nothing was done."
_WHOSE: Final = "from a note that has others' words"
_NO_NOTES: Final = "There are no notes."
_NOT_FOUND: Final = "No note has these words. Without words, find_notes lists all notes."

_MOST_ITEMS: Final = 50
"""Most items that a call ticks."""

_Words: TypeAlias = Annotated[str, StringConstraints(max_length=500, strip_whitespace=True)]
_Item: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=500, strip_whitespace=True)]


class FindNotes(BaseModel):
    """Arguments of find_notes."""

    words: _Words = Field("", description="A few words; without them, all notes are listed")


class ReadNote(BaseModel):
    """Arguments of read_note."""

    name: NoteName
    part: int = Field(1, description="Of a long one; the first by default")


class WriteNote(BaseModel):
    """Arguments of write_note."""

    name: NoteName
    text: NoteText

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Writing(name=self.name, text=self.text)


class AppendToNote(BaseModel):
    """Arguments of append_to_note."""

    name: NoteName
    text: NoteText

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Appending(name=self.name, text=self.text)


class EditNote(BaseModel):
    """Arguments of edit_note."""

    name: NoteName
    passage: NoteText = Field(description="As it is there, and only once")
    new_text: NoteText = Field(description="Empty to remove the passage")

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Replacing(name=self.name, passage=self.passage, text=self.new_text)


class TickInNote(BaseModel):
    """Arguments of tick_in_note."""

    name: NoteName
    items: list[_Item] = Field(min_length=1, max_length=_MOST_ITEMS)
    done: bool = Field(default=True, description="False to untick")

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Ticking(name=self.name, items=tuple(self.items), done=self.done)


class RenameNote(BaseModel):
    """Arguments of rename_note."""

    name: NoteName
    new_name: NoteName

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        return Renaming(name=self.name, new_name=self.new_name)


Change: TypeAlias = WriteNote | AppendToNote | EditNote | TickInNote | RenameNote


def notebook_tools(timezone: tzinfo | None) -> Family:
    """Return the notebook's tools. Dates are in `timezone` (None: the machine's own)."""

    async def find(tx: Transaction, caller: Caller, arguments: FindNotes) -> Outcome:
        await lock(tx, caller.owner)  # a note deleted meanwhile is not found
        return await found_notes(tx, caller.owner, arguments, timezone)

    async def read(tx: Transaction, caller: Caller, arguments: ReadNote) -> Outcome:
        return await part_of_note(tx, caller.owner, arguments, hint=_TICKS)

    def changing(name: str, description: str, arguments: type[Change]) -> Tool[Any]:
        return Tool(
            name=name,
            description=description,
            arguments=arguments,
            run=_change,
            risk=Risk.WRITES,
            is_free=_is_asked,
            tells=lambda given: wish(given.wanted),
        )

    return Family(
        name="notebook",
        purpose=mark("Keep notes and lists: shopping, drafts, plans."),
        undo=_undo,
        rank=3,
        tools=(
            Tool(
                name="find_notes",
                description="List or search the user's notes.",
                arguments=FindNotes,
                run=find,
            ),
            Tool(name=READ_NOTE, description="Read a note.", arguments=ReadNote, run=read),
            changing(
                "write_note",
                'Begin a note, or replace all of its text. Items of a checklist are lines like "- [ ] milk".',
                WriteNote,
            ),
            changing("append_to_note", "Add lines at a note's end; begins it if there is none.", AppendToNote),
            changing("edit_note", "Replace a passage of a note.", EditNote),
            changing("tick_in_note", "Tick off items of a note's checklist.", TickInNote),
            changing("rename_note", "Give a note another name.", RenameNote),
        ),
    )


async def found_notes(tx: Transaction, owner: Owner, arguments: FindNotes, timezone: tzinfo | None) -> Outcome:
    """Find notes by their words, or list them all without any."""
    if arguments.words:
        return await _found(tx, owner, arguments.words)
    return await _listed(tx, owner, timezone)


async def _listed(tx: Transaction, owner: Owner, timezone: tzinfo | None) -> Outcome:
    notes, of = await stored.page(tx, owner, skip=0, most=LISTED)
    lines = [_line(it, f"{size(it)}, changed {it.updated_at.astimezone(timezone):%d %b %Y}") for it in notes]
    more = [own(f"and {of - len(notes):,} more; words find them")] if of > len(notes) else []
    return Outcome(joined([*lines, *more]) if notes else own(_NO_NOTES))


async def _found(tx: Transaction, owner: Owner, words: str) -> Outcome:
    found = await find_notes(tx, owner, words, limit=FOUND, most=_EXCERPT)
    return Outcome(joined(_line(it.note, it.excerpt.text) for it in found) if found else own(_NOT_FOUND))


async def part_of_note(tx: Transaction, owner: Owner, arguments: ReadNote, *, hint: str = "") -> Outcome:
    """Return a part of a note; a `hint` follows one with a checklist."""
    try:
        note = await operations.get(tx, owner, arguments.name)
    except NoSuchNote as none:
        return Outcome(own(_no_such_note(none)))
    several = parts(note.content, PART_BYTES)
    if not 1 <= arguments.part <= len(several):
        return Outcome(own(f"There is no such part: they are numbered 1 to {len(several)}."))
    of = f", part {arguments.part} of {len(several)}" if len(several) > 1 else ""
    below = hint if items(note.content) else ""
    return _about(note, f"{quoted(note.name)}{of}:\n{several[arguments.part - 1].rstrip() or '(empty)'}{below}")


async def _change(tx: Transaction, caller: Caller, arguments: Change) -> Outcome:
    """Change a note, with a deed that can be undone; a refusal is a result in words."""
    wanted = arguments.wanted
    untrusted = caller.is_tainted and not _is_asked(caller, arguments)
    try:
        done = await operations.change(tx, caller.owner, wanted, source=caller.source, untrusted=untrusted)
    except NoteRefused as refused:
        note = await stored.live_named(tx, caller.owner, wanted.name)
        words = f"{_NOTHING} {refusal(refused)}"
        return _about(note, words) if note else Outcome(own(words))
    return done_as(wanted, done)


def _is_asked(caller: Caller, arguments: Change) -> bool:
    """Tell whether the user asked in their own words for all that a change puts, removes and names; ticks need none."""
    asked = partial(is_asked, caller.own_words)
    match arguments.wanted:
        case Ticking():
            return True
        case Writing(name=name, text=text) | Appending(name=name, text=text) as wanted:
            puts = Request.BEGIN if isinstance(wanted, Writing) else Request.BEGIN | Request.NOTE
            return asked(name, text, request=puts) or (folded(name) in folded(text) and asked(text, request=puts))
        case Replacing(name=name, passage=passage, text=text):
            return asked(name, passage, text, request=Request.CHANGE)
        case Renaming(name=name, new_name=new_name):
            return asked(name, new_name, request=Request.CHANGE)


def done_as(wanted: WantedNote, done: NoteChange) -> Outcome:
    """Return the result of a change for the model, and its deed."""
    name = quoted(done.after.name)
    if done.is_none:
        return _about(done.after, f"{_NOTHING} {name} says this already.{_missing(done)}")
    former = done.before.version if done.before else 0
    undo = {"note_id": done.after.id, "version": done.after.version, "former": former}
    words = f"Done. {name} is new." if done.before is None else f"Done. {name}: {size(done.after)}."
    if isinstance(wanted, Renaming) and done.before:
        words = f"Done. {quoted(done.before.name)} is called {name} now."
    if isinstance(wanted, Ticking):
        still_open = [it.text for it in items(done.after.content) if not it.done]
        words = f"Done in {name}: {_names(done.changed)}. Still open: {_names(still_open)}.{_missing(done)}"
    return _about(done.after, words, Deed(lambda: receipt(wanted, done), undo))


def _about(note: Note, words: str, deed: Deed | None = None) -> Outcome:
    """Return words that may repeat a note's text, marked if that is not all the user's own."""
    shown = others(OthersText(words, _WHOSE)) if note.untrusted else own(words)
    return Outcome(shown, deed=deed)


def _line(note: Note, words: str) -> PromptText:
    """Return a line about a note, which begins by what it is found again when the note is deleted."""
    if note.untrusted:
        return others(OthersText(words, "note", note.name), on_line=True)
    return own(f"[{note_mark(note.name)}] {words}")


def _no_such_note(none: NoSuchNote) -> str:
    return f"{none} There are: {', '.join(map(quoted, none.names))}." if none.names else f"{none} {_NO_NOTES}"


def refusal(refused: NoteRefused) -> str:
    """Return why a note was not changed, for the model."""
    match refused:
        case NoSuchNote():
            return _no_such_note(refused)
        case AmbiguousItem(wanted=wanted, items=several):
            return f"{quoted(wanted)} may be one of these: {_names(several)}. Name it in full."
        case NoSuchItem(wanted=wanted, others=others):
            return f"Not in its checklist: {_names(wanted)}. These are: {_names(others)}."
        case _:
            return str(refused)


def _missing(done: NoteChange) -> str:
    return f" Not in its checklist: {_names(done.missing)}." if done.missing else ""


def _names(several: Sequence[str]) -> str:
    more = f" and {len(several) - _NAMED:,} more" if len(several) > _NAMED else ""
    return ", ".join(map(quoted, several[:_NAMED])) + more if several else "nothing"


async def _undo(tx: Transaction, owner: Owner, undo: Mapping[str, Any]) -> str:
    """Undo a change, and return a sentence on it. Raises ActRefused if the note has changed since."""
    try:
        note = await operations.undo(tx, owner, undo["note_id"], undo["version"], undo["former"])
    except NoteRefused as refused:
        reason = refused
        raise ActRefused(lambda: reason.not_undone) from None
    if note.deleted_at:
        return t("Undone. The note “{name}” is deleted.", name=note.name)
    return t("Undone. The earlier version of “{name}” is back.", name=note.name)
