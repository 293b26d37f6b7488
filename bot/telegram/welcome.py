"""`/start`: a greeting with buttons that try things out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import ClassVar, Final, Literal, TypeAlias

from bot.database import mailbox
from bot.database.engine import Database, Transaction
from bot.language import mark, t
from bot.telegram.buttons import ButtonData, PlacedLookup, message
from bot.telegram.chats import Job
from bot.telegram.checklist import Checklist
from bot.telegram.formatting import bold, expandable
from bot.telegram.texts import Buttons, Text
from bot.values.incoming import IncomingMessage
from bot.values.memories import Embedding
from bot.values.owner import Owner

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


@dataclass(frozen=True, slots=True)
class TryButton(ButtonData):
    """Says something in the user's place, or sets a reminder."""

    NAME: ClassVar = "try"

    what: _What


class Welcome:
    """Handles `/start`, in the caller's transaction, and the buttons below its answer.

    `remind` is that command.
    """

    def __init__(self, checklist: Checklist, database: Database, remind: PlacedLookup) -> None:
        self._checklist = checklist
        self._database = database
        self._remind = remind

    async def answer(self, tx: Transaction, owner: Owner, _: str, __: Embedding | None = None) -> Sequence[Text]:
        """Greet: with the checklist at first, briefly later."""
        checklist = await self._checklist.begin(tx, owner)
        if checklist is None:
            return [message(t(_LATER, help="/help", memory="/memory"), buttons=_tries())]
        lines = [f"\n{sign} {t(line)}" for sign, line in _CAN_DO]
        return [message("👋 ", bold(t(_HELLO)), "\n", *lines, f"\n\n{t(_TRY)}", buttons=_tries()), checklist]

    async def press(self, job: Job) -> str:
        """Let a press act as if its user had said the button's words."""
        pressed, owner = TryButton.parsed(job.words), job.chat.owner
        async with self._database.transaction() as tx:
            if pressed.what == "remind":
                place = job.chat.channel.place
                await job.acknowledge(tx, await self._remind(tx, owner, f"in 1 minute {t(_REMINDER)}", place))
                return ""
            words = t(_TRIES[pressed.what][1])
            await mailbox.post(tx, owner, job.chat.channel.place, IncomingMessage(words, datetime.now(UTC)))
            await job.acknowledge(tx, [message(t("You:"), " ", expandable(words))])
        return ""


def _tries() -> Buttons:
    return [[TryButton(what).button(f"{sign} {t(label)}")] for what, (sign, label) in _TRIES.items()]
