"""What the model can call: a tool, and the set of them that a conversation is offered."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.database.conversations import note_told
from bot.database.engine import Transaction
from bot.errors import StartError
from bot.message_text import tool_content
from bot.values import (
    CaptureMode,
    Change,
    Embedding,
    Memory,
    Owner,
    Refusal,
    Source,
    ToolCall,
    ToolResult,
    ToolSpec,
    clean,
)

Arguments = TypeVar("Arguments", bound=BaseModel)
Query: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=500),
    BeforeValidator(lambda value: clean(value).strip() if isinstance(value, str) else value),
]
"""What is looked for, as a model writes it."""


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose behalf a tool is run, and in which turn; and what its text means (`Tool.means`), if that is known.

    In a turn that holds untrusted text, that may have asked for it. The model has read that the `refused` calls were
    refused, and why. The turn answers this many `messages` of its user.
    """

    owner: Owner
    source: Source
    embedding: Embedding | None = None
    holds_untrusted: bool = False
    refused: Sequence[tuple[ToolCall, Refusal]] = ()
    messages: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call came to: words for the model, and the change it made to a memory, if it made one.

    The model is told the `memories` as they are now.

    They are `untrusted` if they hold text that neither the user nor Keepsake wrote, which is marked there.
    """

    words: str
    change: Change | None = None
    untrusted: bool = False
    memories: Sequence[Memory] = ()
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Arguments]):
    """Something the model can call, with arguments that are checked before it runs.

    `run` works in the transaction that its result is stored in. If it `means` a text by its arguments, it is told what
    that means to the embedding model, which is asked before. What it comes to is marked as not the user's words, unless
    it is one of Keepsake's own (`tells_own`), which says itself whether it holds untrusted text. It is offered in some
    modes only, where the model may be told something else `instead` of its description.

    A tool for what is stored `follows` the one that stores: it is not offered in a conversation that begins with
    nothing stored, whose model may call it all the same. Some arguments are offered in such a conversation only.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Transaction, Caller, Arguments], Awaitable[Outcome]]
    means: Callable[[Arguments], str] = lambda _: ""
    tells_own: bool = False
    offered_in: Collection[CaptureMode] = tuple(CaptureMode)
    instead: Mapping[CaptureMode, str] = field(default_factory=dict)
    follows: str = ""
    only_at_first: Collection[str] = ()

    def spec(self, mode: CaptureMode, *, at_first: bool) -> ToolSpec:
        """Return what the model is told of this tool where memories come about in a mode; `at_first` none is stored."""
        hidden = () if at_first else self.only_at_first
        return ToolSpec(self.name, self.instead.get(mode, self.description), _schema(self.arguments, hidden))

    async def call(self, tx: Transaction, caller: Caller, raw: str) -> Outcome:
        """Run the tool; arguments it can't take come back in words, and nothing is done."""
        try:
            arguments = self.arguments.model_validate_json(raw)
        except ValidationError as error:
            return Outcome(f"Nothing was done. {_in_words(error)}")
        outcome = await self.run(tx, caller, arguments)
        if self.tells_own:
            return outcome
        return replace(outcome, words=tool_content(self.name, outcome.words), untrusted=True)

    def text(self, raw: str) -> str:
        """Return the text whose meaning matters to the tool; empty if there is none, or it can't take the arguments."""
        try:
            return self.means(self.arguments.model_validate_json(raw))
        except ValidationError:
            return ""


class ToolSet:
    """Tools by name. Two of one name end the start."""

    def __init__(self, tools: Iterable[Tool[Any]]) -> None:
        self._tools: dict[str, Tool[Any]] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise StartError(f"Two tools are named {tool.name}; rename one of them.")
            self._tools[tool.name] = tool

    @property
    def specs(self) -> tuple[ToolSpec, ...]:
        """What the model is told of the tools, always in the same order."""
        return self.specs_in(CaptureMode.ASK)

    def specs_in(self, mode: CaptureMode, *, at_first: bool = False) -> tuple[ToolSpec, ...]:
        """Return what the model is told of those tools that are offered where memories come about in a mode.

        `at_first`, while none is stored, these are fewer.
        """
        tools = (self._tools[name] for name in sorted(self._tools))
        return tuple(
            tool.spec(mode, at_first=at_first)
            for tool in tools
            if mode in tool.offered_in and not (at_first and tool.follows)
        )

    def among(self, offered: Iterable[ToolSpec]) -> "ToolSet":
        """Return those of the tools that a conversation is offered, and those that follow them.

        A model may call what it was never told of.
        """
        names = {tool.name for tool in offered}
        return ToolSet(tool for tool in self._tools.values() if not names.isdisjoint({tool.name, tool.follows}))

    def text(self, call: ToolCall) -> str:
        """Return the text whose meaning matters to a call; empty if there is none."""
        tool = self._tools.get(call.name)
        return tool.text(call.arguments) if tool else ""

    async def run(self, tx: Transaction, caller: Caller, call: ToolCall) -> ToolResult:
        """Run a call in the transaction its result is to be stored in."""
        tool = self._tools.get(call.name)
        if tool is None:
            return ToolResult(call.id, "Nothing was done. There is no such tool here.")
        outcome = await tool.call(tx, caller, call.arguments)
        await note_told(tx, caller.source.conversation_id, outcome.memories)
        return ToolResult(call.id, outcome.words, outcome.change, outcome.untrusted, outcome.refusal)


_IN_WORDS: Final = "in_words"
_PROBLEMS: Final[Mapping[str, str]] = {
    "missing": "The {name} is missing.",
    "string_type": "The {name} is no text.",
    "string_too_short": "The {name} is too short. It takes at least {min_length} characters.",
    "string_too_long": "The {name} is too long. It takes at most {max_length} characters.",
    "literal_error": "The {name} is none that there is.",
}
"""What can be wrong with an argument, in nothing that a small model could take for one."""


def argument_error(words: str) -> PydanticCustomError:
    """Return the error of a validator that says in a sentence what is wrong with an argument."""
    return PydanticCustomError(_IN_WORDS, words)


def _in_words(error: ValidationError) -> str:
    return " ".join(dict.fromkeys(map(_problem, error.errors(include_url=False, include_input=False))))


def _problem(problem: ErrorDetails) -> str:
    if problem["type"] == _IN_WORDS:
        return problem["msg"]
    name = " ".join(map(str, problem["loc"])).replace("_", " ")
    return _PROBLEMS.get(problem["type"], "The arguments can't be read.").format(name=name, **problem.get("ctx", {}))


def _schema(arguments: type[BaseModel], hidden: Collection[str]) -> dict[str, Any]:
    """Describe arguments, but for hidden ones, without what strict servers refuse: titles, defaults and references."""
    schema = arguments.model_json_schema()
    properties = {
        name: {key: value for key, value in described.items() if key not in {"title", "default"}}
        for name, described in schema["properties"].items()
        if name not in hidden
    }
    return {
        "type": "object",
        "properties": properties,
        "required": schema.get("required", []),
        "additionalProperties": False,
    }
