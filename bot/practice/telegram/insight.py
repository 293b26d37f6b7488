"""What the chat page shows beside the chat: the memories, and the last request to the model."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.errors import DatabaseUnavailable
from bot.messages import Memory, MemoryVersion
from bot.practice.telegram.sent_requests import SentRequests
from bot.practice.telegram.updates import JsonObject


async def _never() -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Insight:
    """What only the product can tell the page.

    `memories` reads all there are, deleted ones too, each with its wordings; it may raise DatabaseUnavailable.
    `usages` are lines such as "/memory show <id>: every wording of a memory", which complete what is typed.
    `is_private` tells whether a private chat goes on: what was sent in one that is over is dropped. It may raise
    DatabaseUnavailable, too.
    `timezone` is the zone of all dates and times: its name, or its offset such as "+01:00"; empty for the browser's.
    """

    memories: Callable[[], Awaitable[Sequence[tuple[Memory, Sequence[MemoryVersion]]]]]
    requests: SentRequests
    usages: Sequence[str] = ()
    is_private: Callable[[], Awaitable[bool]] = _never
    timezone: str = ""

    def routes(self) -> list[Route]:
        """Serve what the page asks for when it heard that something changed."""
        return [Route("/page/memories", self._memories), Route("/page/request", self._request)]

    async def _memories(self, _: Request) -> Response:
        try:
            memories = await self.memories()
        except DatabaseUnavailable as error:
            return JSONResponse({"error": str(error)}, status_code=503)
        return JSONResponse([_memory(memory, versions) for memory, versions in memories])

    async def _request(self, _: Request) -> Response:
        try:
            if self.requests.hold_private and not await self.is_private():
                self.requests.drop_private()
        except DatabaseUnavailable as error:
            return JSONResponse({"error": str(error)}, status_code=503)
        last, anatomy = self.requests.last, self.requests.anatomy()
        if not last or not anatomy:
            return JSONResponse(None)
        return JSONResponse(
            {
                "number": last.number,
                "purpose": anatomy.prompt.purpose,
                "sent_at": last.sent_at.isoformat(),
                "known_from": anatomy.known_from,
                "known_bytes": anatomy.known_bytes,
                "all_bytes": anatomy.all_bytes,
                "usage": last.usage and asdict(last.usage),
                "blocks": [asdict(block) for block in anatomy.blocks()],
                "body": [asdict(piece) for piece in anatomy.body()],
            }
        )


def _memory(memory: Memory, versions: Sequence[MemoryVersion]) -> JsonObject:
    return {
        "id": memory.id,
        "category": memory.category.value,
        "subject": memory.subject,
        "content": memory.content,
        "pinned": memory.pinned,
        "deleted_at": memory.deleted_at and memory.deleted_at.isoformat(),
        "versions": [
            {"number": it.number, "content": it.content, "created_at": it.created_at.isoformat()} for it in versions
        ],
    }
