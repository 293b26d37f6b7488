"""A turn's changes and proposals: their lines, their buttons and what pressing those does, below answers or alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, Literal
from uuid import UUID

from pydantic import Field

from bot.database import activities
from bot.database import conversations as stored_conversations
from bot.database import proposals as stored_proposals
from bot.database import receipts as stored_receipts
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, MemoryRefused, NoSuchProposal, NoSuchReceipt
from bot.language import mark, t
from bot.memory import proposals
from bot.memory.operations import Memories
from bot.memory.receipts import ASKS, SIGNS, done_line, line, text, undo_receipt, with_subject
from bot.memory.second_person import read_line
from bot.telegram.buttons import ButtonData, Press, Reaction, fitting, message, refused
from bot.telegram.deeds import deed_buttons
from bot.telegram.formatting import MAX_UNITS, RichText, struck, utf16_length
from bot.telegram.formatting.lines import line_about, with_line
from bot.telegram.formatting.markdown import clean
from bot.telegram.notebook.ticking import rows_of_list
from bot.telegram.texts import Button, Buttons, Text
from bot.values.changes import Addition, ChangeKind, Forgetting, MemoryUpdate, Proposal, ProposalState, Receipt, Wanted
from bot.values.owner import Owner
from bot.values.place import private_chat
from bot.values.text import one_line

_LINE_UNITS: Final = 40
"""UTF-16 units of a proposal's line besides its texts, at most."""
_HEADING_UNITS: Final = 100
_KINDS: Final[Mapping[type[Wanted], ChangeKind]] = {
    Addition: ChangeKind.ADDED,
    MemoryUpdate: ChangeKind.UPDATED,
    Forgetting: ChangeKind.FORGOTTEN,
}
_LABELS: Final = {
    ChangeKind.ADDED: mark("Remember"),
    ChangeKind.UPDATED: mark("Change"),
    ChangeKind.FORGOTTEN: mark("Forget"),
}
_NOT: Final = "✖️"
_NOT_DONE: Final = {
    ChangeKind.ADDED: mark("Not remembered: {memory}"),
    ChangeKind.UPDATED: mark("Not changed: {memory}"),
    ChangeKind.FORGOTTEN: mark("Not forgotten: {memory}"),
}
UNDONE_SIGN: Final = "↩️"
"""Sign of what was undone in messages of early releases."""
_TOASTS: Final = {
    ChangeKind.ADDED: mark("Remembered."),
    ChangeKind.UPDATED: mark("Changed."),
    ChangeKind.FORGOTTEN: mark("Forgotten."),
}
_DISMISSED_TOASTS: Final = {
    ChangeKind.ADDED: mark("I won't remember that."),
    ChangeKind.UPDATED: mark("I'll leave it as it is."),
    ChangeKind.FORGOTTEN: mark("I still remember it."),
}
UNDONE_TOASTS: Final = {
    ChangeKind.ADDED: mark("Undone. I no longer remember it."),
    ChangeKind.UPDATED: mark("Undone. The earlier version is back."),
    ChangeKind.FORGOTTEN: mark("Undone. I remember it again."),
}
_IN_PRIVATE: Final = mark("I store nothing in a private chat. End it with /new, then press again.")


@dataclass(frozen=True, slots=True)
class OfferButton(ButtonData):
    """Accepts or dismisses a proposal, or undoes its change."""

    NAME: ClassVar = "offer"

    act: Literal["yes", "no", "undo"]
    proposal_id: UUID


def offered(several: Sequence[Proposal]) -> list[Text]:
    """Return the message, or several long ones, for proposals offered together.

    Each has a line with its state, and buttons that accept, dismiss or undo it.
    """
    return [_message(together) for together in _messages(several)]


def message_with(proposal: Proposal, several: Sequence[Proposal]) -> Text:
    """Return the message that shows one of the proposals offered together."""
    return _message(next(shown for shown in _messages(several) if proposal.id in {it.id for it in shown}))


def kind_of(proposal: Proposal) -> ChangeKind:
    """Return the kind of change that a proposal is."""
    return _KINDS[type(proposal.wanted)]


def offer_line(proposal: Proposal) -> str:
    """Render a proposal, or after a press what became of it."""
    kind = kind_of(proposal)
    text = " → ".join(_texts(proposal))
    match proposal.state:
        case ProposalState.WAITING:
            return f"{SIGNS[kind]} {t(ASKS[kind], memory=text)}"
        case ProposalState.ACCEPTED | ProposalState.UNDONE:
            return done_line(kind, text)
        case ProposalState.DISMISSED:
            return f"{_NOT} {t(_NOT_DONE[kind], memory=text)}"


def offer_shown(proposal: Proposal) -> str | RichText:
    """Return a proposal's line as it is shown: struck through if it was undone."""
    line = offer_line(proposal)
    return struck(clean(line)) if proposal.state is ProposalState.UNDONE else line


def place_of_offer(text: str, proposal: Proposal) -> int | None:
    """Return the index of the line that shows a proposal in a message's text."""
    signs = {SIGNS[kind_of(proposal)], _NOT, UNDONE_SIGN}
    now, before = (_texts(it, has_subjects=False) for it in (proposal, replace(proposal, change=None)))
    return line_about(text, signs, zip(now, before, strict=True))


def offer_buttons(proposal: Proposal, *, is_alone: bool) -> list[Button]:
    """Return a proposal's row of buttons; empty if it is decided."""
    kind, what = kind_of(proposal), _texts(proposal)[-1]
    match proposal.state:
        case ProposalState.WAITING:
            label = f"{SIGNS[kind]} {t(_LABELS[kind]) if is_alone else what}"
            return [OfferButton("yes", proposal.id).button(label), OfferButton("no", proposal.id).button(t("No"))]
        case ProposalState.ACCEPTED:
            return [
                OfferButton("undo", proposal.id).button(t("↩️ Undo") if is_alone else t("↩️ Undo: {what}", what=what))
            ]
        case _:
            return []


def _messages(several: Sequence[Proposal]) -> list[list[Proposal]]:
    """Distribute proposals among messages, independently of their states."""
    messages: list[list[Proposal]] = []
    room = 0
    for proposal in several:
        units = _LINE_UNITS + sum(map(utf16_length, _texts(replace(proposal, change=None))))
        if room < units:
            messages.append([])
            room = MAX_UNITS - _HEADING_UNITS
        messages[-1].append(proposal)
        room -= units
    return messages


def _message(several: Sequence[Proposal]) -> Text:
    waits = any(it.state is ProposalState.WAITING for it in several)
    if several[0].turn_id:
        heading = t("Someone else's words may have led to this, so I ask you first:")
        heading = heading if waits else t("Someone else's words may have led to this:")
    else:
        heading = t("From our last conversation. Shall I remember this?") if waits else t("From our last conversation:")
    is_alone = len(several) == 1
    rows = [offer_buttons(it, is_alone=is_alone) for it in several]
    return message(heading, "\n", *(piece for it in several for piece in ("\n", offer_shown(it))), buttons=rows)


def _texts(proposal: Proposal, *, has_subjects: bool = True) -> list[str]:
    """Return the texts of a proposal's line, each on one line, perhaps without subjects, as in earlier messages."""
    former = read_line(proposal.former or "")
    match proposal.wanted:
        case Addition(content=content, subject=subject):
            said = proposal.change.content if proposal.change else content
            return [with_subject(said, subject if has_subjects else None)]
        case MemoryUpdate(content=content, subject=subject) if content == proposal.former:
            return [former, one_line(subject)] if subject else [former]
        case MemoryUpdate(content=content, subject=subject):
            return [former, with_subject(content, subject if has_subjects else None)]
        case Forgetting():
            return [former]


@dataclass(frozen=True, slots=True)
class UndoButton(ButtonData):
    """A turn and the index of its receipt."""

    NAME: ClassVar = "undo"

    turn_id: UUID
    number: Annotated[int, Field(ge=0, lt=10_000)]


async def press_offer(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Accept, dismiss or undo a proposal, in the caller's transaction; a private chat accepts none.

    The button's message then shows the state of all its proposals.
    """
    pressed = OfferButton.parsed(press.data)
    if pressed.act == "yes" and await stored_conversations.is_private(tx, owner, private_chat(owner)):
        return Reaction(toast=t(_IN_PRIVATE))
    try:
        match pressed.act:
            case "yes":
                proposal = await proposals.accept(tx, memories, owner, pressed.proposal_id)
            case "no":
                proposal = await proposals.dismiss(tx, owner, pressed.proposal_id)
            case "undo":
                proposal = await proposals.undo(tx, memories, owner, pressed.proposal_id)
    except NoSuchProposal as gone:
        return Reaction(toast=str(gone))
    except MemoryRefused as why:
        return refused(t("Not done."), why)
    toasts = {ProposalState.ACCEPTED: _TOASTS, ProposalState.DISMISSED: _DISMISSED_TOASTS}.get(proposal.state, {})
    toast = t(toasts[kind_of(proposal)]) if toasts else t("Undone.")
    if proposal.turn_id and proposal.is_question:
        return Reaction(toast=toast, shows=await _now(tx, owner, proposal.turn_id, press.shown))
    together = await stored_proposals.offered_with(tx, owner, proposal)
    return Reaction(toast=toast, shows=message_with(proposal, together))


async def press_undo(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction:
    """Undo the change of a receipt, in the caller's transaction, unless the memory has changed since.

    The button's message shows all undone receipts of the turn.
    """
    pressed = UndoButton.parsed(press.data)
    turn_id, number = pressed.turn_id, pressed.number
    try:
        receipts = await undo_receipt(tx, memories, owner, turn_id, number)
        change = receipts[number].change
        toast = t(UNDONE_TOASTS[change.kind]) if change else ""
    except NoSuchReceipt as gone:
        return Reaction(toast=str(gone))
    except MemoryRefused as why:
        return refused(t("Not undone."), why)
    except AlreadyUndone as already:
        toast = str(already)
    return Reaction(toast=toast, shows=await _now(tx, owner, turn_id, press.shown))


async def _now(tx: Transaction, owner: Owner, turn_id: UUID, shown: Text | None) -> Text | None:
    """Return an answer's message as it is now, if Telegram still has it."""
    if shown is None:
        return None
    receipts = await stored_receipts.of_turn(tx, owner, turn_id)
    questions = [it for it in await stored_proposals.of_turn(tx, owner, turn_id) if it.is_question]
    deeds = deed_buttons(await activities.of_turn(tx, owner, turn_id), are_alone=not receipts)
    buttons = [*rows_of_list(shown.buttons), *answer_buttons(turn_id, receipts, questions), *deeds]
    return replace(with_current(shown, receipts, questions), buttons=list(fitting(buttons)))


def answer_buttons(turn_id: UUID, receipts: Sequence[Receipt], questions: Sequence[Proposal]) -> Buttons:
    """Return the buttons below an answer: to undo each of its changes, and to decide on what it asks about.

    Several are named.
    """
    numbers = [number for number, receipt in enumerate(receipts) if receipt.can_be_undone]
    open_ones = [it for it in questions if it.state in {ProposalState.WAITING, ProposalState.ACCEPTED}]
    is_alone = len(numbers) + len(open_ones) == 1
    names = [text(it.change) if it.change and it.change.content else it.as_shown for it in receipts]
    labels = [t("↩️ Undo") if is_alone else t("↩️ Undo: {what}", what=names[number]) for number in numbers]
    undo = [[UndoButton(turn_id, it).button(label)] for it, label in zip(numbers, labels, strict=True)]
    decide = [offer_buttons(it, is_alone=is_alone) for it in open_ones]
    return [*decide, *undo]


def receipt_shown(receipt: Receipt) -> str | RichText:
    """Return a receipt's line as it is shown: struck through if it was undone."""
    return struck(clean(line(receipt))) if receipt.change and receipt.change.undone else line(receipt)


def with_current(shown: Text, receipts: Iterable[Receipt], questions: Iterable[Proposal] = ()) -> Text:
    """Return an answer's message with what was undone struck through, and with what was decided.

    Lines that are missing are added below. `shown` is Telegram's text, which may have marks of an earlier press.
    """
    for receipt in receipts:
        if receipt.change and receipt.change.undone:
            shown = with_line(shown, _place_of(shown.text, receipt), line(receipt), is_struck=True)
    for question in questions:
        if question.state is not ProposalState.WAITING:
            is_undone = question.state is ProposalState.UNDONE
            shown = with_line(shown, place_of_offer(shown.text, question), offer_line(question), is_struck=is_undone)
    return shown


def _place_of(text: str, receipt: Receipt) -> int | None:
    """Return the index of the line that shows a receipt in a message's text."""
    change = receipt.change
    if change is None or not change.content:
        return line_about(text, {receipt.as_shown, f"{UNDONE_SIGN} "}, [{receipt.as_shown}])
    contents = [change.content]
    if change.kind is ChangeKind.UPDATED:
        contents = [change.former_content, change.content]
    return line_about(text, {SIGNS[change.kind], UNDONE_SIGN}, [{read_line(it), one_line(it)} for it in contents])
