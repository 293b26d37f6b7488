"""The memory API: the memories of the token's owner."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import JSONResponse
from pydantic import Field

from bot.doors.http.access import Caller, Reading
from bot.doors.http.asking import (
    MOST,
    PAGE,
    Edit,
    Editing,
    IdempotencyKey,
    IfMatch,
    ItsId,
    Limit,
    Made,
    Services,
    check,
    check_reading,
    etag,
)
from bot.doors.http.models import Query as Words
from bot.doors.http.problems import Problem, Refused, documented
from bot.memory.acts import done_by, done_by_pinning
from bot.memory.http.models import (
    ChangedMemoryResponse,
    CreateMemoryRequest,
    FoundMemoriesResponse,
    MemoryListResponse,
    MemoryResponse,
    MemoryWithVersionsResponse,
    UpdateMemoryRequest,
    VersionResponse,
    listed,
)
from bot.memory.operations import Memories, change_to
from bot.memory.refusals import NoSuchMemory
from bot.memory.store import memories as stored
from bot.memory.store.pages import MemoryFilter, MemorySort, page_after
from bot.memory.store.search import find_memories
from bot.memory.values import Addition, Change, ChangeKind, Memory, MemoryCategory, MemoryUpdate
from bot.store.engine import Transaction
from bot.turns.values.acts import Done
from bot.turns.values.origins import Origin

router = APIRouter(prefix="/api/memory", tags=["memory"])


class MemoryProblem(Problem):
    """What went wrong (RFC 9457), and perhaps with which memories."""

    memories: list[MemoryResponse] = Field([], description="There only if memories are in the way: which")


_CONFLICTS: Final = documented(404, 409, 412, model=MemoryProblem)


async def _operations(request: Request) -> Memories:  # else a thread would be asked
    memories: Memories = request.app.state.memories
    return memories


Operations = Annotated[Memories, Depends(_operations)]


@router.get("/", responses=documented())
async def list_memories(
    caller: Reading,
    services: Services,
    category: MemoryCategory | None = None,
    subject: Words = "",
    query: Annotated[Words, Query(description="Words that each memory has, or their beginnings")] = "",
    *,
    deleted: Annotated[bool, Query(description="List the deleted ones instead")] = False,
    sort: Annotated[MemorySort, Query(description="Display order, or the newest or last changed first")] = (
        MemorySort.CATEGORY
    ),
    cursor: Annotated[str, Query(pattern="^([A-Za-z0-9]{8})?$", description="`next` of the page before")] = "",
    limit: Annotated[int | None, Query(ge=1, le=MOST, description="Most of a page; without it, all follow")] = None,
) -> MemoryListResponse:
    """List memories, all or a page at a time."""
    which = MemoryFilter(category=category, subject=subject, words=query, deleted=deleted)
    async with services.transaction(single=True) as tx:
        await check_reading(tx, services, caller)
        page, following, total = await page_after(tx, caller.owner, which, cursor, limit, sort)
    return MemoryListResponse(memories=listed(page), total=total, next=following)


@router.post("/", status_code=201, response_model=ChangedMemoryResponse, responses=documented(409, model=MemoryProblem))
async def create_memory(
    edit: Editing, memories: Operations, wanted: CreateMemoryRequest, idempotency_key: IdempotencyKey = None
) -> JSONResponse:
    """Store a memory. What is stored already, or similar, is refused with the memories in the way (409)."""
    addition = Addition(
        content=wanted.content, category=wanted.category, subject=wanted.subject or None, is_new=wanted.is_new
    )
    embedding = await edit.services.embedding_of(wanted.content)

    async def create(tx: Transaction) -> Made:
        await edit.check_mode(tx)
        changed = await memories.change(
            tx, edit.owner, addition, embedding=embedding, origin=Origin.API, through=edit.caller.through
        )
        return _made(changed.memory, done_by(changed.change), f"/api/memory/{changed.memory.id}")

    return await edit.once(create, idempotency_key)


@router.get("/search", responses=documented())
async def search_memories(
    caller: Reading, services: Services, query: Annotated[Words, Query(min_length=1)], limit: Limit = PAGE
) -> FoundMemoriesResponse:
    """Find live memories by words and, if there is an embedding model, by meaning."""
    embedding = await services.embedding_of(query)
    async with services.transaction(single=True) as tx:
        await check_reading(tx, services, caller)
        found = await find_memories(tx, caller.owner, query, embedding, limit=limit)
    return FoundMemoriesResponse(memories=listed(found))


@router.get("/{its_id}", responses=documented(404))
async def get_memory(
    its_id: ItsId, caller: Reading, services: Services, response: Response
) -> MemoryWithVersionsResponse:
    """Return a memory, deleted or not, with all its wordings."""
    async with services.transaction() as tx:
        await check_reading(tx, services, caller)
        memory = MemoryResponse.of(await existing(tx, caller, its_id))
        versions = await stored.versions(tx, its_id)
    response.headers["ETag"] = etag(memory)
    return MemoryWithVersionsResponse(**memory.model_dump(), versions=[VersionResponse.of(it) for it in versions])


@router.put("/{its_id}", response_model=ChangedMemoryResponse, responses=_CONFLICTS)
async def update_memory(
    its_id: ItsId, edit: Editing, memories: Operations, wanted: UpdateMemoryRequest, if_match: IfMatch = None
) -> JSONResponse:
    """Give a memory a new text, as a new version; the same text makes none."""
    update = MemoryUpdate(memory_id=its_id, content=wanted.content, subject=wanted.subject or None)

    async def change(tx: Transaction) -> Made:
        changed = await memories.change(tx, edit.owner, update, origin=Origin.API, through=edit.caller.through)
        return _made(changed.memory, None if changed.change.is_none else done_by(changed.change))

    return await _changed(edit, its_id, if_match, change)


@router.delete("/{its_id}", response_model=ChangedMemoryResponse, responses=documented(404, 412))
async def delete_memory(its_id: ItsId, edit: Editing, memories: Operations, if_match: IfMatch = None) -> JSONResponse:
    """Delete a memory, so that no prompt holds it any more; it can be restored."""

    async def forget(tx: Transaction) -> Made:
        changed = await memories.forget(tx, edit.owner, its_id)
        return _made(changed.memory, done_by(changed.change))

    return await _changed(edit, its_id, if_match, forget)


@router.post("/{its_id}/restore", response_model=ChangedMemoryResponse, responses=_CONFLICTS)
async def restore_memory(its_id: ItsId, edit: Editing, memories: Operations, if_match: IfMatch = None) -> JSONResponse:
    """Restore a deleted memory; a live one stays as it is."""

    async def restore(tx: Transaction) -> Made:
        change = await memories.restore(tx, edit.owner, its_id)
        return _made(await existing(tx, edit.caller, its_id), done_by(change) if change else None)

    return await _changed(edit, its_id, if_match, restore)


@router.put("/{its_id}/pin", response_model=ChangedMemoryResponse, responses=documented(404, 412))
async def pin_memory(its_id: ItsId, edit: Editing, memories: Operations, if_match: IfMatch = None) -> JSONResponse:
    """Mark a memory as important, so that it is in every prompt."""
    return await _pin(edit, memories, its_id, if_match, pinned=True)


@router.delete("/{its_id}/pin", response_model=ChangedMemoryResponse, responses=documented(404, 412))
async def unpin_memory(its_id: ItsId, edit: Editing, memories: Operations, if_match: IfMatch = None) -> JSONResponse:
    """Take that mark away."""
    return await _pin(edit, memories, its_id, if_match, pinned=False)


@router.post(
    "/{its_id}/versions/{number}/undo",
    response_model=ChangedMemoryResponse,
    responses=_CONFLICTS,
)
async def undo_memory_version(
    its_id: ItsId,
    number: Annotated[int, Path(ge=1, lt=2**31)],
    edit: Editing,
    memories: Operations,
    if_match: IfMatch = None,
) -> JSONResponse:
    """Undo the newest version: the first one is deleted, another one gets its former text back, as a new version."""

    async def undo(tx: Transaction) -> Made:
        kind = ChangeKind.ADDED if number == 1 else ChangeKind.UPDATED
        before = await existing(tx, edit.caller, its_id)
        await memories.undo(tx, edit.owner, await change_to(tx, edit.owner, kind, its_id, number))
        after = await existing(tx, edit.caller, its_id)
        kind = ChangeKind.FORGOTTEN if after.deleted_at else ChangeKind.UPDATED
        return _made(after, done_by(Change.of(kind, after, before)))

    return await _changed(edit, its_id, if_match, undo)


async def _pin(edit: Edit, memories: Memories, its_id: str, if_match: str | None, *, pinned: bool) -> JSONResponse:
    """Pin or unpin a memory, unless it is so already."""

    async def pin(tx: Transaction) -> Made:
        before = await existing(tx, edit.caller, its_id)
        after = await memories.pin(tx, edit.owner, its_id, pinned=pinned)
        return _made(after, done_by_pinning(after) if after.pinned != before.pinned else None)

    return await _changed(edit, its_id, if_match, pin)


async def _changed(
    edit: Edit, its_id: str, if_match: str | None, change: Callable[[Transaction], Awaitable[Made]]
) -> JSONResponse:
    """Change a memory that its caller knows as it is."""

    async def checked(tx: Transaction) -> Made:
        await edit.check_mode(tx)
        check(if_match, etag(MemoryResponse.of(await existing(tx, edit.caller, its_id))))
        return await change(tx)

    return await edit.once(checked)


async def existing(tx: Transaction, caller: Caller, memory_id: str) -> Memory:
    """Return a memory, deleted or not. Raises Refused (404)."""
    found = await stored.those(tx, caller.owner, [memory_id])
    if not found:
        raise Refused(404, str(NoSuchMemory()))
    return found[0]


def _made(memory: Memory, made: Done | None, location: str = "") -> Made:
    tagged = MemoryResponse.of(memory)
    answer = ChangedMemoryResponse(**tagged.model_dump(), receipt=made.deed.words if made else "")
    return Made(answer=answer, tagged=tagged, location=location, changes=[made] if made else [])
