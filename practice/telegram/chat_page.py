"""The chat page of the practice server: its files, the user's actions, and the stream of changes."""

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict
from mimetypes import guess_type
from pathlib import Path

from pydantic import Base64Bytes, BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from practice.telegram.insight import About, Insight
from practice.telegram.messenger import YOU, Command, Message, Messenger, Upload
from practice.telegram.updates import JsonObject

_FOLDER = Path(__file__).parent / "page"
_FILES = (
    "page.css",
    "theme.js",
    "page.js",
    "actions.js",
    "announcer.js",
    "bubble.js",
    "chips.js",
    "clipboard.js",
    "clock.js",
    "completion.js",
    "composer.js",
    "conversation.js",
    "days.js",
    "draft.js",
    "elements.js",
    "file.js",
    "focus.js",
    "keyboard.js",
    "memories.js",
    "messages.js",
    "panel.js",
    "request.js",
    "rich-text.js",
    "scroll.js",
    "server.js",
    "status.js",
    "suggestions.js",
    "toast.js",
)
_MESSAGES_SHOWN = 300
_PRESS_SECONDS = 15  # clients show a pressed button for less time
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class _Writing(BaseModel):
    text: str
    reply_to: int | None = None


class _Sending(BaseModel):
    name: str = Field(min_length=1)
    content: Base64Bytes
    caption: str = ""


class _Editing(BaseModel):
    message_id: int
    text: str


class _Pressing(BaseModel):
    message_id: int
    data: str


def page_routes(messenger: Messenger, notice: str, insight: Insight | None) -> list[Route]:
    """Return the routes: the page at `/`, its files and endpoints under `/page/`."""
    page = _Page(messenger, notice, insight)
    return [
        Route("/", _file("index.html")),
        *(Route(f"/page/{name}", _file(name)) for name in _FILES),
        Route("/page/changes", page.changes),
        Route("/page/file/{message_id:int}", page.file),
        Route("/page/send", page.send, methods=["POST"]),
        Route("/page/send-file", page.send_file, methods=["POST"]),
        Route("/page/edit", page.edit, methods=["POST"]),
        Route("/page/press", page.press, methods=["POST"]),
        *(insight.routes() if insight else ()),
    ]


def _file(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return FileResponse(_FOLDER / name, headers=_HEADERS)

    return answer


class _Page:
    def __init__(self, messenger: Messenger, notice: str, insight: Insight | None) -> None:
        self._messenger = messenger
        self._notice = notice
        self._insight = insight

    async def file(self, request: Request) -> Response:
        """Serve the file of a message as a download."""
        message_id = request.path_params["message_id"]
        content = self._messenger.file(message_id) if self._messenger.message(YOU, message_id) else None
        if content is None:
            return JSONResponse({"error": "there is no such file"}, status_code=404)
        headers = _HEADERS | {"Content-Disposition": "attachment"}
        return Response(content, media_type="application/octet-stream", headers=headers)

    async def send(self, request: Request) -> Response:
        """Send the user's text, in as many messages as a Telegram client would."""
        try:
            writing = _Writing.model_validate_json(await request.body())
            message_ids = self._messenger.send_long_text(writing.text, reply_to=writing.reply_to)
        except ValueError as error:
            return _refusal(error)
        return JSONResponse({"message_ids": message_ids})

    async def send_file(self, request: Request) -> Response:
        """Send the user's file, with the media type of its name."""
        try:
            sending = _Sending.model_validate_json(await request.body())
            if not sending.content:
                return _refused("the file is empty")
            media_type = guess_type(sending.name)[0] or "application/octet-stream"
            upload = Upload(sending.name, media_type, sending.content)
            message_id = self._messenger.send_file(upload, caption=sending.caption)
        except ValueError as error:
            return _refusal(error)
        return JSONResponse({"message_ids": [message_id]})

    async def edit(self, request: Request) -> Response:
        """Edit a message of the user."""
        try:
            editing = _Editing.model_validate_json(await request.body())
            self._messenger.edit_text(editing.message_id, editing.text)
        except ValueError as error:
            return _refusal(error)
        return JSONResponse({"message_ids": [editing.message_id]})

    async def press(self, request: Request) -> Response:
        """Press a button and return the bot's answer, or null if none comes within 15 s."""
        try:
            pressing = _Pressing.model_validate_json(await request.body())
            query_id = self._messenger.press(pressing.message_id, pressing.data)
        except ValueError as error:
            return _refusal(error)
        with suppress(TimeoutError):
            answer = await self._messenger.wait_for(
                lambda: self._messenger.press_answer(query_id), timeout=_PRESS_SECONDS
            )
            return JSONResponse(asdict(answer))
        return JSONResponse(None)

    async def changes(self, _: Request) -> Response:
        """Stream as server-sent events everything the page shows, then each change."""
        return StreamingResponse(self._events(), media_type="text/event-stream", headers=_HEADERS)

    async def _events(self) -> AsyncIterator[str]:
        about = await self._insight.about() if self._insight else About()
        view = _View(self._messenger, self._insight)
        welcome = {
            "bot": self._messenger.bot["first_name"],
            "notice": self._notice,
            "insight": self._insight is not None,
            "memories": self._insight is not None and self._insight.has_memories,
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

    def __init__(self, messenger: Messenger, insight: Insight | None) -> None:
        self._messenger = messenger
        self._insight = insight
        self._requests = 0
        self._messages: dict[int, Message] = {}
        self._commands: tuple[Command, ...] = ()
        self._typing_until = 0.0

    def news(self) -> JsonObject:
        """Return what has changed since the last call."""
        news: JsonObject = {}
        if changed := self._changed_messages():
            news["messages"] = changed
        if removed := self._removed_messages():
            news["removed"] = removed
        if self._commands != self._messenger.commands:
            self._commands = self._messenger.commands
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


def _refusal(error: ValueError) -> Response:
    return _refused("the server can't read the request" if isinstance(error, ValidationError) else str(error))


def _refused(reason: str) -> Response:
    return JSONResponse({"error": reason}, status_code=400)
