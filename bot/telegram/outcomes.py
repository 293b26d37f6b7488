"""What a turn came to, as messages: the answer, its receipts with Undo buttons, offers and remarks. Pure."""

from dataclasses import replace
from typing import Final

from bot.chat.channel import Outcome
from bot.memory.receipts import line
from bot.telegram.cut_answers import cut_notice
from bot.telegram.formatting import compose, format_reply
from bot.telegram.memory.proposals import offered
from bot.telegram.texts import Text
from bot.telegram.undo import undo_buttons

PRIVATE_RECEIPT: Final = "🔒 Private: nothing of this is kept. /new ends it."


def rendered(outcome: Outcome) -> list[Text]:
    """Render an outcome; the order is always answer, offers, remarks, notice of a cut."""
    remarks = [text for remark in outcome.remarks for text in compose(remark)]
    cut = [cut_notice(outcome.turn_id, can_continue=outcome.can_continue)] if outcome.is_cut else []
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
