"""A feature: all that it brings to the chat, to models, to programs and to the database, in one value.

`bot/app/features.py` is the list of them; whatever follows from a feature follows from there.
"""

from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeAlias
from zoneinfo import ZoneInfo

from bot.kit.findings import Check
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.kit.settings import Settings
from bot.kit.zones import OwnersZone
from bot.model.choice import Models
from bot.store.engine import Transaction
from bot.store.tables import Base
from bot.telegram.acts import AnswerList, OfferWords
from bot.telegram.answers import SearchedFor
from bot.telegram.buttons import Action, Lookup, PlacedLookup
from bot.telegram.chats import Chats, Work
from bot.telegram.help import Use
from bot.telegram.polling_bot import PollingBot
from bot.telegram.routes import Meaning
from bot.telegram.settings import Page
from bot.telegram.texts import Text
from bot.turns.channel import Channel
from bot.turns.conversations import News
from bot.turns.services import Listed, TurnServices
from bot.turns.store.exports import Section
from bot.turns.store.outbox import Outbox
from bot.turns.store.vectors import Embedded
from bot.turns.store.words import Indexed
from bot.turns.tasks import Tasks
from bot.turns.tools.tool import Family
from bot.turns.tools.toolset import ToolSet

Loop: TypeAlias = Coroutine[Any, Any, None]
Pages: TypeAlias = Callable[[Transaction, Owner], Awaitable[Mapping[str, bytes]]]
"""Returns files of an owner for a copy in a folder, by their paths, in the caller's transaction."""
Search: TypeAlias = Callable[[Transaction, Owner, str, str], Awaitable[list[Text]]]
"""Returns what is found by some words and without others, in the caller's transaction."""
Moved: TypeAlias = Callable[[Transaction, Owner, str | None], Awaitable[None]]
"""Is told that an owner's clock is now that of another zone (None: the host's), in the caller's transaction."""


class Overview(NamedTuple):
    """What a feature holds of an owner, for the practice page: a title, what is said if there is nothing, and items.

    An item has a `title`, `facts`, a `text`, and a `command` that shows it in the chat.
    """

    title: str
    nothing: str
    items: Sequence[Mapping[str, str]]


class AddCommand(Protocol):
    """Adds a function to the command line, where its docstring explains it; returns the parser of its arguments."""

    def __call__(self, command: Callable[..., object], /, group: str = "", name: str = "") -> ArgumentParser:
        """Add it to a `group` of commands, or alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """The parts of a bot that answers, with which its features are wired."""

    settings: Settings
    services: TurnServices
    models: Models
    tools: ToolSet
    bot: PollingBot
    chats: Chats
    outbox: Outbox
    features: Sequence["Feature"]

    @property
    def timezone(self) -> OwnersZone:
        """The zone of the user who is served at the moment."""
        return OwnersZone(self.settings.timezone)

    def channel(self, owner: Owner, place: Place) -> Channel:
        """Return a user's channel to a place."""
        return self.chats.get(owner.user_id, place).channel


@dataclass(frozen=True, slots=True, kw_only=True)
class InChat:
    """What a feature answers in the chat, by the names of its commands and buttons.

    `lookups` and `placed` answer commands, and `actions` presses, without a turn; `turn_commands` and `turn_buttons`
    change the chat's turns or conversations. Of some, words are `searched_for` by meaning, or something is done
    `before` their transaction. Its `pages` are in /settings. By its `meaning`, a message is more than its text.
    """

    lookups: Mapping[str, Lookup] = field(default_factory=dict)
    placed: Mapping[str, PlacedLookup] = field(default_factory=dict)
    actions: Mapping[str, Action] = field(default_factory=dict)
    turn_commands: Mapping[str, Work] = field(default_factory=dict)
    turn_buttons: Mapping[str, Work] = field(default_factory=dict)
    searched_for: Mapping[str, SearchedFor] = field(default_factory=dict)
    before: Mapping[str, Callable[[], Awaitable[None]]] = field(default_factory=dict)
    pages: Mapping[str, Page] = field(default_factory=dict)
    meaning: Meaning | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A feature by its name; what it doesn't bring is left out.

    `uses` say what its commands do. Its `families` of tools are the model's, its `shared` ones other assistants' and
    programs', too; what it `keeps` in a set of tools comes and changes while a loop runs. Its `routes` are in modules
    (`router`), which are imported once the API is asked. Its `loops` run beside the bot's polling. The doctor does
    its `checks`, and it may `add_commands` to the command line. An export has its `section`, the copy in a folder its
    `pages`, and /search what it `finds`. It is told when an owner has `moved` to another zone. Its `offers` say how
    acts of families read that can be offered together. An answer has the list `below` that its calls are about
    (`listed`), a resumed conversation its `news`. It sets `tasks`, if any. Its texts are `indexed` and `embedded`.
    The practice page shows its `overview`.
    """

    name: str
    uses: Sequence[Use] = ()
    families: Callable[[Settings], Sequence[Family]] = lambda _: ()
    shared: Callable[[Settings], Sequence[Family]] = lambda _: ()
    in_chat: Callable[[Parts], InChat] = lambda _: InChat()
    keeps: Callable[[Settings, ToolSet], Loop] | None = None
    routes: Sequence[str] = ()
    loops: Callable[[Parts], Sequence[Loop]] = lambda _: ()
    section: Callable[[], Section[Any]] | None = None
    pages: Pages | None = None
    finds: Search | None = None
    checks: Sequence[Check] = ()
    add_commands: Callable[[AddCommand, Sequence["Feature"]], None] | None = None
    moved: Callable[[Settings], Moved] | None = None
    offers: Mapping[str, OfferWords] = field(default_factory=dict)
    below: AnswerList | None = None
    listed: Listed | None = None
    news: News | None = None
    tasks: Callable[[Settings], Tasks] | None = None
    indexed: Sequence[Indexed] = ()
    embedded: Sequence[Embedded] = ()
    overview: Callable[[Transaction, Owner, ZoneInfo | None], Awaitable[Overview]] | None = None
    tables: Sequence[type[Base]] = ()


def sections_of(features: Sequence[Feature]) -> list[Section[Any]]:
    """Return what features bring to an export."""
    return [feature.section() for feature in features if feature.section]
