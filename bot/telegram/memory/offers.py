"""Proposals as lines with buttons: below the answer that asks about them, or in a message of their own. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal
from uuid import UUID

from bot.language import mark, t
from bot.memory.receipts import ASKS, SIGNS, done_line
from bot.memory.second_person import read_line
from bot.telegram.buttons import ButtonData, message
from bot.telegram.formatting import MAX_UNITS, RichText, struck, utf16_length
from bot.telegram.formatting.lines import line_about
from bot.telegram.formatting.markdown import clean
from bot.telegram.texts import Button, Text
from bot.values.changes import Addition, ChangeKind, Forgetting, MemoryUpdate, Wanted
from bot.values.proposals import Proposal, ProposalState
from bot.values.text import one_line

ASKED: Final = "asked:"
"""Beginning of the `Text.about` of messages that ask about proposals."""
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


def asked_in(turn_id: UUID) -> str:
    """Return the name of the message that asks about a turn's proposals (`Text.about`)."""
    return f"{ASKED}{turn_id.hex}"


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
    before = _texts(replace(proposal, change=None))
    return line_about(text, signs, zip(_texts(proposal), before, strict=True))


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


def _texts(proposal: Proposal) -> list[str]:
    """Return the texts of a proposal's line, each on one line."""
    wanted, former = proposal.wanted, read_line(proposal.former or "")
    match wanted:
        case Addition():
            return [read_line(proposal.change.content if proposal.change else wanted.content)]
        case MemoryUpdate():
            subject = one_line(wanted.subject or "")
            return [former, subject if wanted.content == proposal.former else read_line(wanted.content)]
        case Forgetting():
            return [former]
