"""Requests to a model, and its answers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.values.conversations import ToolSpec
from bot.values.made import MadeOfEach
from bot.values.messages import AssistantMessage, Message
from bot.values.preferences import Effort
from bot.values.turns import Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One request to the model; `may_call` False asks for text instead of tool calls.

    `system_prompt` never changes during a conversation. `earlier` follows it and changes with each compaction. Requests
    with the same `cache_key` are likely to share a prefix. `effort` says how long the model is to think. `made` keeps
    what was made of the messages, for the next request that begins with them.
    """

    cache_key: str
    system_prompt: str
    earlier: str = ""
    tools: Sequence[ToolSpec]
    messages: Sequence[Message]
    may_call: bool = True
    effort: Effort | None = None
    made: MadeOfEach = field(default_factory=MadeOfEach, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Answer:
    """The model's answer and its cost; `without_tools` and `without_pictures` if the request's were left out.

    `reasoning` is all of what the model thought before it, to be shown; the message holds what is to be sent back.
    """

    message: AssistantMessage
    usage: Usage
    reasoning: str = ""
    without_tools: bool = False
    without_pictures: bool = False
