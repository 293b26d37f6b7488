"""A tool with its arguments, the family it belongs to, who calls it, and what comes of a call."""

import re
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Final, Generic, TypeAlias, TypeVar, cast

from pydantic import BaseModel, BeforeValidator, StringConstraints, TypeAdapter, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from bot.kit.capture_modes import CaptureMode
from bot.kit.errors import KeepsakeError
from bot.kit.language import Words
from bot.kit.owner import Owner
from bot.kit.prompt_text import PromptText
from bot.kit.text import clean
from bot.kit.vectors import Embedding
from bot.model.values import Refusal, ToolCall
from bot.store.engine import Transaction
from bot.turns.values.acts import Act, Deed, Risk
from bot.turns.values.conversations import KnownMemory
from bot.turns.values.origins import Origin, Source

Arguments = TypeVar("Arguments", bound=BaseModel)

EDITION: Final = " #"
"""Stands before a tool's edition in the name under which it is allowed for good."""

_CLEAN: Final = BeforeValidator(lambda value: clean(value).strip() if isinstance(value, str) else value)
Query: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=500), _CLEAN]
"""A search query as a model writes it."""
OptionalQuery: TypeAlias = Annotated[str, StringConstraints(max_length=500), _CLEAN]
"""The same where none is needed."""

ANY_CASE: Final = BeforeValidator(lambda value: value.strip().lower() if isinstance(value, str) else value)
"""Takes a word of a fixed choice in any case, and with spaces around it."""

_IN_WORDS: Final = "in_words"
_PROBLEMS: Final[Mapping[str, str]] = {
    "missing": "The {name} is missing.",
    "string_type": "The {name} is no text.",
    "string_too_short": "The {name} is too short. It takes at least {min_length} characters.",
    "string_too_long": "The {name} is too long. It takes at most {max_length} characters.",
    "literal_error": "The {name} must be one of: {choices}.",
    **dict.fromkeys(("int_type", "int_parsing", "int_from_float"), "The {name} must be a whole number."),
    **dict.fromkeys(("bool_type", "bool_parsing"), "The {name} must be true or false."),
    "list_type": "The {name} must be a list.",
}
"""Errors of arguments, in words that a small model won't copy as an argument."""
_NEEDLESS: Final = {"none_required"}
"""Errors of arguments that may be left out, beside the one that says what they must be."""
_CHOICE: Final = re.compile("'([^']*)'")
"""A choice in pydantic's list of them."""
_LEFT_OUT: Final = {"title", "default", "minLength", "maxLength", "minItems", "maxItems"}
"""What the model need not know: a call that is refused says why."""
_GIVEN: Final = TypeAdapter(dict[str, Any])


class ToolArguments(BaseModel):
    """Arguments of a tool. Those that need not be given may be null, or empty if they are no texts.

    Small models fill in every argument.
    """

    @model_validator(mode="before")
    @classmethod
    def _without_nothing(cls, given: Any) -> Any:
        if not isinstance(given, dict):
            return given
        return {name: value for name, value in given.items() if not cls._is_nothing(name, value)}

    @classmethod
    def _is_nothing(cls, name: str, value: object) -> bool:
        field = cls.model_fields.get(name)
        if field is None or field.is_required():
            return False
        return value is None or (value == "" and not isinstance(field.get_default(call_default_factory=True), str))


def argument_error(words: str) -> PydanticCustomError:
    """Return a validator's error with a sentence for the model."""
    return PydanticCustomError(_IN_WORDS, words)


def mistakes(error: ValidationError) -> str:
    """Return what is wrong with the arguments of a call, in sentences for the model."""
    problems = error.errors(include_url=False, include_input=False)
    return " ".join(dict.fromkeys(_problem(it) for it in problems if it["type"] not in _NEEDLESS))


def _problem(problem: ErrorDetails) -> str:
    if problem["type"] == _IN_WORDS:
        return problem["msg"]
    place = problem["loc"]
    parts = [*place[:1], *(it for it in place[1:] if isinstance(it, int))]  # without the types of a choice of them
    name = " ".join(map(str, parts)).replace("_", " ")
    its = problem.get("ctx", {})
    choices = ", ".join(filter(None, _CHOICE.findall(its.get("expected", ""))))
    return _PROBLEMS.get(problem["type"], "The arguments can't be read.").format(name=name, choices=choices, **its)


@dataclass(frozen=True, slots=True)
class Caller:
    """The owner and turn of a call, and the `embedding` of its text (`Tool.embedded_text`), if any.

    A program is named `through` and calls in no turn. All its words are untrusted. One who `is_host` may use what is
    the host's own: tools, and pages inside the network.

    Untrusted text in the conversation may have led to the call, which then may rely on the user's `own_words` in it
    alone. So may what the MCP `servers` (their families) say of the tools that the conversation is offered. The model
    has read the refusals of the `refused` calls. The turn answers this many `messages` of its user. Its conversation
    was offered the tool with these `arguments`. What the call takes away is `named` so (`Tool.names`). One who was
    asked about it before it is done saw it `asked_at` that time, which its words for times are of.
    """

    owner: Owner
    turn: Source | None
    is_host: bool = False
    embedding: Embedding | None = None
    through: str = ""
    holds_untrusted: bool = False
    servers: Collection[str] = ()
    own_words: str = ""
    named: str = ""
    refused: Sequence[tuple[ToolCall, Refusal]] = ()
    messages: int = 1
    arguments: Collection[str] = ()
    asked_at: datetime | None = None

    @property
    def source(self) -> Source:
        """The turn of a call by the model."""
        assert self.turn  # noqa: S101 - no program is given a tool that needs one
        return self.turn

    @property
    def is_program(self) -> bool:
        """Whether a program calls, not the model."""
        return self.turn is None

    @property
    def origin(self) -> Origin:
        """How what the call changes comes about."""
        return Origin.API if self.is_program else Origin.CONVERSATION

    @property
    def is_tainted(self) -> bool:
        """Whether words that are not the user's may have led to the call."""
        return self.holds_untrusted or bool(self.servers) or self.is_program

    def is_tainted_beside(self, family: str) -> bool:
        """Tell the same without what a family says of its own tools."""
        return self.holds_untrusted or any(it != family for it in self.servers)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a call: words for the model, and what it did, if anything.

    The model now knows the current versions of the `memories`. A `reaction` is an emoji to be put below the user's
    message. A program gets the same as `data`. One that is `refused`, by this error, did nothing.
    """

    words: PromptText
    memories: Sequence[KnownMemory] = ()
    refusal: Refusal | None = None
    reaction: str = ""
    deed: Deed | None = None
    data: Mapping[str, Any] = field(default_factory=dict)
    refused: KeepsakeError | None = None


def _named_arguments(arguments: BaseModel) -> str:
    """Render the arguments of a call, one on each line."""
    given = arguments.model_dump(mode="json", exclude_none=True)
    return "\n".join(f"{name.replace('_', ' ')}: {value}" for name, value in given.items())


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Arguments]):
    """A tool for the model, and some for programs, too, with arguments that are validated before it runs.

    `run` works in the transaction that stores its result; a tool with effects elsewhere `acts` instead, outside of a
    transaction. What it may do is its `risk`. One that SENDS asks its owner first and `tells` what exactly will happen;
    where untrusted text may have led to a call, so does one that is not `is_free` with these arguments.

    The text returned by `embedded_text` is embedded before. The tool is offered in its modes only. Its `parameters` are
    a JSON Schema to be used instead of the arguments' own. Whoever allows it for good allows this `edition` of it.

    Arguments `required_in` some modes are offered in those only. Of something that a call takes away, the tool `names`
    the text, so that it can be looked for in a request.

    Earlier conversations were offered the tool under its `former` names. Each of them has a function that turns the
    arguments it had into those of now. A call that writes may remove what was there (`is_destructive`). A repeated call
    of one that `is_idempotent` does nothing, or is refused.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Transaction, Caller, Arguments], Awaitable[Outcome]] | None = None
    acts: Callable[[Caller, Arguments], Awaitable[Outcome]] | None = None
    risk: Risk = Risk.READS
    tells: Callable[[Arguments], str] = _named_arguments
    is_free: Callable[[Caller, Arguments], bool] = lambda _caller, _arguments: True
    names: Callable[[Transaction, Owner, Arguments], Awaitable[str]] | None = None
    parameters: Mapping[str, Any] | None = None
    edition: str = ""
    embedded_text: Callable[[Arguments], str] = lambda _: ""
    offered_in: Collection[CaptureMode] = tuple(CaptureMode)
    required_in: Mapping[str, Collection[CaptureMode]] = field(default_factory=dict)
    former: Mapping[str, Callable[[Mapping[str, Any]], Mapping[str, Any]]] = field(default_factory=dict)
    is_destructive: bool = False
    is_idempotent: bool = True

    def read(self, arguments: str) -> Arguments:
        """Return the arguments of a call by this name from their JSON. Raises ValidationError."""
        if now := self.former.get(self.name):
            return self.arguments.model_validate(now(_GIVEN.validate_json(arguments)))
        return self.arguments.model_validate_json(arguments)

    @property
    def allowed_as(self) -> str:
        """The name under which its owner allows it for good; empty for one that can't be allowed so."""
        if self.edition:
            return f"{self.name}{EDITION}{self.edition}"
        return self.name if self.risk is Risk.SENDS else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offers:
    """What becomes of a family's offers, and of what was undone, in the caller's transaction.

    `accept` carries out an offer at once, and `redo` what was undone; it returns what undoes it now. Both raise
    ActRefused. They and `decline` tell the running conversations themselves, as the family's `undo` does then.
    """

    accept: Callable[[Transaction, Owner, Act], Awaitable[Deed]]
    decline: Callable[[Transaction, Owner, Act], Awaitable[None]]
    redo: Callable[[Transaction, Owner, Mapping[str, Any]], Awaitable[Mapping[str, Any]]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """Tools that belong together: memory, reminders, an MCP server.

    The `purpose` is one line for the user and the model. A family of the system is always offered. One that `is_added`
    is an MCP server's, and the host's own unless it is `for_people` who were let in, too; what one that `is_foreign`
    says of its tools is untrusted. One that `lacks` something can't be used, for this reason. `undo` takes back what
    its tools did, in the caller's transaction, and returns a sentence on it; it raises ActRefused. One without `offers`
    does what waited for a button in a turn. Of several families, those of a lower `rank` are offered first.
    """

    name: str
    purpose: str
    tools: Sequence[Tool[Any]]
    is_system: bool = False
    is_added: bool = False
    for_people: bool = False
    is_foreign: bool = False
    lacks: Words = ""
    rank: int = 9
    undo: Callable[[Transaction, Owner, Mapping[str, Any]], Awaitable[str]] | None = None
    offers: Offers | None = None

    @property
    def is_hosts(self) -> bool:
        """Whether only owners may use it."""
        return self.is_added and not self.for_people


def schema_of(tool: Tool[Any], mode: CaptureMode = CaptureMode.ASK) -> dict[str, Any]:
    """Return the JSON Schema of the arguments offered in a mode, without what strict servers refuse."""
    if tool.parameters is not None:
        return dict(tool.parameters)
    schema = _own_schema(cast("type[BaseModel]", tool.arguments))
    required = [name for name, modes in tool.required_in.items() if mode in modes]
    hidden = tool.required_in.keys() - set(required)
    properties = {name: _needed(described) for name, described in schema["properties"].items() if name not in hidden}
    return {
        "type": "object",
        "properties": properties,
        "required": [*schema.get("required", []), *required],
    }


def _needed(described: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in described.items() if key not in _LEFT_OUT}
    return kept | {"items": _needed(kept["items"])} if "items" in kept else kept


@cache
def _own_schema(arguments: type[BaseModel]) -> dict[str, Any]:
    """Return a class's JSON Schema, made once: it takes ten times as long as the rest of a description."""
    return arguments.model_json_schema()
