"""Files that Keepsake wrote give their live memories back, and nothing else."""

import json

import pytest

from bot.kit.language import speaking_to
from bot.memory.exchange.reading import memories_in, read
from bot.memory.exchange.writing import json_lines, markdown, pages
from bot.memory.values import MemoryCategory
from tests.features.data.export.examples import export, whole
from tests.features.data.export.test_readable import rendered
from tests.growth import no_square
from tests.memory.exchange.test_pages import memory

LIVE = [(MemoryCategory.PERSON, "Alec M.", "Alec was the boss")]


def taken(content: str) -> list[tuple[MemoryCategory, str | None, str]]:
    """Return the memories of a file that is recognised as Keepsake's own."""
    found = memories_in(content.encode())
    assert found
    assert found.is_own
    return [(it.category, it.subject, it.content) for it in found.additions]


@pytest.mark.parametrize("language", ["en", "ru"])
def test_an_export_to_read_gives_its_live_memories(language: str) -> None:
    with speaking_to(language):
        text = rendered(export(whole()))
    assert taken(text) == LIVE


def test_what_follows_the_memories_of_an_export_is_none() -> None:
    value = export(whole() | {"memories": whole()["memories"][:1]})
    assert taken(rendered(value)) == LIVE


def test_an_export_with_a_line_of_many_subjects_is_read_in_seconds() -> None:
    text = rendered(export(whole())).replace("- 📌", f"- **{'**: ' * 50_000}\n- 📌", 1)
    with no_square():
        assert taken(text) == LIVE


def test_an_export_for_programs_gives_its_live_memories() -> None:
    assert taken(json.dumps(whole())) == [(LIVE[0][0], "Alec\nM.", LIVE[0][2])]


def test_memory_files_and_copied_ones_are_known_as_own() -> None:
    several = [
        memory(1, "Alec is the boss", MemoryCategory.PERSON, "Alec", pinned=True),
        memory(2, "The user likes *green* tea", MemoryCategory.PREFERENCE),
    ]
    wanted = [(it.category, it.subject, it.content) for it in several]
    assert taken(json_lines(several)) == taken(markdown(several)) == wanted
    copied = [it for content in pages(several).values() for it in taken(content.decode())]
    assert [it[1:] for it in copied] == [it[1:] for it in wanted]


def test_a_request_to_the_model_gives_none() -> None:
    said = [{"role": "system", "content": "You remember."}, {"role": "user", "content": "I like tea"}]
    request = {"model": "large", "input": said, "tools": [{"type": "function", "name": "add_to_memory"}]}
    assert read(json.dumps(request).encode()).additions == ()
