"""A turn's outcome as messages: the answer, its receipts with Undo buttons, offers and remarks. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final
from uuid import UUID

from bot.kit.language import mark, t
from bot.telegram.acts import ActTexts, asked_in, in_answer
from bot.telegram.buttons import ButtonData, fitting
from bot.telegram.formatting import RichText, compose, format_reply, preview
from bot.telegram.texts import Buttons, Keyboard, Text, Voice
from bot.turns.channel import EarlierAnswer, Outcome
from bot.turns.private_chat import PRIVATE_RECEIPT

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


def voice_of(outcome: Outcome) -> list[Voice]:
    """Return the voice message that says an outcome's words, if there is one."""
    if not outcome.voice:
        return []
    name = "answer.ogg" if outcome.voice.startswith(b"OggS") else "answer.mp3"
    return [Voice(name, outcome.voice)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendering:
    """Renders answers: their acts, and the import that one offers, which may replace an earlier one."""

    acts: ActTexts
    offered_import: Callable[[Any], Sequence[Text]]
    replaced_import: Callable[[Any], Sequence[Keyboard]]

    def rendered(self, outcome: Outcome) -> list[Text]:
        """Render an outcome: answer, what waits for its owner, an import, remarks, notice of a cut."""
        remarks = [text for remark in outcome.remarks for text in compose(remark)]
        cut = [Text(t(_CUT))] if outcome.is_cut else []
        if cut and outcome.can_continue:
            go_on = ContinueButton(outcome.turn_id)
            cut = [Text(t(_CUT), buttons=[[go_on.button(t("▶️ Continue"))]], about=go_on.data)]
        imports = self.offered_import(outcome.offered_import) if outcome.offered_import else []
        return [*self._answer(outcome), *self.acts.asked(outcome.acts), *imports, *remarks, *cut]

    def preview(self, markdown: str) -> Text | None:
        """Render the beginning of an answer, if there is something to show."""
        return preview(markdown, self.acts.receipts)

    def edits(self, outcome: Outcome) -> list[Keyboard]:
        """Return the edits that leave earlier messages with the buttons that still decide something."""
        former = self.replaced_import(outcome.offered_import) if outcome.offered_import else []
        decided = [Keyboard(asked_in(it.turn_id), list(fitting(self._buttons(it)))) for it in outcome.decided]
        return [*former, *decided]

    def _answer(self, outcome: Outcome) -> list[Text]:
        """Render the words with lines below: the error, the task, receipts, questions, the notice of a private chat."""
        lines: list[str | RichText] = [f"⚠️ {outcome.error}"] if outcome.error else []
        lines += [outcome.task] if outcome.task else []
        acts = in_answer(outcome.acts)
        lines += map(self.acts.shown, acts)
        if outcome.is_private and (outcome.words.strip() or lines):
            lines.append(t(PRIVATE_RECEIPT))
        parts = format_reply(outcome.words, lines, instead=outcome.instead, imitated=self.acts.receipts)
        buttons = self._buttons(outcome)
        if outcome.can_retry and parts:
            retry = RetryButton(outcome.turn_id)
            rows = list(fitting([[retry.button(t("🔁 Retry"))], *buttons]))
            parts[-1] = replace(parts[-1], buttons=[*rows[1:], rows[0]], about=retry.data)
        elif buttons and parts:
            about = asked_in(outcome.turn_id) if any(it.is_question for it in acts) else None
            parts[-1] = replace(parts[-1], buttons=list(fitting(buttons)), about=about)
        return parts

    def _buttons(self, answer: Outcome | EarlierAnswer) -> Buttons:
        """Return the buttons below an answer: its list, what it asks about, and what undoes what it did."""
        return [
            *(self.acts.below.rows(answer.listed) if answer.listed else []),
            *self.acts.rows(in_answer(answer.acts)),
        ]
