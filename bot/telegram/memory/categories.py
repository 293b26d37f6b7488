"""The categories' names as users read them. In commands they are typed in English, as they are stored."""

from bot.language import t
from bot.memory.exchange.writing import CATEGORIES
from bot.values.memories import MemoryCategory


def category_name(category: MemoryCategory) -> str:
    """Return a category's name in the current language."""
    return t(CATEGORIES[category])
