"""Requests in the format of Chat Completions. Pure: the same values give the same bytes."""

import json
import re
from base64 import b64encode
from collections.abc import Callable, Hashable, Sequence
from enum import Enum, IntEnum, auto
from functools import lru_cache, partial
from itertools import chain
from secrets import token_hex
from typing import TypeAlias

from bot.model.seam import ModelRequest
from bot.values.attachments import Picture
from bot.values.calls import ToolCall
from bot.values.conversations import ToolSpec
from bot.values.messages import AssistantMessage, Message, ToolResult, UserMessage

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_LONGEST_MALFORMED = 1_000
_OLDER = re.compile(r"(?:ft:)?(?:chatgpt|gpt-[34]|gpt-5(?:\.[0-5])?(?![.\d])|o\d)")


class Caching(IntEnum):
    """Prompt-cache fields of a request to OpenAI. Each level includes the ones before it.

    The source is https://developers.openai.com/api/docs/guides/prompt-caching.
    """

    NOTHING = 0
    KEY = 1
    """A key shared by requests that are likely to have the same prefix."""
    BREAKPOINTS = 2
    """The ends of shared prefixes, which OpenAI's models from GPT-5.6 on require for caching."""


def caching_of(model: str) -> Caching:
    """Return the level for one of OpenAI's models: those before GPT-5.6 refuse breakpoints."""
    return Caching.KEY if _OLDER.match(model) else Caching.BREAKPOINTS


class SentBack(Enum):
    """Which reasoning goes back to a server with the calls that followed it."""

    NOTHING = auto()
    ITS_OWN = auto()
    """What the model asked has thought itself."""
    ALWAYS = auto()
    """That, and a blank where there is none: DeepSeek and Kimi refuse a call without `reasoning_content`."""


_BLANK = {"reasoning_content": " "}
"""The least that Kimi takes."""

NOT_SEEN = "[A picture that this model cannot see]"
"""Sent instead of a picture."""

LoadedPicture: TypeAlias = Callable[[str], bytes | None]
"""Returns the bytes of a picture by its key, None if it is gone."""
_Reasoned: TypeAlias = Callable[[AssistantMessage], dict[str, object]]


def wire_body(
    model: str,
    request: ModelRequest,
    offered: Sequence[ToolSpec],
    caching: Caching,
    picture: LoadedPicture = lambda _: None,
    *,
    for_people: bool = False,
    sent_back: SentBack = SentBack.ITS_OWN,
) -> bytes:
    """Render a request's body with the `offered` tools and its pictures, which are only named `for_people`.

    Calls go with their reasoning, in all requests that hold them, so that each continues the one before.

    With breakpoints, one follows the system prompt, which stays while `earlier` changes. The implicit mode puts another
    at the newest message, where the next request's prefix ends.
    """
    pictures, reasoning = _Pictures(picture, for_people=for_people), partial(_reasoning, model, sent_back)
    messages = [_json(_system(request, caching)), *_messages(request, (model, sent_back), pictures, reasoning)]
    body = {
        "model": _json(model),
        "stream": b"true",
        "messages": b"[%s]" % b",".join(messages),
        "stream_options": _json({"include_usage": True}),
    }
    if offered:
        body["tools"] = b"[%s]" % b",".join(map(_tool, offered))
        if not request.may_call:
            body["tool_choice"] = _json("none")
    if request.effort:
        body["reasoning_effort"] = _json(request.effort.value)
    if caching >= Caching.KEY:
        body["prompt_cache_key"] = _json(request.cache_key)
    if caching >= Caching.BREAKPOINTS:
        body["prompt_cache_options"] = _json({"mode": "implicit"})
    return pictures.put_into(b"{%s}" % b",".join(b'"%s":%s' % (name.encode(), it) for name, it in body.items()))


def _json(value: object) -> bytes:
    return _ENCODER.encode(value).encode()


class _Pictures:
    """Renders pictures as data URLs (https://platform.openai.com/docs/guides/images).

    They are put into the body at its end, as rendering megabytes of them as JSON takes long.
    """

    def __init__(self, load: LoadedPicture, *, for_people: bool) -> None:
        self._load = load
        self._for_people = for_people
        self._mark = token_hex()
        self._urls: list[bytes] = []

    def part(self, picture: Picture) -> dict[str, object]:
        """Return the part of a message for a picture, with a mark in place of its URL."""
        content = self._load(picture.key)
        if content is None:
            return {"type": "text", "text": NOT_SEEN}
        if self._for_people:
            url = f"[picture of {picture.width} by {picture.height} pixels, {picture.size:,} bytes]"
            return {"type": "image_url", "image_url": {"url": url}}
        self._urls.append(b"data:%s;base64,%s" % (picture.media_type.encode(), b64encode(content)))
        return {"type": "image_url", "image_url": {"url": self._mark}}

    def put_into(self, body: bytes) -> bytes:
        """Return a body with the URLs in place of their marks."""
        pieces = body.split(self._mark.encode()) if self._urls else [body]
        return b"".join(chain.from_iterable(zip(pieces, [*self._urls, b""], strict=True)))


def _system(request: ModelRequest, caching: Caching) -> dict[str, object]:
    kept, earlier = request.system_prompt, request.earlier
    if caching < Caching.BREAKPOINTS:
        return {"role": "system", "content": "\n\n".join(filter(None, (kept, earlier)))}
    parts: list[object] = [{"type": "text", "text": kept, "prompt_cache_breakpoint": {"mode": "explicit"}}]
    if earlier:
        parts.append({"type": "text", "text": f"\n\n{earlier}"})
    return {"role": "system", "content": parts}


def _messages(request: ModelRequest, of_model: Hashable, shown: _Pictures, reasoning: _Reasoned) -> list[bytes]:
    """Return the JSON of each message; a model's is made once, but for pictures, which may be gone the next time."""

    def rendered(message: Message) -> bytes:
        return _json(_wire_message(message, shown, reasoning))

    def without_pictures(message: Message) -> bytes | None:
        return None if isinstance(message, UserMessage) and message.pictures else rendered(message)

    made = request.made.of(of_model, without_pictures, request.messages)
    return [it or rendered(message) for it, message in zip(made, request.messages, strict=True)]


def _wire_message(message: Message, shown: _Pictures, reasoning: _Reasoned) -> dict[str, object]:
    match message:
        case UserMessage(content, note, pictures=pictures):
            text = f"[Note: {note}]\n\n{content}" if note else content
            parts = [{"type": "text", "text": text}, *map(shown.part, pictures)]
            return {"role": "user", "content": parts if pictures else text}
        case ToolResult(call_id, content):
            return {"role": "tool", "tool_call_id": call_id, "content": content}
        case AssistantMessage(content, ()):
            return {"role": "assistant", "content": content}
        case AssistantMessage(content, calls):
            said = {"role": "assistant", "content": content, **reasoning(message)}
            return {**said, "tool_calls": [_wire_call(call) for call in calls]}


def _reasoning(model: str, sent_back: SentBack, message: AssistantMessage) -> dict[str, object]:
    """Return the field of a message with calls that holds the reasoning before them; none for another model."""
    its = message.reasoning
    if sent_back is not SentBack.NOTHING and its and its.model == model:
        return {its.field: json.loads(its.json)}
    return dict(_BLANK) if sent_back is SentBack.ALWAYS else {}


@lru_cache(maxsize=1_000)
def _tool(tool: ToolSpec) -> bytes:
    """Render a tool once for all conversations."""
    its = (_json(tool.name), _json(tool.description), tool.parameters.encode())
    return b'{"type":"function","function":{"name":%s,"description":%s,"parameters":%s}}' % its


def _wire_call(call: ToolCall) -> dict[str, object]:
    """Render a call; its arguments are always an object, since several servers fail on anything else."""
    arguments = call.arguments
    if not is_object(arguments):
        arguments = json.dumps({"malformed": arguments[:_LONGEST_MALFORMED]}, ensure_ascii=False)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def is_object(text: str) -> bool:
    """Tell whether a text is a JSON object by RFC 8259, without NaN and lone surrogates."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)
