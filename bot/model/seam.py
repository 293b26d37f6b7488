"""The model seam: what is asked of a model, and what it answers."""

from collections.abc import Sequence
from dataclasses import dataclass

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
