from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import pairwise
from typing import Annotated, ClassVar
from uuid import UUID

import pytest
from pydantic import Field
from telegram import MessageEntity

from bot.app.features import ACTS
from bot.telegram.acts import ActButton
from bot.telegram.buttons import ButtonData, fitting, parse, shortened
from bot.telegram.formatting import MAX_UNITS
from bot.telegram.texts import Text
from bot.turns.values.acts import Act, ActState, Risk
from tests.striking import marked

TURN = UUID(int=7)


def act(number: int, kind: str, content: str, state: ActState = ActState.DONE) -> Act:
    """Return a change of a memory that a call has made."""
    change = {"kind": kind, "memory_id": "a1b2c3d4", "version": 1, "subject": None, "content": content}
    return Act(
        id=UUID(int=number),
        turn_id=TURN,
        call_id="c1",
        family="memory",
        name="add_to_memory",
        arguments="{}",
        risk=Risk.WRITES,
        state=state,
        words="" if content else "💾 Remembered: Tea [a1b2c3d4]",
        undo={**change, "former_version": 1, "former_subject": None},
        created_at=datetime.now(UTC),
    )


TEA, DOG = act(1, "added", "Tea"), act(2, "forgotten", "Dog")
TEA_UNDONE = replace(TEA, state=ActState.UNDONE)
OLD = act(3, "added", "")
"""As early releases stored it."""
CAKE = replace(OLD, id=UUID(int=4), undo=None, words="↩️ Undone: Remembered: Cake [c1b2c3d4]")
"""As they stored what was undone."""
TEA_LINE, DOG_LINE = "💾 Remembered: Tea", "🗑 Forgot: Dog"
UNDONE_LINE = "~💾 Remembered: Tea~"
FORMER_LINE = "↩️ Undone: Remembered: Tea"
"""As earlier releases showed what was undone."""


@dataclass(frozen=True, slots=True)
class Numbered(ButtonData):
    """A button with a number."""

    NAME: ClassVar = "numbered"

    turn_id: UUID
    number: Annotated[int, Field(ge=0)]


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
        _ = Numbered(TURN, 10**22).data
    assert len(Numbered(TURN, 10**21).data) == 64


def test_an_odd_button_is_none() -> None:
    for data in ("", TURN.hex, f"{TURN}:1", f"{TURN.hex}:1:", f"{TURN.hex}:-1", f"{TURN.hex}:01"):
        assert Numbered.read(data) is None
    assert Numbered.read(f"{TURN.hex}:12") == Numbered(TURN, 12)


def test_what_can_not_be_undone_has_no_button() -> None:
    rows = ACTS.rows([TEA_UNDONE, DOG, TEA, CAKE, OLD])
    assert [(button.text, button.data) for row in rows for button in row] == [
        ("↩️ Undo: Dog", ActButton("undo", DOG.id).data),
        ("↩️ Undo: Tea", ActButton("undo", TEA.id).data),
        ("↩️ Undo: 💾 Remembered: Tea [a1b2c3d4]", ActButton("undo", OLD.id).data),
    ]


def test_a_keyboard_takes_the_first_hundred_buttons() -> None:
    rows = list(ACTS.rows([TEA] * 150))
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
    once = ACTS.with_current(Text(shown), [DOG], TEA_UNDONE)
    assert marked(once) == becomes
    assert ACTS.with_current(once, [DOG], TEA_UNDONE) == once


def test_formatting_before_the_receipts_stays_and_telegrams_own_within_them_goes() -> None:
    bold, mention = MessageEntity("bold", 0, 3), MessageEntity("mention", 22, 4)
    part = ACTS.with_current(Text(f"🎉!\n\n{TEA_LINE}", (bold, mention)), [], TEA_UNDONE)
    assert marked(part) == f"🎉!\n\n{UNDONE_LINE}"
    assert [it.type for it in part.entities] == ["bold", "strikethrough"]


@pytest.mark.parametrize(
    ("text", "units", "short"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("a\n b", 3, "a b"), ("🎉🎉🎉", 5, "🎉🎉…"), ("a bcd", 3, "a…")],
)
def test_a_label_is_cut_to_what_fits(text: str, units: int, short: str) -> None:
    assert shortened(text, units) == short
