"""Requests in the format of Chat Completions. Pure: the same values give the same bytes."""

import base64
import json
import re
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import TypeAlias

from bot.model.seam import ModelRequest
from bot.values.attachments import Picture
from bot.values.conversations import ToolSpec
from bot.values.messages import AssistantMessage, Message, ToolCall, ToolResult, UserMessage

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


NOT_SEEN = "[A picture that this model cannot see]"
"""Sent instead of a picture."""

LoadedPicture: TypeAlias = Callable[[str], bytes | None]
"""Returns the bytes of a picture by its key, None if it is gone."""


def wire_body(
    model: str,
    request: ModelRequest,
    offered: Sequence[ToolSpec],
    caching: Caching,
    picture: LoadedPicture = lambda _: None,
) -> bytes:
    """Render a request's body with the `offered` tools and its pictures.

    With breakpoints, one follows the system prompt, which stays while `earlier` changes. The implicit mode puts another
    at the newest message, where the next request's prefix ends.
    """
    body: dict[str, object] = {
        "model": model,
        "stream": True,
        "messages": [_system(request, caching), *(_wire_message(it, picture) for it in request.messages)],
        "stream_options": {"include_usage": True},
    }
    if offered:
        body["tools"] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": tool.parameters},
            }
            for tool in offered
        ]
        if not request.may_call:
            body["tool_choice"] = "none"
    if caching >= Caching.KEY:
        body["prompt_cache_key"] = request.cache_key
    if caching >= Caching.BREAKPOINTS:
        body["prompt_cache_options"] = {"mode": "implicit"}
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()


def _system(request: ModelRequest, caching: Caching) -> dict[str, object]:
    kept, earlier = request.system_prompt, request.earlier
    if caching < Caching.BREAKPOINTS:
        return {"role": "system", "content": "\n\n".join(filter(None, (kept, earlier)))}
    parts: list[object] = [{"type": "text", "text": kept, "prompt_cache_breakpoint": {"mode": "explicit"}}]
    if earlier:
        parts.append({"type": "text", "text": f"\n\n{earlier}"})
    return {"role": "system", "content": parts}


def _wire_message(message: Message, picture: LoadedPicture) -> dict[str, object]:
    match message:
        case UserMessage(content, note, pictures=pictures):
            text = f"[Note: {note}]\n\n{content}" if note else content
            parts = [{"type": "text", "text": text}, *(_wire_picture(it, picture(it.key)) for it in pictures)]
            return {"role": "user", "content": parts if pictures else text}
        case ToolResult(call_id, content):
            return {"role": "tool", "tool_call_id": call_id, "content": content}
        case AssistantMessage(content, ()):
            return {"role": "assistant", "content": content}
        case AssistantMessage(content, calls):
            return {"role": "assistant", "content": content, "tool_calls": [_wire_call(call) for call in calls]}


def _wire_picture(picture: Picture, content: bytes | None) -> dict[str, object]:
    """Render a picture as a data URL (https://platform.openai.com/docs/guides/images)."""
    if content is None:
        return {"type": "text", "text": NOT_SEEN}
    data = base64.b64encode(content).decode()
    return {"type": "image_url", "image_url": {"url": f"data:{picture.media_type};base64,{data}"}}


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
