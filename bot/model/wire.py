"""Messages as Chat Completions takes them. Pure, and the same bytes for the same values."""

import json
from collections.abc import Sequence

from bot.model.caching import BREAKPOINT
from bot.values import AssistantMessage, Message, ToolCall, ToolResult, UserMessage

_LONGEST_MALFORMED = 1_000


def wire_messages(
    system_prompt: str, earlier: str, messages: Sequence[Message], *, marked: bool = False
) -> list[dict[str, object]]:
    """Render messages as Chat Completions takes them: the same bytes for the same values.

    Where it is `marked`, a breakpoint of the prompt cache stands behind the system prompt: what there was earlier
    changes while that stays.
    """
    system = _marked(system_prompt, earlier) if marked else "\n\n".join(filter(None, (system_prompt, earlier)))
    return [{"role": "system", "content": system}, *map(_wire_message, messages)]


def _marked(system_prompt: str, earlier: str) -> list[dict[str, object]]:
    kept: dict[str, object] = {"type": "text", "text": system_prompt, "prompt_cache_breakpoint": BREAKPOINT}
    return [kept, {"type": "text", "text": f"\n\n{earlier}"}] if earlier else [kept]


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
