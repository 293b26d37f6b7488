"""Finding tools beside the system's: those that a conversation is offered, and the others while it goes on.

The list that it is offered stays as it is, so that each request begins with the bytes of the one before at every
server. The model finds and uses the others with tools for that.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Annotated, Any, Final

from pydantic import BeforeValidator, Field

from bot.kit.language import mark
from bot.kit.prompt_text import OthersText, others, own
from bot.kit.text import folded
from bot.model.values import ToolCall
from bot.store.engine import Transaction
from bot.turns.store import tool_choices
from bot.turns.tools.tool import Caller, Family, Outcome, Query, Tool, ToolArguments, schema_of
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.people import ToolChoice

FINDING: Final = "finding"
FIND: Final = "find_tools"
USE: Final = "use_tool"
_FOUND: Final = 5
"""Most tools that are described."""
_MOST_CHARACTERS: Final = 6_000
_NOTHING: Final = "There is no tool for that. Say that you can't do it. There are tools for: {}"
_FOUND_LINE: Final = 'Call them through use_tool, with "arguments" as described here:'

_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_LEAST: Final = 4
"""Characters that words must share from their beginning to count as one, unless they are the same."""
_ADDRESS: Final = re.compile(r"https?://\S", re.IGNORECASE)
_OF_ADDRESS: Final = "web page"
"""What a message asks for with an address."""


def usable(families: Iterable[Family], choices: Mapping[str, ToolChoice]) -> list[Family]:
    """Return the families beside the system's that can be used and that their owner has not turned off."""
    none = ToolChoice("")
    return [it for it in families if not (it.is_system or it.lacks or choices.get(it.name, none).is_off)]


def chosen(families: Sequence[Family], choices: Mapping[str, ToolChoice], asked: str, most: int) -> list[str]:
    """Return the names of at most `most` tools for a conversation, of families that can be used.

    Pinned families come first, then those that its first message `asked` for, then Keepsake's own, then those used
    last, then those of a lower rank. Of a family that doesn't fit whole, the tools that were asked for are chosen, and
    of a server's any. An address asks for a web page.
    """
    if _ADDRESS.search(asked):
        asked = f"{asked} {_OF_ADDRESS}"

    def order(family: Family) -> tuple[bool, int, bool, float, int, str]:
        choice = choices.get(family.name, ToolChoice(family.name))
        fits = max((matches(it, family, asked) for it in family.tools), default=0)
        used = choice.used_at.timestamp() if choice.used_at else 0.0
        return not choice.is_pinned, -fits, family.is_added, -used, family.rank, family.name

    names: list[str] = []
    for family in sorted(families, key=order):
        best = sorted(family.tools, key=lambda it: (-matches(it, family, asked), it.name))
        is_asked_for = any(matches(it, family, asked) for it in best[:1])
        if len(best) > most - len(names) and not (family.is_added or is_asked_for):
            continue
        names += [tool.name for tool in best[: most - len(names)]]
    return names


def fitting(
    names: Sequence[str], sizes: Mapping[str, int], room: int | None, families: Iterable[Family] = ()
) -> list[str]:
    """Return the first tools that together take no more tokens than there is room for (None: any number).

    What of Keepsake's own `families` is named fits whole or not at all, as a tool to cancel needs the one to set.
    """
    own = {tool.name: family.name for family in families if not family.is_added for tool in family.tools}
    kept: list[str] = []
    for _, group in groupby(names, key=lambda it: own.get(it, it)):
        together = list(group)
        tokens = sum(sizes.get(it, 0) for it in together)
        if room is None or tokens <= room:
            kept += together
            room = None if room is None else room - tokens
    return kept


def matches(tool: Tool[Any], family: Family, words: str) -> int:
    """Count the words that a tool, as it is described, shares with some words."""
    told = _words(f"{tool.name.replace('_', ' ')} {tool.description} {family.name} {family.purpose}")
    return sum(any(_is_same(one, other) for other in told) for one in _words(words))


def _words(text: str) -> Collection[str]:
    return set(_WORD.findall(folded(text)))


def _is_same(one: str, other: str) -> bool:
    shared = min(len(one), len(other))
    return one == other or (shared >= _LEAST and one[:shared] == other[:shared])


class FindTools(ToolArguments):
    """Arguments of find_tools."""

    need: Query = Field(description="What is to be done, in a few words")


def _as_json(value: object) -> str:
    """Return arguments as JSON; none are an object without any."""
    text = value.strip() if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "{}" if text in {"", "null"} else text


class UseTool(ToolArguments):
    """Arguments of use_tool; small models write the inner ones as an object."""

    name: str
    arguments: Annotated[str, BeforeValidator(_as_json)] = Field("{}", description="The tool's arguments as JSON")


def finding_tools(tools: ToolSet) -> Family:
    """Return the family that finds and uses the others in `tools`."""

    async def find(tx: Transaction, caller: Caller, arguments: FindTools) -> Outcome:
        families = usable(tools.families(is_host=caller.is_host), await tool_choices.choices(tx, caller.owner))
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
        ),
        Tool(name=USE, description="Use a tool that find_tools found.", arguments=UseTool),
    )
    return Family(name=FINDING, purpose=mark("Find and use other tools."), tools=several, is_system=True)


def _said(words: str, families: Sequence[Family]) -> Outcome:
    """Return words that repeat what families say of themselves, marked as untrusted if one of them is foreign."""
    is_foreign = any(it.is_foreign for it in families)
    return Outcome(others(OthersText(words, "what servers say of their tools")) if is_foreign else own(words))


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
