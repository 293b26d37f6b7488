"""What is proposed, as one message with a button for each: nothing of it is done before its button is pressed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal
from uuid import UUID

from bot.database import conversations as stored_conversations
from bot.database.engine import Transaction
from bot.database.proposals import offered_with
from bot.errors import KeepsakeError, MemoryDeleted, MemoryRefused, NoSuchProposal, SameMemory, StoreFull
from bot.memory import proposals, receipts
from bot.memory.operations import Memories
from bot.telegram.buttons import LONGEST_LABEL, NOTHING_TO_PRESS, ButtonData, Press, Reaction, shortened
from bot.telegram.formatting import MAX_UNITS, compose, utf16_length
from bot.telegram.texts import Button, Text
from bot.values import Addition, ChangeKind, Forgetting, MemoryUpdate, Owner, Proposal, ProposalState, Wanted, one_line

OFFER: Final = "offer"
"""The name of these buttons in their data."""

_LINE_UNITS: Final = 40
"""What a proposal's line has besides its texts, at most."""
_HEADING_UNITS: Final = 100


@dataclass(frozen=True, slots=True)
class _Words:
    """How something is told: its sign, what its button does, and what stands before it once that is done."""

    sign: str
    verb: str
    done: str


_WORDS: Final[Mapping[type[Wanted], _Words]] = {
    Addition: _Words("💾", "Remember", "Remembered"),
    MemoryUpdate: _Words("✏️", "Change", ""),
    Forgetting: _Words("🗑", "Forget", "Forgot"),
}
_DONE: Final = {
    ChangeKind.ADDED: "Remembered.",
    ChangeKind.UPDATED: "Changed.",
    ChangeKind.FORGOTTEN: "Forgotten.",
}
_UNDONE: Final = "Undone."
_REFUSED: Final[Mapping[type[KeepsakeError], str]] = {
    NoSuchProposal: "This is erased.",
    SameMemory: "Not done: another memory already says this.",
    StoreFull: "Not done: there is no room for more memories.",
    MemoryDeleted: "Not done: this memory is deleted.",
}
_IN_PRIVATE: Final = "Nothing is stored in a private chat. End it with /new, then press again."
_CHANGED: Final = "Not done: this memory was changed since."


@dataclass(frozen=True, slots=True)
class OfferButton(ButtonData):
    """Does what is proposed, or takes it back."""

    NAME: ClassVar = OFFER

    act: Literal["yes", "undo"]
    proposal_id: UUID


class ProposalAction:
    """Does what is proposed, or takes it back; its message shows what has come of all that was offered with it."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Do what a button is for, in the caller's transaction. In a private chat nothing is accepted."""
        if not (pressed := OfferButton.read(press.data)):
            return Reaction(toast=NOTHING_TO_PRESS)
        act, proposal_id = pressed.act, pressed.proposal_id
        if act == "yes" and await stored_conversations.has_private(tx, owner):
            return Reaction(toast=_IN_PRIVATE)
        try:
            if act == "yes":
                proposal = await proposals.accept(tx, self._memories, owner, proposal_id)
            else:
                proposal = await proposals.undo(tx, self._memories, owner, proposal_id)
        except (NoSuchProposal, MemoryRefused) as refused:
            return Reaction(toast=_REFUSED.get(type(refused), _CHANGED))
        toast = _DONE[proposal.change.kind] if proposal.change else _UNDONE
        together = await offered_with(tx, owner, proposal)
        shown = next(several for several in _messages(together) if proposal.id in {it.id for it in several})
        return Reaction(toast=toast, shows=_message(shown))


def offered(several: Sequence[Proposal]) -> list[Text]:
    """Return what tells of all that is offered together: one message, or more if it holds too much for one.

    A line for each says what it is and what came of it, and a button below does it or takes it back.
    """
    return [_message(together) for together in _messages(several)]


def _messages(several: Sequence[Proposal]) -> list[list[Proposal]]:
    """Share proposals out to messages, in the same way whatever comes of them."""
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
    lines = [_heading(several), *map(_line, several)]
    (text,) = compose("\n".join(lines))
    label: Callable[[Proposal], str] = _label if len(several) > 1 else _short_label
    return replace(
        text,
        buttons=[
            [Button(shortened(label(it), LONGEST_LABEL), OfferButton(_act(it), it.id).data)]
            for it in several
            if it.state is not ProposalState.UNDONE
        ],
    )


def _heading(several: Sequence[Proposal]) -> str:
    waits = any(it.state is ProposalState.WAITING for it in several)
    if several[0].turn_id:
        return f"Someone else's words led to this{', so it waits for you' if waits else ''}:\n"
    return f"From our last conversation{', shall I remember' if waits else ''}:\n"


def _act(proposal: Proposal) -> Literal["yes", "undo"]:
    return "yes" if proposal.state is ProposalState.WAITING else "undo"


def _texts(proposal: Proposal) -> list[str]:
    """Return all that a proposal's line repeats, on one line each."""
    wanted = proposal.wanted
    match wanted:
        case Addition():
            return [one_line(wanted.content)]
        case MemoryUpdate() if wanted.content == proposal.former:
            return [one_line(proposal.former or ""), one_line(wanted.subject or "")]
        case MemoryUpdate():
            return [one_line(proposal.former or ""), one_line(wanted.content)]
        case Forgetting():
            return [one_line(proposal.former or "")]


def _line(proposal: Proposal) -> str:
    """Say what is proposed, or else what a receipt says of it, in that one's words."""
    words = _WORDS[type(proposal.wanted)]
    verb = words.verb if proposal.state is ProposalState.WAITING else words.done
    of_which = f" [{proposal.change.memory_id}]" if proposal.change else ""
    told = f"{f'{verb}: ' if verb else ''}{' → '.join(_texts(proposal))}{of_which}"
    return f"{receipts.UNDONE}{told}" if proposal.state is ProposalState.UNDONE else f"{words.sign} {told}"


def _label(proposal: Proposal) -> str:
    """Name a proposal on its button, beside those of others."""
    told = _texts(proposal)[-1]
    return f"↩️ Undo: {told}" if proposal.change else f"{_WORDS[type(proposal.wanted)].sign} {told}"


def _short_label(proposal: Proposal) -> str:
    words = _WORDS[type(proposal.wanted)]
    return "↩️ Undo" if proposal.change else f"{words.sign} {words.verb}"
