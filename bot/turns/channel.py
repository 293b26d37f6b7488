"""The core's interface to a chat. The core gives data, and the channel renders and delivers it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from uuid import UUID

from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.model.seam import Shown
from bot.store.engine import Transaction
from bot.turns.store.outbox import AnswerId
from bot.turns.values.acts import Act


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlierAnswer:
    """An answer whose offers were partly decided in words later: what is still below it."""

    turn_id: UUID
    acts: Sequence[Act]
    listed: object | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result of an attempt at a turn: the model's Markdown, and what Keepsake adds below.

    `instead` is shown if `words` show nothing. A file that holds memories comes with the offer to import them. Its
    `acts` are done, or their owner is asked about them. The checklist of the `listed` note can be ticked off below the
    answer. `remarks` are Keepsake's own sentences. The line of a `task` says which one was done. An answer that
    `is_cut` reached the model's length limit; `can_continue` says whether the model may continue it. One that failed
    `can_retry`. The `voice` message says the words. What the turn `decided` needs no buttons any more.
    """

    turn_id: UUID
    words: str = ""
    instead: str = ""
    error: str = ""
    task: str = ""
    is_private: bool = False
    acts: Sequence[Act] = ()
    listed: object | None = None
    decided: Sequence[EarlierAnswer] = ()
    remarks: Sequence[str] = ()
    is_cut: bool = False
    can_continue: bool = False
    can_retry: bool = False
    offered_import: object | None = None
    voice: bytes = b""

    @property
    def shows_nothing(self) -> bool:
        """Whether it needs no message, as after a reaction."""
        below = (
            self.error,
            self.task,
            self.acts,
            self.remarks,
            self.offered_import,
            self.is_cut,
        )
        return not (self.words.strip() or self.instead or any(below))


class Reply(Protocol):
    """One attempt at a turn's answer, from the typing indicator to the whole text."""

    @property
    def shown(self) -> Shown:
        """Returns the answer so far, shown or not."""

    async def open(self, *, resumed: bool) -> bool:
        """Show that an answer is under way; return whether any of it was shown before the turn was `resumed`."""

    def show(self, shown: Shown) -> None:
        """Show the answer so far in the next preview."""

    def think(self) -> None:
        """Show that the model thinks before it says something."""

    def wait(self) -> None:
        """Show that the model's server is waited for before the model says something."""

    def forget(self) -> None:
        """Drop text that was never shown, since the model is asked again."""

    async def close(self, *, puts: bool = False) -> None:
        """End previews, after any that is being sent; with `puts`, `put` follows at once, or `close` again."""

    async def put(self, tx: Transaction, outcome: Outcome) -> None:
        """Store the whole answer for delivery, in the caller's transaction, after `close`."""


class Channel(Protocol):
    """One place of one user: a chat or a topic. Stored messages are delivered after `wake`, also after a restart."""

    @property
    def place(self) -> Place:
        """Where messages go."""

    @property
    def newest_message_id(self) -> int:
        """The newest message known to be in the chat."""

    def saw(self, message_id: int) -> None:
        """Record that a message is in the chat."""

    def reply(self, answer: AnswerId, *, begin_showing: Callable[[], bool], quote: Callable[[], int | None]) -> Reply:
        """Return a reply to be filled.

        `begin_showing` is called before anything becomes visible and may refuse. `quote` returns the id of the message
        to quote, if any, when the first message is sent.
        """

    async def answer(self, tx: Transaction, answer: AnswerId, outcome: Outcome) -> None:
        """Store an answer for delivery without a reply, in the caller's transaction."""

    async def post(
        self, tx: Transaction, words: str = "", *, offers: Sequence[Act] = (), quoting: int | None = None
    ) -> None:
        """Store a notice for delivery, in the caller's transaction: a sentence, offers below it, or both."""

    async def warn_of_full_disk(self) -> None:
        """Say at once, without storing it, that the disk is full; once until something stored is delivered again.

        It may be lost.
        """

    async def end_private(self, tx: Transaction, words: str) -> None:
        """Store the notice that a private conversation is over, in the caller's transaction.

        A topic that was opened for it is deleted.
        """

    async def name_topic(self, tx: Transaction, name: str) -> None:
        """Give the topic its name, in the caller's transaction; it waits for none from now on."""

    async def hand_over(self, tx: Transaction, turn_id: UUID, answer: AnswerId, *, below: int) -> None:
        """Let an answer replace the messages of a superseded turn's that are `below` the user's last one in it.

        The others are deleted, and its reactions go. Works in the caller's transaction.
        """

    async def take_back(self, tx: Transaction, turn_id: UUID) -> None:
        """Delete the messages of a superseded turn's answer and its reactions, in the caller's transaction."""

    async def react(self, tx: Transaction, turn_id: UUID, emoji: str, message_id: int | None) -> None:
        """Store a turn's reaction to a message for delivery, in the caller's transaction."""

    async def take_reactions_back(self, tx: Transaction, turn_id: UUID) -> None:
        """Remove a turn's reactions, in the caller's transaction."""

    async def show_act(self, tx: Transaction, act: Act) -> None:
        """Show an act as it is now in the message that asked about it, if any, in the caller's transaction."""

    async def withdraw_continue(self, tx: Transaction, owner: Owner) -> None:
        """Remove the Continue button below the chat's last answer, in the caller's transaction."""

    async def download(self, file_id: str) -> bytes:
        """Return the content of a file that was sent here; waits while that can't be reached.

        Raises FileUnavailable, or FileRefused if it is too large to be handed out.
        """

    async def show_transcript(self, tx: Transaction, turn_id: UUID, text: str, message_id: int) -> None:
        """Store the transcript of a message for delivery below it, in the caller's transaction."""

    def wake(self) -> None:
        """Deliver stored messages."""

    async def settle(self) -> None:
        """Wait until stored messages are delivered."""


Channels: TypeAlias = Callable[[Owner, Place], Channel]
"""Returns a user's channel to a place."""
