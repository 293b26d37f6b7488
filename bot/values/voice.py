"""Answers by voice."""

from enum import StrEnum


class VoiceMode(StrEnum):
    """Which answers are spoken: all, none, or those to voice messages."""

    ON = "on"
    OFF = "off"
    AUTO = "auto"
