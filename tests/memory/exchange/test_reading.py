"""Memories are read from every format that people have them in."""

import codecs
from itertools import repeat

import pytest

from bot.memory.exchange.found import MOST_BYTES, MOST_MEMORIES, Found, found
from bot.memory.exchange.reading import memories_in, read, read_text
from bot.memory.refusals import UnreadableFile
from bot.memory.values import CONTENT_MAX, Addition, MemoryCategory

LONG = "Voici tout ce dont je me souviens à ton sujet, classé par thème pour que ce soit plus simple"


def contents(found: Found) -> list[str]:
    """Return what the memories say."""
    return [it.content for it in found.additions]


def told(found: Found) -> list[tuple[str, str | None, str]]:
    """Return the memories with what they are about."""
    return [(it.category.value, it.subject, it.content) for it in found.additions]


@pytest.mark.parametrize(
    "text",
    [
        "- First thing\n* Second thing\n• Third thing",
        "- [ ] First thing\n- [x] Second thing\n> - Third thing",
        "First thing\n\nSecond thing\n\n\nThird thing\r\n",
        "First thing\r\n---\r\nSecond thing\r\n***\r\nThird thing",
        "Here is what I know:\n\n- First thing\n- Second\n  thing\n\nThird thing\n\nLet me know if that's all!",
    ],
)
def test_a_plain_list_is_read_however_it_is_written(text: str) -> None:
    assert contents(read_text(text)) == ["First thing", "Second thing", "Third thing"]


WRAPPED = "Lives in Berlin with two cats, a dog and a parrot that has learned"


@pytest.mark.parametrize(
    ("text", "memories"),
    [
        (
            "likes tea\niPhone 15 is in use\niPad is for drawing",
            ["likes tea", "iPhone 15 is in use", "iPad is for drawing"],
        ),
        (f"{WRAPPED}\nto speak\nplays chess", [f"{WRAPPED} to speak", "plays chess"]),
        ("- [Anna] likes tea\n- (maybe) moves to Rome", ["[Anna] likes tea", "(maybe) moves to Rome"]),
        ('[{"key": "diet", "value": "vegan"}, {"id": "1", "value": "Likes tea"}]', ["diet: vegan", "Likes tea"]),
        ("- **Is from Rome**\n1. **Likes tea**", ["Is from Rome", "Likes tea"]),
        ("1.5 liters of tea a day\n2024、2025 年在上海", ["1.5 liters of tea a day", "2024、2025 年在上海"]),
        ("## Facts\n\nField | Value\n--- | ---\nName | Anna\n\n- Likes tea", ["Name: Anna", "Likes tea"]),
        ("| Nr | Was ich weiß |\n|--|--|\n| 1 | Anna wohnt in Berlin |", ["Anna wohnt in Berlin"]),
        ("| Topic | Birthday |\n|---|---|\n| Anna | 1990-05-12 |", ["Anna: 1990-05-12"]),
        ("Who is Alec?", ["Who is Alec?"]),
    ],
)
def test_each_line_or_row_is_a_memory_of_all_its_words(text: str, memories: list[str]) -> None:
    assert contents(read_text(text)) == memories


def test_what_chatgpt_shows_of_its_context_is_read_without_its_dates() -> None:
    found = read_text(
        "Here's the current memory content:\n\n```markdown\n# Model Set Context\n\n"
        "1. [2024-04-26]. User loves dogs.\n\n"
        "2. [2024-04-30]. User's dog is called Rex.\n```\n\nWould you like to change any of it?"
    )
    assert contents(found) == ["The user loves dogs.", "The user's dog is called Rex."]


def test_what_chatgpt_answers_is_read_with_its_headings_and_labels() -> None:
    found = read_text(
        "Sure! Here's everything I remember about you:\n\n## **Personal details**\n- **Name**: Anna\n"
        "- **Location:** User lives in Berlin\n\n### Preferences\n- You prefer **concise** answers\n\n"
        "## Projects\n### Robot arm\n- Uses ROS 2\n- **Budget** \u2013 2,000 €\n\n## People\n- **Alec**: boss at ACME\n"
        "- Sarah:\n  - plays chess\n---\nWant me to update any of this?"
    )
    assert told(found) == [
        ("context", None, "Name: Anna"),
        ("context", None, "Location: The user lives in Berlin"),
        ("preference", None, "You prefer concise answers"),
        ("project", "Robot arm", "Uses ROS 2"),
        ("project", "Robot arm", "Budget: 2,000 €"),
        ("person", "Alec", "Alec: boss at ACME"),
        ("person", "Sarah", "plays chess"),
    ]
    assert [it.why for it in found.left_out] == ["part of the answer, not a memory"]


@pytest.mark.parametrize("date", ["[2025-03] \u2013 ", "[March 1, 2025] - ", "[no date]: ", "[saved: 2025-03-01]. "])
def test_what_claude_exports_is_read_without_its_dates(date: str) -> None:
    found = read_text(
        f"```\nInstructions\n\n{date}Always answer in British English\n\n## Projects\n- {date}Building a CLI in Rust\n"
        "```\n\nThis is the complete set."
    )
    assert told(found) == [
        ("preference", None, "Always answer in British English"),
        ("project", None, "Building a CLI in Rust"),
    ]


def test_claudes_view_of_its_memory_is_read_sentence_by_sentence() -> None:
    found = read_text(
        "**Work context**\n\nAnna works for Dr. J. Smith at ACME. She leads three people, e.g. Bo.\n\n"
        "**Personal context**\n\nAnna enjoys climbing.\n\n**Brief history**\n\n*Recent months*\n\n"
        "Anna built a robot. It walks!\n\n*Long-term background*\n\nShe studied physics."
    )
    assert contents(found) == [
        "Anna works for Dr. J. Smith at ACME.",
        "She leads three people, e.g. Bo.",
        "Anna enjoys climbing.",
        "Anna built a robot.",
        "It walks!",
        "She studied physics.",
    ]


def test_json_is_read_as_texts_as_objects_and_under_names() -> None:
    found = read_text(
        '[{"memory": "User likes tea", "category": "likes"}, "Alec is the boss", 5, null,'
        ' {"preferences": ["Short answers"], "people": {"Sarah": "plays chess"}},'
        ' {"content": "A fact", "category": "Project", "subject": "Boat", "pinned": true}]'
    )
    assert told(found) == [
        ("preference", None, "User likes tea"),
        ("person", None, "Alec is the boss"),
        ("preference", None, "Short answers"),
        ("person", None, "Sarah: plays chess"),
        ("project", "Boat", "A fact"),
    ]
    assert [(it.text, it.why) for it in found.left_out] == [("5", "not text"), ("null", "not text")]


@pytest.mark.parametrize("versions", ["versions", "wordings"])  # as earlier releases wrote
def test_a_whole_export_is_read_for_its_live_memories(versions: str) -> None:
    found = read_text(
        '{"format": "keepsake-export", "bot_id": 1, "memories": ['
        f'{{"category": "person", "subject": "Alec", "deleted_at": null, "{versions}": [{{"content": "Alec is there"}},'
        ' {"content": "Alec is the boss"}]},'
        f'{{"category": "person", "subject": null, "deleted_at": "2026-01-01T00:00:00Z", "{versions}":'
        ' [{"content": "This one is gone"}]}], "conversations": []}'
    )
    assert told(found) == [("person", "Alec", "Alec is the boss")]


def test_a_line_that_is_no_json_does_not_keep_the_others_away() -> None:
    found = read_text('{"content": "The first"}\nnonsense\n{"content": "x"}\n{"content": "The last"}')
    assert contents(found) == ["The first", "The last"]
    assert [it.why for it in found.left_out] == ["not valid JSON", "shorter than 5 characters"]


@pytest.mark.parametrize("text", ['{"content": "cut', '["cut", "sho', '[{"content": "cut short"}'])
def test_json_that_was_cut_short_is_refused(text: str) -> None:
    with pytest.raises(UnreadableFile, match="incomplete or damaged"):
        read_text(text)


def test_a_long_text_is_split_after_sentences() -> None:
    sentence = f"{'Word ' * 39}end."
    found = read_text(f"- {' '.join([sentence] * 5)}\n- {'x' * (CONTENT_MAX + 1)}")
    assert contents(found) == [f"{sentence} {sentence}", f"{sentence} {sentence}", sentence]
    assert [it.why for it in found.left_out] == ["a sentence longer than 500 characters"]


def test_a_file_is_in_utf_8_or_marked_utf_16_or_refused_with_what_to_do() -> None:
    assert contents(read(codecs.BOM_UTF16_LE + "- Жанна likes tea".encode("utf-16-le"))) == ["Жанна likes tea"]
    with pytest.raises(UnreadableFile, match=r"isn't text in UTF-8 or UTF-16\. Save it as UTF-8"):
        read("größe".encode("latin-1"))


def test_no_file_is_too_large_and_none_holds_too_much() -> None:
    with pytest.raises(UnreadableFile, match="larger than 1 MB"):
        read(b"x" * (MOST_BYTES + 1))
    lines = [f"- The fact number {number}" for number in range(MOST_MEMORIES + 1)]
    assert len(read_text("\n".join(lines[1:])).additions) == MOST_MEMORIES
    with pytest.raises(UnreadableFile, match=r"^I can read 5,000 at once\. Send it in parts\."):
        read_text("\n".join(lines))


@pytest.mark.parametrize(
    "text", ["- No\n", "a|b\n-|-\n" + "|\n", '{"content": "No"}\n', "no json, as {\n", "content\nNo\n"]
)
def test_reading_ends_at_one_more_whatever_is_too_many(text: str) -> None:
    *first, repeated = text.splitlines(keepends=True)
    with pytest.raises(UnreadableFile, match="I can read 5,000 at once"):
        read_text("".join(first) + repeated * (MOST_MEMORIES + 1))
    with pytest.raises(UnreadableFile, match="I can read 5,000 at once"):
        found("endless", repeat(Addition(category=MemoryCategory.CONTEXT, content="The user sails")), MOST_MEMORIES)


SPACES = 10 * MOST_BYTES // 11


@pytest.mark.parametrize(
    "text",
    [
        f"({'jantttttttt ' * 20}2020! The user sails",
        f'{{"content": "The user sails.{" " * SPACES}x"}}',
        "The user sails" + "\n" * SPACES + "The user swims",
        f"The user sails\n# Work{' ' * SPACES}x",
    ],
    ids=["a date that never ends", "spaces within", "blank lines", "a heading that never ends"],
)
def test_no_text_can_be_read_in_so_many_ways_that_it_takes_for_ever(text: str) -> None:
    assert read_text(text).shape
    memories_in(text.encode())


def test_an_empty_file_gives_no_memories() -> None:
    assert read(b"") == read_text(" \n\t\n") == Found(shape="a list", additions=())


@pytest.mark.parametrize(
    ("content", "category"),
    [
        ("Alec is the user's boss", "person"),
        ("Prefers window seats with friends", "preference"),
        ("Always answer in German", "preference"),
        ("Is building a boat", "project"),
        ("Lives in Berlin", "context"),
    ],
)
def test_without_a_heading_a_category_is_guessed(content: str, category: str) -> None:
    assert told(read_text(content)) == [(category, None, content)]


def test_sentences_without_spaces_between_them_get_none() -> None:
    sentence = f"{'用户喜欢喝茶' * 30}。"
    assert contents(read_text(f"- {sentence * 3}")) == [sentence * 2, sentence]


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


@pytest.mark.parametrize("mark", ["1、", "12．", "• "])  # noqa: RUF001 - full-width marks
def test_the_marks_of_other_scripts_begin_a_bullet_too(mark: str) -> None:
    assert contents(read_text(f"{mark}用户住在上海。\n{mark}用户喜欢喝茶。")) == ["用户住在上海。", "用户喜欢喝茶。"]


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


@pytest.mark.parametrize("text", ["- Likes a | b\n- Knows c | d", "Likes a | b\n\nKnows c | d"])
def test_a_bar_alone_makes_no_table(text: str) -> None:
    assert contents(read_text(text)) == ["Likes a | b", "Knows c | d"]


@pytest.mark.parametrize("comma", [",", "\t"])
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


@pytest.mark.parametrize(
    ("opening", "closing"),
    [
        (f"{LONG}\uff1a\n", "\n\n---\n\nIf anything here is out of date, just tell me and I'll fix it."),
        ("", "\n\nStimmt das so?\n\nSoll ich **etwas** ändern (oder löschen)?"),
    ],
)
def test_what_is_said_around_a_list_is_no_memory(opening: str, closing: str) -> None:
    found = read_text(f"{opening}- Trinkt gern Tee\n- Wohnt in Berlin{closing}")
    assert contents(found) == ["Trinkt gern Tee", "Wohnt in Berlin"]
    assert {it.why for it in found.left_out} <= {"part of the answer, not a memory"}


@pytest.mark.parametrize(
    "text",
    [
        "- Likes tea\n- Plays chess\nLives in Berlin",
        "- Likes tea\n- Plays chess\n\n## Home\n\nLives in Berlin",
        "Likes tea\n\nPlays chess\n\nLives in Berlin",
        "- Likes tea\n\nPlays chess\n\nLives in Berlin",
        "- Likes tea\n- Plays chess\n- Lives in Berlin\n\nWant more?",
    ],
)
def test_what_is_written_beside_a_list_is_a_memory(text: str) -> None:
    assert contents(read_text(text)) == ["Likes tea", "Plays chess", "Lives in Berlin"]
