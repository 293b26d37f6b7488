"""The practice model's rules for reminders: the call for a sentence, and what it says of the result."""

import re
from datetime import datetime, timedelta
from typing import Final

from practice.model.answer import ToolCall
from practice.model.conversation import Step

SET: Final = "set_reminder"
LIST: Final = "list_reminders"
TOOLS: Final = frozenset({SET, LIST})

_WHEN: Final = (
    r"(?P<when>in (?P<count>\d{1,3}) (?P<unit>second|minute|hour|day)s?"
    r"|(?P<day>today|tomorrow) at (?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?)"
)
_ASKED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (rf"remind me {_WHEN} to (?P<what>.+)", rf"remind me to (?P<what>.+) {_WHEN}")
)
_TO_LIST: Final = re.compile(r"(?:what are|list|show me) my reminders", re.IGNORECASE)
_DONE: Final = re.compile(r"Set \[id:\w+\]: (?P<what>.*?)\. The user sees this\.", re.DOTALL)
_ID: Final = re.compile(r"^\[id:\w+\] ", re.MULTILINE)
_ASK: Final = re.compile(r" Ask the user .*")


def call_for(text: str, now: datetime | None) -> ToolCall | None:
    """Return the call that a sentence asks for; without the time now, none is set."""
    if _TO_LIST.fullmatch(text):
        return ToolCall.of(LIST)
    found = next(filter(None, (asked.fullmatch(text) for asked in _ASKED)), None)
    if found is None or now is None:
        return None
    return ToolCall.of(SET, text=found["what"], when=found["when"], at=f"{_at(found, now):%Y-%m-%dT%H:%M}")


def outcome(step: Step) -> str:
    """Put the result of a call into words."""
    if done := _DONE.fullmatch(step.result):
        return f"I'll remind you: {done['what']}."
    return _ASK.sub("", _ID.sub("- ", step.result))


def _at(found: re.Match[str], now: datetime) -> datetime:
    if found["unit"]:
        return now + timedelta(**{f"{found['unit'].lower()}s": int(found["count"])})
    at = now.replace(hour=int(found["hour"]), minute=int(found["minute"] or 0))
    return at + timedelta(days=found["day"].lower() == "tomorrow")
