"""Renders an export as Markdown for people. Texts of the user and the model are quoted unchanged."""

from collections import Counter, defaultdict
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Final, TypeAlias

from bot.memory.export import document
from bot.values.activities import ActivityState
from bot.values.reminders import ReminderState
from bot.values.text import one_line
from bot.values.turns import TurnState

Part: TypeAlias = (
    document.Memory
    | document.Note
    | document.Reminder
    | document.Conversation
    | document.Turn
    | document.Request
    | document.ToolChoice
)

_STATES: Final = {
    TurnState.RUNNING: "This turn was still running when this was written.",
    TurnState.STOPPED: "This turn was stopped.",
    TurnState.FAILED: "This turn failed.",
}
_DID: Final = {
    ActivityState.WAITING: "Waits: ",
    ActivityState.ALLOWED: "Allowed: ",
    ActivityState.RUNNING: "Running: ",
    ActivityState.FAILED: "Failed: ",
    ActivityState.UNKNOWN: "Interrupted: ",
    ActivityState.DECLINED: "Not done: ",
    ActivityState.EXPIRED: "Not done: ",
    ActivityState.UNDONE: "Undone: ",
}
"""Words before what was not, or not only, done."""
_USAGE: Final = {
    "Requests": "requests",
    "Input": "input_tokens",
    "From cache": "cached_tokens",
    "Written to cache": "written_tokens",
    "Output": "output_tokens",
}
"""Sums per month by column heading."""


class Readable:
    """Renders an export part by part. Times are in a zone (None: the machine's own)."""

    def __init__(self, timezone: tzinfo | None) -> None:
        self._timezone = timezone
        self._memories: list[document.Memory] = []
        self._reminders: list[document.Reminder] = []
        self._months = defaultdict[str, Counter[str]](Counter)

    def opening(self, head: document.Head) -> str:
        """Return the title."""
        at = head.exported_at.astimezone(self._timezone)
        return (
            f"# What Keepsake knows of you\n\nWritten on {at:%d %B %Y, %H:%M}. The JSON file beside this one holds the"
            " same for programs, and what the model was sent besides words.\n"
        )

    def part(self, part: Part) -> str:
        """Return a part as Markdown; empty for those collected for `memories`, `reminders` and `usage`."""
        match part:
            case document.Memory():
                self._memories.append(part)
            case document.Reminder():
                self._reminders.append(part)
            case document.Request():
                month = f"{part.created_at.astimezone(self._timezone):%Y-%m}"
                self._months[month].update(requests=1, **part.model_dump(include=set(_USAGE.values())))
            case document.Note():
                return self._note(part)
            case document.Conversation():
                return self._conversation(part)
            case document.Turn():
                return self._turn(part)
        return ""

    def memories(self) -> str:
        """Return the memories by category, with all their versions, the deleted ones last."""
        deleted_last = sorted(self._memories, key=lambda memory: memory.deleted_at is not None)
        sections = [
            f"\n### {title}\n\n" + "".join(map(self._memory, section))
            for title, section in groupby(deleted_last, key=_section_title)
        ]
        return "\n## Memories\n" + ("".join(sections) or "\nNone.\n")

    def reminders(self) -> str:
        """Return the reminders, those that ring first; nothing if there are none."""
        if not self._reminders:
            return ""
        ordered = sorted(self._reminders, key=lambda it: (it.state is not ReminderState.ACTIVE, it.wall))
        return "\n## Reminders\n\n" + "".join(map(self._reminder, ordered))

    def usage(self) -> str:
        """Return the number of requests and their tokens, by month."""
        if not self._months:
            return "\n## Usage\n\nNone.\n"
        sums = sorted(self._months.items())
        table = [["Month", *_USAGE], *([month, *(f"{it[name]:,}" for name in _USAGE.values())] for month, it in sums)]
        heading, *rows = (f"| {' | '.join(cells)} |\n" for cells in table)
        return (
            "\n## Usage\n\nTokens; those from the server's cache, and those written to it, are part of the input.\n\n"
            f"{heading}|---{'|--:' * len(_USAGE)}|\n{''.join(rows)}"
        )

    def _conversation(self, conversation: document.Conversation) -> str:
        started, last = self._date(conversation.started_at), self._date(conversation.last_message_at)
        pieces = [f"\n### Conversation {conversation.number}: {started} to {last}\n"]
        if conversation.summary:
            pieces.append("\nThe summary of its earlier part:\n\n" + _quoted(conversation.summary))
        return "".join([*pieces, *map(self._turn, conversation.turns)])

    def _turn(self, turn: document.Turn) -> str:
        state = f"\n*{_STATES[turn.state]}*\n" if turn.state in _STATES else ""
        did = "".join(f"\n{_DID.get(it.state, '')}{one_line(it.words)}\n" for it in turn.activities)
        return "".join(map(self._said, turn.messages)) + did + state

    def _memory(self, memory: document.Memory) -> str:
        *earlier, newest = memory.versions
        subject = f"**{one_line(memory.subject)}**: " if memory.subject else ""
        deleted = f", deleted {self._date(memory.deleted_at)}" if memory.deleted_at else ""
        pin = "📌 " if memory.pinned else ""
        line = f"- {pin}{subject}{one_line(newest.content)} (`{memory.id}`, {self._date(newest.created_at)}{deleted})\n"
        before = (f"  - before, {self._date(it.created_at)}: {one_line(it.content)}\n" for it in reversed(earlier))
        return line + "".join(before)

    def _note(self, note: document.Note) -> str:
        """Return a note's text, and below it its earlier ones, the newest first."""
        *earlier, newest = note.versions
        deleted = f", deleted {self._date(note.deleted_at)}" if note.deleted_at else ""
        text = f"\n### {one_line(note.name)} ({self._date(newest.created_at)}{deleted})\n\n{_text(newest)}"
        before = (f"\nVersion {it.number}, {self._date(it.created_at)}:\n\n{_text(it)}" for it in reversed(earlier))
        return text + "".join(before)

    @staticmethod
    def _reminder(reminder: document.Reminder) -> str:
        state = "" if reminder.state is ReminderState.ACTIVE else f", {reminder.state.value}"
        rule = f", {reminder.rule}" if reminder.rule else ""
        when = f"{reminder.wall:%d %b %Y, %H:%M} ({reminder.zone}){rule}"
        return f"- {when}: {one_line(reminder.text)} (`{reminder.id}`{state})\n"

    def _said(self, message: document.Message) -> str:
        if message.role == "tool":
            return f"\n{one_line(message.receipt)}\n" if message.receipt else ""
        words = message.words
        if not words.strip():
            return ""
        who = "You" if message.role == "user" else "Keepsake"
        replaced = ", replaced by another answer" if message.superseded and message.role == "assistant" else ""
        return f"\n**{who}**, {self._date(message.created_at)}{replaced}\n\n{_quoted(words)}"

    def _date(self, at: datetime) -> str:
        return f"{at.astimezone(self._timezone):%d %b %Y, %H:%M}"


def _section_title(memory: document.Memory) -> str:
    return "Deleted" if memory.deleted_at else memory.category.value.title()


def _text(version: document.NoteVersion) -> str:
    return _quoted(version.content or "Empty.")


def _quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.strip("\n").splitlines())
