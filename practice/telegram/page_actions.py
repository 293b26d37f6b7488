"""What the user does on the chat page."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from mimetypes import guess_type
from typing import Literal, TypeAlias, TypeVar

from pydantic import Base64Bytes, BaseModel, Field, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from practice.model.opus import in_ogg
from practice.telegram.media import Audio, Content, Document, Photo, Video, Voice
from practice.telegram.messenger import YOU, Messenger, Upload
from practice.telegram.texts import parts

Act: TypeAlias = Callable[[Request], Awaitable[Response]]
Body = TypeVar("Body", bound=BaseModel)

_PRESS_SECONDS = 15  # clients show a pressed button for less time


class _Writing(BaseModel):
    text: str
    reply_to: int | None = None
    quote: str = ""
    topic: int = 0


class _File(BaseModel):
    name: str = Field(min_length=1)
    content: Base64Bytes
    kind: Literal["photo", "video", "voice", "audio", "document"] = "document"
    seconds: int = 0
    thumbnail: Base64Bytes = b""


class _Sending(BaseModel):
    files: Sequence[_File] = Field(min_length=1, max_length=10)
    caption: str = ""
    reply_to: int | None = None
    topic: int = 0


class _Topics(BaseModel):
    on: bool


class _Message(BaseModel):
    message_id: int


class _Editing(_Message):
    text: str


class _Pressing(_Message):
    data: str


class _Reacting(_Message):
    emoji: str


class PageActions:
    """The actions of the page's user."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    def routes(self) -> list[Route]:
        """Return the routes; each takes and returns JSON."""
        acts: dict[str, Act] = {
            "send": self._act(_Writing, self._send),
            "send-files": self._act(_Sending, self._send_files),
            "edit": self._act(_Editing, self._edit),
            "forward": self._act(_Message, lambda it: [self._messenger.forward_message(self._of(it))]),
            "delete": self._act(_Message, self._delete),
            "react": self._act(_Reacting, self._react),
            "topics": self._act(_Topics, self._set_topics),
            "press": self._press,
        }
        return [Route(f"/page/{name}", act, methods=["POST"]) for name, act in acts.items()]

    def _act(self, form: type[Body], do: Callable[[Body], Sequence[int]]) -> Act:
        """Return the handler of an action, which returns the ids of its messages. Its ValueError is shown."""

        async def act(request: Request) -> Response:
            try:
                return JSONResponse({"message_ids": do(form.model_validate_json(await request.body()))})
            except ValueError as error:
                return _refusal(error)

        return act

    def _of(self, chosen: _Message) -> int:
        if not self._messenger.message(YOU, chosen.message_id):
            raise ValueError("this message is gone")
        return chosen.message_id

    def _send(self, writing: _Writing) -> Sequence[int]:
        """Send a text, in as many messages as a Telegram client would."""
        return [
            self._messenger.send_text(part, reply_to=writing.reply_to, quote=writing.quote, topic=writing.topic)
            for part in parts(writing.text)
        ]

    def _send_files(self, sending: _Sending) -> Sequence[int]:
        """Send a file, or several as an album."""
        if not all(file.content for file in sending.files):
            raise ValueError("the file is empty")
        contents = [_content(file, sending.caption) for file in sending.files]
        caption = "" if isinstance(contents[0], Voice) else sending.caption
        if len(contents) == 1:
            return [self._messenger.send(contents[0], caption=caption, reply_to=sending.reply_to, topic=sending.topic)]
        return self._messenger.send_album(*contents, caption=caption, reply_to=sending.reply_to, topic=sending.topic)

    def _edit(self, editing: _Editing) -> Sequence[int]:
        self._messenger.edit_text(editing.message_id, editing.text)
        return [editing.message_id]

    def _set_topics(self, topics: _Topics) -> Sequence[int]:
        """Turn threaded mode on or off, as at BotFather."""
        self._messenger.turn_topics(on=topics.on)
        return []

    def _delete(self, chosen: _Message) -> Sequence[int]:
        self._messenger.delete_message(self._of(chosen))
        return []

    def _react(self, reacting: _Reacting) -> Sequence[int]:
        self._messenger.react(self._of(reacting), *filter(None, [reacting.emoji]))
        return [reacting.message_id]

    async def _press(self, request: Request) -> Response:
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


def _content(file: _File, words: str) -> Content:
    """Return a file as a client sends it. What was typed beside a recording is what the practice model hears in it."""
    upload = Upload(file.name, guess_type(file.name)[0] or "application/octet-stream", file.content)
    match file.kind:
        case "photo":
            return Photo(file.content)
        case "video":
            return Video(upload, file.seconds, thumbnail=file.thumbnail)
        case "voice":
            return Voice(in_ogg(file.content, words), file.seconds)
        case "audio":
            return Audio(upload, file.seconds)
    return Document(upload)


def _refusal(error: ValueError) -> Response:
    reason = "the server can't read the request" if isinstance(error, ValidationError) else str(error)
    return JSONResponse({"error": reason}, status_code=400)
