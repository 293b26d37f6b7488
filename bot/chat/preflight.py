"""Preview of a chat's next request."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.chat.budget import Size
from bot.chat.compaction import Prompt
from bot.chat.prompt import earlier_block, model_request
from bot.chat.services import TurnServices
from bot.database import conversations as stored_conversations
from bot.database.engine import Transaction
from bot.model.seam import ModelRequest
from bot.tokens import text_tokens, tools_tokens
from bot.values.owner import Owner


@dataclass(frozen=True, slots=True)
class NextRequest:
    """A chat's next request without the next message: a description of its parts, and its body."""

    heading: str
    table: str
    notes: str
    body: bytes


async def next_request(
    tx: Transaction, owner: Owner, services: TurnServices, body: Callable[[ModelRequest], bytes]
) -> NextRequest:
    """Return the next request of the owner's chat as if it were made now; nothing is stored.

    A private chat has the id of its user (Bot API, Chat). The total is the server's count up to its last answer, else
    an estimate. The parts are estimates that add up to it.
    """
    async with tx.undone():
        conversation = await services.turn_lifecycle.ahead(tx, owner, owner.user_id, datetime.now(UTC))
        prompt, turn_ids = await services.runner.prompt(tx, conversation)
    stored = await stored_conversations.find(tx, conversation.id)
    if stored != conversation:  # the count is of another prompt
        prompt = replace(prompt, counted=0, covered=0)
    size, limit = services.compaction.size(prompt), services.compaction.context_tokens
    source = "counted by the model's server up to its last answer" if prompt.counted else "estimated"
    return NextRequest(
        heading="The next request, in tokens:" if stored else "The next message begins a new conversation, with:",
        table=_table(_parts(prompt, size, turns=len(set(turn_ids)))),
        notes=f"The limit is {limit:,}. Above {round(size.full_at(limit)):,} the oldest turns are compacted. "
        f"The total is {source}, the parts are estimated. Your next message adds to this.",
        body=body(model_request(conversation, prompt.messages)),
    )


def _parts(prompt: Prompt, size: Size, *, turns: int) -> dict[str, int]:
    """Split a prompt's tokens among its parts."""
    conversation = prompt.conversation
    text, own_at, memories_at = conversation.system_prompt, conversation.own_at, conversation.memories_at
    estimates = {
        "tools": tools_tokens(conversation.tools),
        "instructions": text_tokens(text[:own_at]),
        "your instructions": text_tokens(text[own_at:memories_at]),
        "memories": text_tokens(text[memories_at:]),
        "summary": text_tokens(earlier_block(conversation.earlier)),
    }
    parts = {name: round(size.scale * tokens) for name, tokens in estimates.items() if tokens}
    rest = max(0, size.total - sum(parts.values()))
    return parts | {"1 turn" if turns == 1 else f"{turns:,} turns": rest}


def _table(parts: dict[str, int]) -> str:
    """Render the parts, one per line, and their sum."""
    figures = {name: f"{tokens:,}" for name, tokens in [*parts.items(), ("total", sum(parts.values()))]}
    width = max(len(name) + len(figure) for name, figure in figures.items()) + 2
    return "\n".join(f"{name}{figure:>{width - len(name)}}" for name, figure in figures.items())
