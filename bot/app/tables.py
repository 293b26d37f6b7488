"""Every table, and the texts to index. Whoever needs all, such as a migration or a backup, imports this first."""

from bot.doors.store import tables as doors
from bot.features.notes.store import tables as notes
from bot.features.notes.store import words as note_words
from bot.features.reminders.store import tables as reminders
from bot.memory.store import tables as memory
from bot.memory.store import words as memory_words
from bot.memory.store.vectors import MEMORIES
from bot.store.tables import Base
from bot.turns.store import act_tables, search_tables, telegram_tables
from bot.turns.store import tables as turns
from bot.turns.store.vectors import MESSAGES

METADATA = Base.metadata
MODULES = (doors, notes, reminders, memory, act_tables, search_tables, telegram_tables, turns)
INDEXED = (memory_words.INDEXED, note_words.INDEXED)
EMBEDDED = (MEMORIES, MESSAGES)
