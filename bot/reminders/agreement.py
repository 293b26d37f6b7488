"""Whether a rule is the one that was said: it has the same times, however it is written. Pure."""

from datetime import datetime
from itertools import islice, zip_longest
from typing import Final

from bot.errors import ReminderRefused
from bot.reminders.rules import scheduled
from bot.reminders.said import Said
from bot.reminders.schedule import parts, walls

_COMPARED: Final = 1_000
"""Times of two rules that are compared, from their first one on."""
_DATE: Final = len("20261231")


def repeats_as(said: Said, rule: str, wall: datetime, zone: str) -> bool:
    """Tell whether a rule that begins at a wall time of a zone comes and ends as was said."""
    if not said.rule or not rule:
        return not said.rule and not rule
    try:
        meant, given = (scheduled(wall, zone, it) for it in (said.rrule, rule))
    except ReminderRefused:
        return False
    ends, is_given = (parts(it.rule).get("UNTIL", "")[:_DATE] for it in (meant, given))
    if bool(ends) != bool(is_given):
        return False
    times = [list(islice(walls(it.rule, it.wall, it.wall), _COMPARED)) for it in (meant, given)]
    is_cut = len(times[0]) == _COMPARED
    return all(one == other for one, other in zip_longest(*times)) and (not is_cut or ends == is_given)
