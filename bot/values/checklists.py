"""The first checklist."""

from enum import StrEnum


class FirstStep(StrEnum):
    """Something to try out at first."""

    TELL = "tell"
    """Tell something that is remembered."""
    ASK = "ask"
    """Say something in a later conversation, whose model remembers it."""
    SHOW = "show"
    """Send a picture."""
