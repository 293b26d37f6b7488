"""Acts in a chat: their lines and buttons below answers, the messages that ask about them, and what a press does."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, ClassVar, Final, Literal, TypeAlias
from uuid import UUID

from pydantic import Field
from telegram import MessageEntity

from bot.kit.errors import ActRefused, AlreadyUndone, NoSuchAct
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.text import one_line
from bot.store.engine import Transaction
from bot.telegram.buttons import Action, ButtonData, Press, Reaction, fitting, message, parse
from bot.telegram.formatting import Imitated, RichText, bold, struck
from bot.telegram.formatting.markdown import clean
from bot.telegram.formatting.rich_text import STRIKETHROUGH
from bot.telegram.texts import MAX_UNITS, Button, Buttons, Text, utf16_length
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


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferWords:
    """How the acts of a family read of which several can be offered, and are asked about in one message.

    `line` renders an act whether it is undone or not, `subject` what it is about (empty if that is not known), both on
    one line; its `texts` are those of an offer's line. `label` is that of the button which accepts an offer, which says
    what it is about unless it `is_alone`. `heading` stands above offers like this one, of which some may still be
    `asked`. `answer` tells what was decided. `place` finds the line that shows an act in a message's text.

    `receipts` are those that a model may imitate.
    """

    line: Callable[[Act], str]
    subject: Callable[[Act], str]
    texts: Callable[[Act], Sequence[str]]
    label: Callable[[Act, bool], str]
    heading: Callable[[Act, bool], str]
    answer: Callable[[Act], str]
    place: Callable[[str, Act], int | None]
    receipts: Imitated


def in_answer(acts: Iterable[Act]) -> list[Act]:
    """Return the acts that an answer has lines of: what was done, then what it asks about.

    What words of others may have led to was asked in a message of its own.
    """
    several = [it for it in acts if not it.untrusted]
    return [*(it for it in several if it.state in _SHOWN), *(it for it in several if it.is_question)]


def asked_in(turn_id: UUID) -> str:
    """Return the name of the message that asks about what a turn wants to do (`Text.about`)."""
    return f"{ASKED}{turn_id.hex}"


def asked_about(act: Act) -> str:
    """Return the name of the message that asks about an act alone (`Text.about`)."""
    turn = asked_in(act.turn_id) if act.turn_id else ASKED
    return f"{turn}:{act.id.hex}"


def undo_buttons(act: Act, what: str = "") -> list[Button]:
    """Return the button that undoes an act, or of several `what` it names; empty if it can't be undone."""
    label = t("↩️ Undo: {what}", what=what) if what else t("↩️ Undo")
    return [ActButton("undo", act.id).button(label)] if act.can_be_undone else []


async def former_receipt(tx: Transaction, owner: Owner, turn_id: UUID, number: int) -> UUID:
    """Return the change of a memory that a button of a former release names by its number. Raises NoSuchAct."""
    if act_id := await stored.receipt(tx, owner, turn_id, number):
        return act_id
    raise NoSuchAct


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerList:
    """A list below an answer: its rows of buttons, and an answer's message with the list as it is now, if it has one.

    What a done act is about can be opened by the buttons that `opens` returns.
    """

    rows: Callable[[Any], Buttons] = lambda _: ()
    refreshed: Callable[[Transaction, Owner, Text], Awaitable[Text]] | None = None
    opens: Callable[[Act], Sequence[Button]] = lambda _: ()


class ActTexts:
    """Renders acts; those of some families read by the `words` for their offers, all others by their own words.

    Answers may have a list below.
    """

    def __init__(self, words: Mapping[str, OfferWords], below: AnswerList | None = None) -> None:
        self._words = words
        self.below = below or AnswerList()
        self.receipts: Imitated = [receipt for its in words.values() for receipt in its.receipts]

    def line(self, act: Act) -> str:
        """Render an act on one line, whether it is undone or not."""
        if its := self._words.get(act.family):
            return its.line(act)
        words = one_line(act.words)
        return t(_LINES[act.state], deed=words) if act.state in _LINES else words

    def shown(self, act: Act) -> str | RichText:
        """Return the line of an act as it is shown: struck through if it was undone."""
        return struck(clean(self.line(act))) if act.state is ActState.UNDONE else self.line(act)

    def rows(self, acts: Collection[Act]) -> Buttons:
        """Return the buttons that decide on what an answer asks, and undo what it says was done; several are named.

        A note that was changed can be opened.
        """
        asked = [it for it in acts if it.is_question]
        done = [it for it in acts if it.can_be_undone]
        is_alone = len(asked) + len(done) == 1
        rows = [[*self._undo(it, is_alone=is_alone), *self.below.opens(it)] for it in acts if not it.is_question]
        return [*(self._offer_row(it, is_alone=is_alone) for it in asked), *filter(None, rows)]

    def asked(self, acts: Iterable[Act]) -> list[Text]:
        """Return the messages that ask about what waits: offers of a family together, everything else alone.

        Those of offers tell of what was accepted, too, as when a turn is brought back.
        """
        several = list(acts)
        waiting = [it for it in several if it.state is ActState.WAITING]
        alone = [self.alone(it) for it in waiting if it.family not in self._words]
        shown = {ActState.WAITING, ActState.DONE}
        return [*alone, *self.offered([it for it in several if it.untrusted and it.state in shown])]

    def alone(self, act: Act) -> Text:
        """Return the message that asks about an act alone."""
        buttons: Buttons = self.rows([act])
        if act.state is ActState.WAITING:
            button = partial(ActButton, act_id=act.id)
            always = [button("always").button(t("Always allow {tool}", tool=act.name))] if act.allowed_as else []
            buttons = [[button("yes").button(t("✅ Do it")), button("no").button(t("No"))], always]
        heading = bold(t(_HEADINGS[act.state]))
        return replace(message(heading, f"\n{act.name}\n\n{act.words}", buttons=buttons), about=asked_about(act))

    def offered(self, acts: Sequence[Act]) -> list[Text]:
        """Return the message, or several long ones, for offers of a family that are made together.

        Each has a line with its state, and buttons that accept, decline or undo it.
        """
        return [self._offers(together) for together in self._messages(acts)]

    def _messages(self, acts: Iterable[Act]) -> list[list[Act]]:
        """Distribute offers among messages, independently of their states."""
        messages: list[list[Act]] = []
        room = 0
        for act, its in ((it, self._words[it.family]) for it in acts if it.family in self._words):
            units = _LINE_UNITS + sum(map(utf16_length, its.texts(act)))
            if room < units:
                messages.append([])
                room = MAX_UNITS - _HEADING_UNITS
            messages[-1].append(act)
            room -= units
        return messages

    def _offers(self, acts: Sequence[Act]) -> Text:
        heading = self._words[acts[0].family].heading(acts[0], any(it.state in IS_ASKED for it in acts))
        rows = [self._offer_row(it, is_alone=len(acts) == 1) for it in acts]
        return message(heading, "\n", *(piece for it in acts for piece in ("\n", self.shown(it))), buttons=rows)

    def _offer_row(self, act: Act, *, is_alone: bool) -> list[Button]:
        """Return the buttons of what is offered, or was; empty if there is nothing more to decide."""
        if act.state not in IS_ASKED:
            return self._undo(act, is_alone=is_alone)
        label = self._words[act.family].label(act, is_alone)
        return [ActButton("yes", act.id).button(label), ActButton("no", act.id).button(t("No"))]

    def _undo(self, act: Act, *, is_alone: bool) -> list[Button]:
        if is_alone or not act.can_be_undone:
            return undo_buttons(act)
        its = self._words.get(act.family)
        return undo_buttons(act, (its.subject(act) if its else "") or one_line(act.words))

    def actions(self, acts: Acts) -> Mapping[str, Action]:
        """Return what the presses of these buttons do, by the buttons' names, those of former releases included."""

        async def pressed(
            find: Callable[[Transaction, Owner, str], Awaitable[ActButton]], tx: Transaction, owner: Owner, press: Press
        ) -> Reaction:
            try:
                return await self._react(acts, tx, owner, await find(tx, owner, press.data), press.shown)
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

    async def _react(
        self, acts: Acts, tx: Transaction, owner: Owner, pressed: ActButton, shown: Text | None
    ) -> Reaction:
        match pressed.verb:
            case "undo":
                try:
                    act, toast = await acts.undo(tx, owner, pressed.act_id)
                except AlreadyUndone as why:
                    (act,), toast = await stored.those(tx, owner, [pressed.act_id]), str(why)
            case "no":
                act = await acts.decline(tx, owner, pressed.act_id)
                toast = self._toast(act)
            case "yes" | "always":
                act = await acts.accept(tx, owner, pressed.act_id, for_good=pressed.verb == "always")
                toast = self._toast(act)
        return Reaction(toast=toast, shows=await self._now(tx, owner, act, shown) if shown else None)

    def _toast(self, act: Act) -> str:
        """Return what a press has decided, or what was decided before."""
        if act.state is ActState.UNDONE:
            return t("Undone.")
        if its := self._words.get(act.family):
            return its.answer(act)
        return t(_DECIDED[act.state]) if act.state in _DECIDED else ""

    async def _now(self, tx: Transaction, owner: Owner, pressed: Act, message: Text) -> Text | None:
        """Return a button's message as it is now."""
        is_offer = pressed.family in self._words
        if not is_offer and [*message.text.split("\n"), ""][1] == clean(pressed.name):  # as `alone` renders it
            return self.alone(pressed)
        if pressed.door is Door.REVIEW or (is_offer and pressed.untrusted):
            together = self._messages(await stored.offered_with(tx, owner, pressed))
            return next((self._offers(acts) for acts in together if pressed.id in {it.id for it in acts}), None)
        acts = in_answer(await stored.of_turn(tx, owner, pressed.turn_id)) if pressed.turn_id else [pressed]
        others = [row for row in message.buttons if not any((parse(it.data) or ("",))[0] in _NAMES for it in row)]
        buttons = list(fitting([*others, *self.rows(acts)]))
        shown = replace(self.with_current(message, acts, pressed), buttons=buttons)
        return await self.below.refreshed(tx, owner, shown) if self.below.refreshed else shown

    def with_current(self, message: Text, acts: Iterable[Act], pressed: Act) -> Text:
        """Return an answer's message with the lines of its acts as they are now; the pressed one's is added if needed.

        `message` is Telegram's, which may have marks of an earlier press.
        """
        for act in {it.id: it for it in (*acts, pressed)}.values():
            its = self._words.get(act.family)
            at = its.place(message.text, act) if its else line_about(message.text, {""}, [{one_line(act.words)}])
            if act.state not in IS_ASKED and (at is not None or act.id == pressed.id):
                message = with_line(message, at, self.line(act), is_struck=act.state is ActState.UNDONE)
        return message


def line_about(text: str, signs: Collection[str], about: Iterable[Collection[str]]) -> int | None:
    """Return the index of the line that begins with a sign and has one of each texts in it, in the last block of lines.

    The texts are the user's own: the sentence around them may be in another language, or of another release. Of several
    lines, the shortest one is it, as the others say more.
    """
    lines = text.split("\n")
    first = next((at + 1 for at in reversed(range(len(lines))) if not lines[at].strip()), 0)
    wanted = [[clean(it) for it in several] for several in about]
    found = [
        at
        for at in reversed(range(first, len(lines)))
        if lines[at].startswith(tuple(signs)) and all(any(it in lines[at] for it in several) for several in wanted)
    ]
    return min(found, key=lambda at: len(lines[at]), default=None)


def with_line(shown: Text, at: int | None, line: str, *, is_struck: bool = False) -> Text:
    """Return a message with another line in the place of one, perhaps struck through; None adds it below.

    The message stays as it is if it would be too long.
    """
    lines = shown.text.split("\n")
    line = clean(line)
    before = lines if at is None else lines[:at]
    old, after = ("", []) if at is None else (lines[at], lines[at + 1 :])
    whole = "\n".join([*before, line, *after])
    if utf16_length(whole) > MAX_UNITS:
        return shown
    start = sum(utf16_length(it) + 1 for it in before)
    end, shift = start + utf16_length(old), utf16_length(line) - utf16_length(old)
    entities = [it for it in shown.entities if it.offset + it.length <= start]
    if is_struck:
        entities.append(MessageEntity(STRIKETHROUGH.type, start, utf16_length(line)))
    below = [it for it in shown.entities if at is not None and it.offset >= end]
    entities += [MessageEntity(it.type, it.offset + shift, it.length, it.url, language=it.language) for it in below]
    return replace(shown, text=whole, entities=tuple(entities))
