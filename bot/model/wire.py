"""Messages as Chat Completions takes them. Pure, and the same bytes for the same values."""

import json
from collections.abc import Sequence

from bot.messages import AssistantMessage, Message, ToolCall, ToolResult, UserMessage

_LONGEST_MALFORMED = 1_000


def wire_messages(system_prompt: str, messages: Sequence[Message]) -> list[dict[str, object]]:
    """Render messages as Chat Completions takes them: the same bytes for the same values."""
    return [{"role": "system", "content": system_prompt}, *map(_wire_message, messages)]


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
    return {
        "id": call.id,
        "type": "function",
        "function": {"name": call.name, "arguments": _readable(call.arguments)},
    }


def _readable(arguments: str) -> str:
    """Return arguments as every server can read them back: several fail for good on a call that holds no object."""
    if is_object(arguments):
        return arguments
    return json.dumps({"malformed": arguments[:_LONGEST_MALFORMED]}, ensure_ascii=False)


def is_object(text: str) -> bool:
    """Tell whether the text is a JSON object by the standard (RFC 8259), which knows no NaN and no lone surrogate."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)
