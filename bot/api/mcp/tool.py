"""A tool for other assistants, and what comes of a call."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from bot.api.access import Caller
from bot.api.services import ApiServices
from bot.database.engine import Transaction
from bot.values.changes import ProgramChange
from bot.values.memories import CaptureMode, Embedding

Arguments = TypeVar("Arguments", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call returns: words for the assistant, the same as data, and the change that it made, if any."""

    words: str
    data: Mapping[str, Any] = field(default_factory=dict)
    change: ProgramChange | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(Generic[Arguments]):
    """A call with valid arguments, in a transaction; the caller's name is the assistant's.

    The `embedding` is that of the text that the tool names, if there is a model for it.
    """

    tx: Transaction
    services: ApiServices
    caller: Caller
    arguments: Arguments
    embedding: Embedding | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AssistantTool(Generic[Arguments]):
    """A tool for other assistants, over the same operations as every other door.

    It does nothing unless the owner's memory mode is one of its `modes`; why comes after its `nothing`. One that only
    adds is not destructive. The second time, one that is idempotent does nothing, or is refused.
    """

    name: str
    title: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Call[Arguments]], Awaitable[Answer]]
    modes: Collection[CaptureMode] = tuple(CaptureMode)
    nothing: str = "Nothing was found."
    writes: bool = False
    is_destructive: bool = False
    is_idempotent: bool = True
    embedded_text: Callable[[Arguments], str] = lambda _: ""
