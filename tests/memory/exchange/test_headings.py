"""Lines of a list: headings, and the many marks of a bullet."""

import pytest

from bot.memory.exchange.reading import read_text
from tests.memory.exchange.reading import contents, told


@pytest.mark.parametrize("indent", ["   ", ""])
def test_a_numbered_line_in_bold_is_a_heading_of_the_bullets_under_it(indent: str) -> None:
    found = read_text(
        f"1. **Personal details**\n{indent}- Name: Anna\n{indent}- Is from Rome\n\n"
        f"2. **Preferences**\n{indent}- Short answers\n\n3. **Projects**\n\n{indent}* Robot arm"
    )
    assert told(found) == [
        ("context", None, "Name: Anna"),
        ("context", None, "Is from Rome"),
        ("preference", None, "Short answers"),
        ("project", None, "Robot arm"),
    ]


def test_a_bold_line_with_nothing_below_is_a_memory() -> None:
    assert contents(read_text("- **Is from Rome**\n1. **Likes tea**\n2. **Plays chess**")) == [
        "Is from Rome",
        "Likes tea",
        "Plays chess",
    ]


@pytest.mark.parametrize("mark", ["1、", "1）", "1) ", "12．", "1.", "• ", "- "])  # noqa: RUF001 - full-width marks
def test_the_marks_of_other_scripts_begin_a_bullet_too(mark: str) -> None:
    assert contents(read_text(f"{mark}用户住在上海。\n{mark}用户喜欢喝茶。")) == ["用户住在上海。", "用户喜欢喝茶。"]


def test_a_number_that_is_no_mark_stays() -> None:
    assert contents(read_text("1.5 liters of tea a day\n2024、2025 年在上海")) == [
        "1.5 liters of tea a day",
        "2024、2025 年在上海",
    ]
