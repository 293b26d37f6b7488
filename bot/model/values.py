"""What is said to a model and by it: messages, calls, and the tools that it is offered."""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from bot.kit.prompt_text import NO_TEXT, PromptText

if TYPE_CHECKING:
    from bot.turns.values.acts import Deed
    from bot.turns.values.incoming import IncomingMessage

T = TypeVar("T")
M = TypeVar("M")


class Effort(StrEnum):
    """How long a model thinks before it answers (OpenAI, reasoning_effort)."""

    NONE = "none"
    MINIMAL = "minimal"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    XHIGH = "xhigh"
    MAX = "max"


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """A tool as described to the model; `parameters` is the JSON of a schema of type object, as it is sent."""

    name: str
    description: str
    parameters: str

    @property
    def argument_names(self) -> Sequence[str]:
        """The names of the arguments, in their order."""
        return _properties(self.parameters)

    @classmethod
    def of(cls, name: str, description: str, parameters: Mapping[str, Any]) -> "ToolSpec":
        """Return the description of a tool. Equal ones are one object, as all conversations hold nearly the same."""
        return _the_same(cls(name, description, json.dumps(parameters, ensure_ascii=False, separators=(",", ":"))))


@lru_cache(maxsize=1_000)
def _properties(schema: str) -> tuple[str, ...]:
    return tuple(json.loads(schema).get("properties", ()))


@lru_cache(maxsize=1_000)
def _the_same(tool: ToolSpec) -> ToolSpec:
    return tool


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A tool call by the model; `arguments` is its raw string, which may be invalid JSON."""

    id: str
    name: str
    arguments: str


class Refusal(StrEnum):
    """Why a memory call was refused; the same call counts as intended the next time."""

    SIMILAR = "similar"
    WORDING = "wording"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as models get it: the key of its bytes, its media type, width and height in pixels, size in bytes."""

    key: str
    media_type: str
    width: int
    height: int
    size: int


@dataclass(frozen=True, slots=True)
class UserMessage:
    """A user's message as sent to the model, with its time; `note` reports changes made outside the conversation.

    It is `pending` while its `files`, a number, are not ready; its content is not complete then. Its pictures, once
    described, were `seen` like this.
    """

    content: PromptText
    note: PromptText = NO_TEXT
    pictures: tuple[Picture, ...] = ()
    pending: bool = False
    files: int = 0
    seen: str = ""
    said: "IncomingMessage | None" = field(default=None, compare=False)
    """The message it was rendered from; None if it was read from the database."""

    @property
    def untrusted(self) -> bool:
        """Whether some of it is not the user's own: also what a picture says, whoever took it."""
        return self.content.untrusted or self.note.untrusted or bool(self.pictures)


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What a `model` thought before it called tools: the `field` in which its `server` sent it, and its JSON text.

    It is sent back to that model and server with the calls, as long as they are in its prompt. Of the Responses API, it
    holds all of the answer's items in their order, with places in them for the text and the calls.
    """

    model: str
    field: str
    json: str
    server: str = ""
    """Empty where it was stored without."""


@dataclass(frozen=True, slots=True)
class AssistantMessage:
    """The model's answer: text, calls, or both; `is_cut` if it reached the length limit."""

    content: str
    calls: tuple[ToolCall, ...] = ()
    is_cut: bool = False
    reasoning: Reasoning | None = None
    """With calls; with words alone only what labels them."""


@dataclass(frozen=True, slots=True)
class ToolResult:
    """The result of a call in words for the model.

    A call with a `refusal` may be repeated once the model has read the reason. A `reaction` is an emoji that the call
    put below the user's message. A `deed` is stored as an act; a result that is read again has none. A call that
    `is_refused` did nothing.
    """

    call_id: str
    content: PromptText
    refusal: Refusal | None = None
    reaction: str = ""
    deed: "Deed | None" = field(default=None, compare=False)
    is_refused: bool = field(default=False, compare=False)

    @property
    def untrusted(self) -> bool:
        """Whether some of it was written neither by the user nor by Keepsake."""
        return self.content.untrusted


Message: TypeAlias = UserMessage | AssistantMessage | ToolResult


class MadeOfEach:
    """What was made of each message of a prompt, so that the next one takes the time of what is new."""

    def __init__(self) -> None:
        self._made: dict[Hashable, tuple[list[Any], list[Any]]] = {}

    def for_each(self, name: Hashable, make: Callable[[T], M], items: Sequence[T]) -> list[M]:
        """Return what `make`, the one function of a `name`, gives for each item; only what is new is made now."""
        before, made = self._made.get(name, ([], []))
        if list(items[: len(before)]) != before:
            before, made = [], []
        made = [*made, *map(make, items[len(before) :])]
        self._made[name] = list(items), made
        return made
