"""The API with the routes of all parts. It is imported once somebody asks."""

from typing import Final

from fastapi import FastAPI
from starlette.routing import Route

from bot.doors.http import app
from bot.doors.http.services import ApiServices
from bot.doors.mcp_server.http import PATH, McpDoor
from bot.features.data import http as files
from bot.features.history import http as conversations
from bot.features.notes import http as notes
from bot.features.reminders import http as reminders
from bot.features.usage import http as usage
from bot.memory import mcp
from bot.memory.http import memories as memory
from bot.memory.http import timeline
from bot.memory.operations import Memories

_PARTS: Final = (memory, timeline, notes, reminders, conversations, usage, files)


def api(services: ApiServices, memories: Memories, memory_tokens: int | None = None) -> FastAPI:
    """Return the API as an ASGI app; assistants get a block of at most `memory_tokens`."""
    door = McpDoor(services, mcp.shared(memories, memory_tokens))
    whole = app.api(services, [it.router for it in _PARTS], [Route(PATH, door)], door.open)
    whole.state.memories = memories
    return whole
