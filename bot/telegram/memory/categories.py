"""The categories' names as users read them. In commands they are typed in English, as they are stored."""

from collections.abc import Mapping
from typing import Final

from bot.language import mark, t
from bot.values.memories import MemoryCategory

_NAMES: Final[Mapping[MemoryCategory, str]] = {
    MemoryCategory.CONTEXT: mark("Context"),
    MemoryCategory.PERSON: mark("Person"),
    MemoryCategory.PREFERENCE: mark("Preference"),
    MemoryCategory.PROJECT: mark("Project"),
}


def category_name(category: MemoryCategory) -> str:
    """Return a category's name in the current language."""
    return t(_NAMES[category])
