"""Consent: whether what a model wants is done at once, or its owner decides. Pure."""

from enum import StrEnum

from bot.kit.capture_modes import WRITING, CaptureMode
from bot.turns.values.acts import Risk


class Consent(StrEnum):
    """What becomes of something that a model wants to do."""

    AT_ONCE = "at once"
    OFFERED = "offered"
    """The answer asks, with buttons below it."""
    WAITS = "waits"
    """A message of its own asks, with buttons."""
    REFUSED = "refused"


def consent(
    risk: Risk,
    mode: CaptureMode | None = None,
    *,
    is_tainted: bool,
    is_asked: bool = False,
    is_own_idea: bool = False,
    is_allowed: bool = False,
) -> Consent:
    """Return what becomes of something with a risk; a change of memories has the owner's `mode`.

    It `is_tainted` where words of others may have led to it, unless it `is_asked` for in the user's own. Of memories,
    one may be the model's `is_own_idea`. What acts outside, or only reads, may be `is_allowed` for good.
    """
    if mode is not None and mode not in WRITING:
        return Consent.REFUSED
    if risk is Risk.SENDS:  # nobody's words allow it anew where others' may have led to it
        return Consent.AT_ONCE if is_allowed and not is_tainted else Consent.WAITS
    if is_tainted and not is_asked:
        return Consent.AT_ONCE if is_allowed else Consent.WAITS
    return Consent.OFFERED if mode is CaptureMode.ASK and is_own_idea else Consent.AT_ONCE
