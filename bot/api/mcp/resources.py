"""The memories as resources."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from mcp.server import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)

from bot.api.access import Caller
from bot.api.mcp.memory_tools import PAGE, with_wordings
from bot.api.mcp.watching import SCHEME, Watching
from bot.api.services import ApiServices
from bot.database import memories as stored
from bot.database import memory_pages
from bot.database.engine import Transaction
from bot.database.memory_pages import MemoryFilter
from bot.errors import KeepsakeError
from bot.tools.memory import READING, TURNED_OFF
from bot.values.memories import Memory
from bot.values.text import one_line

_TYPE: Final = "text/plain"

Context: TypeAlias = ServerRequestContext[Any, Any]


class Resources:
    """Lists and reads the live memories of whoever `caller_of` names."""

    def __init__(self, services: ApiServices, caller_of: Callable[[Context], Caller]) -> None:
        self._services = services
        self._caller_of = caller_of
        self.watching = Watching(services, caller_of)

    async def list(self, ctx: Context, params: PaginatedRequestParams | None) -> ListResourcesResult:
        """Return a page of memories in display order."""
        caller, after = self._caller_of(ctx), (params.cursor if params else None) or ""
        async with self._services.transaction() as tx:
            await self._check(tx, caller)
            everything = await memory_pages.narrowed(tx, caller.owner, MemoryFilter())
            found = await memory_pages.filtered_page(tx, everything, PAGE + 1, after)
        await self.watching.follow_list(ctx)
        following = found[PAGE - 1].id if len(found) > PAGE else None
        return ListResourcesResult(resources=[_resource(it) for it in found[:PAGE]], next_cursor=following)

    async def templates(self, _ctx: Context, _: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        """Return how the memories are addressed."""
        template = ResourceTemplate(
            uri_template=f"{SCHEME}{{memory_id}}",
            name="memory",
            title="A memory",
            description="A memory with its wordings, by its 8-character id.",
            mime_type=_TYPE,
        )
        return ListResourceTemplatesResult(resource_templates=[template])

    async def read(self, ctx: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Return a memory with its wordings. Raises MCPError."""
        caller, memory_id = self._caller_of(ctx), params.uri.removeprefix(SCHEME)
        try:
            async with self._services.transaction() as tx:
                await self._check(tx, caller)
                memory = await self._services.memories.get(tx, caller.owner, memory_id)
                text = with_wordings(memory, await stored.versions(tx, memory.id))
        except KeepsakeError as error:
            raise MCPError(INVALID_PARAMS, str(error)) from None
        return ReadResourceResult(contents=[TextResourceContents(uri=params.uri, mime_type=_TYPE, text=text)])

    async def _check(self, tx: Transaction, caller: Caller) -> None:
        if await self._services.memories.mode(tx, caller.owner) not in READING:
            raise MCPError(INVALID_PARAMS, f"Nothing is shown: {TURNED_OFF}")


def _resource(memory: Memory) -> Resource:
    name = one_line(memory.subject or memory.category.value)
    return Resource(uri=f"{SCHEME}{memory.id}", name=name, description=one_line(memory.content), mime_type=_TYPE)
