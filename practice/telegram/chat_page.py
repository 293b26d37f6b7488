"""The chat page of the practice server: its files and the stream of changes."""

import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import TypeAlias

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from practice.telegram.insight import About, Insight
from practice.telegram.messages import Topic
from practice.telegram.messenger import YOU, Command, Draft, Message, Messenger
from practice.telegram.page_actions import PageActions
from practice.telegram.page_files import HEADERS, PageFiles
from practice.telegram.page_texts import language_of, texts
from practice.telegram.updates import JsonObject

_FOLDER = Path(__file__).parent / "page"
_FILES = (
    "tokens.css",
    "page.css",
    "theme.js",
    "page.js",
    "actions.js",
    "announcer.js",
    "answer-drafts.js",
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
    "inline.js",
    "keyboard.js",
    "labels.js",
    "media.js",
    "lists.js",
    "memories.js",
    "messages.js",
    "panel.js",
    "recorder.js",
    "request.js",
    "rich-message.js",
    "rich-text.js",
    "scroll.js",
    "server.js",
    "status.js",
    "suggestions.js",
    "texts.js",
    "toast.js",
    "topics.js",
)
_MESSAGES_SHOWN = 300

Notice: TypeAlias = Callable[[str], str]
"""The text above the chat, in a language given by its code."""


def page_routes(messenger: Messenger, notice: Notice, insight: Insight | None) -> list[Route]:
    """Return the routes: the page at `/`, its files and endpoints under `/page/`."""
    page = _Page(messenger, notice, insight)
    return [
        Route("/", _file("index.html")),
        *(Route(f"/page/{name}", _file(name)) for name in _FILES),
        Route("/page/texts", page.texts),
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
    def __init__(self, messenger: Messenger, notice: Notice, insight: Insight | None) -> None:
        self._messenger = messenger
        self._notice = notice
        self._insight = insight

    async def texts(self, request: Request) -> Response:
        """Return the page's sentences in the browser's language, which is the user's from now on."""
        language = language_of(request)
        self._messenger.speak(language)
        return JSONResponse(texts(language), headers=HEADERS)

    async def changes(self, request: Request) -> Response:
        """Stream as server-sent events everything the page shows, then each change."""
        language = language_of(request)
        return StreamingResponse(self._events(language), media_type="text/event-stream", headers=HEADERS)

    async def _events(self, language: str) -> AsyncIterator[str]:
        about = await self._insight.about(language) if self._insight else About()
        view = _View(self._messenger, self._insight, language)
        welcome = {
            "bot": self._messenger.bot["first_name"],
            "notice": self._notice(language),
            "inline": self._messenger.bot["username"] if self._messenger.inline.is_on else "",
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

    def __init__(self, messenger: Messenger, insight: Insight | None, language: str) -> None:
        self._messenger = messenger
        self._insight = insight
        self._language = language
        self._requests = 0
        self._topics: tuple[bool, list[Topic]] | None = None
        self._messages: dict[int, Message] = {}
        self._commands: tuple[Command, ...] = ()
        self._typing_until = 0.0
        self._drafts: tuple[tuple[Draft, float], ...] = ()

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
        if self._drafts != (drafts := self._messenger.drafts()):
            self._drafts = drafts
            news["drafts"] = [{**asdict(it), "seconds": until - time.monotonic()} for it, until in drafts]
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
