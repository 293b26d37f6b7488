"""The panel beside the chat: the bot's memories, what else it keeps, and the last request to its model."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from practice.telegram.anatomy import Block
from practice.telegram.page_texts import language_of
from practice.telegram.sent_requests import SentRequests
from practice.telegram.updates import JsonObject


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


class Source(Protocol):
    """Source of a bot's memories, and of lists and a description in a language. All methods raise Unavailable."""

    async def memories(self) -> Sequence[JsonObject]:
        """Return all memories, deleted ones too, each with its versions."""
        ...

    async def lists(self, language: str) -> Sequence[JsonObject]:
        """Return what else the bot keeps, as lists."""
        ...

    async def about(self, language: str) -> About:
        """Return the bot's description."""
        ...


@dataclass(frozen=True, slots=True)
class Insight:
    """Data of the panel: the requests to the model, and the bot's own data if it offers any."""

    requests: SentRequests
    source: Source | None = None
    """None for a bot without an endpoint."""

    @property
    def has_memories(self) -> bool:
        """Whether the panel has a tab for memories."""
        return self.source is not None

    async def about(self, language: str) -> About:
        """Return the bot's description, empty if it is unavailable."""
        try:
            return await self._about(language)
        except Unavailable:
            return About()

    async def _about(self, language: str) -> About:
        return await self.source.about(language) if self.source else About()

    def routes(self) -> list[Route]:
        """Return the routes that the page requests after a change."""
        return [
            Route("/page/memories", self._memories),
            Route("/page/lists", self._lists),
            Route("/page/request", self._request),
        ]

    async def _memories(self, _: Request) -> Response:
        try:
            return JSONResponse(await self.source.memories() if self.source else [])
        except Unavailable as error:
            return JSONResponse({"error": str(error)}, status_code=503)

    async def _lists(self, request: Request) -> Response:
        try:
            return JSONResponse(await self.source.lists(language_of(request)) if self.source else [])
        except Unavailable as error:
            return JSONResponse({"error": str(error)}, status_code=503)

    async def _request(self, request: Request) -> Response:
        try:
            about = await self._about(language_of(request))
        except Unavailable as error:
            return JSONResponse({"error": str(error)}, status_code=503)
        if about.private_prompt and not about.is_private:
            self.requests.drop(about.private_prompt)
        last, anatomy = self.requests.last, self.requests.anatomy()
        if not last or not anatomy:
            return JSONResponse(None)
        return JSONResponse(
            {
                "number": last.number,
                "purpose": _purpose(anatomy.prompt.last, about),
                "sent_at": last.sent_at.isoformat(),
                "known_from": anatomy.known_from,
                "known_bytes": anatomy.known_bytes,
                "all_bytes": anatomy.all_bytes,
                "usage": last.usage and asdict(last.usage),
                "blocks": [{**asdict(block), "is_own": _is_own(block, about)} for block in anatomy.blocks()],
                "body": [asdict(piece) for piece in anatomy.body()],
            }
        )


def _purpose(last: str, about: About) -> str:
    """Return the purpose of a request, which the beginning of its last message tells; empty for an answer."""
    return next((purpose for said, purpose in about.purposes.items() if last.startswith(said)), "")


def _is_own(block: Block, about: About) -> bool:
    """Return whether the bot itself wrote this message in the user role."""
    said = "".join(piece.text for piece in block.pieces)
    return block.kind == "user" and bool(about.own_mark) and said.startswith(about.own_mark)
