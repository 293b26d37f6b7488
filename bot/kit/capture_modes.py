"""Whether memories are stored and read."""

from enum import StrEnum
from typing import Final


class CaptureMode(StrEnum):
    """Whether new memories are stored after asking, at once, or not at all, and (none) whether any are read."""

    ASK = "ask"
    AUTO = "auto"
    OFF = "off"
    NONE = "none"


READING: Final = (CaptureMode.ASK, CaptureMode.AUTO, CaptureMode.OFF)
"""Modes in which conversations read memories."""

WRITING: Final = (CaptureMode.ASK, CaptureMode.AUTO)
"""Modes in which conversations write memories."""
TURNED_OFF: Final = "the user has turned that off (/memory mode)."
"""Why nothing was done in another mode, for models and programs."""
