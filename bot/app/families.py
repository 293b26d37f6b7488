"""What the model, other assistants and programs can do alike: one declaration of each act for every door."""

from datetime import tzinfo

from bot.features.history.tools import conversation_search_tools
from bot.features.notes.tools import notebook_tools
from bot.features.reminders.operations import Reminders
from bot.features.reminders.tools import reminder_tools
from bot.turns.tools.tool import Family


def shared_families(reminders: Reminders, timezone: tzinfo | None) -> tuple[Family, ...]:
    """Return the families whose tools are also the MCP server's, and routes below /api/acts."""
    return conversation_search_tools(timezone), notebook_tools(timezone), reminder_tools(reminders)
