"""`/start`: a greeting with buttons that try things out, and the first checklist, which ticks itself."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import ClassVar, Final, Literal, TypeAlias

from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.vectors import Embedding
from bot.store.engine import Database, Transaction
from bot.telegram.buttons import ButtonData, PlacedLookup, message
from bot.telegram.chats import Job
from bot.telegram.formatting import bold, expandable
from bot.telegram.texts import Buttons, Deletion, Edit, Part, Text
from bot.turns.store import mailbox
from bot.turns.store import owners as stored
from bot.turns.store.outbox import Outbox
from bot.turns.store.owners import FirstStep
from bot.turns.values.incoming import IncomingMessage

_STEPS: Final = {
    FirstStep.TELL: mark("Tell me something to remember"),
    FirstStep.ASK: mark("Ask me about it later, after /new"),
    FirstStep.SHOW: mark("Send me a picture"),
}
_ABOUT: Final = "checklist"
_What: TypeAlias = Literal["remember", "remind", "ask"]
_HELLO: Final = mark("Hello! I'm your personal assistant, and I remember.")
_CAN_DO: Final = (
    ("💾", mark("Tell me about people, your work, what you like. I ask before I store anything new.")),
    ("⏰", mark("Ask me to remind you, or to do something at a set time.")),
    ("🖼", mark("Send me pictures, voice messages and documents.")),
    ("🔎", mark("/memory shows what I remember, /help what else I can do.")),
)
_TRY: Final = mark("Try it:")
_LATER: Final = mark("Hello! Just write to me. {help} shows what I can do, {memory} what I remember.")
_TRIES: Final[Mapping[_What, tuple[str, str]]] = {
    "remember": ("💾", mark("Remember that I like short answers")),
    "remind": ("⏰", mark("Remind me in 1 minute")),
    "ask": ("🔎", mark("What do you know about me?")),
}
"""The signs and labels of the buttons, which say their label as if their user had said it, but for the reminder."""
_REMINDER: Final = mark("Stand up and stretch")


class Checklist:
    """The first checklist: a message that is edited as its steps are done, and deleted after the last one.

    `told_at` returns when an owner first told something that is remembered.
    """

    def __init__(self, outbox: Outbox, told_at: Callable[[Transaction, Owner], Awaitable[datetime | None]]) -> None:
        self._outbox = outbox
        self._told_at = told_at
        self._closed: set[Owner] = set()  # a cache: those whose checklist is over

    async def begin(self, tx: Transaction, owner: Owner) -> Text | None:
        """Return the checklist, in the caller's transaction; None if it was shown before."""
        if await stored.ticked(tx, owner) is not None:
            return None
        done = await stored.first_steps(tx, owner, await self._told_at(tx, owner))
        await stored.tick(tx, owner, done)
        self._closed.discard(owner)
        return None if len(done) == len(FirstStep) else _first_steps(done)

    async def changes(self, tx: Transaction, owner: Owner, chat_id: int) -> list[Part]:
        """Return the edits that show what was done since, in the caller's transaction."""
        if owner in self._closed:
            return []
        ticked = await stored.ticked(tx, owner)
        if ticked is None or len(ticked) == len(FirstStep):
            self._closed.add(owner)
            return []
        done = ticked | await stored.first_steps(tx, owner, await self._told_at(tx, owner))
        shown = await self._outbox.about(tx, chat_id, _ABOUT) if done != ticked else []
        if not shown:
            return []
        await stored.tick(tx, owner, done)
        is_over = len(done) == len(FirstStep)
        return [Deletion(it) if is_over else Edit(it, _first_steps(done)) for it in shown]


def _first_steps(done: Collection[FirstStep]) -> Text:
    lines = [f"\n{'✅' if step in done else '◻️'} {t(what)}" for step, what in _STEPS.items()]
    return replace(message(bold(t("Three things to try:")), *lines), about=_ABOUT)


@dataclass(frozen=True, slots=True)
class TryButton(ButtonData):
    """Says something in the user's place, or sets a reminder."""

    NAME: ClassVar = "try"

    what: _What


class Welcome:
    """Handles `/start`, in the caller's transaction, and the buttons below its answer.

    `remind` is that command, if there is one.
    """

    def __init__(self, checklist: Checklist, database: Database, remind: PlacedLookup | None) -> None:
        self._checklist = checklist
        self._database = database
        self._remind = remind

    async def answer(self, tx: Transaction, owner: Owner, _: str, __: Embedding | None = None) -> Sequence[Text]:
        """Greet: with the checklist at first, briefly later."""
        checklist = await self._checklist.begin(tx, owner)
        if checklist is None:
            return [message(t(_LATER, help="/help", memory="/memory"), buttons=self._tries())]
        lines = [f"\n{sign} {t(line)}" for sign, line in _CAN_DO]
        return [message("👋 ", bold(t(_HELLO)), "\n", *lines, f"\n\n{t(_TRY)}", buttons=self._tries()), checklist]

    async def press(self, job: Job) -> str:
        """Let a press act as if its user had said the button's words."""
        pressed, owner = TryButton.parsed(job.words), job.chat.owner
        async with self._database.transaction() as tx:
            if pressed.what == "remind" and self._remind:
                place = job.chat.channel.place
                await job.acknowledge(tx, await self._remind(tx, owner, f"in 1 minute {t(_REMINDER)}", place))
                return ""
            words = t(_TRIES[pressed.what][1])
            await mailbox.post(tx, owner, job.chat.channel.place, IncomingMessage(words, datetime.now(UTC)))
            await job.acknowledge(tx, [message(t("You:"), " ", expandable(words))])
        return ""

    def _tries(self) -> Buttons:
        return [
            [TryButton(what).button(f"{sign} {t(label)}")]
            for what, (sign, label) in _TRIES.items()
            if self._remind or what != "remind"
        ]
