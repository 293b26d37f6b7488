from uuid import UUID

import pytest
from telegram import MessageEntity

from bot.telegram.buttons import button_data, parse, shortened
from bot.telegram.formatting import MAX_UNITS, Part
from bot.telegram.undo import parse as parse_undo
from bot.telegram.undo import undo_buttons, undone, with_undone
from bot.values import Change, ChangeKind, Receipt

TURN = UUID(int=7)
ADDED = Change(
    kind=ChangeKind.ADDED, memory_id="a1b2c3d4", version=1, subject=None, former_version=1, former_subject=None
)
TEA = "💾 Remembered: Tea [a1b2c3d4]"
DOG = "🗑 Forgot: Dog [b1b2c3d4]"


@pytest.mark.parametrize(
    ("told", "read"),
    [
        ("undo:7", ("undo", "7")),
        ("undo:", ("undo", "")),
        ("list:a:b c", ("list", "a:b c")),
        ("x:" + "7" * 62, ("x", "7" * 62)),
        ("x:" + "7" * 63, None),
        ("x:" + "é" * 31, ("x", "é" * 31)),
        ("x:" + "é" * 32, None),
        ("undo", None),
        ("Undo:7", None),
        (" undo:7", None),
        (":7", None),
        ("", None),
        (None, None),
    ],
)
def test_what_a_button_tells_is_read_strictly(told: str | None, read: tuple[str, str] | None) -> None:
    assert parse(told) == read


def test_a_button_can_not_tell_more_than_telegram_takes() -> None:
    assert button_data("x", "é" * 31) == "x:" + "é" * 31
    with pytest.raises(ValueError, match="64 bytes"):
        button_data("x", "é" * 32)


@pytest.mark.parametrize("data", ["", f"{TURN.hex}", f"{TURN.hex}:", f"{TURN}:1", f"{TURN.hex}:1:", f"{TURN.hex}:-1"])
def test_an_odd_undo_button_is_none(data: str) -> None:
    assert parse_undo(data) is None
    assert parse_undo(f"{TURN.hex}:12") == (TURN, 12)


def test_a_receipt_that_can_not_be_undone_has_no_button_and_the_others_keep_their_numbers() -> None:
    receipts = [Receipt(undone(TEA)), Receipt(DOG, ADDED), Receipt(TEA, ADDED), Receipt("📥 Imported")]
    buttons = [(button.text, button.data) for row in undo_buttons(TURN, receipts) for button in row]
    assert buttons == [("↩️ Undo: Dog", f"undo:{TURN.hex}:1"), ("↩️ Undo: Tea", f"undo:{TURN.hex}:2")]
    assert len(undo_buttons(TURN, [Receipt(TEA, ADDED)] * 150)) == 100


@pytest.mark.parametrize(
    ("shown", "becomes"),
    [
        (f"Hi\n\n{TEA}\n{DOG}", f"Hi\n\n{undone(TEA)}\n{DOG}"),
        (f"{TEA}\n\n{TEA}", f"{TEA}\n\n{undone(TEA)}"),
        (f"Hi\n\n{undone(TEA)}", f"Hi\n\n{undone(TEA)}"),
        ("The part behind the receipt", f"The part behind the receipt\n{undone(TEA)}"),
        ("x" * MAX_UNITS, "x" * MAX_UNITS),
    ],
)
def test_a_message_shows_what_was_undone_in_the_place_of_its_receipt(shown: str, becomes: str) -> None:
    receipts = [Receipt(undone(TEA)), Receipt(DOG, ADDED)]
    assert with_undone(Part(shown), receipts).text == becomes


def test_formatting_before_the_receipts_stays_and_telegrams_own_within_them_goes() -> None:
    bold, mention = MessageEntity("bold", 0, 3), MessageEntity("mention", 22, 4)
    part = with_undone(Part(f"🎉!\n\n{TEA}", (bold, mention)), [Receipt(undone(TEA))])
    assert part == Part(f"🎉!\n\n{undone(TEA)}", (bold,))


@pytest.mark.parametrize(
    ("text", "units", "short"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a\n b", 3, "a b"), ("🎉🎉🎉", 5, "🎉🎉…"), ("a bcd", 3, "a…")],
)
def test_a_label_is_cut_to_what_fits(text: str, units: int, short: str) -> None:
    assert shortened(text, units) == short
