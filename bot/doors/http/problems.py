"""Errors as RFC 9457 problems."""

from collections.abc import Mapping
from typing import Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from bot.doors.http.models import shown
from bot.kit.errors import DatabaseUnavailable, KeepsakeError
from bot.kit.language import t

MEDIA_TYPE: Final = "application/problem+json"


class Problem(BaseModel):
    """What went wrong (RFC 9457)."""

    model_config = shown({"title": "Not Found", "status": 404, "detail": "…"})

    title: str
    status: int
    detail: str


class Refused(HTTPException):
    """A request that is answered with a problem."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, detail, dict(headers or {}))


_TITLES: Final = {
    400: "Bad Request",
    401: "Unauthorized",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    409: "Conflict",
    412: "Precondition Failed",
    413: "Content Too Large",
    415: "Unsupported Media Type",
    421: "Misdirected Request",
    422: "Unprocessable Content",
    429: "Too Many Requests",
    500: "Internal Server Error",
    503: "Service Unavailable",
}


def documented(*statuses: int, model: type[Problem] = Problem) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI descriptions of problems, with those that every request may meet."""
    return {
        status: {"description": _TITLES[status], "model": model, "content": {MEDIA_TYPE: {}}}
        for status in sorted({*statuses, 400, 401, 403, 421, 422, 429, 503})
    }


def answer_with_problems(app: FastAPI) -> None:
    """Answer errors with problems, whatever raises them."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(KeepsakeError, _refused)
    app.add_exception_handler(DatabaseUnavailable, _unavailable)


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None, **more: Any) -> JSONResponse:
    """Return a problem as an answer."""
    body = {"title": _TITLES.get(status, "Error"), "status": status, "detail": detail, **more}
    return JSONResponse(body, status, dict(headers or {}), MEDIA_TYPE)


async def _http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
    return problem(error.status_code, error.detail, error.headers)


async def _invalid(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for it alone
    if getattr(request.state, "is_page", False):
        return problem(422, t("This can't be saved. The text may be too short or too long."))
    told = [f"{'.'.join(map(str, it['loc'][1:])) or 'the body'}: {it['msg']}" for it in error.errors()]
    return problem(422, "; ".join(told))


async def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, KeepsakeError)  # noqa: S101 - registered for it alone
    return problem(error.status, str(error), **error.members)


async def _unavailable(_: Request, error: Exception) -> JSONResponse:
    return problem(503, str(error), {"Retry-After": "5"})
