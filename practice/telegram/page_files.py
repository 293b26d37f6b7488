"""The files of the page's chat: shown in it, or downloaded."""

from mimetypes import guess_type
from typing import Final

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from practice.telegram.files import StoredFile, numbers
from practice.telegram.messenger import YOU, Messenger

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "media-src 'self' blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_SHOWN: Final = {".oga": "audio/ogg"} | {
    suffix: str(guess_type(f"x{suffix}")[0])
    for suffix in (".gif", ".jpg", ".m4a", ".mp3", ".mp4", ".ogg", ".png", ".webm", ".webp")
}
"""Media types that a browser shows without running anything, by the suffix of a file's path."""


class PageFiles:
    """Serves the files of the page's chat."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    def routes(self) -> list[Route]:
        """Return the routes."""
        return [
            Route("/page/file/{message_id:int}", self._download),
            Route("/page/media/{file_id:str}", self._show),
        ]

    async def _download(self, request: Request) -> Response:
        """Serve the file of a message as a download."""
        message_id = request.path_params["message_id"]
        content = self._messenger.file(message_id) if self._messenger.message(YOU, message_id) else None
        if content is None:
            return _missing()
        headers = HEADERS | {"Content-Disposition": "attachment"}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def _show(self, request: Request) -> Response:
        """Serve a picture, a sound or a video."""
        file = self._messenger.files.by_id(request.path_params["file_id"])
        shown = _SHOWN.get("." + file.path.rpartition(".")[2].lower()) if file else None
        if file is None or shown is None or not self._is_mine(file):
            return _missing()
        return Response(file.content, media_type=shown, headers=HEADERS)

    def _is_mine(self, file: StoredFile) -> bool:
        return any(file.number in set(numbers(message.extra)) for message in self._messenger.messages(YOU))


def _missing() -> Response:
    return JSONResponse({"error": "there is no such file"}, status_code=404)
