"""Documents share the room in a message; of what does not fit there is an outline."""

from uuid import UUID

from bot.chat.attached_documents import MOST_LINES, outline_lines, shares
from bot.values.attachments import OutlinedPart

ONE, TWO, THREE = (UUID(int=number) for number in (1, 2, 3))


def part(number: int) -> OutlinedPart:
    """Return a part."""
    return OutlinedPart(number=number, label=f"page {number}", size=4)


def test_what_fits_gets_what_it_wants() -> None:
    assert shares({ONE: 10, TWO: 20}, 30) == {ONE: 10, TWO: 20}
    assert shares({}, 30) == {}


def test_large_documents_share_what_small_ones_leave() -> None:
    assert shares({ONE: 1_000, TWO: 10, THREE: 500}, 100) == {TWO: 10, THREE: 45, ONE: 45}


def test_a_short_outline_has_a_line_for_each_part() -> None:
    assert outline_lines([part(3), part(4)]) == "3: page 3\n4: page 4"


def test_a_long_outline_has_a_line_for_several_parts() -> None:
    lines = outline_lines([part(number) for number in range(1, 502)]).splitlines()
    assert len(lines) <= MOST_LINES
    assert lines[0] == "1 to 13: page 1"
    assert lines[-1] == "495 to 501: page 495"
