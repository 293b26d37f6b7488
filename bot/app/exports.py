"""What features bring to an export."""

from typing import Any

from bot.turns.store.exports import Section


def export_sections() -> tuple[Section[Any], ...]:
    """Return the features' sections, in their order; they take 2 MB, and are seldom needed."""
    from bot.features.notes.export import NOTES  # noqa: PLC0415 - as above
    from bot.features.reminders.export import REMINDERS  # noqa: PLC0415 - as above

    return NOTES, REMINDERS
