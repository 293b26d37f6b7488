"""`/model` shows the server's models, and sets which one answers and its effort. A shutdown is announced in time."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from datetime import date as Date  # noqa: N812 - as in `language.dates`
from functools import partial
from typing import Annotated, ClassVar, Final

import structlog
from pydantic import Field

from bot.feature import Feature, InChat, Loop, Parts
from bot.kit.background import wait_until
from bot.kit.language import date, mark, number, space, t
from bot.kit.owner import Owner
from bot.kit.place import Place, private_chat
from bot.kit.vectors import Embedding
from bot.model.choice import Choices
from bot.model.listing import known_limit
from bot.model.values import Effort
from bot.store.engine import Database, Transaction
from bot.telegram.buttons import ButtonData, Press, Reaction, and_more, message, rows_of, short_name, ticked
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.help import SETTINGS, Use
from bot.telegram.listing import PAGE, Page, PageNumber
from bot.telegram.texts import Button, Text, columns_of
from bot.turns.chosen_models import ChosenModels
from bot.turns.people import People
from bot.turns.preferences import Languages, Preferences
from bot.turns.store import owners
from bot.turns.store.outbox import Outbox

DEFAULT: Final = "default"
DAYS_BEFORE: Final = (7, 60)
_EVERY: Final = timedelta(days=1)
_WILL_SHUT_DOWN: Final = mark(
    "{model}, the model that answers you, will be shut down by its provider on {date}. "
    "Choose another one with {command}."
)
_FOR_EVERYONE: Final = mark("To change it for everyone, set {setting}.")
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

log = structlog.get_logger()


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
        chosen, names, served = self._chosen.of(owner), self._names(), self._choices.served
        model = chosen.model
        if page is None:
            page = names.index(model.name) // PAGE + 1 if model.name in names else 1
        shown = Page.cut(names, page, ModelPage)
        pieces: list[str | RichText] = ["🤖 ", filled(t("Model: {name}"), name=bold(model.name))]
        if served and (limit := served.limits.get(model.name)) is not None:
            pieces.append("\n" + t("Context: up to {tokens} tokens", tokens=number(limit)))
        effort = chosen.effort if chosen.effort in model.efforts else None
        pieces.append("\n" + (t(_EFFORTS[effort]) if model.efforts else t(_NO_EFFORT)))
        pieces.append("\n\n" + (t(_FROM_NEXT) if served else t(_AWAY)))
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


def due(shutdown: Date, today: Date) -> int | None:
    """Return which of DAYS_BEFORE a notice is due for, the latest one; None if it is too early or too late."""
    left = (shutdown - today).days
    return next((days for days in DAYS_BEFORE if 0 <= left <= days), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShutdownNotices:
    """Tells the users of a bot that their model is to be shut down, each once, whatever ends the process when.

    The outbox keeps what was told: a notice's `about` names its model, its day and which of DAYS_BEFORE it is.
    """

    database: Database
    choices: Choices
    people: People
    languages: Languages
    outbox: Outbox
    bot_id: int
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    async def run(self, wake: Callable[[Owner, Place], None]) -> None:
        """Ask the server at once and each day until cancelled; `wake` has notices delivered."""
        while True:
            try:
                for owner in await self.tell():
                    wake(owner, private_chat(owner))
            except Exception:  # a bug here must not stop the bot
                log.exception("shutdowns of models can't be told")
            await wait_until(self.clock() + _EVERY, self.clock)

    async def tell(self) -> Sequence[Owner]:
        """Put the notices that are due today into the outbox; return who gets one."""
        served = await self.choices.ask()
        if served is None or not served.shutdown_dates:
            return []
        days = served.shutdown_dates
        return await self.database.retry(partial(self._post, days=days), single=False, reason="shutdowns of models")

    async def _post(self, tx: Transaction, days: Mapping[str, Date]) -> Sequence[Owner]:
        """Put the notices that are due into the outbox, in the caller's transaction; return who gets one."""
        told: list[Owner] = []
        for owner, its in (await owners.all_preferences(tx, self.bot_id)).items():
            model = its.model or self.choices.configured.name
            which = due(days[model], self.clock().date()) if model in days else None
            if which is None or owner.user_id not in self.people:
                continue
            about = f"shutdown:{model}:{days[model]}:{which}"
            if not await self.outbox.has(tx, owner.user_id, about):
                with self.languages.spoken(owner):
                    notice = replace(self._notice(owner, model, days[model]), about=about)
                await self.outbox.add(tx, private_chat(owner), columns_of([notice]))
                told.append(owner)
        return told

    def _notice(self, owner: Owner, model: str, shutdown: Date) -> Text:
        pieces = [filled(t(_WILL_SHUT_DOWN), model=bold(model), date=date(shutdown), command="/model")]
        if model == self.choices.configured.name and self.people.is_owner(owner.user_id):
            pieces += [RichText.of(space()), filled(t(_FOR_EVERYONE), setting=code("OPENAI_MODEL"))]
        return message(*pieces, buttons=[[ModelPage().button(t("Choose another model"))]])


def _in_chat(parts: Parts) -> InChat:
    command = ModelCommand(parts.services.chosen_models, parts.services.preferences)
    return InChat(
        lookups={"model": command.answer},
        actions={
            ModelPage.NAME: command.turn_page,
            ModelButton.NAME: command.choose,
            EffortButton.NAME: command.set_effort,
        },
        before=dict.fromkeys(("model", ModelPage.NAME), command.look),
    )


def _loops(parts: Parts) -> Sequence[Loop]:
    services = parts.services
    notices = ShutdownNotices(
        database=services.database,
        choices=services.chosen_models.choices,
        people=services.people,
        languages=services.languages,
        outbox=parts.outbox,
        bot_id=parts.settings.bot_id,
    )

    def wake(owner: Owner, place: Place) -> None:
        parts.channel(owner, place).wake()

    return [notices.run(wake)]


MODELS = Feature(
    name="models",
    uses=[Use("model", mark("Choose the model that answers"), under=SETTINGS)],
    in_chat=_in_chat,
    loops=_loops,
)
