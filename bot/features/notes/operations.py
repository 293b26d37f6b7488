"""Operations on notes, shared by chat, buttons and command line. Each works in the caller's transaction.

Names and texts come in trimmed and within their bounds (`NoteName`, `NoteText`). An operation that is refused raises a
`NoteRefused`, and changes nothing. What the owner changes outside the model is noted for running conversations.
"""

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final

from bot.features.notes.checklist import Item, ItemKey, item_named, item_with, items, ticked
from bot.features.notes.refusals import (
    NoSuchItem,
    NoSuchNote,
    NoSuchPassage,
    NoteChangedSince,
    NoteTooLong,
    SameNoteName,
    SeveralPassages,
)
from bot.features.notes.store import notes as stored
from bot.features.notes.store.redaction import redact_note
from bot.features.notes.values import (
    NAMES_IN_CALLS,
    NOTE_TOOLS,
    READING,
    TEXT_MAX,
    Appending,
    Note,
    NoteChange,
    Renaming,
    Replacing,
    Ticking,
    WantedNote,
    Writing,
    name_key,
    plain_lines,
)
from bot.kit.owner import Owner
from bot.kit.prompt_text import OthersText, others, own
from bot.kit.text import quoted
from bot.model.values import ToolCall
from bot.store.engine import Transaction
from bot.turns.store.notices import add_notice
from bot.turns.store.owners import lock
from bot.turns.values.origins import FROM_OUTSIDE, Origin, Source

MOST_NAMED: Final = 20
"""Most notes named in a refusal; those changed last."""
_READ_AGAIN: Final = "Read it again before you rely on it."


async def get(tx: Transaction, owner: Owner, name: str) -> Note:
    """Return the live note with a name, under the owner's lock. Raises NoSuchNote with the names that there are."""
    await lock(tx, owner)
    if note := await stored.live_named(tx, owner, name):
        return note
    raise NoSuchNote(name, await stored.names(tx, owner, MOST_NAMED))


async def change(
    tx: Transaction,
    owner: Owner,
    wanted: WantedNote,
    *,
    source: Source | None = None,
    origin: Origin = Origin.CONVERSATION,
    untrusted: bool = False,
) -> NoteChange:
    """Write, append to, edit, rename or tick items of a note. What changes nothing makes no new version.

    The text is `untrusted` if words that are not the user's own may have led to it. Raises NoSuchNote, NoteTooLong,
    NoSuchPassage, SeveralPassages, NoSuchItem, AmbiguousItem, or SameNoteName if the new name is taken.
    """
    await lock(tx, owner)
    before = await stored.live_named(tx, owner, wanted.name)
    if before is None and not isinstance(wanted, Writing | Appending):
        raise NoSuchNote(wanted.name, await stored.names(tx, owner, MOST_NAMED))
    content, is_tainted = (before.content, before.untrusted) if before else ("", False)
    name = before.name if before else wanted.name
    changed: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    match wanted:
        case Writing(text=text):
            content, is_tainted = text, untrusted
        case Appending(text=text):
            content, is_tainted = f"{content}\n{text}" if content else text, is_tainted or untrusted
        case Replacing(passage=passage, text=text):
            content, is_tainted = _replaced(content, passage, text), is_tainted or untrusted
        case Ticking(items=names, done=done):
            found, missing = _named(items(content), names, done=done)
            content, changed = ticked(content, found, done=done), tuple(item.text for item in found)
        case Renaming(new_name=new_name):
            name, is_tainted = new_name, is_tainted or untrusted
    after = await _put(tx, owner, before, name, content, untrusted=is_tainted, origin=origin, source=source)
    return NoteChange(before=before, after=after, changed=changed, missing=missing)


async def tick_item(tx: Transaction, owner: Owner, note_id: str, key: ItemKey, *, done: bool) -> NoteChange:
    """Tick off the item of a button, or untick it. Raises NoSuchNote, or NoSuchItem if it can't be told any more."""
    before = await _live(tx, owner, note_id)
    item = item_with(items(before.content), key)
    if item is None:
        raise NoSuchItem
    content = ticked(before.content, [item], done=done)
    after = await _put(tx, owner, before, before.name, content, untrusted=before.untrusted, origin=Origin.COMMAND)
    return NoteChange(before=before, after=after, changed=(item.text,))


async def news(tx: Transaction, owner: Owner, since: datetime) -> str:
    """Return a note for a conversation that is resumed on the notes that were changed since; empty for none."""
    changed = await stored.names(tx, owner, MOST_NAMED, since=since)
    named = ", ".join(map(quoted, changed))
    return f"These notes were changed meanwhile: {named}. Read them again before you rely on them." if changed else ""


async def delete(tx: Transaction, owner: Owner, note_id: str, *, only: int | None = None) -> Note:
    """Delete a note, and remove it from what the model will be sent.

    Raises NoSuchNote, or NoteChangedSince unless its version is `only` this, if one is given.
    """
    note = await _live(tx, owner, note_id)
    if only not in {None, note.version}:
        raise NoteChangedSince
    await _delete(tx, owner, note)
    await _tell(tx, owner, note, f"The user has deleted the note {quoted(note.name)}.")
    return replace(note, deleted_at=datetime.now(UTC))


async def restore(tx: Transaction, owner: Owner, note_id: str) -> Note:
    """Bring back a deleted note; a live one stays as it is. Raises NoSuchNote, or SameNoteName if its name is taken."""
    await lock(tx, owner)
    note = await _find(tx, owner, note_id)
    if note.deleted_at is None:
        return note
    if await stored.live_named(tx, owner, note.name):
        raise SameNoteName(note.name)
    await stored.set_deleted(tx, note.id, None)
    await _tell(tx, owner, note, f"The user has brought back the note {quoted(note.name)}, which they had deleted.")
    return replace(note, deleted_at=None)


async def undo_deleting(tx: Transaction, owner: Owner, note_id: str) -> Note:
    """Bring back a deleted note. Raises what `restore` raises, and NoteChangedSince if it is back already."""
    await lock(tx, owner)
    if (await _find(tx, owner, note_id)).deleted_at is None:
        raise NoteChangedSince
    return await restore(tx, owner, note_id)


async def restore_version(tx: Transaction, owner: Owner, note_id: str, number: int) -> NoteChange:
    """Give a note the text of an earlier version, as its new version. Raises NoSuchNote or NoteChangedSince."""
    before = await _live(tx, owner, note_id)
    earlier = await stored.version(tx, note_id, number)
    if earlier is None:
        raise NoteChangedSince
    untrusted = earlier.untrusted or (before.untrusted and before.name != earlier.name)
    name, content = before.name, earlier.content
    after = await _put(tx, owner, before, name, content, untrusted=untrusted, origin=Origin.COMMAND)
    return NoteChange(before=before, after=after)


async def undo(tx: Transaction, owner: Owner, note_id: str, version: int, former: int) -> Note:
    """Undo the change that made a version: delete a note that was new (`former` is 0), else bring back the former one.

    Whoever undoes it tells the running conversations. Raises NoSuchNote, NoteChangedSince unless the note says what
    that version said, or SameNoteName if its former name is taken.
    """
    await lock(tx, owner)
    note = await _find(tx, owner, note_id)
    made = await stored.version(tx, note_id, version)
    if note.deleted_at or made is None or (made.name, made.content) != (note.name, note.content):
        raise NoteChangedSince
    if not former:
        await _delete(tx, owner, note)
        return replace(note, deleted_at=datetime.now(UTC))
    earlier = await stored.version(tx, note_id, former)
    if earlier is None:
        raise NoteChangedSince
    name, content = earlier.name, earlier.content
    return await _put(tx, owner, note, name, content, untrusted=earlier.untrusted, origin=Origin.UNDO)


async def undo_by_owner(tx: Transaction, owner: Owner, note_id: str, version: int) -> Note:
    """Undo the change that made a version, and tell the running conversations. Raises what `undo` raises."""
    note = await undo(tx, owner, note_id, version, version - 1)
    news = f"The user has undone a change of the note {quoted(note.name)}, which is its name now. {_READ_AGAIN}"
    await _tell(tx, owner, note, news)
    return note


async def _put(
    tx: Transaction,
    owner: Owner,
    before: Note | None,
    name: str,
    content: str,
    *,
    untrusted: bool,
    origin: Origin,
    source: Source | None = None,
) -> Note:
    """Store a note's name and text. Raises NoteTooLong, or SameNoteName if another one has the name."""
    content = plain_lines(content)
    if len(content) > TEXT_MAX:
        raise NoteTooLong(name, len(content))
    if before is None:
        after = await stored.insert_note(tx, owner, name, content, source=source, origin=origin, untrusted=untrusted)
    else:
        if name_key(name) != name_key(before.name) and await stored.live_named(tx, owner, name):
            raise SameNoteName(name)
        after = await stored.add_version(tx, before, name, content, source=source, origin=origin, untrusted=untrusted)
    if origin in FROM_OUTSIDE and after != before:
        await _tell(tx, owner, after, _news(before, after))
    return after


async def _tell(tx: Transaction, owner: Owner, note: Note, news: str) -> None:
    """Tell running conversations of a note by its name, which may be others' words, too."""
    told = others(OthersText(news, "news of a note"), on_line=True) if note.untrusted else own(news)
    await add_notice(tx, owner, told, tools=READING)


def _news(before: Note | None, after: Note) -> str:
    """Return a note for running conversations on what the owner has done."""
    if before and before.name != after.name:
        return f"The user has renamed the note {quoted(before.name)}; its name is {quoted(after.name)} now."
    return f"The user has {'changed' if before else 'written'} the note {quoted(after.name)}. {_READ_AGAIN}"


async def _delete(tx: Transaction, owner: Owner, note: Note) -> None:
    await stored.set_deleted(tx, note.id, datetime.now(UTC))
    for name in await stored.names_of(tx, note.id):
        await redact_note(tx, owner, name)


async def _find(tx: Transaction, owner: Owner, note_id: str) -> Note:
    if note := await stored.with_id(tx, owner, note_id):
        return note
    raise NoSuchNote


async def _live(tx: Transaction, owner: Owner, note_id: str) -> Note:
    """Return a note that is not deleted, under the owner's lock. Raises NoSuchNote."""
    await lock(tx, owner)
    note = await _find(tx, owner, note_id)
    if note.deleted_at:
        raise NoSuchNote
    return note


def _replaced(content: str, passage: str, text: str) -> str:
    """Return a text with another one in place of a passage; letter case and white space count only if they must.

    Raises NoSuchPassage or SeveralPassages.
    """
    places = [it.span() for it in re.finditer(re.escape(passage), content)]
    if not places:
        loosely = r"\s+".join(map(re.escape, passage.split()))
        places = [it.span() for it in re.finditer(loosely, content, re.IGNORECASE)] if loosely else []
    if not places:
        raise NoSuchPassage
    if len(places) > 1:
        raise SeveralPassages(len(places))
    ((first, last),) = places
    if not text and content[:first].endswith("\n") and content[last:].startswith("\n"):
        last += 1  # the whole line is removed
    return content[:first] + text + content[last:]


def _named(there: list[Item], names: tuple[str, ...], *, done: bool) -> tuple[list[Item], tuple[str, ...]]:
    """Return the items with these names, and the names without an item. Raises NoSuchItem if no name has one."""
    found = [(name, item_named(there, name, done=done)) for name in names]
    missing = tuple(name for name, item in found if item is None)
    if not any(item for _, item in found):
        raise NoSuchItem(missing, [item.text for item in there if item.done is not done])
    return [item for _, item in found if item], missing


async def listed(tx: Transaction, owner: Owner, calls: Iterable[ToolCall]) -> Note | None:
    """Return the note that calls of the notebook's tools name, if it is the only one and has a checklist."""
    names = {name_key(name): name for call in calls if call.name in NOTE_TOOLS for name in _names(call)}
    found = [await stored.live_named(tx, owner, name) for name in names.values()]
    notes = [note for note in found if note]
    return notes[0] if len(notes) == 1 and items(notes[0].content) else None


def _names(call: ToolCall) -> list[str]:
    """Return the names of notes in a call's arguments."""
    try:
        given: Any = json.loads(call.arguments)
    except (ValueError, RecursionError):
        return []
    named = [given.get(argument) for argument in NAMES_IN_CALLS] if isinstance(given, dict) else []
    return [it for it in named if isinstance(it, str)]
