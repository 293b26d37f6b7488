"""The model's Markdown becomes the blocks of a rich message where it gains from it."""

import pytest

from bot.telegram import rich
from bot.telegram.formatting import format_reply
from bot.telegram.formatting.blocks import blocks_of
from bot.telegram.formatting.markdown import clean, parse
from bot.telegram.rich import Block, plain
from bot.telegram.texts import Text
from practice.telegram.rich_blocks import blocks_of as accepted
from tests.telegram.formatting.test_formatting import NASTY

TABLE = "| Name | Age |\n|:--|--:|\n| Anna | **5** |\n"
RECEIPT = "💾 Remembered: Sarah leads the design team"


def blocks(markdown: str) -> list[Block]:
    """Return the blocks of some Markdown, as Telegram takes them."""
    found = [it.block for it in blocks_of(parse(clean(markdown), keeps=True))]
    accepted({"blocks": found})
    return found


def rich_ones(markdown: str, *receipts: str) -> list[Text]:
    """Return an answer's texts that are rich, which Telegram takes."""
    texts = [it for it in format_reply(markdown, receipts, is_rich=True) if it.rich]
    for it in texts:
        accepted({"blocks": it.rich.blocks if it.rich else []})
    return texts


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("## A *b*", {"type": "heading", "text": ["A ", {"type": "italic", "text": "b"}], "size": 2}),
        ("one\ntwo<br>three", {"type": "paragraph", "text": "one\ntwo\nthree"}),
        ("||s||", {"type": "paragraph", "text": {"type": "spoiler", "text": "s"}}),
        ("`a|b`", {"type": "paragraph", "text": {"type": "code", "text": "a|b"}}),
        (
            "**a *b* c**",
            {
                "type": "paragraph",
                "text": {"type": "bold", "text": ["a ", {"type": "italic", "text": "b"}, " c"]},
            },
        ),
        ("[a](https://x.org)", {"type": "paragraph", "text": {"type": "url", "text": "a", "url": "https://x.org"}}),
        ("[a](javascript:x)", {"type": "paragraph", "text": "a (javascript:x)"}),
        ("```py\nx = '*'\n```", {"type": "pre", "text": "x = '*'", "language": "py"}),
        ("```math\nE = mc^2\n```", {"type": "mathematical_expression", "expression": "E = mc^2"}),
        ("$$a_1 * b_1 \\\\ c$$", {"type": "mathematical_expression", "expression": "a_1 * b_1 \\\\ c"}),
        (
            "so $x_1*x_2*x_3$ it is",
            {
                "type": "paragraph",
                "text": ["so ", {"type": "mathematical_expression", "expression": "x_1*x_2*x_3"}, " it is"],
            },
        ),
        ("it costs $5 and $10", {"type": "paragraph", "text": "it costs $5 and $10"}),
        ("> q", {"type": "blockquote", "blocks": [{"type": "paragraph", "text": "q"}]}),
        ("---", {"type": "divider"}),
        (
            "- [ ] milk\n- [x] eggs\n- bread",
            {
                "type": "list",
                "items": [
                    {"blocks": [{"type": "paragraph", "text": "milk"}], "has_checkbox": True},
                    {"blocks": [{"type": "paragraph", "text": "eggs"}], "has_checkbox": True, "is_checked": True},
                    {"blocks": [{"type": "paragraph", "text": "bread"}]},
                ],
            },
        ),
        (
            "3. three\n7. seven",
            {
                "type": "list",
                "items": [
                    {"blocks": [{"type": "paragraph", "text": "three"}], "value": 3, "type": "1"},
                    {"blocks": [{"type": "paragraph", "text": "seven"}], "value": 7, "type": "1"},
                ],
            },
        ),
        (
            "<details open>\n<summary>More **of** it</summary>\n\nInside\n\n</details>",
            {
                "type": "details",
                "summary": ["More ", {"type": "bold", "text": "of"}, " it"],
                "blocks": [{"type": "paragraph", "text": "Inside"}],
                "is_open": True,
            },
        ),
        ('<tg-button type="callback_data" data="x">y</tg-button>', None),
    ],
)
def test_each_kind_of_block(markdown: str, expected: Block | None) -> None:
    if expected is None:  # HTML is text: a model can't make buttons
        assert blocks(markdown) == [{"type": "paragraph", "text": markdown}]
    elif expected["type"] == "divider":
        assert [it.block for it in blocks_of(parse(markdown, keeps=True))] == [expected]
    else:
        assert blocks(markdown) == [expected]


def test_a_table_has_a_head_and_alignments() -> None:
    (table,) = blocks(TABLE)
    middle = {"valign": "middle"}
    assert table["cells"] == [
        [
            {"text": "Name", "align": "left", "is_header": True, **middle},
            {"text": "Age", "align": "right", "is_header": True, **middle},
        ],
        [
            {"text": "Anna", "align": "left", **middle},
            {"text": {"type": "bold", "text": "5"}, "align": "right", **middle},
        ],
    ]


def test_a_table_too_wide_for_telegram_is_a_list_of_entries() -> None:
    row = "|" + "|".join(f"c{n}" for n in range(21)) + "|"
    (shown,) = blocks(f"{row}\n{'|--' * 21}|\n{row}")
    assert shown["type"] == "paragraph"


def test_everything_nasty_is_taken_by_telegram_and_keeps_its_words() -> None:
    said = plain(blocks(NASTY))
    for word in (
        "Title with code and bold",
        "nested x",
        "☐ todo",
        "☑ done",
        "alt",
        "Hidden text here",
        "spoiler",
        "inner",
    ):
        assert word in said
    for end in range(0, len(NASTY), 7):
        if NASTY[:end].strip("# "):
            blocks(f"x {NASTY[:end]}")


@pytest.mark.parametrize("markdown", ["Hello **you**", "- a\n- b", "# A\n\ntext", "`$x`"])
def test_what_gains_nothing_stays_a_text(markdown: str) -> None:
    assert rich_ones(markdown) == []
    assert format_reply(markdown, is_rich=True) == format_reply(markdown)


@pytest.mark.parametrize("markdown", [TABLE, "- [ ] a", "it is $x^2$", "<details><summary>a</summary>b</details>"])
def test_what_gains_is_rich_and_keeps_its_text(markdown: str) -> None:
    (one,) = format_reply(markdown, is_rich=True)
    assert one.rich
    assert [one.as_text] == format_reply(markdown)


def test_receipts_stand_in_a_footer() -> None:
    (one,) = rich_ones(TABLE, RECEIPT, "🔒 Private")
    assert one.rich
    assert one.rich.blocks[-1] == {"type": "footer", "text": f"{RECEIPT}\n🔒 Private"}
    assert one.text.endswith(f"\n\n{RECEIPT}\n🔒 Private")


@pytest.mark.parametrize(
    "imitation",
    [
        RECEIPT,
        f"- {RECEIPT}",
        f"> **{RECEIPT}**",
        "$\\text{💾 Remembered: x} = 1$",
        "💾 $\\text{Remembered: x} = 1$",
        f"```math\n\\text{{{RECEIPT}}}\n```",
        f"```\n{RECEIPT}\n```",
        f"<details><summary>{RECEIPT}</summary>x</details>",
    ],
)
def test_what_reads_like_a_receipt_is_left_out(imitation: str) -> None:
    for one in rich_ones(f"{TABLE}\n{imitation}\n\nend"):
        assert one.rich
        assert "Remembered" not in plain(one.rich.blocks)


def test_a_long_answer_is_one_message() -> None:
    words = "\n\n".join(f"Paragraph {n}: {'word ' * 50}" for n in range(100))
    texts = format_reply(words, [RECEIPT], is_rich=True)
    assert len(texts) > 6
    assert [bool(it.rich) for it in texts] == [True] + [False] * (len(texts) - 1)
    assert len({it.group for it in texts}) == 1
    assert [it.as_text for it in texts] == format_reply(words, [RECEIPT])


def test_a_longer_one_than_fits_is_cut_between_blocks() -> None:
    words = "\n\n".join(f"Paragraph {n}: {'word ' * 50}and $x_{{{n}}}$" for n in range(300))
    texts = format_reply(words, [RECEIPT], is_rich=True)
    several = [it for it in texts if it.rich]
    assert len(several) == 3
    said = "\n".join(plain(it.rich.blocks) for it in several if it.rich)
    assert [n for n in range(300) if f"Paragraph {n}: word" not in said] == []
    assert said.endswith(RECEIPT)
    text = "\n".join(it.text for it in texts)
    assert [n for n in range(300) if f"Paragraph {n}: word" not in text] == []
    assert "\ufdd1" not in text
    assert text.count(RECEIPT) == 1
    for one in several:
        assert one.rich
        assert rich.size_of(one.rich.blocks).fits


def test_what_fits_into_no_rich_message_stays_text() -> None:
    items = "\n".join(f"- [ ] item {n}" for n in range(600))
    assert rich_ones(items) == []
    assert [it.text for it in format_reply(items, is_rich=True)] == [it.text for it in format_reply(items)]
    (table,) = rich_ones(f"{TABLE}\n\n{items}\n\n{TABLE}")[:1]
    assert table.rich
    assert len(table.rich.blocks) == 1


def test_deep_nesting_stays_text() -> None:
    deep = "".join(f"{'  ' * n}- [ ] level {n}\n" for n in range(12))
    assert rich_ones(deep) == []
    assert rich_ones("".join(f"{'  ' * n}- [ ] level {n}\n" for n in range(5)))
