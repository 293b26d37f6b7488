"""Each row of a table is a memory, in Markdown or as comma-separated values."""

import pytest

from bot.memory.exchange.reading import read_text
from tests.memory.exchange.reading import contents, told


def test_a_row_of_a_markdown_table_is_a_memory_of_the_category_it_names() -> None:
    found = read_text(
        "Here it is:\n\n| # | Category | Memory | Saved |\n"
        "|---|:---:|---|---|\n| 1 | Preference | User likes tea \\| milk | May |\n"
        "| 2 | **People** | **Alec** is the boss | 5 May |\n| 3 |  | Lives in Berlin | |\n\nWant to change anything?"
    )
    assert told(found) == [
        ("preference", None, "User likes tea | milk"),
        ("person", None, "Alec is the boss"),
        ("context", None, "Lives in Berlin"),
    ]


def test_a_tables_first_column_is_a_label_where_the_other_one_needs_it() -> None:
    found = read_text("## Facts\n\nField | Value\n--- | ---\nName | Anna\nHome | A flat in Berlin\n\n- Likes tea")
    assert contents(found) == ["Name: Anna", "Home: A flat in Berlin", "Likes tea"]


def test_a_table_without_a_known_column_is_read_row_by_row() -> None:
    found = read_text("| Nr | Was ich weiß |\n|--|--|\n| 1 | Anna wohnt in Berlin |\n| 2 | Bo spielt Schach |")
    assert contents(found) == ["Anna wohnt in Berlin", "Bo spielt Schach"]


@pytest.mark.parametrize("text", ["- Likes a | b\n- Knows c | d", "Likes a | b\n\nKnows c | d"])
def test_a_bar_alone_makes_no_table(text: str) -> None:
    assert contents(read_text(text)) == ["Likes a | b", "Knows c | d"]


@pytest.mark.parametrize("comma", [",", ";", "\t"])
def test_a_row_of_comma_separated_values_is_a_memory(comma: str) -> None:
    rows = [
        ["id", "Category", "subject", "memory"],
        ["1", "preference", "", '"User likes ""green"" tea, or\nblack"'],
        ["2", "people", "Alec", "Alec is the boss"],
        ["3", "", "", "- no"],
        ["4"],
    ]
    found = read_text("\r\n".join(comma.join(row) for row in rows))
    assert told(found) == [
        ("preference", None, 'User likes "green" tea, or\nblack'),
        ("person", "Alec", "Alec is the boss"),
    ]
    assert [it.why for it in found.left_out] == ["shorter than 5 characters"] * 2


def test_values_in_one_column_are_read_with_its_name() -> None:
    assert contents(read_text('memory\n"Likes tea, green"\nPlays chess\n')) == ["Likes tea, green", "Plays chess"]


@pytest.mark.parametrize(
    "text",
    [
        "Memory\nlikes tea, and coffee",
        "memory, text\nLikes tea",
        "Text\n\n- Likes tea",
        '"Likes tea" is said\nPlays chess',
    ],
)
def test_what_only_looks_like_values_is_read_as_a_list(text: str) -> None:
    assert read_text(text).shape == "a list"


def test_a_row_under_unknown_names_keeps_all_its_cells() -> None:
    found = read_text("| Topic | Birthday |\n|---|---|\n| Anna | 1990-05-12 |")
    assert contents(found) == ["Anna: 1990-05-12"]
