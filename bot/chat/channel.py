"""The way from the core to a chat: what it shows is given as data, and the door behind it renders and delivers it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from uuid import UUID

from bot.database.engine import Transaction
from bot.database.outbox import AnswerId
from bot.values import Owner, Proposal, Receipt


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What an attempt at a turn came to, for its chat: the model's Markdown, and what Keepsake adds below.

    `instead` is shown where the words show nothing. `remarks` are sentences of Keepsake's. An answer that `is_cut`
    reached the model's length limit; `can_continue` says whether the model may continue it.
    """

    turn_id: UUID
    words: str = ""
    instead: str = ""
    error: str = ""
    receipts: Sequence[Receipt] = ()
    is_private: bool = False
    offers: Sequence[Proposal] = ()
    remarks: Sequence[str] = ()
    is_cut: bool = False
    can_continue: bool = False


class Reply(Protocol):
    """One attempt at a turn's answer, from the first sign of life to the whole."""

    @property
    def text(self) -> str:
        """The answer so far, shown or not."""
        ...

    async def open(self, *, resumed: bool) -> bool:
        """Show that an answer is under way; tell whether any of it was shown before the turn was `resumed`."""
        ...

    def show(self, text: str) -> None:
        """Let a preview show the answer so far."""
        ...

    def forget(self) -> None:
        """Drop text that was never shown: the model is asked again."""
        ...

    async def close(self) -> None:
        """End previews; one on its way arrives first."""
        ...

    async def put(self, tx: Transaction, outcome: Outcome) -> None:
        """Store the whole answer for delivery, in the caller's transaction; call it once closed."""
        ...


class Channel(Protocol):
    """One chat with one user. What is stored for delivery is sent after `wake`, across restarts too."""

    @property
    def chat_id(self) -> int:
        """The chat's id."""
        ...

    @property
    def newest_message_id(self) -> int:
        """The newest message known to be in the chat."""
        ...

    def saw(self, message_id: int) -> None:
        """Note that a message is in the chat."""
        ...

    def reply(self, answer: AnswerId, *, begin_showing: Callable[[], bool], quote: Callable[[], int | None]) -> Reply:
        """Return a reply to be filled.

        `begin_showing` is asked before anything becomes visible, and may refuse; `quote` names the message to quote, if
        any, when the first message is sent.
        """
        ...

    async def answer(self, tx: Transaction, answer: AnswerId, outcome: Outcome) -> None:
        """Store an answer for delivery without a reply, in the caller's transaction."""
        ...

    async def post(
        self, tx: Transaction, words: str = "", *, offers: Sequence[Proposal] = (), quoting: int | None = None
    ) -> None:
        """Store a notice for delivery, in the caller's transaction: a sentence, offers below, both or none."""
        ...

    async def withdraw_continue(self, tx: Transaction, owner: Owner) -> None:
        """Take away the button that would continue the chat's last answer, in the caller's transaction."""
        ...

    def wake(self) -> None:
        """Deliver what is stored."""
        ...

    async def settle(self) -> None:
        """Wait until what is stored was delivered."""
        ...


Channels: TypeAlias = Callable[[Owner, int], Channel]
"""Returns the channel of a user's chat."""
