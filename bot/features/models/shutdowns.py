"""Notices of shutdowns: whoever a model answers learns 60 and 7 days before that its provider shuts it down."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Final

import structlog

from bot.features.models.choice import ModelPage
from bot.kit.background import wait_until
from bot.kit.language import date as in_words
from bot.kit.language import mark, space, t
from bot.kit.owner import Owner
from bot.kit.place import Place, private_chat
from bot.model.choice import Choices
from bot.store.engine import Database, Transaction
from bot.telegram.buttons import message
from bot.telegram.formatting import RichText, bold, code, filled
from bot.telegram.texts import Text, columns_of
from bot.turns.people import People
from bot.turns.preferences import Languages
from bot.turns.store import owners
from bot.turns.store.outbox import Outbox

DAYS_BEFORE: Final = (7, 60)
_EVERY: Final = timedelta(days=1)
_SHUT_DOWN: Final = mark(
    "{model}, the model that answers you, will be shut down by its provider on {date}. "
    "Choose another one with {command}."
)
_FOR_EVERYONE: Final = mark("To change it for everyone, set {setting}.")

log = structlog.get_logger()


def due(shutdown: date, today: date) -> int | None:
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

    async def _post(self, tx: Transaction, days: Mapping[str, date]) -> Sequence[Owner]:
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

    def _notice(self, owner: Owner, model: str, shutdown: date) -> Text:
        pieces = [filled(t(_SHUT_DOWN), model=bold(model), date=in_words(shutdown), command="/model")]
        if model == self.choices.configured.name and self.people.is_owner(owner.user_id):
            pieces += [RichText.of(space()), filled(t(_FOR_EVERYONE), setting=code("OPENAI_MODEL"))]
        return message(*pieces, buttons=[[ModelPage().button(t("Choose another model"))]])
