from dataclasses import replace
from itertools import pairwise
from uuid import UUID

import pytest
from telegram import MessageEntity

from bot.telegram.buttons import fitting, parse, shortened
from bot.telegram.formatting import MAX_UNITS
from bot.telegram.memory.changes import UndoButton, answer_buttons, with_current
from bot.telegram.texts import Text
from bot.values.changes import Change, ChangeKind, Receipt
from tests.striking import marked

TURN = UUID(int=7)


TEA = Receipt(
    Change(
        kind=ChangeKind.ADDED,
        memory_id="a1b2c3d4",
        version=1,
        subject=None,
        former_version=1,
        former_subject=None,
        content="Tea",
    )
)
assert TEA.change
TEA_UNDONE = Receipt(replace(TEA.change, undone=True))
DOG = Receipt(replace(TEA.change, kind=ChangeKind.FORGOTTEN, content="Dog", memory_id="b1b2c3d4"))
OLD = Receipt(replace(TEA.change, content=""), "💾 Remembered: Tea [a1b2c3d4]")
"""As early releases stored it."""
TEA_LINE, DOG_LINE = "💾 Remembered: Tea", "🗑 Forgot: Dog"
UNDONE_LINE = "~💾 Remembered: Tea~"
FORMER_LINE = "↩️ Undone: Remembered: Tea"
"""As earlier releases showed what was undone."""


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("undo:7", ("undo", "7")),
        ("x:" + "é" * 31, ("x", "é" * 31)),
        ("x:" + "é" * 32, None),
        ("undo", None),
        ("Undo:7", None),
        (None, None),
    ],
)
def test_button_data_is_parsed_strictly(told: str | None, read: tuple[str, str] | None) -> None:
    assert parse(told) == read


def test_button_data_is_limited_to_what_telegram_accepts() -> None:
    with pytest.raises(ValueError, match="64 bytes"):
        _ = UndoButton(TURN, 10**26).data
    assert len(UndoButton(TURN, 10**25).data) == 64


def test_an_odd_undo_button_is_none() -> None:
    for data in ("", TURN.hex, f"{TURN}:1", f"{TURN.hex}:1:", f"{TURN.hex}:-1", f"{TURN.hex}:01"):
        assert UndoButton.read(data) is None
    assert UndoButton.read(f"{TURN.hex}:12") == UndoButton(TURN, 12)


def test_a_receipt_that_can_not_be_undone_has_no_button_and_the_others_keep_their_numbers() -> None:
    receipts = [TEA_UNDONE, DOG, TEA, Receipt(None, "↩️ Undone: Remembered: Cake [c1b2c3d4]"), OLD]
    buttons = [(button.text, button.data) for row in answer_buttons(TURN, receipts, ()) for button in row]
    assert buttons == [
        ("↩️ Undo: Dog", f"undo:{TURN.hex}:1"),
        ("↩️ Undo: Tea", f"undo:{TURN.hex}:2"),
        ("↩️ Undo: 💾 Remembered: Tea [a1b2c3d4]", f"undo:{TURN.hex}:4"),
    ]


def test_a_keyboard_takes_the_first_hundred_buttons() -> None:
    rows = answer_buttons(TURN, [TEA] * 150, ())
    assert list(fitting(rows)) == rows[:100]
    pairs = [[*first, *second] for first, second in pairwise(rows)]
    assert list(fitting([rows[0], *pairs])) == [rows[0], *pairs[:49]]


@pytest.mark.parametrize(
    ("shown", "becomes"),
    [
        (f"Hi\n\n{TEA_LINE}\n{DOG_LINE}", f"Hi\n\n{UNDONE_LINE}\n{DOG_LINE}"),
        (f"Hi\n\n{FORMER_LINE}", f"Hi\n\n{UNDONE_LINE}"),
        (f"Hi\n\n💾 Tee wurde gemerkt: Tea\n{DOG_LINE}", f"Hi\n\n{UNDONE_LINE}\n{DOG_LINE}"),
        (f"Hi\n\n{TEA_LINE}\n💾 Remembered: Green Tea", f"Hi\n\n{UNDONE_LINE}\n💾 Remembered: Green Tea"),
        ("The part behind the receipt", f"The part behind the receipt\n{UNDONE_LINE}"),
        ("x" * MAX_UNITS, "x" * MAX_UNITS),
    ],
)
def test_a_message_shows_what_was_undone_in_the_place_of_its_receipt(shown: str, becomes: str) -> None:
    once = with_current(Text(shown), [TEA_UNDONE, DOG])
    assert marked(once) == becomes
    assert with_current(once, [TEA_UNDONE, DOG]) == once


def test_formatting_before_the_receipts_stays_and_telegrams_own_within_them_goes() -> None:
    bold, mention = MessageEntity("bold", 0, 3), MessageEntity("mention", 22, 4)
    part = with_current(Text(f"🎉!\n\n{TEA_LINE}", (bold, mention)), [TEA_UNDONE])
    assert marked(part) == f"🎉!\n\n{UNDONE_LINE}"
    assert [it.type for it in part.entities] == ["bold", "strikethrough"]


@pytest.mark.parametrize(
    ("text", "units", "short"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a\n b", 3, "a b"), ("🎉🎉🎉", 5, "🎉🎉…"), ("a bcd", 3, "a…")],
)
def test_a_label_is_cut_to_what_fits(text: str, units: int, short: str) -> None:
    assert shortened(text, units) == short
