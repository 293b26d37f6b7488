"""The API: every door over HTTP but the practice page's."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

from fastapi import FastAPI
from fastapi.responses import JSONResponse
from starlette.routing import Route

from bot.doors.http import events, login, metrics, prompt
from bot.doors.http.access import Guard, language_of
from bot.doors.http.acts import acts_router
from bot.doors.http.metrics import Counted, Metrics
from bot.doors.http.page_files import page_routes
from bot.doors.http.problems import MEDIA_TYPE, answer_with_problems
from bot.doors.http.services import ApiServices
from bot.doors.mcp_server.http import PATH, McpDoor
from bot.doors.mcp_server.oauth import endpoints
from bot.features.data import http as files
from bot.features.history import http as conversations
from bot.features.notes import http as notes
from bot.features.reminders import http as reminders
from bot.features.usage import http as usage
from bot.kit.errors import DatabaseUnavailable
from bot.kit.program import command
from bot.memory.http import memories, timeline

_TELEGRAM_WEB: Final = "https://web.telegram.org"
"""Where Telegram's clients for browsers show a Mini App in a frame."""
_ABOUT: Final = f"""\
Keepsake's memories, notes and reminders, for your other programs, and what else it knows, to be read.
Every request needs a token (`{command("token add NAME")}`, or
`/api token NAME` in Telegram), sent as `Authorization: Bearer …`. Errors are RFC 9457 problems."""

_PARTS: Final = (
    *(memories, timeline, notes, reminders, conversations, usage, prompt, files),
    *(events, login, endpoints, metrics),
)


class _Api(FastAPI):
    """An app whose OpenAPI document has problems under their media type; FastAPI puts them under the answer's.

    It lists the tags in order, too.
    """

    def openapi(self) -> dict[str, Any]:
        """Return the document."""
        document = super().openapi()
        operations = [it for path in document["paths"].values() for it in path.values()]
        document["tags"] = [{"name": it} for it in dict.fromkeys(tag for its in operations for tag in its["tags"])]
        for response in (it for operation in operations for it in operation["responses"].values()):
            content = response.get("content", {})
            if MEDIA_TYPE in content:
                response["content"] = {MEDIA_TYPE: next(filter(None, content.values()))}
        return document


def api(services: ApiServices) -> FastAPI:
    """Return the API as an ASGI app."""
    mcp, counts = McpDoor(services), Metrics()

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        async with mcp.open(), counts.counting():
            yield

    app = _Api(
        title="Keepsake",
        description=_ABOUT,
        version="1",
        servers=[{"url": "/"}],
        docs_url=None,
        redoc_url=None,
        lifespan=running,
        generate_unique_id_function=lambda route: route.name,
    )
    app.state.services, app.state.metrics = services, counts
    answer_with_problems(app)
    for part in _PARTS:
        app.include_router(part.router)
    app.include_router(acts_router(services.families))

    @app.get("/healthz", tags=["operation"])
    async def check_health() -> JSONResponse:
        """Tell whether the bot runs and reaches its database."""
        try:
            await services.database.ping()
        except DatabaseUnavailable:
            return JSONResponse({"status": "the database is unavailable"}, 503)
        return JSONResponse({"status": "ok"})

    app.router.routes.extend(
        [
            Route(PATH, mcp),
            *endpoints.oauth_routes(services),
            *page_routes(language_of, _TELEGRAM_WEB if services.mini_app_key else "'none'"),
        ]
    )
    app.add_middleware(Guard, services=services)
    app.add_middleware(Counted, metrics=counts)
    return app
