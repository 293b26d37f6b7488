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
from bot.values import Owner

_CAPTION: Final = "All of it, as it would be sent without your next message."


async def context(
    services: TurnServices, body: Callable[[ModelRequest], bytes], tx: Transaction, owner: Owner, *_: object
) -> list[Text]:
    """Return how many tokens the next request would take, and its `body` as a file, in the caller's transaction."""
    ahead = await next_request(tx, owner, services, body)
    figures = compose(f"{ahead.heading}\n\n", pre(ahead.table), f"\n\n{ahead.notes}")
    return [*figures, Text(_CAPTION, file=File(REQUEST_FILE, ahead.body))]
