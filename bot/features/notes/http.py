"""The notes of the token's owner."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from bot.doors.http.access import Caller, Reading
from bot.doors.http.asking import (
    PAGE,
    Editing,
    IdempotencyKey,
    IfMatch,
    ItsId,
    Limit,
    Made,
    Next,
    Services,
    Skip,
    check,
    etag,
    following,
)
from bot.doors.http.models import EXAMPLE_TIME, ValueResponse, shown
from bot.doors.http.problems import documented
from bot.features.notes import operations
from bot.features.notes.reading import NOTEBOOK, deed_of, deed_of_deleting
from bot.features.notes.refusals import NoSuchNote, SameNoteName
from bot.features.notes.store import notes as stored
from bot.features.notes.values import Note, NoteChange, NoteName, NoteText, Renaming, WantedNote
from bot.features.notes.values import Writing as WantedText
from bot.store.engine import Transaction
from bot.turns.store.owners import lock
from bot.turns.values.acts import Done
from bot.turns.values.origins import Origin

_VERSIONS: Final = 50

_TEXT: Final[dict[str, Any]] = {"name": "Groceries", "content": "- [ ] milk", "created_at": EXAMPLE_TIME}
_EXAMPLE: Final[dict[str, Any]] = {
    **_TEXT,
    "id": "n0t3n0t3",
    "version": 1,
    "updated_at": EXAMPLE_TIME,
    "deleted_at": None,
}
_VERSION: Final[dict[str, Any]] = {**_TEXT, "number": 1, "origin": "api"}

router = APIRouter(prefix="/api/notes", tags=["notes"])


class NoteRequest(BaseModel):
    """A note's name and text; lines that begin with "- [ ] " or "- [x] " are items of a checklist."""

    model_config = shown({"name": "Groceries", "content": "- [ ] milk"})

    name: NoteName
    content: NoteText


class NewNoteRequest(NoteRequest):
    """A new note's name and text."""

    untrusted: bool = Field(
        default=False,
        description="Whether the text is somebody else's, which the model is told; that of a program always counts so",
    )


class NoteResponse(ValueResponse):
    """A note in its current version."""

    model_config = shown(_EXAMPLE)

    id: str
    name: str
    content: str
    version: int
    created_at: datetime
    updated_at: datetime
    deleted_at: datetime | None


class NoteVersionResponse(ValueResponse):
    """One version of a note."""

    number: int
    name: str
    content: str
    created_at: datetime
    origin: Origin


class NoteWithVersionsResponse(NoteResponse):
    """A note with its newest versions, the newest first."""

    model_config = shown({**_EXAMPLE, "versions": [_VERSION]})

    versions: list[NoteVersionResponse]


class NoteListResponse(BaseModel):
    """A page of notes, those changed last first, and how many there are in all."""

    notes: list[NoteResponse]
    total: int
    next: Next


@router.get("/", responses=documented())
async def list_notes(
    caller: Reading,
    services: Services,
    *,
    deleted: Annotated[bool, Query(description="List the deleted ones instead")] = False,
    skip: Skip = 0,
    limit: Limit = PAGE,
) -> NoteListResponse:
    """List notes, a page at a time."""
    async with services.transaction() as tx:
        found, total = await stored.page(tx, caller.owner, skip=skip, most=limit, deleted=deleted)
    notes, after = [NoteResponse.of(it) for it in found], following(skip, limit, total - skip)
    return NoteListResponse(notes=notes, total=total, next=after)


@router.post("/", status_code=201, response_model=NoteResponse, responses=documented(409))
async def create_note(edit: Editing, wanted: NewNoteRequest, idempotency_key: IdempotencyKey = None) -> JSONResponse:
    """Write a new note. A name that is taken is refused (409)."""

    async def create(tx: Transaction) -> Made:
        if await stored.live_named(tx, edit.owner, wanted.name):
            raise SameNoteName(wanted.name)
        return await _written(tx, edit.caller, wanted, [], is_new=True, untrusted=wanted.untrusted)

    return await edit.once(create, idempotency_key)


@router.get("/{its_id}", responses=documented(404))
async def get_note(its_id: ItsId, caller: Reading, services: Services, response: Response) -> NoteWithVersionsResponse:
    """Return a note, deleted or not, with its newest versions."""
    async with services.transaction() as tx:
        note = NoteResponse.of(await _existing(tx, caller, its_id))
        versions = await stored.versions(tx, its_id, skip=0, most=_VERSIONS)
    response.headers["ETag"] = etag(note)
    return NoteWithVersionsResponse(**note.model_dump(), versions=[NoteVersionResponse.of(it) for it in versions])


@router.put("/{its_id}", response_model=NoteResponse, responses=documented(404, 409, 412))
async def update_note(its_id: ItsId, edit: Editing, wanted: NoteRequest, if_match: IfMatch = None) -> JSONResponse:
    """Give a note a name and a text, as a new version; the same ones make none."""

    async def change(tx: Transaction) -> Made:
        note, receipts = await _existing(tx, edit.caller, its_id), list[Done]()
        check(if_match, etag(NoteResponse.of(note)))
        if note.deleted_at:
            raise NoSuchNote
        if note.name != wanted.name:
            renaming = Renaming(name=note.name, new_name=wanted.name)
            renamed = await operations.change(
                tx, edit.owner, renaming, origin=Origin.API, untrusted=not edit.caller.is_page
            )
            receipts += _changed(renaming, renamed)
        return await _written(tx, edit.caller, wanted, receipts, untrusted=note.untrusted)

    return await edit.once(change)


@router.delete("/{its_id}", response_model=NoteResponse, responses=documented(404, 412))
async def delete_note(its_id: ItsId, edit: Editing, if_match: IfMatch = None) -> JSONResponse:
    """Delete a note, so that no prompt holds it any more; it can be restored."""

    async def delete(tx: Transaction) -> Made:
        check(if_match, etag(NoteResponse.of(await _existing(tx, edit.caller, its_id))))
        note = await operations.delete(tx, edit.owner, its_id)
        return _made(note, [Done(NOTEBOOK, "delete_note", deed_of_deleting(note))])

    return await edit.once(delete)


@router.post("/{its_id}/restore", response_model=NoteResponse, responses=documented(404, 409, 412))
async def restore_note(its_id: ItsId, edit: Editing, if_match: IfMatch = None) -> JSONResponse:
    """Restore a deleted note; a live one stays as it is."""

    async def restore(tx: Transaction) -> Made:
        note = await _existing(tx, edit.caller, its_id)
        check(if_match, etag(NoteResponse.of(note)))
        if note.deleted_at is None:
            return _made(note)
        note = await operations.restore(tx, edit.owner, its_id)
        return _made(note, [Done(NOTEBOOK, "restore_note", deed_of_deleting(note))])

    return await edit.once(restore)


async def _existing(tx: Transaction, caller: Caller, note_id: str) -> Note:
    """Return a note, deleted or not, as it stays until the transaction ends. Raises NoSuchNote."""
    await lock(tx, caller.owner)
    if note := await stored.with_id(tx, caller.owner, note_id):
        return note
    raise NoSuchNote


async def _written(
    tx: Transaction,
    caller: Caller,
    wanted: NoteRequest,
    before: list[Done],
    *,
    is_new: bool = False,
    untrusted: bool = False,
) -> Made:
    """Write a note; what a program writes, or is `untrusted` already, is not taken for the user's own words."""
    text = WantedText(name=wanted.name, text=wanted.content)
    is_foreign = untrusted or not caller.is_page
    done = await operations.change(tx, caller.owner, text, origin=Origin.API, untrusted=is_foreign)
    return _made(done.after, [*before, *_changed(text, done)], f"/api/notes/{done.after.id}" if is_new else "")


def _changed(wanted: WantedNote, done: NoteChange) -> list[Done]:
    deed = deed_of(wanted, done)
    return [Done(NOTEBOOK, "change_note", deed)] if deed else []


def _made(note: Note, done: Sequence[Done] = (), location: str = "") -> Made:
    answer = NoteResponse.of(note)
    return Made(answer=answer, tagged=answer, location=location, changes=done)
