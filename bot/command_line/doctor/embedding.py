"""The model that knows what texts mean."""

import asyncio
from typing import Final

from bot.command_line.doctor.model import ANSWER_SECONDS, failure
from bot.command_line.doctor.report import Finding, Mark, Tell, shown
from bot.database.search.vectors import MOST_DIMENSIONS
from bot.errors import ModelError, StartError
from bot.model.choice import embedder
from bot.model.embeddings import LOCAL, Embedder
from bot.settings import OPENAI_URL, Settings

_SUBJECT: Final = "embeddings"
_WITHOUT: Final = "meanwhile all is found by its words alone"


async def embedding(settings: Settings, tell: Tell) -> None:
    """Look at the model that EMBEDDING_MODEL names, if it does: whether it is there, and its vectors can be kept."""
    name = settings.embedding_model
    if not name:
        return
    if name != LOCAL and not settings.has_model:
        tell(Finding(Mark.OK, _SUBJECT, f"{name}: the practice model's server stands in for it"))
        return
    try:
        asked = embedder(settings, settings.openai_base_url)
    except StartError as error:
        tell(Finding(Mark.PROBLEM, _SUBJECT, str(error)))
        return
    if asked:
        try:
            tell(await _examined(asked, shown(settings.openai_base_url or OPENAI_URL)))
        finally:
            await asked.close()


async def _examined(asked: Embedder, address: str) -> Finding:
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            (vector,) = await asked.of_queries(["What do you remember?"])
    except (ModelError, TimeoutError) as error:
        why = failure(error, address, asked.name, setting="EMBEDDING_MODEL")
        return Finding(Mark.WARNING, _SUBJECT, f"{why}; {_WITHOUT}")
    if len(vector) > MOST_DIMENSIONS:
        found = f"{asked.name} gives vectors of {len(vector):,} numbers, and no more than {MOST_DIMENSIONS:,} are kept"
        return Finding(Mark.WARNING, _SUBJECT, f"{found}: set EMBEDDING_MODEL to another; {_WITHOUT}")
    return Finding(Mark.OK, _SUBJECT, f"{asked.name} gives vectors of {len(vector):,} numbers")
