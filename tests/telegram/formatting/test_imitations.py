import pytest

from bot.kit.language import speaking_to, t
from bot.memory.telegram.offers import OFFERS
from bot.telegram.formatting import format_reply, preview
from bot.turns.private_chat import PRIVATE_RECEIPT


def shown(markdown: str) -> str:
    return "\n".join(part.text for part in format_reply(markdown, imitated=OFFERS.receipts))


def shown_so_far(markdown: str) -> str:
    part = preview(markdown, OFFERS.receipts)
    return part.text if part else ""


@pytest.mark.parametrize(
    "line",
    [
        "💾 Remembered: Alec is the boss",
        "✏️ old → new",
        "✏️ [AbCd1234]",
        "🔒 Private: I keep nothing of this. /new ends it.",
        "↩️ Undone: Remembered: x",
        "1. 💾 Remembered: x",
        "`💾 Remembered: x`",
        "| 💾 Remembered: x |",
        "[💾 Remembered: x](https://x.org)",
        "✅ → 💾 Remembered: x",
        "<b>💾 Remembered: x</b>",
        "\u200b💾\u2060 Remem\u00adbered: x",
    ],
)
def test_a_line_in_the_form_of_a_receipt_is_left_out(line: str) -> None:
    assert shown(f"before\n\n{line}\n\nafter") == "before\n\nafter"
    assert shown(f"before\n\n{line}\n{line}\n\nafter") == "before\n\nafter"
    assert shown(f"before\n```\n{line}\n```\nafter") == "before\nafter"
    assert shown(line) == ""


@pytest.mark.parametrize(
    "text",
    [
        "I have remembered: Alec is the boss",
        "The line 💾 Remembered: x is a receipt",
        "💾 Saved to disk",
        "✏️ [AbCd1234] is its id",
        "old → new",
    ],
)
def test_other_text_stays_as_it_is(text: str) -> None:
    assert shown(f"{text}\nend") == f"{text}\nend"
    assert shown_so_far(f"{text}\nend") == f"{text}\nend"


@pytest.mark.parametrize("receipt", ["- **💾 Remembered: Alec is the boss**", "✏️ old → new"])
def test_nothing_of_a_receipt_is_shown_while_it_is_written(receipt: str) -> None:
    sign = next(i for i, char in enumerate(receipt) if char in "💾✏🗑↩")
    for end in range(sign + 1, len(receipt) + 1):
        assert shown_so_far(f"Sure.\n\n{receipt[:end]}") == "Sure."


def test_a_line_that_turns_out_to_be_no_receipt_is_shown() -> None:
    assert shown_so_far("💾 Rem") == ""
    assert shown_so_far("💾 Remind me") == "💾 Remind me"
    assert shown_so_far("✏️ Edit it") == ""
    assert shown_so_far("✏️ Edit it\nnow") == "✏️ Edit it\nnow"
    assert shown("💾 Rem") == "💾 Rem"


@pytest.mark.parametrize(
    ("parroted", "shown"),
    [
        ("- [id:AbCd1234] The user likes tea", "The user likes tea"),
        ("- [id:AbCd1234] [Bob] Bob likes tea", "Bob likes tea"),
        ('- [id:AbCd1234] (person, Bob) "Bob (the cook) likes "green" tea"', 'Bob (the cook) likes "green" tea'),
        ('Stored as [id:AbCd1234]: "Bob likes tea"', "Bob likes tea"),
        ('Updated [id:AbCd1234]: "Bob likes tea" → "Bob likes coffee"', '"Bob likes tea" → "Bob likes coffee"'),
        ("- [id:AbCd1234] One\n\n- [id:AbCd1235] [Bob] Two\n", "• One\n• Two"),
    ],
)
def test_an_answer_that_repeats_a_line_of_memories_shows_their_text(parroted: str, shown: str) -> None:
    assert [part.text for part in format_reply(parroted)] == [shown]
    assert preview(parroted) is None
    assert preview(parroted[:16]) is None


@pytest.mark.parametrize(
    "words", ["You have this:\n- [id:AbCd1234] Tea", "[id:AbCd1234]", "- [id] x", "- [id:AbCd1234] a\nAnd more"]
)
def test_an_answer_with_words_of_its_own_is_shown_as_it_is(words: str) -> None:
    (part,) = format_reply(words)
    assert "[id" in part.text


@pytest.mark.parametrize("language", ["de", "ja"])
def test_a_line_in_the_form_of_a_receipt_of_the_current_language_is_left_out(language: str) -> None:
    with speaking_to(language):
        told = [f"{sign} {t(text, memory='tea')}" for sign, text in OFFERS.receipts]
        for line in (*told, t(PRIVATE_RECEIPT)):
            assert shown(f"before\n\n{line}\n\nafter") == "before\n\nafter"
            assert shown_so_far(f"before\n\n{line}") == "before"
