"""How much is remembered, in words. Pure."""

from datetime import datetime, tzinfo
from typing import Final

from bot.database.memory_stats import MemoryStats
from bot.telegram.formatting import bold, compose
from bot.telegram.texts import Text
from bot.tokens import tokens_of_bytes
from bot.values import MemoryCategory

_LINE_BYTES: Final = len("- [id:12345678] \n")
"""What a memory's line in the prompt has besides its text."""


def told(stats: MemoryStats, timezone: tzinfo | None) -> list[Text]:
    """Say how many memories there are and of which kind, how old they are, and what they take of a prompt."""

    def day(at: datetime) -> str:
        return f"{at.astimezone(timezone):%d %b %Y}"

    kinds = "".join(f"\n• {it.value}: {stats.by_category[it]:,}" for it in MemoryCategory if it in stats.by_category)
    counted = {"pinned": stats.pinned, "deleted": stats.deleted}
    marked = "".join(f"{number:,} {what}. " for what, number in counted.items() if number)
    ages = f"\nOldest: {day(stats.oldest)}. Newest: {day(stats.newest)}." if stats.oldest and stats.newest else ""
    size = tokens_of_bytes(stats.text_bytes + _LINE_BYTES * stats.live)
    return compose(
        "📊 ",
        bold("What I remember:"),
        f" {_count(stats.live, 'memory', 'memories')}{kinds}",
        f"\n\n{marked}{_count(stats.versions, 'version', 'versions')} in total.",
        ages,
        f"\nTogether they would take about {size:,} tokens of a prompt.",
    )


def _count(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
