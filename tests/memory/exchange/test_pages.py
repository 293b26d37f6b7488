"""The copy's files: deterministic, with names that every file system takes."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.memory.exchange.writing import file_name, pages
from bot.memory.values import Memory, MemoryCategory

AT = datetime(2026, 11, 25, tzinfo=UTC)


def memory(
    number: int, content: str, category: MemoryCategory, subject: str | None = None, *, pinned: bool = False
) -> Memory:
    """Return a memory; a later one has a higher number."""
    at = AT + timedelta(minutes=number)
    return Memory(
        id=f"memory{number:02}",
        category=category,
        subject=subject,
        content=content,
        version=1,
        created_at=at,
        updated_at=at,
        pinned=pinned,
    )


MEMORIES = [
    memory(1, "Alec is the user's boss", MemoryCategory.PERSON, "Alec", pinned=True),
    memory(2, "The user likes *green* tea\nand coffee", MemoryCategory.PREFERENCE),
    memory(3, "Alec lives in Leeds", MemoryCategory.PERSON, "alec"),
]


def test_each_subject_of_a_category_has_a_file() -> None:
    assert pages(MEMORIES[::-1]) == pages(MEMORIES)
    assert pages(MEMORIES) == {
        "Memories/Person/Alec.md": (
            b"# Alec\n\n- \xf0\x9f\x93\x8c Alec is the user's boss ^memory01\n- Alec lives in Leeds ^memory03\n"
        ),
        "Memories/Preference.md": b"# Preference\n\n- The user likes \\*green\\* tea&#10;and coffee ^memory02\n",
    }


@pytest.mark.parametrize("name", ["../up", ".hidden", "CON.txt", "[[link]]", "é" * 200, "e\u0301"])
def test_an_unusual_name_is_made_safe_and_tells_apart(name: str) -> None:
    assert file_name("Zoë, v1.2") == "Zoë, v1.2"
    safe = file_name(name)
    assert safe not in {name, file_name(f"{name}!")}
    assert not set(safe) & set('/\\:*?"<>|#^[]\t')
    assert not safe.startswith(".")
    assert len(f"{safe}.md".encode()) < 255
    assert safe.rpartition(" ")[2].isalnum()
