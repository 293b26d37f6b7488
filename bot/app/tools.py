"""The wiring of the tools."""

from typing import Final

from bot.attachments.documents.documents import DocumentReader
from bot.mcp_servers.servers import McpServers
from bot.memory.operations import Memories
from bot.reminders.operations import Reminders
from bot.settings import Settings
from bot.tools.conversation_search import conversation_search_tools
from bot.tools.documents import document_tools
from bot.tools.finding import finding_tools
from bot.tools.mcp import keep_mcp_families
from bot.tools.memory import memory_tools
from bot.tools.notebook import notebook_tools
from bot.tools.reaction import reaction_tools
from bot.tools.reminders import reminder_tools
from bot.tools.tool import Family
from bot.tools.toolset import ToolSet
from bot.tools.web import web_tools
from bot.web import search as web_search
from bot.web.fetching import Fetcher
from bot.web.pages import Pages
from bot.web.search import WebSearch
from bot.zones import OwnersZone

PAGE_SECONDS: Final = 12.0
"""Seconds to read a web page, once it is fetched."""


def tool_set(settings: Settings) -> ToolSet:
    """Return the families of tools, but for those of MCP servers."""
    tools = ToolSet(
        [
            memory_tools(Memories(settings.memory_limit, settings.memory_capture)),
            conversation_search_tools(OwnersZone(settings.timezone)),
            document_tools(),
            reaction_tools(),
            notebook_tools(OwnersZone(settings.timezone)),
            _web_tools(settings),
            reminder_tools(Reminders(settings.timezone)),
        ]
    )
    tools.put(finding_tools(tools))
    return tools


def listed_servers(settings: Settings, tools: ToolSet) -> McpServers:
    """Return the listed MCP servers, whose families `tools` has from now on as they are."""
    servers = McpServers.of(settings.data_folder)
    keep_mcp_families(tools, servers)
    return servers


def _web_tools(settings: Settings) -> Family:
    """Return the tools for the web. Pages are read in a process of their own, so that no document waits for them."""
    engine = web_search.engine(settings)
    pages = Pages(Fetcher(settings.web_allowed_hosts), DocumentReader(PAGE_SECONDS).read)
    return web_tools(pages, WebSearch(engine) if engine else None)
