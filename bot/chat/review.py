"""The review of a conversation that is over: the model is asked once for what it has missed."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.chat.allowance import Allowance
from bot.chat.compaction import Compaction, Prompt
from bot.chat.prompt import REVIEW_REQUEST
from bot.database.usages import Request
from bot.model.openai_chat import OpenAIModel
from bot.tools.memory import WRITING, wanted_by
from bot.values import Addition, CaptureMode, Conversation, MemoryUpdate, Message, UsagePurpose, UserMessage


@dataclass(frozen=True, slots=True)
class Findings:
    """What a review wants remembered, be it new or not, and what it cost to find it."""

    wanted: Sequence[Addition | MemoryUpdate]
    cost: Request


class Review:
    """Asks a model; the request begins with the bytes of the conversation's last one, which its server may have cached.

    What is found is not stored here.
    """

    def __init__(self, model: OpenAIModel, compaction: Compaction, allowance: Allowance) -> None:
        self._model = model
        self._compaction = compaction
        self._allowance = allowance

    async def of(self, conversation: Conversation, messages: Sequence[Message]) -> Findings:
        """Return what was missed in a conversation. Raises ModelError or DatabaseUnavailable."""
        await self._allowance.check()
        asked = [*messages, UserMessage(REVIEW_REQUEST)]
        answer, cost = await self._compaction.ask(self._model, Prompt(conversation, asked), UsagePurpose.REVIEW)
        found = [it for it in map(wanted_by, answer.message.calls) if isinstance(it, Addition | MemoryUpdate)]
        return Findings(found, cost)


def is_wanted(conversation: Conversation, mode: CaptureMode) -> bool:
    """Tell whether a conversation is looked through: its model can store, and its owner wants that at present."""
    return mode in WRITING and any(tool.name == "add_to_memory" for tool in conversation.tools)


def stores_at_once(mode: CaptureMode, *, holds_untrusted: bool) -> bool:
    """Tell whether what a review finds is stored without its owner's button; this alone decides it.

    Not if the conversation holds untrusted text, which may have led to it.
    """
    return mode is CaptureMode.AUTO and not holds_untrusted
