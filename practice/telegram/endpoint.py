"""Client of a bot's endpoint for the panel, which README.md describes."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

import httpx
from pydantic import BaseModel, TypeAdapter, ValidationError

from practice.telegram.updates import JsonObject

T = TypeVar("T")

_SECONDS = 10


class Unavailable(Exception):  # noqa: N818 - a state, described by its message
    """The bot's endpoint can't answer at the moment."""


class About(BaseModel):
    """A bot's description of itself, besides its memories; README.md explains the fields."""

    usages: Sequence[str] = ()
    timezone: str = ""
    purposes: Mapping[str, str] = {}
    own_mark: str = ""
    private_prompt: str = ""
    is_private: bool = False


class BotEndpoint:
    """The bot's memories and description, read over HTTP from a URL such as "http://127.0.0.1:8124".

    All methods raise Unavailable.
    """

    def __init__(self, url: str) -> None:
        self._url = url.rstrip("/")

    async def memories(self) -> Sequence[JsonObject]:
        """Return all memories, deleted ones too, each with its versions."""
        return await self._get("memories", TypeAdapter(Sequence[JsonObject]))

    async def lists(self, language: str = "en") -> Sequence[JsonObject]:
        """Return what else the bot keeps, as lists."""
        return await self._get("lists", TypeAdapter(Sequence[JsonObject]), language)

    async def about(self, language: str = "en") -> About:
        """Return the bot's description."""
        return await self._get("about", TypeAdapter(About), language)

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
