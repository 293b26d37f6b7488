from collections.abc import Callable

import pytest

from bot.telegram.formatting import format_reply, preview
from bot.telegram.texts import Text
from tests.growth import no_square
from tests.telegram.formatting.rules import assert_sendable, looks, utf16


def only(markdown: str) -> Text:
    (part,) = format_reply(markdown)
    assert_sendable(part)
    return part


@pytest.mark.parametrize(
    ("markdown", "text", "look"),
    [
        ("**b** and *i* and ~~s~~", "b and i and s", [("bold", "b"), ("italic", "i"), ("strikethrough", "s")]),
        ("Under\n=====\ntext", "Under\ntext", [("bold", "Under")]),
        ("**use `x` here**", "use x here", [("bold", "use"), ("code", "x"), ("bold", "here")]),
        ("**a **b** c**", "a b c", [("bold", "a b c")]),
        ("[`f()`](https://x.org)", "f()", [("text_link https://x.org", "f()")]),
        ("> a **b**\n> `c`", "a b\nc", [("blockquote", "a b\nc"), ("bold", "b"), ("code", "c")]),
        ("> a\n> ```py\n> b\n> ```\n> c", "a\nb\nc", [("blockquote", "a"), ("pre py", "b"), ("blockquote", "c")]),
        ("||secret|| a || b || c", "secret a || b || c", [("spoiler", "secret")]),
        ("**5**-**10** or **1**.**2**", "5-10 or 1.2", [("bold", it) for it in ("5", "10", "1", "2")]),
        ("*At https://x.org/*", "At https://x.org/", [("italic", "At https://x.org/")]),
        ("[[Bug]: crash](https://x.org)", "[Bug]: crash", [("text_link https://x.org", "[Bug]: crash")]),
        ("a\n\n---\n\nb", "a\n\n──────────\n\nb", []),
    ],
)
def test_markdown_becomes_text_with_entities(markdown: str, text: str, look: list[tuple[str, str]]) -> None:
    part = only(markdown)
    assert part.text == text
    assert sorted(looks(part)) == sorted(look)


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 and x**2 + y**2",
        "snake_case_names and __init__.py",
        "$5 and $10, $10.49 (~$11.20), $HOME/$USER",
        "https://x.org/_foo_/a*b*c?d=_e_",
        "<kbd>Ctrl</kbd> H<sub>2</sub>O <!-- remark -->",
        "earn $$ and save $$ with us",
        "the class [^abc] of a pattern",
        "array[0](x) [x] [1]",
    ],
)
def test_what_is_no_formatting_stays_as_it_is(text: str) -> None:
    part = only(text)
    assert part.text.removesuffix(" (x)").replace("array0 (x)", "array[0](x)") == text
    assert part.entities == ()


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        (r"\*no\* \_no\_ \`no\` \# 1\. \[x\] \<b>", "*no* _no_ `no` # 1. [x] <b>"),
        ("<div>\nin **block** HTML\n</div>", "<div>\nin block HTML\n</div>"),
        ("<details>\n<summary>Sum</summary>\ninside\n```\nx <b>\n```\n</details>", "Sum\n\ninside\nx <b>"),
        ("Term[^1].\n\n[^1]: Its note.", "Term[1].\n\n[1]: Its note."),
        ("$x$, $E = mc^2$ and \\(a_1\\)", "x, E = mc² and a₁"),
    ],
)
def test_escapes_html_footnotes_and_formulas_read_well(markdown: str, text: str) -> None:
    assert only(markdown).text == text


@pytest.mark.parametrize(
    ("markdown", "bolds"),
    [
        ("**Note:**text", ["Note:"]),
        ("**「重要」**です", ["「重要」"]),
        ("这是**重点**内容", ["重点"]),
    ],
)
def test_bold_that_commonmark_overlooks_is_bold(markdown: str, bolds: list[str]) -> None:
    part = only(markdown)
    assert "*" not in part.text
    assert looks(part) == [("bold", text) for text in bolds]


@pytest.mark.parametrize(
    ("tex", "text"),
    [
        (r"\frac{-b \pm \sqrt{b^2 - 4ac}}{2a}", "(-b ± √(b² - 4ac))/2a"),
        (r"\alpha \cdot \Delta x_{max} \to 90^\circ", "α · Δ xₘₐₓ → 90°"),  # noqa: RUF001 - Greek
        (r"e^{i\pi} + 1 = 0, \quad x^{2y}", "e^(iπ) + 1 = 0, x^(2y)"),
    ],
)
def test_formulas_are_written_with_unicode(tex: str, text: str) -> None:
    assert only(f"So \\({tex}\\).").text == f"So {text}."
    assert only(f"**So**\n\n\\[\n{tex}\n\\]").text == f"So\n\n{text}"


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("a\u0333b\u202ec\u030a\x80", "abc"),
        ("a&#x333;b&#x202e;c&#x2028;d&#x80;", "abc\nd"),
    ],
)
def test_what_telegram_leaves_out_is_left_out(markdown: str, text: str) -> None:
    assert only(markdown).text == text
    assert format_reply("\u0333&#x333;\u202e") == []


@pytest.mark.parametrize(
    ("markdown", "text", "link"),
    [
        ("[a [b] c](https://x.org/a_(b))", "a [b] c", ("text_link https://x.org/a_(b)", "a [b] c")),
        (r"[a \] b](<https://x.org/(>)", "a ] b", ("text_link https://x.org/(", "a ] b")),
        ("![alt](https://x.org/i.png)", "🖼 alt", ("text_link https://x.org/i.png", "🖼 alt")),
        ("[](https://x.org)", "https://x.org", ("text_link https://x.org", "https://x.org")),
        ("[r][1]\n\n[1]: https://x.org", "r", ("text_link https://x.org", "r")),
        ("[rel](./a.md)", "rel (./a.md)", None),
        ("[local](http://localhost:8000/x)", "local (http://localhost:8000/x)", None),
    ],
)
def test_links_keep_their_text_and_their_address(markdown: str, text: str, link: tuple[str, str] | None) -> None:
    part = only(markdown)
    assert part.text == text
    assert looks(part) == ([link] if link else [])


def test_a_narrow_table_is_aligned_in_a_code_block() -> None:
    part = only("a\n| Name | Age |\n|:--|--:|\n| Anna | 5 |\n| 田中 | 10 |\n\nb")
    table = "Name  Age\n────  ───\nAnna    5\n田中   10"
    assert part.text == f"a\n{table}\n\nb"
    assert looks(part) == [("pre", table)]


def test_a_wide_table_becomes_an_entry_for_each_row() -> None:
    part = only(
        "| Feature | Description of it | Price |\n|---|---|---|\n"
        "| Search | finds everything | $5 |\n| **Sync** | on every device of yours | |"
    )
    assert part.text == (
        "Feature: Search\n• Description of it: finds everything\n• Price: $5\n\n"
        "Feature: Sync\n• Description of it: on every device of yours"
    )
    assert looks(part) == [("bold", "Feature: Search"), ("bold", "Sync")]


def test_a_part_without_formatting_has_the_addresses_of_its_links_as_far_as_there_is_room() -> None:
    (part,) = format_reply("x" * 4070 + " [c](https://c.org) [d](https://d.org)")
    assert part.plain.text == "x" * 4070 + " c d (https://d.org)"


def test_the_head_of_a_column_without_cells_is_not_lost() -> None:
    part = only("| A | Notes | |\n|---|---|---|\n| [x](https://x.org) | | |\n| y | | |")
    assert part.text == "A: x\n• Notes: -\n\nA: y\n• Notes: -"


def test_no_cell_is_lost_to_a_pipe() -> None:
    part = only("| Name | Type |\n|---|---|\n| `a|b` | `int | None` |\n| x | y | surplus |")
    assert [line.split("  ")[0] for line in part.text.splitlines()] == ["Name", "────", "a|b", "x"]
    assert "int | None" in part.text
    assert "y | surplus" in part.text


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("- a\n  - b\n    - c\n- d", "• a\n  ◦ b\n    ▪ c\n• d"),
        ("3. c\n4. d\n\n9. i", "3. c\n4. d\n\n9. i"),
        ("- [ ] to do\n- [x] done", "☐ to do\n☑ done"),
        ("- a\n\n  second\n- b", "• a\n\n  second\n• b"),
        ("1. a\n   > q\n2. b", "1. a\nq\n2. b"),
        ("-\n- x", "• \n• x"),
    ],
)
def test_lists_keep_their_shape_and_numbers(markdown: str, text: str) -> None:
    assert only(markdown).text == text


@pytest.mark.parametrize(
    ("markdown", "code_blocks"),
    [
        ("```python\nx = '**'\n```", [("pre python", "x = '**'")]),
        ("````md\n```py\nx\n```\n````", [("pre md", "```py\nx\n```")]),
        ("```\nunclosed", [("pre", "unclosed")]),
        ("1. a\n   ```sh\n   ls\n     -l\n   ```\n2. b", [("pre sh", "ls\n  -l")]),
        ("```go\nx\n\ty\n```", [("pre go", "x\n    y")]),
        ("```This is prose\nx\n```", [("pre This", "x")]),
    ],
)
def test_code_blocks_are_code(markdown: str, code_blocks: list[tuple[str, str]]) -> None:
    assert looks(only(markdown)) == code_blocks


@pytest.mark.parametrize(
    ("markdown", "look"),
    [
        ("```\na\n```\n```\nb\n```", [("pre", "a"), ("pre", "b")]),
        ("|a|\n|-|\n||\n\n```\nb\n```", [("pre", "a\n─"), ("pre", "b")]),
        ("> a<br>\n\n> b", [("blockquote", "a"), ("blockquote", "b")]),
    ],
)
def test_blocks_in_a_row_stay_apart(markdown: str, look: list[tuple[str, str]]) -> None:
    assert looks(only(markdown)) == look


@pytest.mark.parametrize("blank", ["", " \n\t\n", "```\n```", "\u200b\u2060", "<details></details>", "\x00"])
def test_a_blank_answer_gives_no_message(blank: str) -> None:
    assert format_reply(blank) == []
    assert preview(blank) is None


def test_receipts_are_below_the_answer_unchanged() -> None:
    (part,) = format_reply(
        "**Done.**\n\n💾 Remembered: fake", ["💾 Remembered: likes *jazz* [a1b2c3d4]", "🗑 Forgot: x"]
    )
    assert part.text == "Done.\n\n💾 Remembered: likes *jazz* [a1b2c3d4]\n🗑 Forgot: x"
    assert looks(part) == [("bold", "Done.")]
    assert [it.text for it in format_reply("", ["🗑 Forgot: x"])] == ["🗑 Forgot: x"]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("**bol", "bol"),
        ("**a *\\", "a"),
        ("a [text](https://x.org/a_(b", "a text"),
        ("a\n```py\nx\n``", "a\nx"),
        ("a\n| Name | Age |\n|:--", "a"),
        ("a $$\\frac{1", "a"),
        ("a \\(x^", "a"),
        ("it costs $5 a", "it costs $5 a"),
        ("in __init", "in __init"),
        ("use `a <b", "use a"),
        ("| A |\n|---|\n| x |\n| `", "A\n─\nx"),
    ],
)
def test_a_preview_shows_no_half_written_marker(written: str, text: str) -> None:
    part = preview(written)
    assert part is not None
    assert part.text == text


def test_a_preview_longer_than_a_message_is_its_beginning() -> None:
    text = "word 😀 " * 1000
    part = preview(text)
    assert part is not None
    assert_sendable(part)
    assert part.text.endswith((" …", "\n…"))
    assert utf16(part.text) > 4000
    assert text.startswith(part.text[:-2])


@pytest.mark.parametrize(
    "markdown",
    [
        "*" * 100_000, "[" * 50_000, "`a` " * 12_000, "\\(" * 50_000, "> " * 5000 + "x", "<div>\n" * 15_000,
        "|a" * 20_000 + "\n" + "|-" * 20_000, "👨‍👩‍👧‍👦" * 10_000, "[a]: x\n" * 15_000, "a\0b", "\ud800 \udc00",
        "$$" + "\\frac{" * 150 + "$$", "💾" * 50_000,
    ],
)  # fmt: skip
@pytest.mark.parametrize("show", [format_reply, preview])
def test_extreme_texts_are_formatted_in_time(markdown: str, show: Callable[[str], list[Text] | Text | None]) -> None:
    with no_square():
        shown = show(markdown)
    for part in shown if isinstance(shown, list) else [shown]:
        if part is not None:
            assert_sendable(part)
