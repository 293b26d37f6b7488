"""`/model`: shows the server's models, and chooses the one that answers, and how long it thinks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date as Date  # noqa: N812 - as in `language.dates`
from typing import Annotated, ClassVar, Final

from pydantic import Field

from bot.kit.language import date, mark, number, space, t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.model.listing import Served, known_limit
from bot.model.values import Effort
from bot.store.engine import Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, and_more, message, rows_of, short_name, ticked
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.listing import PAGE, Page, PageNumber
from bot.telegram.texts import Button, Text
from bot.turns.chosen_models import ChosenModels
from bot.turns.preferences import Preferences

DEFAULT: Final = "default"
_EFFORTS_IN_A_ROW: Final = 4
_AWAY: Final = mark("I can't reach the model's server, so I can't list its models. Try again in a minute.")
_FROM_NEXT: Final = mark(
    "A change applies from your next message on. A new model first reads this conversation from the start, so that "
    "message costs more than usual."
)
_UNKNOWN: Final = mark("The server has no model {name}.")
_SEVERAL: Final = mark("Several models match {name}. Tap one:")
_EFFORT_USAGE: Final = mark("Set the effort like this: {example}. You can also use {others}.")
_NO_EFFORT: Final = mark("This model has no setting for its effort.")
_SHUT_DOWN: Final = mark("⏳ is the day on which a model's provider shuts it down.")
_LABELS: Final = {
    Effort.NONE: mark("None"),
    Effort.MINIMAL: mark("Minimal"),
    Effort.LOW: mark("Low"),
    Effort.MEDIUM: mark("Medium"),
    Effort.HIGH: mark("High"),
    Effort.XHIGH: mark("Extra high"),
    Effort.MAX: mark("Maximum"),
}
_EFFORTS: Final = {
    None: mark("Effort: as the model decides"),
    Effort.NONE: mark("Effort: none. It answers without thinking."),
    Effort.MINIMAL: mark("Effort: minimal. It hardly thinks."),
    Effort.LOW: mark("Effort: low. It answers fast."),
    Effort.MEDIUM: mark("Effort: medium"),
    Effort.HIGH: mark("Effort: high. It thinks longer, which costs more."),
    Effort.XHIGH: mark("Effort: extra high. It thinks much longer, which costs much more."),
    Effort.MAX: mark("Effort: maximum. It thinks as long as it can, which costs the most."),
}


@dataclass(frozen=True, slots=True)
class ModelPage(ButtonData):
    """A page of the models."""

    NAME: ClassVar = "models"

    page: PageNumber = 1


@dataclass(frozen=True, slots=True)
class ModelButton(ButtonData):
    """Chooses a model by a hash of its name; `default` is the configured one."""

    NAME: ClassVar = "model"

    page: PageNumber
    of: Annotated[str, Field(pattern=r"^(?:[0-9a-f]{16}|default)$")]


@dataclass(frozen=True, slots=True)
class EffortButton(ButtonData):
    """Sets the effort."""

    NAME: ClassVar = "effort"

    page: PageNumber
    effort: Annotated[str, Field(pattern=f"^(?:{'|'.join((DEFAULT, *Effort))})$")]


class ModelCommand:
    """Handles the command and its buttons, in the caller's transaction, after `look`."""

    def __init__(self, chosen: ChosenModels, preferences: Preferences) -> None:
        self._chosen = chosen
        self._choices = chosen.choices
        self._preferences = preferences

    async def look(self) -> None:
        """Ask the server for its models, before the transaction."""
        await self._choices.refresh()

    async def answer(self, tx: Transaction, owner: Owner, words: str, _: Embedding | None = None) -> Sequence[Text]:
        """Show the models, or choose one or the effort by its name."""
        named, rest = [*words.strip().split(None, 1), "", ""][:2]
        if not named:
            return [self._page(owner)]
        if named.casefold() == "effort":
            return [await self._effort_named(tx, owner, rest.strip().casefold())]
        if named.casefold() == DEFAULT:
            await self._choose(tx, owner, None)
            return [self._page(owner)]
        return [await self._named(tx, owner, words.strip())]

    async def turn_page(self, _tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Open a button's page."""
        pressed = ModelPage.parsed(press.data)
        return Reaction(shows=self._page(owner, pressed.page))

    async def choose(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Choose a button's model; the page shows it."""
        pressed = ModelButton.parsed(press.data)
        name = None if pressed.of == DEFAULT else next((it for it in self._names() if short_name(it) == pressed.of), "")
        if name == "":
            return Reaction(
                toast=t(_AWAY) if self._choices.served is None else t("The server no longer has this model.")
            )
        await self._choose(tx, owner, name)
        toast = t("{model} answers from your next message on.", model=self._chosen.of(owner).model.name)
        return Reaction(toast=toast, shows=self._page(owner, pressed.page))

    async def set_effort(self, tx: Transaction, owner: Owner, press: Press) -> Reaction:
        """Set a button's effort; the page shows it."""
        pressed = EffortButton.parsed(press.data)
        effort = None if pressed.effort == DEFAULT else Effort(pressed.effort)
        await self._preferences.change(tx, owner, effort=effort)
        return Reaction(toast=t(_EFFORTS[effort]), shows=self._page(owner, pressed.page))

    async def _effort_named(self, tx: Transaction, owner: Owner, name: str) -> Text:
        efforts = self._chosen.of(owner).model.efforts
        if name not in {DEFAULT, *efforts}:
            if not efforts:
                return message(t(_NO_EFFORT))
            example = Effort.LOW if Effort.LOW in efforts else efforts[0]
            others = ", ".join(it for it in (DEFAULT, *efforts) if it != example)
            return message(filled(t(_EFFORT_USAGE), example=code(f"/model effort {example}"), others=others))
        await self._preferences.change(tx, owner, effort=None if name == DEFAULT else Effort(name))
        return self._page(owner)

    async def _named(self, tx: Transaction, owner: Owner, name: str) -> Text:
        """Choose the model with a name, or the only one whose name has these words; else say which there are."""
        if self._choices.served is None and name != self._choices.configured.name:
            return message(t(_AWAY))
        listed = list(self._choices.served.models) if self._choices.served else []
        same = [it for it in listed if it.casefold() == name.casefold()]
        found = same or [it for it in self._names() if name.casefold() in it.casefold()]
        if len(found) > 1:
            rows = [[ModelButton(1, short_name(it)).button(it)] for it in found[:PAGE]]
            return message(filled(t(_SEVERAL), name=code(name)), and_more(len(found) - PAGE), buttons=rows)
        if not found and name != self._choices.configured.name:
            return message(
                filled(t(_UNKNOWN), name=code(name)), space(), filled(t("{command} lists them."), command="/model")
            )
        await self._choose(tx, owner, found[0] if found else None)
        return self._page(owner)

    async def _choose(self, tx: Transaction, owner: Owner, name: str | None) -> None:
        other = None if name == self._choices.configured.name else name
        limit = known_limit(other, self._choices.served) if other else None
        await self._preferences.change(tx, owner, model=other, model_tokens=limit)

    def _names(self) -> list[str]:
        """Return the names of the models that chat, the one that is configured first."""
        configured = self._choices.configured.name
        listed = self._choices.served.chat_models if self._choices.served else []
        return [configured, *(it for it in listed if it != configured)]

    def _page(self, owner: Owner, page: int | None = None) -> Text:
        chosen, names = self._chosen.of(owner), self._names()
        model = chosen.model
        if page is None:
            page = names.index(model.name) // PAGE + 1 if model.name in names else 1
        shown = Page.cut(names, page, ModelPage)
        pieces: list[str | RichText] = ["🤖 ", filled(t("Model: {name}"), name=bold(model.name))]
        if (limit := _limit(model.name, self._choices.served)) is not None:
            pieces.append("\n" + t("Context: up to {tokens} tokens", tokens=number(limit)))
        effort = chosen.effort if chosen.effort in model.efforts else None
        pieces.append("\n" + (t(_EFFORTS[effort]) if model.efforts else t(_NO_EFFORT)))
        pieces.append("\n\n" + (t(_FROM_NEXT) if self._choices.served else t(_AWAY)))
        if shown.position:
            pieces.append(f"\n{shown.position}")
        if not self._shutdown_dates.keys().isdisjoint(shown.items):
            pieces.append("\n" + t(_SHUT_DOWN))
        labels = [(it, ticked(self._label(it), is_set=it == model.name)) for it in shown.items]
        rows = [[ModelButton(shown.number, short_name(it)).button(label)] for it, label in labels]
        efforts = _efforts(shown.number, effort, model.efforts)
        default = [ModelButton(shown.number, DEFAULT).button(t("Default model"))]
        default = default if self._chosen.other(owner) else []
        return message(*pieces, buttons=[*rows, shown.turns, *efforts, default])

    @property
    def _shutdown_dates(self) -> Mapping[str, Date]:
        return self._choices.served.shutdown_dates if self._choices.served else {}

    def _label(self, name: str) -> str:
        """Return a model's name, with the day on which it is shut down."""
        return f"{name} ⏳ {date(self._shutdown_dates[name])}" if name in self._shutdown_dates else name


def _efforts(page: int, present: Effort | None, taken: Sequence[Effort]) -> Sequence[Sequence[Button]]:
    """Return the rows of buttons for the efforts that a model takes; none if it takes none."""
    labels: dict[str, str] = {DEFAULT: t("Default"), **{it.value: t(_LABELS[it]) for it in taken}}
    now = present or DEFAULT
    buttons = [EffortButton(page, name).button(ticked(label, is_set=name == now)) for name, label in labels.items()]
    return rows_of(buttons, _EFFORTS_IN_A_ROW) if taken else []


def _limit(name: str, served: Served | None) -> int | None:
    return served.limits.get(name) if served else None
