import asyncio
from collections.abc import AsyncIterator, Iterable
from zoneinfo import ZoneInfo

from bot.features.data.export import readable
from bot.features.data.export.document import Export
from bot.kit.exports import Part
from bot.turns.store.exports import Rendered
from tests.features.data.export.examples import SECTIONS, empty, export, message, turn, whole

BERLIN = ZoneInfo("Europe/Berlin")


def rendered(value: Export) -> str:
    """Return an export to read."""
    of_sections = [section(it.readable, getattr(value, it.name)) for it in SECTIONS]
    memories, usage = section(readable.memories, value.memories), section(readable.usage, value.usage)
    conversations = section(readable.conversations, value.conversations)
    return "".join([readable.opening(value, BERLIN), memories, *of_sections, conversations, usage])


def section(render: Rendered, parts: Iterable[Part]) -> str:
    """Return a section."""

    async def each() -> AsyncIterator[Part]:
        for part in parts:
            yield part

    async def whole() -> str:
        return "".join([text async for text in render(each(), BERLIN)])

    return asyncio.run(whole())


def test_what_is_known_reads_like_this() -> None:
    assert (
        rendered(export(whole()))
        == """\
# What Keepsake knows about you

Written on 22 Nov 2026, 11:00. The JSON file holds the same for programs, and also what else the model was sent.

## Memories

### Person

- 📌 **Alec M.**: Alec was the boss (`AAAAaaa1`, 22 Nov 2026, 10:04)
  - before, 22 Nov 2026, 10:03: Alec is the boss

### Deleted

- Alec was the boss (`zzzzZZZ9`, 22 Nov 2026, 10:03, deleted 22 Nov 2026, 10:05)

## Notes

### Shopping (22 Nov 2026, 10:07)

> - [x] milk
>
> # eggs

Version 1, 22 Nov 2026, 10:06 (Buy):

> - [ ] milk

### shopping (22 Nov 2026, 10:06, deleted 22 Nov 2026, 10:06)

> Empty.

## Reminders

- 28 Mar 2027, 02:30 (Europe/Berlin), FREQ=DAILY;BYHOUR=2,14: Call Alec (`rRrRrR01`)
- 28 Mar 2027, 02:30 (Europe/Berlin): Call Alec (`rRrRrR03`, task)
- 28 Mar 2027, 02:30 (Europe/Berlin): Call Alec (`rRrRrR02`, done)

## Conversations

### Conversation 1: 22 Nov 2026, 10:01 to 22 Nov 2026, 10:29

Summary of its earlier part:

> Alec is the boss.
> So it is.

**You**, 22 Nov 2026, 10:01

> Remember
> # that Alec is my boss

**Keepsake**, 22 Nov 2026, 10:04, replaced by another answer

> Never mind.

**Keepsake**, 22 Nov 2026, 10:05

> Noted.

📚 Put up: vase

Waits: 📚 Put up: vase

💾 Remembered: Alec is the boss

**You**, 22 Nov 2026, 10:01

> Hello

### Conversation 4: 22 Nov 2026, 10:01 to 22 Nov 2026, 10:29

**You**, 22 Nov 2026, 10:01

> On

*This turn was stopped.*

**You**, 22 Nov 2026, 10:01

> [Not the user's words: quoted from "Bob"]
> > Then
>
> And now?

*This turn was still running when this was written.*

## Usage

In tokens. The input includes those read from a cache and written to it.

| Month | Requests | Input | From cache | Written to cache | Output |
|---|--:|--:|--:|--:|--:|
| 2026-10 | 1 | 3,000 | 2,000 | 500 | 10 |
| 2026-11 | 2 | 6,000 | 4,000 | 1,000 | 20 |
"""
    )


def test_nothing_reads_as_nothing() -> None:
    said = rendered(export(empty()))
    assert said.count("None.") == 4
    assert "###" not in said


def test_what_was_said_never_leaves_its_quotation() -> None:
    words = "one\n\n## A heading\r\n<script>\u2028> quoted\x0btail\n\n"
    said = turn(1, message(1, "user", f"[Sun 22 Nov 2026, 09:01]\n{words}"), message(2, "assistant", words))
    value = whole() | {"memories": [], "usage": []}
    value["conversations"] = [value["conversations"][0] | {"turns": [said], "summary": "", "history_from": None}]
    shown = section(readable.conversations, export(value).conversations)
    _, heading, *lines = [line for line in shown.splitlines() if line]
    assert heading.startswith("### Conversation 1")
    assert [line for line in lines if not line.startswith(">")] == [
        "**You**, 22 Nov 2026, 10:01",
        "**Keepsake**, 22 Nov 2026, 10:02",
    ]
    assert shown.count("> ## A heading") == 2


def test_what_was_undone_is_struck_through() -> None:
    value = whole()
    value["conversations"][0]["turns"][0]["acts"][2]["state"] = "undone"
    assert "\n~~💾 Remembered: Alec is the boss~~\n" in rendered(export(value))
