"""What the model can call: a tool, and the set of them that a conversation is offered."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from bot.database.engine import Transaction
from bot.errors import StartError
from bot.messages import CaptureMode, Change, Meaning, Owner, Source, ToolCall, ToolResult, ToolSpec
from bot.prompt import tool_content

Arguments = TypeVar("Arguments", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose behalf a tool is run, and in which turn; and what its text means (`Tool.means`), if that is known.

    In a turn that holds others' words, it may be on theirs.
    """

    owner: Owner
    source: Source
    meaning: Meaning | None = None
    holds_others_words: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call came to: words for the model, and the receipt its user sees of a change, which can be undone.

    The words may hold `others_words`: such as neither the user nor Keepsake said, which are marked there.
    """

    words: str
    receipt: str | None = None
    change: Change | None = None
    others_words: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Arguments]):
    """Something the model can call, with arguments that are checked before it runs.

    `run` works in the transaction that its result is stored in. If it `means` a text by its arguments, it is told what
    that means to the embedding model, which is asked before. What it comes to is marked as not the user's words, unless
    it is one of Keepsake's own (`tells_own`), which says itself whether others' words are in it. It is offered in some
    modes only, where the model may be told something else `instead` of its description.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Transaction, Caller, Arguments], Awaitable[Outcome]]
    means: Callable[[Arguments], str] = lambda _: ""
    tells_own: bool = False
    offered_in: Collection[CaptureMode] = tuple(CaptureMode)
    instead: Mapping[CaptureMode, str] = field(default_factory=dict)

    def spec(self, mode: CaptureMode = CaptureMode.ASK) -> ToolSpec:
        """Return what the model is told of this tool where memories come about in a mode."""
        return ToolSpec(self.name, self.instead.get(mode, self.description), _schema(self.arguments))

    async def call(self, tx: Transaction, caller: Caller, raw: str) -> Outcome:
        """Run the tool; arguments it can't take come back in words, and nothing is done."""
        try:
            arguments = self.arguments.model_validate_json(raw)
        except ValidationError as error:
            return Outcome(f"Nothing was done: {_in_words(error)} Correct the arguments and call {self.name} again.")
        outcome = await self.run(tx, caller, arguments)
        if self.tells_own:
            return outcome
        return replace(outcome, words=tool_content(self.name, outcome.words), others_words=True)

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

    def specs_in(self, mode: CaptureMode) -> tuple[ToolSpec, ...]:
        """Return what the model is told of those tools that are offered where memories come about in a mode."""
        tools = (self._tools[name] for name in sorted(self._tools))
        return tuple(tool.spec(mode) for tool in tools if mode in tool.offered_in)

    def among(self, offered: Iterable[ToolSpec]) -> "ToolSet":
        """Return those of the tools that a conversation is offered: a model may call what it was never told of."""
        names = {tool.name for tool in offered}
        return ToolSet(tool for name, tool in self._tools.items() if name in names)

    def text(self, call: ToolCall) -> str:
        """Return the text whose meaning matters to a call; empty if there is none."""
        tool = self._tools.get(call.name)
        return tool.text(call.arguments) if tool else ""

    async def run(self, tx: Transaction, caller: Caller, call: ToolCall) -> ToolResult:
        """Run a call in the transaction its result is to be stored in."""
        tool = self._tools.get(call.name)
        if tool is None:
            known = f"There are: {', '.join(sorted(self._tools))}." if self._tools else "There are none here."
            return ToolResult(call.id, f"Nothing was done: there is no tool named {call.name}. {known}")
        outcome = await tool.call(tx, caller, call.arguments)
        return ToolResult(call.id, outcome.words, outcome.receipt, outcome.change, outcome.others_words)


def _in_words(error: ValidationError) -> str:
    problems = (
        f"{'.'.join(map(str, problem['loc'])) or 'the arguments'}: {problem['msg']}."
        for problem in error.errors(include_url=False, include_input=False, include_context=False)
    )
    return " ".join(problems)


def _schema(arguments: type[BaseModel]) -> dict[str, Any]:
    """Describe arguments without what strict servers refuse: titles, defaults and references."""
    schema = arguments.model_json_schema()
    properties = {
        name: {key: value for key, value in described.items() if key not in {"title", "default"}}
        for name, described in schema["properties"].items()
    }
    return {
        "type": "object",
        "properties": properties,
        "required": schema.get("required", []),
        "additionalProperties": False,
    }
