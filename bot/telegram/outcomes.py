"""A turn's outcome as messages: the answer, its receipts with Undo buttons, offers and remarks. Pure."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final
from uuid import UUID

from bot.chat.channel import Outcome
from bot.memory.receipts import line
from bot.telegram.activities.asked import asked
from bot.telegram.activities.deeds import deed_buttons, deed_line
from bot.telegram.buttons import ButtonData
from bot.telegram.formatting import compose, format_reply
from bot.telegram.memory.changes import answer_buttons
from bot.telegram.memory.files import import_offer
from bot.telegram.memory.offers import asked_in, offer_line, offered
from bot.telegram.texts import Button, File, Text
from bot.values.activities import ActivityState

PRIVATE_RECEIPT: Final = "🔒 Private: nothing of this is kept. /new ends it."
_SHOWN: Final = {ActivityState.DONE, ActivityState.UNKNOWN, ActivityState.UNDONE}
"""States of activities that an answer shows by lines."""
_CUT: Final = "✂️ The answer reached the model's length limit and stops here."


@dataclass(frozen=True, slots=True)
class ContinueButton(ButtonData):
    """The turn with the cut answer."""

    NAME: ClassVar = "continue"

    turn_id: UUID


@dataclass(frozen=True, slots=True)
class RetryButton(ButtonData):
    """A turn that failed."""

    NAME: ClassVar = "retry"

    turn_id: UUID


@dataclass(frozen=True, slots=True)
class StopButton(ButtonData):
    """The running turn."""

    NAME: ClassVar = "stop"

    turn_id: UUID


def rendered(outcome: Outcome) -> list[Text]:
    """Render an outcome: answer, offers that it doesn't ask about, an import, remarks, notice of a cut."""
    remarks = [text for remark in outcome.remarks for text in compose(remark)]
    cut = [_cut_notice(outcome)] if outcome.is_cut else []
    imports = import_offer(outcome.offered_import) if outcome.offered_import else []
    offers = offered([it for it in outcome.offers if not it.is_question])
    return [*_answer(outcome), *asked(outcome.activities), *offers, *imports, *remarks, *cut]


def voice_of(outcome: Outcome) -> list[Text]:
    """Return the voice message that says an outcome's words, if there is one."""
    if not outcome.voice:
        return []
    name = "answer.ogg" if outcome.voice.startswith(b"OggS") else "answer.mp3"
    return [Text("", file=File(name, outcome.voice, is_voice=True))]


def _answer(outcome: Outcome) -> list[Text]:
    """Render the words with lines below: the error, receipts, what it asks about, and the notice of a private chat."""
    lines = [f"⚠️ {outcome.error}"] if outcome.error else []
    questions = [it for it in outcome.offers if it.is_question]
    deeds = [it for it in outcome.activities if it.state in _SHOWN]
    lines += [*map(line, outcome.receipts), *map(deed_line, deeds), *map(offer_line, questions)]
    if outcome.is_private and (outcome.words.strip() or lines):
        lines.append(PRIVATE_RECEIPT)
    parts = format_reply(outcome.words, lines, instead=outcome.instead)
    buttons = [
        *answer_buttons(outcome.turn_id, outcome.receipts, questions),
        *deed_buttons(deeds, are_alone=not (outcome.receipts or questions)),
    ]
    if outcome.can_retry and parts:
        retry = RetryButton(outcome.turn_id)
        parts[-1] = replace(parts[-1], buttons=[*buttons, [retry.button("🔁 Retry")]], about=retry.data)
    elif buttons:
        parts[-1] = replace(parts[-1], buttons=buttons, about=asked_in(outcome.turn_id) if questions else None)
    return parts


def edits(outcome: Outcome) -> list[Text]:
    """Return the edits that leave earlier answers with the buttons that still decide something."""
    return [
        Text("", buttons=answer_buttons(it.turn_id, it.receipts, it.offers), about=asked_in(it.turn_id))
        for it in outcome.decided
    ]


def _cut_notice(outcome: Outcome) -> Text:
    if not outcome.can_continue:
        return Text(_CUT)
    data = ContinueButton(outcome.turn_id).data
    return Text(_CUT, buttons=[[Button("▶️ Continue", data)]], about=data)


def without_continue(turn_id: UUID, message_id: int) -> Text:
    """Return the edit that removes the Continue button below a turn's answer."""
    return Text.without_buttons(ContinueButton(turn_id).data, message_id)
