"""The panel beside the chat: the bot's memories, what else it keeps, and the last request to its model."""

from collections.abc import Awaitable
from dataclasses import asdict, dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from practice.telegram.anatomy import Block
from practice.telegram.endpoint import About, BotEndpoint, Unavailable
from practice.telegram.page_texts import language_of
from practice.telegram.sent_requests import SentRequests
from practice.telegram.updates import JsonObject


@dataclass(frozen=True, slots=True)
class Insight:
    """Data of the panel: the requests to the model, and the bot's own data."""

    requests: SentRequests
    source: BotEndpoint

    async def about(self, language: str) -> About:
        """Return the bot's description, empty if it is unavailable."""
        try:
            return await self.source.about(language)
        except Unavailable:
            return About()

    def routes(self) -> list[Route]:
        """Return the routes that the page requests after a change."""
        return [
            Route("/page/memories", self._memories),
            Route("/page/lists", self._lists),
            Route("/page/request", self._request),
        ]

    async def _memories(self, _: Request) -> Response:
        return await _told(self.source.memories())

    async def _lists(self, request: Request) -> Response:
        return await _told(self.source.lists(language_of(request)))

    async def _request(self, request: Request) -> Response:
        return await _told(self._last(language_of(request)))

    async def _last(self, language: str) -> JsonObject | None:
        """Describe the last request. Raises Unavailable."""
        about = await self.source.about(language)
        if about.private_prompt and not about.is_private:
            self.requests.drop(about.private_prompt)
        last, anatomy = self.requests.last, self.requests.anatomy()
        if not last or not anatomy:
            return None
        return {
            "number": last.number,
            "purpose": next((it for said, it in about.purposes.items() if anatomy.prompt.last.startswith(said)), ""),
            "sent_at": last.sent_at.isoformat(),
            "known_from": anatomy.known_from,
            "known_bytes": anatomy.known_bytes,
            "all_bytes": anatomy.all_bytes,
            "usage": last.usage and asdict(last.usage),
            "blocks": [{**asdict(block), "is_own": _is_own(block, about)} for block in anatomy.blocks()],
            "body": [asdict(piece) for piece in anatomy.body()],
        }


async def _told(asked: Awaitable[object]) -> Response:
    try:
        return JSONResponse(await asked)
    except Unavailable as error:
        return JSONResponse({"error": str(error)}, status_code=503)


def _is_own(block: Block, about: About) -> bool:
    """Return whether the bot itself wrote this message in the user role."""
    said = "".join(piece.text for piece in block.pieces)
    return block.kind == "user" and bool(about.own_mark) and said.startswith(about.own_mark)
