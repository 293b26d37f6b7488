"""Renders an export as Markdown for people. Texts of the user and the model are quoted unchanged.

Each section is rendered as its parts come, with times in a zone (None: the machine's own).
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Final

from bot.features.data.export.conversations import Act, Conversation, Message, Request, Turn
from bot.features.data.export.document import Head, Memory
from bot.kit.exports import Part, quotation
from bot.kit.language import date_time, mark, number, sentences, t
from bot.kit.text import one_line
from bot.memory.acts import FAMILY
from bot.memory.exchange.writing import CATEGORIES, EXPORT_TITLE
from bot.turns.values.acts import ActState
from bot.turns.values.turns import TurnState

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
_USAGE: Final = {
    mark("Requests"): "requests",
    mark("Input"): "input_tokens",
    mark("From cache"): "cached_tokens",
    mark("Written to cache"): "written_tokens",
    mark("Output"): "output_tokens",
}
"""Sums per month by column heading."""


def opening(head: Head, timezone: tzinfo | None) -> str:
    """Return the title."""
    written = t("Written on {date}.", date=_date(head.exported_at, timezone))
    beside = t("The JSON file holds the same for programs, and also what else the model was sent.")
    return f"# {t(EXPORT_TITLE)}\n\n{sentences(written, beside)}\n"


async def memories(parts: AsyncIterator[Memory], timezone: tzinfo | None) -> AsyncIterator[str]:
    """Yield the memories by category, with all their versions, the deleted ones last."""
    found = [it async for it in parts]
    yield await asyncio.to_thread(_memories, found, timezone)  # all at once: there may be many


async def conversations(parts: AsyncIterator[Conversation | Turn], timezone: tzinfo | None) -> AsyncIterator[str]:
    """Yield the conversations, each before its turns."""
    nothing = "\nNone.\n"
    yield "\n## Conversations\n"
    async for part in parts:
        nothing = ""
        yield _turn(part, timezone) if isinstance(part, Turn) else _conversation(part, timezone)
    yield nothing


async def usage(parts: AsyncIterator[Request], timezone: tzinfo | None) -> AsyncIterator[str]:
    """Yield the number of requests and their tokens, by month."""
    months = defaultdict[str, Counter[str]](Counter)
    async for part in parts:
        month = f"{part.created_at.astimezone(timezone):%Y-%m}"
        months[month].update(requests=1, **part.model_dump(include=set(_USAGE.values())))
    if not months:
        yield f"\n## {t('Usage')}\n\n{t('None.')}\n"
        return
    sums = sorted(months.items())
    rows_of = ([month, *(number(it[name]) for name in _USAGE.values())] for month, it in sums)
    table = [[t("Month"), *map(t, _USAGE)], *rows_of]
    heading, *rows = (f"| {' | '.join(cells)} |\n" for cells in table)
    yield (
        f"\n## {t('Usage')}\n\n{t('In tokens. The input includes those read from a cache and written to it.')}\n\n"
        f"{heading}|---{'|--:' * len(_USAGE)}|\n{''.join(rows)}"
    )


async def unread(parts: AsyncIterator[Part], _: tzinfo | None) -> AsyncIterator[str]:
    """Yield nothing of parts that are for programs only."""
    async for _part in parts:
        yield ""


def _memories(parts: Sequence[Memory], timezone: tzinfo | None) -> str:
    deleted_last = sorted(parts, key=lambda memory: memory.deleted_at is not None)
    sections = [
        f"\n### {title}\n\n" + "".join(_memory(it, timezone) for it in section)
        for title, section in groupby(deleted_last, key=_section_title)
    ]
    return f"\n## {t('Memories')}\n" + ("".join(sections) or f"\n{t('None.')}\n")


def _conversation(conversation: Conversation, timezone: tzinfo | None) -> str:
    started, last = _date(conversation.started_at, timezone), _date(conversation.last_message_at, timezone)
    heading = t("Conversation {number}: {start} to {end}", number=conversation.number, start=started, end=last)
    pieces = [f"\n### {heading}\n"]
    if conversation.summary:
        pieces.append(f"\n{t('Summary of its earlier part:')}\n\n{quotation(conversation.summary)}")
    return "".join([*pieces, *(_turn(it, timezone) for it in conversation.turns)])


def _turn(turn: Turn, timezone: tzinfo | None) -> str:
    state = f"\n*{t(_STATES[turn.state])}*\n" if turn.state in _STATES else ""
    told = [it for it in turn.acts if it.state is not ActState.OFFERED and it.replaced_by is None]
    return "".join([*(_said(it, timezone) for it in turn.messages), *(f"\n{_did(it)}\n" for it in told), state])


def _memory(memory: Memory, timezone: tzinfo | None) -> str:
    *earlier, newest = memory.versions
    subject = f"**{one_line(memory.subject)}**: " if memory.subject else ""
    deleted = f", {t('deleted {date}', date=_date(memory.deleted_at, timezone))}" if memory.deleted_at else ""
    pin = "📌 " if memory.pinned else ""
    known = f"(`{memory.id}`, {_date(newest.created_at, timezone)}{deleted})"
    line = f"- {pin}{subject}{one_line(newest.content)} {known}\n"
    before = (
        f"  - {t('before, {date}: {text}', date=_date(it.created_at, timezone), text=one_line(it.content))}\n"
        for it in reversed(earlier)
    )
    return line + "".join(before)


def _said(message: Message, timezone: tzinfo | None) -> str:
    words = message.words
    if message.role == "tool" or not words.strip():
        return ""
    who = t("You") if message.role == "user" else "Keepsake"
    if message.from_keepsake:
        who, words = t("Keepsake, to itself"), message.text or words
    replaced = f", {t('replaced by another answer')}" if message.superseded and message.role == "assistant" else ""
    return f"\n**{who}**, {_date(message.created_at, timezone)}{replaced}\n\n{quotation(words)}"


def _date(at: datetime, timezone: tzinfo | None) -> str:
    return date_time(at.astimezone(timezone))


def _did(act: Act) -> str:
    words = one_line(act.words)
    if act.state is ActState.UNDONE:
        return f"~~{words}~~"
    return words if act.family == FAMILY else t(_DID.get(act.state, "{deed}"), deed=words)


def _section_title(memory: Memory) -> str:
    return t("Deleted") if memory.deleted_at else t(CATEGORIES[memory.category])
