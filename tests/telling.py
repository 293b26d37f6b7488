"""A bot's endpoint for the practice page, with the data of a test."""

from collections.abc import Sequence

from practice.telegram.endpoint import About, BotEndpoint, Unavailable
from practice.telegram.updates import JsonObject

AT = "2026-01-02T03:04:00+00:00"


def memory(memory_id: str, *texts: str, **others: object) -> JsonObject:
    """Return a memory in the form of the bot's endpoint; the last version counts."""
    versions = [{"number": it, "content": text, "created_at": AT} for it, text in enumerate(texts, start=1)]
    usual = {"category": "person", "subject": None, "pinned": False, "deleted_at": None}
    return {"id": memory_id, "content": texts[-1], "versions": versions, **usual, **others}


class Telling(BotEndpoint):
    """Returns memories and description, unless it is away."""

    def __init__(self, *memories: JsonObject, **about: object) -> None:
        super().__init__("")
        self.remembered = list(memories)
        self.told = About.model_validate(about)
        self.is_away = False

    async def memories(self) -> Sequence[JsonObject]:
        """Return all memories."""
        self._require_it()
        return self.remembered

    async def lists(self, language: str = "en") -> Sequence[JsonObject]:  # noqa: ARG002 - as in BotEndpoint
        """Return no lists, unless it is away."""
        self._require_it()
        return []

    async def about(self, language: str = "en") -> About:  # noqa: ARG002 - as above
        """Return the description."""
        self._require_it()
        return self.told

    def _require_it(self) -> None:
        if self.is_away:
            raise Unavailable("I can't reach the database right now.")
