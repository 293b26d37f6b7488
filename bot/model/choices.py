"""The models of a server that may answer: the configured one, and others, made when they are first asked."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

import structlog

from bot.errors import ModelError
from bot.model.listing import Served
from bot.model.openai_model import OpenAIModel

LISTED_SECONDS: Final = 60.0
"""Seconds for which a server's list of models is kept."""
WAIT_SECONDS: Final = 4.0
"""Seconds in which a server lists its models."""

Make: TypeAlias = Callable[[str], OpenAIModel]
"""Returns a model of the server by its name."""
Listed: TypeAlias = Callable[[], Awaitable[Served]]
"""Asks the server for its models. Raises ModelError."""

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Fallback:
    """A model that answers where others fail, and its context length in tokens, if that is known."""

    model: OpenAIModel
    known_limit: int | None = None


class Choices:
    """The models that may answer.

    Without `make`, only the configured one and the `fallbacks` do. `listed` asks the server for all of them.
    """

    def __init__(
        self,
        configured: OpenAIModel,
        make: Make | None = None,
        listed: Listed | None = None,
        fallbacks: Sequence[Fallback] = (),
    ) -> None:
        self.configured = configured
        self.fallbacks = fallbacks
        self._make = make
        self._listed = listed
        self._made: dict[str, OpenAIModel] = {}
        self._served_at = 0.0  # by the monotonic clock
        self.served: Served | None = None
        """The server's models as they were last listed; None if it could not be asked."""

    def named(self, name: str | None) -> OpenAIModel:
        """Return a model by its name, the configured one without."""
        if self._make is None or name is None or name == self.configured.name:
            return self.configured
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    async def look(self) -> None:
        """Ask the server for its models, unless it listed them in the last LISTED_SECONDS."""
        if self.served is None or time.monotonic() >= self._served_at + LISTED_SECONDS:
            self.served = await self.ask()
            self._served_at = time.monotonic()

    async def ask(self) -> Served | None:
        """Ask the server for its models; None if it doesn't list them within WAIT_SECONDS."""
        if self._listed is None:
            return None
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                return await self._listed()
        except (ModelError, TimeoutError) as error:
            log.debug("the server doesn't list its models", error=type(error).__name__)
            return None

    async def close(self) -> None:
        """Close the connections of all models but the configured one."""
        for model in self._made.values():
            await model.close()
