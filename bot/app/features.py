"""The list of the features. Commands, buttons, the menu, /help, /settings, tools, routes and tables follow from it."""

from collections.abc import Sequence
from functools import partial
from typing import Final

import bot.doors.store.tables
import bot.turns.store.tables
import bot.turns.store.telegram_tables  # noqa: F401 - its tables are among all
from bot.app.core_feature import CORE
from bot.feature import Feature, sections_of
from bot.features.activity import ACTIVITY
from bot.features.api import API
from bot.features.context import CONTEXT
from bot.features.data.feature import DATA
from bot.features.files import FILES
from bot.features.history.feature import HISTORY
from bot.features.instructions import INSTRUCTIONS
from bot.features.mcp_client.tools import MCP_CLIENT
from bot.features.models import MODELS
from bot.features.notes.feature import NOTES
from bot.features.people import PEOPLE
from bot.features.reactions import REACTION
from bot.features.reminders.feature import REMINDERS
from bot.features.tool_choice import TOOL_CHOICE
from bot.features.usage.feature import USAGE
from bot.features.web.feature import WEB
from bot.kit.settings import Settings
from bot.memory.feature import MEMORY
from bot.memory.telegram.files import import_offer, without_former
from bot.store.tables import Base
from bot.telegram.acts import ActTexts
from bot.telegram.help import Use
from bot.telegram.outcomes import Rendering
from bot.turns.store.vectors import MESSAGES
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


export_sections: Final = partial(sections_of, FEATURES)


def uses() -> list[Use]:
    """Return how the commands are written, in the order of the menu."""
    return [use for feature in FEATURES for use in feature.uses]


ACTS: Final = ActTexts(
    {name: words for feature in FEATURES for name, words in feature.offers.items()},
    next((feature.below for feature in FEATURES if feature.below), None),
)
RENDERING: Final = Rendering(acts=ACTS, offered_import=import_offer, replaced_import=without_former)
"""What answers and acts read like in a chat."""

METADATA = Base.metadata
"""All tables. Whoever needs them, such as a migration or a backup, imports this first."""
INDEXED = [texts for feature in FEATURES for texts in feature.indexed]
EMBEDDED = [*(texts for feature in FEATURES for texts in feature.embedded), MESSAGES]
