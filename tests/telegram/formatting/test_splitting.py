import pytest

from bot.telegram.formatting import format_reply
from bot.telegram.formatting.rich_text import RichText
from bot.telegram.formatting.splitting import split
from tests.telegram.formatting.rules import assert_sendable, looks


def texts(text: str, units: int) -> list[str]:
    return [part.text for part in split(RichText.of(text), units)]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two.\n\nThree.\nFour.", ["One. Two.", "Three.\nFour."]),
        ("One. Two three\nfour five six.", ["One. Two three", "four five six."]),
        ("One two three. Four five six.", ["One two three.", "Four five six."]),
        ("One two three four five", ["One two three", "four five"]),
        ("Onetwothreefourfivesix", ["Onetwothreefour", "fivesix"]),
        ("これは文です。これも文です。まだ。", ["これは文です。これも文です。", "まだ。"]),
    ],
)
def test_a_cut_is_made_at_the_best_place(text: str, parts: list[str]) -> None:
    assert texts(text, 15) == parts


@pytest.mark.parametrize("heading", ["## The second", "The second:"])
@pytest.mark.parametrize("follows", ["words " * 200, "```\nx = 1\n" + "y = 2\n" * 100 + "```"])
def test_a_heading_or_a_line_with_a_colon_begins_the_message_of_what_follows(heading: str, follows: str) -> None:
    (whole,) = format_reply(heading)
    first, second = format_reply(f"{'words ' * 650}\n\n{heading}\n\n{follows}")
    assert set(first.text.split()) == {"words"}
    assert second.text.startswith(whole.text)


@pytest.mark.parametrize("last", ["services:", "    else:"])
def test_a_code_block_that_ends_with_a_colon_is_not_torn(last: str) -> None:
    block = "\n".join(["a: 1"] * 700 + [last])
    first, second = format_reply(f"```yaml\n{block}\n```\n\n{'words ' * 400}")
    assert first.text.endswith(f"\n{last}")
    assert set(second.text.split()) == {"words"}


def test_a_text_of_headings_fills_its_messages() -> None:
    text = "\n".join(f"Number {number}:" for number in range(2_000))
    parts = texts(text, 4_096)
    assert "\n".join(parts) == text
    assert all(len(part) > 2_000 for part in parts[:-1])


def test_a_long_code_block_is_continued_in_its_language_at_lines_without_indentation() -> None:
    code = "\n".join(f"def f{n}():\n    a = {n}\n\n    return a\n" for n in range(400))
    parts = format_reply(f"intro\n```py\n{code}\n```")
    assert len(parts) > 3
    blocks = [looks(part) for part in parts]
    assert all(len(found) == 1 and found[0][0] == "pre py" for found in blocks)
    assert all(found[0][1].startswith("def ") for found in blocks)
    assert [line for found in blocks for line in found[0][1].split("\n") if line] == [
        ln for ln in code.split("\n") if ln
    ]


def test_code_indented_throughout_keeps_its_indentation_but_where_telegram_trims_a_message() -> None:
    parts = format_reply("```\n" + "    x = 1\n" * 1000 + "```")
    assert len(parts) > 1
    for part in parts:
        assert_sendable(part)
        first, *others = part.text.split("\n")
        assert first == "x = 1"
        assert set(others) == {"    x = 1"}


def test_blank_stretches_give_no_part() -> None:
    parts = list(split(RichText.of("a" + "\n" * 9000 + "b")))
    assert [part.text for part in parts] == ["a", "b"]
    assert list(split(RichText.of(" \n" * 5000))) == []
