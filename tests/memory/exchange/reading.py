"""The result of reading a file, in a form for tests."""

from bot.memory.exchange.found import Found


def contents(found: Found) -> list[str]:
    """Return what the memories say."""
    return [it.content for it in found.additions]


def told(found: Found) -> list[tuple[str, str | None, str]]:
    """Return the memories with what they are about."""
    return [(it.category.value, it.subject, it.content) for it in found.additions]
