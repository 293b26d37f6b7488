"""What a turn came to, as messages: the answer, its receipts with Undo buttons, offers and remarks. Pure."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final
from uuid import UUID

from bot.chat.channel import Outcome
from bot.memory.receipts import line
from bot.telegram.buttons import ButtonData
from bot.telegram.formatting import compose, format_reply
from bot.telegram.memory.changes import offered, undo_buttons
from bot.telegram.texts import Button, Text

PRIVATE_RECEIPT: Final = "🔒 Private: nothing of this is kept. /new ends it."
CONTINUE: Final = "continue"
"""The name of the button below a cut answer in its data."""

_CUT: Final = "✂️ The answer reached the model's length limit and stops here."


@dataclass(frozen=True, slots=True)
class ContinueButton(ButtonData):
    """Names the turn whose answer was cut."""

    NAME: ClassVar = CONTINUE

    turn_id: UUID


def rendered(outcome: Outcome) -> list[Text]:
    """Render an outcome; the order is always answer, offers, remarks, notice of a cut."""
    remarks = [text for remark in outcome.remarks for text in compose(remark)]
    cut = [_cut_notice(outcome)] if outcome.is_cut else []
    return [*_answer(outcome), *offered(outcome.offers), *remarks, *cut]


def _answer(outcome: Outcome) -> list[Text]:
    """Render the words with lines below: the error, the receipts, and that the conversation is private."""
    lines = [f"⚠️ {outcome.error}"] if outcome.error else []
    lines += map(line, outcome.receipts)
    if outcome.is_private and (outcome.words.strip() or lines):
        lines.append(PRIVATE_RECEIPT)
    parts = format_reply(outcome.words, lines, instead=outcome.instead)
    if buttons := undo_buttons(outcome.turn_id, outcome.receipts):
        parts[-1] = replace(parts[-1], buttons=buttons)
    return parts


def _cut_notice(outcome: Outcome) -> Text:
    if not outcome.can_continue:
        return Text(_CUT)
    data = ContinueButton(outcome.turn_id).data
    return Text(_CUT, buttons=[[Button("▶️ Continue", data)]], about=data)


def without_continue(turn_id: UUID, message_id: int) -> Text:
    """Return what takes the Continue button off the notice of a turn, in a message, once it has no use."""
    return Text.without_buttons(ContinueButton(turn_id).data, message_id)
