"""Notes at their limits, as messages and files."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.features.notes.telegram.showing import all_in_a_file, opened, whole
from bot.features.notes.values import TEXT_MAX, Note
from bot.telegram.texts import MAX_UNITS, MOST_BYTES, File, utf16_length
from tests.growth import no_square

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)


def note(content: str) -> Note:
    """Return a note."""
    return Note(id="abcdefgh", name="N", content=content, version=1, untrusted=False, created_at=NOW, updated_at=NOW)


@pytest.mark.parametrize("line", ["🙂", "- [ ] a\n"])
def test_the_longest_notes_are_shown_in_no_time(line: str) -> None:
    text = (line * TEXT_MAX)[: TEXT_MAX - 1] + "x"
    with no_square():
        shown = [*whole(note(text)), opened(note(text)), opened(note(text), 1_000)]
    assert all(utf16_length(it.text) <= MAX_UNITS for it in shown)
    assert all(sum(map(len, it.buttons)) <= 100 for it in shown)


def test_a_file_takes_as_many_notes_as_fit_and_says_so() -> None:
    notes = [note("🙂" * TEXT_MAX) for _ in range(MOST_BYTES // (4 * TEXT_MAX) + 1)]
    sent = all_in_a_file(notes, len(notes), NOW + timedelta(days=1))
    assert isinstance(sent, File)
    assert sent.caption == "The 624 last changed notes of 626. /export sends all of them."
    assert sent.name == "notes-2026-11-22.md"
    assert len(sent.content) <= MOST_BYTES
    of_many, of_all = (all_in_a_file(notes[:3], of, NOW) for of in (2_500, 3))
    assert isinstance(of_many, File)
    assert isinstance(of_all, File)
    assert of_many.caption.startswith("The 3 last changed notes of 2,500")
    assert of_all.caption == "3 notes."
