from datetime import UTC, datetime, timedelta

import pytest

from bot.messages import Memory, MemoryCategory
from bot.telegram.memory_command import (
    MAX_MESSAGES,
    DeleteMemory,
    ListMemories,
    Request,
    RestoreMemory,
    ShowMemory,
    ShowUsage,
    listing,
    parse,
)

DAY = datetime(2026, 11, 21, tzinfo=UTC)


@pytest.mark.parametrize(
    ("words", "request_"),
    [
        ("", ListMemories()),
        ("list", ListMemories()),
        ("  LIST  ", ListMemories()),
        ("list person", ListMemories("person")),
        ("list two  words", ListMemories("two words")),
        ("list\nperson", ListMemories("person")),
        ("show a1b2c3d4", ShowMemory("a1b2c3d4")),
        ("delete a1b2", DeleteMemory("a1b2")),
        ("Delete [a1b2c3d4]", DeleteMemory("a1b2c3d4")),
        ("delete [id:a1b2c3d4]", DeleteMemory("a1b2c3d4")),
        ("restore a1b2c3d4", RestoreMemory("a1b2c3d4")),
        ("delete", ShowUsage()),
        ("show", ShowUsage()),
        ("explode a1b2c3d4", ShowUsage()),
        ("help", ShowUsage()),
    ],
)
def test_what_stands_after_memory_is_read(words: str, request_: Request) -> None:
    assert parse(words) == request_


def memories(count: int) -> list[Memory]:
    """Return so many memories, of two categories."""
    return [
        Memory(
            id=f"{number:08d}",
            category=MemoryCategory.PERSON if number < count // 2 else MemoryCategory.PROJECT,
            subject="Sarah" if number == 3 else None,
            content=f"Fact number {number} about something that matters",
            version=1,
            created_at=DAY + timedelta(seconds=number),
            updated_at=DAY,
        )
        for number in range(count)
    ]


def test_a_long_list_fills_three_messages_and_says_how_to_narrow_it() -> None:
    parts = listing(memories(1_000))
    assert len(parts) == MAX_MESSAGES
    assert all(len(part.text.encode("utf-16-le")) // 2 <= 4096 for part in parts)
    assert "1000 memories fit" in parts[-1].text
    assert "/memory list <category or words>" in parts[-1].text
    for part in parts:
        units = len(part.text.encode("utf-16-le")) // 2
        assert all(entity.offset + entity.length <= units for entity in part.entities)


@pytest.mark.parametrize(
    ("wanted", "count"), [("project", 10), ("Person", 10), ("number 17", 1), ("sarah", 1), ("SOMETHING", 20)]
)
def test_a_list_is_narrowed_by_category_or_words(wanted: str, count: int) -> None:
    text = "\n".join(part.text for part in listing(memories(20), wanted))
    assert text.count("\n• [") == count


def test_a_list_that_nothing_fits_says_so() -> None:
    assert "No memory fits “xyzzy”" in listing(memories(20), "xyzzy")[0].text
