"""The tools of MCP servers: a family for each server, which comes and changes while the bot runs."""

from typing import Any, Final

from pydantic import RootModel

from bot.errors import ToolServerFailed
from bot.mcp_servers.calls import described_call
from bot.mcp_servers.servers import McpServers
from bot.tools.toolset import Caller, Family, Outcome, Tool, ToolSet
from bot.values.activities import ActivityState, Deed, Risk
from bot.values.mcp import RemoteTool, ServerState
from bot.values.text import one_line

_MOST_NAMED: Final = 8
"""Most tools that a family's purpose names."""
_MOST_OF_A_NAME: Final = 40
_MOST_OF_A_DEED: Final = 200
_SAYS: Final = "Of the server {server}, in its own words: {words}"
_FAILED: Final = "{effect} The server {server} is of no use just now: {problem}. Say so; don't repeat it unasked."
_NOT_DONE: Final = "Nothing was returned."
_NOT_KNOWN: Final = "It is not known whether this was done."


class Given(RootModel[dict[str, Any]]):
    """The arguments of a server's tool as the model gives them; its server checks them."""


def family_name(server: str) -> str:
    """Return the name of a server's family, which none of ours has: one is often called memory."""
    return f"{server} (MCP)"


def keep_mcp_families(tools: ToolSet, servers: McpServers) -> None:
    """Keep the families of the servers in a set of tools as the servers are."""

    def put(state: ServerState) -> None:
        tools.put(mcp_family(state, servers))

    servers.on_change = put
    for state in servers.states():
        put(state)


def mcp_family(state: ServerState, servers: McpServers) -> Family:
    """Return the family of a server. One that is not connected keeps its tools: their calls say why they fail."""
    named = [tool.name.removeprefix(f"{state.name}__")[:_MOST_OF_A_NAME] for tool in state.tools]
    more = f" and {len(named) - _MOST_NAMED} more" if len(named) > _MOST_NAMED else ""
    return Family(
        name=family_name(state.name),
        purpose=f"{', '.join(named[:_MOST_NAMED])}{more}" if named else "An MCP server.",
        tools=[_tool(state.name, tool, servers) for tool in state.tools],
        lacks=_lacks(state),
    )


def _lacks(state: ServerState) -> str:
    """Return why a server can't be used. One that is being started can, if its tools are known: calls wait for it."""
    if state.is_connected or (state.tools and not state.problem):
        return ""
    return f"not connected: {state.problem or 'it is being started'}"


def _tool(server: str, tool: RemoteTool, servers: McpServers) -> Tool[Given]:
    def tells(given: Given) -> str:
        return described_call(server, tool.own_name, given.root)

    async def acts(_: Caller, given: Given) -> Outcome:
        deed, state = f"🔌 {one_line(tells(given))}", ActivityState.DONE
        try:
            words = await servers.call(server, tool.own_name, given.root)
        except ToolServerFailed as error:
            words = _FAILED.format(effect=_NOT_DONE if tool.reads else _NOT_KNOWN, server=server, problem=error)
            deed, state = f"{deed} ({error.clause})", ActivityState.UNKNOWN
        return Outcome(words, deed=None if tool.reads else Deed(_cut(deed), state=state))

    return Tool(
        name=tool.name,
        description=_SAYS.format(server=server, words=tool.description or "nothing"),
        arguments=Given,
        acts=acts,
        risk=Risk.READS if tool.reads else Risk.SENDS,
        tells=tells,
        parameters=tool.parameters,
        edition=tool.fingerprint,
    )


def _cut(words: str) -> str:
    return words if len(words) <= _MOST_OF_A_DEED else f"{words[: _MOST_OF_A_DEED - 1]}…"
