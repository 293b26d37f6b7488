"""Renders an export as Markdown for people. Texts of the user and the model are quoted unchanged."""

from collections import Counter, defaultdict
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Final, TypeAlias

from bot.features.data.export import conversations, document
from bot.features.reminders.values import ReminderState
from bot.kit.language import date_time, mark, number, sentences, t
from bot.kit.text import one_line
from bot.memory.acts import FAMILY
from bot.memory.exchange.writing import CATEGORIES, EXPORT_TITLE
from bot.turns.values.acts import ActState
from bot.turns.values.turns import TurnState

Part: TypeAlias = (
    document.Memory
    | document.Note
    | document.Reminder
    | conversations.Conversation
    | conversations.Turn
    | conversations.Request
    | conversations.Act
    | document.ToolChoice
)

_STATES: Final = {
    TurnState.RUNNING: mark("This turn was still running when this was written."),
    TurnState.STOPPED: mark("This turn was stopped."),
    TurnState.FAILED: mark("This turn failed."),
}
_DID: Final = {
    ActState.WAITING: mark("Waits: {deed}"),
    ActState.ALLOWED: mark("Allowed: {deed}"),
    ActState.RUNNING: mark("Running: {deed}"),
    ActState.FAILED: mark("Failed: {deed}"),
    ActState.UNKNOWN: mark("Interrupted: {deed}"),
    ActState.DECLINED: mark("Not done: {deed}"),
    ActState.EXPIRED: mark("Not done: {deed}"),
}
"""What was not, or not only, done."""
_OVER: Final = {ReminderState.DONE: mark("done"), ReminderState.CANCELLED: mark("cancelled")}
_USAGE: Final = {
    mark("Requests"): "requests",
    mark("Input"): "input_tokens",
    mark("From cache"): "cached_tokens",
    mark("Written to cache"): "written_tokens",
    mark("Output"): "output_tokens",
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
        written = t("Written on {date}.", date=date_time(at))
        beside = t("The JSON file holds the same for programs, and also what else the model was sent.")
        return f"# {t(EXPORT_TITLE)}\n\n{sentences(written, beside)}\n"

    def part(self, part: Part) -> str:
        """Return a part as Markdown; empty for those collected for `memories`, `reminders` and `usage`."""
        match part:
            case document.Memory():
                self._memories.append(part)
            case document.Reminder():
                self._reminders.append(part)
            case conversations.Request():
                month = f"{part.created_at.astimezone(self._timezone):%Y-%m}"
                self._months[month].update(requests=1, **part.model_dump(include=set(_USAGE.values())))
            case document.Note():
                return self._note(part)
            case conversations.Conversation():
                return self._conversation(part)
            case conversations.Turn():
                return self._turn(part)
        return ""

    def memories(self) -> str:
        """Return the memories by category, with all their versions, the deleted ones last."""
        deleted_last = sorted(self._memories, key=lambda memory: memory.deleted_at is not None)
        sections = [
            f"\n### {title}\n\n" + "".join(map(self._memory, section))
            for title, section in groupby(deleted_last, key=_section_title)
        ]
        return f"\n## {t('Memories')}\n" + ("".join(sections) or f"\n{t('None.')}\n")

    def reminders(self) -> str:
        """Return the reminders, those that ring first; nothing if there are none."""
        if not self._reminders:
            return ""
        ordered = sorted(self._reminders, key=lambda it: (it.state is not ReminderState.ACTIVE, it.wall))
        return f"\n## {t('Reminders')}\n\n" + "".join(map(self._reminder, ordered))

    def usage(self) -> str:
        """Return the number of requests and their tokens, by month."""
        if not self._months:
            return f"\n## {t('Usage')}\n\n{t('None.')}\n"
        sums = sorted(self._months.items())
        rows_of = ([month, *(number(it[name]) for name in _USAGE.values())] for month, it in sums)
        table = [[t("Month"), *map(t, _USAGE)], *rows_of]
        heading, *rows = (f"| {' | '.join(cells)} |\n" for cells in table)
        return (
            f"\n## {t('Usage')}\n\n{t('In tokens. The input includes those read from a cache and written to it.')}\n\n"
            f"{heading}|---{'|--:' * len(_USAGE)}|\n{''.join(rows)}"
        )

    def _conversation(self, conversation: conversations.Conversation) -> str:
        started, last = self._date(conversation.started_at), self._date(conversation.last_message_at)
        heading = t("Conversation {number}: {start} to {end}", number=conversation.number, start=started, end=last)
        pieces = [f"\n### {heading}\n"]
        if conversation.summary:
            pieces.append(f"\n{t('Summary of its earlier part:')}\n\n{_quoted(conversation.summary)}")
        return "".join([*pieces, *map(self._turn, conversation.turns)])

    def _turn(self, turn: conversations.Turn) -> str:
        state = f"\n*{t(_STATES[turn.state])}*\n" if turn.state in _STATES else ""
        told = [it for it in turn.acts if it.state is not ActState.OFFERED and it.replaced_by is None]
        return "".join([*map(self._said, turn.messages), *(f"\n{_did(it)}\n" for it in told), state])

    def _memory(self, memory: document.Memory) -> str:
        *earlier, newest = memory.versions
        subject = f"**{one_line(memory.subject)}**: " if memory.subject else ""
        deleted = f", {t('deleted {date}', date=self._date(memory.deleted_at))}" if memory.deleted_at else ""
        pin = "📌 " if memory.pinned else ""
        line = f"- {pin}{subject}{one_line(newest.content)} (`{memory.id}`, {self._date(newest.created_at)}{deleted})\n"
        before = (
            f"  - {t('before, {date}: {text}', date=self._date(it.created_at), text=one_line(it.content))}\n"
            for it in reversed(earlier)
        )
        return line + "".join(before)

    def _note(self, note: document.Note) -> str:
        """Return a note's text, and below it its earlier ones, the newest first."""
        *earlier, newest = note.versions
        deleted = f", {t('deleted {date}', date=self._date(note.deleted_at))}" if note.deleted_at else ""
        text = f"\n### {one_line(note.name)} ({self._date(newest.created_at)}{deleted})\n\n{_text(newest)}"
        return text + "".join(self._earlier(it, note.name) for it in reversed(earlier))

    def _earlier(self, version: document.NoteVersion, name: str) -> str:
        its_name = version.name or name
        called = "" if its_name == name else f" ({one_line(its_name)})"
        of = t("Version {number}, {date}", number=version.number, date=self._date(version.created_at))
        return f"\n{of}{called}:\n\n{_text(version)}"

    @staticmethod
    def _reminder(reminder: document.Reminder) -> str:
        state = f", {t(_OVER[reminder.state])}" if reminder.state in _OVER else ""
        rule = f", {reminder.rule}" if reminder.rule else ""
        when = f"{date_time(reminder.wall)} ({reminder.zone}){rule}"
        task = f", {t('task')}" if reminder.is_task else ""
        return f"- {when}: {one_line(reminder.text)} (`{reminder.id}`{task}{state})\n"

    def _said(self, message: conversations.Message) -> str:
        words = message.words
        if message.role == "tool" or not words.strip():
            return ""
        who = t("You") if message.role == "user" else "Keepsake"
        if message.from_keepsake:
            who, words = t("Keepsake, to itself"), message.text or words
        replaced = f", {t('replaced by another answer')}" if message.superseded and message.role == "assistant" else ""
        return f"\n**{who}**, {self._date(message.created_at)}{replaced}\n\n{_quoted(words)}"

    def _date(self, at: datetime) -> str:
        return date_time(at.astimezone(self._timezone))


def _did(act: conversations.Act) -> str:
    words = one_line(act.words)
    if act.state is ActState.UNDONE:
        return f"~~{words}~~"
    return words if act.family == FAMILY else t(_DID.get(act.state, "{deed}"), deed=words)


def _section_title(memory: document.Memory) -> str:
    return t("Deleted") if memory.deleted_at else t(CATEGORIES[memory.category])


def _text(version: document.NoteVersion) -> str:
    return _quoted(version.content or t("Empty."))


def _quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.strip("\n").splitlines())
