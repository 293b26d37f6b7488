"""The chat page of the practice server: its files and the stream of changes."""

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, Response, StreamingResponse
from starlette.routing import Route

from practice.telegram.insight import About, Insight
from practice.telegram.messenger import YOU, Command, Message, Messenger
from practice.telegram.page_actions import PageActions
from practice.telegram.page_files import HEADERS, PageFiles
from practice.telegram.updates import JsonObject

_FOLDER = Path(__file__).parent / "page"
_FILES = (
    "page.css",
    "theme.js",
    "page.js",
    "actions.js",
    "announcer.js",
    "attaching.js",
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
    "film.js",
    "focus.js",
    "keyboard.js",
    "media.js",
    "lists.js",
    "memories.js",
    "messages.js",
    "panel.js",
    "recorder.js",
    "request.js",
    "rich-text.js",
    "scroll.js",
    "server.js",
    "status.js",
    "suggestions.js",
    "toast.js",
)
_MESSAGES_SHOWN = 300


def page_routes(messenger: Messenger, notice: str, insight: Insight | None) -> list[Route]:
    """Return the routes: the page at `/`, its files and endpoints under `/page/`."""
    page = _Page(messenger, notice, insight)
    return [
        Route("/", _file("index.html")),
        *(Route(f"/page/{name}", _file(name)) for name in _FILES),
        Route("/page/changes", page.changes),
        *PageActions(messenger).routes(),
        *PageFiles(messenger).routes(),
        *(insight.routes() if insight else ()),
    ]


def _file(name: str) -> Callable[[Request], Awaitable[Response]]:
    async def answer(_: Request) -> Response:
        return FileResponse(_FOLDER / name, headers=HEADERS)

    return answer


class _Page:
    def __init__(self, messenger: Messenger, notice: str, insight: Insight | None) -> None:
        self._messenger = messenger
        self._notice = notice
        self._insight = insight

    async def changes(self, _: Request) -> Response:
        """Stream as server-sent events everything the page shows, then each change."""
        return StreamingResponse(self._events(), media_type="text/event-stream", headers=HEADERS)

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
