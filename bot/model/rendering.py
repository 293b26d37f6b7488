"""What requests of both APIs have in common: JSON, and a conversation's texts. Pure."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.model.dialect import Caching, Dialect
from bot.model.pictures import LoadedPicture
from bot.model.refused_parts import Part
from bot.model.seam import ModelRequest
from bot.model.values import AssistantMessage, Effort, Message, Reasoning, ToolCall, ToolSpec, UserMessage

_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), allow_nan=False)
_LONGEST_MALFORMED = 1_000


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


def as_json(value: object) -> bytes:
    """Render a value as JSON."""
    return _ENCODER.encode(value).encode()


def body_of(fields: Mapping[str, bytes]) -> bytes:
    """Join the rendered fields of a body."""
    return b"{%s}" % b",".join(b'"%s":%s' % (name.encode(), it) for name, it in fields.items())


def rendered(asking: Asking, render: Callable[[Message], object]) -> list[bytes]:
    """Return the JSON of each message; it is made once, but for pictures, which may be gone the next time."""

    def made(message: Message) -> bytes:
        return as_json(render(message))

    def without_pictures(message: Message) -> bytes | None:
        return None if isinstance(message, UserMessage) and message.pictures else made(message)

    request, named = asking.request, (asking.dialect.named, asking.dropped)
    kept = request.made.of(named, without_pictures, request.messages)
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
    return json.dumps({"malformed": call.arguments[:_LONGEST_MALFORMED]}, ensure_ascii=False)


def is_object(text: str) -> bool:
    """Tell whether a text is a JSON object by RFC 8259, without NaN and lone surrogates."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict)
