"""The practice model's rules for reminders and tasks: the calls for a sentence, and what it says of their results."""

import re
from datetime import datetime, timedelta
from typing import Final

from practice.model.answer import ToolCall
from practice.model.calls import call
from practice.model.conversation import Step

SET: Final = "set_reminder"
SET_TASK: Final = "set_task"
LIST: Final = "list_reminders"
TOOLS: Final = frozenset({SET, SET_TASK, LIST})

_WHEN: Final = (
    r"(?P<when>in (?P<count>\d{1,3}) (?P<unit>second|minute|hour|day)s?"
    r"|(?P<day>today|tomorrow|every day|every weekday) at (?P<hour>\d{1,2})(?::(?P<minute>\d\d))?)"
)
_ASKED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (rf"remind me {_WHEN} (?:to |of )?(?P<what>.+)", rf"remind me (?:to |of )?(?P<what>.+) {_WHEN}")
)
_TO_DO: Final = re.compile(rf"{_WHEN},? (?P<what>(?:tell|show|list|read|search|look|write|set) .+)", re.IGNORECASE)
_TO_LIST: Final = re.compile(r"(?:what are|list|show me) my (?:reminders|tasks)", re.IGNORECASE)
_RULES: Final = {"every day": "FREQ=DAILY", "every weekday": "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"}
_WEEKDAYS: Final = 5
_DONE: Final = re.compile(r"Set(?P<task> the task)? \[id:\w+\]: (?P<what>.*?)\. The user sees this\.", re.DOTALL)
_ID: Final = re.compile(r"^\[id:\w+\] ", re.MULTILINE)
_ASK: Final = re.compile(r" Ask the user .*")


def call_for(text: str, now: datetime | None) -> ToolCall | None:
    """Return the call that a sentence of a time asks for."""
    if _TO_LIST.fullmatch(text):
        return call(LIST)
    found = next(filter(None, (asked.fullmatch(text) for asked in (*_ASKED, _TO_DO))), None)
    if found is None or now is None or int(found["hour"] or 0) > 23 or int(found["minute"] or 0) > 59:  # noqa: PLR2004
        return None
    rule = _RULES.get((found["day"] or "").lower())
    repeat = {"repeat": rule} if rule else {}
    name = SET_TASK if found.re is _TO_DO else SET
    return call(name, text=found["what"], when=found["when"], at=f"{_at(found, now):%Y-%m-%dT%H:%M}", **repeat)


def outcome(step: Step) -> str:
    """Put the result of a call into words."""
    if done := _DONE.fullmatch(step.result):
        return f"I'll {'do this' if done['task'] else 'remind you'}: {done['what']}."
    return _ASK.sub("", _ID.sub("- ", step.result))


def _at(found: re.Match[str], now: datetime) -> datetime:
    if found["unit"]:
        return now + timedelta(**{f"{found['unit'].lower()}s": int(found["count"])})
    at = now.replace(hour=int(found["hour"]), minute=int(found["minute"] or 0))
    day = found["day"].lower()
    if day == "tomorrow" or (day.startswith("every") and at <= now):
        at += timedelta(days=1)
    while day == "every weekday" and at.weekday() >= _WEEKDAYS:
        at += timedelta(days=1)
    return at
