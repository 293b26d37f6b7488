"""Every table, and the texts to index. Whoever needs all, such as a migration or a backup, imports this first."""

from bot.app.features import FEATURES
from bot.doors.store import tables as doors
from bot.store.tables import Base
from bot.turns.store import tables as turns
from bot.turns.store import telegram_tables
from bot.turns.store.vectors import MESSAGES

METADATA = Base.metadata
PARTS = (*FEATURES, doors, turns, telegram_tables)
"""What declares tables."""
INDEXED = [texts for feature in FEATURES for texts in feature.indexed]
EMBEDDED = [*(texts for feature in FEATURES for texts in feature.embedded), MESSAGES]
