"""The chat page of the practice server: its files, those of its chat, and the stream of changes."""

import json
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict
from mimetypes import guess_type
from pathlib import Path
from typing import Final, TypeAlias

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from practice.telegram.endpoint import About
from practice.telegram.files import StoredFile, numbers
from practice.telegram.insight import Insight
from practice.telegram.messages import Topic
from practice.telegram.messenger import YOU, Command, Message, Messenger
from practice.telegram.page_actions import PageActions
from practice.telegram.page_texts import language_of, texts
from practice.telegram.updates import JsonObject

_FOLDER: Final = Path(__file__).parent / "page"
_HEADERS: Final = {
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
_MESSAGES_SHOWN: Final = 300

Notice: TypeAlias = Callable[[str], str]
"""The text above the chat, in a language given by its code."""


def page_routes(messenger: Messenger, notice: Notice, insight: Insight | None) -> list[Route]:
    """Return the routes: the page at `/`, its files and endpoints under `/page/`."""
    page = _Page(messenger, notice, insight)
    return [
        Route("/", _file),
        Route("/page/texts", page.texts),
        Route("/page/changes", page.changes),
        Route("/page/file/{message_id:int}", page.download),
        Route("/page/media/{file_id:str}", page.show),
        *PageActions(messenger).routes(),
        *(insight.routes() if insight else ()),
        Route("/page/{name}", _file),
    ]


def _file(request: Request) -> Response:
    """Serve a file of the page."""
    file = _FOLDER / request.path_params.get("name", "index.html")
    if not file.is_file():
        raise HTTPException(404)
    return FileResponse(file, headers=_HEADERS)


class _Page:
    def __init__(self, messenger: Messenger, notice: Notice, insight: Insight | None) -> None:
        self._messenger = messenger
        self._notice = notice
        self._insight = insight

    async def texts(self, request: Request) -> Response:
        """Return the page's sentences in the browser's language, which is the user's from now on."""
        language = language_of(request)
        self._messenger.speak(language)
        return JSONResponse(texts(language), headers=_HEADERS)

    async def changes(self, request: Request) -> Response:
        """Stream as server-sent events everything the page shows, then each change."""
        language = language_of(request)
        return StreamingResponse(self._events(language), media_type="text/event-stream", headers=_HEADERS)

    async def download(self, request: Request) -> Response:
        """Serve the file of a message as a download."""
        message_id = request.path_params["message_id"]
        content = self._messenger.file(message_id) if self._messenger.message(YOU, message_id) else None
        if content is None:
            raise HTTPException(404)
        headers = _HEADERS | {"Content-Disposition": "attachment"}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def show(self, request: Request) -> Response:
        """Serve a picture, a sound or a video."""
        file = self._messenger.files.by_id(request.path_params["file_id"])
        shown = _SHOWN.get("." + file.path.rpartition(".")[2].lower()) if file else None
        if file is None or shown is None or not self._is_mine(file):
            raise HTTPException(404)
        return Response(file.content, media_type=shown, headers=_HEADERS)

    def _is_mine(self, file: StoredFile) -> bool:
        return any(file.number in set(numbers(message.extra)) for message in self._messenger.messages(YOU))

    async def _events(self, language: str) -> AsyncIterator[str]:
        about = await self._insight.about(language) if self._insight else About()
        view = _View(self._messenger, self._insight, language)
        welcome = {
            "bot": self._messenger.bot["first_name"],
            "notice": self._notice(language),
            "insight": self._insight is not None,
            "usages": about.usages,
            "timezone": about.timezone,
            **view.news(),
        }
        yield f"retry: 1000\ndata: {json.dumps(welcome)}\n\n"
        while True:
            if news := view.news():
                yield f"data: {json.dumps(news)}\n\n"
            else:
                await self._messenger.changed()


class _View:
    """The state that one open page has received."""

    def __init__(self, messenger: Messenger, insight: Insight | None, language: str) -> None:
        self._messenger = messenger
        self._insight = insight
        self._language = language
        self._requests = 0
        self._topics: tuple[bool, list[Topic]] | None = None
        self._messages: dict[int, Message] = {}
        self._commands: tuple[Command, ...] = ()
        self._typing_until = 0.0

    def news(self) -> JsonObject:
        """Return what has changed since the last call."""
        news: JsonObject = {}
        if self._topics != (topics := (self._messenger.has_topics, self._messenger.topics())):
            self._topics = topics
            news["topics"] = {"on": topics[0], "list": [asdict(it) for it in topics[1]]}
        if changed := self._changed_messages():
            news["messages"] = changed
        if removed := self._removed_messages():
            news["removed"] = removed
        commands = self._messenger.commands_in.get(self._language, self._messenger.commands)
        if self._commands != commands:
            self._commands = commands
            news["commands"] = [asdict(command) for command in self._commands]
        if self._typing_until != self._messenger.typing_until():
            self._typing_until = self._messenger.typing_until()
            news["typing_seconds"] = max(0.0, self._typing_until - time.monotonic())
        if self._insight and self._requests != self._insight.requests.changes:
            self._requests = news["requests"] = self._insight.requests.changes
            news["is_asked"] = self._insight.requests.is_asked
        return news

    def _changed_messages(self) -> list[JsonObject]:
        latest = self._messenger.messages()[-_MESSAGES_SHOWN:]
        changed = [message for message in latest if self._messages.get(message.message_id) is not message]
        self._messages |= {message.message_id: message for message in changed}
        return [asdict(message) for message in changed]

    def _removed_messages(self) -> list[int]:
        removed = [message_id for message_id in self._messages if not self._messenger.message(YOU, message_id)]
        for message_id in removed:
            del self._messages[message_id]
        return removed
