"""Every table: whoever needs them all, such as a migration or a backup, imports this first."""

from bot.doors.store import tables as doors
from bot.features.notes.store import tables as notes
from bot.features.reminders import store as reminders
from bot.memory.store import tables as memory
from bot.store.tables import Base
from bot.turns.store import act_tables, search_tables, telegram_tables
from bot.turns.store import tables as turns

METADATA = Base.metadata
MODULES = (doors, notes, reminders, memory, act_tables, search_tables, telegram_tables, turns)
