"""The first checklist, which ticks itself and disappears when all is done."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final

from bot.database import owners as stored
from bot.database.engine import Transaction
from bot.database.outbox import Outbox
from bot.language import mark, t
from bot.telegram.buttons import message
from bot.telegram.formatting import bold
from bot.telegram.texts import Text
from bot.values.checklists import FirstStep
from bot.values.owner import Owner

_STEPS: Final = {
    FirstStep.TELL: mark("Tell me something to remember"),
    FirstStep.ASK: mark("Ask me about it later, after /new"),
    FirstStep.SHOW: mark("Send me a picture"),
}
_ABOUT: Final = "checklist"


class Checklist:
    """The first checklist: a message that is edited as its steps are done, and deleted after the last one."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._closed: set[Owner] = set()  # a cache: those whose checklist is over

    async def begin(self, tx: Transaction, owner: Owner) -> Text | None:
        """Return the checklist, in the caller's transaction; None if it was shown before."""
        if await stored.ticked(tx, owner) is not None:
            return None
        done = await stored.first_steps(tx, owner)
        await stored.tick(tx, owner, done)
        self._closed.discard(owner)
        return None if len(done) == len(FirstStep) else _checklist(done)

    async def changes(self, tx: Transaction, owner: Owner, chat_id: int) -> list[Text]:
        """Return the edits that show what was done since, in the caller's transaction."""
        if owner in self._closed:
            return []
        ticked = await stored.ticked(tx, owner)
        if ticked is None or len(ticked) == len(FirstStep):
            self._closed.add(owner)
            return []
        done = ticked | await stored.first_steps(tx, owner)
        shown = await self._outbox.about(tx, chat_id, _ABOUT) if done != ticked else []
        if not shown:
            return []
        await stored.tick(tx, owner, done)
        is_over = len(done) == len(FirstStep)
        edited = Text("", deletes=True) if is_over else _checklist(done)
        return [replace(edited, replaces=message_id) for message_id in shown]


def _checklist(done: Collection[FirstStep]) -> Text:
    lines = [f"\n{'✅' if step in done else '◻️'} {t(what)}" for step, what in _STEPS.items()]
    return replace(message(bold(t("Three things to try:")), *lines), about=_ABOUT)
