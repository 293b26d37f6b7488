"""`/context`: a preview of the next request to the model."""

from functools import partial
from typing import Final

from bot.feature import Feature, InChat
from bot.kit.language import mark, t
from bot.kit.owner import Owner
from bot.kit.place import Place
from bot.store.engine import Transaction
from bot.telegram.errors import REQUEST_FILE
from bot.telegram.formatting import compose, pre
from bot.telegram.help import Use
from bot.telegram.texts import File, Part
from bot.turns.preflight import next_request
from bot.turns.services import TurnServices

_CAPTION: Final = mark("The whole request, without your next message.")


async def context(services: TurnServices, tx: Transaction, owner: Owner, _: str, place: Place) -> list[Part]:
    """Return the size of a place's next request, and its body as a file, in the caller's transaction."""
    ahead = await next_request(tx, owner, services, place)
    figures = compose(f"{ahead.heading}\n\n", pre(ahead.table), f"\n\n{ahead.notes}")
    return [*figures, File(REQUEST_FILE, ahead.body, t(_CAPTION))]


CONTEXT = Feature(
    name="context",
    uses=[Use("context", mark("See what I would send to the model"))],
    in_chat=lambda parts: InChat(placed={"context": partial(context, parts.services)}),
)
