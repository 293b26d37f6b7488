"""What is offered to be imported: shown before, put at a word or a button, and taken back in the same way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final, Literal, TypeAlias

from bot.database import memory_imports
from bot.database.engine import Transaction
from bot.errors import NoSuchImport, StoreFull
from bot.memory.exchange.found import Found
from bot.memory.imports import MemoryImports, Offer, undo
from bot.telegram.buttons import NOTHING_TO_PRESS, ButtonData, Press, Reaction
from bot.telegram.formatting import RichText, bold, code, compose
from bot.telegram.texts import Button, Text
from bot.values import Owner, one_line

IMPORT: Final = "import"
"""What the data of its buttons begins with."""
_NOT_OFFERED: Final = "This is not offered any more."
_NOTHING_OFFERED: Final = "There is nothing to import."
_SHOWN: Final = 15
_LEFT_OUT_SHOWN: Final = 5
_SHOWN_CHARACTERS: Final = 160


_Verb: TypeAlias = Literal["yes", "no", "undo"]


@dataclass(frozen=True, slots=True)
class ImportButton(ButtonData):
    """Imports what is offered, lets go of it, or takes the import back."""

    NAME: ClassVar = IMPORT

    verb: _Verb
    import_id: str


class ImportOffers:
    """Offers memories, and does with them what their owner says.

    Whatever is offered has buttons that do what the commands do which it names. What comes of either shows something if
    anything changed, or if there is an import to be shown as it stands; else it is a toast, and what is shown stays.
    """

    def __init__(self, imports: MemoryImports) -> None:
        self._imports = imports

    async def offer(self, tx: Transaction, owner: Owner, found: Found, name: str, hint: str = "") -> Sequence[Text]:
        """Offer to import what was found, and return what to say of it."""
        remarks = [*_left_out(found), hint]
        if not found.additions:
            return compose(f"I found no memories in {name}.", *remarks)
        try:
            offer = await self._imports.offer(tx, owner, found.additions, name)
        except StoreFull as full:
            return compose(f"Nothing can be imported. {full}")
        of_all = f"I found {counted(len(found.additions))} in {name}"
        if offer.id is None:
            return compose(f"{of_all}, and know all of it already.", *remarks)
        known = f", {offer.preview.known:,} already known" if offer.preview.known else ""
        said = compose(
            f"{of_all}: {len(offer.preview.new):,} new{known}.",
            *_first(offer),
            *remarks,
            *(["\n\nThis replaces the earlier import."] if offer.replaces else []),
            "\n\nImport what is new? ",
            code("/memory import yes"),
            " or ",
            code("/memory import no"),
        )
        offered = _with_buttons(said, offer.id, ("Import", "yes"), ("No", "no"))
        return [*([Text.without_buttons(_about(offer.replaces))] if offer.replaces else []), *offered]

    async def press(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Import what a button offers, let go of it, or take it back."""
        match ImportButton.read(press.data):
            case ImportButton("yes", import_id):
                return await self.confirm(tx, owner, import_id)
            case ImportButton("no", import_id):
                return await self.decline(tx, owner, import_id)
            case ImportButton("undo", import_id):
                return await self.undo(tx, owner, import_id)
            case _:
                return Reaction(toast=NOTHING_TO_PRESS)

    async def confirm(self, tx: Transaction, owner: Owner, import_id: str | None = None) -> Reaction:
        """Import what is offered under an id, or under any."""
        if not (import_id := import_id or await memory_imports.offered(tx, owner)):
            return Reaction(toast=_NOTHING_OFFERED)
        try:
            done = await self._imports.confirm(tx, owner, import_id)
        except StoreFull as full:
            return Reaction(toast=f"Nothing was imported. {full}")
        except NoSuchImport as gone:
            return await self._unchanged(tx, owner, import_id, str(gone))
        if done.id is None:
            return _shows("Nothing was imported: I already know all of it.", import_id)
        return Reaction(shows=_imported(done.id, done.added))

    async def decline(self, tx: Transaction, owner: Owner, import_id: str | None = None) -> Reaction:
        """Let go of what is offered under an id, or under any."""
        if not (import_id := import_id or await memory_imports.offered(tx, owner)):
            return Reaction(toast=_NOTHING_OFFERED)
        if await self._imports.withdraw(tx, owner, import_id):
            return _shows("Nothing of it is imported.", import_id)
        return await self._unchanged(tx, owner, import_id, _NOT_OFFERED)

    async def undo(self, tx: Transaction, owner: Owner, import_id: str | None = None) -> Reaction:
        """Take back the import with an id, or the newest one."""
        import_id = import_id or await memory_imports.newest(tx, owner) or ""
        try:
            done = await undo(tx, owner, import_id)
        except NoSuchImport as gone:
            return Reaction(toast=str(gone))
        if not done.forgotten and not done.kept:
            return Reaction(toast="Nothing of it is remembered at the moment.")
        kept = f" {counted(done.kept).capitalize()} changed since then; I keep that." if done.kept else ""
        return _shows(f"Import undone: {counted(done.forgotten)} removed.{kept}", import_id)

    async def _unchanged(self, tx: Transaction, owner: Owner, import_id: str, why: str) -> Reaction:
        """Say why nothing is done about an offer, and show what became of it if that can be taken back."""
        added = await memory_imports.added(tx, owner, import_id)
        return Reaction(toast=why, shows=_imported(import_id, added) if added else None)


def counted(memories: int) -> str:
    """Return how many memories there are, in words."""
    return "one memory" if memories == 1 else f"{memories:,} memories"


def _shows(said: str, import_id: str) -> Reaction:
    (text,) = compose(said)
    return Reaction(shows=replace(text, about=_about(import_id)))


def _about(import_id: str) -> str:
    """Name an import as what buttons are about."""
    return f"{IMPORT}:{import_id}"


def _imported(import_id: str, added: int) -> Text:
    """Say what was imported, with a button that takes it back."""
    said = compose(f"Imported {counted(added)}.\n\nTo take that back: ", code(f"/memory import undo {import_id}"))
    (text,) = _with_buttons(said, import_id, ("↩️ Undo", "undo"))
    return text


def _with_buttons(parts: Sequence[Text], import_id: str, *buttons: tuple[str, _Verb]) -> list[Text]:
    """Put a row of buttons about an import under the last of some messages: what each says, and what it does."""
    *before, last = parts
    row = [Button(label, ImportButton(verb, import_id).data) for label, verb in buttons]
    return [*before, replace(last, buttons=[row], about=_about(import_id))]


def _first(offer: Offer) -> list[str | RichText]:
    """Show the first of what is new."""
    lines = [f"\n• {_short(it.content)} ({it.category.value})" for it in offer.preview.new[:_SHOWN]]
    more = len(offer.preview.new) - len(lines)
    return ["\n\n", bold("New:"), *lines, f"\n… and {more:,} more" if more > 0 else ""]


def _left_out(found: Found) -> list[str | RichText]:
    if not found.left_out:
        return []
    lines = [f"\n• “{it.text}”: {it.why}" for it in found.left_out[:_LEFT_OUT_SHOWN]]
    more = len(found.left_out) - len(lines)
    return ["\n\n", bold("Not taken:"), *lines, f"\n… and {more:,} more" if more > 0 else ""]


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _SHOWN_CHARACTERS else f"{line[: _SHOWN_CHARACTERS - 1].rstrip()}…"
