"""Tools, their families, and the set of them that a conversation is offered."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar

from pydantic import BaseModel, BeforeValidator, StringConstraints, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.database.conversations import note_known
from bot.database.engine import Transaction
from bot.errors import StartError
from bot.message_text import tool_content
from bot.values.activities import Deed, Risk
from bot.values.calls import ToolCall
from bot.values.changes import Change, Refusal
from bot.values.conversations import ToolSpec
from bot.values.memories import CaptureMode, Embedding, Memory, Source
from bot.values.messages import ToolResult
from bot.values.owner import Owner
from bot.values.text import clean

Arguments = TypeVar("Arguments", bound=BaseModel)
Query: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=500),
    BeforeValidator(lambda value: clean(value).strip() if isinstance(value, str) else value),
]
"""A search query as a model writes it."""


EDITION: Final = " #"
"""Stands before a tool's edition in the name under which it is allowed for good."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The owner and turn of a call, and the `embedding` of its text (`Tool.embedded_text`), if any.

    Untrusted text in the conversation may have led to the call, which then may rely on the user's `own_words` in it
    alone. The model has read the refusals of the `refused` calls. The turn answers this many `messages` of its user.
    Its conversation was offered the tool with these `arguments`.
    """

    owner: Owner
    source: Source
    embedding: Embedding | None = None
    holds_untrusted: bool = False
    own_words: str = ""
    refused: Sequence[tuple[ToolCall, Refusal]] = ()
    messages: int = 1
    arguments: Collection[str] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a call: words for the model, and the change of a memory or another `deed`, if any.

    The model now knows the current versions of the `memories`. The words are `untrusted` if they hold text that neither
    the user nor Keepsake wrote, which is marked in them. A `reaction` is an emoji to be put below the user's message.
    """

    words: str
    change: Change | None = None
    untrusted: bool = False
    memories: Sequence[Memory] = ()
    refusal: Refusal | None = None
    reaction: str = ""
    deed: Deed | None = None


def _named_arguments(arguments: BaseModel) -> str:
    """Render the arguments of a call, one on each line."""
    given = arguments.model_dump(mode="json", exclude_none=True)
    return "\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in given.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Arguments]):
    """A tool for the model, with arguments that are validated before it runs.

    `run` works in the transaction that stores its result; a tool with effects elsewhere `acts` instead, outside of a
    transaction. What it may do is its `risk`. One that SENDS asks its owner first and `tells` what exactly will happen;
    where untrusted text may have led to a call, so does one that is not `is_free` with these arguments.

    The text returned by `embedded_text` is embedded before. A whole result is marked as untrusted, unless the tool
    `marks_untrusted` text in it by itself. The tool is offered in its modes only, in some with another description
    (`instead`). Its `parameters` are a JSON Schema to be used instead of the arguments' own. Whoever allows it for good
    allows this `edition` of it.

    A tool that needs what another one stores `follows` it: a conversation that begins with nothing stored is not
    offered it, but may call it. Arguments `only_at_first` are offered in such a conversation only. Arguments
    `required_in` some modes are offered in those only.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Transaction, Caller, Arguments], Awaitable[Outcome]] | None = None
    acts: Callable[[Caller, Arguments], Awaitable[Outcome]] | None = None
    risk: Risk = Risk.READS
    tells: Callable[[Arguments], str] = _named_arguments
    is_free: Callable[[Caller, Arguments], bool] = lambda _caller, _arguments: True
    parameters: Mapping[str, Any] | None = None
    edition: str = ""
    embedded_text: Callable[[Arguments], str] = lambda _: ""
    marks_untrusted: bool = False
    offered_in: Collection[CaptureMode] = tuple(CaptureMode)
    instead: Mapping[CaptureMode, str] = field(default_factory=dict)
    follows: str = ""
    only_at_first: Collection[str] = ()
    required_in: Mapping[str, Collection[CaptureMode]] = field(default_factory=dict)

    @property
    def allowed_as(self) -> str:
        """The name under which its owner allows it for good."""
        return f"{self.name}{EDITION}{self.edition}" if self.edition else self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Tools that belong together: memory, reminders, an MCP server.

    The `purpose` is one line for the user and the model. A family of the system is always offered. One that `lacks`
    something can't be used, for this reason. `undo` takes back a deed of its tools, in the caller's transaction, and
    returns a sentence on it; it raises DeedRefused.
    """

    name: str
    purpose: str
    tools: Sequence[Tool[Any]]
    is_system: bool = False
    lacks: str = ""
    undo: Callable[[Transaction, Owner, Mapping[str, Any]], Awaitable[str]] | None = None


@dataclass(frozen=True, slots=True)
class Prepared:
    """A call whose arguments are valid, ready to run."""

    call: ToolCall
    family: Family
    tool: Tool[Any]
    caller: Caller
    arguments: Any

    @property
    def asks(self) -> bool:
        """Whether untrusted text makes it wait for its owner, whatever they have allowed."""
        sends = self.tool.risk is Risk.SENDS
        return self.caller.holds_untrusted and (sends or not self.tool.is_free(self.caller, self.arguments))

    @property
    def told(self) -> str:
        """What exactly will happen, for its owner."""
        return self.tool.tells(self.arguments)

    async def run(self, tx: Transaction) -> ToolResult:
        """Run it in the transaction that stores its result."""
        assert self.tool.run  # noqa: S101 - one of the two
        return await self.result(tx, await self.tool.run(tx, self.caller, self.arguments))

    async def act(self) -> Outcome:
        """Run one with effects elsewhere, outside of a transaction."""
        assert self.tool.acts  # noqa: S101 - one of the two
        return await self.tool.acts(self.caller, self.arguments)

    async def result(self, tx: Transaction, outcome: Outcome) -> ToolResult:
        """Return an outcome as the model gets it, in the transaction that stores it."""
        await note_known(tx, self.caller.source.conversation_id, outcome.memories)
        words, untrusted = outcome.words, outcome.untrusted
        if not self.tool.marks_untrusted:
            words, untrusted = tool_content(self.tool.name, words), True
        return ToolResult(
            self.call.id, words, outcome.change, untrusted, outcome.refusal, outcome.reaction, outcome.deed
        )


class ToolSet:
    """Families of tools. Raises StartError for two tools or families of one name."""

    def __init__(self, families: Iterable[Family], offered: Iterable[ToolSpec] = ()) -> None:
        self._arguments = {spec.name: frozenset(spec.parameters.get("properties", ())) for spec in offered}
        self._families: dict[str, Family] = {}
        self._tools: dict[str, tuple[Family, Tool[Any]]] = {}
        for family in families:
            if family.name in self._families:
                raise StartError(f"Two families of tools are named {family.name}; rename one of them.")
            self.put(family)

    def put(self, family: Family) -> None:
        """Add a family, or replace the one of its name."""
        self.drop(family.name)
        for tool in family.tools:
            if tool.name in self._tools:
                raise StartError(f"Two tools are named {tool.name}; rename one of them.")
            self._tools[tool.name] = (family, tool)
        self._families[family.name] = family

    def drop(self, name: str) -> None:
        """Remove a family, if it is there."""
        self._families.pop(name, None)
        self._tools = {tool: its for tool, its in self._tools.items() if its[0].name != name}

    def find(self, name: str) -> Tool[Any] | None:
        """Return the tool of a name, if there is one."""
        return self._tools[name][1] if name in self._tools else None

    @property
    def families(self) -> Sequence[Family]:
        """The families, by name."""
        return [family for _, family in sorted(self._families.items())]

    def specs(
        self,
        mode: CaptureMode = CaptureMode.ASK,
        *,
        at_first: bool = False,
        chosen: Collection[str] = (),
        without: Collection[str] = (),
    ) -> tuple[ToolSpec, ...]:
        """Return the tools offered in a mode: the system's but for families `without`, then the `chosen` ones.

        There are fewer `at_first`. The order is fixed, by names.
        """
        return tuple(
            ToolSpec(
                tool.name,
                tool.instead.get(mode, tool.description),
                schema_of(tool, mode, at_first=at_first),
            )
            for family in sorted(self._families.values(), key=lambda it: not it.is_system)
            for tool in sorted(family.tools, key=lambda it: it.name)
            if (family.is_system and family.name not in without) or tool.name in chosen
            if mode in tool.offered_in and not (at_first and tool.follows)
        )

    def among(self, offered: Iterable[ToolSpec]) -> "ToolSet":
        """Return the tools that a conversation is offered, and those that follow them."""
        specs = tuple(offered)
        names = {spec.name for spec in specs}
        families = (
            replace(family, tools=[it for it in family.tools if not names.isdisjoint({it.name, it.follows})])
            for family in self._families.values()
        )
        return ToolSet((it for it in families if it.tools), specs)

    def text(self, call: ToolCall) -> str:
        """Return the text of a call to embed; empty if there is none."""
        _, tool = self._tools.get(call.name, (None, None))
        try:
            return tool.embedded_text(tool.arguments.model_validate_json(call.arguments)) if tool else ""
        except ValidationError:
            return ""

    def prepare(self, caller: Caller, call: ToolCall) -> Prepared | ToolResult:
        """Return a call ready to run; one that can't be run has a result with the reason."""
        if call.name not in self._tools:
            return ToolResult(call.id, "Nothing was done. There is no such tool here.")
        family, tool = self._tools[call.name]
        try:
            arguments = tool.arguments.model_validate_json(call.arguments)
        except ValidationError as error:
            return ToolResult(call.id, f"Nothing was done. {_in_words(error)}")
        caller = replace(caller, arguments=self._arguments.get(call.name, ()))
        return Prepared(call, family, tool, caller, arguments)

    async def run(self, tx: Transaction, caller: Caller, call: ToolCall) -> ToolResult:
        """Run a call in the transaction that stores its result; invalid arguments give a result with the reason."""
        prepared = self.prepare(caller, call)
        return await prepared.run(tx) if isinstance(prepared, Prepared) else prepared


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


_LEFT_OUT: Final = {"title", "default", "minLength", "maxLength"}
"""What the model need not know: a call that is refused says why."""


def schema_of(tool: Tool[Any], mode: CaptureMode = CaptureMode.ASK, *, at_first: bool = False) -> dict[str, Any]:
    """Return the JSON Schema of the arguments offered in a mode, without what strict servers refuse."""
    if tool.parameters is not None:
        return dict(tool.parameters)
    schema = tool.arguments.model_json_schema()
    required = [name for name, modes in tool.required_in.items() if mode in modes]
    hidden = {*(() if at_first else tool.only_at_first), *tool.required_in} - set(required)
    properties = {
        name: {key: value for key, value in described.items() if key not in _LEFT_OUT}
        for name, described in schema["properties"].items()
        if name not in hidden
    }
    return {
        "type": "object",
        "properties": properties,
        "required": [*schema.get("required", []), *required],
    }
