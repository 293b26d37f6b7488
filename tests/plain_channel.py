"""A channel without Telegram: it keeps what the core gives it, as data."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from bot.kit.errors import FileUnavailable
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.model.seam import Shown
from bot.store.engine import Transaction
from bot.turns.channel import Outcome
from bot.turns.store.outbox import AnswerId
from bot.turns.values.acts import Act


def _nothing() -> str:
    return ""


@dataclass
class PlainReply:
    """A reply that is shown as soon as it may be."""

    channel: "PlainChannel"
    begin_showing: Callable[[], bool]
    shown: Shown = _nothing
    is_shown: bool = False

    async def open(self, *, resumed: bool) -> bool:
        """Begin or continue."""
        self.is_shown = resumed and self.is_shown
        return self.is_shown

    def show(self, shown: Shown) -> None:
        """Keep the answer so far."""
        self.shown = shown
        self.is_shown = self.is_shown or (bool(shown()) and self.begin_showing())

    def think(self) -> None:
        """Keep nothing: there is no text."""

    def wait(self) -> None:
        """Keep nothing, as before."""

    def forget(self) -> None:
        """Drop it."""
        self.shown = _nothing

    async def close(self, *, puts: bool = False) -> None:
        """End."""

    async def put(self, _: Transaction, outcome: Outcome) -> None:
        """Keep the whole answer."""
        self.channel.outcomes.append(outcome)


@dataclass
class PlainChannel:
    """The chat of one user."""

    place: Place
    newest_message_id: int = 0
    outcomes: list[Outcome] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    offers: list[Act] = field(default_factory=list)
    quoted: list[int | None] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    """Files that never arrive."""
    arrived: asyncio.Event | None = None
    """When the files arrive, if not at once."""
    downloads: list[str] = field(default_factory=list)
    transcripts: list[tuple[int, str]] = field(default_factory=list)
    reactions: list[tuple[int | None, str]] = field(default_factory=list)
    acts: list[Act] = field(default_factory=list)
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    async def download(self, file_id: str) -> bytes:
        """Return a file, or say that it is gone."""
        self.downloads.append(file_id)
        if file_id in self.held:
            await asyncio.Future()
        if self.arrived:
            await self.arrived.wait()
        if file_id not in self.files:
            raise FileUnavailable
        return self.files[file_id]

    def saw(self, message_id: int) -> None:
        """Keep the newest message's id."""
        self.newest_message_id = max(self.newest_message_id, message_id)

    def reply(self, _: AnswerId, *, begin_showing: Callable[[], bool], quote: Callable[[], int | None]) -> PlainReply:
        """Return a reply, which asks for the message to quote when it begins."""
        self.quoted.append(quote())
        return PlainReply(self, begin_showing)

    async def answer(self, _tx: Transaction, _: AnswerId, outcome: Outcome) -> None:
        """Keep an answer."""
        self.outcomes.append(outcome)

    async def post(
        self, _: Transaction, words: str = "", *, offers: Sequence[Act] = (), quoting: int | None = None
    ) -> None:
        """Keep a notice."""
        self.quoted.append(quoting)
        self.notices += [words] if words else []
        self.offers += offers

    async def end_private(self, _: Transaction, words: str) -> None:
        """Keep the notice."""
        self.notices.append(words)

    async def warn_of_full_disk(self) -> None:
        """No disk is full."""

    async def name_topic(self, _: Transaction, name: str) -> None:
        """Keep the name."""
        self.names.append(name)

    async def hand_over(self, tx: Transaction, turn_id: UUID, answer: AnswerId, *, below: int) -> None:
        """Nothing stays that could be replaced."""

    async def take_back(self, tx: Transaction, turn_id: UUID) -> None:
        """Nothing stays that could be deleted."""

    async def react(self, _tx: Transaction, _: UUID, emoji: str, message_id: int | None) -> None:
        """Keep a reaction."""
        self.reactions.append((message_id, emoji))

    async def take_reactions_back(self, _tx: Transaction, _: UUID) -> None:
        """Forget the reactions."""
        self.reactions.clear()

    async def show_act(self, _tx: Transaction, act: Act) -> None:
        """Keep it."""
        self.acts.append(act)

    async def withdraw_continue(self, tx: Transaction, owner: Owner) -> None:
        """Nothing is shown that could be continued."""

    async def show_transcript(self, _tx: Transaction, _: UUID, text: str, message_id: int) -> None:
        """Keep a transcript."""
        self.transcripts.append((message_id, text))

    def wake(self) -> None:
        """Tell the test that there is something."""
        self.woken.set()

    async def settle(self) -> None:
        """All of it arrived when it was put."""
