"""Acts in a chat: their lines and buttons below answers, the messages that ask about them, and what a press does."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, ClassVar, Final, Literal, TypeAlias
from uuid import UUID

from pydantic import Field

from bot.features.notes.telegram.showing import open_buttons
from bot.features.notes.telegram.ticking import refreshed
from bot.kit.errors import ActRefused, AlreadyUndone, NoSuchAct
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.memory import acts as memory
from bot.memory.second_person import read_line
from bot.memory.values.changes import Change, ChangeKind
from bot.store.engine import Transaction
from bot.telegram.buttons import Action, ButtonData, Press, Reaction, fitting, message, parse
from bot.telegram.formatting import MAX_UNITS, RichText, bold, struck, utf16_length
from bot.telegram.formatting.lines import line_about, with_line
from bot.telegram.formatting.markdown import clean
from bot.telegram.texts import Button, Buttons, Text
from bot.turns.acts import Acts
from bot.turns.store import acts as stored
from bot.turns.values.acts import ASKED as IS_ASKED
from bot.turns.values.acts import Act, ActState, Door

ASKED: Final = "asked:"
"""Beginning of the `Text.about` of messages that ask about acts."""
_SHOWN: Final = {ActState.DONE, ActState.FAILED, ActState.UNKNOWN, ActState.UNDONE}
"""States of what an answer shows by lines, besides its questions."""
_HEADINGS: Final = {
    ActState.WAITING: mark("🔐 Shall I do this?"),
    ActState.ALLOWED: mark("✅ You allowed this:"),
    ActState.RUNNING: mark("✅ You allowed this:"),
    ActState.DONE: mark("✅ Done:"),
    ActState.FAILED: mark("⚠️ This failed:"),
    ActState.UNKNOWN: mark("⚠️ This was interrupted. It may have been done:"),
    ActState.DECLINED: mark("✖️ Not done:"),
    ActState.EXPIRED: mark("✖️ Not done, as nobody answered in time:"),
    ActState.UNDONE: mark("↩️ Undone:"),
}
_LINES: Final = {
    ActState.WAITING: mark("🔐 Waiting for you: {deed}"),
    ActState.ALLOWED: mark("⏳ In progress: {deed}"),
    ActState.RUNNING: mark("⏳ In progress: {deed}"),
    ActState.FAILED: mark("⚠️ Failed: {deed}"),
    ActState.UNKNOWN: mark("⚠️ Perhaps not done: {deed}"),
    ActState.DECLINED: mark("✖️ Not done: {deed}"),
    ActState.EXPIRED: mark("✖️ Not done: {deed}"),
}
_DECIDED: Final = {
    ActState.ALLOWED: mark("I'm doing it now."),
    ActState.DECLINED: mark("I won't do it."),
    ActState.EXPIRED: mark("It's too late for that. Ask me again."),
}
_LABELS: Final = {
    ChangeKind.ADDED: mark("Remember"),
    ChangeKind.UPDATED: mark("Change"),
    ChangeKind.FORGOTTEN: mark("Forget"),
}
_ACCEPTED: Final = {
    ChangeKind.ADDED: mark("Remembered."),
    ChangeKind.UPDATED: mark("Changed."),
    ChangeKind.FORGOTTEN: mark("Forgotten."),
}
_DECLINED: Final = {
    ChangeKind.ADDED: mark("I won't remember that."),
    ChangeKind.UPDATED: mark("I'll leave it as it is."),
    ChangeKind.FORGOTTEN: mark("I still remember it."),
}
_UNDONE_SIGN: Final = "↩️"
"""Sign of what was undone in messages of early releases."""
_LINE_UNITS: Final = 40
"""UTF-16 units of an offer's line besides its texts, at most."""
_HEADING_UNITS: Final = 100

Verb: TypeAlias = Literal["yes", "no", "always", "undo"]


@dataclass(frozen=True, slots=True)
class ActButton(ButtonData):
    """Accepts what is asked, once or for good, declines it, or undoes what was done."""

    NAME: ClassVar = "act"

    verb: Verb
    act_id: UUID


class _OfferButton(ActButton):
    """The same below an offer of a former release."""

    NAME: ClassVar = "offer"


class _AskedButton(ActButton):
    """The same below a question of a former release."""

    NAME: ClassVar = "do"


@dataclass(frozen=True, slots=True)
class _DeedButton(ButtonData):
    """Undoes what was done, below an answer of a former release."""

    NAME: ClassVar = "deed"

    act_id: UUID


@dataclass(frozen=True, slots=True)
class _UndoButton(ButtonData):
    """Undoes a change of a memory, below an answer of a former release: by its turn, and its number there."""

    NAME: ClassVar = "undo"

    turn_id: UUID
    number: Annotated[int, Field(ge=0, lt=10_000)]


_NAMES: Final = {it.NAME for it in (ActButton, _OfferButton, _AskedButton, _DeedButton, _UndoButton)}


def act_line(act: Act) -> str:
    """Render an act on one line, whether it is undone or not."""
    if act.family == memory.FAMILY:
        return memory.line(act)
    words = one_line(act.words)
    return t(_LINES[act.state], deed=words) if act.state in _LINES else words


def act_shown(act: Act) -> str | RichText:
    """Return the line of an act as it is shown: struck through if it was undone."""
    return struck(clean(act_line(act))) if act.state is ActState.UNDONE else act_line(act)


def in_answer(acts: Iterable[Act]) -> list[Act]:
    """Return the acts that an answer has lines of: what was done, then what it asks about.

    What words of others may have led to was asked in a message of its own.
    """
    several = [it for it in acts if not it.untrusted]
    return [*(it for it in several if it.state in _SHOWN), *(it for it in several if it.is_question)]


def act_rows(acts: Collection[Act]) -> Buttons:
    """Return the buttons that decide on what an answer asks, and undo what it says was done; several are named.

    A note that was changed can be opened.
    """
    asked = [it for it in acts if it.is_question]
    done = [it for it in acts if it.can_be_undone]
    is_alone = len(asked) + len(done) == 1
    rows = [
        [*([_undo_button(it, is_alone=is_alone)] if it.can_be_undone else []), *open_buttons(it)]
        for it in acts
        if not it.is_question
    ]
    return [*(_offer_row(it, is_alone=is_alone) for it in asked), *filter(None, rows)]


def asked_in(turn_id: UUID) -> str:
    """Return the name of the message that asks about what a turn wants to do (`Text.about`)."""
    return f"{ASKED}{turn_id.hex}"


def asked(acts: Iterable[Act]) -> list[Text]:
    """Return the messages that ask about what waits: changes of memories together, everything else alone.

    Those of memories tell of what was accepted, too, as when a turn is brought back.
    """
    several = list(acts)
    waiting = [it for it in several if it.state is ActState.WAITING]
    alone = [replace(shown(it), about=asked_about(it)) for it in waiting if it.family != memory.FAMILY]
    of_memory = [it for it in several if it.family == memory.FAMILY and it.untrusted]
    return [*alone, *offered([it for it in of_memory if it.state in {ActState.WAITING, ActState.DONE}])]


def asked_about(act: Act) -> str:
    """Return the name of the message that asks about an act alone (`Text.about`)."""
    turn = asked_in(act.turn_id) if act.turn_id else ASKED
    return f"{turn}:{act.id.hex}"


def shown(act: Act) -> Text:
    """Return the message that asks about an act alone."""
    buttons: Buttons = act_rows([act])
    if act.state is ActState.WAITING:
        button = partial(ActButton, act_id=act.id)
        always = [button("always").button(t("Always allow {tool}", tool=act.name))] if act.allowed_as else []
        buttons = [[button("yes").button(t("✅ Do it")), button("no").button(t("No"))], always]
    heading = _HEADINGS[act.state]
    return message(bold(t(heading)), f"\n{act.name}\n\n{act.words}", buttons=buttons)


def offered(acts: Sequence[Act]) -> list[Text]:
    """Return the message, or several long ones, for changes of memories that are offered together.

    Each has a line with its state, and buttons that accept, decline or undo it.
    """
    return [_offers(together) for together in _messages(acts)]


def offers_with(act: Act, acts: Sequence[Act]) -> Text | None:
    """Return the message that shows one of the changes offered together, if it is among them."""
    return next((_offers(shown) for shown in _messages(acts) if act.id in {it.id for it in shown}), None)


def _messages(acts: Sequence[Act]) -> list[list[Act]]:
    """Distribute offers among messages, independently of their states."""
    messages: list[list[Act]] = []
    room = 0
    for act in acts:
        units = _LINE_UNITS + sum(map(utf16_length, memory.texts(act)))
        if room < units:
            messages.append([])
            room = MAX_UNITS - _HEADING_UNITS
        messages[-1].append(act)
        room -= units
    return messages


def _offers(acts: Sequence[Act]) -> Text:
    waits = any(it.state in IS_ASKED for it in acts)
    if acts[0].turn_id:
        heading = t("Someone else's words may have led to this, so I ask you first:")
        heading = heading if waits else t("Someone else's words may have led to this:")
    else:
        heading = t("From our last conversation. Shall I remember this?") if waits else t("From our last conversation:")
    is_alone = len(acts) == 1
    rows = [_offer_row(it, is_alone=is_alone) for it in acts]
    return message(heading, "\n", *(piece for it in acts for piece in ("\n", act_shown(it))), buttons=rows)


def _offer_row(act: Act, *, is_alone: bool) -> list[Button]:
    """Return the buttons of a change of memories that is offered, or was; empty if there is nothing more to decide."""
    if act.can_be_undone:
        return [_undo_button(act, is_alone=is_alone)]
    if act.state not in IS_ASKED:
        return []
    kind = memory.kind_of(act)
    label = f"{memory.SIGNS[kind]} {t(_LABELS[kind]) if is_alone else memory.texts(act)[-1]}"
    return [ActButton("yes", act.id).button(label), ActButton("no", act.id).button(t("No"))]


def _undo_button(act: Act, *, is_alone: bool) -> Button:
    is_memory = act.family == memory.FAMILY
    what = "" if is_alone else (memory.shown_text(act) if is_memory else "") or one_line(act.words)
    return ActButton("undo", act.id).button(t("↩️ Undo: {what}", what=what) if what else t("↩️ Undo"))


def actions(acts: Acts) -> Mapping[str, Action]:
    """Return what the presses of these buttons do, by the buttons' names, those of former releases included."""

    async def pressed(
        find: Callable[[Transaction, Owner, str], Awaitable[ActButton]], tx: Transaction, owner: Owner, press: Press
    ) -> Reaction:
        try:
            return await _react(acts, tx, owner, await find(tx, owner, press.data), press.shown)
        except (NoSuchAct, ActRefused) as why:
            return Reaction(toast=str(why))

    async def button(kind: type[ActButton], _tx: Transaction, _owner: Owner, data: str) -> ActButton:
        return kind.parsed(data)

    async def deed(_tx: Transaction, _owner: Owner, data: str) -> ActButton:
        return ActButton("undo", _DeedButton.parsed(data).act_id)

    async def receipt(tx: Transaction, owner: Owner, data: str) -> ActButton:
        pressed = _UndoButton.parsed(data)
        return ActButton("undo", await former_receipt(tx, owner, pressed.turn_id, pressed.number))

    kinds = (ActButton, _OfferButton, _AskedButton)
    return {
        **{kind.NAME: partial(pressed, partial(button, kind)) for kind in kinds},
        _DeedButton.NAME: partial(pressed, deed),
        _UndoButton.NAME: partial(pressed, receipt),
    }


async def former_receipt(tx: Transaction, owner: Owner, turn_id: UUID, number: int) -> UUID:
    """Return the change of a memory that a button of a former release names by its number. Raises NoSuchAct."""
    if act_id := await stored.receipt(tx, owner, turn_id, number):
        return act_id
    raise NoSuchAct


async def _react(acts: Acts, tx: Transaction, owner: Owner, pressed: ActButton, shown: Text | None) -> Reaction:
    match pressed.verb:
        case "undo":
            try:
                act, toast = await acts.undo(tx, owner, pressed.act_id)
            except AlreadyUndone as why:
                (act,), toast = await stored.those(tx, owner, [pressed.act_id]), str(why)
        case "no":
            act = await acts.decline(tx, owner, pressed.act_id)
            toast = _toast(act)
        case "yes" | "always":
            act = await acts.accept(tx, owner, pressed.act_id, for_good=pressed.verb == "always")
            toast = _toast(act)
    return Reaction(toast=toast, shows=await _now(tx, owner, act, shown) if shown else None)


def _toast(act: Act) -> str:
    """Return what a press has decided, or what was decided before."""
    if act.state is ActState.UNDONE:
        return t("Undone.")
    if act.family != memory.FAMILY:
        return t(_DECIDED[act.state]) if act.state in _DECIDED else ""
    return t((_ACCEPTED if act.state is ActState.DONE else _DECLINED)[memory.kind_of(act)])


async def _now(tx: Transaction, owner: Owner, pressed: Act, message: Text) -> Text | None:
    """Return a button's message as it is now."""
    if is_of_asked(message.text, pressed):
        return replace(shown(pressed), about=asked_about(pressed))
    if pressed.door is Door.REVIEW or (pressed.family == memory.FAMILY and pressed.untrusted):
        return offers_with(pressed, await stored.offered_with(tx, owner, pressed))
    acts = in_answer(await stored.of_turn(tx, owner, pressed.turn_id)) if pressed.turn_id else [pressed]
    others = [row for row in message.buttons if not any((parse(it.data) or ("",))[0] in _NAMES for it in row)]
    buttons = list(fitting([*others, *act_rows(acts)]))
    return await refreshed(tx, owner, replace(with_current(message, acts, pressed), buttons=buttons))


def is_of_asked(text: str, act: Act) -> bool:
    """Tell whether a text is that of the message which asked about an act alone: its second line is the tool's name."""
    return act.family != memory.FAMILY and [*text.split("\n"), ""][1] == clean(act.name)


def with_current(message: Text, acts: Iterable[Act], pressed: Act) -> Text:
    """Return an answer's message with the lines of its acts as they are now; the pressed one's is added if needed.

    `message` is Telegram's, which may have marks of an earlier press.
    """
    for act in {it.id: it for it in (*acts, pressed)}.values():
        at = _place_of(message.text, act)
        if act.state not in IS_ASKED and (at is not None or act.id == pressed.id):
            message = with_line(message, at, act_line(act), is_struck=act.state is ActState.UNDONE)
    return message


def _place_of(text: str, act: Act) -> int | None:
    """Return the index of the line that shows an act in a message's text."""
    if act.family != memory.FAMILY or not memory.shown_text(act):
        words = one_line(act.words)
        return line_about(text, {words, f"{_UNDONE_SIGN} "} if act.family == memory.FAMILY else {""}, [{words}])
    signs = {memory.SIGNS[memory.kind_of(act)], memory.NOT, _UNDONE_SIGN}
    change = memory.change_of(act)
    if change and change.content:
        return line_about(text, signs, [{read_line(it), one_line(it)} for it in _contents(change)])
    pairs = zip(memory.texts(act), memory.texts(act, has_subjects=False), strict=True)
    return line_about(text, signs, [set(it) for it in pairs])


def _contents(change: Change) -> list[str]:
    return [change.former_content, change.content] if change.kind is ChangeKind.UPDATED else [change.content]
