"""The list of the features. Commands, buttons, the menu, /help, /settings, tools, routes and tables follow from it."""

from collections.abc import Sequence
from typing import Final

from bot.app.core_feature import CORE
from bot.feature import Feature
from bot.features.activity import ACTIVITY
from bot.features.api import API
from bot.features.context import CONTEXT
from bot.features.data.feature import DATA
from bot.features.files.feature import FILES
from bot.features.history.feature import HISTORY
from bot.features.instructions import INSTRUCTIONS
from bot.features.mcp_client.tools import MCP_CLIENT
from bot.features.models.feature import MODELS
from bot.features.notes.feature import NOTES
from bot.features.people.telegram import PEOPLE
from bot.features.reactions.tools import REACTION
from bot.features.reminders.feature import REMINDERS
from bot.features.tool_choice import TOOL_CHOICE
from bot.features.usage.feature import USAGE
from bot.features.web.feature import WEB
from bot.kit.settings import Settings
from bot.memory.feature import MEMORY
from bot.telegram.help import Use
from bot.turns.tools.tool import Family

FEATURES: Final[Sequence[Feature]] = (
    MEMORY,
    NOTES,
    HISTORY,
    REMINDERS,
    CORE,
    MODELS,
    INSTRUCTIONS,
    TOOL_CHOICE,
    ACTIVITY,
    PEOPLE,
    API,
    FILES,
    REACTION,
    WEB,
    MCP_CLIENT,
    USAGE,
    CONTEXT,
    DATA,
)


def shared_families(settings: Settings) -> list[Family]:
    """Return the families whose tools are also the MCP server's, and routes below /api/acts."""
    return [family for feature in FEATURES for family in feature.shared(settings)]


def uses() -> list[Use]:
    """Return how the commands are written, in the order of the menu."""
    return [use for feature in FEATURES for use in feature.uses]
