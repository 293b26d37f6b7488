import random
import time
from collections.abc import Callable

import pytest

from bot.telegram.formatting import bold, code, compose, format_reply, preview
from bot.telegram.texts import Text
from tests.growth import no_square
from tests.telegram.formatting.rules import assert_sendable, looks, outside_code, raw_markers, utf16

NASTY = r"""# Title with `code` and **bold**

Some *italic*, **bold with `code` inside**, ~~gone~~, snake_case_name and \( x^2 + \frac{1}{2} \).

| Name | Age | Link |
|:-----|----:|------|
| Anna | 5 | [a [b] c](https://x.org/a_(b)) |
| Зоя | 10 | <br>x `a|b` |

1. one
   - nested **x**
     1. deep
        ```python
        print("**x**")
        ```
2. two
   - [ ] todo
   - [x] done

> quote `code`
> > nested **quote**
> ```js
> a
> ```

<details><summary>More</summary>

Hidden **text** here

</details>

![alt](https://x.org/i.png) <https://x.org> ||spoiler|| note[^1] 👨‍👩‍👧‍👦 **שלום** עולם

[^1]: The note.

---
````md
```
inner
```
````
The **end
"""


def only(markdown: str) -> Text:
    (part,) = format_reply(markdown)
    assert_sendable(part)
    return part


@pytest.mark.parametrize(
    ("markdown", "text", "look"),
    [
        ("**b** and *i* and ~~s~~", "b and i and s", [("bold", "b"), ("italic", "i"), ("strikethrough", "s")]),
        ("***both***", "both", [("italic", "both"), ("bold", "both")]),
        ("# One\n\n### Three", "One\n\nThree", [("bold", "One"), ("bold", "Three")]),
        ("Under\n=====\ntext", "Under\ntext", [("bold", "Under")]),
        ("# A **b** `c`", "A b c", [("bold", "A b"), ("code", "c")]),
        ("**use `x` here**", "use x here", [("bold", "use"), ("code", "x"), ("bold", "here")]),
        ("**a **b** c**", "a b c", [("bold", "a b c")]),
        ("[`f()`](https://x.org)", "f()", [("text_link https://x.org", "f()")]),
        ("**[t](https://x.org)**", "t", [("bold", "t"), ("text_link https://x.org", "t")]),
        ("> a **b**\n> `c`", "a b\nc", [("blockquote", "a b\nc"), ("bold", "b"), ("code", "c")]),
        ("> `c`", "c", [("blockquote", "c"), ("code", "c")]),
        ("> a\n> > b", "a\nb", [("blockquote", "a\nb")]),
        ("> a\n> ```py\n> b\n> ```\n> c", "a\nb\nc", [("blockquote", "a"), ("pre py", "b"), ("blockquote", "c")]),
        ("||secret|| a || b || c", "secret a || b || c", [("spoiler", "secret")]),
        ("😀 **😀b**", "😀 😀b", [("bold", "😀b")]),
        ("שלום **עולם** `x`", "שלום עולם x", [("bold", "עולם"), ("code", "x")]),
        ("**5**-**10** or **1**.**2**", "5-10 or 1.2", [("bold", it) for it in ("5", "10", "1", "2")]),
        ("*in*-*out*", "in-out", [("italic", "in"), ("italic", "out")]),
        ("*At https://x.org/*", "At https://x.org/", [("italic", "At https://x.org/")]),
        ("_At https://x.org/a_b_", "At https://x.org/a_b", [("italic", "At https://x.org/a_b")]),
        ("__https://x.org__", "https://x.org", [("bold", "https://x.org")]),
        ("[[Bug]: crash](https://x.org)", "[Bug]: crash", [("text_link https://x.org", "[Bug]: crash")]),
        ("line  \nbreak\\\nend", "line\nbreak\nend", []),
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
        "from ~5 to ~6",
        "https://x.org/_foo_/a*b*c?d=_e_",
        "src/**/*.py and tests/**/*.py",
        "**kwargs, **other",
        "5 * 3 and 4 * 2",
        "a < b > c & d",
        "<kbd>Ctrl</kbd> H<sub>2</sub>O <!-- remark -->",
        "a || b || c",
        "earn $$ and save $$ with us",
        "the class [^abc] of a pattern",
        "#hashtag @name /command",
        "[Note]: see below",
        "[INFO]: started\n[INFO]: done",
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
        ("&amp; &lt;b&gt; &copy;", "& <b> ©"),
        ("a<br>b<br/>c", "a\nb\nc"),
        ("<div>\nin **block** HTML\n</div>", "<div>\nin block HTML\n</div>"),
        ("<details>\n<summary>Sum</summary>\ninside\n```\nx <b>\n```\n</details>", "Sum\n\ninside\nx <b>"),
        ("Term[^1].\n\n[^1]: Its note.", "Term[1].\n\n[1]: Its note."),
        ("$x$, $E = mc^2$ and \\(a_1\\)", "x, E = mc² and a₁"),
        ("So\n\\[ \\frac{1}{2} \\]\nthen", "So\n1/2\nthen"),
    ],
)
def test_escapes_html_footnotes_and_formulas_read_well(markdown: str, text: str) -> None:
    assert only(markdown).text == text


@pytest.mark.parametrize(
    ("markdown", "bolds"),
    [
        ("**Note:**text", ["Note:"]),
        ("**Note: **text", ["Note:"]),
        ("**「重要」**です", ["「重要」"]),
        ("这是**“重点”**内容", ["“重点”"]),
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
        (r"\sum_{i=1}^{n} i \le \infty", "∑ᵢ₌₁ⁿ i ≤ ∞"),
        (r"\alpha \cdot \Delta x_{max} \to 90^\circ", "α · Δ xₘₐₓ → 90°"),  # noqa: RUF001 - Greek
        (r"e^{i\pi} + 1 = 0, \quad x^{2y}", "e^(iπ) + 1 = 0, x^(2y)"),
        (r"\{1, 2\} \subset \mathbb{R}", "{1, 2} ⊂ R"),
        (r"P(A|B) * [0, 1]_k", "P(A|B) * [0, 1]ₖ"),
        (r"\text{speed} = \left(\frac{1}{2}\right)", "speed = (1/2)"),
    ],
)
def test_formulas_are_written_with_unicode(tex: str, text: str) -> None:
    assert only(f"So \\({tex}\\).").text == f"So {text}."
    assert only(f"**So**\n\n\\[\n{tex}\n\\]").text == f"So\n\n{text}"


def test_a_formula_with_a_command_that_unicode_has_no_sign_for_is_code() -> None:
    assert looks(only(r"So \(\vec{x} + 1\).")) == [("code", r"\vec{x} + 1")]


@pytest.mark.parametrize(
    ("markdown", "text"),
    [
        ("a\u0333b\u202ec\u030a\x80", "abc"),
        ("a&#x333;b&#x202e;c&#x2028;d&#x80;", "abc\nd"),
        ("[a](./\u0333&#x333;)", "a (./)"),
        ("```a&#x333; b\n```", "a b"),
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
        ('[t](https://x.org "Title")', "t", ("text_link https://x.org", "t")),
        ("![alt](https://x.org/i.png)", "🖼 alt", ("text_link https://x.org/i.png", "🖼 alt")),
        ("[](https://x.org)", "https://x.org", ("text_link https://x.org", "https://x.org")),
        ("<https://x.org/a>", "https://x.org/a", ("text_link https://x.org/a", "https://x.org/a")),
        ("[r][1]\n\n[1]: https://x.org", "r", ("text_link https://x.org", "r")),
        ("[rel](./a.md)", "rel (./a.md)", None),
        ("[local](http://localhost:8000/x)", "local (http://localhost:8000/x)", None),
        ("[mail](mailto:a@b.org)", "mail (a@b.org)", None),
        ("<a@b.org>", "a@b.org", None),
        ("[up](#top)", "up", None),
        ("[t]()", "t", None),
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


def test_a_table_in_a_quote_is_a_code_block_beside_it() -> None:
    part = only("> a\n>\n> | A | B |\n> |---|---|\n> | x | y |\n>\n> b")
    assert looks(part) == [("blockquote", "a"), ("pre", "A  B\n─  ─\nx  y"), ("blockquote", "b")]


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


def test_a_table_with_links_keeps_them() -> None:
    part = only("| A | B |\n|---|---|\n| x | [y](https://x.org) |")
    assert part.text == "A: x\n• B: y"
    assert looks(part) == [("bold", "A: x"), ("text_link https://x.org", "y")]


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
        ("1. a\n1. b", "1. a\n2. b"),
        ("1. a\n   - b\n     1. c\n2. d", "1. a\n  ◦ b\n    1. c\n2. d"),
        ("- [ ] to do\n- [x] done", "☐ to do\n☑ done"),
        ("- [ ] to do\n\n- [x] done", "☐ to do\n\n☑ done"),
        ("- a\n\n  second\n- b", "• a\n\n  second\n• b"),
        ("1. a\n   > q\n2. b", "1. a\nq\n2. b"),
        ("Intro:\n* x\n* y\n\nEnd", "Intro:\n• x\n• y\n\nEnd"),
        ("-\n- x", "• \n• x"),
    ],
)
def test_lists_keep_their_shape_and_numbers(markdown: str, text: str) -> None:
    assert only(markdown).text == text


@pytest.mark.parametrize(
    ("markdown", "code_blocks"),
    [
        ("```python\nx = '**'\n```", [("pre python", "x = '**'")]),
        ("~~~js\n`a`\n~~~", [("pre js", "`a`")]),
        ("````md\n```py\nx\n```\n````", [("pre md", "```py\nx\n```")]),
        ("```\nunclosed", [("pre", "unclosed")]),
        ("1. a\n   ```sh\n   ls\n     -l\n   ```\n2. b", [("pre sh", "ls\n  -l")]),
        ("    indented", [("pre", "indented")]),
        ("```go\nx\n\ty\n```", [("pre go", "x\n    y")]),
        ("```c++\nx\n```", [("pre c++", "x")]),
        ("```This is prose\nx\n```", [("pre This", "x")]),
    ],
)
def test_code_blocks_are_code(markdown: str, code_blocks: list[tuple[str, str]]) -> None:
    assert looks(only(markdown)) == code_blocks


def test_text_after_a_fence_is_shown() -> None:
    assert only("```python main.py\nx = 1\n```").text == "main.py\nx = 1"
    assert only("```Just words").text == "Just words"


@pytest.mark.parametrize(
    ("markdown", "look"),
    [
        ("```\na\n```\n```\nb\n```", [("pre", "a"), ("pre", "b")]),
        ("```\na\n\n```\n```\nb\n```", [("pre", "a"), ("pre", "b")]),
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
    "markdown",
    [
        "||💾|| Remembered: x",
        "[💾](https://x.org) Remembered: x",
        "| 💾 Remembered |\n|---|\n| [x](https://x.org) |",
        "- [x] 💾 Remembered: x",
        "\u202e💾 Remembered: x",
        "&#x8a;💾 Remembered: x",
    ],
)
def test_what_only_looks_like_a_receipt_once_it_is_formatted_is_left_out(markdown: str) -> None:
    assert only(f"**b**\n\n{markdown}\n\n*end*").text.split() == ["b", "end"]
    part = preview(f"**b**\n\n{markdown}\n\n*end*")
    assert part is not None
    assert looks(part) == [("bold", "b"), ("italic", "end")]


def test_a_part_without_formatting_has_its_words_and_the_addresses_of_its_links() -> None:
    (part,) = format_reply("**a** `b` 🙂 [c](https://c.org), [d](https://d.org)")
    assert part.plain == Text("a b 🙂 c (https://c.org), d (https://d.org)")


def test_an_address_that_has_no_room_in_a_part_without_formatting_is_left_out() -> None:
    (part,) = format_reply("x" * 4070 + " [c](https://c.org) [d](https://d.org)")
    assert part.plain.text == "x" * 4070 + " c d (https://d.org)"


def test_a_text_is_composed_of_strings_and_styles() -> None:
    (part,) = compose("📝 ", bold("Person"), "\n• [", code("a1b2"), "] x")
    assert part.text == "📝 Person\n• [a1b2] x"
    assert looks(part) == [("bold", "Person"), ("code", "a1b2")]


def test_composed_lines_are_not_cut() -> None:
    lines = [piece for n in range(40) for piece in ("• [", code(f"id{n:06}"), "] ", "word " * 50, "\n")]
    parts = compose(bold("Memories"), "\n\n", *lines)
    assert len(parts) == 3
    for part in parts:
        assert_sendable(part)
        assert part.text.startswith(("Memories", "• ["))
        assert part.text.endswith("word")
    assert sum(entity.type == "code" for part in parts for entity in part.entities) == 40


# Previews


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("**bol", "bol"),
        ("a **", "a"),
        ("a **b*", "a b"),
        ("*a* *b", "a b"),
        ("**a *`", "a"),
        ("**a *\\", "a"),
        ("a `co", "a co"),
        ("a `", "a"),
        ("a ~~x~", "a x"),
        ("a [te", "a te"),
        ("a [text]", "a text"),
        ("a [text](https://x.o", "a text"),
        ("a [text](https://x.org/a_(b", "a text"),
        ("a ![alt](htt", "a alt"),
        ("a <https://x.or", "a"),
        ("a \\", "a"),
        ("a\n#", "a"),
        ("a\n- ", "a"),
        ("a\n2.", "a"),
        ("a\n- [", "a"),
        ("a\n--", "a"),
        ("a\n``", "a"),
        ("a\n```", "a"),
        ("a\n```pyth", "a"),
        ("a\n```py\nx\n``", "a\nx"),
        ("a\n| Name | A", "a"),
        ("a\n| Name | Age |\n|:--", "a"),
        ("a $$\\frac{1", "a"),
        ("a \\(x^", "a"),
        ("a ||secr", "a"),
        ("a ||secret|", "a"),
        ("a[^1", "a"),
        ("see [1]", "see [1]"),
        ("it costs $5 a", "it costs $5 a"),
        ("2*3", "2*3"),
        ("in __init", "in __init"),
        ("use `a <b", "use a"),
        ("use `2*3*4 <b>", "use 2*3*4 <b>"),
        ("| A |\n|---|\n| x |\n| `", "A\n─\nx"),
    ],
)
def test_a_preview_shows_no_half_written_marker(written: str, text: str) -> None:
    part = preview(written)
    assert part is not None
    assert part.text == text


def test_a_preview_closes_nothing_that_is_only_overlooked() -> None:
    written = "**`x`:**text and"
    assert preview(written) == only(written)


def test_what_is_being_written_in_bold_is_bold() -> None:
    part = preview("Hi **bold and *both `co")
    assert part is not None
    assert looks(part) == [("bold", "bold and both"), ("italic", "both"), ("code", "co")]


def test_a_preview_of_a_table_shows_the_rows_so_far() -> None:
    part = preview("| A | B |\n|---|---|\n| a | **b")
    assert part is not None
    assert part.text == "A  B\n─  ─\na  b"
    part = preview("| A | B |\n|---|---|\n| `a")
    assert part is not None
    assert part.text == "A  B\n─  ─\na"


def test_a_preview_holds_back_what_may_become_a_receipt() -> None:
    part = preview("Sure.\n\n💾 Remem")
    assert part is not None
    assert part.text == "Sure."


def test_a_preview_longer_than_a_message_is_its_beginning() -> None:
    text = "word 😀 " * 1000
    part = preview(text)
    assert part is not None
    assert_sendable(part)
    assert part.text.endswith((" …", "\n…"))
    assert utf16(part.text) > 4000
    assert text.startswith(part.text[:-2])


@pytest.mark.parametrize("line", ["Some **words** here.\n\n", "| one | two |\n", "word "])
def test_what_is_below_the_shown_part_of_a_preview_costs_nothing(line: str) -> None:
    text = "| A | B |\n|---|---|\n" + line * 2_000

    def cost(shown: str) -> float:
        begun = time.process_time()
        preview(shown)
        return time.process_time() - begun

    assert min(cost(text * 20) for _ in range(3)) < 3 * min(cost(text) for _ in range(3))


def test_a_preview_is_full_though_most_of_a_text_does_not_show() -> None:
    part = preview("&lt;&gt; " * 10_000)
    assert part is not None
    assert part.text.startswith("<> <> ")
    assert part.text.endswith(" …")
    assert utf16(part.text) > 4000


def test_every_prefix_is_sendable_and_shows_no_raw_marker() -> None:
    for end in range(len(NASTY) + 1):
        for part in format_reply(NASTY[:end]):
            assert_sendable(part)
        part_so_far = preview(NASTY[:end])
        if part_so_far is not None:
            assert_sendable(part_so_far)
            assert raw_markers(part_so_far) == [], NASTY[:end]


def test_a_finished_text_looks_in_the_preview_as_it_does_in_the_end() -> None:
    text = NASTY.removesuffix("The **end\n")
    assert format_reply(text) == [preview(text)]


# Whole answers


def _words(numbers: range) -> str:
    return " ".join(f"word{n}" for n in numbers)


def _long_answer() -> str:
    code_lines = "\n".join(f"    line_{n} = [{n}, '**{n}**']" for n in range(38))
    table = "\n".join(f"| row{n} | cell{n} with `code{n}` | [link{n} [x]](https://x.org/{n}_(y)) |" for n in range(20))
    nested = "\n".join(f"{n}. item{n}\n   - **sub{n}** part\n     - deep{n}" for n in range(1, 40))
    filler = "\n\n".join(_words(range(n, n + 60)) for n in range(0, 780, 60))
    return (
        f"# The answer\n\n{filler}\n\n| Name | What it is | Where |\n|---|---|---|\n{table}\n\n{nested}\n\n"
        f"```python\ndef f():\n{code_lines}\n```\n\nEnd with [a [b]](https://x.org/(c)) **last**."
    )


def test_every_word_of_a_long_answer_arrives() -> None:
    answer = _long_answer()
    assert len(answer) > 10_000
    parts = format_reply(answer)
    for part in parts:
        assert_sendable(part)
        assert raw_markers(part) == []
    text = "\n".join(part.text for part in parts)
    for n in range(780):
        assert f"word{n} " in text or f"word{n}\n" in text
    for n in range(20):
        assert all(f"{word}{n}" in text for word in ("row", "cell", "code", "link"))
    for n in range(1, 40):
        assert all(f"{word}{n}" in text for word in ("item", "sub", "deep"))
    urls = {entity.url for part in parts for entity in part.entities if entity.url}
    assert urls == {f"https://x.org/{n}_(y)" for n in range(20)} | {"https://x.org/(c)"}


def test_all_code_of_a_long_answer_is_in_one_code_block() -> None:
    parts = format_reply(_long_answer())
    (block,) = [text for part in parts for kind, text in looks(part) if kind == "pre python"]
    assert block.splitlines() == ["def f():", *(f"    line_{n} = [{n}, '**{n}**']" for n in range(38))]
    assert not any("line_" in outside_code(part) for part in parts)


def _random_markdown(source: random.Random) -> tuple[str, list[str]]:
    markers = [
        "*", "**", "_", "`", "``", "~~", "||", "|", "[", "]", "(", ")", "![", "<", ">", "<b>", "<br>", "<details>",
        "<summary>", "</summary>", "\n", "\n\n", "\n- ", "\n  - ", "\n1. ", "\n> ", "\n# ", "\n```py\n", "\n```\n",
        "\n---\n", "\n\n| a | b |\n|---|---|\n| ", "$", "\\", "\\(", "\\)", "  \n", "    ", "[^1]", "\n[^1]: ",
        "- [ ] ", "&amp;", "\n<div>\n", "\n<!--", "😀", "שלום ", "2*3*4", "https://x.org/_a_ ", "\n[x]: ",
    ]  # fmt: skip
    words = [f"w{n}q" for n in range(source.randint(1, 25))]
    return "".join(source.choice(markers) + word + source.choice((" ", "")) for word in words), words


def test_no_word_is_lost_whatever_stands_around_it() -> None:
    source = random.Random(2)  # noqa: S311 - the same examples each time
    for _ in range(1500):
        markdown, words = _random_markdown(source)
        parts = format_reply(markdown)
        for part in parts:
            assert_sendable(part)
        text = "\n".join(part.text for part in parts)
        assert [word for word in words if word not in text] == [], markdown


def test_the_same_text_gives_the_same_messages() -> None:
    assert format_reply(NASTY) == format_reply(NASTY)
    assert preview(NASTY) == preview(NASTY)


@pytest.mark.parametrize(
    "markdown",
    [
        "*" * 100_000, "_a *" * 12_000, "[" * 50_000, "`" * 99_999, "`a` " * 12_000, "\\(" * 50_000, "$x$" * 15_000,
        "> " * 5000 + "x", "- " * 5000 + "x", "[a](https://x.org) " * 5000, "# a\n" * 12_000, "a" * 100_000,
        "<summary>" * 11_000, "<div>\n" * 15_000, "||a|| " * 8000, "|a" * 20_000 + "\n" + "|-" * 20_000,
        "😀" * 50_000, "👨‍👩‍👧‍👦" * 10_000, "🇩🇪" * 30_000, "e\u0301" * 50_000, "```\n" + "    x = 1\n" * 10_000,
        "[a]: x\n" * 15_000, "a*b" * 33_000,
        "a\0b", "\ud800 \udc00", "\ud83d\ude00", "\ufdd0\ufdd1\ufdd2x", "$$" + "\\frac{" * 150 + "$$", "💾" * 50_000,
    ],
)  # fmt: skip
@pytest.mark.parametrize("show", [format_reply, preview])
def test_extreme_texts_are_formatted_in_time(markdown: str, show: Callable[[str], list[Text] | Text | None]) -> None:
    with no_square():
        shown = show(markdown)
    for part in shown if isinstance(shown, list) else [shown]:
        if part is not None:
            assert_sendable(part)
