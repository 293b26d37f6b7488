"""What is shared with assistants beside the acts that programs have, too."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.kit.owner import Owner
from bot.store.engine import Transaction
from bot.turns.tools.tool import Family


@dataclass(frozen=True, slots=True)
class Listed:
    """A thing in a list."""

    id: str
    name: str
    description: str


class Things(Protocol):
    """Things of an owner's that assistants list, read and watch by their ids, in the caller's transaction."""

    scheme: str
    """Beginning of a thing's address; its id follows."""
    name: str
    title: str
    description: str

    async def page(self, tx: Transaction, owner: Owner, cursor: str) -> tuple[Sequence[Listed], str | None]:
        """Return a page of them in display order, and the cursor of the next one, if there is one."""

    async def read(self, tx: Transaction, owner: Owner, its_id: str) -> str:
        """Return what one says. Raises KeepsakeError."""

    async def stamp(self, tx: Transaction, owner: Owner) -> object:
        """Return what is another value whenever their list has changed."""

    async def those(self, tx: Transaction, owner: Owner, ids: Sequence[str]) -> Mapping[str, object]:
        """Return those that there are by their ids, each equal to itself until it changes."""


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt for assistants. `render` gets whether they may change something, and returns its text."""

    name: str
    title: str
    description: str
    render: Callable[[Transaction, Owner, bool], Awaitable[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """What is shared with assistants: how to use it, tools, a prompt, and things as resources.

    All of it is only there in modes in which conversations read memories.
    """

    instructions: str
    family: Family
    prompt: Prompt
    things: Things
