"""What the next request of a chat would hold, looked at before it is made."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from bot.chat.budget import Size
from bot.chat.compaction import Compaction, Prompt
from bot.chat.conversations import NOT_STORED
from bot.chat.prompt import earlier_block, model_request
from bot.chat.runner import Runner
from bot.chat.turns import TurnLifecycle
from bot.database.engine import Transaction
from bot.model.seam import ModelRequest
from bot.tokens import text_tokens, tools_tokens
from bot.values import Owner


@dataclass(frozen=True, slots=True, kw_only=True)
class NextRequest:
    """What the next request of a chat holds besides what is said then; its parts and their tokens, in order.

    It is `new` if it begins a conversation. The total is `counted` if the model's server counted most of it, else
    estimated; the parts are always estimates that add up to it. Above `full_at` of its `limit` it is made shorter.
    """

    new: bool
    parts: Sequence[tuple[str, int]]
    counted: bool
    full_at: int
    limit: int
    body: bytes

    @property
    def heading(self) -> str:
        """What the table is of."""
        return "The next message begins a new conversation, with:" if self.new else "The next request, in tokens:"

    @property
    def table(self) -> str:
        """The parts, one on a line, and their sum."""
        rows = [(name, f"{tokens:,}") for name, tokens in self.parts]
        rows.append(("total", f"{sum(tokens for _, tokens in self.parts):,}"))
        width = max(len(name) + len(figure) for name, figure in rows) + 2
        return "\n".join(f"{name}{figure:>{width - len(name)}}" for name, figure in rows)

    @property
    def notes(self) -> str:
        """How the sum was found, and how far it can grow."""
        source = "counted by the model's server up to its last answer" if self.counted else "estimated"
        return (
            f"There is room for {self.limit:,}; above {self.full_at:,} the oldest turns give way. "
            f"The total is {source}, the parts are estimated. Your next message adds to this."
        )


class Preflight:
    """Looks ahead at requests; `body` renders one as it would be sent."""

    def __init__(
        self, lifecycle: TurnLifecycle, runner: Runner, compaction: Compaction, body: Callable[[ModelRequest], bytes]
    ) -> None:
        self._lifecycle = lifecycle
        self._runner = runner
        self._compaction = compaction
        self._body = body

    async def next_request(self, tx: Transaction, owner: Owner) -> NextRequest:
        """Return what the next request in the owner's chat would hold, if it was made now; nothing is stored.

        A private chat has the id of its user (Bot API, Chat).
        """
        conversation, stands = await self._lifecycle.ahead(tx, owner, owner.user_id, datetime.now(UTC))
        prompt, turn_ids = await self._runner.prompt(tx, conversation)
        if not stands:  # what was counted was another prompt
            prompt = replace(prompt, counted=0, covered=0)
        size, limit = self._compaction.size(prompt), self._compaction.context_tokens
        return NextRequest(
            new=conversation.id == NOT_STORED,
            parts=_parts(prompt, size, turns=len(set(turn_ids))),
            counted=prompt.counted > 0,
            full_at=round(size.full_at(limit)),
            limit=limit,
            body=self._body(model_request(conversation, prompt.messages)),
        )


def _parts(prompt: Prompt, size: Size, *, turns: int) -> list[tuple[str, int]]:
    """Share a prompt's tokens out among its parts."""
    conversation = prompt.conversation
    text, own_at, memories_at = conversation.system_prompt, conversation.own_at, conversation.memories_at
    estimates = {
        "tools": tools_tokens(conversation.tools),
        "instructions": text_tokens(text[:own_at]),
        "your instructions": text_tokens(text[own_at:memories_at]),
        "memories": text_tokens(text[memories_at:]),
        "summary": text_tokens(earlier_block(conversation.earlier)),
    }
    parts = [(name, round(size.scale * tokens)) for name, tokens in estimates.items() if tokens]
    rest = size.total - sum(tokens for _, tokens in parts)
    return [*parts, ("1 turn" if turns == 1 else f"{turns:,} turns", max(0, rest))]
