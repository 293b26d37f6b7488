"""The notebook tools, by which the model finds, reads, writes and changes notes, with their arguments."""

import json
from collections.abc import Callable, Mapping, Sequence
from datetime import tzinfo
from functools import partial
from typing import Annotated, Any, Final, TypeAlias

from pydantic import Field, StringConstraints, model_validator

from bot.features.notes import operations
from bot.features.notes.checklist import items
from bot.features.notes.reading import NOTEBOOK, deed_of, parts, size, wish
from bot.features.notes.refusals import AmbiguousItem, NoSuchItem, NoSuchNote, NoteRefused
from bot.features.notes.store import notes as stored
from bot.features.notes.store.search import find_notes
from bot.features.notes.values import (
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
from bot.kit.errors import ActRefused
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.prompt_text import OthersText, PromptText, joined, others, own
from bot.kit.text import folded, quoted
from bot.store.engine import Transaction
from bot.turns.store.owners import lock
from bot.turns.tools.own_words import is_asked
from bot.turns.tools.requests import Request
from bot.turns.tools.tool import Caller, Family, OptionalQuery, Outcome, Tool, ToolArguments, argument_error
from bot.turns.values.acts import Risk

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

_CHANGES: Final = ("text", "add", "replace", "tick", "new_name")
"""Arguments of change_note each of which is a change."""
_ONE_CHANGE: Final = "A call makes one change: text, add, replace and replace_with, tick, or new_name."
_FORMER: Final[Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, Any]]]] = {
    "write_note": dict,
    "append_to_note": lambda it: {"name": it.get("name"), "add": it.get("text")},
    "edit_note": lambda it: {"name": it.get("name"), "replace": it.get("passage"), "replace_with": it.get("new_text")},
    "tick_in_note": lambda it: {"name": it.get("name"), "tick": it.get("items"), "done": it.get("done", True)},
    "rename_note": dict,
}
"""The tools of earlier conversations that change_note replaces, and its arguments made from theirs."""

_Item: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=500, strip_whitespace=True)]


def _several(items: object) -> object:
    """Return items as a list without empty ones: small models write one item, or the list as JSON."""
    if isinstance(items, str):
        try:
            read = json.loads(items)
        except ValueError:
            read = None
        items = read if isinstance(read, list) else [items]
    return [it for it in items if it != ""] if isinstance(items, list) else items


class FindNotes(ToolArguments):
    """Arguments of find_notes."""

    words: OptionalQuery = Field("", description="A few words; without them, all notes are listed")


class ReadNote(ToolArguments):
    """Arguments of read_note."""

    name: NoteName
    part: int = Field(1, description="Of a long one")


class ChangeNote(ToolArguments):
    """Arguments of change_note: which note, and one change of it."""

    name: NoteName
    text: NoteText = Field("", description="All its text, if it is new or to be rewritten")
    add: NoteText = Field("", description='Lines at its end, or of a new note; in a checklist "- [ ] milk"')
    replace: NoteText = Field("", description="A passage, exactly as it is there")
    replace_with: NoteText = Field("", description="Empty removes it")
    tick: list[_Item] = Field([], max_length=_MOST_ITEMS)
    done: bool = Field(default=True, description="False unticks")
    new_name: NoteName = Field(default_factory=str)  # no name is shorter than a name, so the schema says no default

    @model_validator(mode="before")
    @classmethod
    def _with_one_change(cls, given: Any) -> Any:
        """Leave out what is empty beside the change, as small models fill in every argument; refuse other than one."""
        if not isinstance(given, dict):
            return given
        named = {key: value for key, value in given.items() if value is not None}
        if "tick" in named:
            named["tick"] = _several(named["tick"])
        changes = [it for it in _CHANGES if named.get(it)] or [it for it in _CHANGES if it in named]
        is_replacing = changes == ["replace"]
        if len(changes) != 1 or ("replace_with" not in named if is_replacing else named.get("replace_with")):
            raise argument_error(_ONE_CHANGE)
        return {key: value for key, value in named.items() if key not in _CHANGES or key in changes}

    @property
    def wanted(self) -> WantedNote:
        """The change of the note."""
        (change,) = self.model_fields_set & set(_CHANGES)
        match change:
            case "text":
                return Writing(name=self.name, text=self.text)
            case "add":
                return Appending(name=self.name, text=self.add)
            case "replace":
                return Replacing(name=self.name, passage=self.replace, text=self.replace_with)
            case "tick":
                return Ticking(name=self.name, items=tuple(self.tick), done=self.done)
            case _:
                return Renaming(name=self.name, new_name=self.new_name)


def notebook_tools(timezone: tzinfo | None) -> Family:
    """Return the notebook's tools. Dates are in `timezone` (None: the machine's own)."""

    async def find(tx: Transaction, caller: Caller, arguments: FindNotes) -> Outcome:
        await lock(tx, caller.owner)  # a note deleted meanwhile is not found
        if arguments.words:
            return await _found(tx, caller.owner, arguments.words)
        return await _listed(tx, caller.owner, timezone)

    return Family(
        name=NOTEBOOK,
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
            Tool(name=READ_NOTE, description="Read a note.", arguments=ReadNote, run=_read),
            Tool(
                name="change_note",
                description="Make one change of a note: write it, add to it, edit, tick off, rename.",
                arguments=ChangeNote,
                run=_change,
                risk=Risk.WRITES,
                is_free=_is_asked,
                tells=lambda given: wish(given.wanted),
                former=_FORMER,
                is_destructive=True,
                is_idempotent=False,
            ),
        ),
    )


async def _listed(tx: Transaction, owner: Owner, timezone: tzinfo | None) -> Outcome:
    notes, of = await stored.page(tx, owner, skip=0, most=LISTED)
    lines = [_line(it, f"{size(it)}, changed {it.updated_at.astimezone(timezone):%d %b %Y}") for it in notes]
    more = [own(f"and {of - len(notes):,} more; words find them")] if of > len(notes) else []
    return Outcome(joined([*lines, *more]) if notes else own(_NO_NOTES))


async def _found(tx: Transaction, owner: Owner, words: str) -> Outcome:
    found = await find_notes(tx, owner, words, limit=FOUND, most=_EXCERPT)
    return Outcome(joined(_line(it.note, it.excerpt.text) for it in found) if found else own(_NOT_FOUND))


async def _read(tx: Transaction, caller: Caller, arguments: ReadNote) -> Outcome:
    """Return a part of a note; the model is told of the buttons that a checklist gets."""
    try:
        note = await operations.get(tx, caller.owner, arguments.name)
    except NoSuchNote as none:
        return Outcome(own(_no_such_note(none)), refused=none)
    several = parts(note.content, PART_BYTES)
    if not 1 <= arguments.part <= len(several):
        refused = NoteRefused(f"There is no such part: they are numbered 1 to {len(several)}.")
        return Outcome(own(str(refused)), refused=refused)
    of = f", part {arguments.part} of {len(several)}" if len(several) > 1 else ""
    below = _TICKS if items(note.content) and not caller.is_program else ""
    return Outcome(
        _about(note, f"{quoted(note.name)}{of}:\n{several[arguments.part - 1].rstrip() or '(empty)'}{below}")
    )


async def _change(tx: Transaction, caller: Caller, arguments: ChangeNote) -> Outcome:
    """Change a note, with a deed that can be undone; a refusal is a result in words."""
    wanted = arguments.wanted
    untrusted = caller.is_tainted and not _is_asked(caller, arguments)
    try:
        done = await operations.change(
            tx, caller.owner, wanted, source=caller.turn, origin=caller.origin, untrusted=untrusted
        )
    except NoteRefused as refused:
        note = await stored.live_named(tx, caller.owner, wanted.name)
        return Outcome(_about(note, f"{_NOTHING} {_refusal(refused)}"), refused=refused)
    return _done(wanted, done)


def _is_asked(caller: Caller, arguments: ChangeNote) -> bool:
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


def _done(wanted: WantedNote, done: NoteChange) -> Outcome:
    """Return the result of a change for the model, and its deed."""
    name = quoted(done.after.name)
    deed = deed_of(wanted, done)
    if deed is None:
        return Outcome(_about(done.after, f"{_NOTHING} {name} says this already.{_missing(done)}"))
    words = f"Done. {name} is new." if done.before is None else f"Done. {name}: {size(done.after)}."
    if isinstance(wanted, Renaming) and done.before:
        words = f"Done. {quoted(done.before.name)} is called {name} now."
    if isinstance(wanted, Ticking):
        still_open = [it.text for it in items(done.after.content) if not it.done]
        words = f"Done in {name}: {_names(done.changed)}. Still open: {_names(still_open)}.{_missing(done)}"
    return Outcome(
        _about(done.after, words),
        deed=deed,
        data={"name": done.after.name, "version": done.after.version, "receipt": deed.words},
    )


def _about(note: Note | None, words: str) -> PromptText:
    """Return words that may repeat a note's text, marked if that is not all the user's own."""
    return others(OthersText(words, _WHOSE)) if note and note.untrusted else own(words)


def _line(note: Note, words: str) -> PromptText:
    """Return a line about a note, which begins by what it is found again when the note is deleted."""
    if note.untrusted:
        return others(OthersText(words, "note", note.name), on_line=True)
    return own(f"[{note_mark(note.name)}] {words}")


def _no_such_note(none: NoSuchNote) -> str:
    return f"{none} There are: {', '.join(map(quoted, none.names))}." if none.names else f"{none} {_NO_NOTES}"


def _refusal(refused: NoteRefused) -> str:
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
    """Undo a change, a deletion or a restoring, and return a sentence on it. Raises ActRefused if it is too late."""
    try:
        match undo.get("is_deleted"):
            case None:
                note = await operations.undo(tx, owner, undo["note_id"], undo["version"], undo["former"])
            case True:
                note = await operations.undo_deleting(tx, owner, undo["note_id"])
            case False:
                note = await operations.delete(tx, owner, undo["note_id"], only=undo.get("version"))
    except NoteRefused as refused:
        reason = refused
        raise ActRefused(lambda: reason.not_undone) from None
    if note.deleted_at:
        return t("Undone. The note “{name}” is deleted.", name=note.name)
    return t("Undone. The earlier version of “{name}” is back.", name=note.name)
