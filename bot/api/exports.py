"""Everything that is known of the token's owner, as a file."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import PurePath
from tempfile import TemporaryFile
from typing import IO, Annotated, Final

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from pydantic import JsonValue

from bot.api.access import Caller, Reading
from bot.api.asking import Services
from bot.api.capture import check_reading
from bot.api.problems import documented
from bot.api.services import ApiServices
from bot.database import transfer
from bot.database.memories import live_in_batches

_PIECE: Final = 64 * 1024
"""Bytes that are sent at once."""

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
_KINDS: Final = {_TYPES[Format.JSON]: "object"}


@router.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "The file; `/api/export/schema` describes the JSON",
            "content": {it.partition(";")[0]: {"schema": {"type": _KINDS.get(it, "string")}} for it in _TYPES.values()},
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
async def describe_export(_: Reading) -> dict[str, JsonValue]:
    """Return the JSON Schema of an export."""
    from bot.memory.export.document import schema  # noqa: PLC0415 - it takes 2 MB, and is seldom needed

    return schema()


async def _written(services: ApiServices, caller: Caller, shape: Format, file: IO[bytes]) -> str:
    """Write an export into a file, in a transaction that does not last as long as its download; return its name."""
    from bot.memory.exchange.writing import json_lines  # noqa: PLC0415 - as above
    from bot.memory.export.writing import names, write  # noqa: PLC0415 - as above

    now = datetime.now(UTC)
    json_name, markdown_name = names(now.astimezone(services.owners_zone))
    async with services.transaction() as tx:
        await transfer.begin(tx, caller.owner)
        await check_reading(tx, services, caller)
        if shape is Format.LINES:
            async for several in live_in_batches(tx, caller.owner):
                file.write(json_lines(several).encode())
            return str(PurePath(json_name.replace("keepsake-", "keepsake-memories-")).with_suffix(".jsonl"))
        json, markdown = (file.write, None) if shape is Format.JSON else (None, file.write)
        await write(tx, caller.owner, now, json, markdown, services.owners_zone)
    return json_name if shape is Format.JSON else markdown_name


async def _pieces(file: IO[bytes]) -> AsyncIterator[bytes]:
    with file:
        file.seek(0)
        while piece := file.read(_PIECE):
            yield piece
