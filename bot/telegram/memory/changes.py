"""A turn's changes and proposals, with a button to undo or accept each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final, Literal
from uuid import UUID

from pydantic import Field

from bot.database import conversations as stored_conversations
from bot.database.engine import Transaction
from bot.database.proposals import offered_with
from bot.database.receipts import of_turn
from bot.errors import AlreadyUndone, MemoryRefused, NoSuchProposal, NoSuchReceipt
from bot.memory import proposals
from bot.memory.operations import Memories
from bot.memory.receipts import DONE, SIGNS, UNDONE, line, text, undo_receipt
from bot.telegram.buttons import ButtonData, Press, Reaction, message, refused
from bot.telegram.formatting import MAX_UNITS, utf16_length
from bot.telegram.formatting.markdown import clean
from bot.telegram.texts import Button, Buttons, Text
from bot.values.changes import Addition, ChangeKind, Forgetting, MemoryUpdate, Receipt, Wanted
from bot.values.owner import Owner
from bot.values.proposals import Proposal, ProposalState
from bot.values.text import one_line

_LINE_UNITS: Final = 40
"""UTF-16 units of a proposal's line besides its texts, at most."""
_HEADING_UNITS: Final = 100
_KINDS: Final[Mapping[type[Wanted], ChangeKind]] = {
    Addition: ChangeKind.ADDED,
    MemoryUpdate: ChangeKind.UPDATED,
    Forgetting: ChangeKind.FORGOTTEN,
}
_VERBS: Final = {ChangeKind.ADDED: "Remember", ChangeKind.UPDATED: "Change", ChangeKind.FORGOTTEN: "Forget"}
_TOASTS: Final = {
    ChangeKind.ADDED: "Remembered.",
    ChangeKind.UPDATED: "Changed.",
    ChangeKind.FORGOTTEN: "Forgotten.",
}
_IN_PRIVATE: Final = "Nothing is stored in a private chat. End it with /new, then press again."
_MOST_BUTTONS: Final = 100  # of a keyboard; Telegram takes no more
_UNDONE_TOASTS: Final = {
    ChangeKind.ADDED: "Undone. I don't remember it any more.",
    ChangeKind.UPDATED: "Undone. The earlier version is back.",
    ChangeKind.FORGOTTEN: "Undone. I remember it again.",
}


@dataclass(frozen=True, slots=True)
class OfferButton(ButtonData):
    """Accepts a proposal, or undoes it."""

    NAME: ClassVar = "offer"

    act: Literal["yes", "undo"]
    proposal_id: UUID


async def press_offer(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Accept or undo a proposal, in the caller's transaction; a private chat accepts none.

    The button's message shows the state of all proposals offered with it.
    """
    if not (pressed := OfferButton.read(press.data)):
        return None
    accepts = pressed.act == "yes"
    if accepts and await stored_conversations.has_private(tx, owner):
        return Reaction(toast=_IN_PRIVATE)
    try:
        do = proposals.accept if accepts else proposals.undo
        proposal = await do(tx, memories, owner, pressed.proposal_id)
    except NoSuchProposal as gone:
        return Reaction(toast=str(gone))
    except MemoryRefused as why:
        return refused("Not done", why)
    toast = _TOASTS[proposal.change.kind] if proposal.change else "Undone."
    together = await offered_with(tx, owner, proposal)
    shown = next(several for several in _messages(together) if proposal.id in {it.id for it in several})
    return Reaction(toast=toast, shows=_message(shown))


def offered(several: Sequence[Proposal]) -> list[Text]:
    """Return the message, or several long ones, for proposals offered together.

    Each has a line with its state, and a button that accepts or undoes it.
    """
    return [_message(together) for together in _messages(several)]


def _messages(several: Sequence[Proposal]) -> list[list[Proposal]]:
    """Distribute proposals among messages, independently of their states."""
    messages: list[list[Proposal]] = []
    room = 0
    for proposal in several:
        units = _LINE_UNITS + sum(map(utf16_length, _texts(proposal)))
        if room < units:
            messages.append([])
            room = MAX_UNITS - _HEADING_UNITS
        messages[-1].append(proposal)
        room -= units
    return messages


def _message(several: Sequence[Proposal]) -> Text:
    waits = any(it.state is ProposalState.WAITING for it in several)
    if several[0].turn_id:
        heading = f"Someone else's words led to this{', so it waits for you' if waits else ''}:\n\n"
    else:
        heading = f"From our last conversation{', shall I remember' if waits else ''}:\n\n"
    is_alone = len(several) == 1
    shown = [it for it in several if it.state is not ProposalState.UNDONE]
    return message(heading, "\n".join(map(_line, several)), buttons=[[_button(it, is_alone=is_alone)] for it in shown])


def _button(proposal: Proposal, *, is_alone: bool) -> Button:
    kind, what = _KINDS[type(proposal.wanted)], _texts(proposal)[-1]
    if proposal.state is ProposalState.WAITING:
        label = f"{SIGNS[kind]} {_VERBS[kind] if is_alone else what}"
        return OfferButton("yes", proposal.id).button(label)
    return OfferButton("undo", proposal.id).button("↩️ Undo" if is_alone else f"↩️ Undo: {what}")


def _line(proposal: Proposal) -> str:
    """Render a proposal, or after acceptance its receipt."""
    kind = _KINDS[type(proposal.wanted)]
    verb = f"{_VERBS[kind]}: " if proposal.state is ProposalState.WAITING else DONE[kind]
    of_which = f" [{proposal.change.memory_id}]" if proposal.change else ""
    sign = UNDONE if proposal.state is ProposalState.UNDONE else f"{SIGNS[kind]} "
    return f"{sign}{verb}{' → '.join(_texts(proposal))}{of_which}"


def _texts(proposal: Proposal) -> list[str]:
    """Return the texts of a proposal's line, each on one line."""
    wanted, former = proposal.wanted, one_line(proposal.former or "")
    match wanted:
        case Addition():
            return [one_line(wanted.content)]
        case MemoryUpdate():
            changed = wanted.subject or "" if wanted.content == proposal.former else wanted.content
            return [former, one_line(changed)]
        case Forgetting():
            return [former]


@dataclass(frozen=True, slots=True)
class UndoButton(ButtonData):
    """A turn and the index of its receipt."""

    NAME: ClassVar = "undo"

    turn_id: UUID
    number: Annotated[int, Field(ge=0, lt=10_000)]


async def press_undo(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Undo the change of a receipt, in the caller's transaction, unless the memory has changed since.

    The button's message shows all undone receipts of the turn.
    """
    if not (pressed := UndoButton.read(press.data)):
        return None
    turn_id, number = pressed.turn_id, pressed.number
    try:
        receipts = await undo_receipt(tx, memories, owner, turn_id, number)
        change = receipts[number].change
        toast = _UNDONE_TOASTS[change.kind] if change else ""
    except NoSuchReceipt as gone:
        return Reaction(toast=str(gone))
    except MemoryRefused as why:
        return refused("Not undone", why)
    except AlreadyUndone as already:
        toast, receipts = str(already), await of_turn(tx, owner, turn_id)
    if press.shown is None:
        return Reaction(toast=toast)
    shown = replace(with_undone(press.shown, receipts), buttons=undo_buttons(turn_id, receipts))
    return Reaction(toast=toast, shows=shown)


def undo_buttons(turn_id: UUID, receipts: Sequence[Receipt]) -> Buttons:
    """Return an undo button for each undoable receipt of a turn, in order; several are named."""
    numbers = [number for number, receipt in enumerate(receipts) if receipt.can_be_undone][:_MOST_BUTTONS]
    names = [text(it.change) if it.change and it.change.content else it.as_shown for it in receipts]
    labels = ["↩️ Undo"] if len(numbers) == 1 else [f"↩️ Undo: {names[number]}" for number in numbers]
    return [[UndoButton(turn_id, it).button(label)] for it, label in zip(numbers, labels, strict=True)]


def with_undone(shown: Text, receipts: Sequence[Receipt]) -> Text:
    """Return an answer's message with the lines of undone receipts marked; missing lines are added below.

    `shown` is Telegram's text, which may have marks of an earlier press.
    """
    lines = shown.text.split("\n")
    changed = len(lines)
    for receipt in receipts:
        if receipt.change is None or not receipt.change.undone or (now := clean(line(receipt))) in lines:
            continue
        before = clean(line(replace(receipt, change=replace(receipt.change, undone=False))))
        if before in lines:
            at = len(lines) - 1 - lines[::-1].index(before)
            lines[at] = now
            changed = min(changed, at)
        else:
            lines.append(now)
    whole = "\n".join(lines)
    if utf16_length(whole) > MAX_UNITS:
        return shown
    units = utf16_length("\n".join(lines[:changed]))
    return Text(whole, tuple(it for it in shown.entities if it.offset + it.length <= units))
