"""The API: every door over HTTP but the practice page's."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, Final

from fastapi import APIRouter, FastAPI
from fastapi.responses import JSONResponse
from starlette.routing import BaseRoute

from bot.doors.http import events, login, metrics, prompt
from bot.doors.http.access import Guard, language_of
from bot.doors.http.acts import acts_router
from bot.doors.http.metrics import Counted, Metrics
from bot.doors.http.oauth import endpoints
from bot.doors.http.page_files import page_routes
from bot.doors.http.problems import MEDIA_TYPE, answer_with_problems
from bot.doors.http.services import ApiServices
from bot.kit.errors import DatabaseUnavailable
from bot.kit.program import command

_TELEGRAM_WEB: Final = "https://web.telegram.org"
"""Where Telegram's clients for browsers show a Mini App in a frame."""
_ABOUT: Final = f"""\
Keepsake's memories, notes and reminders, for your other programs, and what else it knows, to be read.
Every request needs a token (`{command("token add NAME")}`, or
`/api token NAME` in Telegram), sent as `Authorization: Bearer …`. Errors are RFC 9457 problems."""


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


def api(
    services: ApiServices,
    routers: Iterable[APIRouter],
    routes: Iterable[BaseRoute],
    open_routes: Callable[[], AbstractAsyncContextManager[None]],
) -> FastAPI:
    """Return the API as an ASGI app, with routers of others, and routes that are open while it runs."""
    counts = Metrics()

    @asynccontextmanager
    async def running(_: FastAPI) -> AsyncIterator[None]:
        async with open_routes(), counts.counting():
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
    for router in (*routers, *(it.router for it in (prompt, events, login, endpoints, metrics))):
        app.include_router(router)
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
            *routes,
            *endpoints.oauth_routes(services),
            *page_routes(language_of, _TELEGRAM_WEB if services.mini_app_key else "'none'"),
        ]
    )
    app.add_middleware(Guard, services=services)
    app.add_middleware(Counted, metrics=counts)
    return app
