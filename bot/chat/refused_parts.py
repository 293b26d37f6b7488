"""What model servers have refused, kept so that a restart asks for nothing twice."""

from functools import partial

from bot.database import refused_parts as stored
from bot.database.engine import Database
from bot.model.refusals import Refusals


async def keep_refused(database: Database, refusals: Refusals) -> None:
    """Store each refusal when it is learned."""
    while True:
        await refusals.news.wait()
        await database.retry(partial(stored.keep, refused=refusals.take()))
