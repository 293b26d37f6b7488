"""A request as Chat Completions takes it. Pure, and the same bytes for the same values."""

import json
import re
from collections.abc import Sequence
from enum import IntEnum

from bot.model.seam import ModelRequest
from bot.values import AssistantMessage, Message, ToolCall, ToolResult, ToolSpec, UserMessage

_LONGEST_MALFORMED = 1_000
_OLDER = re.compile(r"(?:ft:)?(?:chatgpt|gpt-[34]|gpt-5(?:\.[0-5])?(?![.\d])|o\d)")


class Caching(IntEnum):
    """How much a request says of OpenAI's prompt cache. Each level says what those before it do.

    The source is https://developers.openai.com/api/docs/guides/prompt-caching.
    """

    NOTHING = 0
    KEY = 1
    """Which requests are likely to begin with the same bytes."""
    BREAKPOINTS = 2
    """Where to look for what they share, which OpenAI's models from GPT-5.6 on do nowhere else."""


def caching_of(model: str) -> Caching:
    """Return what to tell OpenAI for one of its models: those known to be older than GPT-5.6 refuse breakpoints."""
    return Caching.KEY if _OLDER.match(model) else Caching.BREAKPOINTS


def wire_body(model: str, request: ModelRequest, offered: Sequence[ToolSpec], caching: Caching) -> dict[str, object]:
    """Render a request in which only some of its tools are offered.

    Where breakpoints are taken, one follows the system prompt, which stays while `earlier` changes. The implicit mode
    puts another at the newest message, where the next request's prefix ends.
    """
    body: dict[str, object] = {
        "model": model,
        "stream": True,
        "messages": [_system(request, caching), *map(_wire_message, request.messages)],
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
    return body


def _system(request: ModelRequest, caching: Caching) -> dict[str, object]:
    kept, earlier = request.system_prompt, request.earlier
    if caching < Caching.BREAKPOINTS:
        return {"role": "system", "content": "\n\n".join(filter(None, (kept, earlier)))}
    parts: list[object] = [{"type": "text", "text": kept, "prompt_cache_breakpoint": {"mode": "explicit"}}]
    if earlier:
        parts.append({"type": "text", "text": f"\n\n{earlier}"})
    return {"role": "system", "content": parts}


def _wire_message(message: Message) -> dict[str, object]:
    match message:
        case UserMessage(content, note):
            return {"role": "user", "content": f"[Note: {note}]\n\n{content}" if note else content}
        case ToolResult(call_id, content):
            return {"role": "tool", "tool_call_id": call_id, "content": content}
        case AssistantMessage(content, ()):
            return {"role": "assistant", "content": content}
        case AssistantMessage(content, calls):
            return {"role": "assistant", "content": content, "tool_calls": [_wire_call(call) for call in calls]}


def _wire_call(call: ToolCall) -> dict[str, object]:
    """Render a call with arguments that are an object: several servers fail for good on a call without one."""
    arguments = call.arguments
    if not is_object(arguments):
        arguments = json.dumps({"malformed": arguments[:_LONGEST_MALFORMED]}, ensure_ascii=False)
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def is_object(text: str) -> bool:
    """Tell whether the text is a JSON object by the standard (RFC 8259), which knows no NaN and no lone surrogate."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)
