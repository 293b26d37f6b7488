"""The API with the routes of all features. It is imported once somebody asks."""

from importlib import import_module

from fastapi import FastAPI
from starlette.routing import Route

from bot.app.features import FEATURES
from bot.doors.http import app
from bot.doors.http.services import ApiServices
from bot.doors.mcp_server.http import PATH, McpDoor
from bot.memory import mcp
from bot.memory.operations import Memories


def api(services: ApiServices, memories: Memories, memory_tokens: int | None = None) -> FastAPI:
    """Return the API as an ASGI app; assistants get a block of at most `memory_tokens`."""
    door = McpDoor(services, mcp.shared(memories, memory_tokens))
    routers = [import_module(name).router for feature in FEATURES for name in feature.routes]
    whole = app.api(services, routers, [Route(PATH, door)], door.open)
    whole.state.memories = memories
    return whole
