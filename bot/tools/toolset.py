"""Tools, and the set of them that a conversation is offered."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.database.conversations import note_known
from bot.database.engine import Transaction
from bot.errors import StartError
from bot.message_text import tool_content
from bot.values.changes import Change, Refusal
from bot.values.conversations import ToolSpec
from bot.values.memories import CaptureMode, Embedding, Memory, Source
from bot.values.messages import ToolCall, ToolResult
from bot.values.owner import Owner
from bot.values.text import clean

Arguments = TypeVar("Arguments", bound=BaseModel)
Query: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=500),
    BeforeValidator(lambda value: clean(value).strip() if isinstance(value, str) else value),
]
"""A search query as a model writes it."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The owner and turn of a call, and the `embedding` of its text (`Tool.embedded_text`), if any.

    Untrusted text in the turn may have led to the call. The model has read the refusals of the `refused` calls. The
    turn answers this many `messages` of its user. Its conversation was offered the tool with these `arguments`.
    """

    owner: Owner
    source: Source
    embedding: Embedding | None = None
    holds_untrusted: bool = False
    refused: Sequence[tuple[ToolCall, Refusal]] = ()
    messages: int = 1
    arguments: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a call: words for the model, and the change of a memory, if any.

    The model now knows the current versions of the `memories`. The words are `untrusted` if they hold text that neither
    the user nor Keepsake wrote, which is marked in them. A `reaction` is an emoji to be put below the user's message.
    """

    words: str
    change: Change | None = None
    untrusted: bool = False
    memories: Sequence[Memory] = ()
    refusal: Refusal | None = None
    reaction: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Arguments]):
    """A tool for the model, with arguments that are validated before it runs.

    `run` works in the transaction that stores its result. The text returned by `embedded_text` is embedded before. A
    whole result is marked as untrusted, unless the tool `marks_untrusted` text in it by itself. The tool is offered in
    its modes only, in some with another description (`instead`).

    A tool that needs what another one stores `follows` it: a conversation that begins with nothing stored is not
    offered it, but may call it. Arguments `only_at_first` are offered in such a conversation only. Arguments
    `required_in` some modes are offered in those only.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Transaction, Caller, Arguments], Awaitable[Outcome]]
    embedded_text: Callable[[Arguments], str] = lambda _: ""
    marks_untrusted: bool = False
    offered_in: Collection[CaptureMode] = tuple(CaptureMode)
    instead: Mapping[CaptureMode, str] = field(default_factory=dict)
    follows: str = ""
    only_at_first: Collection[str] = ()
    required_in: Mapping[str, Collection[CaptureMode]] = field(default_factory=dict)


class ToolSet:
    """Tools by name. Raises StartError for two tools of one name."""

    def __init__(self, tools: Iterable[Tool[Any]], offered: Iterable[ToolSpec] = ()) -> None:
        self._arguments = {spec.name: frozenset(spec.parameters.get("properties", ())) for spec in offered}
        self._tools: dict[str, Tool[Any]] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise StartError(f"Two tools are named {tool.name}; rename one of them.")
            self._tools[tool.name] = tool

    def specs(self, mode: CaptureMode = CaptureMode.ASK, *, at_first: bool = False) -> tuple[ToolSpec, ...]:
        """Return the specifications of the tools offered in a mode, in a fixed order; fewer `at_first`."""
        return tuple(
            ToolSpec(
                tool.name,
                tool.instead.get(mode, tool.description),
                _schema(tool, mode, at_first=at_first),
            )
            for _, tool in sorted(self._tools.items())
            if mode in tool.offered_in and not (at_first and tool.follows)
        )

    def among(self, offered: Iterable[ToolSpec]) -> "ToolSet":
        """Return the tools that a conversation is offered, and those that follow them."""
        specs = tuple(offered)
        names = {spec.name for spec in specs}
        tools = (tool for tool in self._tools.values() if not names.isdisjoint({tool.name, tool.follows}))
        return ToolSet(tools, specs)

    def text(self, call: ToolCall) -> str:
        """Return the text of a call to embed; empty if there is none."""
        tool = self._tools.get(call.name)
        try:
            return tool.embedded_text(tool.arguments.model_validate_json(call.arguments)) if tool else ""
        except ValidationError:
            return ""

    async def run(self, tx: Transaction, caller: Caller, call: ToolCall) -> ToolResult:
        """Run a call in the transaction that stores its result; invalid arguments give a result with the reason."""
        tool = self._tools.get(call.name)
        if tool is None:
            return ToolResult(call.id, "Nothing was done. There is no such tool here.")
        try:
            arguments = tool.arguments.model_validate_json(call.arguments)
        except ValidationError as error:
            return ToolResult(call.id, f"Nothing was done. {_in_words(error)}")
        outcome = await tool.run(tx, replace(caller, arguments=self._arguments.get(call.name, ())), arguments)
        await note_known(tx, caller.source.conversation_id, outcome.memories)
        words, untrusted = outcome.words, outcome.untrusted
        if not tool.marks_untrusted:
            words, untrusted = tool_content(tool.name, words), True
        return ToolResult(call.id, words, outcome.change, untrusted, outcome.refusal, outcome.reaction)


_IN_WORDS: Final = "in_words"
_PROBLEMS: Final[Mapping[str, str]] = {
    "missing": "The {name} is missing.",
    "string_type": "The {name} is no text.",
    "string_too_short": "The {name} is too short. It takes at least {min_length} characters.",
    "string_too_long": "The {name} is too long. It takes at most {max_length} characters.",
    "literal_error": "The {name} is none that there is.",
}
"""Errors of arguments, in words that a small model won't copy as an argument."""


def argument_error(words: str) -> PydanticCustomError:
    """Return a validator's error with a sentence for the model."""
    return PydanticCustomError(_IN_WORDS, words)


def _in_words(error: ValidationError) -> str:
    return " ".join(dict.fromkeys(map(_problem, error.errors(include_url=False, include_input=False))))


def _problem(problem: ErrorDetails) -> str:
    if problem["type"] == _IN_WORDS:
        return problem["msg"]
    name = " ".join(map(str, problem["loc"])).replace("_", " ")
    return _PROBLEMS.get(problem["type"], "The arguments can't be read.").format(name=name, **problem.get("ctx", {}))


def _schema(tool: Tool[Any], mode: CaptureMode, *, at_first: bool) -> dict[str, Any]:
    """Return the JSON Schema of the arguments offered in a mode, without what strict servers refuse."""
    schema = tool.arguments.model_json_schema()
    required = [name for name, modes in tool.required_in.items() if mode in modes]
    hidden = {*(() if at_first else tool.only_at_first), *tool.required_in} - set(required)
    properties = {
        name: {key: value for key, value in described.items() if key not in {"title", "default"}}
        for name, described in schema["properties"].items()
        if name not in hidden
    }
    return {
        "type": "object",
        "properties": properties,
        "required": [*schema.get("required", []), *required],
        "additionalProperties": False,
    }
