"""What the comparison has to know of a bot: how it is installed, configured and started."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from practice.model.answer import Reply, ToolCall
from practice.model.chat_api import ChatRequest

TOKEN = "1000:bench"
MODEL = "bench"


@dataclass(frozen=True, slots=True)
class Servers:
    """The addresses of the practice servers; the model's ends in `/v1`."""

    telegram: str
    model: str


@dataclass(frozen=True, slots=True)
class Launch:
    """A command and the environment it needs."""

    command: Sequence[str]
    settings: Mapping[str, str] = field(default_factory=dict)


class Peer:
    """A bot that is compared."""

    name: ClassVar[str]
    """Its name in the table."""
    requirements: ClassVar[str] = ""
    """Its file in `requirements`; empty for a bot that runs in Keepsake's environment."""
    configured: ClassVar[str]
    """What it was configured with, in words."""
    left_out: ClassVar[Mapping[str, str]] = {}
    """The reasons for figures that it has not, by the figure's name."""
    new_conversation: ClassVar[str] = "/new"
    """The command that begins a new conversation; empty where only a restart does."""
    memory_commands: ClassVar[Sequence[str]] = ()
    """The commands after which what was told is remembered, if it takes any."""
    offers_tools: ClassVar[bool] = True
    """Whether answers are asked for with tools: a request without any is the bot's own, then."""

    def prepare(self, folder: Path, python: str, servers: Servers) -> Launch:
        """Write the configuration into an empty folder; return how to start the bot with its Python."""
        raise NotImplementedError

    def own(self, request: ChatRequest) -> Reply:  # noqa: ARG002 - for those that have to be answered in a form
        """Answer what the bot asks on its own account."""
        return Reply(text="Nothing.")

    def remember(self, fact: str) -> ToolCall | None:  # noqa: ARG002 - as above
        """Return the call that stores a fact, or None if the model has no tool for it."""
        return None

    def servers_of(self, folder: Path) -> Iterable[int]:  # noqa: ARG002 - as above
        """Return the ids of processes that belong to the bot but are not its children."""
        return ()
