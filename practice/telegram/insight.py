"""What the chat page shows beside the chat: what the bot remembers, and the last request to its model."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Protocol

from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from practice.telegram.anatomy import Block
from practice.telegram.sent_requests import SentRequests
from practice.telegram.updates import JsonObject

_ANSWER = "An answer to you"


class Unavailable(Exception):  # noqa: N818 - a state, which its message tells
    """A bot can't tell of itself right now."""


class About(BaseModel):
    """What a bot tells of itself besides its memories; README.md tells what each is good for."""

    usages: Sequence[str] = ()
    timezone: str = ""
    purposes: Mapping[str, str] = {}
    own_mark: str = ""
    private_prompt: str = ""
    is_private: bool = False


class Source(Protocol):
    """Where a bot tells of itself. Both raise Unavailable."""

    async def memories(self) -> Sequence[JsonObject]:
        """Return all memories, deleted ones too, each with its versions."""
        ...

    async def about(self) -> About:
        """Return the rest."""
        ...


@dataclass(frozen=True, slots=True)
class Insight:
    """What the page shows beside the chat: the requests to the model, and what the bot tells of itself."""

    requests: SentRequests
    source: Source | None = None
    """None for a bot that tells nothing of itself."""

    @property
    def has_memories(self) -> bool:
        """Whether there are memories to be shown, or could be."""
        return self.source is not None

    async def about(self) -> About:
        """Return what the bot tells of itself, as far as it does."""
        try:
            return await self._about()
        except Unavailable:
            return About()

    async def _about(self) -> About:
        return await self.source.about() if self.source else About()

    def routes(self) -> list[Route]:
        """Serve what the page asks for when it heard that something changed."""
        return [Route("/page/memories", self._memories), Route("/page/request", self._request)]

    async def _memories(self, _: Request) -> Response:
        try:
            return JSONResponse(await self.source.memories() if self.source else [])
        except Unavailable as error:
            return JSONResponse({"error": str(error)}, status_code=503)

    async def _request(self, _: Request) -> Response:
        try:
            about = await self._about()
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
    """Tell what a request is for: how its last message begins tells."""
    return next((purpose for said, purpose in about.purposes.items() if last.startswith(said)), _ANSWER)


def _is_own(block: Block, about: About) -> bool:
    """Tell whether the bot itself says this in the user's place."""
    said = "".join(piece.text for piece in block.pieces)
    return block.kind == "user" and bool(about.own_mark) and said.startswith(about.own_mark)
