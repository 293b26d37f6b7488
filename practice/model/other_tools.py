"""The practice model's rules for tools other than memories: the call for a sentence, and what it says of the result."""

import re
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Final

from practice.model.answer import ToolCall
from practice.model.conversation import Step

_NAME: Final = r"(?:my|the) (?P<name>(?:[\w'-]+ ){0,3}(?:list|notes?))"
_TO_ADD: Final = re.compile(rf"(?:add|put) (?P<what>.+) (?:to|on|in) {_NAME}", re.IGNORECASE)
_TO_TICK: Final = re.compile(rf"tick off (?P<what>.+) (?:on|in) {_NAME}", re.IGNORECASE)
_TO_LIST_NOTES: Final = re.compile(r"(?:list|show me|what are) my notes", re.IGNORECASE)
_AND: Final = re.compile(r",? and |, ")
_NOT_DONE: Final = "Nothing was done. "
_NOTE: Final = re.compile(r"\[note \"(?P<name>[^\"]+)\"[^\]]*\] (?P<text>.*)")

_WHEN: Final = (
    r"(?P<when>in (?P<count>\d{1,3}) (?P<unit>second|minute|hour|day)s?"
    r"|(?P<day>today|tomorrow) at (?P<hour>[01]?\d|2[0-3])(?::(?P<minute>[0-5]\d))?)"
)
_TO_REMIND: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (rf"remind me {_WHEN} to (?P<what>.+)", rf"remind me to (?P<what>.+) {_WHEN}")
)
_TO_LIST_REMINDERS: Final = re.compile(r"(?:what are|list|show me) my reminders", re.IGNORECASE)
_SET: Final = re.compile(r"Set \[id:\w+\]: (?P<what>.*?)\. The user sees this\.", re.DOTALL)
_ID: Final = re.compile(r"^\[id:\w+\] ", re.MULTILINE)
_ASK: Final = re.compile(r" Ask the user .*")

_LINK: Final = re.compile(r"(?:(?:read|open) )?(https?://\S+)", re.IGNORECASE)
_TO_SEARCH: Final = re.compile(r"search the web for (.+)", re.IGNORECASE)
_UNTRUSTED: Final = "[Not the user's words"
_WAITS: Final = "Nothing is done yet"
_NOT_TEXT: Final = re.compile(r"|#.*|Date: .*|https?://\S+(?:, part .*)?")
_HIT: Final = re.compile(r"\d+\. (?P<title>.*)")
_FIRST_WORDS: Final = 200


def call_for(text: str, now: datetime | None) -> ToolCall | None:
    """Return the call that a sentence asks for; without the time now, no reminder is set."""
    if link := _LINK.fullmatch(text):
        return ToolCall.of("fetch_page", url=link[1])
    if searched := _TO_SEARCH.fullmatch(text):
        return ToolCall.of("web_search", query=searched[1])
    if _TO_LIST_REMINDERS.fullmatch(text):
        return ToolCall.of("list_reminders")
    asked = next(filter(None, (pattern.fullmatch(text) for pattern in _TO_REMIND)), None)
    if asked and now:
        at = f"{_at(asked, now):%Y-%m-%dT%H:%M}"
        return ToolCall.of("set_reminder", text=asked["what"], when=asked["when"], at=at)
    return _for_notes(text)


def outcome(step: Step) -> str | None:
    """Put the result of a call into words; None for another tool."""
    match step.call.name:
        case "fetch_page" | "web_search":
            return _of_web(step)
        case "set_reminder" | "list_reminders":
            done = _SET.fullmatch(step.result)
            return f"I'll remind you: {done['what']}." if done else _ASK.sub("", _ID.sub("- ", step.result))
        case "find_notes" | "change_note":
            return _of_notes(step)
    return None


def _for_notes(text: str) -> ToolCall | None:
    if _TO_LIST_NOTES.fullmatch(text):
        return ToolCall.of("find_notes")
    if asked := _TO_TICK.fullmatch(text):
        return ToolCall.of("change_note", name=_named(asked), tick=_AND.split(asked["what"]))
    if asked := _TO_ADD.fullmatch(text):
        is_list = asked["name"].endswith("list")
        lines = [f"- [ ] {item}" for item in _AND.split(asked["what"])] if is_list else [asked["what"]]
        return ToolCall.of("change_note", name=_named(asked), add="\n".join(lines))
    return None


def _named(asked: re.Match[str]) -> str:
    return asked["name"][:1].upper() + asked["name"][1:]


def _at(found: re.Match[str], now: datetime) -> datetime:
    if found["unit"]:
        return now + timedelta(**{f"{found['unit'].lower()}s": int(found["count"])})
    at = now.replace(hour=int(found["hour"]), minute=int(found["minute"] or 0))
    return at + timedelta(days=found["day"].lower() == "tomorrow")


def _of_notes(step: Step) -> str:
    if step.result.startswith(_NOT_DONE):
        return f"That didn't work, so nothing was changed. {step.result.removeprefix(_NOT_DONE)}"
    if step.call.name == "find_notes":
        lines = [f"“{it['name']}”: {it['text']}" for it in map(_NOTE.fullmatch, step.result.splitlines()) if it]
        return "\n".join(["Your notes:", *lines]) if lines else "I found no note."
    return f"Done. That's in your note “{step.given('name')}”."


def _of_web(step: Step) -> str:
    if step.result.startswith(_WAITS):
        return "Untrusted text may have led there, so it waits for your button below."
    if not step.result.startswith(_UNTRUSTED):
        return step.result
    lines = [line.removeprefix("> ").rstrip() for line in step.result.splitlines()[1:]]
    if step.call.name == "web_search":
        hits = (
            f"- {about['title']}: {address}"
            for line, address in pairwise(lines)
            if (about := _HIT.fullmatch(line)) and address.startswith("http")
        )
        return "\n".join(["I found this on the web:", *hits])
    address = lines[0].partition(", part ")[0]
    text = " ".join(line for line in lines[1:] if not _NOT_TEXT.fullmatch(line))
    more = "…" if len(text) > _FIRST_WORDS else ""
    return f"I have read {address}. It begins: “{text[:_FIRST_WORDS]}{more}”"
