"""Exported memories are read back unchanged, whatever they contain, and no input does harm."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from bot.memory.exchange.found import MOST_BYTES, Found
from bot.memory.exchange.reading import read
from bot.memory.exchange.writing import json_lines, markdown
from bot.memory.refusals import UnreadableFile
from bot.memory.values import Memory, MemoryCategory, MemoryContent, MemorySubject, order
from tests.properties.memory_texts import ANY_TEXT, CONTENTS, SUBJECTS

BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
CONTENT: TypeAdapter[str] = TypeAdapter(MemoryContent)
SUBJECT: TypeAdapter[str | None] = TypeAdapter(MemorySubject | None)
MARKS = [
    "- ", "* ", "1. ", "# ", "## Projects", "**", "**Alec**: ", "```", "[2025-01-01] - ", "{", "[", '["', "~~~", "---",
    '{"content": "', "\n", "\n\n", "  ", ":", ".", "User ", "# Keepsake memories\n", "&#10;", "&#9999999;", "\\", "> ",
]  # fmt: skip
FILES = st.lists(st.sampled_from(MARKS) | ANY_TEXT, max_size=30).map("".join)


@st.composite
def many_memories(draw: st.DrawFn) -> list[Memory]:
    """Draw memories in the order they are shown in."""
    several = draw(st.lists(st.tuples(CONTENTS, SUBJECTS, st.sampled_from(MemoryCategory)), max_size=8))
    return order(
        Memory(
            id=f"{number:08}",
            category=category,
            subject=subject,
            content=content,
            version=1,
            created_at=BEGUN + timedelta(seconds=number),
            updated_at=BEGUN + timedelta(seconds=number),
        )
        for number, (content, subject, category) in enumerate(several)
    )


@pytest.mark.parametrize("write", [json_lines, markdown])
@given(memories=many_memories())
def test_what_is_written_is_read_again_as_it_was(
    write: Callable[[Sequence[Memory]], str], memories: list[Memory]
) -> None:
    text = write(memories)
    found = read(text.encode())
    assert [(it.category, it.subject, it.content) for it in found.additions] == [
        (memory.category, memory.subject, memory.content) for memory in memories
    ]
    assert found.left_out == ()
    assert sum(bool(line) and not line.startswith("#") for line in text.splitlines()) == len(memories)


def check(found: Found) -> None:
    """Everything that was found is within the bounds of a memory."""
    for it in found.additions:
        assert CONTENT.validate_python(it.content) == it.content
        assert SUBJECT.validate_python(it.subject) == it.subject
        assert it.subject != ""
    assert all(it.why and len(it.text.splitlines()) <= 1 for it in found.left_out)


@example("\ufeff\ufeff0000\n# \ufeff\n- \ufefftea is good".encode())
@given(FILES.map(lambda text: text.encode("utf-8", "replace")) | st.binary(max_size=200))
def test_whatever_a_file_holds_it_is_read_or_refused(content: bytes) -> None:
    try:
        found = read(content)
    except UnreadableFile:
        return
    check(found)


@pytest.mark.parametrize("piece", ["**a", '["', "a. B", "\n- a:"])
def test_however_often_a_mark_is_repeated_it_is_read_or_refused(piece: str) -> None:
    content = (piece * MOST_BYTES)[: MOST_BYTES // 2].encode()  # enough to be noticed if it took more than its length
    try:
        found = read(content)
    except UnreadableFile:
        return
    check(found)
