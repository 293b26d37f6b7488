"""The language in which a page is answered: its owner's, or the browser's before the login."""

from contextlib import suppress

from starlette.requests import Request

from bot.api.access import session_of
from bot.api.services import ApiServices
from bot.errors import DatabaseUnavailable
from bot.language import DEFAULT, known, speak


async def language_of(request: Request) -> str:
    """Return the language of who asks for a page; the browser's while the database is away."""
    services: ApiServices = request.app.state.services
    with suppress(DatabaseUnavailable):
        if present := await session_of(request):
            return services.languages.of(present.owner)
    return accepted(request.headers.get("Accept-Language", ""))


async def speaking(request: Request) -> None:
    """Answer who asks for a page in their language."""
    speak(await language_of(request))


def accepted(header: str) -> str:
    """Return the first language of an Accept-Language header that Keepsake speaks (RFC 9110, section 12.5.4)."""
    ranges = [it.partition(";") for it in header.split(",")]
    by_quality = sorted(ranges, key=lambda it: -_quality(it[2]))
    return next((code for tag, _, _of in by_quality if (code := known(tag.strip()))), DEFAULT)


def _quality(parameter: str) -> float:
    try:
        return float(parameter.strip().removeprefix("q=") or 1)
    except ValueError:
        return 0
