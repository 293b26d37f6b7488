"""The model seam: what is asked of a model, and what it answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.values import AssistantMessage, Message, ToolSpec, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One query to the model; `may_call` False asks for words.

    `system_prompt` stays as it is for the whole conversation, `earlier` follows it and changes now and then. Requests
    with one `cache_key` are likely to begin with the same bytes.
    """

    cache_key: str
    system_prompt: str
    earlier: str = ""
    tools: Sequence[ToolSpec]
    messages: Sequence[Message]
    may_call: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """What the model answered and what it cost; `without_tools` if it was not offered those of the request."""

    message: AssistantMessage
    usage: Usage
    without_tools: bool = False


class Model(Protocol):
    """A language model that answers in words, in calls, or both."""

    @property
    def name(self) -> str:
        """The name its server knows it by."""
        ...

    async def answer(
        self,
        request: ModelRequest,
        on_text: Callable[[str], None],
        on_broken: Callable[[Answer], None] | None = None,
    ) -> Answer:
        """Ask the model; `on_text` hears the words so far each time there are more. Raises ModelError.

        The error says whether asking once more may help, which is left to the caller: what is asked may have changed.

        `on_broken` hears what came of an answer that fails midway or is cancelled, and what it cost. It hears nothing
        where the request was refused, or did not reach the server.
        """
        ...
