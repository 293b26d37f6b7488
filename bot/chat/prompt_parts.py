"""A prompt in parts, and which of them the model's server has seen before. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import takewhile

from bot.chat import budget
from bot.chat.budget import Size
from bot.chat.prompt import earlier_block
from bot.tokens import text_tokens, tools_tokens
from bot.values.conversations import Conversation, ToolSpec
from bot.values.messages import AssistantMessage, Message, ToolResult, UserMessage


class PartName(StrEnum):
    """The parts of a prompt, in their order."""

    TOOLS = "tools"
    INSTRUCTIONS = "instructions"
    OWN_INSTRUCTIONS = "own_instructions"
    MEMORIES = "memories"
    SUMMARY = "summary"
    MESSAGES = "messages"


ORDER = tuple(PartName)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a prompt, or one of its messages, and whether a cache of prompts can serve it."""

    name: PartName
    text: str
    tokens: int
    role: str = ""
    is_cached: bool = False


def parts(conversation: Conversation, messages: Sequence[Message]) -> list[Part]:
    """Return the parts of a prompt that hold something; each message is one. Their tokens are estimated."""
    text, own_at, memories_at = conversation.system_prompt, conversation.own_at, conversation.memories_at
    texts = {
        PartName.INSTRUCTIONS: text[:own_at],
        PartName.OWN_INSTRUCTIONS: text[own_at:memories_at],
        PartName.MEMORIES: text[memories_at:],
        PartName.SUMMARY: earlier_block(conversation.earlier),
    }
    tools = "\n\n".join(map(_tool, conversation.tools))
    return [
        *([Part(name=PartName.TOOLS, text=tools, tokens=tools_tokens(conversation.tools))] if tools else []),
        *(Part(name=name, text=text, tokens=text_tokens(text)) for name, text in texts.items() if text),
        *map(_message, messages),
    ]


def scaled(several: Sequence[Part], size: Size) -> Iterator[Part]:
    """Yield parts with tokens that add up to the size of their prompt, however they are rounded."""
    fixed = [it for it in several if it.name is not PartName.MESSAGES]
    messages = several[len(fixed) :]
    left = size.total
    for part in fixed:
        tokens = round(size.scale * part.tokens)
        left -= tokens
        yield replace(part, tokens=tokens)
    left, estimated = max(0, left), sum(it.tokens for it in messages)
    for part in messages:
        tokens = round(left * part.tokens / estimated)
        left, estimated = left - tokens, estimated - part.tokens
        yield replace(part, tokens=tokens)


def served(several: Sequence[Part], held: Sequence[Part], before: PartName | None = None) -> list[Part]:
    """Mark the parts with which the last request began, too, as cached; only those `before` one, if given."""
    limit = ORDER.index(before) if before else len(ORDER)
    pairs = zip(several, held, strict=False)
    same = takewhile(lambda pair: _is_same(*pair) and ORDER.index(pair[0].name) < limit, pairs)
    number = sum(1 for _ in same)
    return [replace(part, is_cached=place < number) for place, part in enumerate(several)]


def _is_same(one: Part, other: Part) -> bool:
    return (one.name, one.role, one.text) == (other.name, other.role, other.text)


def _tool(tool: ToolSpec) -> str:
    return f"{tool.name}: {tool.description}\n{tool.parameters}"


def _message(message: Message) -> Part:
    match message:
        case UserMessage():
            pictures = (f"[a picture, {it.width} × {it.height} pixels]" for it in message.pictures)  # noqa: RUF001 - a times sign
            role, text = "user", "\n".join(filter(None, [message.note, message.content, *pictures]))
        case AssistantMessage(content, calls, reasoning=reasoning):
            thought = reasoning.json if reasoning else ""
            called = (f"{call.name}({call.arguments})" for call in calls)
            role, text = "assistant", "\n".join(filter(None, [content, thought, *called]))
        case ToolResult():
            role, text = "tool", message.content
    return Part(name=PartName.MESSAGES, text=text, tokens=budget.tokens([message]), role=role)
