"""A turn's changes and proposals below its answer, and the presses of their buttons."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Final
from uuid import UUID

from pydantic import Field

from bot.database import activities
from bot.database import conversations as stored_conversations
from bot.database import proposals as stored_proposals
from bot.database import receipts as stored_receipts
from bot.database.engine import Transaction
from bot.errors import AlreadyUndone, MemoryRefused, NoSuchProposal, NoSuchReceipt
from bot.memory import proposals
from bot.memory.operations import Memories
from bot.memory.receipts import earlier_lines as receipts_before
from bot.memory.receipts import line, text, undo_receipt
from bot.telegram.activities.deeds import deed_buttons
from bot.telegram.buttons import ButtonData, Press, Reaction, refused
from bot.telegram.formatting import MAX_UNITS, utf16_length
from bot.telegram.formatting.markdown import clean
from bot.telegram.memory.offers import OfferButton, earlier_lines, kind_of, message_with, offer_buttons, offer_line
from bot.telegram.texts import Button, Buttons, Text
from bot.values.changes import ChangeKind, Receipt
from bot.values.owner import Owner
from bot.values.proposals import Proposal, ProposalState

_TOASTS: Final = {
    ChangeKind.ADDED: "Remembered.",
    ChangeKind.UPDATED: "Changed.",
    ChangeKind.FORGOTTEN: "Forgotten.",
}
_DISMISSED_TOASTS: Final = {
    ChangeKind.ADDED: "I won't remember that.",
    ChangeKind.UPDATED: "It stays as it is.",
    ChangeKind.FORGOTTEN: "I still remember it.",
}
_UNDONE_TOASTS: Final = {
    ChangeKind.ADDED: "Undone. I don't remember it any more.",
    ChangeKind.UPDATED: "Undone. The earlier version is back.",
    ChangeKind.FORGOTTEN: "Undone. I remember it again.",
}
_IN_PRIVATE: Final = "Nothing is stored in a private chat. End it with /new, then press again."
_MOST_BUTTONS: Final = 100  # of a keyboard; Telegram takes no more


@dataclass(frozen=True, slots=True)
class UndoButton(ButtonData):
    """A turn and the index of its receipt."""

    NAME: ClassVar = "undo"

    turn_id: UUID
    number: Annotated[int, Field(ge=0, lt=10_000)]


async def press_offer(memories: Memories, tx: Transaction, owner: Owner, press: Press) -> Reaction | None:
    """Accept, dismiss or undo a proposal, in the caller's transaction; a private chat accepts none.

    The button's message then shows the state of all its proposals.
    """
    if not (pressed := OfferButton.read(press.data)):
        return None
    if pressed.act == "yes" and await stored_conversations.has_private(tx, owner):
        return Reaction(toast=_IN_PRIVATE)
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
        return refused("Not done", why)
    toasts = {ProposalState.ACCEPTED: _TOASTS, ProposalState.DISMISSED: _DISMISSED_TOASTS}.get(proposal.state, {})
    toast = toasts.get(kind_of(proposal), "Undone.")
    if proposal.turn_id and proposal.is_question:
        return Reaction(toast=toast, shows=await _now(tx, owner, proposal.turn_id, press.shown))
    together = await stored_proposals.offered_with(tx, owner, proposal)
    return Reaction(toast=toast, shows=message_with(proposal, together))


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
        toast = str(already)
    return Reaction(toast=toast, shows=await _now(tx, owner, turn_id, press.shown))


async def _now(tx: Transaction, owner: Owner, turn_id: UUID, shown: Text | None) -> Text | None:
    """Return an answer's message as it is now, if Telegram still has it."""
    if shown is None:
        return None
    receipts = await stored_receipts.of_turn(tx, owner, turn_id)
    questions = [it for it in await stored_proposals.of_turn(tx, owner, turn_id) if it.is_question]
    deeds = deed_buttons(await activities.of_turn(tx, owner, turn_id), are_alone=not receipts)
    buttons = [*answer_buttons(turn_id, receipts, questions), *deeds]
    return replace(with_current(shown, receipts, questions), buttons=buttons)


def answer_buttons(turn_id: UUID, receipts: Sequence[Receipt], questions: Sequence[Proposal]) -> Buttons:
    """Return the buttons below an answer: to undo each of its changes, and to decide on what it asks about.

    Several are named.
    """
    numbers = [number for number, receipt in enumerate(receipts) if receipt.can_be_undone]
    open_ones = [it for it in questions if it.state in {ProposalState.WAITING, ProposalState.ACCEPTED}]
    is_alone = len(numbers) + len(open_ones) == 1
    names = [text(it.change) if it.change and it.change.content else it.as_shown for it in receipts]
    labels = ["↩️ Undo" if is_alone else f"↩️ Undo: {names[number]}" for number in numbers]
    undo = [[UndoButton(turn_id, it).button(label)] for it, label in zip(numbers, labels, strict=True)]
    decide = [offer_buttons(it, is_alone=is_alone) for it in open_ones]
    return list(_fitting([*decide, *undo]))


def _fitting(rows: Buttons) -> Iterator[list[Button]]:
    """Yield the rows with buttons that fit into a keyboard."""
    room = _MOST_BUTTONS
    for row in filter(None, rows):
        room -= len(row)
        if room < 0:
            return
        yield list(row)


def with_current(shown: Text, receipts: Iterable[Receipt], questions: Iterable[Proposal] = ()) -> Text:
    """Return an answer's message with the lines of what was undone or decided; missing lines are added below.

    `shown` is Telegram's text, which may have marks of an earlier press.
    """
    lines = shown.text.split("\n")
    changed = len(lines)
    for now, earlier in _decided(receipts, questions):
        if now in lines:
            continue
        if places := [at for at, it in enumerate(lines) if it in earlier]:
            lines[places[-1]] = now
            changed = min(changed, places[-1])
        else:
            lines.append(now)
    whole = "\n".join(lines)
    if utf16_length(whole) > MAX_UNITS:
        return shown
    units = utf16_length("\n".join(lines[:changed]))
    return Text(whole, tuple(it for it in shown.entities if it.offset + it.length <= units))


def _decided(receipts: Iterable[Receipt], questions: Iterable[Proposal]) -> Iterator[tuple[str, set[str]]]:
    """Yield each line that has changed since the answer, and those that the message may show instead."""
    for receipt in receipts:
        if receipt.change and receipt.change.undone:
            yield clean(line(receipt)), set(map(clean, receipts_before(receipt)))
    for question in questions:
        if question.state is not ProposalState.WAITING:
            yield clean(offer_line(question)), set(map(clean, earlier_lines(question)))
