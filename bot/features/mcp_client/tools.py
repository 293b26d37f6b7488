"""The tools of MCP servers: a family for each server, which comes and changes while the bot runs.

What a server says of its tools is untrusted text, in the list that a conversation is offered as in a result of
find_tools. So a conversation that is offered a server's tool is tainted from its beginning: what changes memories,
notes or reminders waits for a press, unless the user said it in their own words. A tool that its owner has allowed for
good still runs without a press, unless another server's words or any other untrusted text may have led to the call.
One that only reads runs at once; if it may carry words of its call anywhere, it asks once such text may have led to
that, unless it is allowed for good. Who trusts a server's descriptions says so in its entry ("trusted": true); what it
returns stays untrusted.
"""

import json
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final

from pydantic import RootModel

from bot.feature import AddCommand, Feature, Loop
from bot.features.mcp_client.listed import RemoteTool, ServerState
from bot.features.mcp_client.schemas import bounded, shortened
from bot.features.mcp_client.servers import CHECK_SECONDS, McpServers
from bot.kit.errors import ToolFailed, ToolServerFailed
from bot.kit.findings import Check, Finding
from bot.kit.language import Words, mark, plural, rendered
from bot.kit.prompt_text import OthersText, others
from bot.kit.settings import Settings
from bot.kit.text import clean, one_line, with_hidden_shown
from bot.turns.tools.tool import Caller, Family, Outcome, Tool
from bot.turns.tools.toolset import ToolSet
from bot.turns.values.acts import ActState, Deed, Risk

_MOST_NAMED: Final = 8
_MOST_SHOWN: Final = 2_400
"""Characters of all arguments that are shown to the user who is asked."""
_LONGEST_SHOWN_NAME: Final = 200
_MOST_OF_A_DEED: Final = 200
_FAILED: Final = "{effect} The server {server} is of no use just now: {problem}. Say so; don't repeat it unasked."


class Given(RootModel[dict[str, Any]]):
    """The arguments of a server's tool as the model gives them; its server checks them."""


def described_call(server: str, tool: str, arguments: Mapping[str, Any]) -> str:
    """Return what a call sends, as its owner is shown it: each argument, cut if long. None can pose as another."""
    most = max(60, _MOST_SHOWN // max(1, len(arguments)))
    lines = [f"{server}: {shortened(tool, _LONGEST_SHOWN_NAME)}"]
    for name, value in arguments.items():
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        written = clean(with_hidden_shown(text))
        length = plural("{count} character", "{count} characters", len(written))
        shown = "\n    ".join(written[:most].splitlines())
        more = f"… ({length})" if len(written) > most else ""
        lines.append(f"{shortened(name, _LONGEST_SHOWN_NAME)}: {shown}{more}")
    return bounded("\n".join(lines))


def family_name(server: str) -> str:
    """Return the name of a server's family, which none of ours has: one is often called memory."""
    return f"{server} (MCP)"


def keep_mcp_families(tools: ToolSet, servers: McpServers) -> None:
    """Keep the families of the servers in a set of tools as the servers are."""
    servers.on_change = lambda state: tools.put(mcp_family(state, servers))
    for state in servers.states():
        servers.on_change(state)


def mcp_family(state: ServerState, servers: McpServers) -> Family:
    """Return the family of a server. One that is not connected keeps its tools: their calls say why they fail."""
    named = [tool.name.removeprefix(f"{state.name}__")[:40] for tool in state.tools]
    more = ", …" if len(named) > _MOST_NAMED else ""
    return Family(
        name=family_name(state.name),
        purpose=f"{', '.join(named[:_MOST_NAMED])}{more}" if named else mark("An MCP server."),
        tools=[_tool(state.name, tool, servers) for tool in state.tools],
        is_added=True,
        for_people=state.for_people,
        is_foreign=not state.is_trusted,
        lacks=_lacks(state),
    )


def _lacks(state: ServerState) -> Words:
    """Return why a server can't be used. One that is being started can, if its tools are known: calls wait for it."""
    if state.is_connected or (state.tools and not state.problem):
        return ""
    return state.problem or mark("it is starting")


def _tool(server: str, tool: RemoteTool, servers: McpServers) -> Tool[Given]:
    def tells(given: Given) -> str:
        return described_call(server, tool.own_name, given.root)

    def is_free(caller: Caller, _: Given) -> bool:
        return not (tool.reaches_out and caller.is_tainted_beside(family_name(server)))

    async def acts(_: Caller, given: Given) -> Outcome:
        problem: Words = ""
        state = ActState.DONE
        try:
            words = await servers.call(server, tool.own_name, given.root)
        except ToolFailed as error:
            words, state = f"It failed, and says:\n{error.reply}", ActState.FAILED
        except ToolServerFailed as error:
            effect = "Nothing was returned." if tool.reads else "It is not known whether this was done."
            words = _FAILED.format(effect=effect, server=server, problem=error.in_english)
            problem, state = error.clause, ActState.FAILED if tool.reads else ActState.UNKNOWN

        def receipt() -> str:
            done = f"🔌 {one_line(tells(given))}"
            line = f"{done} ({rendered(problem)})" if problem else done
            return line if len(line) <= _MOST_OF_A_DEED else f"{line[: _MOST_OF_A_DEED - 1]}…"

        return Outcome(others(OthersText(words, "from the tool", tool.name)), deed=Deed(receipt, state=state))

    return Tool(
        name=tool.name,
        description=f"Of the server {server}, in its own words: {tool.description or 'nothing'}",
        arguments=Given,
        acts=acts,
        risk=Risk.READS if tool.reads else Risk.SENDS,
        tells=tells,
        is_free=is_free,
        parameters=tool.parameters,
        edition=tool.fingerprint,
    )


def _kept(settings: Settings, tools: ToolSet) -> Loop:
    """Keep the families of the listed servers in a set of tools as they are."""
    servers = McpServers.listed_in(settings.data_folder)
    keep_mcp_families(tools, servers)
    return servers.run()


def _check(settings: Settings) -> AsyncIterator[Finding]:
    from bot.features.mcp_client.cli import check_servers  # noqa: PLC0415 - only the doctor needs it

    return check_servers(settings)


def _add_commands(add: AddCommand, _: object) -> None:
    from bot.features.mcp_client.cli import login  # noqa: PLC0415 - only the command line needs it

    add(login, group="mcp").add_argument("server", help="Name of the server in mcp.json.")


MCP_CLIENT = Feature(
    name="mcp_client",
    keeps=_kept,
    checks=[Check("mcp", _check, ["DATA_DIR"], 30 + CHECK_SECONDS)],
    add_commands=_add_commands,
)
