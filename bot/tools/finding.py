"""The tools that find and use tools which a conversation is not offered.

Its own list stays as it is, so that each request begins with the bytes of the one before at every server.
"""

import json
from collections.abc import Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from bot.database import tool_choices
from bot.database.engine import Transaction
from bot.language import mark
from bot.message_text import tool_content
from bot.tools.arguments import Query, schema_of
from bot.tools.choosing import matches, usable
from bot.tools.tool import Caller, Family, Outcome, Tool
from bot.tools.toolset import ToolSet
from bot.values.calls import ToolCall

FINDING: Final = "finding"
FIND: Final = "find_tools"
USE: Final = "use_tool"
_FOUND: Final = 5
"""Most tools that are described."""
_MOST_CHARACTERS: Final = 6_000
_NOTHING: Final = "There is no tool for that. Say that you can't do it. There are tools for: {}"
_FOUND_LINE: Final = 'Call them through use_tool, with "arguments" as described here:'


class FindTools(BaseModel):
    """Arguments of find_tools."""

    model_config = ConfigDict(extra="ignore")

    need: Query = Field(description="What is to be done, in a few words")


class UseTool(BaseModel):
    """Arguments of use_tool; small models write the inner ones as an object."""

    model_config = ConfigDict(extra="ignore")

    name: str
    arguments: Annotated[
        str, BeforeValidator(lambda value: value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
    ] = Field("{}", description="The tool's arguments as JSON")


def finding_tools(tools: ToolSet) -> Family:
    """Return the family that finds and uses the others in `tools`."""

    async def find(tx: Transaction, caller: Caller, arguments: FindTools) -> Outcome:
        families = usable(tools.families, await tool_choices.choices(tx, caller.owner))
        found = [(matches(tool, family, arguments.need), tool) for family in families for tool in family.tools]
        best = [tool for number, tool in sorted(found, key=lambda it: (-it[0], it[1].name)) if number][:_FOUND]
        if not best:
            purposes = " ".join(family.purpose for family in families) or "nothing else."
            return _said(_NOTHING.format(purposes), families)
        told = [it for it in families if any(tool in it.tools for tool in best)]
        return _said("\n".join([_FOUND_LINE, *_described(best)])[:_MOST_CHARACTERS], told)

    several: Sequence[Tool[Any]] = (
        Tool(
            name=FIND,
            description="Find other tools, for what none of yours can do.",
            arguments=FindTools,
            run=find,
            marks_untrusted=True,
        ),
        Tool(name=USE, description="Use a tool that find_tools found.", arguments=UseTool),
    )
    return Family(name=FINDING, purpose=mark("Find and use other tools."), tools=several, is_system=True)


def _said(words: str, families: Sequence[Family]) -> Outcome:
    """Return words that repeat what families say of themselves, marked as untrusted if one of them is foreign."""
    is_foreign = any(it.is_foreign for it in families)
    return Outcome(tool_content(FIND, words) if is_foreign else words, untrusted=is_foreign)


def unwrapped(call: ToolCall) -> ToolCall:
    """Return the call that a call of use_tool stands for; any other call, and an unreadable one, as it is."""
    if call.name != USE:
        return call
    try:
        inner = UseTool.model_validate_json(call.arguments)
    except ValueError:
        return call
    return ToolCall(call.id, inner.name, inner.arguments)


def _described(tools: Sequence[Tool[Any]]) -> list[str]:
    schemas = [json.dumps(schema_of(it).get("properties", {}), ensure_ascii=False) for it in tools]
    return [f"- {it.name}: {it.description} {schema}" for it, schema in zip(tools, schemas, strict=True)]
