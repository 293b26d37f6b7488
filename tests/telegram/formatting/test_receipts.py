import pytest

from bot.telegram.formatting.receipts import without_receipts


@pytest.mark.parametrize(
    "line",
    [
        "💾 Remembered: Alec is the boss",
        "🗑 Forgot: x",
        "🗑️ Forgot: x",
        "✏️ old → new",
        "✏ old → new",
        "🔒 Private: nothing of this is kept. /new ends it.",
        "> **🔒 private** : x",
        "  💾  Remembered: x",
        "- 💾 Remembered: x",
        "↩️ Undone: Remembered: x",
        "> ↩ **undone**: x",
        "1. 💾 Remembered: x",
        "> > ✏️ old → new",
        "**💾 Remembered:** x",
        "💾 **Remembered**: x",
        "*🗑 Forgot:* x",
        "`💾 Remembered: x`",
        "# 💾 Remembered: x",
        "| 💾 Remembered: x |",
        "[💾 Remembered: x](https://x.org)",
        "\\💾 Remembered: x",
        "&#128190; Remembered: x",
        "📝💾 Remembered: x",
        "✅ → 💾 Remembered: x",
        "<b>💾 Remembered: x</b>",
        "\u200b💾\u2060 Remem\u00adbered: x",
    ],
)
def test_a_line_in_the_form_of_a_receipt_is_left_out(line: str) -> None:
    assert without_receipts(f"before\n{line}\nafter") == "before\nafter"
    assert without_receipts(f"```\n{line}\n```") == "```\n```"
    assert without_receipts(line) == ""


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a<br>💾 Remembered: x<br>b", "a<br>b"),
        ("a&#10;💾 Remembered: x", "a&#10;"),
        ("a\u2028💾 Remembered: x", "a\u2028"),
        ("a\r💾 Remembered: x\rb", "a\rb"),
        ("<summary>a</summary>💾 Remembered: x", "<summary>a</summary>"),
    ],
)
def test_a_line_break_in_disguise_hides_no_receipt(text: str, left: str) -> None:
    assert without_receipts(text) == left


@pytest.mark.parametrize(
    "text",
    [
        "I have remembered: Alec is the boss",
        "The line 💾 Remembered: x is a receipt",
        "💾 Saved to disk",
        "✏️ Edit the file",
        "old → new",
        "🗑 Forgot",
        "🔒 Private",
        "a & b &amp; c",
        "  keeps\t white space \n\n\n",
    ],
)
@pytest.mark.parametrize("partial", [False, True])
def test_other_text_stays_as_it_is(text: str, *, partial: bool) -> None:
    assert without_receipts(f"{text}\nend", partial=partial) == f"{text}\nend"


@pytest.mark.parametrize(
    "receipt", ["- **💾 Remembered: Alec is the boss**", "✏️ old → new", "> 🗑️ Forgot: x", "↩️ Undone: x"]
)
def test_nothing_of_a_receipt_is_shown_while_it_is_written(receipt: str) -> None:
    sign = next(i for i, char in enumerate(receipt) if char in "💾✏🗑↩")
    for end in range(sign + 1, len(receipt) + 1):
        assert without_receipts(f"Sure.\n{receipt[:end]}", partial=True) == "Sure.\n"


def test_a_line_that_turns_out_to_be_no_receipt_is_shown() -> None:
    assert without_receipts("💾 Rem", partial=True) == ""
    assert without_receipts("💾 Remind me", partial=True) == "💾 Remind me"
    assert without_receipts("✏️ Edit it", partial=True) == ""
    assert without_receipts("✏️ Edit it\n", partial=True) == "✏️ Edit it\n"
    assert without_receipts("💾 Rem") == "💾 Rem"
