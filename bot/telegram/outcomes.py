"""A turn's outcome as messages: the answer, its receipts with Undo buttons, offers and remarks. Pure."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final
from uuid import UUID

from bot.features.notes.telegram.ticking import list_rows
from bot.features.notes.values import Note
from bot.kit.language import mark, t
from bot.memory.acts import PRIVATE_RECEIPT
from bot.memory.imports import OfferedImport
from bot.memory.telegram.files import import_offer, without_former
from bot.telegram.acts import act_rows, act_shown, asked, asked_in, in_answer
from bot.telegram.buttons import ButtonData, fitting
from bot.telegram.formatting import RichText, compose, format_reply
from bot.telegram.texts import Buttons, Keyboard, Text, Voice
from bot.turns.channel import EarlierAnswer, Outcome

_CUT: Final = mark("✂️ The answer stops here: it reached the model's length limit.")


@dataclass(frozen=True, slots=True)
class _TurnButton(ButtonData):
    turn_id: UUID


class ContinueButton(_TurnButton):
    """The turn with the cut answer."""

    NAME: ClassVar = "continue"


class RetryButton(_TurnButton):
    """A turn that failed."""

    NAME: ClassVar = "retry"


class StopButton(_TurnButton):
    """The running turn."""

    NAME: ClassVar = "stop"


class AgainButton(_TurnButton):
    """A turn whose answer its user dislikes."""

    NAME: ClassVar = "again"


def rendered(outcome: Outcome) -> list[Text]:
    """Render an outcome: answer, what waits for its owner, an import, remarks, notice of a cut."""
    remarks = [text for remark in outcome.remarks for text in compose(remark)]
    cut = [Text(t(_CUT))] if outcome.is_cut else []
    if cut and outcome.can_continue:
        go_on = ContinueButton(outcome.turn_id)
        cut = [Text(t(_CUT), buttons=[[go_on.button(t("▶️ Continue"))]], about=go_on.data)]
    imports = import_offer(outcome.offered_import) if isinstance(outcome.offered_import, OfferedImport) else []
    return [*_answer(outcome), *asked(outcome.acts), *imports, *remarks, *cut]


def voice_of(outcome: Outcome) -> list[Voice]:
    """Return the voice message that says an outcome's words, if there is one."""
    if not outcome.voice:
        return []
    name = "answer.ogg" if outcome.voice.startswith(b"OggS") else "answer.mp3"
    return [Voice(name, outcome.voice)]


def _answer(outcome: Outcome) -> list[Text]:
    """Render the words with lines below: the error, the task, receipts, questions, and the notice of a private chat."""
    lines: list[str | RichText] = [f"⚠️ {outcome.error}"] if outcome.error else []
    lines += [outcome.task] if outcome.task else []
    acts = in_answer(outcome.acts)
    lines += map(act_shown, acts)
    if outcome.is_private and (outcome.words.strip() or lines):
        lines.append(t(PRIVATE_RECEIPT))
    parts = format_reply(outcome.words, lines, instead=outcome.instead)
    buttons = _buttons(outcome)
    if outcome.can_retry and parts:
        retry = RetryButton(outcome.turn_id)
        rows = list(fitting([[retry.button(t("🔁 Retry"))], *buttons]))
        parts[-1] = replace(parts[-1], buttons=[*rows[1:], rows[0]], about=retry.data)
    elif buttons and parts:
        about = asked_in(outcome.turn_id) if any(it.is_question for it in acts) else None
        parts[-1] = replace(parts[-1], buttons=list(fitting(buttons)), about=about)
    return parts


def edits(outcome: Outcome) -> list[Keyboard]:
    """Return the edits that leave earlier messages with the buttons that still decide something."""
    former = without_former(outcome.offered_import) if isinstance(outcome.offered_import, OfferedImport) else []
    decided = [Keyboard(asked_in(it.turn_id), list(fitting(_buttons(it)))) for it in outcome.decided]
    return [*former, *decided]


def _buttons(answer: Outcome | EarlierAnswer) -> Buttons:
    """Return the buttons below an answer: its list, what it asks about, and what undoes what it did."""
    return [*(list_rows(answer.listed) if isinstance(answer.listed, Note) else []), *act_rows(in_answer(answer.acts))]
