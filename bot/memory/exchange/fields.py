"""What others call the parts of a memory, in objects and in tables."""

from typing import Final

from bot.memory.exchange.categories import of_heading
from bot.values import MemoryCategory

CONTENT_NAMES: Final = ("content", "memory", "text", "fact", "value", "note", "sentence", "statement")
SUBJECT_NAMES: Final = ("subject", "about", "entity")
CATEGORY_NAMES: Final = ("category", "type", "topic", "section")


def category_of(named: str) -> MemoryCategory | None:
    """Return the category that a field names, by its own name or by what headings call it."""
    exact = named.strip().casefold()
    return MemoryCategory(exact) if exact in set(MemoryCategory) else of_heading(named)
