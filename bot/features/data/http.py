"""Everything that is known of the token's owner as a file, and memories from files."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import PurePath
from tempfile import TemporaryFile
from typing import IO, Annotated, Any, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, StreamingResponse
from pydantic import BaseModel, Field, JsonValue

from bot.doors.http.access import MOST_IMPORT_BYTES, Caller, Reading
from bot.doors.http.asking import Edit, Editing, IdempotencyKey, ItsId, Made, Services, check_reading
from bot.doors.http.models import shown
from bot.doors.http.problems import Refused, documented
from bot.doors.http.services import ApiServices
from bot.features.data import store
from bot.kit.language import t
from bot.memory import imports
from bot.memory.exchange.found import MOST_MEMORIES, Found
from bot.memory.exchange.reading import read
from bot.memory.http.memories import Operations
from bot.memory.imports import Import
from bot.memory.operations import Memories
from bot.memory.refusals import NoSuchImport, UnreadableFile
from bot.memory.store import imports as stored
from bot.memory.store.memories import live_in_batches
from bot.memory.values import ImportReceipt, MemoryCategory, UndoneImportReceipt
from bot.store.engine import Transaction

_PIECE: Final = 64 * 1024
"""Bytes that are sent at once."""
_SHOWN: Final = 200
_EXAMPLE: Final = "- The user likes green tea\n- Alec is the user's boss\n"
_BODY: Final = {
    "requestBody": {
        "required": True,
        "description": "The file: an export, JSON, JSON Lines, Markdown, comma-separated values, or a list",
        "content": {
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}, "example": _EXAMPLE}
        },
    }
}

router = APIRouter(prefix="/api", tags=["files"])


class Format(StrEnum):
    """What an export is written as."""

    JSON = "json"
    """All that is stored, for `python -m bot import`."""
    MARKDOWN = "md"
    """The same, to be read."""
    LINES = "jsonl"
    """The memories, a line each, for `POST /api/import` and other programs."""


_TYPES: Final = {
    Format.JSON: "application/json",
    Format.MARKDOWN: "text/markdown; charset=utf-8",
    Format.LINES: "application/jsonl",
}


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "The file; `/api/export/schema` describes the JSON",
            "content": {
                its.partition(";")[0]: {"schema": {"type": "object" if it is Format.JSON else "string"}}
                for it, its in _TYPES.items()
            },
            "headers": {"Content-Disposition": {"schema": {"type": "string"}, "description": "Its name"}},
        },
        **documented(),
    },
)
async def export_everything(
    caller: Reading,
    services: Services,
    shape: Annotated[
        Format,
        Query(alias="format", description="All of it as JSON or as Markdown, or the memories as JSON Lines"),
    ] = Format.JSON,
) -> StreamingResponse:
    """Return all that is stored, but private conversations, as `/export` and `python -m bot export` write it."""
    file = TemporaryFile()  # noqa: SIM115 - the answer closes it
    try:
        name = await _written(services, caller, shape, file)
    except BaseException:
        file.close()
        raise
    headers = {
        "Content-Disposition": f'attachment; filename="{name}"',
        "Content-Length": str(file.tell()),
        "Cache-Control": "no-store",
        "X-Content-Type-Options": "nosniff",
    }
    return StreamingResponse(_pieces(file), headers=headers, media_type=_TYPES[shape])


@router.get("/export/schema", responses=documented())
async def describe_export(_: Reading, services: Services) -> dict[str, JsonValue]:
    """Return the JSON Schema of an export."""
    from bot.features.data.export.document import schema  # noqa: PLC0415 - it takes 2 MB, and is seldom needed

    return schema(services.export_sections())


async def _written(services: ApiServices, caller: Caller, shape: Format, file: IO[bytes]) -> str:
    """Write an export into a file, in a transaction that does not last as long as its download; return its name."""
    from bot.features.data.export.writing import names, write  # noqa: PLC0415 - as above
    from bot.memory.exchange.writing import json_lines  # noqa: PLC0415 - as above

    now = datetime.now(UTC)
    json_name, markdown_name = names(now.astimezone(services.owners_zone))
    async with services.transaction() as tx:
        await store.begin(tx, caller.owner)
        await check_reading(tx, services, caller)
        if shape is Format.LINES:
            async for several in live_in_batches(tx, caller.owner):
                file.write(json_lines(several).encode())
            return str(PurePath(json_name.replace("keepsake-", "keepsake-memories-")).with_suffix(".jsonl"))
        json, markdown = (file.write, None) if shape is Format.JSON else (None, file.write)
        await write(tx, caller.owner, now, services.export_sections(), json, markdown, services.owners_zone)
    return json_name if shape is Format.JSON else markdown_name


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(_PIECE):
            yield piece


class NewMemory(BaseModel):
    """A memory of a file that is not known yet."""

    category: MemoryCategory
    subject: str | None
    content: str


class LeftOutText(BaseModel):
    """A text of a file that can't become a memory, by its beginning, and why."""

    text: str
    why: str


class ImportResponse(BaseModel):
    """What a file holds, and what of it is imported; none of what is there is changed by it."""

    model_config = shown(
        {
            "id": "imp0rt01",
            "shape": "a list",
            "found": 2,
            "new": 1,
            "known": 1,
            "memories": [{"category": "preference", "subject": None, "content": "The user likes green tea"}],
            "skipped": 1,
            "left_out": [{"text": "No", "why": "shorter than 5 characters"}],
        }
    )

    id: str | None = Field(description="The import's id, by which it is undone; null if nothing is stored")
    shape: str = Field(description="The format that the file was read as")
    found: int
    new: int
    known: int = Field(description="Those that are stored already, or repeated in the file")
    memories: list[NewMemory] = Field(description=f"The first {_SHOWN} new ones")
    skipped: int = Field(description="Texts that can't become memories")
    left_out: list[LeftOutText] = Field(description=f"The first {_SHOWN} of them")

    @classmethod
    def of(cls, found: Found, made: Import) -> "ImportResponse":
        """Return an import as it is answered."""
        return cls(
            id=made.id,
            shape=found.shape,
            found=len(found.additions),
            new=len(made.new),
            known=made.known,
            memories=[
                NewMemory(category=it.category, subject=it.subject, content=it.content) for it in made.new[:_SHOWN]
            ],
            skipped=len(found.left_out),
            left_out=[LeftOutText(text=it.text, why=it.why) for it in found.left_out[:_SHOWN]],
        )


class UndoneImportResponse(BaseModel):
    """How many memories of an import were removed; those that were changed since are kept."""

    removed: int
    kept: int


@router.post("/import", response_model=ImportResponse, responses=documented(409, 413, 415), openapi_extra=_BODY)
async def import_memories(
    edit: Editing,
    memories: Operations,
    *,
    preview: Annotated[bool, Query(description="Only tell what would be imported")] = False,
    idempotency_key: IdempotencyKey = None,
) -> JSONResponse:
    """Store the new memories of a file, which can be undone as a whole. Where there is no room, none is (409)."""
    await edit.request.body()  # all that comes after it is that the client leaves
    return await _while_there(edit.request, _imported(edit, memories, idempotency_key, preview=preview))


async def _imported(edit: Edit, memories: Memories, idempotency_key: str | None, *, preview: bool) -> JSONResponse:
    """Import a request's file, or only tell what would be imported. Raises Refused (415, 422)."""
    if edit.request.headers.get("Content-Type", "").strip().lower().startswith("multipart/"):
        # what a form wraps the file in would be read as memories
        raise Refused(415, "This is a form. Send the file itself as the body, as curl does with --data-binary @m.md.")
    file = await _read(await edit.request.body())
    if preview:
        async with edit.services.transaction() as tx:
            await check_reading(tx, edit.services, edit.caller)
            found = await imports.without_former(tx, edit.owner, file)
            offered = await imports.fitting(tx, memories, edit.owner, found.additions)
        return JSONResponse(ImportResponse.of(found, offered).model_dump(mode="json"))

    async def put(tx: Transaction) -> Made:
        await edit.check_mode(tx)
        found = await imports.without_former(tx, edit.owner, file)
        through = edit.caller.through
        made = await imports.put(tx, memories, edit.owner, found.additions, through, through=through)
        answer = ImportResponse.of(found, made)
        return Made(answer=answer, tagged=answer, changes=[ImportReceipt(made.id, len(made.new))] if made.id else [])

    return await edit.once(put, idempotency_key)


@router.post("/import/{its_id}/undo", response_model=UndoneImportResponse, responses=documented(404, 409))
async def undo_import(its_id: ItsId, edit: Editing) -> JSONResponse:
    """Delete the memories of an import that nobody has changed since; they can be restored one by one."""

    async def undo(tx: Transaction) -> Made:
        await edit.check_mode(tx)
        there = await stored.find(tx, edit.owner, its_id)
        if there is None or there.put_at is None:
            raise Refused(404, t("There is no import with this id."))
        try:
            done = await imports.undo(tx, edit.owner, its_id)
        except NoSuchImport as undone:
            raise Refused(409, str(undone)) from None
        answer = UndoneImportResponse(removed=done.forgotten, kept=done.kept)
        told = UndoneImportReceipt(import_id=its_id, removed=done.forgotten, kept=done.kept)
        return Made(answer=answer, tagged=answer, changes=[told] if done.forgotten or done.kept else [])

    return await edit.once(undo)


async def _while_there(request: Request, work: Coroutine[Any, Any, JSONResponse]) -> JSONResponse:
    """Return what some work returns; it is cancelled when its client leaves. Raises Refused (400)."""
    working, leaving = asyncio.create_task(work), asyncio.ensure_future(request.receive())
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            raise Refused(400, "The client has left. Nothing is stored.")
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.wait({working, leaving})
    return await working


async def _read(content: bytes) -> Found:
    """Return what is in a file, read in a thread. Raises Refused (422)."""
    try:
        return await asyncio.to_thread(read, content, most_bytes=MOST_IMPORT_BYTES, most_memories=MOST_MEMORIES)
    except UnreadableFile as error:
        raise Refused(422, str(error)) from None
