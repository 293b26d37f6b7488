"""Client of a bot's endpoint for the panel, which README.md describes."""

from collections.abc import Sequence
from typing import TypeVar

import httpx
from pydantic import TypeAdapter, ValidationError

from practice.telegram.insight import About, Unavailable
from practice.telegram.updates import JsonObject

T = TypeVar("T")

_MEMORIES = TypeAdapter(Sequence[JsonObject])
_LISTS = TypeAdapter(Sequence[JsonObject])
_ABOUT = TypeAdapter(About)
_SECONDS = 10


class BotEndpoint:
    """The bot's memories and description, read over HTTP from a URL such as "http://127.0.0.1:8124"."""

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")

    async def memories(self) -> Sequence[JsonObject]:
        """Return all memories, deleted ones too, each with its versions. Raises Unavailable."""
        return await self._get("memories", _MEMORIES)

    async def lists(self, language: str = "en") -> Sequence[JsonObject]:
        """Return what else the bot keeps, as lists. Raises Unavailable."""
        return await self._get("lists", _LISTS, language)

    async def about(self, language: str = "en") -> About:
        """Return the bot's description. Raises Unavailable."""
        return await self._get("about", _ABOUT, language)

    async def _get(self, name: str, form: TypeAdapter[T], language: str = "en") -> T:
        try:
            async with httpx.AsyncClient(timeout=_SECONDS, trust_env=False) as client:
                answer = await client.get(f"{self._url}/{name}", headers={"Accept-Language": language})
            answer.raise_for_status()
        except httpx.HTTPStatusError as error:
            raise Unavailable(error.response.text) from error
        except httpx.HTTPError as error:
            raise Unavailable("The bot can't be reached right now.") from error
        try:
            return form.validate_json(answer.content)
        except ValidationError as error:
            raise Unavailable("The bot's answer can't be read.") from error
