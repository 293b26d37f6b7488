"""The chat page of the practice server: its files, what it sends, and the stream of what it shows."""

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from pathlib import Path

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from bot.practice.telegram.messenger import YOU, Command, Message, Messenger
from bot.practice.telegram.updates import JsonObject

_FILES = Path(__file__).parent / "page"
_MESSAGES_SHOWN = 300
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


class _Editing(BaseModel):
    message_id: int
    text: str


def page_routes(messenger: Messenger, notice: str) -> list[Route]:
    """Serve the page at `/`, and under `/page/` what it is made of and talks to."""
    page = _Page(messenger, notice)
    return [
        Route("/", _file("index.html")),
        Route("/page/page.css", _file("page.css")),
        Route("/page/page.js", _file("page.js")),
        Route("/page/changes", page.changes),
        Route("/page/send", page.send, methods=["POST"]),
        Route("/page/edit", page.edit, methods=["POST"]),
    ]


def _file(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return FileResponse(_FILES / name, headers=_HEADERS)

    return answer


class _Page:
    def __init__(self, messenger: Messenger, notice: str) -> None:
        self._messenger = messenger
        self._notice = notice

    async def send(self, request: Request) -> Response:
        """Take what the user wrote, in as many messages as a Telegram client would send."""
        try:
            writing = _Writing.model_validate_json(await request.body())
            message_ids = self._messenger.send_long_text(writing.text, reply_to=writing.reply_to)
        except ValueError as error:
            return _refusal(error)
        return JSONResponse({"message_ids": message_ids})

    async def edit(self, request: Request) -> Response:
        """Take what the user made of a message of theirs."""
        try:
            editing = _Editing.model_validate_json(await request.body())
            self._messenger.edit_text(editing.message_id, editing.text)
        except ValueError as error:
            return _refusal(error)
        return JSONResponse({"message_ids": [editing.message_id]})

    async def changes(self, _: Request) -> Response:
        """Server-Sent Events: first everything the page shows, then what changes in it."""
        return StreamingResponse(self._events(), media_type="text/event-stream", headers=_HEADERS)

    async def _events(self) -> AsyncIterator[str]:
        view = _View(self._messenger)
        welcome = {"bot": self._messenger.bot["first_name"], "notice": self._notice, **view.news()}
        yield f"retry: 1000\ndata: {json.dumps(welcome)}\n\n"
        while True:
            if news := view.news():
                yield f"data: {json.dumps(news)}\n\n"
            else:
                await self._messenger.changed()


class _View:
    """What one open page has been told."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger
        self._messages: dict[int, Message] = {}
        self._commands: tuple[Command, ...] = ()
        self._typing_until = 0.0

    def news(self) -> JsonObject:
        """Tell what has changed since the last call."""
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
    return JSONResponse({"error": str(error)}, status_code=400)
