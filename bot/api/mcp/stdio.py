"""The server over standard input and output, for an assistant on this machine."""

from datetime import UTC, datetime

from mcp.server.stdio import stdio_server

from bot.api.mcp.server import mcp_server
from bot.api.services import ApiServices
from bot.values.access import AccessToken, Scope
from bot.values.owner import Owner

UNNAMED = "another assistant"


async def serve(services: ApiServices, owner: Owner, scope: Scope) -> None:
    """Serve an assistant for an owner until it closes our standard input."""
    caller = AccessToken(owner=owner, name=UNNAMED, scope=scope, created_at=datetime.now(UTC))
    server = mcp_server(services, lambda _: caller)
    async with stdio_server() as (received, sent):
        await server.run(received, sent, server.create_initialization_options())
