"""What the model can call: a tool, and the set of them that a conversation is offered."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from bot.database.engine import Transaction
from bot.errors import StartError
from bot.messages import Owner, Source, ToolCall, ToolResult, ToolSpec

Arguments = TypeVar("Arguments", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Caller:
    """On whose behalf a tool is run, and in which turn."""

    owner: Owner
    source: Source


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a call came to: words for the model, and the receipt its user sees, if it changed anything."""

    words: str
    receipt: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool(Generic[Arguments]):
    """Something the model can call, with arguments that are checked before it runs.

    `run` works in the transaction that its result is stored in.
    """

    name: str
    description: str
    arguments: type[Arguments]
    run: Callable[[Transaction, Caller, Arguments], Awaitable[Outcome]]

    @property
    def spec(self) -> ToolSpec:
        """What the model is told of this tool."""
        return ToolSpec(self.name, self.description, _schema(self.arguments))

    async def call(self, tx: Transaction, caller: Caller, raw: str) -> Outcome:
        """Run the tool; arguments it can't take come back in words, and nothing is done."""
        try:
            arguments = self.arguments.model_validate_json(raw)
        except ValidationError as error:
            return Outcome(f"Nothing was done: {_in_words(error)} Correct the arguments and call {self.name} again.")
        return await self.run(tx, caller, arguments)


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
        return tuple(self._tools[name].spec for name in sorted(self._tools))

    def among(self, offered: Iterable[ToolSpec]) -> "ToolSet":
        """Return those of the tools that a conversation is offered: a model may call what it was never told of."""
        names = {tool.name for tool in offered}
        return ToolSet(tool for name, tool in self._tools.items() if name in names)

    async def run(self, tx: Transaction, caller: Caller, call: ToolCall) -> ToolResult:
        """Run a call in the transaction its result is to be stored in."""
        tool = self._tools.get(call.name)
        if tool is None:
            known = f"There are: {', '.join(sorted(self._tools))}." if self._tools else "There are none here."
            return ToolResult(call.id, f"Nothing was done: there is no tool named {call.name}. {known}")
        outcome = await tool.call(tx, caller, call.arguments)
        return ToolResult(call.id, outcome.words, outcome.receipt)


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
