"""Preview of a chat's next request in parts, and which of them the model's server has seen before."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from itertools import takewhile
from typing import Final

from bot.kit.language import mark, number, plural, sentences, t
from bot.kit.owner import Owner
from bot.kit.place import Place, private_chat
from bot.model.seam import ModelRequest
from bot.model.tokens import text_tokens, tools_tokens
from bot.model.values import AssistantMessage, Message, ToolResult, UserMessage
from bot.store.engine import Transaction
from bot.turns import budget
from bot.turns.budget import Size
from bot.turns.prompt import earlier_block, model_request
from bot.turns.services import TurnServices
from bot.turns.store import conversations as stored_conversations
from bot.turns.store.usages import last_request
from bot.turns.values.conversations import Conversation, ConversationMode

_HEADING: Final = mark("The next request, in tokens:")
_NEW_HEADING: Final = mark("The next message starts a new conversation. In tokens:")
_COUNTED: Final = mark("The total was counted by the model's server up to its last answer. The parts are estimated.")
_ESTIMATED: Final = mark("The total and the parts are estimated.")


class PartName(StrEnum):
    """The parts of a prompt, in their order."""

    TOOLS = "tools"
    INSTRUCTIONS = "instructions"
    OWN_INSTRUCTIONS = "own_instructions"
    MEMORIES = "memories"
    SUMMARY = "summary"
    MESSAGES = "messages"


_ORDER: Final = tuple(PartName)
_LABELS: Final = {
    PartName.TOOLS: mark("tools"),
    PartName.INSTRUCTIONS: mark("instructions"),
    PartName.OWN_INSTRUCTIONS: mark("your instructions"),
    PartName.MEMORIES: mark("memories"),
    PartName.SUMMARY: mark("summary"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a prompt, or one of its messages, and whether a cache of prompts can serve it."""

    name: PartName
    text: str
    tokens: int
    role: str = ""
    is_cached: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPrompt:
    """A chat's next request without the next message.

    Its parts are estimates that add up to its size, which is the server's count up to its last answer if it
    `is_counted`. A conversation that isn't stored begins with it.
    """

    conversation: Conversation
    is_stored: bool
    request: ModelRequest
    parts: Sequence[Part]
    turns: int
    size: Size
    is_counted: bool

    @property
    def is_private(self) -> bool:
        """Whether it is that of a private chat."""
        return self.conversation.mode is ConversationMode.PRIVATE


@dataclass(frozen=True, slots=True)
class NextRequest:
    """A chat's next request: a description of its parts, and its body."""

    heading: str
    table: str
    notes: str
    body: bytes


async def next_prompt(tx: Transaction, owner: Owner, services: TurnServices, place: Place | None = None) -> NextPrompt:
    """Return the next request of a place, or of the owner's private chat, as if it were made now; nothing is stored.

    Cached are the parts with which the last request began, too, unless the server reported that it caches nothing.
    """
    async with tx.undone():
        conversation = await services.turn_lifecycle.ahead(tx, owner, place or private_chat(owner), datetime.now(UTC))
        prompt, turn_ids = await services.runner.prompt(tx, conversation)
    stored = await stored_conversations.find(tx, conversation.id)
    if stored != conversation:  # the count is of another prompt
        prompt = replace(prompt, counted=0, covered=0)
    several = list(_scaled(_parts(conversation, prompt.messages), prompt.size))
    return NextPrompt(
        conversation=conversation,
        is_stored=stored is not None,
        request=model_request(conversation, prompt.messages),
        parts=await _served(tx, owner, services, several),
        turns=len(set(turn_ids)),
        size=prompt.size,
        is_counted=bool(prompt.counted),
    )


async def next_request(
    tx: Transaction, owner: Owner, services: TurnServices, place: Place | None = None
) -> NextRequest:
    """Return a description of the next request of a place, or of the owner's private chat, and its body."""
    ahead, chosen = await next_prompt(tx, owner, services, place), services.chosen_models.of(owner)
    limit = services.chosen_models.limit(owner)
    return NextRequest(
        heading=t(_HEADING if ahead.is_stored else _NEW_HEADING),
        table=_table(_tokens(ahead)),
        notes=sentences(
            t("Model: {model}.", model=chosen.model.name),
            t("The limit is {limit}.", limit=number(limit)),
            t("Above {full} the oldest turns are compacted.", full=number(round(ahead.size.full_at(limit)))),
            t(_COUNTED if ahead.is_counted else _ESTIMATED),
            t("Your next message adds to this."),
        ),
        body=chosen.model.body(replace(ahead.request, effort=chosen.effort)),
    )


async def _served(tx: Transaction, owner: Owner, services: TurnServices, several: Sequence[Part]) -> list[Part]:
    """Mark the parts that the server's cache can serve."""
    last = await last_request(tx, owner)
    if last is None or last.served_none:
        return list(several)
    prompt, _ = await services.runner.prompt(tx, await stored_conversations.get(tx, last.conversation_id))
    held = _parts(prompt.conversation, prompt.messages[: prompt.covered])
    before = PartName.SUMMARY if last.has_moved else None
    has_forgotten = await services.memory.deleted_since(tx, owner, last.asked_at)
    return _cached(several, held, PartName.MEMORIES if has_forgotten else before)


def _tokens(ahead: NextPrompt) -> Mapping[str, int]:
    """Return the tokens of each part by its label."""
    turns = plural("{count} turn", "{count} turns", ahead.turns)
    tokens = Counter[str]()
    for part in ahead.parts:
        label = turns if part.name is PartName.MESSAGES else t(_LABELS[part.name])
        tokens[label] += part.tokens
    return tokens if turns in tokens else {**tokens, turns: 0}


def _table(parts: Mapping[str, int]) -> str:
    figures = {name: number(tokens) for name, tokens in [*parts.items(), (t("total"), sum(parts.values()))]}
    width = max(len(name) + len(figure) for name, figure in figures.items()) + 2
    return "\n".join(f"{name}{figure:>{width - len(name)}}" for name, figure in figures.items())


def _parts(conversation: Conversation, messages: Sequence[Message]) -> list[Part]:
    """Return the parts of a prompt that hold something; each message is one. Their tokens are estimated."""
    text, own_at, memories_at = conversation.system_prompt, conversation.own_at, conversation.memories_at
    texts = {
        PartName.INSTRUCTIONS: text[:own_at],
        PartName.OWN_INSTRUCTIONS: text[own_at:memories_at],
        PartName.MEMORIES: text[memories_at:],
        PartName.SUMMARY: earlier_block(conversation.earlier),
    }
    tools = "\n\n".join(f"{it.name}: {it.description}\n{it.parameters}" for it in conversation.tools)
    return [
        *([Part(name=PartName.TOOLS, text=tools, tokens=tools_tokens(conversation.tools))] if tools else []),
        *(Part(name=name, text=text, tokens=text_tokens(text)) for name, text in texts.items() if text),
        *map(_message, messages),
    ]


def _scaled(several: Sequence[Part], size: Size) -> Iterator[Part]:
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


def _cached(several: Sequence[Part], held: Sequence[Part], before: PartName | None = None) -> list[Part]:
    """Mark the parts with which the last request began, too, as cached; only those `before` one, if given."""
    limit = _ORDER.index(before) if before else len(_ORDER)
    pairs = zip(several, held, strict=False)
    same = takewhile(lambda pair: _is_same(*pair) and _ORDER.index(pair[0].name) < limit, pairs)
    number = sum(1 for _ in same)
    return [replace(part, is_cached=place < number) for place, part in enumerate(several)]


def _is_same(one: Part, other: Part) -> bool:
    return (one.name, one.role, one.text) == (other.name, other.role, other.text)


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
