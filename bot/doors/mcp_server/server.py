"""The definition of the server, the same for every transport and every version of the protocol."""

import json
from dataclasses import replace
from typing import Any, Final

import structlog
from mcp.server import InitializationOptions, NotificationOptions, Server
from mcp.server.context import CallNext, HandlerResult
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListToolsResult,
    PaginatedRequestParams,
    Prompt,
    PromptMessage,
    TextContent,
    Tool,
    ToolAnnotations,
)
from pydantic import ValidationError

from bot.doors.http.access import Caller
from bot.doors.http.acts import embedded, performed
from bot.doors.http.services import ApiServices
from bot.doors.mcp_server.resources import CallerOf, Context, Resources, check_reading
from bot.doors.mcp_server.shared import Shared
from bot.doors.values import NAME_MAX, Scope
from bot.kit.errors import KeepsakeError
from bot.kit.text import clean, one_line
from bot.model.values import ToolCall
from bot.turns.tools.tool import Caller as ToolCaller
from bot.turns.tools.tool import Tool as OurTool
from bot.turns.tools.tool import schema_of
from bot.turns.tools.toolset import Prepared, ToolSet
from bot.turns.values.acts import Risk

_NOTHING: Final = "Nothing was done"

log = structlog.get_logger()


def mcp_server(services: ApiServices, shared: Shared, caller_of: CallerOf) -> Server[Any]:
    """Return the server."""
    families = (shared.family, *services.families)
    tools = ToolSet(families)

    def assistant(ctx: Context) -> Caller:
        """Return who asks, by the name that the assistant gives itself."""
        caller, client = caller_of(ctx), ctx.session.client_params
        name = one_line(clean(client.client_info.title or client.client_info.name))[:NAME_MAX] if client else ""
        return replace(caller, name=name) if name else caller

    async def list_tools(ctx: Context, _: PaginatedRequestParams | None) -> ListToolsResult:
        may_write = caller_of(ctx).scope is Scope.WRITE
        offered = (tool for family in families for tool in family.tools if may_write or tool.risk is Risk.READS)
        return ListToolsResult(tools=[_described(it) for it in offered])

    async def call_tool(ctx: Context, params: CallToolRequestParams) -> CallToolResult:
        if tools.find(params.name) is None:
            raise MCPError(INVALID_PARAMS, "There is no such tool.")
        return await _called(
            services, assistant(ctx), tools, ToolCall("", params.name, json.dumps(params.arguments or {}))
        )

    async def list_prompts(_ctx: Context, _: PaginatedRequestParams | None) -> ListPromptsResult:
        its = shared.prompt
        return ListPromptsResult(prompts=[Prompt(name=its.name, title=its.title, description=its.description)])

    async def get_prompt(ctx: Context, params: GetPromptRequestParams) -> GetPromptResult:
        if params.name != shared.prompt.name:
            raise MCPError(INVALID_PARAMS, "There is no such prompt.")
        words = await _rendered(services, shared, caller_of(ctx))
        return GetPromptResult(messages=[PromptMessage(role="user", content=TextContent(text=words))])

    resources = Resources(services, shared.things, caller_of)
    server = _Server(
        "keepsake",
        version="1",
        title="Keepsake",
        instructions=shared.instructions,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_list_resources=resources.list,
        on_list_resource_templates=resources.templates,
        on_read_resource=resources.read,
        on_subscribe_resource=resources.watching.subscribe,
        on_unsubscribe_resource=resources.watching.unsubscribe,
        on_subscriptions_listen=resources.watching.listen,
    )
    server.middleware.append(_log_bugs)
    return server


class _Server(Server[Any]):
    """A server that tells of changes of its resources, in the former protocol, too."""

    def create_initialization_options(
        self, notification_options: NotificationOptions | None = None, *more: Any, **named: Any
    ) -> InitializationOptions:
        """Return what the server says of itself at first."""
        options = notification_options or NotificationOptions(resources_changed=True)
        return super().create_initialization_options(options, *more, **named)


async def _called(services: ApiServices, caller: Caller, tools: ToolSet, call: ToolCall) -> CallToolResult:
    """Run a tool in a transaction that also puts the receipt of what it changed into the owner's chat."""
    prepared = tools.prepare(ToolCaller(caller.owner, turn=None), call)
    if not isinstance(prepared, Prepared):
        return _refused(prepared.content)
    tool, writes = prepared.tool, prepared.tool.risk is not Risk.READS
    if writes and caller.scope is not Scope.WRITE:
        return _refused(f"{_NOTHING}: you may only read here.")
    embedding = await embedded(services, tool, prepared.arguments)
    try:
        async with services.changing(caller.owner) if writes else services.transaction() as tx:
            outcome = await performed(tx, services, caller, prepared.family, tool, prepared.arguments, embedding)
    except KeepsakeError as error:
        return _refused(f"{_NOTHING}. {error}")
    if outcome.deed:
        services.changed(caller.owner)
    content, data = [TextContent(text=outcome.words)], dict(outcome.data) or None
    return CallToolResult(content=[*content], structured_content=data, is_error=outcome.refused is not None)


async def _rendered(services: ApiServices, shared: Shared, caller: Caller) -> str:
    """Return the prompt. Raises MCPError."""
    try:
        async with services.transaction() as tx:
            await check_reading(tx, services, caller.owner)
            return await shared.prompt.render(tx, caller.owner, caller.scope is Scope.WRITE)
    except KeepsakeError as error:
        raise MCPError(INVALID_PARAMS, str(error)) from None


def _described(tool: OurTool[Any]) -> Tool:
    title = tool.name.replace("_", " ").capitalize()
    hints = ToolAnnotations(
        title=title,
        read_only_hint=tool.risk is Risk.READS,
        destructive_hint=tool.is_destructive,
        idempotent_hint=tool.is_idempotent,
        open_world_hint=False,
    )
    return Tool(
        name=tool.name, title=title, description=tool.description, input_schema=schema_of(tool), annotations=hints
    )


def _refused(words: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(text=words)], is_error=True)


async def _log_bugs(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Log what is an error of ours: the SDK's own log is closed, since it quotes what peers send."""
    try:
        return await call_next(ctx)
    except (MCPError, ValidationError):
        raise
    except Exception:  # the SDK answers for it, without a word in our log
        log.exception("a request of an MCP client failed", method=ctx.method)
        raise
