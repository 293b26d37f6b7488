"""`/context`: what the next request to the model would hold, straight from the database."""

from collections.abc import Callable
from typing import Final

from bot.chat.preflight import next_request
from bot.chat.services import TurnServices
from bot.database.engine import Transaction
from bot.model.seam import ModelRequest
from bot.telegram.formatting import compose, pre
from bot.telegram.refusals import REQUEST_FILE
from bot.telegram.texts import File, Text
from bot.values import Embedding, Owner

_CAPTION: Final = "All of it, as it would be sent without your next message."


class ContextCommand:
    """Carries out `/context`; `body` renders a request as it would be sent."""

    def __init__(self, services: TurnServices, body: Callable[[ModelRequest], bytes]) -> None:
        self._services = services
        self._body = body

    async def answer(
        self, tx: Transaction, owner: Owner, _words: str, _embedding: Embedding | None = None
    ) -> list[Text]:
        """Return how many tokens it would take, and the whole of it as a file."""
        ahead = await next_request(tx, owner, self._services, self._body)
        figures = compose(f"{ahead.heading}\n\n", pre(ahead.table), f"\n\n{ahead.notes}")
        return [*figures, Text(_CAPTION, file=File(REQUEST_FILE, ahead.body))]
