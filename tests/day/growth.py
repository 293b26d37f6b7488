"""Growth: what a bot must not have more of after a day than after its first hours."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import Final, TypeAlias

from tests.day.machine import Machine

_WARM: Final = 0.3
"""Share of the samples that are taken while caches and pools fill."""
_PASSING: Final = """
    SELECT (SELECT count(*) FROM telegram_updates WHERE payload IS NOT NULL OR handled_at IS NULL),
        (SELECT count(*) FROM telegram_messages WHERE content IS NOT NULL OR state = 'waiting'),
        (SELECT count(*) FROM agent_api_requests) + (SELECT count(*) FROM agent_login_links)
            + (SELECT count(*) FROM agent_invitations),
        (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()),
        (SELECT count(*) FROM pg_stat_activity WHERE state = 'idle in transaction'
            AND state_change < clock_timestamp() - interval '10 seconds')
"""
_COUNTED: Final = ("updates", "texts", "links", "connections", "forgotten_transactions")
"""What that query counts."""


Sample: TypeAlias = Mapping[str, int]
"""What the bot holds at a quiet moment: how much of each of these."""
_FEWEST: Final = 60
"""Fewest samples that tell growth from what fills in the first hours."""
_ALLOWED: Final[Sample] = {
    "memory_kb": 8_192,
    "tasks": 3,
    "open_files": 3,
    "threads": 3,
    "processes": 0,
    "connections": 2,
    "forgotten_transactions": 0,
    "files": 2,  # temporary ones, and those in the data folder but for what was sent
    "updates": 0,  # those that are not handled, or still have their payload
    "texts": 0,  # messages that wait in the outbox, or still have their text
    "links": 0,  # rows of tables of passing things
}
"""Most growth from the end of the first hours to the end of the day; caches of the day's own size need some."""


def taken(machine: Machine, measured: Mapping[str, float]) -> Sample:
    """Take a sample of a machine, whose bot has just `measured` itself."""
    process = Path("/proc", str(machine.bot.pid))
    files = [it for folder in (machine.temporary, machine.data) for it in folder.rglob("*") if "files" not in it.parts]
    return {
        "memory_kb": int(measured["process_resident_memory_bytes"]) // 1_024,
        "tasks": int(measured["keepsake_tasks"]),
        "open_files": len(list((process / "fd").iterdir())),
        "threads": len(list((process / "task").iterdir())),
        "processes": sum(len(it.read_text().split()) for it in process.glob("task/*/children")),
        "files": sum(it.is_file() for it in files),
        **dict(zip(_COUNTED, machine.rows(_PASSING)[0], strict=True)),
    }


def growth(samples: Sequence[Sample]) -> dict[str, float]:
    """Return how much there is more of each at the end than after the first hours, by the median slope.

    The slope is the median of those between all pairs of values (Theil and Sen's estimator), a step.
    """
    later = samples[int(len(samples) * _WARM) :]
    pairs = list(combinations(enumerate(later), 2))
    return {
        name: median([(new[name] - old[name]) / (to - at) for (at, old), (to, new) in pairs] or [0]) * (len(later) - 1)
        for name in _ALLOWED
    }


def grown(samples: Sequence[Sample]) -> list[str]:
    """Return what grew more than is allowed."""
    if len(samples) < _FEWEST:
        return []
    return [
        f"{name} grew by {more:.1f}, and {_ALLOWED[name]} are allowed: {[it[name] for it in samples]}"
        for name, more in growth(samples).items()
        if more > _ALLOWED[name]
    ]
