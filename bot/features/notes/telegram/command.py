"""`/notes …` and the buttons under notes, without the model. Each works in the caller's transaction."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import partial
from typing import Final

from bot.features.notes import operations
from bot.features.notes.checklist import as_items, ends_with_item
from bot.features.notes.reading import NOTEBOOK, deed_of, deed_of_deleting, receipt
from bot.features.notes.refusals import NoSuchNote, NoteRefused, SameNoteName
from bot.features.notes.store import notes as stored
from bot.features.notes.store.search import find_notes
from bot.features.notes.telegram import showing, ticking
from bot.features.notes.telegram.requests import (
    Act,
    ExportAll,
    ItemButton,
    ListedItemButton,
    ListPage,
    Named,
    NoteButton,
    NotesPage,
    Request,
    Say,
    ShowOrFind,
    UndoButton,
    VersionButton,
    parse,
)
from bot.features.notes.telegram.ticking import IS_DELETED, tick
from bot.features.notes.values import Appending, Note, NoteChange, Renaming, WantedNote, Writing
from bot.kit.language import mark, sentences, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.kit.vectors import Embedding
from bot.store.engine import Transaction
from bot.telegram.acts import undo_buttons
from bot.telegram.buttons import Action, Press, Reaction, message
from bot.telegram.formatting import bold, code, compose, filled
from bot.telegram.listing import PAGE, Page
from bot.telegram.texts import Buttons, Part, Text
from bot.turns.store import acts
from bot.turns.values.acts import Done, Door
from bot.turns.values.origins import Origin

_EXCERPT: Final = 200
_FOUND_BESIDE: Final = 3
_EXCERPT_BESIDE: Final = 400
_MOST_EXPORTED: Final = 2_000
"""Most notes in one file."""
_GONE: Final = mark("This note was erased.")


def actions(timezone: tzinfo | None) -> Mapping[str, Action]:
    """Return what the buttons under notes do, by their names."""
    return {
        NotesPage.NAME: partial(turn_page, timezone),
        NoteButton.NAME: partial(press, timezone),
        VersionButton.NAME: partial(press_version, timezone),
        UndoButton.NAME: press_undo,
        ItemButton.NAME: press_item,
        ListedItemButton.NAME: ticking.press_item,
        ListPage.NAME: ticking.turn_page,
    }


async def answer(
    timezone: tzinfo | None, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None
) -> Sequence[Part]:
    """Handle a command, and return the answer."""
    try:
        return await _answered(timezone, tx, owner, parse(words))
    except NoSuchNote as none:
        return compose(sentences(str(none), t("/notes lists them all.")))
    except NoteRefused as why:
        return compose(str(why))


async def _answered(timezone: tzinfo | None, tx: Transaction, owner: Owner, request: Request) -> Sequence[Part]:
    """Do what a command asks for. Raises NoteRefused."""
    match request:
        case NotesPage():
            return [await _page(tx, owner, request, timezone)]
        case ShowOrFind(words=words):
            return await _show_or_find(tx, owner, words)
        case Appending() | Renaming():
            return [await (_add(tx, owner, request) if isinstance(request, Appending) else _rename(tx, owner, request))]
        case Named(act=act, name=name):
            return await _of_one(tx, owner, act, name, timezone)
        case ExportAll():
            notes, of = await stored.page(tx, owner, skip=0, most=_MOST_EXPORTED)
            return [showing.all_in_a_file(notes, of, datetime.now(UTC).astimezone(timezone))]
        case Say(text=text, example=example):
            return compose(text, *([code(example)] if example else []))


async def turn_page(timezone: tzinfo | None, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Open a button's page of notes."""
    pressed = NotesPage.parsed(press.data)
    return Reaction(shows=await _page(tx, owner, pressed, timezone))


async def press(timezone: tzinfo | None, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Do what a button does with a note; its message shows it."""
    pressed = NoteButton.parsed(press.data)
    note = await stored.with_id(tx, owner, pressed.note_id)
    if note is None:
        return Reaction(toast=t(_GONE))
    try:
        return await _pressed(timezone, tx, owner, note, pressed)
    except SameNoteName as same:
        return Reaction(toast=sentences(t("Not restored."), str(same)))
    except NoSuchNote:
        return Reaction(toast=t(IS_DELETED))


async def _pressed(timezone: tzinfo | None, tx: Transaction, owner: Owner, note: Note, pressed: NoteButton) -> Reaction:
    """Do what a button does. Raises SameNoteName, or NoSuchNote for a deleted note."""
    match pressed.act:
        case Act.DELETE:
            return Reaction(toast=t("Deleted."), shows=await _deleted(tx, owner, note.id))
        case Act.RESTORE:
            toast = t("Restored.") if note.deleted_at else ""
            return Reaction(toast=toast, shows=showing.opened(await _restored(tx, owner, note)))
        case Act.EXPORT:
            return Reaction(says=[showing.as_file(note)])
        case Act.HISTORY:
            return Reaction(shows=await _history(tx, note, pressed.page, timezone))
        case Act.SHOW | Act.OPEN:
            shown = showing.opened(note, pressed.page)
            return Reaction(shows=shown) if pressed.act is Act.SHOW else Reaction(says=[shown])


async def press_version(timezone: tzinfo | None, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Show a version of a note, or use its text again."""
    pressed = VersionButton.parsed(press.data)
    note = await stored.with_id(tx, owner, pressed.note_id)
    it = await stored.version(tx, note.id, pressed.number) if note else None
    if note is None or it is None:
        return Reaction(toast=t(_GONE))
    if pressed.act == "show":
        return Reaction(shows=showing.version(note, it, timezone))
    try:
        done = await operations.restore_version(tx, owner, note.id, it.number)
    except NoteRefused:
        return Reaction(toast=t(IS_DELETED))
    await _recorded(tx, owner, Writing(name=note.name, text=it.content), done)
    return Reaction(toast=t("Version {number} is back.", number=it.number), shows=showing.opened(done.after))


async def press_undo(tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Undo a change; the message shows the note as it was before."""
    pressed = UndoButton.parsed(press.data)
    try:
        note = await operations.undo_by_owner(tx, owner, pressed.note_id, pressed.version)
    except NoteRefused as why:
        return Reaction(toast=why.not_undone)
    return Reaction(toast=t("Undone."), shows=showing.opened(note))


async def press_item(tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Tick off an item, or untick it; the message shows the note as it is now."""
    pressed = ItemButton.parsed(press.data)
    ticked = await tick(tx, owner, pressed)
    if ticked.note is None:
        return Reaction(toast=ticked.toast)
    shows = showing.opened(ticked.note, pressed.page)
    return Reaction(toast=ticked.toast_after(press.shown, shows) if press.shown else ticked.toast, shows=shows)


async def _page(tx: Transaction, owner: Owner, page: NotesPage, timezone: tzinfo | None) -> Text:
    shown = await Page[Note].load(
        page.page,
        lambda skip: stored.page(tx, owner, skip=skip, most=PAGE, deleted=page.is_deleted),
        lambda number: NotesPage(page.which, number),
    )
    return showing.listed(shown, page, timezone)


async def _show_or_find(tx: Transaction, owner: Owner, words: str) -> Sequence[Text]:
    if note := await stored.live_named(tx, owner, words):
        return showing.whole(note)
    return showing.found(await find_notes(tx, owner, words, limit=PAGE, most=_EXCERPT), words)


async def find_beside(tx: Transaction, owner: Owner, words: str, without: str) -> list[Text]:
    """Return the notes that `/search` finds beside what was said, as a message."""
    found = await find_notes(tx, owner, words, limit=_FOUND_BESIDE, most=_EXCERPT_BESIDE, without=without)
    return [showing.found_in_notes(found)] if found else []


async def _of_one(tx: Transaction, owner: Owner, act: Act, name: str, timezone: tzinfo | None) -> Sequence[Part]:
    """Act on the note with a name. Raises NoteRefused."""
    if act is Act.RESTORE:
        return await _restore(tx, owner, name)
    note = await operations.get(tx, owner, name)
    match act:
        case Act.DELETE:
            return [await _deleted(tx, owner, note.id)]
        case Act.HISTORY:
            return [await _history(tx, note, 1, timezone)]
        case Act.EXPORT:
            return [showing.as_file(note)]
        case _:
            return showing.whole(note)


async def _restore(tx: Transaction, owner: Owner, name: str) -> Sequence[Text]:
    if note := await stored.deleted_named(tx, owner, name):
        return showing.whole(await _restored(tx, owner, note))
    if note := await stored.live_named(tx, owner, name):
        return compose(t("“{note}” isn't deleted. /notes history {note} shows its versions.", note=note.name))
    return compose(t("There is no deleted note “{note}”. /notes deleted lists deleted notes.", note=one_line(name)))


async def _add(tx: Transaction, owner: Owner, wanted: Appending) -> Text:
    """Add lines to a note; below an item they are items, too. Raises NoteTooLong."""
    before = await stored.live_named(tx, owner, wanted.name)
    if before and ends_with_item(before.content):
        lines = as_items(filter(str.strip, wanted.text.split("\n")))
        wanted = Appending(name=wanted.name, text="\n".join(lines))
    done = await operations.change(tx, owner, wanted, origin=Origin.COMMAND)
    heading = t("📓 Added to {note}") if before else t("📓 New note: {note}")
    buttons = await _recorded(tx, owner, wanted, done)
    return message(filled(heading, note=bold(done.after.name)), f"\n{showing.boxed(wanted.text)}", buttons=buttons)


async def _rename(tx: Transaction, owner: Owner, wanted: Renaming) -> Text:
    """Give a note another name. Raises NoteRefused."""
    done = await operations.change(tx, owner, wanted, origin=Origin.COMMAND)
    buttons = await _recorded(tx, owner, wanted, done)
    if done.is_none:
        return message("📓 ", filled(t("{note} already has this name."), note=bold(done.after.name)), buttons=buttons)
    return message(receipt(wanted, done), buttons=buttons)


async def _recorded(tx: Transaction, owner: Owner, wanted: WantedNote, done: NoteChange) -> Buttons:
    """Record the change of a note, and return the buttons that undo it and open the note."""
    deed = deed_of(wanted, done)
    if deed is None:
        return [[NoteButton(Act.SHOW, done.after.id).button(t("📓 Open"))]]
    act = await acts.record(tx, owner, Done(NOTEBOOK, "change_note", deed), Door.COMMAND)
    return [[*undo_buttons(act), *showing.open_buttons(act)]]


async def _deleted(tx: Transaction, owner: Owner, note_id: str) -> Text:
    """Delete a note, record it, and return what says so. Raises NoSuchNote."""
    note = await operations.delete(tx, owner, note_id)
    await acts.record(tx, owner, Done(NOTEBOOK, "delete_note", deed_of_deleting(note)), Door.COMMAND)
    return showing.deleted(note)


async def _restored(tx: Transaction, owner: Owner, deleted: Note) -> Note:
    """Restore a note, and record it unless it was not deleted. Raises SameNoteName."""
    note = await operations.restore(tx, owner, deleted.id)
    if deleted.deleted_at:
        await acts.record(tx, owner, Done(NOTEBOOK, "restore_note", deed_of_deleting(note)), Door.COMMAND)
    return note


async def _history(tx: Transaction, note: Note, page: int, timezone: tzinfo | None) -> Text:
    versions = await stored.versions(tx, note.id, skip=(page - 1) * PAGE, most=PAGE + 1)
    return showing.history(note, versions, page, timezone)
