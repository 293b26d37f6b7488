"""The MCP server, over HTTP, with an assistant's token."""

from typing import Any

from mcp_types import Implementation

from tests.api.mcp.assistants import by_http, call, words
from tests.scenarios.doors.door import APP, Came, House


class McpDoor:
    """Calls the server's tools, as another assistant does."""

    origin = "api"
    through = APP
    restores = True
    is_told = True
    speaks_to_owner = True

    def __init__(self, house: House, token: str) -> None:
        self._house = house
        self._token = token

    async def add(self, content: str, category: str, subject: str = "", *, is_new: bool = False) -> Came:
        """Call add_memory."""
        return await self._call("add_memory", content=content, category=category, subject=subject, is_new=is_new)

    async def update(self, memory_id: str, content: str) -> Came:
        """Call update_memory."""
        return await self._call("update_memory", memory_id=memory_id, content=content)

    async def forget(self, memory_id: str) -> Came:
        """Call forget_memory."""
        return await self._call("forget_memory", memory_id=memory_id)

    async def restore(self, memory_id: str) -> Came:
        """Call restore_memory."""
        return await self._call("restore_memory", memory_id=memory_id)

    async def _call(self, name: str, **arguments: Any) -> Came:
        info = Implementation(name=APP, version="1")
        async with by_http(self._house.url, self._token, "auto", info) as assistant:
            result = await call(assistant, name, **arguments)
        told = result.structured_content or {}
        return Came(words(result) if result.is_error else told.get("receipt", ""), bool(result.is_error))
