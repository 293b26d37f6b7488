"""An export as a person reads it: Markdown. Pure; what people and the model wrote stands in quotations, as it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Final

from bot.export import document
from bot.message_text import words_said
from bot.values import one_line

_STATES: Final = {
    "running": "This turn was still running when this was written.",
    "stopped": "This turn was stopped.",
    "failed": "This turn failed.",
}


@dataclass(slots=True)
class MonthOfUsage:
    """What the requests of a month cost."""

    requests: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    written_tokens: int = 0
    output_tokens: int = 0

    def add(self, request: document.Request) -> None:
        """Count a request."""
        self.requests += 1
        self.input_tokens += request.input_tokens
        self.cached_tokens += request.cached_tokens
        self.written_tokens += request.written_tokens
        self.output_tokens += request.output_tokens


class Readable:
    """Renders what there is, piece by piece; times are in a zone (None: the machine's own)."""

    def __init__(self, timezone: tzinfo | None) -> None:
        self._timezone = timezone

    def month(self, at: datetime) -> str:
        """Return a month, as in 2026-11."""
        return f"{at.astimezone(self._timezone):%Y-%m}"

    def opening(self, head: document.Head) -> str:
        """Return the title."""
        at = head.exported_at.astimezone(self._timezone)
        return (
            f"# What Keepsake knows of you\n\nWritten on {at:%d %B %Y, %H:%M}. The JSON file beside this one holds the"
            " same for programs, and what the model was sent besides words.\n"
        )

    def memories(self, memories: Sequence[document.Memory]) -> str:
        """Return the memories by category, in all their wordings, those that were deleted last."""
        live = [memory for memory in memories if memory.deleted_at is None]
        deleted = [memory for memory in memories if memory.deleted_at is not None]
        groups = groupby(live, key=lambda memory: memory.category)
        sections = [
            "\n## Memories\n",
            *(self._section(category.value.title(), group) for category, group in groups),
            self._section("Deleted", deleted) if deleted else "",
        ]
        return "".join(sections) if memories else "\n## Memories\n\nNone.\n"

    def conversation(self, conversation: document.Conversation) -> str:
        """Return a conversation's heading, and its summary if it has one."""
        started, last = self._date(conversation.started_at), self._date(conversation.last_message_at)
        heading = f"\n### Conversation {conversation.number}: {started} to {last}\n"
        summary = (
            f"\nThe summary of its earlier part:\n\n{_quoted(conversation.summary)}" if conversation.summary else ""
        )
        return heading + summary

    def turn(self, turn: document.Turn) -> str:
        """Return what the two said, and the receipts."""
        said = [self._said(message) for message in turn.messages]
        state = f"\n*{_STATES[turn.state.value]}*\n" if turn.state.value in _STATES else ""
        return "".join(said) + state

    def usage(self, months: Mapping[str, MonthOfUsage]) -> str:
        """Return what the requests to the model cost, by month."""
        if not months:
            return "\n## Usage\n\nNone.\n"
        rows = "".join(
            f"| {month} | {it.requests:,} | {it.input_tokens:,} | {it.cached_tokens:,} | {it.written_tokens:,}"
            f" | {it.output_tokens:,} |\n"
            for month, it in sorted(months.items())
        )
        return (
            "\n## Usage\n\nTokens; those from the server's cache, and those written to it, are part of the input.\n\n"
            "| Month | Requests | Input | From cache | Written to cache | Output |\n|---|--:|--:|--:|--:|--:|\n" + rows
        )

    def _section(self, title: str, memories: Iterable[document.Memory]) -> str:
        return f"\n### {title}\n\n" + "".join(map(self._memory, memories))

    def _memory(self, memory: document.Memory) -> str:
        *earlier, newest = memory.wordings
        subject = f"**{one_line(memory.subject)}**: " if memory.subject else ""
        deleted = f", deleted {self._date(memory.deleted_at)}" if memory.deleted_at else ""
        pin = "📌 " if memory.pinned else ""
        line = f"- {pin}{subject}{one_line(newest.content)} (`{memory.id}`, {self._date(newest.created_at)}{deleted})\n"
        before = (f"  - before, {self._date(it.created_at)}: {one_line(it.content)}\n" for it in reversed(earlier))
        return line + "".join(before)

    def _said(self, message: document.Message) -> str:
        if message.kind == "tool":
            return f"\n{one_line(message.receipt)}\n" if message.receipt else ""
        words = words_said(message.content) if message.kind == "user" else message.content
        if not words.strip():
            return ""
        who = "You" if message.kind == "user" else "Keepsake"
        replaced = ", replaced by another answer" if message.superseded and message.kind == "assistant" else ""
        return f"\n**{who}**, {self._date(message.created_at)}{replaced}\n\n{_quoted(words)}"

    def _date(self, at: datetime) -> str:
        return f"{at.astimezone(self._timezone):%d %b %Y, %H:%M}"


def _quoted(text: str) -> str:
    return "".join(f"> {line}".rstrip() + "\n" for line in text.strip("\n").splitlines())
