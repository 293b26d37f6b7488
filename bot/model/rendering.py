"""What requests of both APIs have in common: JSON, a conversation's texts and its pictures."""

import json
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from secrets import token_hex
from typing import Final, TypeAlias

from bot.model.dialect import Caching, Dialect, Part
from bot.model.seam import ModelRequest, PictureSize
from bot.model.values import AssistantMessage, Effort, Message, Picture, Reasoning, ToolCall, ToolSpec, UserMessage

NOT_SEEN: Final = "[A picture that this model cannot see]"
"""Sent instead of a picture."""
_SIDE: Final = 640
"""Most pixels of a small picture's longer side. As JPEG it has about 50 KB."""

LoadedPicture: TypeAlias = Callable[[str], bytes | None]
"""Returns the bytes of a picture by its key, None if it is gone."""
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def loaded_at(size: PictureSize, load: LoadedPicture) -> LoadedPicture:
    """Return what loads pictures at a size; all that are loaded are JPEGs."""

    def small(key: str) -> bytes | None:
        content = load(key)
        return None if content is None else _smaller(content)

    return {PictureSize.WHOLE: load, PictureSize.SMALL: small, PictureSize.NOTHING: lambda _: None}[size]


def _smaller(content: bytes) -> bytes | None:
    """Return a smaller picture; None if it can't be read."""
    from PIL import Image  # noqa: PLC0415 - only a request that is too large needs it

    written = BytesIO()
    try:
        with Image.open(BytesIO(content), formats=["JPEG"]) as picture:
            picture.draft("RGB", (_SIDE, _SIDE))  # decoded at a fraction of its size
            picture.thumbnail((_SIDE, _SIDE))
            picture.convert("RGB").save(written, "JPEG", quality=60)
    except OSError:
        return None
    return written.getvalue()


class Pictures:
    """Renders pictures as data URLs, put into the body at its end: rendering megabytes of them as JSON takes long."""

    def __init__(self, load: LoadedPicture, *, for_people: bool) -> None:
        self._load = load
        self._for_people = for_people
        self._mark = token_hex()
        self._urls: list[bytes] = []

    def url(self, picture: Picture) -> str | None:
        """Return a mark in place of a picture's URL; None if the picture is gone."""
        content = self._load(picture.key)
        if content is None:
            return None
        if self._for_people:
            return f"[picture of {picture.width} by {picture.height} pixels, {picture.size:,} bytes]"
        self._urls.append(b"data:%s;base64,%s" % (picture.media_type.encode(), b64encode(content)))
        return self._mark

    def put_into(self, body: bytes) -> bytes:
        """Return a body with the URLs in place of their marks."""
        pieces = body.split(self._mark.encode()) if self._urls else [body]
        return b"".join(chain.from_iterable(zip(pieces, [*self._urls, b""], strict=True)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """A request as it is to be rendered: with the tools that are `offered`, in a dialect.

    `picture` loads its pictures, which are only named `for_people`. Reasoning is sent back with the calls that followed
    it, but for what is `dropped`.
    """

    request: ModelRequest
    offered: Sequence[ToolSpec]
    dialect: Dialect
    picture: LoadedPicture = lambda _: None
    for_people: bool = False
    dropped: frozenset[str] = frozenset()

    @property
    def answers(self) -> Iterator[AssistantMessage]:
        """The model's messages in the request."""
        return (message for message in self.request.messages if isinstance(message, AssistantMessage))


def as_json(value: object) -> bytes:
    """Render a value as JSON."""
    return _ENCODER.encode(value).encode()


def body_of(fields: Mapping[str, bytes]) -> bytes:
    """Join the rendered fields of a body."""
    return b"{%s}" % b",".join(b'"%s":%s' % (name.encode(), it) for name, it in fields.items())


def messages(asking: Asking, render: Callable[[Message], object]) -> list[bytes]:
    """Return the JSON of each message; it is made once, but for pictures, which may be gone the next time."""

    def made(message: Message) -> bytes:
        return as_json(render(message))

    def without_pictures(message: Message) -> bytes | None:
        return None if isinstance(message, UserMessage) and message.pictures else made(message)

    request, named = asking.request, (asking.dialect.named, asking.dropped)
    kept = request.made.for_each(named, without_pictures, request.messages)
    return [it or made(message) for it, message in zip(kept, request.messages, strict=True)]


def instructions(asking: Asking, kind: str) -> dict[str, object]:
    """Return the message with the instructions, in parts of a kind where a breakpoint follows what stays."""
    kept, earlier, role = asking.request.system_prompt, asking.request.earlier, asking.dialect.system_role
    if asking.dialect.caching < Caching.BREAKPOINTS:
        return {"role": role, "content": "\n\n".join(filter(None, (kept, earlier)))}
    parts: list[object] = [{"type": kind, "text": kept, "prompt_cache_breakpoint": {"mode": "explicit"}}]
    if earlier:
        parts.append({"type": kind, "text": f"\n\n{earlier}"})
    return {"role": role, "content": parts}


def options(
    asking: Asking, tool: Callable[[ToolSpec], bytes], reasoning: Callable[[Effort], dict[str, object]]
) -> dict[str, bytes]:
    """Return the fields after the messages: an API renders a `tool` and the field of the `reasoning` effort itself."""
    request, dialect = asking.request, asking.dialect
    fields: dict[str, bytes] = {}
    offered = asking.offered if request.may_call or dialect.takes(Part.TOOL_CHOICE) else ()
    if offered:
        fields["tools"] = b"[%s]" % b",".join(map(tool, offered))
        if not request.may_call:
            fields["tool_choice"] = as_json("none")
    effort = dialect.effort(request.effort, with_tools=bool(offered))
    if effort:
        fields |= {name: as_json(value) for name, value in reasoning(effort).items()}
    if limit := dialect.answer_limit(effort):
        name, tokens = limit
        fields[name] = as_json(tokens)
    if dialect.caching >= Caching.KEY:
        fields["prompt_cache_key"] = as_json(request.cache_key)
    if dialect.caching >= Caching.BREAKPOINTS:
        fields["prompt_cache_options"] = as_json({"mode": "implicit"})
    return fields


def text_of(message: UserMessage) -> str:
    """Return the text of a user's message with its note."""
    return f"[Note: {message.note}]\n\n{message.content}" if message.note else message.content


def reasoning_of(message: AssistantMessage, asking: Asking) -> Reasoning | None:
    """Return the reasoning to send back with a message: that of this model at this server, if it is taken."""
    its, dialect = message.reasoning, asking.dialect
    if its is None or its.json in asking.dropped or not dialect.takes(Part.REASONING):
        return None
    return its if its.model == dialect.model and its.server in {"", dialect.server} else None


def arguments_of(call: ToolCall) -> str:
    """Return a call's arguments, which are always an object, since several servers fail on anything else."""
    if is_object(call.arguments):
        return call.arguments
    return json.dumps({"malformed": call.arguments[:1_000]}, ensure_ascii=False)


def is_object(text: str) -> bool:
    """Tell whether a text is a JSON object by RFC 8259, without NaN and lone surrogates."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)
