"""Requests to a model, and its answers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Final, TypeAlias

from bot.kit.usage import Usage
from bot.model.values import AssistantMessage, Effort, MadeOfEach, Message, ToolSpec

Shown: TypeAlias = Callable[[], str]
"""Returns what can be shown of an answer so far; computed when it is called."""


class PictureSize(IntEnum):
    """How large the pictures of a request are sent."""

    NOTHING = 0
    SMALL = 1
    WHOLE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelRequest:
    """One request to the model; `may_call` False asks for text instead of tool calls.

    `system_prompt` never changes during a conversation. `earlier` follows it and changes with each compaction. Requests
    with the same `cache_key` are likely to share a prefix. `effort` says how long the model is to think, `pictures` how
    large they are sent. `made` keeps what was made of the messages, for the next request that begins with them.
    """

    cache_key: str
    system_prompt: str
    earlier: str = ""
    tools: Sequence[ToolSpec]
    messages: Sequence[Message]
    may_call: bool = True
    effort: Effort | None = None
    pictures: PictureSize = PictureSize.WHOLE
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Callbacks:
    """What is called while an answer comes.

    `on_text`: there is more text to show. `on_reasoning`: the model has reasoned more, which is not part of its text.
    `on_waiting`: there is a wait for its server before it is asked again. `on_broken`: the request failed or was
    cancelled after the server may have begun; it receives the partial answer.
    """

    on_text: Callable[[Shown], None] = lambda _: None
    on_reasoning: Callable[[], None] = lambda: None
    on_waiting: Callable[[], None] = lambda: None
    on_broken: Callable[[Answer], None] = lambda _: None


NO_CALLBACKS: Final = Callbacks()
